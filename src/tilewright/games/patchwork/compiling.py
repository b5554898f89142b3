"""Compiling with Numba, kept on the disk."""

# mypy: ignore-errors
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import njit

__all__ = ["compiled"]

_FOLDER = Path(__file__).parent
_FILES = sorted([*_FOLDER.glob("quilt_*.py"), *_FOLDER.glob("strategies/*.py")])
_STAMP = tuple((file.name, file.stat().st_mtime, file.stat().st_size) for file in _FILES)


def compiled(function: Callable[..., Any], signature: Any = None) -> Any:
    """The function, compiled when it is first called, or now for a signature.

    Numba keeps compiled code until the function's own file changes; but that code contains the functions that
    it calls too, so a change of any file of the quilt's kernels must count.
    """
    dispatcher = njit(cache=True, nogil=True, error_model="numpy")(function)
    dispatcher._cache._cache_file._source_stamp = _STAMP
    if signature is not None:
        dispatcher.compile(signature)
        dispatcher.disable_compile()
    return dispatcher
