"""A dynamic programme over a moving frontier: exact where the graph is narrow, and a beam where it is not.

The nodes are settled one by one in a fixed order. All that the unsettled nodes need to know of the settled ones
is which of them already have edges of the path, and which are the two ends of one piece of it. Choices that
leave the same frontier compete, and the dearest wins. The start and the target count as joined from outside,
so the path is the ring that closes when no other piece is open.

A first pass keeps only the most promising states of each step, the next ones many more. What is dropped leaves
its own upper bound, so each pass gives a path and a bound; a pass that drops nothing of promise is a proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.game import Answer, Run
from tilewright.games.labyrinth.kernels import frontier_kernel as kernel
from tilewright.games.labyrinth.legs.decomposition import Found, Leg, Tell, solve_by_legs
from tilewright.games.labyrinth.legs.elimination_order import frontier_order
from tilewright.games.labyrinth.legs.first_path import first_path
from tilewright.games.labyrinth.legs.node_prices import two_prices
from tilewright.games.labyrinth.rules import LabyrinthInstance

__all__ = ["MEMORY", "beams", "improve", "prepare", "solve"]

FIRST_BEAM = 500
BEAM_GROWTH = 16
DRAWN = 0.3
"""The share of a beam that is drawn by chance and not chosen by hope."""
MEMORY = 2**30
"""Bytes for the way back; they set how wide the widest beam can be."""
CHUNK = 50_000
"""States between two looks at the clock."""

Array = NDArray[Any]


def solve(instance: LabyrinthInstance, run: Run) -> Answer:
    """The dearest path, or the proof that there is none."""
    return solve_by_legs(instance, run, first_path, improve)


def prepare(instance: LabyrinthInstance) -> None:
    """Compile the kernel, on a triangle whose path is said to be poor."""
    triangle = Leg((1, 2, 3), ({1: 1, 2: 1}, {0: 1, 2: 1}, {0: 1, 1: 1}), 0, 2)
    improve(triangle, Found((0, 2), 1, 3), Run(), lambda found: None)


def improve(leg: Leg, found: Found, run: Run, tell: Tell) -> Found:
    """Passes with wider and wider beams, until a proof, the end of the memory or the end of the run."""
    order = frontier_order(leg)
    if order is None:
        return found
    return beams(leg, found, run, tell, order, MEMORY // (8 * leg.size))


def beams(leg: Leg, found: Found, run: Run, tell: Tell, order: list[int], widest: int) -> Found:
    """Passes with wider and wider beams, up to the widest that is allowed."""
    steps = _steps(leg, order)
    beam = min(FIRST_BEAM, widest)
    while found.cost < found.bound and not run.stopped:
        found = _Pass(leg, steps, found, beam).go(run)
        tell(found)
        if beam >= widest:
            break
        beam = min(widest, beam * BEAM_GROWTH)
    return found


# --- What the order of the nodes fixes ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One node to settle, with all that does not depend on the state."""

    node: int
    frontier: tuple[int, ...]
    others: tuple[int, ...]
    """The unsettled neighbours."""
    fixed: tuple[Any, ...]
    """For the kernel: the node's slot; how many slots there are with the new nodes; for each slot afterwards
    the slot before; the slots of the neighbours and what the edges to them cost; under two lists of prices,
    twice the most that a node with 0, 1 or 2 edges can add, and that all beyond the frontier can add."""


def _steps(leg: Leg, order: list[int]) -> list[Step]:
    price_lists = [prices.doubled for prices in two_prices(leg)]
    settled: set[int] = set()
    frontier = list(dict.fromkeys([order[0], leg.start, leg.target]))
    beyond = [_beyond(leg, order, prices) for prices in price_lists]
    steps = []
    for number, node in enumerate(order):
        settled.add(node)
        others = [other for other in leg.neighbours[node] if other not in settled]
        slots = list(dict.fromkeys([*frontier, *others]))
        slot_of = {other: slot for slot, other in enumerate(slots)}
        left = [other for other in slots if other != node]
        promises = [[_promises(leg, other, settled, prices[other]) for other in left] for prices in price_lists]
        rest = [
            most[number] - 2 * sum(prices[other] for other in left)
            for most, prices in zip(beyond, price_lists, strict=True)
        ]
        fixed = (
            slot_of[node],
            len(slots),
            np.array([slot_of[other] for other in left], dtype=np.int64),
            np.array([slot_of[other] for other in others], dtype=np.int64),
            np.array([leg.neighbours[node][other] for other in others], dtype=np.int64),
            np.array(promises, dtype=np.int64).reshape(2, -1, 3).transpose(0, 2, 1).copy(),
            np.array(rest, dtype=np.int64),
        )
        steps.append(Step(node, tuple(frontier), tuple(others), fixed))
        frontier = left
    return steps


def _beyond(leg: Leg, order: list[int], prices: Sequence[int]) -> list[int]:
    """After each step, twice the most that the unsettled nodes and the edges among them can add."""
    most = 2 * sum(prices) + sum(max(0, 2 * cost - prices[a] - prices[b]) for a, b, cost in leg.edges())
    settled: set[int] = set()
    found = []
    for node in order:
        settled.add(node)
        most -= 2 * prices[node]
        for other, cost in leg.neighbours[node].items():
            if other not in settled:
                most -= max(0, 2 * cost - prices[node] - prices[other])
        found.append(most)
    return found


