"""Both rules by CP-SAT, exactly, on small boards: which stone lies where, and in which order.

A place is a pair of neighbouring cells. Stones in places show labels on cells, and the places used are visited
by one path: a circuit through an extra node, in which places that are not used stand alone. A step from one
place to the next needs two neighbouring cells, one of each, that show the same label. Under rule `chain` a
place has a first and a second cell, and only the second of one and the first of the next can be those cells.

That the stones of such a path share a label one with the next follows from all this, but CP-SAT is slow to see
it. So a smaller model goes first: the longest such path through the stones, without a board. It bounds what the
board can hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from typing import Any

import numpy as np
from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.errors import BadInput
from tilewright.game import Answer, Cell, Run, Status
from tilewright.games.domino.rules import DominoInstance, DominoSolution, capacity

__all__ = ["solve"]

MOST_CHOICES = 100_000
"""Ways to lay one stone: places times kinds of stones, each kind both ways round."""

MOST_ROWED = 300
"""With more stones than these nothing is asked of the smaller model; they seldom lack a label to share."""

Place = tuple[Cell, Cell]
Way = tuple[int, int]
"""A kind of stone in one of its two directions: the labels on the first and the second cell of a place."""


def solve(instance: DominoInstance, run: Run) -> Answer:
    bound = min(capacity(instance.n), len(instance.stones))
    if bound == 0:
        return Answer(Status.OPTIMAL, DominoSolution([], []), 0, 0)
    kinds, counts = np.unique(np.sort(instance.stones, axis=1), axis=0, return_counts=True)
    stock = {(a, b): min(count, bound) for (a, b), count in zip(kinds.tolist(), counts.tolist(), strict=True)}
    choices = 2 * instance.n * (instance.n - 1) * 2 * len(stock)
    if choices > MOST_CHOICES:
        raise BadInput(
            f"cpsat plays small boards: {choices:,} ways to lay a stone are more than {MOST_CHOICES:,}"
        )
    bound = min(bound, _longest_row(stock, instance.rule, run) or bound)
    run.report(bound=bound)
    board = _Board(list(_places(instance.n, instance.rule)), stock, instance.rule)
    board.model.add(sum(board.used) <= bound)
    outcome = cpsat.solve(board.model, run, board.watch)
    bound = bound if outcome.bound is None else min(bound, outcome.bound)
    if outcome.best is None:
        return Answer(Status.UNKNOWN, bound=bound, stats=outcome.stats)
    return Answer(outcome.status, board.solution(outcome.best), outcome.objective, bound, stats=outcome.stats)


# --- Without a board ----------------------------------------------------------------------------------


def _longest_row(stock: Mapping[Way, int], rule: str, run: Run) -> int | None:
    """The most stones in a row, each sharing a label with the next as the rule wants it; None if unknown."""
    if sum(stock.values()) > MOST_ROWED:
        return None
    model = cp_model.CpModel()
    stones: list[tuple[Way, cp_model.IntVar]] = []
    for (a, b), count in stock.items():
        directions = [(a, b), (b, a)] if rule == "chain" and a != b else [(a, b)]
        alike = [[model.new_bool_var("") for _ in directions] for _ in range(count)]
        for one in alike:
            model.add_at_most_one(one)
            stones += zip(directions, one, strict=True)
        for one, next_one in pairwise(alike):  # of stones that are alike the first ones are taken
            model.add(sum(one) >= sum(next_one))
    arcs: list[Any] = []
    for i, (way, taken) in enumerate(stones, 1):
        arcs += [(0, i, model.new_bool_var("")), (i, 0, model.new_bool_var("")), (i, i, ~taken)]
        for j, (after, _) in enumerate(stones, 1):
            if i != j and (way[1] == after[0] if rule == "chain" else set(way) & set(after)):
                arcs.append((i, j, model.new_bool_var("")))
    model.add_circuit(arcs)
    model.maximize(sum(taken for _, taken in stones))
    return cpsat.solve(model, run.part(), {}).bound


# --- On the board -------------------------------------------------------------------------------------


class _Board:
    """The variables of a board: a stone in a place, a label on a cell, a step from place to place."""

    def __init__(self, places: list[Place], stock: Mapping[Way, int], rule: str) -> None:
        self.model = cp_model.CpModel()
        self.places = places
        ways = list(dict.fromkeys(way for a, b in stock for way in ((a, b), (b, a))))
        self.laid = {choice: self.model.new_bool_var("") for choice in product(range(len(places)), ways)}
        self.used = [self._one_of([self.laid[p, way] for way in ways]) for p in range(len(places))]
        self.shown = self._show_labels()
        self.steps = self._walk(rule)
        for (a, b), count in stock.items():
            alike = product(range(len(places)), {(a, b), (b, a)})
            self.model.add(sum(self.laid[choice] for choice in alike) <= count)
        self.model.maximize(sum(self.used))

    @property
    def watch(self) -> dict[Any, Any]:
        laid = {("laid", *choice): variable for choice, variable in self.laid.items()}
        return {**laid, **{("step", *step): variable for step, variable in self.steps.items()}}

    def solution(self, found: Mapping[Any, int]) -> DominoSolution:
        """The stones in the order of the path."""
        labels = {key[1]: key[2] for key, value in found.items() if value and key[0] == "laid"}
        after = {key[1]: key[2] for key, value in found.items() if value and key[0] == "step"}
        order = []
        place = after[-1]
        while place >= 0:
            order.append(place)
            place = after[place]
        return DominoSolution([labels[p] for p in order], [self.places[p] for p in order])

    def _one_of(self, literals: list[Any]) -> cp_model.IntVar:
        """A variable that is true if one of the literals is; no two of them may be."""
        one = self.model.new_bool_var("")
        self.model.add(sum(literals) == one)
        return one

    def _show_labels(self) -> dict[Cell, dict[int, cp_model.IntVar]]:
        """Which label each cell shows: one, or none where no stone lies."""
        sources: dict[Cell, dict[int, list[Any]]] = {}
        for (p, way), variable in self.laid.items():
            for cell, label in zip(self.places[p], way, strict=True):
                sources.setdefault(cell, {}).setdefault(label, []).append(variable)
        shown = {
            cell: {label: self._one_of(literals) for label, literals in of_label.items()}
            for cell, of_label in sources.items()
        }
        for labels in shown.values():
            self.model.add_at_most_one(labels.values())
        return shown

    def _walk(self, rule: str) -> dict[tuple[int, int], cp_model.IntVar]:
        """One path through the places used; it comes from place -1 and ends there."""
        equal: dict[Place, cp_model.IntVar] = {}
        steps = {}
        for p in range(len(self.places)):
            steps[-1, p] = self.model.new_bool_var("")
            steps[p, -1] = self.model.new_bool_var("")
        for (p, q), meetings in _meetings(self.places, rule).items():
            for meeting in meetings:
                if meeting not in equal:
                    equal[meeting] = self._equal(*meeting)
            step = steps[p, q] = self.model.new_bool_var("")
            self.model.add_bool_or([equal[meeting] for meeting in meetings]).only_enforce_if(step)
        arcs: list[Any] = [(p + 1, q + 1, step) for (p, q), step in steps.items()]
        arcs += [(p + 1, p + 1, ~used) for p, used in enumerate(self.used)]
        self.model.add_circuit(arcs)
        return steps

    def _equal(self, one: Cell, other: Cell) -> cp_model.IntVar:
        """A variable that may be true only if whatever one cell shows, the other one shows, too."""
        equal = self.model.new_bool_var("")
        for label, variable in self.shown[one].items():
            self.model.add_implication(variable, self.shown[other][label]).only_enforce_if(equal)
        return equal


def _places(n: int, rule: str) -> Iterator[Place]:
    """Every pair of neighbouring cells; under rule chain in both orders."""
    for row, column in product(range(n), repeat=2):
        for other in ((row, column + 1), (row + 1, column)):
            if max(other) < n:
                yield (row, column), other
                if rule == "chain":
                    yield other, (row, column)


def _meetings(places: list[Place], rule: str) -> dict[tuple[int, int], list[Place]]:
    """For each place and each that may follow it: the pairs of neighbouring cells by which they may join."""
    beginning: dict[Cell, list[int]] = {}
    for q, place in enumerate(places):
        for cell in place[:1] if rule == "chain" else place:
            beginning.setdefault(cell, []).append(q)
    found: dict[tuple[int, int], list[Place]] = {}
    for p, place in enumerate(places):
        for row, column in place[1:] if rule == "chain" else place:
            for other in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                for q in beginning.get(other, ()):
                    if not set(place) & set(places[q]):
                        found.setdefault((p, q), []).append(((row, column), other))
    return found
