"""Planner: tries the most promising placements on many shuffles of the cards that are left.

It does not know the deck. Each of the placements that look best is played to the end on the same shuffles, card
by card, always where the card is worth most (`worth_kernel`). After each round the worse half is dropped, so
that the good ones are compared on more shuffles. A few results say little, so what a placement looked like
counts as much as some games.

An iteration is one shuffle played to its end.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tilewright.games.nmbr9.agents.greedy import GreedyPlayer
from tilewright.games.nmbr9.playing import placement_value_kernel as worth
from tilewright.games.nmbr9.playing.kernel_state import Board
from tilewright.games.nmbr9.playing.weight_tuning import shuffled, weights
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.games.nmbr9.state import Nmbr9Move, Nmbr9State
from tilewright.play import NO_BUDGET, Budget, Valued

__all__ = ["PlannerPlayer", "make"]

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

DEFAULT = Budget(iterations=200)
CANDIDATES = 16
"""So many placements are tried."""
LOOKS = 20
"""What a placement looked like counts as much as so many games."""


def make(budget: Budget) -> PlannerPlayer:
    player = PlannerPlayer(DEFAULT if budget == NO_BUDGET else budget)
    few = Nmbr9State(Nmbr9Instance("U", 9, 1, 3), drawn=1)
    PlannerPlayer(Budget(iterations=1)).values(
        few, random.Random(0)
    )  # compiles what the first move would wait for
    return player


class PlannerPlayer:
    """Thinks about every move anew."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget

    def choose(self, state: Nmbr9State, rng: random.Random) -> Nmbr9Move:
        board = Board.of(state)
        if board is None:
            return GreedyPlayer().choose(state, rng)
        candidates = _candidates(state, board)
        if len(candidates.moves) == 1:
            return candidates.moves[0]
        best: Nmbr9Move = self._try_out(state, board, candidates, rng)[0].move
        return best

    def values(self, state: Nmbr9State, rng: random.Random) -> list[Valued]:
        """The placements that were tried, each with the final score to expect."""
        board = Board.of(state)
        if board is None:
            return GreedyPlayer().values(state, rng)
        return self._try_out(state, board, _candidates(state, board), rng)

    def _try_out(
        self, state: Nmbr9State, board: Board, candidates: _Candidates, rng: random.Random
    ) -> list[Valued]:
        trial = _Trial(state, board, candidates, rng)
        alive = list(range(len(candidates.moves)))
        rounds = max(1, (len(alive) - 1).bit_length())
        begin = time.perf_counter()
        for number in range(1, rounds + 1):
            if self._budget.iterations is not None:
                trial.play(alive, max(1, self._budget.iterations // (rounds * len(alive))))
            else:
                share = (self._budget.seconds or 0.0) * number / rounds
                trial.play(alive, 1)
                while time.perf_counter() - begin < share:
                    trial.play(alive, 1)
            alive = trial.better_half(alive)
        return trial.verdict(alive[0])


@dataclass(frozen=True, slots=True, eq=False)
class _Candidates:
    """The placements that look best, the best first, and what they look worth."""

    moves: tuple[Nmbr9Move, ...]
    looks: Floats


def _candidates(state: Nmbr9State, board: Board) -> _Candidates:
    left = state.instance.cards - len(state.placed) - 1
    found: list[tuple[float, Nmbr9Move]] = []
    for card in state.cards:
        places = board.places(card)
        if not state.placed and state.instance.grid is None:
            places = places[:1]  # turned with the whole table, they are all the same
        looks = np.zeros(len(places), np.float64)
        worth.look_at(board.table, weights(), left, card, places, looks)
        found += ((-float(look), board.move_of(card, place)) for look, place in zip(looks, places, strict=True))
    found.sort()
    best = found[:CANDIDATES]
    return _Candidates(tuple(move for _, move in best), np.array([-look for look, _ in best], np.float64))


class _Trial:
    """Games that begin with the candidates, and what they brought."""

    def __init__(self, state: Nmbr9State, board: Board, candidates: _Candidates, rng: random.Random) -> None:
        self._state = state
        self._window = board.window
        self._moves = candidates.moves
        self._looks = LOOKS * candidates.looks
        self._rng = rng
        self._spare = board.spare()
        self._tables = [board.after(move) for move in candidates.moves]
        self._scores: list[list[int]] = [[] for _ in candidates.moves]

    def play(self, alive: Sequence[int], shuffles: int) -> None:
        """Each of some candidates on the same shuffles."""
        rest = self._state.instance.cards - len(self._state.placed) - 1
        orders = shuffled(sorted(self._state.left.elements()), shuffles, self._rng)
        for at in alive:
            decks = np.ascontiguousarray(_without(orders, self._moves[at].value)[:, :rest])
            scores = np.zeros(shuffles, np.int64)
            worth.play_decks(self._tables[at], self._spare, self._window, weights(), decks, scores)
            self._scores[at] += scores.tolist()

    def better_half(self, alive: Sequence[int]) -> list[int]:
        """All of them have played the same shuffles."""
        ranked = sorted(alive, key=lambda at: -self._looks[at] - sum(self._scores[at]))
        return ranked[: (len(ranked) + 1) // 2]

    def verdict(self, winner: int) -> list[Valued]:
        """What each candidate is worth: so much less than the winner as on the shuffles that it played, too."""
        own = self._scores[winner]
        best = sum(own) / len(own)
        found = []
        for at, scores in enumerate(self._scores):
            lead = self._looks[winner] + sum(own[: len(scores)]) - self._looks[at] - sum(scores)
            found.append(Valued(self._moves[at], float(best - lead / (LOOKS + len(scores)))))
        # The winner is first, whoever else is worth as much.
        return sorted(found, key=lambda each: (-each.value, each.move != self._moves[winner]))


def _without(orders: Ints, value: int) -> Ints:
    """Shuffles without the first card of a number that is in them all."""
    keep = np.ones(orders.shape, np.bool_)
    keep[np.arange(len(orders)), (orders == value).argmax(axis=1)] = False
    return orders[keep].reshape(len(orders), -1)
