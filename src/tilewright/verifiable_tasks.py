"""Tasks for programs and language models: problems as text, with proved answers and checker commands.

A game defines its tasks in ``verifiable_tasks.py`` (see `tilewright.contract.TasksModule`); a pencil puzzle can
define them in ``verifiable_tasks.json``. The instances come from the game's generator. A solver of the game
proves that the answer is optimal; in a pencil puzzle, it finds a solution. If the puzzle's generator has the
option `difficulty`, the solver also proves that this solution is the only one.
"""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tilewright import registry
from tilewright.contract import TasksModule
from tilewright.errors import BadInput, OutOfResources
from tilewright.game import Game, Instance, Limits, Result, Status
from tilewright.run import to_number

__all__ = ["Task", "make_tasks"]

MOST_TASKS = 100_000
MOST_ATTEMPTS = 100
"""The number of unsuitable instances after which generating a task fails."""


@dataclass(frozen=True, slots=True)
class Task:
    """A problem in natural language, with its proved answer and the command that checks an answer."""

    name: str
    difficulty: str
    seed: int
    """The seed of the generator."""
    game: Game
    result: Result

    @property
    def instance(self) -> dict[str, Any]:
        """The instance as JSON data."""
        return self.game.to_json(self.result.instance)

    @property
    def checker(self) -> str:
        """The command that reads an answer from standard input and prints the verdict as JSON."""
        return shlex.join(
            ["tilewright", "check", self.game.name, json.dumps(self.instance), "-", "--json"],
        )

    @property
    def prompt(self) -> str:
        """The problem in natural language: the goal, the rules, the instance, and the form of an answer."""
        game, tasks = self.game, self.game.module("verifiable_tasks")
        parts = [f"{game.title}: {game.summary}", tasks.GOAL]
        parts.append("Rules:\n" + "\n".join(f"- {sentence}" for sentence in game.rules.values()))
        given_facts = getattr(tasks, "given_facts", None)
        if given_facts is not None:
            parts.append(given_facts(self.result.instance))
        parts.append(f"The instance as JSON: {json.dumps(self.instance)}")
        if "text" in game.formats:
            text = game.format(self.result.instance, "text")
            parts.append(f"The instance as text:\n{text}" if "\n" in text else f"The instance as text: {text}")
        parts.append(f"Answer with one JSON object of this form: {tasks.ANSWER}")
        example = _example(game)
        if example is not None and example[0] != self.instance:
            parts.append(
                f"For the instance {json.dumps(example[0])}, a correct answer is {json.dumps(example[1])}."
            )
        return "\n\n".join(parts)

    def to_json(self, solution: bool = False) -> dict[str, Any]:
        """Return the JSON that the command ``tasks`` prints; with `solution`, it includes the solution."""
        best = self.result
        expected = {
            "status": best.status.value,
            "objective": to_number(best.objective),
            "unique": best.unique,
            "proved_by": best.stats.get("answered_by", best.solver),
        }
        data: dict[str, Any] = {
            "task": self.name,
            "game": self.game.name,
            "difficulty": self.difficulty,
            "seed": self.seed,
            "prompt": self.prompt,
            "instance": self.instance,
            "checker": self.checker,
            "expected": expected,
        }
        if solution and best.solution is not None:
            data["solution"] = self.game.solution_to_json(best.solution)
        return data


def make_tasks(
    game: Game, count: int, seed: int = 0, level: str | None = None, time_limit: float = 60.0
) -> Iterator[Task]:
    """Generate tasks of a game; the same arguments generate the same tasks on every machine.

    Without a level, the tasks cycle through the levels of the game. Instances without a solution are skipped;
    if the generator has the option `difficulty`, so are pencil puzzles with several solutions. If an answer is
    not proved within the time limit, `OutOfResources` is raised.
    """
    if not game.has("verifiable_tasks"):
        able = ", ".join(each.name for each in registry.games() if each.has("verifiable_tasks"))
        raise BadInput(f"{game.name} has no tasks; the games with tasks are {able}")
    if not 1 <= count <= MOST_TASKS:
        raise BadInput(f"the number of tasks must be between 1 and {MOST_TASKS:,}, not {count}")
    Limits(time=time_limit, seed=seed)
    tasks = game.module("verifiable_tasks")
    if level is not None and level not in tasks.LEVELS:
        raise BadInput(f"{game.name} has no level {level!r}; it has {', '.join(tasks.LEVELS)}")
    return _generated(game, tasks, count, seed, level, time_limit)


def _generated(
    game: Game, tasks: TasksModule, count: int, seed: int, level: str | None, time_limit: float
) -> Iterator[Task]:
    levels = list(tasks.LEVELS) if level is None else [level]
    for index in range(count):
        difficulty = levels[index % len(levels)]
        for attempt in range(MOST_ATTEMPTS):
            own_seed = _seed_of(seed, difficulty, index, attempt)
            instance = game.generate_with(own_seed, tasks.LEVELS[difficulty])
            result = _proved(game, tasks, instance, time_limit)
            if result is not None:
                yield Task(f"{game.name}-{seed}-{index}", difficulty, own_seed, game, result)
                break
        else:
            raise BadInput(
                f"{game.name}: no generated instance of the level {difficulty} is suitable for a task"
            )


def _seed_of(seed: int, difficulty: str, index: int, attempt: int) -> int:
    digest = hashlib.sha256(f"{seed}/{difficulty}/{index}/{attempt}".encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


def _proved(game: Game, tasks: TasksModule, instance: Instance, time_limit: float) -> Result | None:
    """Return the proved result, or None if the instance is not suitable for a task."""
    solver = game.solver(getattr(tasks, "SOLVER", None))
    asks_for_one = bool(game.kind) and any(option.name == "unique" for option in solver.options)
    options: dict[str, Any] = {"unique": True} if asks_for_one and "difficulty" in _option_names(game) else {}
    result = game.solve(instance, solver=solver.name, time_limit=time_limit, **options)
    if result.status is Status.INFEASIBLE or (options and result.unique is False):
        return None
    if result.status not in (Status.OPTIMAL, Status.SATISFIED) or (options and result.unique is None):
        raise OutOfResources(
            f"{game.name}: the answer was not proved in {time_limit:g} s; --time-limit sets a longer limit"
        )
    return result


def _option_names(game: Game) -> set[str]:
    return {option.name for option in game.generator}


@cache
def _example(game: Game) -> tuple[Mapping[str, Any], Mapping[str, Any]] | None:
    """Return the smallest example instance that has a proved answer, and this answer, as JSON data."""
    solver = game.solver(getattr(game.module("verifiable_tasks"), "SOLVER", None))
    examples = [game.instance(example["instance"]) for example in game.examples["instances"]]
    for instance in sorted(examples, key=lambda each: each.parts):
        result = game.solve(instance, solver=solver.name, time_limit=60.0)
        if result.solution is not None and result.status in (Status.OPTIMAL, Status.SATISFIED):
            return game.to_json(instance), game.solution_to_json(result.solution)
    return None
