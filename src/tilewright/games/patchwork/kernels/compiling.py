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
    """Return a decorator that compiles functions of the files that match the patterns.

    The patterns are relative to this game's folder. Numba keeps cached code until the file of the function
    changes, but that code also contains the functions that it calls. The decorator therefore makes the cache
    depend on all these files: a change of any of them recompiles the function.
    """
    files = sorted(file for pattern in patterns for file in _FOLDER.glob(pattern))
    stamp = tuple((file.name, file.stat().st_mtime, file.stat().st_size) for file in files)

    def compile_function(function: Callable[..., Any], signature: Any = None) -> Callable[..., Any]:
        """Compile now for a signature, or at the first call if no signature is given."""
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
    """Load the index of a cache; an index that cannot be read counts as empty.

    Numba unpickles the whole index before it looks at the stamp. An old index may refer to a class that has
    been renamed since.
    """
    try:
        return load_index()
    except (AttributeError, ImportError):
        return {}


compiled = compiler("quilt/*_kernel.py", "quilt/placement_tables.py", "quilt/strategies/*.py")
"""Compiles the kernels of the placement study."""
