"""A fixture for the tests of the kernel cache."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright import kernel_cache


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a folder that does not exist yet as the kernel cache; the value is its path."""
    kernels = tmp_path / "kernels"
    monkeypatch.setenv("TILEWRIGHT_KERNELS", str(kernels))
    kernel_cache._warn_once.cache_clear()
    return kernels
