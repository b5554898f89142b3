"""The agent `hindsight`: reviews games with the knowledge of the whole deck.

Beam searches (`beam_kernel`) play from a state to the end of the deck. The best score found is reached by legal
placements, so it is never too high; it may be too low, because it is not proved optimal.

A score that can be reached after a move can also be reached from the state before the move. So a game is
reviewed from its end: the value of a state is at least the value of the next state, values never increase from
move to move, and the losses of all moves add up to the difference between the best score found for the deck and
the score of the game.

If the deck is hidden, the agent plays like `planner`. An iteration is one beam search; a budget in seconds
applies to each state.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from tilewright.errors import BadInput
from tilewright.games.nmbr9.agents import planner
from tilewright.games.nmbr9.playing import beam_kernel as kernel
from tilewright.games.nmbr9.playing.kernel_state import KernelState
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
"""The budget for searching the whole deck after a game."""
FIRST_WIDTH = 50
BEAMS_PER_WIDTH = 8
"""The number of beam searches after which the width is doubled."""
LARGEST_WIDTH = 1600
"""The maximum width of a beam; with twenty cards, a beam of this width takes about a hundred megabytes."""
MOST_CHILDREN = 12
"""The maximum number of children considered for one stack."""


@dataclass(frozen=True, slots=True)
class Line:
    """The moves from a state to the end of the deck, and the final score."""

    score: int
    moves: tuple[Nmbr9Move, ...]


def make(budget: Budget) -> HindsightPlayer:
    # Compile the kernels now, so that the first move does not wait for the compilation.
    best_line(Nmbr9State(Nmbr9Instance("K", 9, 2, 3, (9, 9, 8))), Budget(iterations=1))
    return HindsightPlayer(DEFAULT if budget == NO_BUDGET else budget)


class HindsightPlayer:
    """A player that uses the whole deck to review games, but not to play."""

    sees_all = True

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._hidden = NO_BUDGET if budget.seconds is None else budget
        self.stopped = threading.Event()
        """If this event is set, the player ends a choice early; the caller may replace it before a choice."""

    def choose(self, state: Nmbr9State, rng: random.Random) -> Nmbr9Move:
        best: Nmbr9Move = self.values(state, rng)[0].move
        return best

    def values(self, state: Nmbr9State, rng: random.Random) -> Sequence[Valued]:
        if state.instance.deck is None:
            player = planner.make(self._hidden)
            player.stopped = self.stopped
            return player.values(state, rng)
        line = self._line(state)
        return [Valued(line.moves[0], float(line.score))]

    def review(self, state: Nmbr9State, move: Nmbr9Move, rng: random.Random) -> Review:
        """Review a move: compare the best line found before it with the best line found after it."""
        return self.review_game([(state, move)])[0]

    def review_game(self, moves: Sequence[tuple[Nmbr9State, Nmbr9Move]]) -> list[Review]:
        """Return the reviews of consecutive moves."""
        reviews: list[Review] = []
        after: Line | None = None
        for state, move in reversed(moves):
            if state.instance.deck is None:
                raise BadInput("hindsight reviews games with a known deck; use --agent planner for others")
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
    """Return the best line found to the end of a known deck."""
    best = Line(state.scores()[0], ())
    kernel_state = KernelState.of(state)
    if kernel_state is None:
        raise BadInput("the stack is too wide or too high to be searched")
    begin = time.perf_counter()
    for number, search in enumerate(_beam_searches(state, kernel_state)):
        line = search.run(begin, budget.seconds)
        if line is not None and (not best.moves or line.score > best.score):
            best = line
        if budget.iterations is not None and number + 1 >= budget.iterations:
            break
        if budget.seconds is not None and time.perf_counter() - begin >= budget.seconds:
            break
    return best


@dataclass(frozen=True, slots=True, eq=False)
class _BeamSearch:
    """A beam search with its own weights."""

    kernel_state: KernelState
    deck: tuple[int, ...]
    width: int
    most_children: int
    weights: Floats

    def run(self, begin: float, seconds: float | None) -> Line | None:
        """Return the best line of the last beam; None if no stack could be continued or the time is up."""
        rules, cards = self.kernel_state.rules, len(self.deck)
        old, new = (kernel.empty_beam(self.width, rules.levels, rules.types) for _ in range(2))
        children = kernel.empty_children(self.width * self.most_children)
        parents = np.zeros((cards, self.width), np.int64)
        placements = np.zeros((cards, self.width, 4), np.int64)
        kernel.start(old, self.kernel_state.stack)
        count = 1
        for index, value in enumerate(self.deck):
            fade = faded(self.weights, cards - 1 - index)
            count = kernel.place_card(
                old,
                count,
                new,
                rules,
                self.weights,
                fade,
                value,
                self.most_children,
                children,
                parents[index],
                placements[index],
            )
            if count == 0 or (seconds is not None and time.perf_counter() - begin >= seconds):
                return None
            old, new = new, old
        scores = old.stacks.totals[:count, 1]
        return self._line(int(scores.argmax()), int(scores.max()), parents, placements)

    def _line(self, stack: int, score: int, parents: Ints, placements: Ints) -> Line:
        """Return the line of play that led to a stack of the last beam."""
        moves: list[Nmbr9Move] = []
        for index in range(len(self.deck) - 1, -1, -1):
            moves.append(self.kernel_state.move_of(self.deck[index], placements[index, stack]))
            stack = int(parents[index, stack])
        return Line(score, tuple(reversed(moves)))


def _beam_searches(state: Nmbr9State, kernel_state: KernelState) -> Iterator[_BeamSearch]:
    """Generate an endless sequence of beam searches whose weights are random, drawn with a fixed seed."""
    rng = random.Random(0)
    deck = (state.instance.deck or ())[len(state.placed) :]
    width = FIRST_WIDTH
    while True:
        for _ in range(BEAMS_PER_WIDTH):
            vector = weights() * [0.25 + 1.5 * rng.random() for _ in weights()]
            vector *= 0.5 + rng.random()
            vector[FADE] = weights()[FADE] * (0.5 + rng.random())
            most_children = 4 + int((MOST_CHILDREN - 3) * rng.random())
            yield _BeamSearch(kernel_state, deck, width, most_children, vector)
        width = min(2 * width, LARGEST_WIDTH)
