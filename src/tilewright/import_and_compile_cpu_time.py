"""Divide the CPU time of a process into phases: importing modules, compiling kernels, loading kernels.

The bench runs a command inside `record_phases`. A worker of the web server runs inside `watch_phases`, so that
the time limits of requests do not include the time of these phases. In every other process, `phase` and `count`
do nothing.

Phases may be nested. The time of an inner phase is not added to the outer one: if Numba imports a module while
it compiles a function, the time of the import is added to the phase `import`, not to `compile`. So the phases
of a process never add up to more than its CPU time; the rest is the time of the actual work. Each thread has
its own phases.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import _bootstrap
from pathlib import Path
from typing import Any

__all__ = ["COMPILE", "IMPORT", "LOAD", "count", "phase", "record_phases", "watch_phases"]

IMPORT, COMPILE, LOAD = "import", "compile", "load"

_NUMBA_EVENTS = "numba.core.event"
_IMPORT_SYSTEM: Any = _bootstrap


class _ThreadPhases(threading.local):
    """The phases of the current thread: the active ones, innermost last, and the CPU seconds of each phase."""

    def __init__(self, threads: list[dict[str, float]], on_change: Callable[[bool], None]) -> None:
        self.seconds: dict[str, float] = {IMPORT: 0.0, COMPILE: 0.0, LOAD: 0.0}
        self._open: list[str] = []
        self._since = 0.0
        self._on_change = on_change
        threads.append(self.seconds)

    def enter(self, name: str) -> None:
        self._stop_clock()
        self._open.append(name)
        if len(self._open) == 1:
            self._on_change(True)

    def leave(self) -> None:
        self._stop_clock()
        self._open.pop()
        if not self._open:
            self._on_change(False)

    def _stop_clock(self) -> None:
        now = time.thread_time()
        if self._open:
            self.seconds[self._open[-1]] += now - self._since
        self._since = now


class _Recorder:
    """The CPU time of each phase in each thread, and the numbers of compiled functions and loaded kernels."""

    def __init__(self, on_change: Callable[[bool], None]) -> None:
        self.counts: Counter[str] = Counter(compiled_functions=0, loaded_kernels=0)
        self._threads: list[dict[str, float]] = []
        self.current = _ThreadPhases(self._threads, on_change)
        # The CPU time so far was used to start the interpreter and to import this module.
        self.current.seconds[IMPORT] += time.process_time()

    def to_json(self) -> dict[str, float]:
        seconds = {
            f"{name}_cpu_seconds": sum(thread[name] for thread in self._threads)
            for name in (IMPORT, COMPILE, LOAD)
        }
        return {**seconds, **self.counts}


_recorder: _Recorder | None = None


@contextmanager
def phase(name: str) -> Iterator[None]:
    """Add the CPU time of a block or function to a phase, if phases are recorded."""
    recorder = _recorder
    if recorder is None:
        yield
        return
    recorder.current.enter(name)
    try:
        yield
    finally:
        recorder.current.leave()


def count(name: str) -> None:
    """Add one to the number of events with the given name, if phases are recorded."""
    if _recorder is not None:
        _recorder.counts[name] += 1


@contextmanager
def record_phases(file: str) -> Iterator[None]:
    """Record the phases of this process, from its start to the end of the block, and write them to a file."""
    recorder = _Recorder(lambda inside: None)
    try:
        with _installed(recorder):
            yield
    finally:
        Path(file).write_text(json.dumps(recorder.to_json()))


@contextmanager
def watch_phases(on_change: Callable[[bool], None]) -> Iterator[None]:
    """Call `on_change(True)` when a thread enters an outermost phase, and `on_change(False)` at its end."""
    with _installed(_Recorder(on_change)):
        yield


@contextmanager
def _installed(recorder: _Recorder) -> Iterator[None]:
    global _recorder
    _recorder = recorder
    find_and_load = _IMPORT_SYSTEM._find_and_load

    def timed_find_and_load(name: str, import_: Any) -> Any:
        if name in sys.modules:
            return find_and_load(name, import_)
        with phase(IMPORT):
            module = find_and_load(name, import_)
        if name == _NUMBA_EVENTS:
            _listen_to_numba(sys.modules[name])
        return module

    # An import statement calls this function only for a module that is not imported yet;
    # `importlib.import_module` always calls it.
    _IMPORT_SYSTEM._find_and_load = timed_find_and_load
    try:
        yield
    finally:
        _IMPORT_SYSTEM._find_and_load = find_and_load
        _recorder = None


def _listen_to_numba(event: Any) -> None:
    """Count and time compilations; Numba sends an event at the start and at the end of each compilation."""

    class Compilations(event.Listener):  # type: ignore[misc]
        def on_start(self, _event: Any) -> None:
            if _recorder is not None:
                count("compiled_functions")
                _recorder.current.enter(COMPILE)

        def on_end(self, _event: Any) -> None:
            if _recorder is not None:
                _recorder.current.leave()

    event.register("numba:compile", Compilations())
