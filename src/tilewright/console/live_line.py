"""A progress line while a solve runs, and an orderly stop on Ctrl-C or SIGTERM."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from types import FrameType
from typing import Self, TypeVar

from tilewright.game import Progress

__all__ = ["LiveLine", "interruptible"]

_T = TypeVar("_T")
_PERIOD = 0.1


class LiveLine:
    """Shows the best value, the bound and the elapsed time on one line of standard error, updated in place.

    Nothing is written if standard error is not a terminal.
    """

    def __init__(self, quiet: bool = False) -> None:
        self._enabled = not quiet and sys.stderr.isatty()
        self._last = 0.0
        self._shown = False

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if not self._enabled or now - self._last < _PERIOD:
            return
        self._last = now
        parts = [] if progress.best is None else [f"best {progress.best}"]
        parts += [] if progress.bound is None else [f"bound {progress.bound}"]
        parts += [f"{progress.elapsed:.1f} s"] + ([progress.note] if progress.note else [])
        sys.stderr.write("\r\x1b[K" + "   ".join(parts)[:100])
        sys.stderr.flush()
        self._shown = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.clear()

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False


def interruptible(work: Callable[[threading.Event], _T]) -> tuple[_T, int]:
    """Run `work` in a thread; Ctrl-C and SIGTERM set the event that `work` receives.

    Return the result of `work` and an exit status: 130 or 143 after an interruption, else 0. A second Ctrl-C
    raises KeyboardInterrupt without waiting for `work`.
    """
    cancel = threading.Event()
    caught: list[int] = []
    outcome: Future[_T] = Future()

    def handle_signal(number: int, _frame: FrameType | None) -> None:
        if cancel.is_set():
            raise KeyboardInterrupt
        caught.append(number)
        cancel.set()

    def body() -> None:
        try:
            outcome.set_result(work(cancel))
        except BaseException as error:
            outcome.set_exception(error)

    previous = {number: signal.signal(number, handle_signal) for number in (signal.SIGINT, signal.SIGTERM)}
    thread = threading.Thread(target=body, name="solve", daemon=True)
    try:
        thread.start()
        while thread.is_alive():
            thread.join(_PERIOD)
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
    return outcome.result(), 128 + caught[0] if caught else 0
