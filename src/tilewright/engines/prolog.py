"""The door to SWI-Prolog: the `swipl` command, with a few lines of Prolog of ours that print the answers.

Programs and goals are code. What a user supplies goes into a goal as data alone, written by `term`.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tilewright.engines.outcome import Outcome
from tilewright.engines.process import first_line, run_program
from tilewright.errors import EngineFailure
from tilewright.game import Limits, Run, Status

__all__ = ["INSTALL", "available", "solve", "term", "version"]

INSTALL = "apt-get install swi-prolog-nox"

_BRIDGE = Path(__file__).with_name("bridge.pl")
# No file of the user's or the site's is read, no add-on attached, and no toplevel opened, whatever happens.
_OPTIONS = (
    "-q",
    "-f",
    "none",
    "-F",
    "none",
    "--no-packs",
    "--no-tty",
    "-g",
    "tilewright_bridge:answer",
    "-t",
    "halt",
)


def available() -> bool:
    return shutil.which("swipl") is not None


def version() -> str | None:
    """The version that the command tells; None where it is absent or silent."""
    if not available():
        return None
    finished = run_program(["swipl", "--version"], Run(Limits(time=10.0)), install=INSTALL)
    _, _, number = first_line(finished.stdout).partition("version ")
    return number.split(" ")[0] or None


def term(value: int | str | list[Any] | tuple[Any, ...]) -> str:
    """A value as the text of a Prolog term: whole numbers, quoted atoms, and lists of them."""
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, str):
        escaped = "".join(c if c.isalnum() or c in " _" else f"\\x{ord(c):x}\\" for c in value)
        return f"'{escaped}'"
    return f"[{','.join(map(term, value))}]"


def solve(
    program: Path,
    goal: str,
    run: Run,
    *,
    max_solutions: int | None = None,
    on_solution: Callable[[Mapping[str, Any]], None] | None = None,
) -> Outcome:
    """Load a program and prove a goal, up to `max_solutions` times, or in all ways.

    A solution is a dict of the goal's variables: whole numbers, texts and lists; None for a variable left free.
    """
    if max_solutions is not None and max_solutions < 1:
        raise ValueError(f"max_solutions must be at least 1, not {max_solutions}")
    reader = _Reader(on_solution)
    argv = ["swipl", *_OPTIONS, str(_BRIDGE), "--", str(program.absolute()), str(max_solutions or 0)]
    argv.append(str(run.limits.seed))
    finished = run_program(argv, run, stdin=f"{goal}\n.\n", on_line=reader.read, install=INSTALL)
    if reader.complete is None and not finished.stopped:
        said = first_line(finished.stderr)
        raise EngineFailure(f"swipl {finished.ending}{': ' if said else ' without an answer'}{said}")
    return reader.outcome(max_solutions)


class _Reader:
    """Takes in the lines of the bridge."""

    def __init__(self, on_solution: Callable[[Mapping[str, Any]], None] | None) -> None:
        self.complete: bool | None = None
        self._on_solution = on_solution
        self._solutions: list[dict[str, Any]] = []

    def read(self, line: str) -> None:
        try:
            message = json.loads(line)
            if "error" in message:
                raise EngineFailure(f"swipl: {first_line(message['error'])}")
            if "solution" in message:
                self._take(dict(message["solution"]))
            else:
                self.complete = message["end"]
        except (ValueError, KeyError, TypeError):
            raise EngineFailure(f"swipl printed {line[:60]!r}, which is no answer") from None

    def _take(self, solution: dict[str, Any]) -> None:
        self._solutions.append(solution)
        if self._on_solution is not None:
            self._on_solution(solution)

    def outcome(self, max_solutions: int | None) -> Outcome:
        stats = {"complete": bool(self.complete)}
        solutions = tuple(self._solutions)
        if not solutions:
            return Outcome(Status.INFEASIBLE if self.complete else Status.UNKNOWN, stats=stats)
        cut_short = self.complete is None and len(solutions) != max_solutions
        return Outcome(Status.FEASIBLE if cut_short else Status.SATISFIED, solutions, stats=stats)
