"""A sequential test between two agents, which ends as soon as the games clearly favour one of two hypotheses.

The hypotheses are that the first agent is `elo0` Elo points stronger than the second, and that it is `elo1`
points stronger. After each deal the test computes the logarithm of the likelihood ratio (LLR) of the second
hypothesis to the first, and stops when the LLR leaves the interval from `lower` to `upper`. If one of the
hypotheses is true, the test accepts the other one with a probability of about 5% (Wald's sequential probability
ratio test with both error rates at 5%).

One observation is the first agent's share of the points of a deal, because games on one deal are not
independent. The share is 0, 1/4, 1/2, 3/4 or 1 for two games with swapped seats, and 0, 1/2 or 1 if the scores
of one-player games are compared. The variance of the shares is not part of the hypotheses and is estimated from
the games (a generalised test): for n deals with mean m and variance v, and shares s0 and s1 of the points
expected at elo0 and elo1, the normal approximation of the LLR is

    n (s1 - s0) (2 m - s0 - s1) / (2 v).

If the first deals all have the same share, the variance is 0, which would end the test at once. So v includes
one additional deal, which counts as half a deal with share 1 and half a deal with share 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tilewright.errors import BadInput
from tilewright.play.ratings import expected_score

__all__ = ["ERROR_RATE", "Sprt", "SprtState", "log_likelihood_ratio"]

ERROR_RATE = 0.05
"""The probability of accepting one hypothesis although the other one is true."""

_MOST_ELO = 1000


@dataclass(frozen=True, slots=True)
class SprtState:
    """The state of the test after some deals.

    The decision is `accepted` (hypothesis elo1), `rejected` (hypothesis elo0) or `open`.
    """

    decision: str
    llr: float
    deals: int


@dataclass(frozen=True, slots=True)
class Sprt:
    """The two hypotheses, as leads of the first agent over the second in Elo points."""

    elo0: float
    elo1: float

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """Return the test for two Elo figures such as ``0,10``."""
        try:
            elo0, elo1 = (float(part) for part in text.split(","))
        except ValueError:
            raise BadInput(f"expected two Elo figures for the test, such as 0,10, not {text[:40]!r}") from None
        if not -_MOST_ELO <= elo0 < elo1 <= _MOST_ELO:
            raise BadInput(
                f"expected two increasing Elo figures between -{_MOST_ELO} and {_MOST_ELO} for the test,"
                f" such as 0,10, not {text[:40]!r}"
            )
        return cls(elo0, elo1)

    @property
    def upper(self) -> float:
        return math.log((1 - ERROR_RATE) / ERROR_RATE)

    @property
    def lower(self) -> float:
        return -self.upper

    def weigh(self, shares: Iterable[float]) -> SprtState:
        """Return the state of the test when it is decided, or after all deals if it stays open.

        `shares` contains the first agent's share of the points for each deal.
        """
        share0, share1 = expected_score(self.elo0), expected_score(self.elo1)
        deals, points, squares, llr = 0, 0.0, 0.0, 0.0
        for share in shares:
            deals, points, squares = deals + 1, points + share, squares + share**2
            llr = log_likelihood_ratio(deals, points, squares, share0, share1)
            if not self.lower < llr < self.upper:
                break
        decision = "accepted" if llr >= self.upper else "rejected" if llr <= self.lower else "open"
        return SprtState(decision, llr, deals)

    def to_json(self, weighed: SprtState) -> dict[str, Any]:
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
    """Return the logarithm of the likelihood ratio of `share1` to `share0`.

    `points` is the sum of the shares of all deals, `squares` the sum of their squares.
    """
    mean = points / deals
    spread = squares - points * mean + (mean**2 + (1 - mean) ** 2) / 2
    return deals * (deals + 1) * (share1 - share0) * (2 * mean - share0 - share1) / (2 * spread)
