"""Stop a command in an orderly way on Ctrl-C or SIGTERM."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future
from types import FrameType
from typing import TypeVar

__all__ = ["interruptible"]

_T = TypeVar("_T")
_PERIOD = 0.1


def interruptible(work: Callable[[threading.Event], _T]) -> tuple[_T, int]:
    """Run `work` in a thread; Ctrl-C and SIGTERM set the event that `work` receives.

    Return the result of `work` and an exit status: 130 or 143 after an interruption, else 0. A second
    signal raises KeyboardInterrupt without waiting for `work`.
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
