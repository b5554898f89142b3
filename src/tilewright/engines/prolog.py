"""The interface to SWI-Prolog: the command `swipl`, and a Prolog program ``bridge.pl`` that prints the answers.

Programs and goals are executed as code. So user input is passed only as data in a goal, written by `term`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tilewright.engines.json_lines_reader import Reader
from tilewright.engines.outcome import Outcome, conclude
from tilewright.errors import EngineFailure
from tilewright.game import Run
from tilewright.processes.outside_program import first_line, run_program

__all__ = ["INSTALL", "solve", "term"]

INSTALL = "apt-get install swi-prolog-nox"

# Print no banner, read no configuration files of the user or the site, load no packs, and do not control the
# terminal.
_ISOLATED = ("-q", "-f", "none", "-F", "none", "--no-packs", "--no-tty")
# Run the bridge, then exit instead of starting the toplevel.
_RUN_BRIDGE = ("-g", "tilewright_bridge:answer", "-t", "halt", str(Path(__file__).with_name("bridge.pl")))


def term(value: int | str | list[Any] | tuple[Any, ...]) -> str:
    """Return a value as the text of a Prolog term: whole numbers, quoted atoms, and lists of them."""
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
    """Load a program and find up to `max_solutions` answers to a goal, by default all.

    A solution maps the goal's variables to numbers, strings and lists, and unbound variables to None. A
    compound term is returned as a string in Prolog syntax.
    """
    if max_solutions is not None and max_solutions < 1:
        raise ValueError(f"max_solutions must be at least 1, not {max_solutions}")
    reader = _Reader("swipl", run, on_solution)
    argv = ["swipl", *_ISOLATED, *_RUN_BRIDGE, "--", str(program.absolute())]
    argv += [str(max_solutions or 0), str(run.limits.seed)]
    finished = run_program(argv, run, stdin=f"{goal}\n.\n", on_line=reader.read, install=INSTALL)
    reader.reject_strange_lines()
    if reader.complete is None and not finished.stopped:
        raise reader.failure(finished)
    return conclude(reader.solutions, complete=bool(reader.complete), wanted=max_solutions)


class _Reader(Reader):
    """Reads the lines of the bridge; `complete` is None until the bridge reports that it has finished."""

    complete: bool | None = None

    def take(self, message: Any) -> Mapping[str, Any] | None:
        if "error" in message:
            raise EngineFailure(f"swipl: {first_line(message['error'])}")
        if "solution" in message:
            return dict(message["solution"])
        self.complete = bool(message["end"])
        return None
