"""The door to MiniZinc: the `minizinc` command, which flattens a model and runs a solver such as Gecode on it.

A model is a file of ours. What a user supplies goes in as JSON data, which MiniZinc reads as values alone.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tilewright.engines.outcome import Outcome
from tilewright.engines.process import GRACE, first_line, run_program
from tilewright.errors import EngineFailure
from tilewright.game import Limits, Run, Status

__all__ = ["INSTALL", "available", "solve", "version"]

INSTALL = "apt-get install minizinc flatzinc"

_PROVED = {"OPTIMAL_SOLUTION", "ALL_SOLUTIONS"}
_NO_SOLUTION = {"UNSATISFIABLE", "UNSAT_OR_UNBOUNDED"}


def available() -> bool:
    return shutil.which("minizinc") is not None


def version() -> str | None:
    """The version that the command tells; None where it is absent or silent."""
    if not available():
        return None
    finished = run_program(["minizinc", "--version"], Run(Limits(time=10.0)), install=INSTALL)
    _, _, number = first_line(finished.stdout).partition("version ")
    return number.split(",")[0].strip() or None


def solve(
    model: Path,
    data: Mapping[str, Any],
    run: Run,
    *,
    solver: str = "gecode",
    all_solutions: bool = False,
    max_solutions: int | None = None,
    on_solution: Callable[[Mapping[str, Any]], None] | None = None,
) -> Outcome:
    """Solve a model with its data; each solution is a dict of the model's output variables.

    Of an optimisation every improving solution is reported and the last one kept. Otherwise one solution is
    looked for, or `all_solutions`, or up to `max_solutions`.
    """
    reader = _Reader(run, on_solution)
    with tempfile.TemporaryDirectory(prefix="tilewright-") as folder:
        argv = ["minizinc", *_options(run, solver, all_solutions, max_solutions), str(model)]
        if data:  # an empty object is no JSON data for MiniZinc 2.6
            file = Path(folder, "data.json")
            file.write_text(json.dumps(dict(data)), encoding="utf-8")
            argv.append(str(file))
        finished = run_program(
            argv,
            run,
            on_line=reader.read,
            install=INSTALL,
            grace=GRACE,
            environment={
                "TMPDIR": folder
            },  # a killed minizinc leaves its files there, and they go with the folder
        )
    if not finished.stopped and (finished.returncode != 0 or reader.status == "ERROR"):
        said = first_line(finished.stderr)
        raise EngineFailure(f"minizinc {finished.ending}{': ' if said else ''}{said}")
    return reader.outcome(all_solutions or max_solutions is not None)


def _options(run: Run, solver: str, all_solutions: bool, max_solutions: int | None) -> list[str]:
    options = ["--solver", solver, "--json-stream", "--output-mode", "json", "--output-objective"]
    options += ["--statistics", "-r", str(run.limits.seed)]
    if run.limits.threads > 1:
        options += ["-p", str(run.limits.threads)]
    if max_solutions is not None:
        options += ["-n", str(max_solutions)]
    else:
        options.append("-a" if all_solutions else "-i")
    if run.remaining is not None:
        options += ["--time-limit", str(max(1, int(run.remaining * 1000)))]
    return options


class _Reader:
    """Takes in the messages of `--json-stream`, one object a line."""

    def __init__(self, run: Run, on_solution: Callable[[Mapping[str, Any]], None] | None) -> None:
        self.status = ""
        self._run = run
        self._on_solution = on_solution
        self._solutions: list[dict[str, Any]] = []
        self._objective: int | None = None
        self._stats: dict[str, Any] = {}

    def read(self, line: str) -> None:
        if not line.strip():
            return
        try:
            message = json.loads(line)
            kind = message["type"]
            if kind == "error":
                raise EngineFailure(f"minizinc: {message['what']}: {first_line(message['message'])}")
            if kind == "solution":
                self._take(message["output"]["json"])
            elif kind == "status":
                self.status = message["status"]
            elif kind == "statistics":
                self._stats.update(message["statistics"])
        except (ValueError, KeyError, TypeError):
            raise EngineFailure(f"minizinc printed {line[:60]!r}, which is no message of its stream") from None

    def _take(self, output: dict[str, Any]) -> None:
        solution = dict(output)
        if "_objective" in solution:
            self._objective = int(solution.pop("_objective"))
            self._solutions.clear()
            self._run.report(best=self._objective)
        self._solutions.append(solution)
        if self._on_solution is not None:
            self._on_solution(solution)

    def outcome(self, several: bool) -> Outcome:
        complete = self.status in _PROVED or self.status in _NO_SOLUTION
        stats = {**self._stats, "complete": complete}
        if not self._solutions:
            status = Status.INFEASIBLE if self.status in _NO_SOLUTION else Status.UNKNOWN
            return Outcome(status, stats=stats)
        solutions = tuple(self._solutions)
        if self._objective is not None:
            status = Status.OPTIMAL if complete else Status.FEASIBLE
            return Outcome(status, solutions, self._objective, self._objective if complete else None, stats)
        return Outcome(Status.SATISFIED, solutions, stats=stats)
