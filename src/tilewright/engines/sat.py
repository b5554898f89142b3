"""The door to the SAT solvers of PySAT, which run inside this process: incremental, with cardinality.

A literal is a whole number as in DIMACS: `x` for a variable, `-x` for its negation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from types import TracebackType
from typing import Any

from pysat.solvers import Solver

from tilewright.engines.background import work_in_background
from tilewright.engines.engine_versions import package_version
from tilewright.game import Run

__all__ = ["NAMES", "Sat", "available", "version"]

NAMES = ("minicard", "gluecard3", "gluecard4")
"""The solvers that know cardinality constraints natively and can be interrupted.

Minicard stops at its next decision. The gluecards, often faster on hard formulas, hear an interruption only at
their next restart, which can be seconds later.
"""

_QUICK = 50
"""Conflicts within which most questions are answered, sooner than a thread of their own has started."""


def available() -> bool:
    return find_spec("pysat") is not None


def version() -> str | None:
    return package_version("python-sat")


class Sat:
    """A SAT solver that keeps what it has learnt from one question to the next.

    >>> with Sat() as sat:
    ...     a, b, c = sat.new(), sat.new(), sat.new()
    ...     sat.exactly([a, b, c], 1)
    ...     sat.solve(Run(), assumptions=[-a, -b]), sat.model()
    (True, [3])
    """

    def __init__(self, name: str = NAMES[0]) -> None:
        if name not in NAMES:
            raise ValueError(f"no SAT solver {name!r} here; there are {', '.join(NAMES)}")
        self.name = name
        self.variables = 0
        self._solver = Solver(name=name)

    def __repr__(self) -> str:
        return f"<Sat {self.name}: {self.variables} variables>"

    def __enter__(self) -> Sat:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._solver.delete()

    def new(self) -> int:
        """A new variable."""
        self.variables += 1
        return self.variables

    def add(self, *literals: int) -> None:
        """At least one of the literals is true."""
        self._solver.add_clause(self._known(literals))

    def at_most(self, literals: Iterable[int], k: int) -> None:
        """At most `k` of the literals, each given once, are true."""
        chosen = self._known(literals)
        if len(set(chosen)) < len(chosen):
            raise ValueError("a literal stands twice in a cardinality constraint")
        # Of a literal and its negation just one is true.
        free = [literal for literal in chosen if -literal not in set(chosen)]
        k -= (len(chosen) - len(free)) // 2
        if k < 0:
            self._solver.add_clause([])
        elif k == 0:
            for literal in free:
                self._solver.add_clause([-literal])
        elif k < len(free):
            self._solver.add_atmost(free, k)

    def at_least(self, literals: Iterable[int], k: int) -> None:
        """At least `k` of the literals, each given once, are true."""
        chosen = list(literals)
        self.at_most([-literal for literal in chosen], len(chosen) - k)

    def exactly(self, literals: Iterable[int], k: int) -> None:
        """Just `k` of the literals, each given once, are true."""
        chosen = list(literals)
        self.at_most(chosen, k)
        self.at_least(chosen, k)

    def solve(self, run: Run, assumptions: Sequence[int] = ()) -> bool | None:
        """Is there a model in which the assumptions hold? None when the run was over before the answer."""
        assumed = self._known(assumptions)
        if run.stopped:
            return None
        self._solver.conf_budget(_QUICK)
        quick: bool | None = self._solver.solve_limited(assumptions=assumed)
        self._solver.conf_budget(-1)
        if quick is not None:
            return quick
        self._solver.clear_interrupt()
        answer: bool | None = work_in_background(
            lambda tell: self._solver.solve_limited(assumptions=assumed, expect_interrupt=True),
            run,
            self._solver.interrupt,
        )
        return answer

    def model(self) -> list[int]:
        """The variables that are true in the model found last, in ascending order."""
        model = self._solver.get_model()
        if model is None:
            raise ValueError("there is no model: the last answer was not True")
        return [literal for literal in model if literal > 0]

    def core(self) -> list[int]:
        """After the answer False: assumptions that cannot hold together; none if nothing can hold at all."""
        return list(self._solver.get_core() or ())

    @property
    def stats(self) -> dict[str, Any]:
        """Restarts, conflicts, decisions and propagations since the solver was made."""
        return dict(self._solver.accum_stats())

    def _known(self, literals: Iterable[int]) -> list[int]:
        """The literals as a list; variables that were numbered by the caller count as made."""
        chosen = list(literals)
        if 0 in chosen:
            raise ValueError("0 is no literal")
        self.variables = max(self.variables, *map(abs, chosen)) if chosen else self.variables
        return chosen
