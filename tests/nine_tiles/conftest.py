"""Fixtures for the Nine Tiles Panic tests: the whole census, and a data folder that contains it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright.games.nine_tiles.census import Census, build


@pytest.fixture(scope="session")
def census(shared_preparation: Path) -> Census:
    census = build(shared_preparation / "nine_tiles" / "census", threads=2)
    assert census is not None
    return census


@pytest.fixture
def data_with_census(census: Census, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder that contains the census; commands use it by default."""
    folder = tmp_path / "data"
    (folder / "nine_tiles").mkdir(parents=True)
    (folder / "nine_tiles" / "census").symlink_to(census.folder)
    monkeypatch.setenv("TILEWRIGHT_DATA", str(folder))
    return folder
