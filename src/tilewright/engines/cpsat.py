"""The door to OR-Tools' CP-SAT, which runs inside this process.

The model is an ordinary `CpModel`, with automaton, circuit and every other constraint that CP-SAT has. With one
thread and no time limit the answer is the same for the same seed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from importlib.util import find_spec
from typing import Any, TypeVar

from ortools.sat.python import cp_model

from tilewright.engines.background import work_in_background
from tilewright.engines.outcome import Outcome
from tilewright.errors import EngineFailure
from tilewright.game import Run, Status

__all__ = ["available", "solve", "version"]

K = TypeVar("K")

_ROUNDING = 1e-6


def available() -> bool:
    return find_spec("ortools") is not None


def version() -> str | None:
    try:
        return version_of("ortools")
    except PackageNotFoundError:
        return None


def solve(
    model: cp_model.CpModel,
    run: Run,
    watch: Mapping[K, Any],
    *,
    all_solutions: bool = False,
    max_solutions: int | None = None,
    on_solution: Callable[[Mapping[K, int]], None] | None = None,
) -> Outcome:
    """Solve a model and hand back the values of the watched variables, literals or expressions.

    Without `all_solutions` only the last, best solution is kept. With it every solution is, up to
    `max_solutions`, and `stats["complete"]` tells whether there are no others. `on_solution` and the run's
    progress hear of each solution in the caller's thread.
    """
    if run.stopped:
        return Outcome(Status.UNKNOWN)
    solver = cp_model.CpSolver()
    _set_limits(solver, run, all_solutions)
    best = _Best(model, run)
    watched = _Watched(watch, best, all_solutions, max_solutions, on_solution)

    def work(tell: Callable[[Callable[[], None]], None]) -> Any:
        watched.tell = tell
        if best.has_objective:
            solver.best_bound_callback = lambda bound: tell(lambda: best.report(None, bound))
        return solver.solve(model, watched)

    code = work_in_background(work, run, solver.stop_search)
    if watched.error is not None:
        raise watched.error
    if code == cp_model.MODEL_INVALID:
        raise EngineFailure(f"CP-SAT finds the model invalid: {' '.join(model.validate().split())}")
    return _outcome(solver, code, best, watched, all_solutions)


def _set_limits(solver: cp_model.CpSolver, run: Run, all_solutions: bool) -> None:
    parameters = solver.parameters
    parameters.random_seed = run.limits.seed
    # CP-SAT enumerates with one worker only.
    parameters.num_workers = 1 if all_solutions else run.limits.threads
    parameters.enumerate_all_solutions = all_solutions
    parameters.catch_sigint_signal = False
    if run.remaining is not None:
        parameters.max_time_in_seconds = run.remaining


def _outcome(
    solver: cp_model.CpSolver, code: Any, best: _Best, watched: _Watched, all_solutions: bool
) -> Outcome:
    complete = code in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    stats = {
        "branches": solver.num_branches,
        "conflicts": solver.num_conflicts,
        "complete": complete,
    }
    if code == cp_model.INFEASIBLE:
        return Outcome(Status.INFEASIBLE, stats=stats)
    bound = best.bound(solver.best_objective_bound) if best.has_objective else None
    if not watched.solutions:
        return Outcome(Status.UNKNOWN, bound=bound, stats=stats)
    solutions = tuple(watched.solutions)
    if best.has_objective:
        status = Status.OPTIMAL if complete else Status.FEASIBLE
        return Outcome(status, solutions, round(solver.objective_value), bound, stats)
    cut_short = all_solutions and not complete and not watched.enough
    return Outcome(Status.FEASIBLE if cut_short else Status.SATISFIED, solutions, stats=stats)


class _Best:
    """The objective as whole numbers: CP-SAT tells it and its bound as floating-point ones."""

    def __init__(self, model: cp_model.CpModel, run: Run) -> None:
        self.has_objective = model.has_objective()
        self._maximises = self.has_objective and model.proto.objective.scaling_factor < 0
        self._run = run

    def bound(self, value: float) -> int | None:
        """The strongest whole bound that the given one implies; None while there is none."""
        if not math.isfinite(value):
            return None
        return math.floor(value + _ROUNDING) if self._maximises else math.ceil(value - _ROUNDING)

    def report(self, objective: float | None, bound: float) -> None:
        self._run.report(None if objective is None else round(objective), self.bound(bound))


class _Watched(cp_model.CpSolverSolutionCallback):
    """Copies the watched values out of each solution; CP-SAT calls it in its own threads, one at a time."""

    def __init__(
        self,
        watch: Mapping[Any, Any],
        best: _Best,
        keep_all: bool,
        most: int | None,
        on_solution: Callable[[Mapping[Any, int]], None] | None,
    ) -> None:
        super().__init__()
        self.solutions: list[dict[Any, int]] = []
        self.error: Exception | None = None
        self.enough = False
        self.tell: Callable[[Callable[[], None]], None] = lambda news: None
        self._watch = dict(watch)
        self._best = best
        self._keep_all = keep_all
        self._most = most
        self._on_solution = on_solution

    def on_solution_callback(self) -> None:
        try:
            self._take()
        except Exception as error:  # an exception must not travel through the solver's own threads
            self.error = error
            self.stop_search()

    def _take(self) -> None:
        if self.enough:
            return
        solution = {key: int(self.value(thing)) for key, thing in self._watch.items()}
        if not self._keep_all:
            self.solutions.clear()
        self.solutions.append(solution)
        if self._keep_all and self._most is not None and len(self.solutions) >= self._most:
            self.enough = True
            self.stop_search()
        if self._best.has_objective:
            objective, bound = self.objective_value, self.best_objective_bound
            self.tell(lambda: self._best.report(objective, bound))
        if self._on_solution is not None:
            on_solution = self._on_solution
            self.tell(lambda: on_solution(solution))
