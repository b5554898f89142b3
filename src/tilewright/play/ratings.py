"""Elo ratings with error bars, from games on common deals.

The model is Bradley-Terry: if the strengths of two agents differ by s, the stronger one is expected to get a
share of 1 / (1 + exp(-s)) of the points in their games, where a draw counts as half a point. The strengths are
maximum likelihood estimates; one Elo point is a strength of ln(10) / 400.

Two details:

- *A perfect score* would lead to an infinite strength. So one additional draw is counted for each pair of
  agents that have played each other: 40 wins in 40 games result in 400 log10(81) = 763 Elo. The weight of that
  draw decreases as games are added.
- *Games on one deal are not independent*: a deal may favour the first player, or a certain agent. The error is
  estimated from the variance between deals, not between games (the sandwich estimator H^-1 G H^-1, where H is
  the information matrix and G sums the squared gradients of whole deals, scaled by D / (D - 1) for D deals). G
  also includes the additional draw, as half a win and half a loss; otherwise the error of a perfect score would
  be 0. With a single deal there is no variance between deals, and G is H.

`elo_error` is 1.96 standard errors: the half-width of a 95% interval.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["ELO", "Comparison", "Ratings", "expected_score", "mean_and_error", "rate"]

ELO = 400 / math.log(10)
"""The number of Elo points per unit of strength."""

NORMAL_95 = 1.959963984540054
"""The half-width of a 95% interval, in standard errors."""

_STEPS = 100
_PRECISION = 1e-10

Array: TypeAlias = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A game on a deal: the points of the agent `first` (1, 0.5 or 0) against the agent `second`."""

    deal: int
    first: int
    second: int
    points: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """Strengths that sum to zero, and their covariance matrix."""

    strength: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]

    def lead(self, agent: int) -> tuple[float, float]:
        """Return an agent's Elo lead over the mean of the others, and the half-width of its 95% interval."""
        others = len(self.strength) - 1
        return self._contrast([1.0 if each == agent else -1 / others for each in range(others + 1)])

    def difference(self, first: int, second: int) -> tuple[float, float]:
        """Return the Elo lead of one agent over another, and the half-width of its 95% interval."""
        return self._contrast([float(each == first) - (each == second) for each in range(len(self.strength))])

    def _contrast(self, weights: Sequence[float]) -> tuple[float, float]:
        variance = float(np.array(weights) @ self.covariance @ weights)
        lead = float(np.dot(weights, self.strength))
        return ELO * lead, ELO * NORMAL_95 * math.sqrt(max(0.0, variance))


def expected_score(elo: float) -> float:
    """Return the expected share of the points for a lead of `elo` Elo points."""
    return 0.5 * (1 + math.tanh(elo / ELO / 2))


def mean_and_error(values: Sequence[float]) -> tuple[float, float | None]:
    """Return the mean and the half-width of its 95% interval (None for fewer than two values)."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, None
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, NORMAL_95 * math.sqrt(variance / len(values))


def rate(agents: int, comparisons: Sequence[Comparison]) -> Ratings:
    """Return the maximum likelihood ratings; a chain of games must connect any two agents."""
    games, points = np.zeros((agents, agents)), np.zeros((agents, agents))
    for each in comparisons:
        games[each.first, each.second] += 1
        games[each.second, each.first] += 1
        points[each.first, each.second] += each.points
        points[each.second, each.first] += 1 - each.points
    points += 0.5 * (games > 0)
    games += games > 0
    strength = _maximise_likelihood(games, points)
    inverse = _inverse_on_differences(_information(strength, games))
    covariance = inverse @ _spread(strength, games, comparisons) @ inverse
    return Ratings(tuple(strength.tolist()), tuple(map(tuple, covariance.tolist())))


def _shares(strength: Array) -> Array:
    """Return the expected share of the points of each agent against each other agent, as a matrix."""
    return 0.5 * (1 + np.tanh((strength[:, None] - strength) / 2))


def _information(strength: Array, games: Array) -> Array:
    shares = _shares(strength)
    return _laplacian(games * shares * shares.T)


def _laplacian(weights: Array) -> Array:
    """Return the diagonal matrix of the row sums minus the weights."""
    return np.diag(weights.sum(axis=1)) - weights


def _inverse_on_differences(information: Array) -> Array:
    """Return the inverse on the space of strength differences.

    The whole matrix is singular, because adding a constant to all strengths changes nothing.
    """
    return np.linalg.inv(information + 1 / len(information))


def _likelihood(strength: Array, points: Array) -> float:
    return -float((points * np.logaddexp(0, strength - strength[:, None])).sum())


def _maximise_likelihood(games: Array, points: Array) -> Array:
    """Maximise the likelihood by Newton's method with step halving; the likelihood is concave."""
    strength: Array = np.zeros(len(games))
    likelihood = _likelihood(strength, points)
    for _ in range(_STEPS):
        gradient = (points - games * _shares(strength)).sum(axis=1)
        step: Array = _inverse_on_differences(_information(strength, games)) @ gradient
        while _likelihood(strength + step, points) < likelihood and abs(step).max() > _PRECISION:
            step /= 2
        strength = strength + step
        likelihood = _likelihood(strength, points)
        if abs(step).max() <= _PRECISION:
            break
    strength -= strength.mean()
    return strength


def _spread(strength: Array, games: Array, comparisons: Sequence[Comparison]) -> Array:
    """Return the matrix G: the sum of the squared gradients of the deals."""
    shares = _shares(strength)
    gradients: dict[int, Array] = {}
    for each in comparisons:
        gradient = gradients.setdefault(each.deal, np.zeros(len(strength)))
        residual = each.points - shares[each.first, each.second]
        gradient[each.first] += residual
        gradient[each.second] -= residual
    if len(gradients) < 2:
        return _information(strength, games)
    half_won = (games > 0) * (1 - shares) ** 2 / 4
    of_deals = np.array(list(gradients.values()))
    scale = len(gradients) / (len(gradients) - 1)
    spread: Array = _laplacian(half_won + half_won.T) + scale * of_deals.T @ of_deals
    return spread
