"""Running a solver that lives in this process, so that it can be stopped from outside."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import TypeVar

from tilewright.game import Run

__all__ = ["work_in_background"]

T = TypeVar("T")

_POLL = 0.03


def work_in_background(
    work: Callable[[Callable[[Callable[[], None]], None]], T],
    run: Run,
    stop: Callable[[], None],
) -> T:
    """Do `work` in a thread of its own, and `stop` it when the run is over or this thread is interrupted.

    A solver written in C++ gives the interpreter free but hears no signal: the caller's thread stays here,
    awake. `work` is given a function that hands a piece of news to the caller's thread, which calls it; so
    progress is always told where the solve was asked for. `stop` is repeated until the work has ended,
    because a solver that has not yet begun cannot hear it.
    """
    news: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
    results: list[T] = []
    errors: list[BaseException] = []

    # Who takes it first decides whether the work begins: an interruption may come while the thread starts.
    token = threading.Lock()

    def body() -> None:
        try:
            if token.acquire(blocking=False):
                results.append(work(news.put))
        except BaseException as error:
            errors.append(error)
        finally:
            news.put(None)

    thread = threading.Thread(target=body, name="tilewright-engine", daemon=True)
    try:
        thread.start()
        while (item := _next(news, run, stop)) is not None:
            item()
    except BaseException:
        token.acquire(blocking=False)
        while thread.is_alive():
            stop()
            thread.join(_POLL)
        raise
    thread.join()
    if errors:
        raise errors[0]
    return results[0]


def _next(
    news: queue.SimpleQueue[Callable[[], None] | None], run: Run, stop: Callable[[], None]
) -> Callable[[], None] | None:
    while True:
        if run.stopped:
            stop()
        try:
            return news.get(timeout=_POLL)
        except queue.Empty:
            continue