def _promises(leg: Leg, node: int, settled: set[int], price: int) -> tuple[int, int, int]:
    """Twice the most that a node with no, one or two edges can add, by its price and the edges it has left."""
    edges = len(leg.neighbours[node].keys() - settled)
    return 2 * price if edges > 1 else 0, price if edges else kernel.NEVER, 0


# --- One pass -----------------------------------------------------------------------------------------


class _States:
    """The states after a step, in arrays that grow: labels, values, hopes, parents, moves."""

    def __init__(self, width: int, room: int) -> None:
        self.count = 0
        self.arrays: tuple[Array, ...] = (
            np.empty((room, width), dtype=np.uint8),
            np.empty(room, dtype=np.int64),
            np.empty(room, dtype=np.int64),
            np.empty(room, dtype=np.int32),
            np.empty(room, dtype=np.int32),
        )
        self.table: Array = np.full(2 * room, -1, dtype=np.int64)

    def grow(self) -> None:
        self.arrays = tuple(np.concatenate([array, np.empty_like(array)]) for array in self.arrays)
        self.table = np.full(2 * len(self.table), -1, dtype=np.int64)
        kernel.fill(self.arrays[0], self.count, self.table)

    def chosen(self, beam: int, chance: np.random.Generator) -> tuple[tuple[Array, ...], int]:
        """The states to go on with, at most `beam` of them, and the best hope among the others.

        Most are the most hopeful ones; the others are drawn, for hope knows nothing of dead ends.
        """
        arrays = tuple(array[: self.count] for array in self.arrays)
        if self.count <= beam:
            return arrays, kernel.NEVER
        hopes = arrays[2]
        order = np.lexsort((chance.random(self.count), -hopes))
        top = max(1, round(beam * (1 - DRAWN)))
        order[top:] = chance.permutation(order[top:])
        dropped = int(hopes[order[beam:]].max())
        return tuple(array[order[:beam]] for array in arrays), dropped


class _Pass:
    """Once through all the nodes, with at most `beam` states after each."""

    def __init__(self, leg: Leg, steps: list[Step], found: Found, beam: int) -> None:
        self.leg = leg
        self.steps = steps
        self.found = found
        self.beam = beam
        self.closed: Array = np.array([found.cost, -1, 0], dtype=np.int64)
        self.closed_at = -1
        self.way_back: list[tuple[Array, Array]] = []

    def go(self, run: Run) -> Found:
        """What is known after the pass, or when the run was stopped."""
        ends = (self.leg.start, self.leg.target)
        labels: Array = np.array([[node in ends for node in self.steps[0].frontier]], dtype=np.uint8)
        values: Array = np.zeros(1, dtype=np.int64)
        chance = np.random.default_rng(run.limits.seed)
        dropped: int = kernel.NEVER
        for number, step in enumerate(self.steps):
            before = self.closed[0]
            states = self._settle(labels, values, step, run)
            if self.closed[0] > before:
                self.closed_at = number
            if states is None:
                dropped = self.found.bound
                break
            (labels, values, _, parents, moves), hope = states.chosen(self.beam, chance)
            dropped = max(dropped, hope)
            self.way_back.append((parents, moves))
        cost = int(self.closed[0])
        path = self.found.path if self.closed_at < 0 else self._path()
        return Found(path, cost, min(self.found.bound, max(cost, dropped)))

    def _settle(self, labels: Array, values: Array, step: Step, run: Run) -> _States | None:
        """All the states that follow; None if the run was stopped."""
        room = 1 << max(10, (2 * len(values) + len(step.others) ** 2).bit_length())
        states = _States(len(step.fixed[2]), room)
        position = 0
        while position < len(values):
            if run.stopped:
                return None
            span = (position, min(len(values), position + CHUNK))
            states.count, position = kernel.settle(
                (labels, values),
                span,
                step.fixed,
                states.arrays,
                states.table,
                states.count,
                self.closed[0],
                self.closed,
            )
            if position < span[1]:
                states.grow()
        return states

    def _path(self) -> tuple[int, ...]:
        """The edges that the winning states chose, from the last one back, put together from the start."""
        joined: dict[int, list[int]] = {node: [] for node in range(self.leg.size)}
        _, state, move = self.closed.tolist()
        for number in range(self.closed_at, -1, -1):
            step = self.steps[number]
            if move:
                choices = divmod(move - 1, len(step.others) + 1)
                for other in (step.others[choice] for choice in choices if choice < len(step.others)):
                    joined[step.node].append(other)
                    joined[other].append(step.node)
            if number:
                parents, moves = self.way_back[number - 1]
                state, move = int(parents[state]), int(moves[state])
        path = [self.leg.start]
        while path[-1] != self.leg.target:
            path += [node for node in joined[path[-1]] if node not in path[-2:]]
        return tuple(path)
