"""Hindsight: what was possible with this deck, now that all of its cards are known.

Beams of stacks (`beam_kernel`) go from a state to the end of the deck. The best score that they find is reached
by real placements, so it is never too high; it may be too low, for it comes from a search and not from a proof.

What was reached after a move was in reach before it. So a game is judged from its end: a state is worth at
least as much as the one that came after it, values never rise from move to move, and the losses of all moves
add up to what lies between the best score found for the deck and the score of the game.

Where the deck is hidden there is no hindsight yet: then it thinks like `planner`. An iteration is one beam; a
budget of seconds is for one state.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from tilewright.errors import BadInput
from tilewright.games.nmbr9.agents import planner
from tilewright.games.nmbr9.playing import beam_kernel as kernel
from tilewright.games.nmbr9.playing.kernel_state import Board
from tilewright.games.nmbr9.playing.placement_value_kernel import FADE, faded
from tilewright.games.nmbr9.playing.weight_tuning import weights
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.games.nmbr9.state import Nmbr9Move, Nmbr9State
from tilewright.play import NO_BUDGET, Budget, Review, Valued

__all__ = ["EPILOGUE", "HindsightPlayer", "Line", "best_line", "make"]

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

DEFAULT = Budget(iterations=24)
EPILOGUE = Budget(iterations=32)
"""For the whole deck, after a game."""
FIRST_WIDTH = 50
BEAMS_A_ROUND = 8
"""After so many beams they are twice as wide."""
WIDEST = 1600
"""With twenty cards about a hundred megabytes."""
MOST_CHILDREN = 12
"""The most children of one stack that are considered."""


@dataclass(frozen=True, slots=True)
class Line:
    """A way to the end of the deck, and the score that it ends with."""

    score: int
    moves: tuple[Nmbr9Move, ...]


def make(budget: Budget) -> HindsightPlayer:
    tiny = Nmbr9State(Nmbr9Instance("K", 9, 2, 3, (9, 9, 8)))
    best_line(tiny, Budget(iterations=1))  # compiles what the first move would have to wait for
    return HindsightPlayer(DEFAULT if budget == NO_BUDGET else budget)


class HindsightPlayer:
    """Sees the whole deck when it judges, never when it plays."""

    sees_all = True

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._hidden = NO_BUDGET if budget.seconds is None else budget

    def choose(self, state: Nmbr9State, rng: random.Random) -> Nmbr9Move:
        best: Nmbr9Move = self.values(state, rng)[0].move
        return best

    def values(self, state: Nmbr9State, rng: random.Random) -> Sequence[Valued]:
        if state.instance.deck is None:
            return planner.make(self._hidden).values(state, rng)
        line = self._line(state)
        return [Valued(line.moves[0], float(line.score))]

    def review(self, state: Nmbr9State, move: Nmbr9Move, rng: random.Random) -> Review:
        """The best end that was found before the move, and the best one after it."""
        return self.review_game([(state, move)])[0]

    def review_game(self, moves: Sequence[tuple[Nmbr9State, Nmbr9Move]]) -> list[Review]:
        """The reviews of moves that were played one after the other."""
        reviews: list[Review] = []
        after: Line | None = None
        for state, move in reversed(moves):
            if state.instance.deck is None:
                raise BadInput("hindsight judges games with a known deck; others: --agent planner")
            before = self._line(state)
            if after is None:
                after = self._line(state.play(move))
            if before.moves[0] == move and before.score > after.score:
                after = Line(before.score, before.moves[1:])
            if after.score >= before.score:
                before = Line(after.score, (move, *after.moves))
            best = Valued(before.moves[0], float(before.score))
            reviews.append(Review(best, Valued(move, float(after.score))))
            after = before
        return reviews[::-1]

    def _line(self, state: Nmbr9State) -> Line:
        return best_line(state, self._budget)


# --- Beams --------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def best_line(state: Nmbr9State, budget: Budget) -> Line:
    """The best way found to the end of a known deck."""
    best = Line(state.scores()[0], ())
    board = Board.of(state)
    if board is None:
        raise BadInput("this stack is too wide or too high to be searched")
    begin = time.perf_counter()
    for number, beam in enumerate(_beams(state, board)):
        found = beam.run(begin, budget.seconds)
        if found is not None and (not best.moves or found.score > best.score):
            best = found
        if budget.iterations is not None and number + 1 >= budget.iterations:
            break
        if budget.seconds is not None and time.perf_counter() - begin >= budget.seconds:
            break
    return best


@dataclass(frozen=True, slots=True, eq=False)
class _Beam:
    """A beam with its own judgement."""

    board: Board
    deck: tuple[int, ...]
    width: int
    children: int
    weights: Floats

    def run(self, begin: float, seconds: float | None) -> Line | None:
        """The best stack at its end; None if it died out or the time is up."""
        window, cards = self.board.window, len(self.deck)
        old, new = (kernel.empty_beam(self.width, window.levels, window.types) for _ in range(2))
        litter = kernel.empty_litter(self.width * self.children)
        parents = np.zeros((cards, self.width), np.int64)
        moves = np.zeros((cards, self.width, 4), np.int64)
        kernel.start(old, self.board.table)
        alive = 1
        for at, value in enumerate(self.deck):
            fade = faded(self.weights, cards - 1 - at)
            alive = kernel.grow(
                old,
                alive,
                new,
                window,
                self.weights,
                fade,
                value,
                self.children,
                litter,
                parents[at],
                moves[at],
            )
            if alive == 0 or (seconds is not None and time.perf_counter() - begin >= seconds):
                return None
            old, new = new, old
        scores = old.tables.figures[:alive, 1]
        return self._line(int(scores.argmax()), int(scores.max()), parents, moves)

    def _line(self, stack: int, score: int, parents: Ints, moves: Ints) -> Line:
        line: list[Nmbr9Move] = []
        for at in range(len(self.deck) - 1, -1, -1):
            line.append(self.board.move_of(self.deck[at], moves[at, stack]))
            stack = int(parents[at, stack])
        return Line(score, tuple(reversed(line)))


def _beams(state: Nmbr9State, board: Board) -> Iterator[_Beam]:
    """Beams without end. What they look at is drawn from a fixed seed: what one gets wrong another may like."""
    chance = random.Random(0)
    deck = (state.instance.deck or ())[len(state.placed) :]
    width = FIRST_WIDTH
    while True:
        for _ in range(BEAMS_A_ROUND):
            setting = weights() * [0.25 + 1.5 * chance.random() for _ in weights()]
            setting *= 0.5 + chance.random()
            setting[FADE] = weights()[FADE] * (0.5 + chance.random())
            yield _Beam(board, deck, width, 4 + int((MOST_CHILDREN - 3) * chance.random()), setting)
        width = min(2 * width, WIDEST)
