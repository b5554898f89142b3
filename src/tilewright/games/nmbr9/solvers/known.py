"""Variant K for decks of any size: beams of stacks, and a bound from the areas of the levels.

A beam takes the deck card by card. Every stack has as children all its legal next stacks; the best ones of all
go on. A stack is worth its score, less the border of its levels times a pressure: a long border leaves holes
that nothing above can bridge; and plus its cells above the table times a lift, for they may carry others. How
much of each is good, which level should feel more of it, and how both fade toward the end of the deck differs
from deck to deck. So many beams run with settings that are drawn at random, and wider ones follow when there is
time left. The bound comes from `levels_bound`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from random import Random

import numpy as np

from tilewright.errors import BadInput
from tilewright.game import Answer, Run, Status
from tilewright.games.nmbr9.kernels import known_kernel as kernel
from tilewright.games.nmbr9.models.level_area_bound import levels_bound
from tilewright.games.nmbr9.rules import Nmbr9Instance, Nmbr9Solution, Placement, orientations

__all__ = ["prepare", "solve"]

FIRST_WIDTH = 200
BEAMS_A_ROUND = 16
ROUNDS = 2
"""For small decks, and without a time limit; each round is twice as wide as the one before."""
SMALL = 8
"""Decks of so many cards gain nothing from more rounds."""

CHUNK = 200
"""Stacks between two looks at the clock."""

BOUND_SECONDS = 2.0
WIDEST_BOARD = 62
MOST_LEVELS = 16


@dataclass(frozen=True, slots=True)
class _Setting:
    """How a beam judges: points for a unit of border, more of it a level higher, and how fast that fades."""

    width: int
    pressure: float
    growth: float
    fading: float
    lift: float
    """How much border a cell makes up for that lies above the table."""
    litter: int
    """The most children of one stack that are considered."""


def prepare(instance: Nmbr9Instance) -> None:
    if instance.variant == "K":
        tiny = Nmbr9Instance("K", 9, 2, 3, (9, 9, 8))
        _Beams(tiny, Run()).grow(_Setting(2, 0.5, 0.0, 0.5, 0.5, 2))


def solve(instance: Nmbr9Instance, run: Run) -> Answer:
    if instance.variant != "K":
        raise BadInput(f"known plays variant K, not {instance.variant}")
    seconds = BOUND_SECONDS if run.remaining is None else min(BOUND_SECONDS, run.remaining / 5)
    bound = levels_bound(instance, run.part(seconds, threads=1))
    run.report(bound=bound)
    beams = _Beams(instance, run)
    best: Nmbr9Solution | None = None
    objective = -1
    settings = _settings(run.limits.seed)
    if run.limits.time is None or instance.cards <= SMALL:
        settings = islice(settings, ROUNDS * BEAMS_A_ROUND)
    with ThreadPoolExecutor(run.limits.threads) as pool:
        while objective != bound and (batch := list(islice(settings, run.limits.threads))):
            for solution in pool.map(beams.grow, batch):
                if solution is not None and (points := _score(solution)) > objective:
                    best, objective = solution, points
                    run.report(best=objective)
            if run.stopped:
                break
    stats = {"beams": beams.grown}
    if best is None:
        return Answer(Status.UNKNOWN, bound=bound, stats=stats)
    status = Status.OPTIMAL if objective == bound else Status.FEASIBLE
    return Answer(status, best, objective, bound, stats=stats)


def _settings(seed: int) -> Iterator[_Setting]:
    """Settings without end, the same for the same seed."""
    chance = Random(seed)
    width = FIRST_WIDTH
    while True:
        for _ in range(BEAMS_A_ROUND):
            yield _Setting(
                width=width,
                pressure=0.3 + 0.55 * chance.random(),
                growth=0.5 * chance.random(),
                fading=0.1 + chance.random(),
                lift=0.1 + 0.8 * chance.random(),
                litter=2 + int(11 * chance.random()),
            )
        width *= 2


def _score(solution: Nmbr9Solution) -> int:
    return sum(placement.value * (placement.level - 1) for placement in solution.placements)


# --- Beams --------------------------------------------------------------------------------------------


class _Beams:
    """Grows beams for one deck."""

    def __init__(self, instance: Nmbr9Instance, run: Run) -> None:
        self.instance = instance
        self.run = run
        self.deck = np.array(instance.deck, np.int64)
        self.side = min(WIDEST_BOARD, instance.grid or 16 + instance.cards)
        self.levels = min(instance.levels or MOST_LEVELS, MOST_LEVELS, (instance.cards + 1) // 2)
        # Any numbers will do: two stacks that share a key by chance cost a child, never a rule.
        shape = (self.levels, self.side + 2, self.side + 2)
        self.names = np.random.Generator(np.random.PCG64(1)).integers(1, 2**63, shape, np.uint64)
        self.grown = 0

    def grow(self, setting: _Setting) -> Nmbr9Solution | None:
        """The best stack at the end of a beam, or None: it died out, or the time is up."""
        cards = len(self.deck)
        beam, after = (kernel.empty_beam(setting.width, cards, self.levels, self.side + 2) for _ in range(2))
        litter = kernel.empty_litter(setting.width * setting.litter)
        alive = 1
        for done in range(cards):
            table = self._table(setting, done)
            total = 0
            for begin in range(0, alive, CHUNK):
                stacks = np.arange(begin, min(begin + CHUNK, alive))
                total = kernel.offspring(beam, stacks, done, table, setting.litter, litter, total)
                if self.run.stopped:
                    return None
            if total == 0:
                return None
            chosen = kernel.distinct(
                _best(litter.values[:total], 3 * setting.width), litter.keys, setting.width
            )
            kernel.advance(beam, after, done, table, chosen, litter)
            beam, after, alive = after, beam, len(chosen)
        self.grown += 1
        return self._solution(beam.placed[int(np.argmax(beam.scores[:alive]))])

    def _table(self, setting: _Setting, done: int) -> kernel.Table:
        left = (len(self.deck) - 1 - done) / max(1, len(self.deck) - 1)
        first, last = 1, self.side
        if done == 0 and self.instance.grid is None:  # in the middle, with room for one part
            first = (self.side - 4) // 2 + 1
            last = first + 3
        return kernel.Table(
            self.deck,
            first,
            last,
            self.levels,
            self.instance.support == "types",
            1 + setting.growth * np.arange(self.levels),
            setting.pressure * left**setting.fading,
            setting.lift,
            self.names,
        )

    def _solution(self, placed: Sequence[Sequence[int]]) -> Nmbr9Solution:
        placements: list[Placement] = []
        for value, (level, turn, row, column) in zip(
            self.deck.tolist(), np.array(placed).tolist(), strict=True
        ):
            copy = sum(each.value == value for each in placements)
            cells = orientations(value)[turn].at(row - 1, column - 1)
            placements.append(Placement(value, copy, level + 1, cells))
        return Nmbr9Solution(tuple(placements))


def _best(
    values: np.ndarray[tuple[int], np.dtype[np.float64]], count: int
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The places of the best values, the best first; of equal ones the first."""
    top = np.arange(len(values)) if count >= len(values) else np.argpartition(-values, count)[:count]
    return top[np.lexsort((top, -values[top]))]
