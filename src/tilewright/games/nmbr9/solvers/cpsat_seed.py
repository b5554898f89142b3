"""Solve variants F and K with CP-SAT: the model of "Nmbr9 as a Constraint Programming Challenge".

The constraints correspond one to one to those of `published_model.mzn`, with automata for the placements; the
single capital letters in docstrings are the names that the paper uses. Parts, and levels used as indexes, are
numbered from 0. The variable `level` is 0 for a part that is not placed and 1 for a part on the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import Any

from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.game import Answer, Cell, Run
from tilewright.games.nmbr9.models import published_model_data
from tilewright.games.nmbr9.models.published_model_data import PublishedModel
from tilewright.games.nmbr9.rules import Nmbr9Instance

__all__ = ["solve"]

Literal = Any
"""A Boolean variable of CP-SAT or its negation."""


def solve(instance: Nmbr9Instance, run: Run) -> Answer:
    model = PublishedModel.of(instance, "cpsat-seed")
    area = run.options.get("area", "repaired")
    constraints = _ConstraintModel(model, area)
    outcome = cpsat.solve(constraints.model, run, constraints.output_variables, whole_model=True)
    if outcome.best is None:
        return published_model_data.answer(
            area, Answer(outcome.status, bound=outcome.bound, stats=outcome.stats)
        )
    best = outcome.best
    deck = [best["D", card] for card in range(instance.cards)]
    covered: dict[int, list[Cell]] = {part: [] for part in deck}
    for _, part, cell in (key[1:] for key, value in best.items() if key[0] == "G1" and value):
        covered[part].append(cell)
    levels = [best["level", part] for part in constraints.parts]
    solution = published_model_data.solution(model, deck, levels, covered)
    return published_model_data.answer(
        area, Answer(outcome.status, solution, outcome.objective, outcome.bound, stats=outcome.stats)
    )


class _ConstraintModel:
    """The variables and constraints of the published model in CP-SAT."""

    def __init__(self, published: PublishedModel, area: str) -> None:
        self.published = published
        self.model = cp_model.CpModel()
        self.parts = range(len(published.values))
        self.levels = range(published.levels)
        self.cells: list[Cell] = [
            (row, column) for row in range(published.size) for column in range(published.size)
        ]
        self._deck_and_order()
        self._levels_and_grids()
        self._connection_and_support()
        self._implied(area)
        self._rotations()
        self.model.maximize(sum((self.level[p] - self.placed[p]) * published.values[p] for p in self.parts))
        self._search()

    @property
    def output_variables(self) -> dict[Any, Any]:
        """The variables whose values make up a solution."""
        variables: dict[Any, Any] = {("D", card): variable for card, variable in enumerate(self.deck)}
        variables |= {("level", part): variable for part, variable in enumerate(self.level)}
        return variables | {("G1", *key): literal for key, literal in self.covers.items()}

    def _bool(self) -> cp_model.IntVar:
        return self.model.new_bool_var("")

    def _both(self, one: Literal, other: Literal) -> cp_model.IntVar:
        both = self._bool()
        self.model.add_implication(both, one)
        self.model.add_implication(both, other)
        self.model.add_bool_or([both, ~one, ~other])
        return both

    def _any(self, literals: Sequence[Literal]) -> cp_model.IntVar:
        some = self._bool()
        self.model.add_max_equality(some, literals)
        return some

    def _pairs(self) -> Iterator[tuple[int, int]]:
        return ((p, q) for p, q in product(self.parts, repeat=2) if p != q)

    # The constraints, in the order of the paper.

    def _deck_and_order(self) -> None:
        """Add the deck D, its inverse O (the order), `placed` (Y) and `before` (B)."""
        published, model, last = self.published, self.model, len(self.parts) - 1
        cards = published.instance.cards
        places = [model.new_int_var(0, last, "") for _ in self.parts]
        self.deck = places[:cards]
        self.order = [model.new_int_var(0, last, "") for _ in self.parts]
        model.add_inverse(self.order, places)
        self.placed = [self._bool() for _ in self.parts]
        for p in self.parts:
            model.add(self.order[p] < cards).only_enforce_if(self.placed[p])
            model.add(self.order[p] >= cards).only_enforce_if(~self.placed[p])
        self.before: dict[tuple[int, int], Literal] = {}
        for p, q in self._pairs():
            if p < q:
                first = self.before[p, q] = self._bool()
                self.before[q, p] = ~first
                model.add(self.order[p] < self.order[q]).only_enforce_if(first)
                model.add(self.order[p] > self.order[q]).only_enforce_if(~first)
        for card, value in enumerate(published.instance.deck or ()):
            parts = [p for p in self.parts if published.values[p] == value]
            model.add_linear_expression_in_domain(self.deck[card], cp_model.Domain.from_values(parts))

    def _levels_and_grids(self) -> None:
        """Add the levels L and, for each part and level, a grid with an automaton.

        A cell of the grid is 1 if the part covers it, 2 if it is adjacent to the part and not in a hole of the
        part, and 0 otherwise.
        """
        published, model = self.published, self.model
        self.level = [model.new_int_var(0, published.levels, "") for _ in self.parts]
        self.on = {(p, h): self._bool() for p in self.parts for h in self.levels}
        self.covers: dict[tuple[int, int, Cell], Literal] = {}
        self.around: dict[tuple[int, int, Cell], Literal] = {}
        languages = {value: published.language(value) for value in set(published.values)}
        automata = {value: language.dfa().cpsat() for value, language in languages.items()}
        for p in self.parts:
            model.add(self.level[p] == sum((h + 1) * self.on[p, h] for h in self.levels))
            model.add(sum(self.on[p, h] for h in self.levels) == self.placed[p])
            language = languages[published.values[p]]
            for h in self.levels:
                word: list[Any] = [self.on[p, h]]
                word += [
                    model.new_int_var_from_domain(cp_model.Domain.from_values(list(symbols)), "")
                    for symbols in language.domains[1:]
                ]
                model.add_automaton(word, *automata[published.values[p]])
                for cell in self.cells:
                    self._aspects(h, p, cell, word[language.position(cell)])
        for h, cell in product(self.levels, self.cells):
            model.add_at_most_one(self.covers[h, p, cell] for p in self.parts)

    def _aspects(self, h: int, p: int, cell: Cell, symbol: cp_model.IntVar) -> None:
        covers, around = self._bool(), self._bool()
        self.model.add(symbol == covers + 2 * around)
        self.covers[h, p, cell], self.around[h, p, cell] = covers, around
        if not 0 < min(cell) <= max(cell) < self.published.size - 1:
            self.model.add(covers == 0)

    def _connection_and_support(self) -> None:
        """Require that levels are connected, and that at least two parts support each part above the table."""
        model = self.model
        self.earlier = {
            (h, p, cell): self._any(
                [self._both(self.before[q, p], self.covers[h, q, cell]) for q in self.parts if q != p]
            )
            for h, p, cell in product(self.levels, self.parts, self.cells)
        }
        for h, p in product(self.levels, self.parts):
            others = self._any([self._both(self.before[q, p], self.on[q, h]) for q in self.parts if q != p])
            touches = [self._both(self.around[h, p, cell], self.earlier[h, p, cell]) for cell in self.cells]
            model.add_bool_or([*touches, ~self.on[p, h], ~others])
        for h, p, cell in product(self.levels[1:], self.parts, self.cells):
            model.add_implication(self.covers[h, p, cell], self.earlier[h - 1, p, cell])
        for h, p in product(self.levels[1:], self.parts):
            self._rest_on_two(h, p)

    def _rest_on_two(self, h: int, p: int) -> None:
        rests = {}
        for q in self.parts:
            if q != p:
                shared = [
                    self._both(self.covers[h, p, cell], self.covers[h - 1, q, cell]) for cell in self.cells
                ]
                rests[q] = self._both(self.before[q, p], self._any(shared))
        self.model.add(sum(rests.values()) >= 2).only_enforce_if(self.on[p, h])
        if self.published.instance.support == "types":
            numbers = [
                self._any([rest for q, rest in rests.items() if self.published.values[q] == value])
                for value in {self.published.values[q] for q in rests}
            ]
            self.model.add(sum(numbers) >= 2).only_enforce_if(self.on[p, h])

    def _implied(self, area: str) -> None:
        """Add implied constraints on the areas of levels and on the levels of cards, and order the copies."""
        measures = self.published.measures(area)
        for lower, upper in pairwise(self.levels):
            self.model.add(
                sum(measures[p] * self.on[p, lower] for p in self.parts)
                >= sum(measures[p] * self.on[p, upper] for p in self.parts)
            )
        for card, part in enumerate(self.deck):
            height = self.model.new_int_var(1, min(card // 2 + 1, self.published.levels), "")
            self.model.add_element(part, self.level, height)
        for p, q in pairwise(self.parts):
            if self.published.values[p] == self.published.values[q]:
                self.model.add_implication(self.placed[q], self.before[p, q])

    def _rotations(self) -> None:
        """Break the rotational symmetry: level 1 is the lexicographically largest of its rotations."""
        last = self.published.size - 1
        shown = {
            cell: sum((1 + self.published.values[p]) * self.covers[0, p, cell] for p in self.parts)
            for cell in self.cells
        }
        for turned in (
            [shown[last - column, row] for row, column in self.cells],
            [shown[last - row, last - column] for row, column in self.cells],
            [shown[column, last - row] for row, column in self.cells],
        ):
            self._lexicographically_at_least([shown[cell] for cell in self.cells], turned)

    def _lexicographically_at_least(self, one: Sequence[Any], other: Sequence[Any]) -> None:
        """Require that the first list is lexicographically greater than or equal to the second.

        As long as `equal` is true, no element of the first list may be smaller than its counterpart. `equal`
        can become false only at an element that is greater than its counterpart.
        """
        equal: Literal = None
        for left, right in zip(one, other, strict=True):
            after = self._bool()
            enforced = [] if equal is None else [equal]
            self.model.add(left >= right).only_enforce_if(enforced)
            self.model.add(left > right).only_enforce_if([*enforced, ~after])
            equal = after

    def _search(self) -> None:
        """Set the search order: the deck, then the levels, then the cells in a spiral from the centre."""
        first, largest = cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE
        self.model.add_decision_strategy(self.deck, first, cp_model.SELECT_MIN_VALUE)
        self.model.add_decision_strategy(self.level, first, largest)
        spiral = [
            self.covers[h, p, cell] for h in self.levels for cell in self.published.spiral() for p in self.parts
        ]
        self.model.add_decision_strategy(spiral, first, largest)
