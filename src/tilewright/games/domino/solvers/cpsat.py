"""Solve instances with small boards exactly by CP-SAT: the model chooses the places and order of the stones.

A place is a pair of neighbouring cells. A stone in a place determines the labels of the two cells. One path
visits all used places; it is modelled by a circuit constraint with an extra node, in which unused places have
self-loops. A step from one place to the next requires two neighbouring cells, one of each place, with the same
label. Under rule `chain` a place has a first and a second cell, and the two neighbouring cells must be the
second cell of one place and the first cell of the next place.

It follows that consecutive stones of the path share a label, but CP-SAT is slow to derive this. So a smaller
model without a board is solved first. Its upper bound on the length of a sequence in which consecutive stones
join is also an upper bound for the board.
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
from tilewright.games.domino.rules import DominoInstance, DominoSolution, simple_bound

__all__ = ["solve"]

MOST_CHOICES = 100_000
"""The size limit for the model: pairs of neighbouring cells times kinds of stones times two directions."""

MOST_STONES_WITHOUT_BOARD = 300
"""The maximum number of stones for the model without a board; with more stones, its bound rarely helps."""

Place = tuple[Cell, Cell]
DirectedStone = tuple[int, int]
"""A kind of stone in one of its two directions: the labels on the first and the second cell of a place."""


def solve(instance: DominoInstance, run: Run) -> Answer:
    bound = simple_bound(instance)
    if bound == 0:
        return Answer(Status.OPTIMAL, DominoSolution([], []), 0, 0)
    kinds, counts = np.unique(np.sort(instance.stones, axis=1), axis=0, return_counts=True)
    stock = {(a, b): min(count, bound) for (a, b), count in zip(kinds.tolist(), counts.tolist(), strict=True)}
    choices = 2 * instance.n * (instance.n - 1) * 2 * len(stock)
    if choices > MOST_CHOICES:
        raise BadInput(
            f"the solver cpsat supports small boards only: there are {choices:,} ways to lay a stone;"
            f" the limit is {MOST_CHOICES:,}"
        )
    bound = min(bound, _bound_without_board(stock, instance.rule, run) or bound)
    run.report(bound=bound)
    board = _Board(list(_places(instance.n, instance.rule)), stock, instance.rule)
    board.model.add(sum(board.used) <= bound)
    outcome = cpsat.solve(board.model, run, board.watch, whole_model=True)
    bound = bound if outcome.bound is None else min(bound, outcome.bound)
    if outcome.best is None:
        return Answer(Status.UNKNOWN, bound=bound, stats=outcome.stats)
    return Answer(outcome.status, board.solution(outcome.best), outcome.objective, bound, stats=outcome.stats)


# --- Model without a board ----------------------------------------------------------------------------


def _bound_without_board(stock: Mapping[DirectedStone, int], rule: str, run: Run) -> int | None:
    """Return an upper bound on the length of sequences in which consecutive stones join; None if unknown."""
    if sum(stock.values()) > MOST_STONES_WITHOUT_BOARD:
        return None
    model = cp_model.CpModel()
    stones: list[tuple[DirectedStone, cp_model.IntVar]] = []
    for (a, b), count in stock.items():
        directions = [(a, b), (b, a)] if rule == "chain" and a != b else [(a, b)]
        alike = [[model.new_bool_var("") for _ in directions] for _ in range(count)]
        for copy in alike:
            model.add_at_most_one(copy)
            stones += zip(directions, copy, strict=True)
        for copy, next_copy in pairwise(alike):  # break symmetry: use the copies of a stone in order
            model.add(sum(copy) >= sum(next_copy))
    arcs: list[Any] = []
    for i, (stone, taken) in enumerate(stones, 1):
        arcs += [(0, i, model.new_bool_var("")), (i, 0, model.new_bool_var("")), (i, i, ~taken)]
        for j, (after, _) in enumerate(stones, 1):
            if i != j and (stone[1] == after[0] if rule == "chain" else set(stone) & set(after)):
                arcs.append((i, j, model.new_bool_var("")))
    model.add_circuit(arcs)
    model.maximize(sum(taken for _, taken in stones))
    return cpsat.solve(model, run.part(), {}).bound


# --- Model with the board -----------------------------------------------------------------------------


class _Board:
    """The model with the board.

    Its variables state which stone is in each place, which label is on each cell, and which steps the path has.
    """

    def __init__(self, places: list[Place], stock: Mapping[DirectedStone, int], rule: str) -> None:
        self.model = cp_model.CpModel()
        self.places = places
        directed_stones = list(dict.fromkeys(stone for a, b in stock for stone in ((a, b), (b, a))))
        self.laid = {
            choice: self.model.new_bool_var("") for choice in product(range(len(places)), directed_stones)
        }
        self.used = [
            self._at_most_one_of([self.laid[p, stone] for stone in directed_stones]) for p in range(len(places))
        ]
        self.label_on_cell = self._add_labels()
        self.steps = self._add_path(rule)
        for (a, b), count in stock.items():
            alike = product(range(len(places)), {(a, b), (b, a)})
            self.model.add(sum(self.laid[choice] for choice in alike) <= count)
        self.model.maximize(sum(self.used))

    @property
    def watch(self) -> dict[Any, Any]:
        laid = {("laid", *choice): variable for choice, variable in self.laid.items()}
        return {**laid, **{("step", *step): variable for step, variable in self.steps.items()}}

    def solution(self, values: Mapping[Any, int]) -> DominoSolution:
        """Return the stones in the order of the path."""
        labels = {key[1]: key[2] for key, value in values.items() if value and key[0] == "laid"}
        after = {key[1]: key[2] for key, value in values.items() if value and key[0] == "step"}
        order = []
        place = after[-1]
        while place >= 0:
            order.append(place)
            place = after[place]
        return DominoSolution([labels[p] for p in order], [self.places[p] for p in order])

    def _at_most_one_of(self, literals: list[Any]) -> cp_model.IntVar:
        """Return a Boolean variable that equals the sum of the literals, so that at most one can be true."""
        any_true = self.model.new_bool_var("")
        self.model.add(sum(literals) == any_true)
        return any_true

    def _add_labels(self) -> dict[Cell, dict[int, cp_model.IntVar]]:
        """Return the label variables of each cell: one is true if a stone covers the cell, otherwise none."""
        sources: dict[Cell, dict[int, list[Any]]] = {}
        for (p, stone), variable in self.laid.items():
            for cell, label in zip(self.places[p], stone, strict=True):
                sources.setdefault(cell, {}).setdefault(label, []).append(variable)
        label_on_cell = {
            cell: {label: self._at_most_one_of(literals) for label, literals in of_label.items()}
            for cell, of_label in sources.items()
        }
        for labels in label_on_cell.values():
            self.model.add_at_most_one(labels.values())
        return label_on_cell

    def _add_path(self, rule: str) -> dict[tuple[int, int], cp_model.IntVar]:
        """Return the step variables of a path from the extra node -1 through all used places and back."""
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

    def _equal(self, cell: Cell, other: Cell) -> cp_model.IntVar:
        """Return a variable; if it is true and `cell` has a label, then `other` has the same label."""
        equal = self.model.new_bool_var("")
        for label, variable in self.label_on_cell[cell].items():
            self.model.add_implication(variable, self.label_on_cell[other][label]).only_enforce_if(equal)
        return equal


def _places(n: int, rule: str) -> Iterator[Place]:
    """Yield every pair of neighbouring cells; under rule `chain`, yield it in both orders."""
    for row, column in product(range(n), repeat=2):
        for other in ((row, column + 1), (row + 1, column)):
            if max(other) < n:
                yield (row, column), other
                if rule == "chain":
                    yield other, (row, column)


def _meetings(places: list[Place], rule: str) -> dict[tuple[int, int], list[Place]]:
    """Return, for each pair of places that can be consecutive, the neighbouring cells where they can join."""
    beginning: dict[Cell, list[int]] = {}
    for q, place in enumerate(places):
        for cell in place[:1] if rule == "chain" else place:
            beginning.setdefault(cell, []).append(q)
    meetings: dict[tuple[int, int], list[Place]] = {}
    for p, place in enumerate(places):
        for row, column in place[1:] if rule == "chain" else place:
            for other in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                for q in beginning.get(other, ()):
                    if not set(place) & set(places[q]):
                        meetings.setdefault((p, q), []).append(((row, column), other))
    return meetings
