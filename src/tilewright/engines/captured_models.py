"""Capture the model that a solver gives to an engine, in order to write it to a file instead of solving it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

__all__ = ["ModelCaptured", "capture", "capturing"]

_ENGINE: ContextVar[str] = ContextVar("captured_engine", default="")


class ModelCaptured(BaseException):
    """Carries the captured model; a `BaseException`, so that `except Exception` does not catch it."""

    def __init__(self, model: Any, data: Any = None) -> None:
        super().__init__("the model was captured")
        self.model = model
        self.data = data


@contextmanager
def capturing(engine: str) -> Iterator[None]:
    """In the `with` block, make `capture` raise `ModelCaptured` when it is called for this engine."""
    token = _ENGINE.set(engine)
    try:
        yield
    finally:
        _ENGINE.reset(token)


def capture(engine: str, model: Any, data: Any = None) -> None:
    """Raise `ModelCaptured` with the model if a `capturing` block for this engine is active."""
    if _ENGINE.get() == engine:
        raise ModelCaptured(model, data)
