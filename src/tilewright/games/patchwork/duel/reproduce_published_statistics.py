"""The games of the paper: deals and statistics, with the errors of the paper's program and with corrections.

The paper "State Representation and Polyomino Placement for the Game Patchwork" (M. Z. Lagerkvist) reports on
100 games between two players who buy patches by formula (1) and lay them by ``bl-every+regret``. On average,
the first player plays 23.2 plies and the second player 23, and the branching factor is 83.2; the first player
wins 56 games. The paper's program has the errors listed in `PROGRAM_ERRORS`. For the branching factor, the
program counts only the placements of one patch, the last patch on offer that can be bought. With all these
errors, this module reproduces every digit of the paper's numbers.

A ply is an advance or a purchase, together with the 1x1 patch that the player may have to lay after it.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import fmean
from typing import Any

from tilewright.games.patchwork.agents.greedy import GreedyPlayer
from tilewright.games.patchwork.agents.greedy_published import PublishedPlayer
from tilewright.games.patchwork.duel.choose_placement import Placer
from tilewright.games.patchwork.duel.moves import Advance, Move
from tilewright.games.patchwork.duel.patch_set_and_edition import Variant
from tilewright.games.patchwork.duel.rules import SEVEN_BONUS, PatchworkState, opening
from tilewright.games.patchwork.pieces.patches import ONE_BY_ONE_COPIES, PATCH_COUNT

__all__ = [
    "CORRECTIONS",
    "PAPER",
    "PROGRAM_ERRORS",
    "PUBLISHED_DEALS",
    "PlayedGame",
    "Statistics",
    "measure",
    "play_game",
    "published_circle",
    "statistics_as_corrected",
]

PUBLISHED_DEALS = 100
FIRST_SEED = 42

PROGRAM_ERRORS: Mapping[str, str] = {
    "no-income-on-advancing": "A player who advances gets no income.",
    "no-1x1": "No player ever gets a 1x1 patch: because of an indexing error, the test for it always fails.",
    "no-7x7": "There is no bonus for a full 7x7 square.",
    "no-tie-break": "Equal scores are a draw.",
    "published-value": "The patch value, in points per time step, omits the factor B of formula (1), has a"
    " divisor that can be one step too large, and is compared with the buttons for all steps of an advance"
    " instead of the button for one step.",
    "corner": "Patch 4 is a corner of three squares; in the box it is a 2 x 2 square.",
}
"""The errors of the paper's program; each key is a short name of an error."""

CORRECTIONS: Mapping[str, str] = {
    "no-income-on-advancing": "with income on advancing",
    "no-1x1": "and 1x1 patches",
    "no-7x7": "and the 7x7",
    "no-tie-break": "and the tie-break",
    "published-value": "and formula (1)",
    "corner": "and patch 4 as in the box: the true game",
}
"""For each error, in the order of correction: the name of the first table row in which it is corrected.

Each row also has the corrections of the rows above it, so most names begin with "and".
"""

PAPER: Mapping[str, float] = {"plies_first": 23.2, "plies_second": 23.0, "first_wins": 56, "branching": 83.2}
"""The numbers that the paper reports."""


# --- Deals --------------------------------------------------------------------------------------------


