"""Longest trails for many connected labels.

With an unlimited number of labels the problem is hard: if each label is on three stones, a trail passes through
each label at most once, as in the Hamiltonian path problem for cubic graphs, which is NP-complete. But an
instance with many stones for each label is easy. First we connect pairs of odd labels by short paths and leave
out the stones on these paths; the length of the resulting trail nearly always equals `trail_bound`. If it does
not, CP-SAT chooses the stones, subject to the parity constraints only; whenever the chosen stones are not
connected, we add a constraint that excludes this choice and solve again. Each choice gives an upper bound, and
its largest component is a trail, so a run that is stopped early also returns a trail and a bound.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np
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
    trail_bound,
)

__all__ = ["keep_most"]


def keep_most(table: Table, enough: int, run: Run) -> tuple[Table, int]:
    """Return the stones of a longest trail, or of a trail with at least `enough` stones, and an upper bound.

    The upper bound applies to the number of stones of any trail. If the run is stopped, the trail may be
    shorter.
    """
    best = _pair_up(table, run)
    bound = trail_bound(table)
    run.report(best=min(enough, stones_in(best)), bound=min(enough, bound))
    if stones_in(best) >= min(enough, bound):
        return best, bound
    model = _Model(table, best)
    while not run.stopped:
        outcome = cpsat.solve(model.model, run.part(), model.watch)
        bound = bound if outcome.bound is None else min(bound, outcome.bound)
        if outcome.best is None:
            break
        kept = model.kept(outcome.best)
        fragments = [(labels, inside(kept, labels)) for labels in components(kept)]
        fragments.sort(key=lambda fragment: -stones_in(fragment[1]))
        best = max([best, *(stones for _, stones in fragments[:1])], key=stones_in)
        run.report(best=min(enough, stones_in(best)), bound=min(enough, bound))
        if stones_in(best) >= min(enough, bound) or outcome.status is not Status.OPTIMAL:
            break
        model.join([labels for labels, _ in fragments])
    return best, bound


# --- Short paths --------------------------------------------------------------------------------------


def _pair_up(table: Table, run: Run) -> Table:
    """Leave out the stones on short paths between odd labels until at most two odd labels remain.

    Paths whose removal keeps the label graph connected are removed first. If no such path is found, another
    path is removed, and the search continues with the largest component. Return the table of the remaining
    stones, or a table of zeros if the run is stopped.
    """
    kept = table.copy()
    blocked: set[int] = set()
    while len(odd := odd_labels(kept).tolist()) > 2:
        if run.stopped:
            return np.zeros_like(table)
        free = [label for label in odd if label not in blocked]
        start = (free or odd)[0]
        path = _shortest_path(kept, start, [label for label in odd if label != start])
        if _leave_out(kept, path):
            continue
        if free:
            blocked.add(start)
        else:
            _add(kept, path, -1)
            kept = max((inside(kept, labels) for labels in components(kept)), key=stones_in)
    return kept


def _shortest_path(kept: Table, start: int, targets: list[int]) -> list[int]:
    """Return the labels on a shortest path from `start` to a target; prefer a last step with many stones."""
    is_target = np.zeros(len(kept), np.bool_)
    is_target[targets] = True
    before = np.full(len(kept), -1)
    before[start] = start
    queue = deque([start])
    while queue:
        label = queue.popleft()
        fresh = np.flatnonzero((kept[label] > 0) & (before < 0))
        before[fresh] = label
        queue.extend(fresh.tolist())
        if len(reached := fresh[is_target[fresh]]):
            path = [int(reached[kept[label, reached].argmax()])]
            while path[-1] != start:
                path.append(int(before[path[-1]]))
            return path[::-1]
    raise AssertionError("no path connects two odd labels of a component")


def _leave_out(kept: Table, path: list[int]) -> bool:
    """Remove the stones on the path and return True; return False if this would disconnect the label graph."""
    _add(kept, path, -1)
    if all(_still_connected(kept, a, b) for a, b in pairwise(path)):
        return True
    _add(kept, path, 1)
    return False


def _add(kept: Table, path: list[int], stones: int) -> None:
    for a, b in pairwise(path):
        kept[a, b] += stones
        kept[b, a] += stones


def _still_connected(kept: Table, a: int, b: int) -> bool:
    return bool(kept[a, b] or (kept[a] * kept[b]).any() or reachable(kept, a)[b])


# --- CP-SAT -------------------------------------------------------------------------------------------


class _Model:
    """The CP-SAT model of a longest trail, without the condition that the trail is connected.

    For each pair of labels, variables state whether its stones are used and whether one of them is left out.
    """

    def __init__(self, table: Table, hint: Table) -> None:
        self.table = table
        self.model = model = cp_model.CpModel()
        pairs = [(int(a), int(b)) for a, b in np.argwhere(np.triu(table, 1))]
        self.label = [model.new_bool_var("") for _ in table]
        self.used = {pair: model.new_bool_var("") for pair in pairs}
        self.left_out = {pair: model.new_bool_var("") for pair in pairs}
        self.watch: dict[Any, Any] = {
            **{("label", label): variable for label, variable in enumerate(self.label)},
            **{("used", *pair): variable for pair, variable in self.used.items()},
            **{("left out", *pair): variable for pair, variable in self.left_out.items()},
        }
        stones = {pair: int(table[pair]) * self.used[pair] - self.left_out[pair] for pair in pairs}
        halves: list[list[Any]] = [[] for _ in table]
        for (a, b), variable in self.used.items():
            model.add_implication(self.left_out[a, b], variable)
            model.add_implication(variable, self.label[a])
            model.add_implication(variable, self.label[b])
            halves[a].append(stones[a, b])
            halves[b].append(stones[a, b])
        ends = []
        for label, parts in enumerate(halves):
            end = model.new_bool_var("")
            twos = model.new_int_var(0, int(table[label].sum()) // 2, "")
            model.add(sum(parts) == 2 * twos + end)
            ends.append(end)
        model.add(sum(ends) <= 2)
        doubles = [int(table[label, label]) * variable for label, variable in enumerate(self.label)]
        model.maximize(sum(stones.values()) + sum(doubles))
        for pair in pairs:
            model.add_hint(self.used[pair], bool(hint[pair]))
            model.add_hint(self.left_out[pair], bool(0 < hint[pair] < table[pair]))

    def kept(self, solution: Mapping[Any, int]) -> Table:
        """Return the stones that a solution of the model keeps."""
        kept = np.zeros_like(self.table)
        for label in range(len(kept)):
            kept[label, label] = self.table[label, label] * solution["label", label]
        for a, b in self.used:
            kept[a, b] = kept[b, a] = self.table[a, b] * solution["used", a, b] - solution["left out", a, b]
        return kept

    def join(self, fragments: list[Labels]) -> None:
        """Exclude the current choice of stones, which consists of disconnected fragments.

        For each fragment except the first, a constraint is added: a trail that uses a label of this fragment
        and the first label of the first fragment must use a stone that leads out of this fragment.
        """
        for fragment in fragments[1:]:
            inside = set(fragment.tolist())
            leading_out = [
                variable if self.table[pair] > 1 else variable - self.left_out[pair]
                for pair, variable in self.used.items()
                if (pair[0] in inside) != (pair[1] in inside)
            ]
            elsewhere = self.label[int(fragments[0][0])]
            for label in inside:
                self.model.add(sum(leading_out) >= self.label[label] + elsewhere - 1)
