"""Geometric means of ratios, with 95% confidence intervals.

The interval is computed with Student's t-distribution, on the assumption that the logarithms of the ratios are
normally distributed. This method needs no random resampling, and three samples are enough.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, geometric_mean, stdev
from typing import NamedTuple

__all__ = ["Mean", "student"]

MIN_SAMPLES = 3
"""The minimum number of samples for an interval; with fewer samples, the interval would be uselessly wide."""

_NORMAL = 1.959963984540054
_STUDENT = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139)


class Mean(NamedTuple):
    """The geometric mean of positive numbers, and the ends of its confidence interval (None: no interval)."""

    value: float
    low: float | None = None
    high: float | None = None

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean:
        """Return the mean, with a 95% confidence interval if there are at least `MIN_SAMPLES` values."""
        if len(values) < MIN_SAMPLES:
            return cls(values[0] if len(values) == 1 else geometric_mean(values))
        logs = [math.log(value) for value in values]
        centre = fmean(logs)
        half_width = student(len(logs) - 1) * stdev(logs) / math.sqrt(len(logs))
        return cls(math.exp(centre), math.exp(centre - half_width), math.exp(centre + half_width))


def student(freedom: int) -> float:
    """Return the 97.5% quantile of Student's t-distribution.

    For up to ten degrees of freedom it is read from a table; for more, it is computed with a series expansion
    around the quantile of the normal distribution.
    """
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    z = _NORMAL
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
