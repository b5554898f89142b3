"""Solve rule `chain` exactly on boards of any size: lay a longest trail of the label graph row by row.

In the label graph the labels are nodes and the stones are edges, so a chain of stones is a trail: a walk that
uses no edge twice. Only the size of the board matters, because any chain within its capacity can be laid row by
row, in alternating directions, and a section of a trail is a trail. So the problem is to choose the stones to
leave out, given the number of stones for each pair of labels (`longest_trail_for_few_labels`,
`longest_trail_for_many_labels`); everything else takes linear time. The proof is in the game's SOLVERS.md.
"""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.game import Answer, Run, Status
from tilewright.games.domino.kernels.euler_trail_and_stone_json_kernel import walk
from tilewright.games.domino.label_graph import longest_trail_for_few_labels
from tilewright.games.domino.label_graph.stone_counts import (
    Table,
    components,
    odd_labels,
    stones_in,
    table_of,
    trail_bound,
)
from tilewright.games.domino.rules import DominoInstance, DominoSolution, capacity, read_only, require_rule

__all__ = ["lay_row_by_row", "longest_trail", "prepare", "solve"]

FEW_LABELS = 10
"""The maximum number of labels of a component for which `longest_trail_for_few_labels` is used; larger
components use `longest_trail_for_many_labels`."""

STEPS_PER_SLICE = 10_000_000
"""The number of steps of the trail search between two checks of whether the run is stopped."""


def prepare(instance: DominoInstance) -> None:
    """Import the modules that the solve may need, and compile the trail search."""
    _trail_labels(np.ones((1, 1), np.int64), Run())
    if instance.labels > FEW_LABELS:
        import_module("tilewright.games.domino.label_graph.longest_trail_for_many_labels")


def solve(instance: DominoInstance, run: Run) -> Answer:
    require_rule("trail", instance, "chain")
    board_capacity = capacity(instance.n)
    if board_capacity == 0 or not len(instance.stones):
        return Answer(Status.OPTIMAL, DominoSolution([], []), 0, 0)
    trail_stones = longest_trail(table_of(instance.stones, instance.labels), board_capacity, run)
    bound = min(board_capacity, trail_stones.bound)
    run.report(bound=bound)
    if not trail_stones.kept.any():
        return Answer(Status.UNKNOWN, bound=bound)
    labels = _trail_labels(trail_stones.kept, run)[: board_capacity + 1]
    laid = len(labels) - 1
    stats = {
        "labels_used": len(np.unique(labels)),
        "longest_trail": stones_in(trail_stones.kept),
        "given": len(instance.stones),
        "left_out": len(instance.stones) - laid,
    }
    status = Status.OPTIMAL if laid == bound else Status.FEASIBLE
    return Answer(status, lay_row_by_row(labels, instance.n), laid, bound, stats=stats)


class TrailStones(NamedTuple):
    """The table of the stones on a trail, and an upper bound, as `longest_trail` returns them."""

    kept: Table
    bound: int


def longest_trail(table: Table, enough: int, run: Run) -> TrailStones:
    """Return the stones of a longest trail, or of a trail with at least `enough` stones, and an upper bound.

    The upper bound applies to the number of stones of any trail, except trails in components of the label graph
    that are skipped because a trail with `enough` stones is known. If the run is stopped, the trail may be
    shorter.
    """
    best = np.zeros_like(table)
    bound = 0
    parts = [(labels, table[np.ix_(labels, labels)]) for labels in components(table)]
    for labels, part in sorted(parts, key=lambda part: -trail_bound(part[1])):
        size = stones_in(best)
        if size >= min(enough, trail_bound(part)):
            break
        kept, upper = _keep_most(part, enough, run)
        bound = max(bound, upper)
        if stones_in(kept) > size:
            best = np.zeros_like(table)
            best[np.ix_(labels, labels)] = kept
    return TrailStones(best, max(bound, stones_in(best)))


def _keep_most(table: Table, enough: int, run: Run) -> tuple[Table, int]:
    if len(table) <= FEW_LABELS:
        return longest_trail_for_few_labels.keep_most(table, enough, run)
    from tilewright.games.domino.label_graph import longest_trail_for_many_labels

    return longest_trail_for_many_labels.keep_most(table, enough, run)


def _trail_labels(kept: Table, run: Run) -> NDArray[np.int16]:
    """Return the labels of a trail through all stones in `kept`, or of a shorter trail if the run is stopped.

    The function performs at least one slice of steps before it checks whether the run is stopped.
    """
    left = kept.copy()
    odd = odd_labels(left)
    stack = np.empty(stones_in(kept) + 1, np.int16)
    trail = np.empty_like(stack)
    stack[0] = odd[0] if len(odd) else left.any(axis=1).argmax()
    following = np.zeros(len(left), np.int64)
    depth, length = walk(left, following, stack, 1, trail, 0, STEPS_PER_SLICE)
    while depth and not run.stopped:
        depth, length = walk(left, following, stack, depth, trail, length, STEPS_PER_SLICE)
    return trail[:length] if length >= depth else stack[:depth]


def lay_row_by_row(labels: NDArray[np.int16], n: int) -> DominoSolution:
    """Return the stones that join consecutive labels, laid row by row, alternately to the right and left."""
    stones = np.stack([labels[:-1], labels[1:]], axis=1).astype(np.int32)
    cell_numbers = np.arange(2 * len(stones), dtype=np.int32)
    row, column = np.divmod(cell_numbers, np.int32(n))
    column = np.where(row % 2, n - 1 - column, column)
    cells = np.stack([row, column], axis=1).reshape(-1, 2, 2)
    return DominoSolution(read_only(stones), read_only(cells))
