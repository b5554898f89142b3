"""Pause Python's garbage collection for work that creates very many objects."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["paused_garbage_collection"]


@contextmanager
def paused_garbage_collection() -> Iterator[None]:
    """Pause garbage collection, which would be slow while compilers and parsers create very many objects."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
