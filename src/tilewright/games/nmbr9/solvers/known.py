"""Solve variant K for decks of any size: beam searches, and an upper bound from the areas of the levels.

A beam search places the deck card by card. The children of a stack are all stacks with the next card placed;
the best children of all stacks form the next beam. The evaluation of a stack is its score, minus a cost for the
border of its levels (a long border leaves holes that no part above can bridge), plus a bonus for cells above
the table (they can support further parts). The best weights differ from deck to deck, so a search is repeated
with random weights, and with wider beams while there is time. The upper bound comes from `levels_bound`.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

import numpy as np

from tilewright.errors import BadInput
from tilewright.game import Answer, Run, Status
from tilewright.games.nmbr9.kernels import known_kernel as kernel
from tilewright.games.nmbr9.models.level_area_bound import levels_bound
from tilewright.games.nmbr9.rules import Nmbr9Instance, Nmbr9Solution, orientations, score

__all__ = ["prepare", "solve"]

FIRST_WIDTH = 200
BEAMS_A_ROUND = 16
ROUNDS = 2
"""The number of rounds if the deck is small or there is no time limit; each round doubles the beam width."""
SMALL_DECK = 8
"""The maximum number of cards in a small deck; small decks gain nothing from more rounds."""

CHUNK = 200
"""The number of stacks that are expanded between two checks of the time limit."""

BOUND_SECONDS = 2.0
"""The time limit for computing the upper bound, in seconds."""
WIDEST_BOARD = 62
MOST_LEVELS = 16


@dataclass(frozen=True, slots=True)
class _Weights:
    """The width of a beam and the weights of its evaluation."""

    width: int
    border_cost: float
    """The points that a unit of border costs at the beginning of the deck."""
    level_growth: float
    """The relative increase of the border cost from one level to the next."""
    fade: float
    """An exponent: the border cost is multiplied by (share of cards left) ** fade."""
    height_bonus: float
    """The bonus for a cell, in units of border, for each level below the cell."""
    most_children: int
    """The maximum number of children considered for one stack."""


def prepare(instance: Nmbr9Instance) -> None:
    if instance.variant == "K":
        tiny = Nmbr9Instance("K", 9, 2, 3, (9, 9, 8))
        _BeamSearch(tiny, Run()).best_stack(_Weights(2, 0.5, 0.0, 0.5, 0.5, 2))


def solve(instance: Nmbr9Instance, run: Run) -> Answer:
    if instance.variant != "K":
        raise BadInput(f"known solves variant K, not {instance.variant}")
    seconds = BOUND_SECONDS if run.remaining is None else min(BOUND_SECONDS, run.remaining / 5)
    bound = levels_bound(instance, run.part(seconds, threads=1))
    run.report(bound=bound)
    search = _BeamSearch(instance, run)
    best: Nmbr9Solution | None = None
    objective = -1
    settings = _random_weights(run.limits.seed)
    if run.limits.time is None or instance.cards <= SMALL_DECK:
        settings = islice(settings, ROUNDS * BEAMS_A_ROUND)
    with ThreadPoolExecutor(run.limits.threads) as pool:
        while objective != bound and (batch := list(islice(settings, run.limits.threads))):
            for solution in pool.map(search.best_stack, batch):
                if solution is not None and (points := score(solution.placements)) > objective:
                    best, objective = solution, points
                    run.report(best=objective)
            if run.stopped:
                break
    stats = {"beams": search.completed}
    if best is None:
        return Answer(Status.UNKNOWN, bound=bound, stats=stats)
    status = Status.OPTIMAL if objective == bound else Status.FEASIBLE
    return Answer(status, best, objective, bound, stats=stats)


def _random_weights(seed: int) -> Iterator[_Weights]:
    """Generate an endless sequence of random weights; the same seed gives the same sequence."""
    rng = Random(seed)
    width = FIRST_WIDTH
    while True:
        for _ in range(BEAMS_A_ROUND):
            yield _Weights(
                width=width,
                border_cost=0.3 + 0.55 * rng.random(),
                level_growth=0.5 * rng.random(),
                fade=0.1 + rng.random(),
                height_bonus=0.1 + 0.8 * rng.random(),
                most_children=2 + int(11 * rng.random()),
            )
        width *= 2


# --- Beams --------------------------------------------------------------------------------------------


class _BeamSearch:
    """Runs beam searches for one deck."""

    def __init__(self, instance: Nmbr9Instance, run: Run) -> None:
        self.instance = instance
        self.run = run
        self.deck = np.array(instance.deck, np.int64)
        self.side = min(WIDEST_BOARD, instance.grid or 16 + instance.cards)
        self.levels = min(instance.levels or MOST_LEVELS, MOST_LEVELS, (instance.cards + 1) // 2)
        # A hash collision only drops a child; it cannot make an illegal stack.
        shape = (self.levels, self.side + 2, self.side + 2)
        self.zobrist = np.random.Generator(np.random.PCG64(1)).integers(1, 2**63, shape, np.uint64)
        self.completed = 0

    def best_stack(self, weights: _Weights) -> Nmbr9Solution | None:
        """Return the best stack of the last beam; None if no stack could be continued or the run stopped."""
        cards = len(self.deck)
        beam, after = (kernel.empty_beam(weights.width, cards, self.levels, self.side + 2) for _ in range(2))
        children = kernel.empty_children(weights.width * weights.most_children)
        stacks = 1
        for done in range(cards):
            setting = self._setting(weights, done)
            total = 0
            for begin in range(0, stacks, CHUNK):
                chunk = np.arange(begin, min(begin + CHUNK, stacks))
                total = kernel.append_children(
                    beam, chunk, done, setting, weights.most_children, children, total
                )
                if self.run.stopped:
                    return None
            if total == 0:
                return None
            chosen = kernel.distinct(
                _best(children.values[:total], 3 * weights.width), children.keys, weights.width
            )
            kernel.write_next_beam(beam, after, done, setting, chosen, children)
            beam, after, stacks = after, beam, len(chosen)
        self.completed += 1
        return self._solution(beam.placed[int(np.argmax(beam.scores[:stacks]))])

    def _setting(self, weights: _Weights, done: int) -> kernel.Setting:
        left = (len(self.deck) - 1 - done) / max(1, len(self.deck) - 1)
        first, last = 1, self.side
        if done == 0 and self.instance.grid is None:  # The first part lies in a 4 x 4 square in the middle.
            first = (self.side - 4) // 2 + 1
            last = first + 3
        return kernel.Setting(
            self.deck,
            first,
            last,
            self.levels,
            self.instance.support == "types",
            1 + weights.level_growth * np.arange(self.levels),
            weights.border_cost * left**weights.fade,
            weights.height_bonus,
            self.zobrist,
        )

    def _solution(self, placed: np.ndarray[Any, np.dtype[np.int64]]) -> Nmbr9Solution:
        return Nmbr9Solution.of_parts(
            (value, level + 1, orientations(value)[turn].at(row - 1, column - 1))
            for value, (level, turn, row, column) in zip(self.deck.tolist(), placed.tolist(), strict=True)
        )


def _best(
    values: np.ndarray[tuple[int], np.dtype[np.float64]], count: int
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return the indexes of the best values, best first; equal values keep their order."""
    top = np.arange(len(values)) if count >= len(values) else np.argpartition(-values, count)[:count]
    return top[np.lexsort((top, -values[top]))]
