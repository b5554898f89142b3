"""The door to clingo, which runs in a process of its own, so that its grounding too can be ended at any time.

The text of a program is code. What a user supplies goes in as data alone: as `constants`, which are whole
numbers, or as facts that `fact` writes.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tilewright.engines.outcome import Outcome
from tilewright.engines.process import GRACE, first_line, run_program
from tilewright.errors import EngineFailure
from tilewright.game import Run, Status

__all__ = ["available", "fact", "solve", "version"]

_WORKER = Path(__file__).with_name("clingo_worker.py")
_NAME = re.compile(r"[a-z_][A-Za-z0-9_]*")


def available() -> bool:
    return find_spec("clingo") is not None


def version() -> str | None:
    try:
        return version_of("clingo")
    except PackageNotFoundError:
        return None


def fact(name: str, *arguments: int | str) -> str:
    """A fact in clingo's syntax: ``fact("stone", 3, "a b")`` is ``stone(3,"a b").``"""
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

    Without an objective up to `max_models` models are kept, all of them for 0. With one (`#minimize`,
    `#maximize`, weak constraints) the search goes on to the optimum, and the last model is kept. The objective
    is clingo's cost of the first priority, which clingo minimises: `maximise` turns its sign and the bound's.
    """
    arguments = [f"--seed={run.limits.seed}", f"--parallel-mode={run.limits.threads}", "--models=0", *options]
    for name, value in (constants or {}).items():
        arguments += ["-c", f"{_name(name)}={int(value)}"]
    request = {
        "arguments": arguments,
        "files": [str(file) for file in files],
        "text": text,
        "max_models": max_models,
        "seconds": run.remaining,
    }
    reader = _Reader(run, -1 if maximise else 1, on_solution)
    # -P: no file of the current folder, or of the worker's, may take the place of the module clingo.
    argv = [sys.executable, "-P", str(_WORKER)]
    finished = run_program(argv, run, stdin=json.dumps(request), on_line=reader.read, grace=GRACE)
    if reader.end is None and not finished.stopped:
        said = first_line(finished.stderr)
        raise EngineFailure(f"clingo {finished.ending}{': ' if said else ''}{said}")
    return reader.outcome(max_models)


def _name(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name in clingo's syntax")
    return name


def _term(value: int | str) -> str:
    if isinstance(value, int):
        return str(int(value))
    escaped = value.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
    return f'"{escaped}"'


class _Reader:
    """Takes in the worker's lines."""

    def __init__(self, run: Run, sign: int, on_solution: Callable[[Mapping[str, Any]], None] | None) -> None:
        self.end: dict[str, Any] | None = None
        self._run = run
        self._sign = sign
        self._on_solution = on_solution
        self._solutions: list[dict[str, Any]] = []
        self._cost: list[int] = []

    def read(self, line: str) -> None:
        try:
            message = json.loads(line)
            if "error" in message:
                raise EngineFailure(f"clingo: {first_line(message['error'])}")
            if "model" in message:
                self._take([_tuple(atom) for atom in message["model"]], message["cost"])
            else:
                self.end = message["end"]
        except (ValueError, KeyError, TypeError):
            raise EngineFailure(f"clingo's worker printed {line[:60]!r}, which is no answer") from None

    def _take(self, atoms: list[Any], cost: list[int]) -> None:
        solution = {"atoms": [atom if isinstance(atom, tuple) else (atom, ()) for atom in atoms]}
        self._cost = cost
        if cost:
            self._solutions.clear()
            self._run.report(best=self._sign * cost[0])
        self._solutions.append(solution)
        if self._on_solution is not None:
            self._on_solution(solution)

    def outcome(self, max_models: int) -> Outcome:
        end = self.end or {}
        complete = bool(end.get("exhausted"))
        stats = {**end.get("stats", {}), "complete": complete}
        lower = stats.pop("lower", [])
        bound = self._sign * lower[0] if lower else None
        if not self._solutions:
            return Outcome(Status.INFEASIBLE if complete else Status.UNKNOWN, bound=bound, stats=stats)
        solutions = tuple(self._solutions)
        if not self._cost:
            enough = complete or 0 < max_models <= len(solutions)
            return Outcome(Status.SATISFIED if enough else Status.FEASIBLE, solutions, stats=stats)
        stats["cost"] = self._cost
        objective = self._sign * self._cost[0]
        if complete:
            return Outcome(Status.OPTIMAL, solutions, objective, objective, stats)
        return Outcome(Status.FEASIBLE, solutions, objective, bound, stats)


def _tuple(value: Any) -> Any:
    return tuple(map(_tuple, value)) if isinstance(value, list) else value
