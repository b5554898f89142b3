"""The games of the paper: its loop with its slips, its hundred deals, its statistics; and the true ones.

"State Representation and Polyomino Placement for the Game Patchwork" (M. Z. Lagerkvist) plays 100 games between
two players who buy by formula (1) and lay by ``bl-every+regret``. It reports 23.2 and 23 plies, an average
branching factor of 83.2, and 56 wins of the first player. Its program makes the slips that are named here, and
where it measures the branching it counts the placements of one patch alone, the last that can be bought. With
all that its figures come out to every digit.

A ply is a turn: an advance or a purchase, with the 1x1 patch that may come of it.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from tilewright.games.patchwork.agents.greedy import GreedyPlayer
from tilewright.games.patchwork.agents.greedy_published import PublishedPlayer
from tilewright.games.patchwork.duel.choose_placement import Placer
from tilewright.games.patchwork.duel.moves import Advance, Move
from tilewright.games.patchwork.duel.rules import BONUS, SPECIAL_SPACES, PatchworkState, opening
from tilewright.games.patchwork.pieces.patches import PATCHES

__all__ = [
    "DEALS",
    "PAPER",
    "REPAIRS",
    "SLIPS",
    "LoopGame",
    "Statistics",
    "measure",
    "play_loop",
    "published_circle",
    "repaired",
]

DEALS = 100
FIRST_SEED = 42

SLIPS: Mapping[str, str] = {
    "no-income-on-advancing": "A player who advances gets no income, whatever spaces are passed.",
    "no-1x1": "Nobody ever gets a 1x1 patch: an index slip makes the condition false.",
    "no-7x7": "There is no bonus for a 7x7.",
    "no-tie-break": "Equal scores are a draw.",
    "published-value": "The value of a patch lacks the factor B, and is compared with all steps of an advance.",
}

REPAIRS: Mapping[str, str] = {
    "no-income-on-advancing": "with income on advancing",
    "no-1x1": "and 1x1 patches",
    "no-7x7": "and the 7x7",
    "no-tie-break": "and the tie-break",
    "published-value": "and formula (1): the true game",
}
"""What repairs each slip, in the order in which `repaired` mends them."""

PAPER: Mapping[str, float] = {"plies_first": 23.2, "plies_second": 23.0, "first_wins": 56, "branching": 83.2}
"""What the paper says of its games."""


# --- Deals --------------------------------------------------------------------------------------------


class _Numbers:
    """The random numbers of the constraint solver that the published program uses: two halves make one."""

    def __init__(self, seed: int) -> None:
        self._state = seed or 1

    def _half(self) -> int:
        state = (48271 * (self._state % 44488) - 3399 * (self._state // 44488)) % 2**32
        self._state = state or 1
        return self._state % 2**16

    def below(self, number: int) -> int:
        high, low = self._half(), self._half()
        return number * ((high << 16 | low) % 2**31) >> 31


def published_circle(game: int) -> tuple[int, ...]:
    """The circle of the published program's game, counted from 0; it plays 100, but they could go on."""
    numbers = _Numbers(FIRST_SEED + game)
    circle = [patch.id for patch in PATCHES[2:]]
    for place in range(len(circle) - 1):
        other = place + numbers.below(len(circle) - place)
        circle[place], circle[other] = circle[other], circle[place]
    return (*circle, 1)


# --- One game -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LoopGame:
    """What came of a game."""

    plies: tuple[int, int]
    scores: tuple[int, int]
    winner: int | None
    last_patch: tuple[int, ...]
    """At each ply the placements of the last patch that could be bought, as the program counts; 1 if none."""
    choices: tuple[int, ...]
    """At each ply the legal moves: to advance, and every placement of every patch that could be bought."""


def _player(slips: Collection[str], placer: Placer) -> GreedyPlayer:
    kind = PublishedPlayer if "published-value" in slips else GreedyPlayer
    # The program never gives a 1x1 patch away, so in its eyes all five are still to come.
    return kind(placer, len(SPECIAL_SPACES) if "no-1x1" in slips else None)


def play_loop(circle: tuple[int, ...], slips: Collection[str], placer: Placer) -> LoopGame:
    """One game of two equal players, with some of the slips."""
    player, rng = _player(slips, placer), random.Random(0)
    state = opening(circle)
    if "no-1x1" in slips:
        state = replace(state, specials=())
    plies, last_patch, choices = [0, 0], [], []
    while not state.over:
        if not state.pending:
            plies[state.to_move] += 1
            ways = [count for patch in state.offer if (count := sum(1 for _ in state.purchases(patch)))]
            last_patch.append(ways[-1] if ways else 1)
            choices.append(1 + sum(ways))
        state = _after(state, player.choose(state, rng), slips)
    one, two = state.scores()
    if "no-7x7" in slips:
        one, two = one - BONUS * (state.bonus == 0), two - BONUS * (state.bonus == 1)
    tied = None if "no-tie-break" in slips else state.first_home
    winner = tied if one == two else int(two > one)
    return LoopGame((plies[0], plies[1]), (one, two), winner, tuple(last_patch), tuple(choices))


def _after(state: PatchworkState, move: Move, slips: Collection[str]) -> PatchworkState:
    after = state.play(move)
    if not isinstance(move, Advance) or "no-income-on-advancing" not in slips:
        return after
    mover = state.to_move
    then, now = state.sides[mover], after.sides[mover]
    poorer = replace(now, buttons=then.buttons + now.time - then.time)
    sides = (poorer, after.sides[1]) if mover == 0 else (after.sides[0], poorer)
    return replace(after, sides=sides)


# --- Many games ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Statistics:
    """The means over some games."""

    games: int
    plies_first: float
    plies_second: float
    first_wins: int
    draws: int
    branching: float
    """As the program counts it: of the last patch alone."""
    true_branching: float
    """Over all plies: the number of legal moves."""
    score: float
    """The mean score of a player."""

    @classmethod
    def of(cls, games: Iterable[LoopGame]) -> Statistics:
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
        return {
            "games": self.games,
            "plies_first": round(self.plies_first, 4),
            "plies_second": round(self.plies_second, 4),
            "first_wins": self.first_wins,
            "draws": self.draws,
            "branching": round(self.branching, 4),
            "true_branching": round(self.true_branching, 4),
            "score": round(self.score, 4),
        }


def measure(circles: Iterable[tuple[int, ...]], slips: Collection[str]) -> Statistics:
    """Play every deal with some of the slips."""
    placer = Placer()
    return Statistics.of(play_loop(circle, slips, placer) for circle in circles)


def repaired(circles: Sequence[tuple[int, ...]]) -> dict[str, Statistics]:
    """The games as published, then with one slip after the other repaired; the last is the true game."""
    slips = set(SLIPS)
    found = {"as published": measure(circles, slips)}
    for slip, repair in REPAIRS.items():
        slips.remove(slip)
        found[repair] = measure(circles, slips)
    return found
