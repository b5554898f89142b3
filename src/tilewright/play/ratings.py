"""Elo ratings with error bars, from games that share deals.

The model is the usual one (Bradley-Terry): an agent whose strength is s above another's takes 1 / (1 + exp(-s))
of the points between them, a draw counted as half. The strengths are those of greatest likelihood; one Elo
point is ln(10) / 400 of strength.

Two things need care:

- *A perfect score* would put the best strength at infinity. So each two agents that met are counted as having
  drawn one more game than they played: 40 wins of 40 give 400 log10(81) = 763 Elo, and the weight of that game
  fades as games are added.
- *Games of one deal are not independent*: a deal may suit whoever moves first, or whoever plays it. The error
  is taken from the spread between deals, not between games (the sandwich H^-1 G H^-1, where H is the
  information matrix and G sums the squared gradients of whole deals, scaled by D / (D - 1) for D deals).
  The game that was never played belongs to G, too, as half a win and half a loss: without it a perfect score
  would come with no error at all. With a single deal there is no spread to look at, and G is H itself.

`elo_error` is 1.96 standard errors: the half width of a 95 % interval.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["ELO", "Comparison", "Ratings", "expected_score", "mean_and_error", "rate"]

ELO = 400 / math.log(10)
"""Elo points in one unit of strength."""

NORMAL_95 = 1.959963984540054
"""Standard errors in the half width of a 95 % interval."""

_STEPS = 100
_PRECISION = 1e-10

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A game on a deal: the points of the agent `first` (1, 0.5 or 0) against the agent `second`."""

    deal: int
    first: int
    second: int
    points: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """Strengths that sum to zero, and how they vary together."""

    strength: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]

    def lead(self, agent: int) -> tuple[float, float]:
        """Elo of an agent over the mean of the others, and its error."""
        others = len(self.strength) - 1
        return self._contrast([1.0 if each == agent else -1 / others for each in range(others + 1)])

    def difference(self, first: int, second: int) -> tuple[float, float]:
        """Elo of one agent over another, and its error."""
        return self._contrast([float(each == first) - (each == second) for each in range(len(self.strength))])

    def _contrast(self, weights: Sequence[float]) -> tuple[float, float]:
        row = np.array(weights)
        variance = float(row @ np.array(self.covariance) @ row)
        return ELO * float(row @ np.array(self.strength)), ELO * NORMAL_95 * math.sqrt(max(0.0, variance))


def expected_score(elo: float) -> float:
    """The share of the points that so many Elo points more are worth."""
    return 0.5 * (1 + math.tanh(elo / ELO / 2))


def mean_and_error(values: Sequence[float]) -> tuple[float, float | None]:
    """The mean, and the half width of its 95 % interval; None for less than two values."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, None
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, NORMAL_95 * math.sqrt(variance / len(values))


def rate(agents: int, comparisons: Sequence[Comparison]) -> Ratings:
    """The ratings of greatest likelihood; every agent must be linked to every other by games."""
    games, points = np.zeros((agents, agents)), np.zeros((agents, agents))
    for each in comparisons:
        games[each.first, each.second] += 1
        games[each.second, each.first] += 1
        points[each.first, each.second] += each.points
        points[each.second, each.first] += 1 - each.points
    met = games > 0
    games, points = games + met, points + 0.5 * met
    strength = _likeliest(games, points)
    inverse = _inverse(_information(strength, games))
    covariance = inverse @ _spread(strength, games, comparisons) @ inverse
    return Ratings(tuple(strength.tolist()), tuple(map(tuple, covariance.tolist())))


def _shares(strength: Floats) -> Floats:
    """The share of the points that each agent expects from each other."""
    shares: Floats = 0.5 * (1 + np.tanh((strength[:, None] - strength[None, :]) / 2))
    return shares


def _information(strength: Floats, games: Floats) -> Floats:
    shares = _shares(strength)
    weights = games * shares * shares.T
    information: Floats = np.diag(weights.sum(axis=1)) - weights
    return information


def _inverse(information: Floats) -> Floats:
    """The inverse where it counts, between agents: to add the same to all strengths changes nothing."""
    return np.asarray(np.linalg.inv(information + 1 / len(information)), np.float64)


def _likelihood(strength: Floats, points: Floats) -> float:
    return -float((points * np.logaddexp(0.0, strength[None, :] - strength[:, None])).sum())


def _likeliest(games: Floats, points: Floats) -> Floats:
    """Newton's method, its steps halved while they lead down; the likelihood has a single peak."""
    strength = np.zeros(len(games))
    likelihood = _likelihood(strength, points)
    for _ in range(_STEPS):
        gradient = (points - games * _shares(strength)).sum(axis=1)
        step = _inverse(_information(strength, games)) @ gradient
        while _likelihood(strength + step, points) < likelihood and np.abs(step).max() > _PRECISION:
            step = step / 2
        strength += step
        likelihood = _likelihood(strength, points)
        if np.abs(step).max() <= _PRECISION:
            break
    strength -= strength.mean()
    return strength


def _spread(strength: Floats, games: Floats, comparisons: Sequence[Comparison]) -> Floats:
    """The matrix G: how far the deals pull the strengths apart."""
    shares = _shares(strength)
    pulls: dict[int, Floats] = {}
    for each in comparisons:
        pull = pulls.setdefault(each.deal, np.zeros(len(strength)))
        surprise = each.points - shares[each.first, each.second]
        pull[each.first] += surprise
        pull[each.second] -= surprise
    if len(pulls) < 2:
        return _information(strength, games)
    half_won = (games > 0) * (1 - shares) ** 2 / 4
    never_played = half_won + half_won.T
    spread: Floats = np.diag(never_played.sum(axis=1)) - never_played
    for pull in pulls.values():
        spread += np.outer(pull, pull) * len(pulls) / (len(pulls) - 1)
    return spread
