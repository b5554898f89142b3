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
  the information matrix and G is the sum of the outer products g g^T of the gradients g of whole deals, scaled
  by D / (D - 1) for D deals). G also includes the additional draws, each as half a win and half a loss;
  otherwise the error of a perfect score would be far too small. With a single deal there is no variance between
  deals, so G is H.

`elo_error` in the standings is 1.96 standard errors: the half-width of a 95% interval.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["ELO", "Comparison", "Ratings", "expected_score", "mean_and_error", "rate"]

ELO = 400 / math.log(10)
"""The number of Elo points per unit of strength."""

NORMAL_95 = 1.959963984540054
"""The half-width of a 95% interval, in standard errors."""

_STEPS = 100
_PRECISION = 1e-10

Matrix: TypeAlias = list[list[float]]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of two agents on a deal: the points of `first` (1, 0.5 or 0) against `second`.

    In a two-player game, the result comes from one game between the two agents. In a one-player game, it comes
    from comparing the scores of the two agents' games.
    """

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
        variance = _dot(weights, _times(self.covariance, weights))
        return ELO * _dot(weights, self.strength), ELO * NORMAL_95 * math.sqrt(max(0.0, variance))


def expected_score(elo: float) -> float:
    """Return the expected share of the points for a lead of `elo` Elo points."""
    return 0.5 * (1 + math.tanh(elo / ELO / 2))


def mean_and_error(values: Sequence[float]) -> tuple[float, float | None]:
    """Return the mean and the half-width of its 95% interval (None for a single value)."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, None
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, NORMAL_95 * math.sqrt(variance / len(values))


def rate(agents: int, comparisons: Sequence[Comparison]) -> Ratings:
    """Return the maximum likelihood ratings; a chain of games must connect any two agents."""
    games, points = _zeros(agents), _zeros(agents)
    for each in comparisons:
        for agent, other, share in (
            (each.first, each.second, each.points),
            (each.second, each.first, 1 - each.points),
        ):
            games[agent][other] += 1
            points[agent][other] += share
    for agent in range(agents):
        for other in range(agents):
            if games[agent][other]:
                games[agent][other] += 1
                points[agent][other] += 0.5
    strength = _maximise_likelihood(games, points)
    inverse = _inverse_on_differences(_information(strength, games))
    covariance = _product(_product(inverse, _spread(strength, games, comparisons)), inverse)
    return Ratings(tuple(strength), tuple(map(tuple, covariance)))


def _shares(strength: Sequence[float]) -> Matrix:
    """Return, as a matrix, each agent's expected share of the points against every other agent."""
    return [[0.5 * (1 + math.tanh((own - other) / 2)) for other in strength] for own in strength]


def _information(strength: Sequence[float], games: Matrix) -> Matrix:
    shares = _shares(strength)
    return _laplacian(
        [
            [games[row][column] * shares[row][column] * shares[column][row] for column in range(len(games))]
            for row in range(len(games))
        ]
    )


def _inverse_on_differences(information: Matrix) -> Matrix:
    """Return the inverse on the subspace of strengths that sum to zero.

    The whole matrix is singular, because adding a constant to all strengths changes nothing.
    """
    size = len(information)
    return _inverse([[value + 1 / size for value in row] for row in information])


def _log_likelihood(strength: Sequence[float], points: Matrix) -> float:
    return -sum(
        points[row][column] * _log_one_plus_exp(other - own)
        for row, own in enumerate(strength)
        for column, other in enumerate(strength)
    )


def _log_one_plus_exp(value: float) -> float:
    """Return log(1 + exp(value)) without overflow."""
    return max(value, 0.0) + math.log1p(math.exp(-abs(value)))


def _maximise_likelihood(games: Matrix, points: Matrix) -> list[float]:
    """Maximise the log-likelihood, which is concave, by Newton's method with step halving."""
    strength = [0.0] * len(games)
    best = _log_likelihood(strength, points)
    for _ in range(_STEPS):
        shares = _shares(strength)
        gradient = [
            sum(won - played * share for won, played, share in zip(*rows, strict=True))
            for rows in zip(points, games, shares, strict=True)
        ]
        step = _times(_inverse_on_differences(_information(strength, games)), gradient)
        while _log_likelihood(_sum(strength, step), points) < best and max(map(abs, step)) > _PRECISION:
            step = [value / 2 for value in step]
        strength = _sum(strength, step)
        best = _log_likelihood(strength, points)
        if max(map(abs, step)) <= _PRECISION:
            break
    mean = sum(strength) / len(strength)
    return [value - mean for value in strength]


def _spread(strength: Sequence[float], games: Matrix, comparisons: Sequence[Comparison]) -> Matrix:
    """Return the matrix G, which the docstring of this module explains."""
    size = len(strength)
    shares = _shares(strength)
    gradients: dict[int, list[float]] = {}
    for each in comparisons:
        gradient = gradients.setdefault(each.deal, [0.0] * size)
        residual = each.points - shares[each.first][each.second]
        gradient[each.first] += residual
        gradient[each.second] -= residual
    if len(gradients) < 2:
        return _information(strength, games)
    half_won = [
        [(1 - shares[row][column]) ** 2 / 4 if games[row][column] else 0.0 for column in range(size)]
        for row in range(size)
    ]
    spread = _laplacian(
        [[half_won[row][column] + half_won[column][row] for column in range(size)] for row in range(size)]
    )
    scale = len(gradients) / (len(gradients) - 1)
    for gradient in gradients.values():
        for row, first in enumerate(gradient):
            if first:
                for column, second in enumerate(gradient):
                    spread[row][column] += first * second * scale
    return spread


# --- Small matrices, in plain Python: importing NumPy takes longer than rating the agents -----------------


def _zeros(size: int) -> Matrix:
    return [[0.0] * size for _ in range(size)]


def _laplacian(weights: Matrix) -> Matrix:
    """Return the Laplacian matrix: the diagonal matrix of the row sums, minus the weights."""
    return [
        [(sum(row) if index == column else 0.0) - value for column, value in enumerate(row)]
        for index, row in enumerate(weights)
    ]


def _sum(first: Sequence[float], second: Sequence[float]) -> list[float]:
    return [one + other for one, other in zip(first, second, strict=True)]


def _dot(first: Sequence[float], second: Sequence[float]) -> float:
    return sum(one * other for one, other in zip(first, second, strict=True))


def _times(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
    return [_dot(row, vector) for row in matrix]


def _product(first: Matrix, second: Matrix) -> Matrix:
    columns = list(zip(*second, strict=True))
    return [[_dot(row, column) for column in columns] for row in first]


def _inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a matrix by Gauss-Jordan elimination with partial pivoting."""
    size = len(matrix)
    rows = [[*row, *(float(index == column) for column in range(size))] for index, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda index: abs(rows[index][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for index, row in enumerate(rows):
            if index != column and (factor := row[column]):
                rows[index] = [value - factor * other for value, other in zip(row, rows[column], strict=True)]
    return [row[size:] for row in rows]
