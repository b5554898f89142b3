"""The longest row of stones in which each stone shares a label with the next: rule `touch` without a board.

Consider the sequence of shared labels in such a row. Where the shared label changes, the stone in between has
both the old and the new label. These stones form a trail, and every stone of the row has a label that the trail
visits. Conversely, all stones with a label on a trail form a row: insert each further stone where the trail
visits one of its labels. So we look for a trail that visits at least one label of as many stones as possible.

In a connected label graph, a simple heuristic trail nearly always visits a label of every stone. If it does
not, CP-SAT chooses the labels to visit and the stones that join them; whenever the chosen labels are not
connected, we add a constraint that excludes this choice and solve again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.game import Run, Status
from tilewright.games.domino.label_graph.stone_counts import (
    Labels,
    Table,
    components,
    inside,
    odd_labels,
    reachable,
    stones_in,
)

__all__ = ["Row", "longest_row"]

MOST_PAIRS = 20_000
"""CP-SAT is used only if at most this many pairs of different labels occur on stones.

If there are more such pairs, only the heuristic trail is used.
"""

MOST_ROUNDS = 200
"""The maximum number of CP-SAT solves.

If the labels that a solve chooses are not connected, this choice is excluded and the model is solved again.
Excluding all such choices might need far too many solves.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """A row that consists of all stones with a label that a given trail visits."""

    trail: Table
    """The table of the stones of the trail, none of which is a double."""
    visited: NDArray[np.bool_]
    """For each label, whether the trail visits it."""
    stones: int
    """The number of stones in the row."""


def longest_row(table: Table, enough: int, run: Run) -> tuple[Row, int]:
    """Return a longest row, or a row of at least `enough` stones, and an upper bound on the length of a row.

    The row may be shorter if the run is stopped or a limit on the use of CP-SAT is reached. The upper bound
    applies to any row, except rows in components of the label graph that are skipped because a row of `enough`
    stones is known.
    """
    best = Row(np.zeros_like(table), np.zeros(len(table), np.bool_), 0)
    bound = 0
    parts = [(labels, table[np.ix_(labels, labels)]) for labels in components(table)]
    for labels, part in sorted(parts, key=lambda part: -stones_in(part[1])):
        if best.stones >= min(enough, stones_in(part)):
            break
        row, upper = _longest_connected_row(part, enough, run)
        bound = max(bound, upper)
        if row.stones > best.stones:
            best = _among_all(row, labels, len(table))
    return best, max(bound, best.stones)


def _longest_connected_row(table: Table, enough: int, run: Run) -> tuple[Row, int]:
    """Return the same results as `longest_row`, for a connected label graph."""
    bound = stones_in(table)
    best = _heuristic_row(table)
    if best.stones >= min(enough, bound) or np.count_nonzero(np.triu(table, 1)) > MOST_PAIRS:
        return best, bound
    model = _Model(table)
    for _ in range(MOST_ROUNDS):
        run.report(bound=min(enough, bound))
        if run.stopped:
            break
        outcome = cpsat.solve(model.model, run.part(), model.watch)
        bound = bound if outcome.bound is None else min(bound, outcome.bound)
        if outcome.best is None:
            break
        trail, visited = model.choice(outcome.best)
        fragments = _fragments(trail, visited)
        best = max([best, *(_row(table, trail, part) for part in fragments)], key=lambda row: row.stones)
        if best.stones >= min(enough, bound) or outcome.status is not Status.OPTIMAL:
            break
        model.join(fragments)
    return best, bound


def _among_all(row: Row, labels: Labels, count: int) -> Row:
    """Convert the row of a component, in which labels are renumbered, to the original labels."""
    trail = np.zeros((count, count), np.int64)
    trail[np.ix_(labels, labels)] = row.trail
    visited = np.zeros(count, np.bool_)
    visited[labels] = row.visited
    return Row(trail, visited, row.stones)


# --- Heuristic trails ---------------------------------------------------------------------------------


def _heuristic_row(table: Table) -> Row:
    """Return the row of a long trail that visits all labels that are on more than one stone.

    Stones are left out of the trail so that each label is on an even number of its halves. If this divides the
    trail into fragments, return the longest row of a fragment.
    """
    halves = table.sum(axis=1)
    visited = halves > 1
    visited[halves.argmax()] = True
    trail = _even_part(inside(table, visited))
    return max((_row(table, trail, part) for part in _fragments(trail, visited)), key=lambda row: row.stones)


def _row(table: Table, trail: Table, part: NDArray[np.bool_]) -> Row:
    """Return the row of one fragment of a trail, after extending the fragment with further stones."""
    trail, visited = inside(trail, part), part.copy()
    while True:
        # Two stones with the same labels extend the trail: one leads to a new label, and the other leads back.
        more = np.where(visited[:, None] & ~visited & (table > 1), 2, 0)
        fresh = more.any(axis=0)
        if not fresh.any():
            break
        label = int(fresh.argmax())
        source = int(more[:, label].argmax())
        trail[source, label] = trail[label, source] = 2
        visited[label] = True
    left = inside(table, visited) - trail
    np.fill_diagonal(left, 0)
    even = _even_part(left)
    trail += even
    if not len(odd_labels(trail)):
        trail += _longest_path(left - even)
    return Row(trail, visited, stones_in(table) - stones_in(inside(table, ~visited)))


