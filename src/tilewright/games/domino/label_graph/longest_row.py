"""The most stones that stand in a row, each sharing a label with the next: rule touch without a board.

Take such a row and look at the labels that are shared. Where the shared label changes, the stone between has
both labels; so these stones are a trail, and every stone of the row has a label that the trail visits. The
other way round, all stones with a label on some trail make a row: put each where the trail passes. So we look
for a trail whose labels catch as many stones as possible.

Nearly always the obvious trail catches all stones that are connected. If it does not, CP-SAT chooses the labels
and the stones between them; whenever its choice falls apart, we add the condition that it broke and ask again.
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
    odd_labels,
    pieces,
    reach,
    stones_in,
)

__all__ = ["Row", "longest_row"]

MOST_PAIRS = 20_000
"""With more pairs of labels than these, only the obvious trail is tried."""

MOST_ROUNDS = 200
"""How often CP-SAT is asked: its choices can fall apart in very many ways."""


@dataclass(frozen=True, slots=True)
class Row:
    """The stones of a trail without doubles, the labels it visits, and how many stones these catch."""

    trail: Table
    visited: NDArray[np.bool_]
    stones: int


def longest_row(table: Table, enough: int, run: Run) -> tuple[Row, int]:
    """A row as long as possible, or of at least `enough` stones, and a bound on all rows."""
    best = Row(np.zeros_like(table), np.zeros(len(table), np.bool_), 0)
    bound = 0
    parts = [(labels, table[np.ix_(labels, labels)]) for labels in pieces(table)]
    for labels, part in sorted(parts, key=lambda each: -stones_in(each[1])):
        if best.stones >= min(enough, stones_in(part)):
            break
        row, most = _longest_row(part, enough, run)
        bound = max(bound, most)
        if row.stones > best.stones:
            best = _among_all(row, labels, len(table))
    return best, max(bound, best.stones)


def _longest_row(table: Table, enough: int, run: Run) -> tuple[Row, int]:
    """The same where all labels are connected."""
    bound = stones_in(table)
    best = _obvious_row(table)
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
    """The row of a piece, in the table of all labels."""
    trail = np.zeros((count, count), np.int64)
    trail[np.ix_(labels, labels)] = row.trail
    visited = np.zeros(count, np.bool_)
    visited[labels] = row.visited
    return Row(trail, visited, row.stones)


# --- Trails from tables -------------------------------------------------------------------------------


def _obvious_row(table: Table) -> Row:
    """Visit all labels that have more than one stone, by as many stones as possible.

    If leaving out a stone at every second odd label makes the trail fall apart, its best part is the answer.
    """
    halves = table.sum(axis=1)
    visited = halves > 1
    visited[halves.argmax()] = True
    trail = _even_part(_inside(table, visited))
    return max((_row(table, trail, part) for part in _fragments(trail, visited)), key=lambda row: row.stones)


def _row(table: Table, trail: Table, part: NDArray[np.bool_]) -> Row:
    """The row along one fragment of a trail, made as long as it gets without giving up any stone of it."""
    trail, visited = _inside(trail, part), part.copy()
    while True:
        # Two stones to the same label lead there and back.
        more = np.where(visited[:, None] & ~visited & (table > 1), 2, 0)
        fresh = more.any(axis=0)
        if not fresh.any():
            break
        label = int(fresh.argmax())
        source = int(more[:, label].argmax())
        trail[source, label] = trail[label, source] = 2
        visited[label] = True
    left = _inside(table, visited) - trail
    np.fill_diagonal(left, 0)
    even = _even_part(left)
    trail += even
    if not len(odd_labels(trail)):
        trail += _longest_way(left - even)
    return Row(trail, visited, stones_in(table) - stones_in(_inside(table, ~visited)))


def _inside(table: Table, labels: NDArray[np.bool_]) -> Table:
    """The stones with both labels among the given ones."""
    return np.where(labels[:, None] & labels, table, 0)


def _even_part(table: Table) -> Table:
    """All stones without doubles, but for a few whose absence leaves each label an even number of halves.

    They lie on a tree that prefers labels with many stones between them: from its leaves to its root, a label
    that is odd gives up one stone of the pair above it.
    """
    even = table.copy()
    np.fill_diagonal(even, 0)
    odd = even.sum(axis=1) % 2 == 1
    for label, above in reversed(_tree(even)):
        if odd[label]:
            even[[label, above], [above, label]] -= 1
            odd[[label, above]] ^= True
    return even


def _tree(table: Table) -> list[tuple[int, int]]:
    """Each label that has stones with the label above it, roots left out, in an order of growth."""
    found = []
    waiting: NDArray[np.bool_] = np.any(table, axis=1)
    while waiting.any():
        root = int(waiting.argmax())
        waiting[root] = False
        strength, above = table[root].copy(), np.full(len(table), root)
        while True:
            label = int(np.where(waiting, strength, 0).argmax())
            if not (waiting[label] and strength[label]):
                break
            waiting[label] = False
            found.append((label, int(above[label])))
            stronger = table[label] > strength
            strength[stronger], above[stronger] = table[label][stronger], label
    return found


def _longest_way(forest: Table) -> Table:
    """The stones on a longest way through a forest, as a table."""
    longest: list[int] = []
    for labels in pieces(forest):
        end = _ways(forest, int(labels[0]))[-1][-1]
        longest = max(longest, _ways(forest, end)[-1], key=len)
    way = np.zeros_like(forest)
    way[longest[:-1], longest[1:]] = way[longest[1:], longest[:-1]] = 1
    return way


def _ways(forest: Table, start: int) -> list[list[int]]:
    """The ways from one label to all others of its tree, short ones first."""
    ways = [[start]]
    seen = {start}
    for way in ways:  # grows while we walk it
        for label in np.flatnonzero(forest[way[-1]]).tolist():
            if label not in seen:
                seen.add(label)
                ways.append([*way, label])
    return ways


def _fragments(trail: Table, visited: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """The sets of visited labels that the stones of the trail join together."""
    left = visited.copy()
    found = []
    while left.any():
        found.append(reach(trail, int(left.argmax())))
        left &= ~found[-1]
    return found


# --- CP-SAT -------------------------------------------------------------------------------------------


class _Model:
    """Which labels the trail visits, which pairs of labels it joins, and where by an odd number of stones."""

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
        ways: list[list[Any]] = [[] for _ in table]
        halves: list[list[Any]] = [[] for _ in table]
        for (a, b), joined in self.joined.items():
            model.add_implication(self.oddly[a, b], joined)
            for label in (a, b):
                model.add_implication(joined, self.visited[label])
                ways[label].append(joined)
                halves[label].append(self.oddly[a, b])
            catch = model.new_bool_var("")
            model.add(catch <= self.visited[a] + self.visited[b])
            caught.append(int(table[a, b]) * catch)
        ends = [model.new_bool_var("") for _ in table]
        for label, end in enumerate(ends):
            twos = model.new_int_var(0, len(halves[label]) // 2, "")
            model.add(sum(halves[label]) == 2 * twos + end)
            model.add_bool_or([*ways[label], alone, ~self.visited[label]])
        model.add(sum(ends) <= 2)
        model.maximize(sum(caught))

    def choice(self, solution: Mapping[Any, int]) -> tuple[Table, NDArray[np.bool_]]:
        """The fewest stones that a solution of the model needs, and the labels that it visits."""
        trail = np.zeros_like(self.table)
        for a, b in self.joined:
            if solution["joined", a, b]:
                trail[a, b] = trail[b, a] = 1 if solution["oddly", a, b] else 2
        return trail, np.array([solution["visited", label] > 0 for label in range(len(trail))])

    def join(self, fragments: list[NDArray[np.bool_]]) -> None:
        """From now on, a trail that visits a label of such a fragment leads out of it or stays within it."""
        for fragment in fragments:
            within = self.model.new_bool_var("")
            outside = [self.visited[label] for label in np.flatnonzero(~fragment).tolist()]
            self.model.add(sum(outside) == 0).only_enforce_if(within)
            ways_out = [joined for (a, b), joined in self.joined.items() if fragment[a] != fragment[b]]
            for label in np.flatnonzero(fragment).tolist():
                self.model.add_bool_or([*ways_out, within, ~self.visited[label]])
