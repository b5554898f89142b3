"""Beam searches over the cards of a known deck, from any state, with random variations of the tuned weights.

The solver `known` and the agent `hindsight` use these searches. Every score found is the score of a legal line
of play, so it never exceeds the best possible score.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from tilewright.games.nmbr9.playing import beam_kernel as kernel
from tilewright.games.nmbr9.playing.placement_value_kernel import FADE, faded
from tilewright.games.nmbr9.playing.state_to_kernel_arrays import KernelState
from tilewright.games.nmbr9.playing.weight_tuning import weights
from tilewright.games.nmbr9.state import Nmbr9Move, Nmbr9State

__all__ = ["BeamSearch", "Line", "beam_searches"]

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

FIRST_WIDTH = 50
BEAMS_PER_WIDTH = 8
"""The number of beam searches after which the width is doubled."""
LARGEST_WIDTH = 1600
"""The maximum width of a beam. A search of this width needs about a hundred megabytes of memory, or, with
support=types, about 340."""
MOST_CHILDREN = 12
"""The maximum number of children considered for one stack."""


@dataclass(frozen=True, slots=True)
class Line:
    """The moves from a state to the end of the deck, and the final score."""

    score: int
    moves: tuple[Nmbr9Move, ...]


@dataclass(frozen=True, slots=True, eq=False)
class BeamSearch:
    """A beam search with its own weights."""

    kernel_state: KernelState
    deck: tuple[int, ...]
    width: int
    most_children: int
    weights: Floats

    def run(self, stopped: Callable[[], bool]) -> Line | None:
        """Return the best line found; None if a card did not fit on any stack or if the run was stopped."""
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
            if count == 0 or stopped():
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


def beam_searches(state: Nmbr9State, kernel_state: KernelState, seed: int = 0) -> Iterator[BeamSearch]:
    """Generate an endless sequence of beam searches of growing width; the seed determines the variations."""
    rng = random.Random(seed)
    deck = (state.instance.deck or ())[len(state.placed) :]
    width = FIRST_WIDTH
    while True:
        for _ in range(BEAMS_PER_WIDTH):
            vector = weights() * [0.25 + 1.5 * rng.random() for _ in weights()]
            vector *= 0.5 + rng.random()
            vector[FADE] = weights()[FADE] * (0.5 + rng.random())
            most_children = 4 + int((MOST_CHILDREN - 3) * rng.random())
            yield BeamSearch(kernel_state, deck, width, most_children, vector)
        width = min(2 * width, LARGEST_WIDTH)
