"""The door to SWI-Prolog: the `swipl` command, with a few lines of Prolog of ours that print the answers.

Programs and goals are code. What a user supplies goes into a goal as data alone, written by `term`.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tilewright.engines.engine_versions import program_version
from tilewright.engines.outcome import Outcome, conclude
from tilewright.engines.process import first_line, run_program
from tilewright.engines.reader import Reader
from tilewright.errors import EngineFailure
from tilewright.game import Run

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
    return program_version("swipl")


def term(value: int | str | list[Any] | tuple[Any, ...]) -> str:
    """A value as the text of a Prolog term: whole numbers, quoted atoms, and lists of them."""
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, str):
        escaped = "".join(c if c.isascii() and c.isalnum() else f"\\U{ord(c):08x}" for c in value)
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
    reader = _Reader("swipl", run, on_solution)
    argv = ["swipl", *_OPTIONS, str(_BRIDGE), "--", str(program.absolute())]
    argv += [str(max_solutions or 0), str(run.limits.seed)]
    finished = run_program(argv, run, stdin=f"{goal}\n.\n", on_line=reader.read, install=INSTALL)
    reader.reject_strange_lines()
    if reader.complete is None and not finished.stopped:
        raise reader.failure(finished)
    return conclude(reader.solutions, complete=bool(reader.complete), wanted=max_solutions)


class _Reader(Reader):
    """Takes in the lines of the bridge; `complete` stays None until it says that it has ended."""

    complete: bool | None = None

    def take(self, message: Any) -> Mapping[str, Any] | None:
        if "error" in message:
            raise EngineFailure(f"swipl: {first_line(message['error'])}")
        if "solution" in message:
            return dict(message["solution"])
        self.complete = bool(message["end"])
        return None
