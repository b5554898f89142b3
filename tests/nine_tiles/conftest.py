"""A fixture for the Nine Tiles Panic tests: the whole census, built once for all tests that use it."""

from __future__ import annotations

import pytest

from tilewright.games.nine_tiles.census import Census, build


@pytest.fixture(scope="session")
def census(tmp_path_factory: pytest.TempPathFactory) -> Census:
    census = build(tmp_path_factory.mktemp("nine_tiles") / "census", threads=2)
    assert census is not None
    return census
