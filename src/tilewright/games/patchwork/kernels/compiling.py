"""Compiling with Numba, kept on the disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import njit

__all__ = ["compiled", "compiler"]

_FOLDER = Path(__file__).parents[1]


def compiler(*patterns: str) -> Callable[..., Any]:
    """A way to compile functions that live in some files of this folder and call each other.

    Numba keeps compiled code until the function's own file changes; but that code contains the functions that
    it calls too, so a change of any of the files must count.
    """
    files = sorted(file for pattern in patterns for file in _FOLDER.glob(pattern))
    stamp = tuple((file.name, file.stat().st_mtime, file.stat().st_size) for file in files)

    def compile_function(function: Callable[..., Any], signature: Any = None) -> Any:
        """The function, compiled when it is first called, or now for a signature."""
        dispatcher: Any = njit(cache=True, nogil=True, error_model="numpy")(function)
        dispatcher._cache._cache_file._source_stamp = stamp
        if signature is not None:
            dispatcher.compile(signature)
            dispatcher.disable_compile()
        return dispatcher

    return compile_function


compiled = compiler(
    "quilt/*_kernel.py", "quilt/placement_tables.py", "quilt/run_strategy.py", "quilt/strategies/*.py"
)
"""Compiles the quilt's kernels."""