class _GecodeRandom:
    """Gecode's random generator, which the published program uses: two 16-bit draws make one number."""

    def __init__(self, seed: int) -> None:
        self._state = seed or 1

    def _next_half(self) -> int:
        state = (48271 * (self._state % 44488) - 3399 * (self._state // 44488)) % 2**32
        self._state = state or 1
        return self._state % 2**16

    def below(self, number: int) -> int:
        high, low = self._next_half(), self._next_half()
        return number * ((high << 16 | low) % 2**31) >> 31


def published_circle(game: int) -> tuple[int, ...]:
    """Return the circle of a game of the published program.

    Games are numbered from 0; the program plays the first 100.
    """
    numbers = _GecodeRandom(FIRST_SEED + game)
    circle = list(range(2, PATCH_COUNT))
    for index in range(len(circle) - 1):
        other = index + numbers.below(len(circle) - index)
        circle[index], circle[other] = circle[other], circle[index]
    return (*circle, 1)


# --- One game -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The statistics of one game."""

    plies: tuple[int, int]
    scores: tuple[int, int]
    winner: int | None
    last_patch: tuple[int, ...]
    """For each ply: the number of placements of the last patch on offer that the player can buy; 1 if the
    player can buy no patch."""
    choices: tuple[int, ...]
    """For each ply: the number of legal moves."""


def _player(errors: Collection[str], placer: Placer) -> GreedyPlayer:
    kind = PublishedPlayer if "published-value" in errors else GreedyPlayer
    # In the paper's program, no player ever gets a 1x1 patch. So the program, when it places a patch, always
    # assumes that all five 1x1 patches are still to come.
    return kind(placer, ONE_BY_ONE_COPIES if "no-1x1" in errors else None)


def play_game(circle: tuple[int, ...], errors: Collection[str], placer: Placer) -> PlayedGame:
    """Play one game, with the given errors, between two players that use the same strategy."""
    player, rng = _player(errors, placer), random.Random(0)
    state = opening(circle, Variant("paper" if "corner" in errors else "box"))
    if "no-1x1" in errors:
        state = replace(state, specials=())
    plies, last_patch, choices = [0, 0], [], []
    while not state.over:
        if not state.pending:
            plies[state.to_move] += 1
            counts = [count for patch in state.offer if (count := sum(1 for _ in state.purchases(patch)))]
            last_patch.append(counts[-1] if counts else 1)
            choices.append(1 + sum(counts))
        state = _after(state, player.choose(state, rng), errors)
    first, second = state.scores()
    if "no-7x7" in errors:
        first, second = first - SEVEN_BONUS * (state.bonus == 0), second - SEVEN_BONUS * (state.bonus == 1)
    winner_of_tie = None if "no-tie-break" in errors else state.first_home
    winner = winner_of_tie if first == second else int(second > first)
    return PlayedGame((plies[0], plies[1]), (first, second), winner, tuple(last_patch), tuple(choices))


def _after(state: PatchworkState, move: Move, errors: Collection[str]) -> PatchworkState:
    """Return the position after a move.

    If `errors` contains ``no-income-on-advancing``, an advance brings no income.
    """
    after = state.play(move)
    if not isinstance(move, Advance) or "no-income-on-advancing" not in errors:
        return after
    mover = state.to_move
    side_before, side_after = state.sides[mover], after.sides[mover]
    steps = side_after.time - side_before.time
    without_income = replace(side_after, buttons=side_before.buttons + steps)
    sides = (without_income, after.sides[1]) if mover == 0 else (after.sides[0], without_income)
    return replace(after, sides=sides)


# --- Many games ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Statistics:
    """Means and counts over a number of games."""

    games: int
    plies_first: float
    plies_second: float
    first_wins: int
    draws: int
    branching: float
    """The mean branching factor as the program counts it: the mean of `PlayedGame.last_patch`."""
    true_branching: float
    """The mean number of legal moves."""
    score: float
    """The mean score over both players."""

    @classmethod
    def of(cls, games: Iterable[PlayedGame]) -> Statistics:
        played = list(games)
        return cls(
            games=len(played),
            plies_first=fmean(game.plies[0] for game in played),
            plies_second=fmean(game.plies[1] for game in played),
            first_wins=sum(game.winner == 0 for game in played),
            draws=sum(game.winner is None for game in played),
            branching=fmean(count for game in played for count in game.last_patch),
            true_branching=fmean(count for game in played for count in game.choices),
            score=fmean(score for game in played for score in game.scores),
        )

    def to_json(self) -> dict[str, Any]:
        return {name: round(value, 4) for name, value in asdict(self).items()}


def measure(circles: Iterable[tuple[int, ...]], errors: Collection[str]) -> Statistics:
    """Play a game on each circle, with the given errors of `PROGRAM_ERRORS`; return the statistics."""
    placer = Placer()
    return Statistics.of(play_game(circle, errors, placer) for circle in circles)


def statistics_as_corrected(circles: Sequence[tuple[int, ...]]) -> dict[str, Statistics]:
    """Return the statistics with all errors, and after each of the successive corrections."""
    errors = set(PROGRAM_ERRORS)
    statistics = {"as published": measure(circles, errors)}
    for error, name in CORRECTIONS.items():
        errors.remove(error)
        statistics[name] = measure(circles, errors)
    return statistics
