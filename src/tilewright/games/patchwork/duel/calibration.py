"""Calibration: does the player to move win 70% of the positions with a predicted win chance of 70%?

The positions are taken from recorded games. Positions that the endgame solver has solved are left out, because
their winner is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.games.patchwork.agents import mcts
from tilewright.games.patchwork.duel import state_kernel as kernel
from tilewright.games.patchwork.duel.learned_value_network_and_weights import Calibration
from tilewright.games.patchwork.duel.self_play_recordings import QUIET_RECIPE, GameRecorder, Recording

__all__ = ["Bin", "fit_calibration", "recorded", "reliability", "reliability_text"]

BINS = 10
NEWTON_STEPS = 20

Floats = NDArray[np.float64]


class Bin(NamedTuple):
    """Statistics of the positions whose win chance is between two limits."""

    lowest: float
    highest: float
    positions: int
    expected: float
    """The mean of the calibrated win chances of the positions."""
    won: float
    """The share of positions in which the player to move won the game."""

    @property
    def error(self) -> float:
        """The share of wins minus the mean win chance."""
        return self.won - self.expected


def _log_odds_and_wins(recordings: Sequence[Recording]) -> tuple[Floats, Floats]:
    """Return the log-odds of the search's value and the result of the game for each unsolved position.

    Positions inside search trees are left out. The values and the results (1 for a win, 0 for a loss) are those
    of the player to move.
    """
    log_odds, wins = [], []
    for recording in recordings:
        rows = (recording.ply >= 0) & ~recording.solved
        first_moves = recording.states[rows, kernel.MOVER] == 0
        value = recording.best[rows].astype(np.float64)
        chance = np.clip(np.where(first_moves, value, 1 - value), 1e-6, 1 - 1e-6)
        log_odds.append(np.log(chance / (1 - chance)))
        wins.append((recording.winner[recording.game[rows]] == 0) == first_moves)
    return np.concatenate(log_odds), np.concatenate(wins).astype(np.float64)


def recorded(games: int, seed: int, iterations: int) -> Recording:
    """Record games of the agent mcts against itself.

    The first few moves are drawn at random, with probabilities in proportion to their visits. All later moves
    are the best moves of the search or, in positions that the endgame solver solves, of that solver.
    """
    recipe = QUIET_RECIPE._replace(iterations=iterations)
    return GameRecorder(mcts.method(), mcts.SETTINGS, recipe).record(games, f"reliability {seed}")


def fit_calibration(recordings: Sequence[Recording]) -> Calibration:
    """Return the calibration that makes the results of the games most likely.

    This is Platt scaling; the parameters are found by Newton's method.
    """
    log_odds, wins = _log_odds_and_wins(recordings)
    inputs = np.stack([log_odds, np.ones_like(log_odds)], 1)
    parameters = np.array([1.0, 0.0])
    for _ in range(NEWTON_STEPS):
        chance = 1 / (1 + np.exp(-inputs @ parameters))
        gradient = inputs.T @ (wins - chance)
        curvature = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + 1e-9 * np.eye(2)
        parameters += np.linalg.solve(curvature, gradient)
    return Calibration(round(float(parameters[0]), 4), round(float(parameters[1]), 4))


def reliability(recordings: Sequence[Recording], calibration: Calibration) -> list[Bin]:
    """Group the positions of recorded games into ten bins by their calibrated win chance.

    If a bin is empty, both its mean win chance and its share of wins are the middle of the bin.
    """
    log_odds, wins = _log_odds_and_wins(recordings)
    chances = 1 / (1 + np.exp(-calibration.slope * log_odds - calibration.offset))
    numbers = np.minimum((chances * BINS).astype(np.int64), BINS - 1)
    bins = []
    for number in range(BINS):
        rows = numbers == number
        count = int(rows.sum())
        middle = (number + 0.5) / BINS
        expected, won = (float(column[rows].mean()) if count else middle for column in (chances, wins))
        bins.append(Bin(number / BINS, (number + 1) / BINS, count, expected, won))
    return bins


def reliability_text(bins: Sequence[Bin]) -> str:
    """Return the reliability diagram as text: one line for each bin."""
    lines = [f"{'win chance':>14}  positions  expected     won   error"]
    for each in bins:
        limits = f"{100 * each.lowest:3.0f} to {100 * each.highest:3.0f}%"
        lines.append(
            f"{limits:>14}  {each.positions:9}  {each.expected:8.1%}  {each.won:6.1%}  {100 * each.error:+6.1f}"
        )
    return "\n".join(lines)
