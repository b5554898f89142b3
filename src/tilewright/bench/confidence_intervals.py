"""Means of ratios, with intervals that hold the true mean in 95 of 100 cases.

Times vary by factors, so means are taken of logarithms, and the interval is Student's: the same figures give
the same interval, and three samples an honest, wide one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, geometric_mean, stdev

__all__ = ["Mean", "student"]

ENOUGH = 3
"""Fewer samples give an interval that says nothing."""

_NORMAL = 1.959963984540054
_STUDENT = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139)


@dataclass(frozen=True, slots=True)
class Mean:
    """The geometric mean of positive numbers, with an interval where they are enough."""

    value: float
    low: float | None = None
    high: float | None = None

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean:
        if len(values) < ENOUGH:
            return cls(values[0] if len(values) == 1 else geometric_mean(values))
        logs = [math.log(value) for value in values]
        middle = fmean(logs)
        reach = student(len(logs) - 1) * stdev(logs) / math.sqrt(len(logs))
        return cls(math.exp(middle), math.exp(middle - reach), math.exp(middle + reach))


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution: a table, then its expansion around the normal one."""
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    z = _NORMAL
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