def _even_part(table: Table) -> Table:
    """Return the table without doubles and without the few stones whose removal leaves no odd label.

    The stones to remove are chosen on a maximum spanning tree, weighted by the number of stones. From the
    leaves to the root, one stone between each odd label and its parent is removed.
    """
    even = table.copy()
    np.fill_diagonal(even, 0)
    odd = even.sum(axis=1) % 2 == 1
    for label, parent in reversed(_spanning_tree(even)):
        if odd[label]:
            even[[label, parent], [parent, label]] -= 1
            odd[[label, parent]] ^= True
    return even


def _spanning_tree(table: Table) -> list[tuple[int, int]]:
    """Return a maximum spanning forest as (label, parent) pairs, in the order of Prim's algorithm."""
    edges = []
    waiting: NDArray[np.bool_] = np.any(table, axis=1)
    while waiting.any():
        root = int(waiting.argmax())
        waiting[root] = False
        strength, parent = table[root].copy(), np.full(len(table), root)
        while True:
            label = int(np.where(waiting, strength, 0).argmax())
            if not (waiting[label] and strength[label]):
                break
            waiting[label] = False
            edges.append((label, int(parent[label])))
            stronger = table[label] > strength
            strength[stronger], parent[stronger] = table[label][stronger], label
    return edges


def _longest_path(forest: Table) -> Table:
    """Return the stones on a longest path in a forest, as a table."""
    longest: list[int] = []
    for labels in components(forest):
        end = _paths(forest, int(labels[0]))[-1][-1]
        longest = max(longest, _paths(forest, end)[-1], key=len)
    path = np.zeros_like(forest)
    path[longest[:-1], longest[1:]] = path[longest[1:], longest[:-1]] = 1
    return path


def _paths(forest: Table, start: int) -> list[list[int]]:
    """Return the paths from `start` to all labels of the same tree, shortest paths first."""
    paths = [[start]]
    seen = {start}
    for path in paths:  # the list grows during the loop
        for label in np.flatnonzero(forest[path[-1]]).tolist():
            if label not in seen:
                seen.add(label)
                paths.append([*path, label])
    return paths


def _fragments(trail: Table, visited: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """Return the connected components of the visited labels as masks; the edges are the stones of the trail."""
    left = visited.copy()
    fragments = []
    while left.any():
        fragments.append(reachable(trail, int(left.argmax())))
        left &= ~fragments[-1]
    return fragments


# --- CP-SAT -------------------------------------------------------------------------------------------


class _Model:
    """The CP-SAT model of a trail that visits at least one label of as many stones as possible.

    Its variables state which labels the trail visits, which pairs of labels it joins, and which pairs it joins
    by an odd number of stones. The model does not require that the trail is connected.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.model = model = cp_model.CpModel()
        pairs = [(int(a), int(b)) for a, b in np.argwhere(np.triu(table, 1))]
        self.visited = [model.new_bool_var("") for _ in table]
        self.joined = {pair: model.new_bool_var("") for pair in pairs}
        self.oddly = {pair: model.new_bool_var("") if table[pair] > 1 else self.joined[pair] for pair in pairs}
        self.watch: dict[Any, Any] = {
            **{("visited", label): variable for label, variable in enumerate(self.visited)},
            **{("joined", *pair): variable for pair, variable in self.joined.items()},
            **{("oddly", *pair): variable for pair, variable in self.oddly.items()},
        }
        alone = model.new_bool_var("")
        model.add(sum(self.visited) <= 1).only_enforce_if(alone)
        caught = [int(table[label, label]) * variable for label, variable in enumerate(self.visited)]
        joined_pairs: list[list[Any]] = [[] for _ in table]
        halves: list[list[Any]] = [[] for _ in table]
        for (a, b), joined in self.joined.items():
            model.add_implication(self.oddly[a, b], joined)
            for label in (a, b):
                model.add_implication(joined, self.visited[label])
                joined_pairs[label].append(joined)
                halves[label].append(self.oddly[a, b])
            catch = model.new_bool_var("")
            model.add(catch <= self.visited[a] + self.visited[b])
            caught.append(int(table[a, b]) * catch)
        ends = [model.new_bool_var("") for _ in table]
        for label, end in enumerate(ends):
            twos = model.new_int_var(0, len(halves[label]) // 2, "")
            model.add(sum(halves[label]) == 2 * twos + end)
            model.add_bool_or([*joined_pairs[label], alone, ~self.visited[label]])
        model.add(sum(ends) <= 2)
        model.maximize(sum(caught))

    def choice(self, solution: Mapping[Any, int]) -> tuple[Table, NDArray[np.bool_]]:
        """Return the trail that a solution of the model describes, and the labels that the trail visits.

        The trail may be disconnected. For each pair of labels that the solution joins, the trail has one stone
        if the solution joins the pair by an odd number of stones, otherwise two.
        """
        trail = np.zeros_like(self.table)
        for a, b in self.joined:
            if solution["joined", a, b]:
                trail[a, b] = trail[b, a] = 1 if solution["oddly", a, b] else 2
        return trail, np.array([solution["visited", label] > 0 for label in range(len(trail))])

    def join(self, fragments: list[NDArray[np.bool_]]) -> None:
        """Exclude the current choice of labels, which consists of disconnected fragments.

        For each fragment, a constraint is added: a trail that visits labels inside and outside the fragment
        must use a stone that joins an inside label and an outside label.
        """
        for fragment in fragments:
            within = self.model.new_bool_var("")
            outside = [self.visited[label] for label in np.flatnonzero(~fragment).tolist()]
            self.model.add(sum(outside) == 0).only_enforce_if(within)
            ways_out = [joined for (a, b), joined in self.joined.items() if fragment[a] != fragment[b]]
            for label in np.flatnonzero(fragment).tolist():
                self.model.add_bool_or([*ways_out, within, ~self.visited[label]])
