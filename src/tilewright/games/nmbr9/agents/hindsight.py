"""The agent `hindsight`: reviews games with knowledge of the whole deck.

Beam searches (`deck_beams`) play from a state to the end of the deck. The best score found is the score of a
legal line of play, so it is never too high; it may be too low, because it is not proved optimal.

A score that can be reached after a move can also be reached from the state before the move. So a game is
reviewed from its end: the value of a state is at least the value of the next state, and the losses of all moves
add up to the difference between the best score found for the deck and the score of the game.

If the deck is hidden, the agent plays like `planner`. An iteration is one beam search; a budget in seconds
applies to each state.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Sequence
from functools import lru_cache
from math import inf

from tilewright.errors import BadInput
from tilewright.games.nmbr9.agents import planner
from tilewright.games.nmbr9.playing.deck_beams import Line, beam_searches
from tilewright.games.nmbr9.playing.state_to_kernel_arrays import KernelState
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.games.nmbr9.state import Nmbr9Move, Nmbr9State
from tilewright.play import NO_BUDGET, Budget, Review, Valued

__all__ = ["EPILOGUE", "HindsightPlayer", "Line", "best_line", "make"]

DEFAULT = Budget(iterations=24)
EPILOGUE = Budget(iterations=32)
"""The budget of the search that looks for the best score of the deck when a game is over."""


def make(budget: Budget) -> HindsightPlayer:
    # Compile the kernels now, so that the first move does not wait for the compilation.
    best_line(Nmbr9State(Nmbr9Instance("K", 9, 2, 3, (9, 9, 8))), Budget(iterations=1))
    return HindsightPlayer(DEFAULT if budget == NO_BUDGET else budget)


class HindsightPlayer:
    """A player that reviews games knowing the whole deck; if the deck is hidden, it plays like `planner`."""

    sees_all = True

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._hidden = NO_BUDGET if budget.seconds is None else budget
        self.stopped = threading.Event()
        """If this event is set, the simulations of `planner` end early; beam searches do not check the event.
        The caller may replace the event between moves."""

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
        """Return a review that compares the best lines found from the states before and after a move."""
        return self.review_game([(state, move)])[0]

    def review_game(self, moves: Sequence[tuple[Nmbr9State, Nmbr9Move]]) -> list[Review]:
        """Return the reviews of consecutive moves, in order; raise `BadInput` if the deck is not known."""
        reviews: list[Review] = []
        after: Line | None = None
        for state, move in reversed(moves):
            if state.instance.deck is None:
                raise BadInput(
                    "hindsight reviews only games with a known deck; for others, use --agent planner"
                )
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


@lru_cache(maxsize=256)
def best_line(state: Nmbr9State, budget: Budget) -> Line:
    """Return the best line of play that is found from a state to the end of its known deck."""
    best = Line(state.scores()[0], ())
    kernel_state = KernelState.of(state)
    if kernel_state is None:
        raise BadInput("the stack is too wide or too high to be searched")
    end = inf if budget.seconds is None else time.perf_counter() + budget.seconds
    for number, search in enumerate(beam_searches(state, kernel_state)):
        line = search.run(lambda: time.perf_counter() >= end)
        if line is not None and (not best.moves or line.score > best.score):
            best = line
        if budget.iterations is not None and number + 1 >= budget.iterations:
            break
        if time.perf_counter() >= end:
            break
    return best if best.moves else _first_legal_line(state)


def _first_legal_line(state: Nmbr9State) -> Line:
    """Return the line that always plays the first legal move; it is used if no search has placed every card."""
    moves = []
    while not state.over:
        moves.append(state.moves()[0])
        state = state.play(moves[-1])
    return Line(state.scores()[0], tuple(moves))
