"""The interface to OR-Tools' CP-SAT, which runs inside this process.

The model is an ordinary `CpModel` and may use every constraint of CP-SAT. With one thread and no time limit,
the same seed gives the same answer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from tilewright.engines.captured_models import capture
from tilewright.engines.interruptible import run_interruptibly
from tilewright.engines.outcome import Outcome, conclude
from tilewright.errors import EngineFailure
from tilewright.game import Run, Status
from tilewright.optional_packages import named_extras

with named_extras():
    from ortools.sat.python import cp_model

__all__ = ["solve"]

K = TypeVar("K")
_Tell = Callable[[Callable[[], None]], None]

_ROUNDING = 1e-6


def solve(
    model: cp_model.CpModel,
    run: Run,
    watch: Mapping[K, Any],
    *,
    all_solutions: bool = False,
    max_solutions: int | None = None,
    on_solution: Callable[[Mapping[K, int]], None] | None = None,
    whole_model: bool = False,
    full_relaxation: bool = False,
) -> Outcome:
    """Solve a model; a solution maps each key of `watch` to the value of its variable, literal or expression.

    Without `all_solutions`, only the last and best solution is returned. With `all_solutions`, up to
    `max_solutions` solutions are returned, and `stats["complete"]` is true only if it is proved that there are
    no others. `on_solution` is called for each solution. If the model has an objective, the progress callback
    of the run is called for each solution and for each new bound. Both callbacks are called in the caller's
    thread.
    Set `whole_model` if the model alone describes the instance; then it may be exported. With
    `full_relaxation`, CP-SAT adds every constraint that it can to the linear relaxation; this helps if
    constraints on sums exclude many assignments.
    """
    if whole_model:
        capture("cpsat", model)
    if run.stopped:
        return Outcome(Status.UNKNOWN)
    solver = cp_model.CpSolver()
    _set_limits(solver, run, all_solutions)
    if full_relaxation:
        solver.parameters.linearization_level = 2
    objective = _Objective(model, run) if model.has_objective() else None
    solutions: list[dict[K, int]] = []

    def work(tell: _Tell) -> Any:
        def take_solution() -> None:
            if solutions and len(solutions) == max_solutions:
                return  # CP-SAT may find further solutions before it stops
            solution = {key: int(callback.value(thing)) for key, thing in watch.items()}
            if all_solutions:
                solutions.append(solution)
                if len(solutions) == max_solutions:
                    callback.stop_search()
            if objective is not None:
                value, bound = callback.objective_value, callback.best_objective_bound
                tell(lambda: objective.report(value, bound))
            if on_solution is not None:
                tell(lambda: on_solution(solution))

        callback = _SolutionCallback(take_solution)
        if objective is not None:
            solver.best_bound_callback = lambda bound: tell(lambda: objective.report(None, bound))
        code = solver.solve(model, callback)
        if callback.error is not None:
            raise callback.error
        return code

    code = run_interruptibly(work, run, solver.stop_search)
    if code == cp_model.MODEL_INVALID:
        raise EngineFailure(f"CP-SAT reports an invalid model: {' '.join(model.validate().split())}")
    if code in (cp_model.OPTIMAL, cp_model.FEASIBLE) and not all_solutions:
        solutions.append({key: solver.value(thing) for key, thing in watch.items()})
    return _outcome(solver, code, objective, solutions, max_solutions if all_solutions else 1)


def _set_limits(solver: cp_model.CpSolver, run: Run, all_solutions: bool) -> None:
    parameters = solver.parameters
    parameters.random_seed = run.limits.seed
    # CP-SAT enumerates solutions with a single worker only.
    parameters.num_workers = 1 if all_solutions else run.limits.threads
    parameters.enumerate_all_solutions = all_solutions
    parameters.catch_sigint_signal = False
    if run.remaining is not None:
        parameters.max_time_in_seconds = run.remaining


def _outcome(
    solver: cp_model.CpSolver,
    code: Any,
    objective: _Objective | None,
    solutions: list[dict[Any, int]],
    wanted: int | None,
) -> Outcome:
    stats = {"branches": solver.num_branches, "conflicts": solver.num_conflicts}
    if objective is None:
        # Without an objective, OPTIMAL means only that a solution was found, unless all solutions were
        # enumerated.
        complete = code == cp_model.INFEASIBLE or (code == cp_model.OPTIMAL and wanted != 1)
        return conclude(solutions, complete=complete, wanted=wanted, stats=stats)
    return conclude(
        solutions,
        complete=code in (cp_model.INFEASIBLE, cp_model.OPTIMAL),
        objective=round(solver.objective_value) if solutions else None,
        # Without a solution, the bound that CP-SAT returns may be 0, which then means that there is no bound.
        bound=objective.whole_bound(solver.best_objective_bound) if solutions else objective.bound,
        stats=stats,
    )


class _Objective:
    """Converts the objective value and bound, which CP-SAT gives as floating-point numbers, to integers."""

    def __init__(self, model: cp_model.CpModel, run: Run) -> None:
        self.bound: int | None = None
        self._maximises = model.proto.objective.scaling_factor < 0
        self._run = run

    def whole_bound(self, value: float) -> int:
        """Return the strongest integer bound that a floating-point bound implies."""
        return math.floor(value + _ROUNDING) if self._maximises else math.ceil(value - _ROUNDING)

    def report(self, value: float | None, bound: float) -> None:
        self.bound = self.whole_bound(bound) if math.isfinite(bound) else self.bound
        self._run.report(None if value is None else round(value), self.bound)


class _SolutionCallback(cp_model.CpSolverSolutionCallback):
    """Calls `take_solution` for each solution, in CP-SAT's own threads, but never in two threads at once."""

    def __init__(self, take_solution: Callable[[], None]) -> None:
        super().__init__()
        self.error: Exception | None = None
        self._take_solution = take_solution

    def on_solution_callback(self) -> None:
        try:
            self._take_solution()
        except Exception as error:  # an exception must not propagate into the threads of the solver
            self.error = error
            self.stop_search()
