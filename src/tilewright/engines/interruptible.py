"""Run a solver library in a thread, so that it can be stopped and the caller's thread receives signals."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from tilewright.game import Run

__all__ = ["run_interruptibly"]

T = TypeVar("T")

_POLL = 0.03


def run_interruptibly(
    work: Callable[[Callable[[Callable[[], None]], None]], T],
    run: Run,
    stop: Callable[[], None],
) -> T:
    """Call `work` in a thread of its own; call `stop` if the run is stopped or the caller is interrupted.

    A solver written in C++ releases the interpreter lock but does not handle signals; therefore the caller's
    thread waits here, where Python handles signals. `work` receives a function that passes a callback to the
    caller's thread, which calls it; so progress is always reported in the thread that requested the solve.
    `stop` is called repeatedly until the work has ended, because a solver that has not started yet ignores the
    call.
    """
    callbacks: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
    result: Future[T] = Future()

    def body() -> None:
        try:
            if result.set_running_or_notify_cancel():
                result.set_result(work(callbacks.put))
        except BaseException as error:
            result.set_exception(error)
        finally:
            callbacks.put(None)

    thread = threading.Thread(target=body, name="tilewright-engine", daemon=True)
    try:
        thread.start()
        while (callback := _next(callbacks, run, stop)) is not None:
            callback()
    except BaseException:
        result.cancel()  # a thread that has not begun the work yet must not begin it
        while thread.is_alive():
            stop()
            thread.join(_POLL)
        raise
    thread.join()
    return result.result()


def _next(
    callbacks: queue.SimpleQueue[Callable[[], None] | None], run: Run, stop: Callable[[], None]
) -> Callable[[], None] | None:
    while True:
        if run.stopped:
            stop()
        try:
            return callbacks.get(timeout=_POLL)
        except queue.Empty:
            continue
