"""What a solve is asked for besides its instance: limits, options, and a line to the one who asked."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tilewright.errors import BadInput

__all__ = ["Limits", "Option", "Progress", "Run", "Value", "read_options", "to_number"]

Value = int | Fraction
"""An objective or a bound. It is a whole number, or where it is a mean, an exact fraction."""


def to_number(value: Value | None) -> int | float | None:
    """The value as JSON and people have it: a whole number if it is one, else the nearest double."""
    if value is None:
        return None
    return value.numerator if value.denominator == 1 else float(value)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a solve may use: seconds of wall time, threads, and the seed of every random choice."""

    time: float | None = None
    threads: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        if self.time is not None and not 0 < self.time < float("inf"):
            raise BadInput(f"the time limit must be a positive number of seconds, not {self.time}")
        if not 1 <= self.threads <= 1024:
            raise BadInput(f"threads must lie between 1 and 1024, not {self.threads}")
        if not 0 <= self.seed < 2**31:
            raise BadInput(f"the seed must lie between 0 and {2**31 - 1}, not {self.seed}")


@dataclass(frozen=True, slots=True)
class Progress:
    """A glance at a running solve."""

    elapsed: float
    best: int | float | None = None
    bound: int | float | None = None
    note: str = ""


class Run:
    """What a solver holds while it works: its limits, its options, and a line to the one who asked.

    The clock starts when the run is made. A solver reports what it finds and asks `stopped` often enough
    that the one who asked is not kept waiting.
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
        """Seconds left, never negative; None without a time limit."""
        return None if self.limits.time is None else max(0.0, self.limits.time - self.elapsed)

    @property
    def stopped(self) -> bool:
        """True when the solver must come to an end: cancelled, or out of time."""
        return self.cancel.is_set() or self.remaining == 0.0

    def report(self, best: Value | None = None, bound: Value | None = None, note: str = "") -> None:
        """Tell the one who asked; what is not said now keeps the value said last."""
        self._best = self._best if best is None else best
        self._bound = self._bound if bound is None else bound
        if self._progress is not None:
            self._progress(Progress(self.elapsed, to_number(self._best), to_number(self._bound), note))


@dataclass(frozen=True, slots=True)
class Option:
    """A key that `--set key=value` gives to a solver or a generator; its default tells its type."""

    name: str
    default: Any
    help: str
    choices: tuple[Any, ...] = ()
    lowest: float | None = None
    highest: float | None = None

    def read(self, value: Any) -> Any:
        """The value in the option's own type, from text or from a Python value."""
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


_TYPE_NAMES = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}


def read_options(known: Sequence[Option], given: Mapping[str, Any], owner: str) -> dict[str, Any]:
    by_name = {option.name: option for option in known}
    for key in given:
        if key not in by_name:
            has = f"it has {', '.join(by_name)}" if by_name else "it has none"
            raise BadInput(f"{owner} has no option {key!r}; {has}")
    return {
        option.name: option.read(given[option.name]) if option.name in given else option.default
        for option in known
    }
