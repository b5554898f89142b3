"""Search for solutions of a model, or for the values that all solutions share, with a SAT solver."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from tilewright.engines.sat import Sat, SimplifiedSat
from tilewright.game import Run
from tilewright.puzzles.kinds_and_states import Place, Value
from tilewright.puzzles.rule_model import Clause, Model

__all__ = ["LazySearch", "ModelSearch", "SimplifiedSearch", "add_definitions"]


def add_definitions(sat: Sat, model: Model) -> None:
    """Add the definitions and at-most-one constraints of a model, but not its rules, to a SAT solver."""
    sat.add_all(model.definitions, model.variables)
    for literals in model.at_most_one:
        sat.at_most(literals, 1)


class LazySearch(ABC):
    """A search with any solver; clauses of a model's lazy constraints are added when they are violated."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.rounds = 0
        self.added: list[Clause] = []
        """The clauses of lazy constraints that have been added so far."""
        self._lazy = [constraint for rule in model.rules for constraint in rule.lazy]

    @abstractmethod
    def add(self, clauses: Sequence[Clause]) -> None:
        """Add clauses to the solver."""

    @abstractmethod
    def _assignment(self, run: Run, assumptions: Sequence[int]) -> list[bool] | bool | None:
        """Return an assignment that satisfies all added clauses and the assumptions, or False if none exists.

        Return None if the solver gave up or was stopped.
        """

    @property
    def stats(self) -> dict[str, int]:
        """The number of assignments found, and the number of clauses of lazy constraints added."""
        return {"rounds": self.rounds, "cuts": len(self.added)}

    def find(self, run: Run, assumptions: Sequence[int] = ()) -> list[bool] | bool | None:
        """Return the assignment of a solution, or False if no solution exists.

        Return None if the search gave up or was stopped.
        """
        while True:
            truth = self._assignment(run, assumptions)
            if truth is None or isinstance(truth, bool):
                return truth
            self.rounds += 1
            cuts = [clause for constraint in self._lazy for clause in constraint.violated(truth)]
            if not cuts:
                return truth
            self.added += cuts
            self.add(cuts)

    def exclude(self, truth: Sequence[bool]) -> None:
        """Exclude the solution that an assignment describes from all further answers."""
        self.add([self.model.excluding_clause(truth)])

    def find_all(self, run: Run, most: int) -> tuple[list[list[bool]], bool]:
        """Return the assignments of up to `most` solutions, and whether it is proved that no others exist."""
        found: list[list[bool]] = []
        while len(found) < most:
            truth = self.find(run)
            if isinstance(truth, bool):
                return found, True
            if truth is None:
                break
            found.append(truth)
            self.exclude(truth)
        return found, False


class ModelSearch(LazySearch):
    """A search with a SAT solver.

    If `patience` is given, the search gives up after about that many conflicts in total.
    """

    def __init__(self, model: Model, engine: str = "minicard", patience: int | None = None) -> None:
        super().__init__(model)
        self.patience = patience
        self.other_conflicts = 0
        """The number of conflicts of other searches for the same answer; `stats` includes them."""
        self._sat = Sat(engine)
        add_definitions(self._sat, model)
        for rule in model.rules:
            self.add(rule.clauses)
            for literals, k in rule.at_mosts:
                self._sat.at_most(literals, k)

    def __enter__(self) -> ModelSearch:
        return self

    def __exit__(self, *_: object) -> None:
        self._sat.close()

    @property
    def stats(self) -> dict[str, int]:
        """The statistics that every search has, and the number of conflicts of the SAT solver."""
        return {**super().stats, "conflicts": self._sat.stats["conflicts"] + self.other_conflicts}

    def add(self, clauses: Sequence[Clause]) -> None:
        self._sat.add_all(clauses, self.model.variables)

    def _assignment(self, run: Run, assumptions: Sequence[int]) -> list[bool] | bool | None:
        if self.gave_up:
            return None
        left = -1 if self.patience is None else self.patience - self._sat.stats["conflicts"]
        answer = self._sat.solve(run, assumptions, left)
        return self._sat.truth() if answer else answer

    @property
    def gave_up(self) -> bool:
        """Whether the search has reached its limit on the number of conflicts (`patience`)."""
        return self.patience is not None and self._sat.stats["conflicts"] >= self.patience

    def common_values(
        self, run: Run, assumptions: Sequence[int] = (), least: int = 0
    ) -> dict[Place, Value] | None:
        """Return the values that all solutions share; None if the search gave up or was stopped.

        The search starts with the values of one solution. Then it repeatedly looks for a solution in which at
        least one remaining place has another value, and removes all such places. It stops early when fewer than
        `least` places remain; the result may then contain values that not all solutions share. If there is no
        solution, the result is empty.
        """
        truth = self.find(run, assumptions)
        if truth is None:
            return None
        if isinstance(truth, bool):
            return {}
        common = self.model.values_in(truth)
        while common and len(common) >= least:
            switch = self._sat.new()
            self._sat.add(-switch, *(-self.model.values[place][value] for place, value in common.items()))
            truth = self.find(run, [*assumptions, switch])
            self._sat.add(-switch)
            if truth is None:
                return None
            if isinstance(truth, bool):
                return common
            other = self.model.values_in(truth)
            common = {place: value for place, value in common.items() if other[place] == value}
        return common


class SimplifiedSearch(ModelSearch):
    """A search that first simplifies the clauses of a model and the given clauses; suitable for long searches.

    The model must have no cardinality constraints. Its lazy constraints must be about its `choices`, because
    the simplification may eliminate all other variables.
    """

    def __init__(self, model: Model, engine: str, clauses: Sequence[Clause]) -> None:
        LazySearch.__init__(self, model)
        self.patience = None
        self.other_conflicts = 0
        formula = [*model.definitions, *(clause for rule in model.rules for clause in rule.clauses), *clauses]
        self._sat = SimplifiedSat(engine, formula, model.variables, model.choices)
