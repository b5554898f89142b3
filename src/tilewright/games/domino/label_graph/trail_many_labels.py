"""The most stones that make one trail, where many labels are connected.

Without a limit on the labels this is a hard problem: where each label is on three stones, a trail passes
through a label once at most, as a path does, and whether there is a path through all of them is a famous
question. But tables of many stones are easy. First we pair up odd labels by short ways and leave out the
stones on them, which nearly always reaches the bound. Where it does not, CP-SAT chooses the stones by the
numbers of halves alone; whenever its choice falls apart, we add the condition that it broke and ask again.
Each choice gives a bound, and its largest piece is a trail, so that a limit, too, ends with a trail and a
bound.
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
    odd_labels,
    pieces,
    reach,
    stones_in,
    trail_bound,
)

__all__ = ["keep_most"]


def keep_most(table: Table, enough: int, run: Run) -> tuple[Table, int]:
    """The stones of a longest trail, or of one with `enough` stones, and a bound on all trails."""
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
        fragments = [(labels, _inside(kept, labels)) for labels in pieces(kept)]
        fragments.sort(key=lambda each: -stones_in(each[1]))
        best = max([best, *(inside for _, inside in fragments[:1])], key=stones_in)
        run.report(best=min(enough, stones_in(best)), bound=min(enough, bound))
        if stones_in(best) >= min(enough, bound) or outcome.status is not Status.OPTIMAL:
            break
        model.join([labels for labels, _ in fragments])
    return best, bound


def _inside(table: Table, labels: Labels) -> Table:
    """The stones with both labels among the given ones."""
    inside = np.zeros_like(table)
    inside[np.ix_(labels, labels)] = table[np.ix_(labels, labels)]
    return inside


# --- First try ----------------------------------------------------------------------------------------


def _pair_up(table: Table, run: Run) -> Table:
    """Leave out the stones on short ways between odd labels, until two odd labels are left.

    Ways that keep the table together come first; if there are no more of them, go on with the largest piece
    of what falls apart. No stones if the run is stopped.
    """
    kept = table.copy()
    blocked: set[int] = set()
    while len(odd := odd_labels(kept).tolist()) > 2:
        if run.stopped:
            return np.zeros_like(table)
        free = [label for label in odd if label not in blocked]
        start = (free or odd)[0]
        way = _way(kept, start, [label for label in odd if label != start])
        if _leave_out(kept, way):
            continue
        if free:
            blocked.add(start)
        else:
            _add(kept, way, -1)
            kept = max((_inside(kept, labels) for labels in pieces(kept)), key=stones_in)
    return kept


def _way(kept: Table, start: int, targets: list[int]) -> list[int]:
    """The labels on a shortest way to some target; of equals the one with most stones on its last step."""
    wanted = np.zeros(len(kept), np.bool_)
    wanted[targets] = True
    before = np.full(len(kept), -1)
    before[start] = start
    ahead = deque([start])
    while ahead:
        here = ahead.popleft()
        fresh = np.flatnonzero((kept[here] > 0) & (before < 0))
        before[fresh] = here
        ahead.extend(fresh.tolist())
        if len(found := fresh[wanted[fresh]]):
            way = [int(found[kept[here, found].argmax()])]
            while way[-1] != start:
                way.append(int(before[way[-1]]))
            return way[::-1]
    raise AssertionError("odd labels of one piece are joined")


def _leave_out(kept: Table, way: list[int]) -> bool:
    """Take the stones on the way from the table, unless it falls apart."""
    _add(kept, way, -1)
    if all(_still_joined(kept, a, b) for a, b in pairwise(way)):
        return True
    _add(kept, way, 1)
    return False


def _add(kept: Table, way: list[int], stones: int) -> None:
    for a, b in pairwise(way):
        kept[a, b] += stones
        kept[b, a] += stones


def _still_joined(kept: Table, a: int, b: int) -> bool:
    return bool(kept[a, b] or (kept[a] * kept[b]).any() or reach(kept, a)[b])


# --- CP-SAT -------------------------------------------------------------------------------------------


class _Model:
    """For every pair of labels: are its stones used, and is one of them left out all the same?"""

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
        """The stones that a solution of the model keeps."""
        kept = np.zeros_like(self.table)
        for label in range(len(kept)):
            kept[label, label] = self.table[label, label] * solution["label", label]
        for a, b in self.used:
            kept[a, b] = kept[b, a] = self.table[a, b] * solution["used", a, b] - solution["left out", a, b]
        return kept

    def join(self, fragments: list[Labels]) -> None:
        """From now on, who uses labels of two of these fragments has stones that lead out of each of them."""
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
