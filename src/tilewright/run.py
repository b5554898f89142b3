"""Everything that one solve needs: its request, limits, options, progress reports, and the signal to stop."""

from __future__ import annotations

import contextlib
import math
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any

from tilewright.errors import BadInput

__all__ = [
    "Limits",
    "Option",
    "Phase",
    "Progress",
    "Run",
    "SolveRequest",
    "Value",
    "read_options",
    "to_number",
]

Value = int | Fraction
"""The value of an objective or a bound: a whole number or, for a mean value, an exact fraction."""

SHORTEST_PART = 0.001
"""The minimum time limit for a part of a run, in seconds; engines reject a limit of 0."""

_WATCH_PERIOD = 0.02


def to_number(value: Value | None) -> int | float | None:
    """Return the value as a JSON number: an int if the value is whole, else the nearest double."""
    if value is None:
        return None
    return value.numerator if value.denominator == 1 else float(value)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a solve: wall time in seconds, number of threads, and the seed of all random choices."""

    time: float | None = None
    threads: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        if self.time is not None and not 0 < self.time < float("inf"):
            raise BadInput(f"the time limit must be a positive number of seconds, not {self.time}")
        if not 1 <= self.threads <= 1024:
            raise BadInput(f"threads must be between 1 and 1024, not {self.threads}")
        if not 0 <= self.seed < 2**31:
            raise BadInput(f"the seed must be between 0 and {2**31 - 1}, not {self.seed}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveRequest:
    """A request to solve an instance: the solver (by default the game's first), its limits and its options."""

    solver: str | None = None
    time_limit: float | None = None
    seed: int = 0
    threads: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _ = self.limits  # raises `BadInput` if a limit is out of range

    @property
    def limits(self) -> Limits:
        return Limits(self.time_limit, self.threads, self.seed)


class Phase(StrEnum):
    """The phases of a solve. The time limit applies only to `SOLVE`.

    A solve in a separate process has all phases, in this order; a solve in the current process has only
    `PREPARE`, `SOLVE` and `CHECK`.
    """

    START = "starting"
    IMPORT = "importing"
    READ = "reading the instance"
    PREPARE = "preparing"
    SOLVE = "solving"
    CHECK = "checking"
    WRITE = "writing the result"


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a running solve: the time in seconds, and the best objective and bound so far."""

    elapsed: float
    best: int | float | None = None
    bound: int | float | None = None
    note: str = ""
    phase: Phase = Phase.SOLVE


class Run:
    """The second argument of a solver: limits, options, progress reports, and the signal to stop.

    The clock starts when the run is created. A solver should report its solutions and bounds, and must end soon
    after its time limit or a cancellation (see `stopped`, `remaining` and `on_stop`).
    """

    def __init__(
        self,
        limits: Limits | None = None,
        options: Mapping[str, Any] | None = None,
        progress: Callable[[Progress], None] | None = None,
        cancel: threading.Event | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self.options = dict(options or {})
        self.cancel = cancel or threading.Event()
        self._progress = progress
        self._best: Value | None = None
        self._bound: Value | None = None
        self._started = time.perf_counter()

    @property
    def elapsed(self) -> float:
        return time.perf_counter() - self._started

    @property
    def remaining(self) -> float | None:
        """The remaining time in seconds, never negative; None if there is no time limit."""
        return None if self.limits.time is None else max(0.0, self.limits.time - self.elapsed)

    @property
    def stopped(self) -> bool:
        """Whether the solver must end, because it was cancelled or its time is up."""
        return self.cancel.is_set() or self.remaining == 0.0

    def report(self, best: Value | None = None, bound: Value | None = None, note: str = "") -> None:
        """Report progress. If `best` or `bound` is not given, it keeps its previous value."""
        self._best = self._best if best is None else best
        self._bound = self._bound if bound is None else bound
        if self._progress is not None:
            self._progress(Progress(self.elapsed, to_number(self._best), to_number(self._bound), note))

    def part(
        self,
        seconds: float | None = None,
        *,
        threads: int | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> Run:
        """Return a new run for a part of the work, with at most `seconds` of the remaining time.

        The new run is cancelled together with this run. It does not report progress, because a result for a
        part is usually not a solution of the whole instance. Its seed, threads and options are those of this
        run, unless `threads` or `options` is given.
        """
        limits = [limit for limit in (seconds, self.remaining) if limit is not None]
        return Run(
            Limits(
                max(SHORTEST_PART, min(limits)) if limits else None,
                self.limits.threads if threads is None else threads,
                self.limits.seed,
            ),
            self.options if options is None else options,
            cancel=self.cancel,
        )

    @contextlib.contextmanager
    def on_stop(self, interrupt: Callable[[], object]) -> Iterator[None]:
        """While the block runs, call `interrupt` in another thread when the run is stopped.

        `interrupt` is called repeatedly until the block ends, because a single call may have no effect if the
        work that it interrupts has not started yet.
        """
        done = threading.Event()

        def watch() -> None:
            while not done.wait(_WATCH_PERIOD):
                if self.stopped:
                    interrupt()

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            done.set()
            watcher.join()


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a solver or a generator, set with `--set name=value`; the default determines its type."""

    name: str
    default: Any
    help: str
    choices: tuple[Any, ...] = ()
    lowest: float | None = None
    highest: float | None = None

    def read(self, value: Any) -> Any:
        """Convert a string or another Python value to the type of the option, and check that it is allowed."""
        kind = type(self.default)
        try:
            if kind is bool:
                value = {"true": True, "false": False, "1": True, "0": False}[str(value).lower()]
            elif kind is list:
                value = value.split(",") if isinstance(value, str) else list(value)
            elif self.default is not None:
                value = kind(value)
            if isinstance(value, float) and not math.isfinite(value):
                raise ValueError
        except (KeyError, ValueError, TypeError, OverflowError):
            raise BadInput(f"{self.name}={value}: expected {_TYPE_NAMES.get(kind, kind.__name__)}") from None
        if self.choices and value not in self.choices:
            raise BadInput(f"{self.name}={value}: expected one of {', '.join(map(str, self.choices))}")
        if self.lowest is not None and not value >= self.lowest:
            raise BadInput(f"{self.name}={value}: must be at least {self.lowest}")
        if self.highest is not None and not value <= self.highest:
            raise BadInput(f"{self.name}={value}: must be at most {self.highest}")
        return value


_TYPE_NAMES = {bool: "true or false", int: "a whole number", float: "a number", str: "a string", list: "a list"}


def read_options(known: Sequence[Option], values: Mapping[str, Any], owner: str) -> dict[str, Any]:
    """Return the values of all known options, with the defaults of the options that are not given.

    `owner` describes the solver or the generator in the error message for an unknown option.
    """
    by_name = {option.name: option for option in known}
    for key in values:
        if key not in by_name:
            available = f"it has {', '.join(by_name)}" if by_name else "it has none"
            raise BadInput(f"{owner} has no option {key!r}; {available}")
    return {
        option.name: option.read(values[option.name]) if option.name in values else option.default
        for option in known
    }
