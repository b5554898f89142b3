"""A line on the terminal that shows the progress of a running command."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

from tilewright.game import Phase, Progress
from tilewright.printable_text import one_line

__all__ = ["LiveLine", "show_elapsed"]

_PERIOD = 0.1


class LiveLine:
    """Shows the phase, the best value, the bound and the elapsed time on one line of standard error.

    The line is updated in place; the phase "solving" is not named. Nothing is written with `quiet`, or if
    standard error is not a terminal.
    """

    def __init__(self, quiet: bool = False) -> None:
        self._enabled = not quiet and sys.stderr.isatty()
        self._last = 0.0
        self._phase: Phase | None = None
        self._shown = False

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if not self._enabled or (progress.phase is self._phase and now - self._last < _PERIOD):
            return
        self._last, self._phase = now, progress.phase
        parts = [] if progress.phase is Phase.SOLVE else [progress.phase.value]
        parts += [] if progress.best is None else [f"best {progress.best}"]
        parts += [] if progress.bound is None else [f"bound {progress.bound}"]
        parts += [f"{progress.elapsed:.1f} s"] + ([one_line(progress.note)] if progress.note else [])
        self.show("   ".join(parts))

    def show(self, text: str) -> None:
        """Replace the line with the given text."""
        if self._enabled:
            sys.stderr.write("\r\x1b[K" + text[:100])
            sys.stderr.flush()
            self._shown = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


@contextmanager
def show_elapsed(activity: str) -> Iterator[None]:
    """Show an activity and its elapsed time on a `LiveLine`, updated every second until the block ends."""
    start, ended = time.monotonic(), threading.Event()

    def update() -> None:
        while not ended.wait(1.0):
            line.show(f"{activity}   {time.monotonic() - start:.0f} s")

    with LiveLine() as line:
        clock = threading.Thread(target=update, daemon=True)
        clock.start()
        try:
            yield
        finally:
            ended.set()
            clock.join()
