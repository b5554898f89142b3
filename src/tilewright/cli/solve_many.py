"""Solve many instances with one `tilewright solve` command: the files of a folder, or the lines of a file.

All instances are parsed before the first one is solved, so that an error in the last line is reported at once.
The results are printed in the order of the instances. If the solver fails on an instance, the error is printed,
and the other instances are still solved.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from tilewright.cli.solve_and_check import objective_and_bound
from tilewright.console import interruptible, read_argument, say, write_chunks
from tilewright.errors import BadInput, TilewrightError
from tilewright.game import Game, Instance, SolveRequest
from tilewright.running import TaskDone, TaskFailed, executor_named
from tilewright.strict_json import read_json

__all__ = ["SolveMany", "solve_task"]

HIDDEN = "."


@dataclass(frozen=True, slots=True)
class SolveMany:
    """Solves many instances with the same solver and the same limits."""

    game: Game
    request: SolveRequest
    keys: Mapping[str, Any]

    def solve(self, argument: str, where: str, input_limit: int, as_json: bool, quiet: bool) -> int:
        """Solve all instances, print one line per instance, and return the exit status."""
        instances = dict(self._read(argument, input_limit))
        if not instances:
            raise BadInput(f"{_origin(argument)} contains no instances")
        executor = executor_named(where)
        tasks = {
            name: {
                "package": self.game.package,
                "instance": self.game.to_json(instance),
                "request": self.request,
            }
            for name, instance in instances.items()
        }

        def work(cancel: threading.Event) -> int:
            worst = 0
            with contextlib.closing(executor.run(solve_task, tasks, cancel)) as outcomes:
                for outcome in _in_order(list(tasks), outcomes):
                    result = {"error": outcome.reason} if isinstance(outcome, TaskFailed) else outcome.result
                    document = {"source": outcome.name, **result}
                    worst = max(worst, _exit_status(document))
                    write_chunks([json.dumps(document) if as_json else _line(document)])
                    if "error" in document and not quiet:
                        say(f"{document['source']}: {document['error']}")
            return worst

        status, interrupted = interruptible(work)
        return interrupted or status

    def _read(self, argument: str, limit: int) -> Iterator[tuple[str, Instance]]:
        for name, text in _texts(argument, limit):
            try:
                yield name, self.game.with_keys(self.game.parse(text), self.keys)
            except BadInput as error:
                preposition = "in" if os.path.isdir(argument) else "of"
                raise BadInput(f"{name} {preposition} {_origin(argument)}: {error}") from None


def _origin(argument: str) -> str:
    """Return the name of the input for error messages."""
    return "standard input" if argument == "-" else argument


def _texts(argument: str, limit: int) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each instance: each file that is not hidden, or each non-empty line."""
    if os.path.isdir(argument):
        for file in sorted(Path(argument).iterdir()):
            if file.is_file() and not file.name.startswith(HIDDEN):
                yield file.name, read_argument(str(file), "instance", limit=limit)
        return
    # str.splitlines would also split at characters that may occur inside JSON strings.
    text = read_argument(argument, "instances", limit=limit).replace("\r\n", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield f"line {number}", _unquoted(line, f"line {number} of {_origin(argument)}")


def _unquoted(line: str, name: str) -> str:
    """If the line is a JSON string, return its value, which may contain line breaks; else return the line."""
    if not line.lstrip().startswith('"'):
        return line
    try:
        text: str = read_json(line, "the JSON text")
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from None
    return text


def solve_task(task: Mapping[str, Any]) -> dict[str, Any]:
    """Solve one instance, in this process or in a worker; return the result or the error as JSON data."""
    game: Game = import_module(task["package"]).game
    try:
        result = game.solve(game.from_json(task["instance"]), task["request"])
    except TilewrightError as error:
        return {"error": str(error), "exit_status": error.exit_status}
    return result.to_json()


def _in_order(
    names: list[str], outcomes: Iterator[TaskDone[Any] | TaskFailed]
) -> Iterator[TaskDone[Any] | TaskFailed]:
    """Yield the outcomes in the order of the names, each as soon as all previous outcomes are known."""
    waiting: dict[str, TaskDone[Any] | TaskFailed] = {}
    index = 0
    for outcome in outcomes:
        waiting[outcome.name] = outcome
        while index < len(names) and names[index] in waiting:
            yield waiting.pop(names[index])
            index += 1
    # After a cancellation, some outcomes are missing; yield the outcomes that follow them.
    yield from (waiting[name] for name in names if name in waiting)


def _exit_status(document: dict[str, Any]) -> int:
    """Return the exit status for a result or an error; the key ``exit_status`` of an error is removed."""
    if "error" in document:
        return int(document.pop("exit_status", 5))
    return 3 if document["status"] == "unknown" else 0


def _line(document: Mapping[str, Any]) -> str:
    if "error" in document:
        return f"{document['source']}: failed"
    facts = [document["status"], *objective_and_bound(document["objective"], document["bound"])]
    return f"{document['source']}: {', '.join(facts)} ({document['seconds']:.3g} s)"
