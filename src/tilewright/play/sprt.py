"""A sequential test between two agents: games are played until it is clear which of two strengths is likelier.

Two hypotheses stand against each other: the first agent is `elo0` stronger than the second, or it is `elo1`
stronger. After each deal the test weighs them by the logarithm of their likelihood ratio (LLR) and stops when
that leaves the interval between `lower` and `upper`; then the hypothesis that won is wrong in about 5 % of all
cases (Wald's sequential probability ratio test with both error rates at 5 %).

The points of a deal (two games with the seats swapped, as a share: 0, 1/4, 1/2, 3/4 or 1) are one observation,
since games on one deal are not independent. Their spread is not part of the hypotheses and is estimated from
the games (a generalised test): for n deals with mean m and variance v, and shares s0 and s1 of the points
expected at elo0 and elo1, the normal approximation of the LLR is

    n (s1 - s0) (2 m - s0 - s1) / (2 v).

*Few deals* may show no spread at all, and v = 0 would decide everything at once. So one more deal than was
played is counted in v, half of it won and half of it lost.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tilewright.errors import BadInput
from tilewright.play.ratings import expected_score

__all__ = ["ERROR_RATE", "Sprt", "Weighed", "log_likelihood_ratio"]

ERROR_RATE = 0.05
"""How often either hypothesis may win though the other one is true."""

_MOST_ELO = 1000


@dataclass(frozen=True, slots=True)
class Weighed:
    """What the test says after some deals: `accepted` (elo1 is likelier), `rejected` (elo0 is) or `open`."""

    decision: str
    llr: float
    deals: int


@dataclass(frozen=True, slots=True)
class Sprt:
    """The two strengths that are held against each other, in Elo of the first agent over the second."""

    elo0: float
    elo1: float

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """``0,10``"""
        try:
            elo0, elo1 = (float(part) for part in text.split(","))
        except ValueError:
            raise BadInput(f"a test is written as two Elo figures, 0,10, not {text[:40]!r}") from None
        if not -_MOST_ELO <= elo0 < elo1 <= _MOST_ELO:
            raise BadInput(
                f"the Elo figures of a test must grow, and lie between -{_MOST_ELO} and {_MOST_ELO}:"
                f" 0,10, not {text[:40]!r}"
            )
        return cls(elo0, elo1)

    @property
    def upper(self) -> float:
        return math.log((1 - ERROR_RATE) / ERROR_RATE)

    @property
    def lower(self) -> float:
        return -self.upper

    def weigh(self, shares: Iterable[float]) -> Weighed:
        """Read the deals in their order, up to the one that decides; later ones do not count."""
        share0, share1 = expected_score(self.elo0), expected_score(self.elo1)
        deals, points, squares, llr = 0, 0.0, 0.0, 0.0
        for share in shares:
            deals, points, squares = deals + 1, points + share, squares + share**2
            llr = log_likelihood_ratio(deals, points, squares, share0, share1)
            if not self.lower < llr < self.upper:
                break
        decision = "accepted" if llr >= self.upper else "rejected" if llr <= self.lower else "open"
        return Weighed(decision, llr, deals)

    def to_json(self, weighed: Weighed) -> dict[str, Any]:
        return {
            "elo0": self.elo0,
            "elo1": self.elo1,
            "llr": round(weighed.llr, 4),
            "lower": round(self.lower, 4),
            "upper": round(self.upper, 4),
            "decision": weighed.decision,
            "games": 2 * weighed.deals,
        }


def log_likelihood_ratio(deals: int, points: float, squares: float, share0: float, share1: float) -> float:
    """By how much the deals speak for `share1` against `share0`, as a natural logarithm.

    `points` is the sum of the shares that the deals brought, `squares` the sum of their squares.
    """
    mean = points / deals
    spread = squares - points * mean + (mean**2 + (1 - mean) ** 2) / 2
    return deals * (deals + 1) * (share1 - share0) * (2 * mean - share0 - share1) / (2 * spread)
