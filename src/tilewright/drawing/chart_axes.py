"""The axes of plots: the position of each value, the ticks, and the labels of the ticks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["CountAxis", "LogAxis", "duration", "plain", "round_step"]

_MOST_TICKS = 6
_SMALLEST = 1e-6


@dataclass(frozen=True, slots=True)
class LogAxis:
    """A logarithmic axis: `low` is at the position `start`, `high` at the position `end`."""

    low: float
    high: float
    start: float
    end: float

    @classmethod
    def over(cls, values: Iterable[float], start: float, end: float, least: float = 10.0) -> LogAxis:
        """Return an axis that covers all values; the ratio of `high` to `low` is at least `least`."""
        known = [max(value, _SMALLEST) for value in values] or [1.0]
        low, high = _step_down(min(known)), _step_up(max(known))
        while high / low < 0.999 * least:
            low, high = (_step_down(low * 0.99), high) if high > max(known) else (low, _step_up(high * 1.01))
        return cls(low, high, start, end)

    def at(self, value: float) -> float:
        share = math.log(max(value, _SMALLEST) / self.low) / math.log(self.high / self.low)
        return self.start + (self.end - self.start) * share

    def ticks(self) -> list[float]:
        """Return the values to label: powers of ten, and values between them if the axis is short."""
        first, last = math.floor(math.log10(self.low) + 1e-9), math.ceil(math.log10(self.high) - 1e-9)
        ticks = self._ticks(first, last, (1,))
        if last - first >= 2 and len(ticks) >= 2:
            return ticks
        ticks = self._ticks(first, last, (1, 2, 5))
        return ticks if len(ticks) > 2 else self._ticks(first, last, (1, 2, 3, 4, 5, 6, 8))

    def _ticks(self, first: int, last: int, factors: Sequence[int]) -> list[float]:
        every = max(1, math.ceil((last - first + 1) / (_MOST_TICKS + 1)))
        powers = [10.0**power for power in range(first, last + 1) if power % every == 0]
        ticks = [factor * power for power in powers for factor in factors]
        return [tick for tick in ticks if self.low * 0.999 <= tick <= self.high * 1.001]


@dataclass(frozen=True, slots=True)
class CountAxis:
    """A linear axis of whole numbers: 0 is at the position `start`, `high` at the position `end`."""

    high: int
    start: float
    end: float

    def at(self, value: float) -> float:
        return self.start + (self.end - self.start) * value / max(1, self.high)

    def ticks(self) -> list[float]:
        step = max(1, int(round_step(max(1, self.high), _MOST_TICKS)))
        return [float(tick) for tick in range(0, self.high + 1, step)]


def duration(seconds: float) -> str:
    """Format a time with the unit s, ms or µs."""
    for unit, name in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= unit * 0.9999:
            return f"{seconds / unit:.10g} {name}"
    return f"{seconds / 1e-6:.10g} µs"


def plain(value: float) -> str:
    """Format a number without a unit, such as a size or a ratio, with thousands separators."""
    return f"{value:,.0f}".replace(",", "\N{NARROW NO-BREAK SPACE}") if value >= 1 else f"{value:.10g}"


def round_step(span: float, most: int) -> float:
    """Return the smallest step that divides the span into at most `most` parts.

    A step is 1, 2 or 5 times a power of ten.
    """
    power = 10.0 ** math.floor(math.log10(span / most))
    return next(times * power for times in (1, 2, 5, 10, 20) if span / (times * power) <= most + 1e-9)


def _step_down(value: float) -> float:
    """Return the largest number that is 1, 2 or 5 times a power of ten and not larger than the value."""
    power = 10.0 ** math.floor(math.log10(value) + 1e-9)
    return max(factor * power for factor in (1, 2, 5) if factor == 1 or factor * power <= value * 1.0001)


def _step_up(value: float) -> float:
    """Return the smallest number that is 1, 2 or 5 times a power of ten and not smaller than the value."""
    power = 10.0 ** math.floor(math.log10(value) + 1e-9)
    return min(factor * power for factor in (1, 2, 5, 10) if factor * power >= value * 0.9999)
