"""A puzzle as a propositional model: variables, rules with their sentences, and the places to be decided.

The author of a puzzle writes one function that adds variables and rules to a `Model`. SAT solvers and CP-SAT
solve this model, and hints quote the sentences of the rules that force a value.

A literal is an integer as in DIMACS: `x` for a variable, `-x` for its negation. A *rule* is one instance of a
rule of the puzzle, such as "The rectangle of the 6 in row 2, column 3 has 6 cells". Its constraints are
clauses, cardinality constraints, and *lazy constraints*. A lazy constraint, such as connectivity, would need
too many clauses, so only the clauses that an assignment violates are added (see
`tilewright.puzzles.lazy_graph_constraints`). Clauses that only define variables do not belong to a rule.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tilewright.game import Cell
from tilewright.puzzles.kinds_and_states import SHADED, UNSHADED, Place, Value

__all__ = ["Clause", "LazyConstraint", "Model", "Rule", "Truth"]

Clause = list[int]

Truth = Sequence[bool]
"""An assignment: entry `x` is the value of variable `x`; entry 0 is not used."""


class LazyConstraint(Protocol):
    """A constraint whose clauses are added only when an assignment violates them."""

    @property
    def about(self) -> Collection[int]:
        """The variables that this constraint can force without other rules.

        The search for hints first tries to force each of these variables with this constraint's rule alone.
        """
        return ()

    def violated(self, truth: Truth) -> Iterator[Clause]:
        """Yield clauses that every solution satisfies but the assignment violates.

        If the assignment satisfies the constraint, nothing is yielded.
        """
        ...


@dataclass(slots=True)
class Rule:
    """One instance of a rule: the sentence that states it, the cells that it is about, and its constraints."""

    sentence: str
    cells: tuple[Cell, ...]
    clauses: list[Clause] = field(default_factory=list)
    at_mosts: list[tuple[list[int], int]] = field(default_factory=list)
    lazy: list[LazyConstraint] = field(default_factory=list)
    forces: set[int] = field(default_factory=set)
    """Variables that the rule can force through definitions, although they are not in its constraints."""

    def add(self, *literals: int) -> None:
        """Require that at least one of the literals is true."""
        self.clauses.append(list(literals))

    def at_most(self, literals: Iterable[int], k: int) -> None:
        """Require that at most `k` of the literals, which must be distinct, are true."""
        self.at_mosts.append((list(literals), k))

    def at_least(self, literals: Iterable[int], k: int) -> None:
        """Require that at least `k` of the literals, which must be distinct, are true."""
        chosen = list(literals)
        if k == 1:
            self.clauses.append(chosen)
        else:
            self.at_mosts.append(([-literal for literal in chosen], len(chosen) - k))

    def exactly(self, literals: Iterable[int], k: int) -> None:
        """Require that exactly `k` of the literals, which must be distinct, are true."""
        chosen = list(literals)
        self.at_most(chosen, k)
        self.at_least(chosen, k)

    def require(self, constraint: LazyConstraint) -> None:
        """Require a lazy constraint."""
        self.lazy.append(constraint)


class Model:
    """The variables and rules of one board.

    If `explaining` is true, the model is used for hints, and `values` must contain every place. A model that is
    used only for solving need not contain variables that only hints need. If its `values` then lack places,
    `choices` contains the variables that determine the solution.
    """

    def __init__(self, explaining: bool = True) -> None:
        self.explaining = explaining
        self.variables = 0
        self.rules: list[Rule] = []
        self.definitions: list[Clause] = []
        """Clauses that define variables in terms of others and do not belong to a rule."""
        self.at_most_one: list[list[int]] = []
        """Lists of literals, each with at most one true literal; these constraints do not belong to a rule."""
        self.values: dict[Place, dict[Value, int]] = {}
        """For each place, the literal of each of its possible values; a given place has only one value."""
        self.choices: list[int] = []
        """The variables in this list that are true determine the solution. If the list is empty, `values`
        determines it."""

    def variable(self) -> int:
        """Return a new variable."""
        self.variables += 1
        return self.variables

    def new_variables(self, count: int) -> range:
        """Return the given number of new variables."""
        first = self.variables + 1
        self.variables += count
        return range(first, first + count)

    def rule(self, sentence: str, cells: Iterable[Cell] = ()) -> Rule:
        """Add a rule and return it. The sentence begins with a capital letter and has no full stop."""
        rule = Rule(sentence, tuple(cells))
        self.rules.append(rule)
        return rule

    def define(self, *literals: int) -> None:
        """Add a clause that defines variables."""
        self.definitions.append(list(literals))

    def define_or(self, variable: int, literals: Sequence[int]) -> None:
        """Define a variable that is true if and only if at least one of the literals is true."""
        self.definitions.append([-variable, *literals])
        self.definitions += [[variable, -literal] for literal in literals]

    # --- What a player decides ------------------------------------------------------------------------

    def decide(self, place: Place, on: Value, off: Value) -> int:
        """Add a place with two possible values; return its variable, true for `on` and false for `off`."""
        variable = self.variable()
        self.values[place] = {on: variable, off: -variable}
        return variable

    def give(self, place: Place, value: Value) -> int:
        """Add a place whose value is given on the board; return a literal that is always true."""
        literal = self.variable()
        self.definitions.append([literal])
        self.values[place] = {value: literal}
        return literal

    def decide_shading(self, cells: Iterable[Cell]) -> dict[Cell, int]:
        """Add cells as places; return, for each cell, a variable that is true if the cell is shaded."""
        return {cell: self.decide(cell, SHADED, UNSHADED) for cell in cells}

    def decide_number(self, cell: Cell, numbers: Iterable[int]) -> dict[int, int]:
        """Add a cell as a place; return a variable for each possible number, exactly one of which is true."""
        literals: dict[Value, int] = {number: self.variable() for number in numbers}
        self.values[cell] = literals
        self.definitions.append(list(literals.values()))
        self.at_most_one.append(list(literals.values()))
        return {int(number): literal for number, literal in literals.items()}

    # --- Reading an assignment ------------------------------------------------------------------------

    def values_in(self, truth: Truth) -> dict[Place, Value]:
        """Return the value of each place in the solution that an assignment describes."""
        return {
            place: next(value for value, literal in literals.items() if truth[abs(literal)] == (literal > 0))
            for place, literals in self.values.items()
        }

    def excluding_clause(self, truth: Truth) -> Clause:
        """Return a clause that excludes only the solution that an assignment describes."""
        if self.choices:
            return [-variable for variable in self.choices if truth[variable]]
        return [
            -literal
            for literals in self.values.values()
            for literal in literals.values()
            if truth[abs(literal)] == (literal > 0) and (literal > 0 or len(literals) == 2)
        ]

    def literals_of(self, values: Mapping[Place, Value]) -> list[int] | None:
        """Return the literals of the given values; None if the model has no literal for one of them."""
        literals = []
        for place, value in values.items():
            literal = self.values.get(place, {}).get(value)
            if literal is None:
                return None
            literals.append(literal)
        return literals
