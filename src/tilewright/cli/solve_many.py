"""Many instances in one `tilewright solve`: a folder of files, or a file of lines.

All instances are read before the first one is solved, so that a slip in the last line costs nothing. Results
come in the order of the instances, wherever they were solved. An instance whose solver fails is told with its
error, and the rest is done.
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

from tilewright.console import interruptible, read_argument, say, write_chunks
from tilewright.errors import BadInput, TilewrightError
from tilewright.game import Game, Instance, SolveRequest
from tilewright.json_text import read_json
from tilewright.running import TaskDone, TaskFailed, executor_named

__all__ = ["Many", "solve_task"]

HIDDEN = "."


@dataclass(frozen=True, slots=True)
class Many:
    """What is asked of every instance."""

    game: Game
    request: SolveRequest
    keys: Mapping[str, Any]

    def solve(self, argument: str, where: str, input_limit: int, as_json: bool, quiet: bool) -> int:
        """Solve, print a line for each instance, and give the exit status."""
        instances = dict(self._read(argument, input_limit))
        executor = executor_named(where)
        tasks = {name: self._task(instance) for name, instance in instances.items()}

        def work(cancel: threading.Event) -> int:
            worst = 0
            with contextlib.closing(executor.run(solve_task, tasks, cancel)) as outcomes:
                for outcome in _in_order(list(tasks), outcomes):
                    told = _told(outcome)
                    worst = max(worst, told.pop("exit_status", None) or _status(told))
                    write_chunks([json.dumps(told) if as_json else _line(told)])
                    if "error" in told and not quiet:
                        say(f"{told['source']}: {told['error']}")
            return worst

        status, interrupted = interruptible(work)
        return interrupted or status

    def _read(self, argument: str, limit: int) -> Iterator[tuple[str, Instance]]:
        origin = _origin(argument)
        found = False
        for name, text in _texts(argument, limit):
            found = True
            try:
                yield name, self.game.with_keys(self.game.parse(text), self.keys)
            except BadInput as error:
                raise BadInput(f"{name} of {origin}: {error}") from None
        if not found:
            raise BadInput(f"{origin} has no instance")

    def _task(self, instance: Instance) -> dict[str, Any]:
        return {
            "package": self.game.package,
            "instance": self.game.to_json(instance),
            "request": self.request,
        }


def _origin(argument: str) -> str:
    """How messages call what was read."""
    return "standard input" if argument == "-" else argument


def _texts(argument: str, limit: int) -> Iterator[tuple[str, str]]:
    """The instances' names and texts: the files of a folder by name, or the lines that are not empty."""
    if os.path.isdir(argument):
        for file in sorted(Path(argument).iterdir()):
            if file.is_file() and not file.name.startswith(HIDDEN):
                yield file.name, read_argument(str(file), "instance", limit=limit)
        return
    # By line ends alone: a JSON text may hold other letters that Python takes for ends of lines.
    text = read_argument(argument, "instances", limit=limit).replace("\r\n", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield f"line {number}", _unquoted(line, f"line {number} of {_origin(argument)}")


def _unquoted(line: str, name: str) -> str:
    """A line may be a JSON text, so that a notation of several lines fits into one."""
    if not line.lstrip().startswith('"'):
        return line
    try:
        text: str = read_json(line, "the JSON text")
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from None
    return text


def solve_task(task: Mapping[str, Any]) -> dict[str, Any]:
    """Solve one instance, wherever this is called; gives the result's JSON, or an error that we explain."""
    game: Game = import_module(task["package"]).game
    try:
        result = game.solve(game.from_json(task["instance"]), task["request"])
    except TilewrightError as error:
        return {"error": str(error), "exit_status": error.exit_status}
    return result.to_json()


def _in_order(
    names: list[str], outcomes: Iterator[TaskDone[Any] | TaskFailed]
) -> Iterator[TaskDone[Any] | TaskFailed]:
    """The outcomes in the order of the names, each as soon as those before it are known."""
    waiting: dict[str, TaskDone[Any] | TaskFailed] = {}
    at = 0
    for outcome in outcomes:
        waiting[outcome.name] = outcome
        while at < len(names) and names[at] in waiting:
            yield waiting.pop(names[at])
            at += 1
    # Cancelled: what is known beyond the gap is told, too.
    yield from (waiting[name] for name in names if name in waiting)


def _told(outcome: TaskDone[Any] | TaskFailed) -> dict[str, Any]:
    if isinstance(outcome, TaskFailed):
        return {"source": outcome.name, "error": outcome.reason}
    return {"source": outcome.name, **outcome.result}


def _status(told: Mapping[str, Any]) -> int:
    if "error" in told:
        return 5
    return 3 if told["status"] == "unknown" else 0


def _line(told: Mapping[str, Any]) -> str:
    if "error" in told:
        return f"{told['source']}: failed"
    facts = [told["status"]]
    if told["objective"] is not None:
        facts.append(f"objective {told['objective']}")
    if told["bound"] not in (None, told["objective"]):
        facts.append(f"bound {told['bound']}")
    return f"{told['source']}: {', '.join(facts)} ({told['seconds']:.3g} s)"
