"""Record the names of the functions that Numba compiles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import event


class _Counter(event.Listener):
    def __init__(self) -> None:
        self.functions: list[str] = []

    def on_start(self, event: Any) -> None:
        self.functions.append(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event: Any) -> None:
        pass


@contextmanager
def compiled_functions() -> Iterator[list[str]]:
    """Yield a list to which the name of each function that Numba compiles in the block is appended."""
    counter = _Counter()
    event.register("numba:compile", counter)
    try:
        yield counter.functions
    finally:
        event.unregister("numba:compile", counter)
