"""The interface to the command `minizinc`, which flattens a model and runs a solver such as Gecode on it.

The models are files that come with Tilewright. User input is passed only as JSON data, which MiniZinc treats
as values, never as code.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping
from operator import index
from pathlib import Path
from typing import Any

from tilewright.engines.captured_models import capture
from tilewright.engines.json_lines_reader import Reader
from tilewright.engines.outcome import Outcome, conclude
from tilewright.errors import EngineFailure, MissingProgram
from tilewright.game import Run
from tilewright.processes.outside_program import GRACE, first_line, run_program

__all__ = ["INSTALL", "solve"]

INSTALL = "apt-get install minizinc flatzinc"

_COMPLETE = ("OPTIMAL_SOLUTION", "ALL_SOLUTIONS", "UNSATISFIABLE")


def solve(
    model: Path,
    data: Mapping[str, Any],
    run: Run,
    *,
    solver: str = "gecode",
    all_solutions: bool = False,
    max_solutions: int | None = None,
    on_solution: Callable[[Mapping[str, Any]], None] | None = None,
    whole_model: bool = False,
) -> Outcome:
    """Solve a model with its data; each solution maps the model's output variables to values.

    For an optimisation problem, every improving solution is reported, and only the last one is kept. Otherwise,
    the search ends after one solution, after `max_solutions` solutions or, with `all_solutions`, after all of
    them. Set `whole_model` if the model and the data alone describe the instance; then they may be exported.
    """
    if whole_model:
        capture("minizinc", model.absolute(), data)
    reader = _Reader("minizinc", run, on_solution)
    with tempfile.TemporaryDirectory(prefix="tilewright-") as folder:
        argv = ["minizinc", *_options(run, solver, all_solutions, max_solutions), str(model.absolute())]
        if data:  # MiniZinc 2.6 refuses an empty object
            file = Path(folder, "data.json")
            file.write_text(json.dumps(dict(data)), encoding="utf-8")
            argv.append(str(file))
        finished = run_program(
            argv,
            run,
            on_line=reader.read,
            install=INSTALL,
            grace=GRACE,
            environment={"TMPDIR": folder},  # a minizinc process that is killed leaves temporary files
        )
    if f"no solver with tag {solver} found" in finished.stderr:
        raise MissingProgram(f"{solver}, a MiniZinc solver,", INSTALL)
    reader.reject_strange_lines()
    ended = finished.stopped or reader.timed_out
    if not ended and not (finished.returncode == 0 and reader.has_answered):
        raise reader.failure(finished)
    return conclude(
        reader.solutions,
        complete=reader.status in _COMPLETE,
        wanted=None if all_solutions and max_solutions is None else max_solutions or 1,
        objective=reader.objective,
        stats=reader.stats,
    )


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


class _Reader(Reader):
    """Reads the messages of `--json-stream`."""

    status = ""
    timed_out = False
    """Whether minizinc reported an error because the time limit ended the flattening."""

    @property
    def has_answered(self) -> bool:
        """Whether there is an answer. UNKNOWN counts as an answer only if there was a time limit."""
        if self.solutions or self.status in _COMPLETE:
            return self.status != "ERROR"
        return self.status == "UNKNOWN" and self._run.limits.time is not None

    def take(self, message: Any) -> Mapping[str, Any] | None:
        kind = message["type"]
        if kind == "error" and message["what"] == "time out" and self._run.limits.time is not None:
            self.timed_out = True
        elif kind == "error":
            raise EngineFailure(f"minizinc: {message['what']}: {first_line(message['message'])}")
        elif kind == "status":
            self.status = str(message["status"])
        elif kind == "statistics":
            self.stats.update(message["statistics"])
        elif kind == "solution":
            solution = dict(message["output"]["json"])
            if "_objective" in solution:
                self.objective = index(solution.pop("_objective"))
            return solution
        return None
