"""The interface to the SAT solvers of PySAT: incremental, with cardinality constraints, run in this process.

A literal is an integer as in DIMACS: `x` for a variable, `-x` for its negation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pysat.process import Processor
from pysat.solvers import Solver

from tilewright.engines.interruptible import run_interruptibly
from tilewright.game import Run

__all__ = ["CLAUSES_ONLY", "NAMES", "Sat", "SimplifiedSat"]

NAMES = ("minicard", "gluecard3", "gluecard4")
"""The solvers that have native cardinality constraints and can be interrupted."""

CLAUSES_ONLY = ("glucose42",)
"""The solvers that can be interrupted but have no cardinality constraints.

An interrupted Minicard stops at its next decision. All other solvers, including Gluecard, stop only at their
next restart, which can be seconds later, but they are often faster on hard formulas.
"""

_QUICK = 50
"""The number of conflicts allowed in the first attempt of `solve`, which starts no thread.

Most calls are answered within this limit, in less time than it takes to start a thread.
"""


class Sat:
    """An incremental SAT solver: learnt clauses are kept from one call of `solve` to the next.

    >>> with Sat() as sat:
    ...     a, b, c = sat.new(), sat.new(), sat.new()
    ...     sat.exactly([a, b, c], 1)
    ...     sat.solve(Run(), assumptions=[-a, -b]), sat.model()
    (True, [3])
    """

    def __init__(self, name: str = NAMES[0]) -> None:
        if name not in NAMES + CLAUSES_ONLY:
            raise ValueError(f"unknown SAT solver {name!r}; expected one of {', '.join(NAMES + CLAUSES_ONLY)}")
        self.name = name
        self.variables = 0
        self._solver = Solver(name=name)

    def __repr__(self) -> str:
        return f"<Sat {self.name}: {self.variables} variables>"

    def __enter__(self) -> Sat:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._solver.delete()

    def new(self) -> int:
        """Return a new variable."""
        self.variables += 1
        return self.variables

    def add(self, *literals: int) -> None:
        """Require that at least one of the literals is true."""
        self._solver.add_clause(self._known(literals))

    def add_all(self, clauses: Iterable[Sequence[int]], variables: int) -> None:
        """Add clauses without checking their literals; no variable in them may be greater than `variables`."""
        self.variables = max(self.variables, variables)
        self._solver.append_formula(clauses)

    def at_most(self, literals: Iterable[int], k: int) -> None:
        """Require that at most `k` of the literals, which must be distinct, are true."""
        chosen = self._known(literals)
        if len(set(chosen)) < len(chosen):
            raise ValueError("a literal occurs twice in a cardinality constraint")
        # Exactly one of a literal and its negation is true.
        free = [literal for literal in chosen if -literal not in set(chosen)]
        k -= (len(chosen) - len(free)) // 2
        if k < 0:
            self._solver.add_clause([])
        elif k == 0:
            for literal in free:
                self._solver.add_clause([-literal])
        elif k < len(free):
            if self.name in CLAUSES_ONLY:
                raise ValueError(f"the SAT solver {self.name} has no cardinality constraints")
            self._solver.add_atmost(free, k)

    def at_least(self, literals: Iterable[int], k: int) -> None:
        """Require that at least `k` of the literals, which must be distinct, are true."""
        chosen = list(literals)
        self.at_most([-literal for literal in chosen], len(chosen) - k)

    def exactly(self, literals: Iterable[int], k: int) -> None:
        """Require that exactly `k` of the literals, which must be distinct, are true."""
        chosen = list(literals)
        self.at_most(chosen, k)
        self.at_least(chosen, k)

    def prefer(self, literals: Sequence[int]) -> None:
        """Make the solver try each literal as true first when it branches on the variable of the literal."""
        self._solver.set_phases(literals)

    def solve_within(self, conflicts: int, assumptions: Sequence[int] = ()) -> bool | None:
        """Return whether a model satisfies the assumptions; None if the conflict limit was reached."""
        self._solver.conf_budget(conflicts)
        answer: bool | None = self._solver.solve_limited(assumptions=assumptions)
        self._solver.conf_budget(-1)
        return answer

    def solve(self, run: Run, assumptions: Sequence[int] = (), conflicts: int = -1) -> bool | None:
        """Return whether a model satisfies the assumptions; None if the run was stopped first.

        If `conflicts` is not negative, the answer is also None after `_QUICK` + `conflicts` conflicts.
        """
        assumed = self._known(assumptions)
        if run.stopped:
            return None
        quick = self.solve_within(_QUICK, assumed)
        if quick is not None:
            return quick
        self._solver.clear_interrupt()
        self._solver.conf_budget(conflicts)
        answer: bool | None = run_interruptibly(
            lambda tell: self._solver.solve_limited(assumptions=assumed, expect_interrupt=True),
            run,
            self._solver.interrupt,
        )
        self._solver.conf_budget(-1)
        return answer

    def model(self) -> list[int]:
        """Return the variables that are true in the last model, in ascending order."""
        return [literal for literal in self._assignment() if literal > 0]

    def truth(self) -> list[bool]:
        """Return the last model as a list whose entry `x` is the value of variable `x`; entry 0 is not used."""
        truth = [literal > 0 for literal in self._assignment()]
        return [False, *truth, *[False] * (self.variables - len(truth))]

    def _assignment(self) -> list[int]:
        """Return the last model as literals, in ascending order of their variables."""
        model: list[int] | None = self._solver.get_model()
        if model is None:
            raise ValueError("there is no model: the last answer was not True")
        return model

    def core(self) -> list[int]:
        """After the answer False, return assumptions that the clauses do not allow to be true together.

        The list is empty if the clauses alone are unsatisfiable.
        """
        return list(self._solver.get_core() or ())

    @property
    def stats(self) -> dict[str, Any]:
        """The numbers of restarts, conflicts, decisions and propagations since the solver was created."""
        return dict(self._solver.accum_stats())

    def _known(self, literals: Iterable[int]) -> list[int]:
        """Return the literals as a list; increase `variables` if one of them has a greater variable."""
        chosen = list(literals)
        if 0 in chosen:
            raise ValueError("0 is not a literal")
        self.variables = max(self.variables, *map(abs, chosen)) if chosen else self.variables
        return chosen


class SimplifiedSat(Sat):
    """A SAT solver for a long search: CaDiCaL first simplifies the clauses and eliminates variables.

    Clauses that are added later, and assumptions, must contain only the variables in `kept`.

    >>> with SimplifiedSat("glucose42", [[-1, 2], [-2, 3], [1, 3]], variables=3, kept=[3]) as sat:
    ...     sat.solve(Run()), sat.model()[-1]
    (True, 3)
    """

    def __init__(
        self, name: str, clauses: Sequence[Sequence[int]], variables: int, kept: Sequence[int]
    ) -> None:
        super().__init__(name)
        self._clauses = tuple(clauses)
        self._kept = frozenset(kept)
        processor = Processor(bootstrap_with=clauses)
        self.add_all(processor.process(freeze=kept).clauses, variables)
        processor.delete()

    def _assignment(self) -> list[int]:
        # `Processor.restore` would find the values of the eliminated variables, but only for the first model.
        values = [literal for literal in super()._assignment() if abs(literal) in self._kept]
        with Solver(name=self.name, bootstrap_with=self._clauses) as solver:
            solver.solve(values)
            model: list[int] = solver.get_model()
        return model
