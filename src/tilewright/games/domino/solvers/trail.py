"""Rule chain, exactly and for any size: a longest trail through the labels, laid in a snake.

The labels are points and the stones are lines between them, so a chain of stones is a trail: a walk that uses
no line twice. The board matters only through its size, because a snake through all cells lays any chain that is
not too long, and a piece of a trail is a trail. What is left is to choose the stones to leave out, on the small
table of how many stones join two labels (`trail_few_labels`, `trail_many_labels`); everything else is one pass
over the stones. The proof is in SOLVERS.md of the game.
"""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import BadInput
from tilewright.game import Answer, Run, Status
from tilewright.games.domino.kernels.stone_list_kernel import walk
from tilewright.games.domino.label_graph import trail_few_labels
from tilewright.games.domino.label_graph.stone_counts import (
    Table,
    odd_labels,
    pieces,
    stones_in,
    table_of,
    trail_bound,
)
from tilewright.games.domino.rules import DominoInstance, DominoSolution, capacity

__all__ = ["lay_in_a_snake", "longest_trail", "prepare", "solve"]

FEW_LABELS = 10
"""Up to so many connected labels, all their subsets are looked at; more are left to CP-SAT."""

SLICE = 10_000_000
"""Steps of the walk between two looks at the clock."""


def prepare(instance: DominoInstance) -> None:
    """Load what the solve will need, and compile the walk."""
    _walk(np.ones((1, 1), np.int64), Run())
    if instance.labels > FEW_LABELS:
        import_module("tilewright.games.domino.label_graph.trail_many_labels")


def solve(instance: DominoInstance, run: Run) -> Answer:
    if instance.rule != "chain":
        raise BadInput(f"trail plays rule chain, not {instance.rule}")
    room = capacity(instance.n)
    if room == 0 or not len(instance.stones):
        return Answer(Status.OPTIMAL, DominoSolution([], []), 0, 0)
    chosen = longest_trail(table_of(instance.stones, instance.labels), room, run)
    bound = min(room, chosen.bound)
    run.report(bound=bound)
    if not chosen.kept.any():
        return Answer(Status.UNKNOWN, bound=bound)
    labels = _walk(chosen.kept, run)[: room + 1]
    laid = len(labels) - 1
    stats = {
        "labels_used": len(np.unique(labels)),
        "longest_trail": stones_in(chosen.kept),
        "given": len(instance.stones),
        "left_out": len(instance.stones) - laid,
    }
    status = Status.OPTIMAL if laid == bound else Status.FEASIBLE
    return Answer(status, lay_in_a_snake(labels, instance.n), laid, bound, stats=stats)


class Chosen(NamedTuple):
    """The stones to lay as a table of labels, and the most stones that any trail can have."""

    kept: Table
    bound: int


def longest_trail(table: Table, enough: int, run: Run) -> Chosen:
    """The stones of a longest trail, or of one of at least `enough` stones."""
    best = np.zeros_like(table)
    bound = 0
    parts = [(labels, table[np.ix_(labels, labels)]) for labels in pieces(table)]
    for labels, part in sorted(parts, key=lambda each: -trail_bound(each[1])):
        size = stones_in(best)
        if size >= min(enough, trail_bound(part)):
            break
        kept, most = _keep_most(part, enough, run)
        bound = max(bound, most)
        if stones_in(kept) > size:
            best = np.zeros_like(table)
            best[np.ix_(labels, labels)] = kept
    return Chosen(best, max(bound, stones_in(best)))


def _keep_most(table: Table, enough: int, run: Run) -> tuple[Table, int]:
    if len(table) <= FEW_LABELS:
        return trail_few_labels.keep_most(table, enough, run)
    from tilewright.games.domino.label_graph import trail_many_labels

    return trail_many_labels.keep_most(table, enough, run)


def _walk(kept: Table, run: Run) -> NDArray[np.int16]:
    """The labels of a trail through all the stones kept, or as many as the run allows; one slice at least."""
    left = kept.copy()
    odd = odd_labels(left)
    stack = np.empty(stones_in(kept) + 1, np.int16)
    trail = np.empty_like(stack)
    stack[0] = odd[0] if len(odd) else left.any(axis=1).argmax()
    following = np.zeros(len(left), np.int64)
    depth, length = walk(left, following, stack, 1, trail, 0, SLICE)
    while depth and not run.stopped:
        depth, length = walk(left, following, stack, depth, trail, length, SLICE)
    return trail[:length] if length >= depth else stack[:depth]


def lay_in_a_snake(labels: NDArray[np.int16], n: int) -> DominoSolution:
    """Stones that join one label to the next, row by row, to the right and to the left in turn."""
    stones = np.stack([labels[:-1], labels[1:]], axis=1).astype(np.int32)
    place = np.arange(2 * len(stones), dtype=np.int32)
    row, column = np.divmod(place, np.int32(n))
    column = np.where(row % 2, n - 1 - column, column)
    cells = np.stack([row, column], axis=1).reshape(-1, 2, 2)
    stones.setflags(write=False)
    cells.setflags(write=False)
    return DominoSolution(stones, cells)
