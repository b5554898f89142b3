"""Dynamic programming over a moving frontier: exact on narrow graphs, a beam search on wide ones.

The nodes are settled one by one in a fixed order: settling a node chooses its path edges to unsettled nodes. A
state describes the frontier: how many path edges each frontier node has, and which nodes are the two ends of
the same piece of the path. Of all choices that lead to the same state, only the costliest is kept. The start
and the target are treated as joined by an extra piece, so a complete path is a cycle that closes when no other
piece is open.

The first pass keeps only a few states after each step, mainly those with the highest upper bounds, and each
later pass keeps many more. The highest upper bound of the dropped states is recorded, so each pass gives a path
and an upper bound. A pass proves optimality if no dropped state could have led to a costlier path.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.game import Answer, Run
from tilewright.games.labyrinth.kernels import longest_path_frontier_kernel as kernel
from tilewright.games.labyrinth.legs.decomposition import Incumbent, Leg, ReportProgress, solve_by_legs
from tilewright.games.labyrinth.legs.first_path import first_path
from tilewright.games.labyrinth.legs.frontier_order import frontier_order
from tilewright.games.labyrinth.legs.node_price_upper_bound import two_optimal_prices
from tilewright.games.labyrinth.rules import LabyrinthInstance

__all__ = ["MEMORY", "beams", "improve", "prepare", "solve"]

FIRST_BEAM = 500
BEAM_GROWTH = 16
RANDOM_SHARE = 0.3
"""The fraction of the states in a beam that are chosen at random instead of by upper bound."""
MEMORY = 2**30
"""The memory limit in bytes for the parents and moves of all steps, from which the path is rebuilt. It limits
the beam width."""
CHUNK = 50_000
"""The maximum number of states that are expanded between two checks of whether the run is stopped."""

Array = NDArray[Any]


def solve(instance: LabyrinthInstance, run: Run) -> Answer:
    """Find the costliest path, or prove that there is no path."""
    return solve_by_legs(instance, run, first_path, improve)


def prepare(instance: LabyrinthInstance) -> None:
    """Compile the kernel by solving a leg of three nodes, starting from a path that is not optimal."""
    triangle = Leg((1, 2, 3), ({1: 1, 2: 1}, {0: 1, 2: 1}, {0: 1, 1: 1}), 0, 2)
    improve(triangle, Incumbent((0, 2), 1, 3), Run(), lambda incumbent: None)


def improve(leg: Leg, incumbent: Incumbent, run: Run, report_progress: ReportProgress) -> Incumbent:
    """Run passes with wider and wider beams until a path is proved optimal or the run stops.

    The widest beam that `MEMORY` allows is the last one. If the frontier is too wide, return the incumbent
    unchanged.
    """
    order = frontier_order(leg)
    if order is None:
        return incumbent
    return beams(leg, incumbent, run, report_progress, order, MEMORY // (8 * leg.size))


def beams(
    leg: Leg, incumbent: Incumbent, run: Run, report_progress: ReportProgress, order: list[int], widest: int
) -> Incumbent:
    """Run passes with wider and wider beams, up to `widest` states, and return the best path and bound."""
    steps = _steps(leg, order)
    beam = min(FIRST_BEAM, widest)
    while incumbent.cost < incumbent.bound and not run.stopped:
        incumbent = _Pass(leg, steps, incumbent, beam).execute(run)
        report_progress(incumbent)
        if beam >= widest:
            break
        beam = min(widest, beam * BEAM_GROWTH)
    return incumbent


# --- Data that depends only on the leg and the order of its nodes -------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """A node to settle, and the data of this step that is the same for all states."""

    node: int
    frontier: tuple[int, ...]
    others: tuple[int, ...]
    """The unsettled neighbours of the node."""
    fixed: tuple[Any, ...]
    """The kernel's argument `step`.

    A slot is an index into the frontier before the step, extended by the nodes that enter it in this step. The
    items of the argument are, in order:

    - the node's slot, and the number of slots;
    - the slot of each node of the frontier after the step;
    - the slots of the unsettled neighbours, and the costs of the edges to these neighbours;
    - for each of two price lists, twice the upper bound on what each node of the frontier after the step can
      add to the cost if it has 0, 1 or 2 path edges;
    - for each price list, twice the upper bound on what the nodes beyond the frontier and the edges between
      unsettled nodes can add.
    """


def _steps(leg: Leg, order: list[int]) -> list[Step]:
    price_lists = [prices.doubled for prices in two_optimal_prices(leg)]
    settled: set[int] = set()
    frontier = list(dict.fromkeys([order[0], leg.start, leg.target]))
    beyond = [_beyond(leg, order, prices) for prices in price_lists]
    steps = []
    for index, node in enumerate(order):
        settled.add(node)
        others = [other for other in leg.neighbours[node] if other not in settled]
        slots = list(dict.fromkeys([*frontier, *others]))
        slot_of = {other: slot for slot, other in enumerate(slots)}
        remaining = [other for other in slots if other != node]
        gains = [
            [_most_gains(leg, other, settled, prices[other]) for other in remaining] for prices in price_lists
        ]
        rest = [
            most[index] - 2 * sum(prices[other] for other in remaining)
            for most, prices in zip(beyond, price_lists, strict=True)
        ]
        fixed = (
            slot_of[node],
            len(slots),
            np.array([slot_of[other] for other in remaining], dtype=np.int64),
            np.array([slot_of[other] for other in others], dtype=np.int64),
            np.array([leg.neighbours[node][other] for other in others], dtype=np.int64),
            np.array(gains, dtype=np.int64).reshape(2, -1, 3).transpose(0, 2, 1).copy(),
            np.array(rest, dtype=np.int64),
        )
        steps.append(Step(node, tuple(frontier), tuple(others), fixed))
        frontier = remaining
    return steps


def _beyond(leg: Leg, order: list[int], prices: Sequence[int]) -> list[int]:
    """Return, for each step, twice an upper bound on the cost that the rest of the path can add.

    The rest of the path uses only nodes that are unsettled after the step, and edges between two such nodes.
    The bound follows from `prices`, which are twice the node prices.
    """
    most = 2 * sum(prices) + sum(max(0, 2 * cost - prices[a] - prices[b]) for a, b, cost in leg.edges())
    settled: set[int] = set()
    result = []
    for node in order:
        settled.add(node)
        most -= 2 * prices[node]
        for other, cost in leg.neighbours[node].items():
            if other not in settled:
                most -= max(0, 2 * cost - prices[node] - prices[other])
        result.append(most)
    return result


def _most_gains(leg: Leg, node: int, settled: set[int], price: int) -> tuple[int, int, int]:
    """Return twice the upper bound on what a frontier node can add to the cost, for 0, 1 and 2 path edges.

    `price` is twice the price of the node. The second bound is `kernel.IMPOSSIBLE` if the node has no
    unsettled neighbour.
    """
    edges = len(leg.neighbours[node].keys() - settled)
    return 2 * price if edges > 1 else 0, price if edges else kernel.IMPOSSIBLE, 0


# --- One pass -----------------------------------------------------------------------------------------


class _States:
    """The states after a step, in arrays that grow: labels, values, upper bounds, parents, moves."""

    def __init__(self, width: int, capacity: int) -> None:
        self.count = 0
        self.arrays: tuple[Array, ...] = (
            np.empty((capacity, width), dtype=np.uint8),
            np.empty(capacity, dtype=np.int64),
            np.empty(capacity, dtype=np.int64),
            np.empty(capacity, dtype=np.int32),
            np.empty(capacity, dtype=np.int32),
        )
        self.table: Array = np.full(2 * capacity, -1, dtype=np.int64)

    def grow(self) -> None:
        self.arrays = tuple(np.concatenate([array, np.empty_like(array)]) for array in self.arrays)
        self.table = np.full(2 * len(self.table), -1, dtype=np.int64)
        kernel.fill(self.arrays[0], self.count, self.table)

    def select(self, beam: int, rng: np.random.Generator) -> tuple[tuple[Array, ...], int]:
        """Return the states to keep, at most `beam` of them, and the highest upper bound of the dropped states.

        Most of the kept states are those with the highest upper bounds. The others are chosen at random,
        because upper bounds do not detect dead ends.
        """
        arrays = tuple(array[: self.count] for array in self.arrays)
        if self.count <= beam:
            return arrays, kernel.IMPOSSIBLE
        upper_bounds = arrays[2]
        order = np.lexsort((rng.random(self.count), -upper_bounds))
        top = max(1, round(beam * (1 - RANDOM_SHARE)))
        order[top:] = rng.permutation(order[top:])
        dropped = int(upper_bounds[order[beam:]].max())
        return tuple(array[order[:beam]] for array in arrays), dropped


class _Pass:
    """One pass over all nodes, with at most `beam` states after each step."""

    def __init__(self, leg: Leg, steps: list[Step], incumbent: Incumbent, beam: int) -> None:
        self.leg = leg
        self.steps = steps
        self.incumbent = incumbent
        self.beam = beam
        self.closed: Array = np.array([incumbent.cost, -1, 0], dtype=np.int64)
        self.closing_step = -1
        self.history: list[tuple[Array, Array]] = []

    def execute(self, run: Run) -> Incumbent:
        """Return the best path and upper bound known when the pass ends or the run is stopped."""
        ends = (self.leg.start, self.leg.target)
        labels: Array = np.array([[node in ends for node in self.steps[0].frontier]], dtype=np.uint8)
        values: Array = np.zeros(1, dtype=np.int64)
        rng = np.random.default_rng(run.limits.seed)
        dropped: int = kernel.IMPOSSIBLE
        for index, step in enumerate(self.steps):
            previous_best = self.closed[0]
            states = self._settle(labels, values, step, run)
            if self.closed[0] > previous_best:
                self.closing_step = index
            if states is None:
                dropped = self.incumbent.bound
                break
            (labels, values, _, parents, moves), dropped_bound = states.select(self.beam, rng)
            dropped = max(dropped, dropped_bound)
            self.history.append((parents, moves))
        cost = int(self.closed[0])
        path = self.incumbent.path if self.closing_step < 0 else self._path()
        return Incumbent(path, cost, min(self.incumbent.bound, max(cost, dropped)))

    def _settle(self, labels: Array, values: Array, step: Step, run: Run) -> _States | None:
        """Return all states after a step; None if the run was stopped."""
        capacity = 1 << max(10, (2 * len(values) + len(step.others) ** 2).bit_length())
        states = _States(len(step.fixed[2]), capacity)
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
        """Return the best path, rebuilt from its edges, which are collected backwards from `closing_step`."""
        joined: dict[int, list[int]] = {node: [] for node in range(self.leg.size)}
        _, state, move = self.closed.tolist()
        for index in range(self.closing_step, -1, -1):
            step = self.steps[index]
            if move:
                choices = divmod(move - 1, len(step.others) + 1)
                for other in (step.others[choice] for choice in choices if choice < len(step.others)):
                    joined[step.node].append(other)
                    joined[other].append(step.node)
            if index:
                parents, moves = self.history[index - 1]
                state, move = int(parents[state]), int(moves[state])
        path = [self.leg.start]
        while path[-1] != self.leg.target:
            path += [node for node in joined[path[-1]] if node not in path[-2:]]
        return tuple(path)
