"""Compile functions with Numba and cache the machine code on disk."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from numba import njit

__all__ = ["compiled", "compiler"]

_FOLDER = Path(__file__).parents[1]


def compiler(*patterns: str) -> Callable[..., Callable[..., Any]]:
    """Return a decorator that compiles a function and caches its machine code.

    The cached code is valid until a file that matches the patterns changes; the patterns are relative to this
    game's folder. By itself, Numba keeps the cached code until the file that defines the function changes. But
    the code also contains the functions that the function calls, which may be defined in other files.
    """
    files = sorted(file for pattern in patterns for file in _FOLDER.glob(pattern))
    stamp = tuple((file.name, file.stat().st_mtime, file.stat().st_size) for file in files)

    def compile_function(function: Callable[..., Any], signature: Any = None) -> Callable[..., Any]:
        """Compile the function for a signature now, or on the first call if no signature is given."""
        dispatcher: Any = njit(cache=True, nogil=True, error_model="numpy")(function)
        cache_file = dispatcher._cache._cache_file
        cache_file._source_stamp = stamp
        cache_file._load_index = partial(_index_or_empty, cache_file._load_index)
        if signature is not None:
            dispatcher.compile(signature)
            dispatcher.disable_compile()
        compiled_function: Callable[..., Any] = dispatcher
        return compiled_function

    return compile_function


def _index_or_empty(load_index: Callable[[], dict[Any, Any]]) -> dict[Any, Any]:
    """Return the index of a cache, or an empty index if it cannot be read.

    Numba unpickles the whole index before it checks the stamp. An old index may refer to a class that has since
    been renamed.
    """
    try:
        return load_index()
    except (AttributeError, ImportError):
        return {}


compiled = compiler("quilt/*_kernel.py", "quilt/placement_tables.py", "quilt/strategies/*.py")
"""A decorator that compiles the kernels of the placement study."""
