"""The interface to clingo, which runs in a separate process, so that its grounding can be interrupted.

The text of a program is executed as code. So user input is passed only as data: as `constants`, which are whole
numbers, or as facts, which contain only numbers or are written by `fact`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tilewright.engines.json_lines_reader import Reader
from tilewright.engines.outcome import Outcome, conclude
from tilewright.errors import EngineFailure
from tilewright.game import Run
from tilewright.optional_packages import require_package
from tilewright.processes.outside_program import GRACE, first_line, run_program

__all__ = ["fact", "solve"]

_WORKER = Path(__file__).with_name("clingo_worker.py")
_MOST_THREADS = 64  # the maximum that clingo accepts
_NAME = re.compile(r"[a-z_][A-Za-z0-9_]*")


def fact(name: str, *arguments: int | str) -> str:
    """Return a line with a fact in clingo's syntax: ``fact("stone", 3, "a b")`` is ``stone(3,"a b").``"""
    return f"{_name(name)}({','.join(map(_term, arguments))}).\n" if arguments else f"{_name(name)}.\n"


def solve(
    run: Run,
    *,
    files: Sequence[Path] = (),
    text: str = "",
    constants: Mapping[str, int] | None = None,
    max_models: int = 1,
    maximise: bool = False,
    options: Sequence[str] = (),
    on_solution: Callable[[Mapping[str, Any]], None] | None = None,
) -> Outcome:
    """Solve a program made of files and text; each solution is ``{"atoms": [(name, arguments), ...]}``.

    Without an objective, up to `max_models` models are kept; 0 means all. With an objective (`#minimize`,
    `#maximize`, weak constraints), the search continues to the optimum, and only the last model is kept. The
    objective is the cost at the highest priority level, which clingo minimises; `maximise` reverses the signs
    of the objective and of the bound.
    """
    require_package("clingo")
    arguments = [
        f"--seed={run.limits.seed}",
        f"--parallel-mode={min(run.limits.threads, _MOST_THREADS)}",
        "--models=0",
        *options,
    ]
    for name, value in (constants or {}).items():
        arguments += ["-c", f"{_name(name)}={int(value)}"]
    request = {
        "arguments": arguments,
        "files": [str(file) for file in files],
        "text": text,
        "max_models": max_models,
        "seconds": run.remaining,
    }
    reader = _Reader("clingo", run, on_solution)
    reader.sign = -1 if maximise else 1
    # With -P, no file in the current folder or in the worker's folder can replace the module clingo.
    argv = [sys.executable, "-P", str(_WORKER)]
    finished = run_program(argv, run, stdin=json.dumps(request), on_line=reader.read, grace=GRACE)
    reader.reject_strange_lines()
    if reader.end is None and not finished.stopped:
        raise reader.failure(finished)
    return reader.outcome(max_models or None)


def _name(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is not a name in clingo's syntax")
    return name


def _term(value: int | str) -> str:
    if isinstance(value, int):
        return str(int(value))
    escaped = value.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
    return f'"{escaped}"'


class _Reader(Reader):
    """Reads the lines of the worker; `end` is None until the worker reports that it has finished."""

    end: Mapping[str, Any] | None = None
    cost: Sequence[int] = ()
    sign = 1

    def take(self, message: Any) -> Mapping[str, Any] | None:
        if "error" in message:
            raise EngineFailure(f"clingo: {first_line(message['error'])}")
        if "end" in message:
            self.end = dict(message["end"])
            return None
        atoms = [_tuple(atom) for atom in message["model"]]
        self.cost = message["cost"]
        if self.cost:
            self.objective = self.sign * self.cost[0]
        return {"atoms": [atom if isinstance(atom, tuple) else (atom, ()) for atom in atoms]}

    def outcome(self, wanted: int | None) -> Outcome:
        end = self.end or {"exhausted": False, "stats": {}, "lower": []}
        stats = dict(end["stats"])
        if self.cost:
            stats["cost"] = list(self.cost)
        return conclude(
            self.solutions,
            complete=end["exhausted"],
            wanted=wanted,
            objective=self.objective,
            bound=self.sign * end["lower"][0] if end["lower"] else None,
            stats=stats,
        )


def _tuple(value: Any) -> Any:
    return tuple(map(_tuple, value)) if isinstance(value, list) else value
