"""The entries of a suite: instances, solvers, commands and published figures."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tilewright.bench.strict_toml import Keys, prefixed_errors, read_text
from tilewright.errors import BadInput
from tilewright.game import Game, Instance, Limits, Option

__all__ = [
    "CommandEntry",
    "Cost",
    "Figure",
    "InstanceEntry",
    "Published",
    "SolverEntry",
    "read_command",
    "read_instances",
    "read_published",
    "read_solver",
]

FILE_LIMIT = 256 * 2**20
"""The size limit for an instance file, in bytes."""


@dataclass(frozen=True, slots=True)
class SolverEntry:
    """A solver with its options and its label in the suite."""

    name: str
    label: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost that a paper reports instead of an objective: `start` plus `each` times the objective."""

    start: float
    each: float

    def of(self, objective: float) -> float:
        return self.start + self.each * objective


@dataclass(frozen=True, slots=True)
class InstanceEntry:
    """An instance, specified by its text, by a file, or by generator options and a seed."""

    label: str
    spec: str | None = None
    file: Path | None = None
    generate: Mapping[str, Any] | None = None
    seed: int = 0
    group: str = ""
    """The common name of the instances of an entry with the key `seeds`; empty for all other instances."""
    solvers: tuple[str, ...] = ()
    """The labels of the solvers that run on this instance; an empty tuple means all solvers."""
    cost: Cost | None = None

    def runs_with(self, solver: SolverEntry) -> bool:
        return not self.solvers or solver.label in self.solvers

    def load(self, game: Game) -> tuple[str, Instance]:
        """Read or generate the instance; return its text and the parsed instance."""
        if self.generate is not None:
            made = game.generate(self.seed, **self.generate)
            return game.format(made), made
        text = self.written()
        return text, game.parse(text)

    def size(self, game: Game, instance: Instance, key: str | None) -> float:
        """Return the size of the instance: the number of parts if `key` is None, else the value of `key`.

        `key` is a generator option or a key of the instance's JSON. If its value is a list, the size is the
        length of the list.
        """
        if key is None:
            return float(instance.parts)
        given = self.generate or {}
        value: Any = given[key] if key in given else game.to_json(instance).get(key)
        if isinstance(value, list):
            value = len(value)
        if type(value) not in (int, float):
            raise BadInput(f"{key!r} is not a size: its value is neither a number nor a list")
        return float(value)

    def identity(self) -> str:
        """Return a string that identifies the instance, without generating the instance."""
        if self.generate is not None:
            return json.dumps([dict(self.generate), self.seed], sort_keys=True)
        return hashlib.sha256(self.written().encode()).hexdigest()

    def written(self) -> str:
        """Return the text of an instance that is given inline or by a file, not generated."""
        return (self.spec or "") if self.file is None else read_text(self.file, FILE_LIMIT)


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A Tilewright command to time, with its expected exit status and CPU time limit."""

    label: str
    argv: tuple[str, ...]
    status: int = 0
    cpu_at_most: float | None = None
    repeats: int | None = None
    """The maximum number of passes in which the command runs; None means every pass of the suite."""
    game: str | None = None
    """The game, if the command is a first answer; None for other commands."""
    kernels: str | None = None
    """The state of the kernels before a first answer: `cold`, `compiled` or `warm`; None for other commands."""

    def runs_in(self, repeats: int) -> int:
        """Return how many times the command runs in a suite with the given number of passes."""
        return repeats if self.repeats is None else min(repeats, self.repeats)


@dataclass(frozen=True, slots=True)
class Figure:
    """Published figures for the instances of one group: means over `samples` instances."""

    group: str
    seconds: float | None = None
    objective: float | None = None
    cost: float | None = None
    samples: int | None = None


@dataclass(frozen=True, slots=True)
class Published:
    """Published figures from one source, and the solver of the suite to compare them with."""

    label: str
    source: str
    figures: tuple[Figure, ...]
    solver: str | None = None


# --- Parsing ------------------------------------------------------------------------------------------


def read_instances(keys: Keys, game: Game, folder: Path) -> list[InstanceEntry]:
    """Parse the instances of one ``[[instances]]`` table."""
    label = keys.take("label", str, None)
    spec = keys.take("spec", str, None)
    file = keys.take("file", str, None)
    generate = keys.take("generate", dict, None)
    seeds = keys.items("seeds", int, "whole numbers", None)
    solvers = tuple(keys.items("solvers", str, "strings", []))
    cost = _cost(keys.table("cost"))
    keys.end()
    if sum(item is not None for item in (spec, file, generate)) != 1:
        raise BadInput(f"{keys.where}: exactly one of spec, file and generate is required")
    if generate is None and seeds is not None:
        raise BadInput(f"{keys.where}: seeds is only allowed with generate")
    if spec is not None:
        line = " ".join(spec.split())
        name = label or (line if len(line) <= 40 else f"{line[:37]}...")
        return [InstanceEntry(name, spec=spec, solvers=solvers, cost=cost)]
    if file is not None:
        return [InstanceEntry(label or file, file=folder / file, solvers=solvers, cost=cost)]
    options = _options(game.generator, generate, f"{keys.where}: the generator of {game.name}")
    name = label or " ".join(f"{key}={value}" for key, value in options.items()) or "generated"
    if seeds is None:
        return [InstanceEntry(name, generate=options, solvers=solvers, cost=cost)]
    with prefixed_errors(keys.where):
        chosen = [Limits(seed=seed).seed for seed in seeds]
    return [InstanceEntry(f"{name} #{seed}", None, None, options, seed, name, solvers, cost) for seed in chosen]


def read_solver(keys: Keys, game: Game) -> SolverEntry:
    name = keys.take("name", str)
    label = keys.take("label", str, name)
    given = keys.take("options", dict, {})
    keys.end()
    with prefixed_errors(keys.where):
        solver = game.solver(name)
    return SolverEntry(name, label, _options(solver.options, given, f"{keys.where}: solver {name}"))


def read_command(keys: Keys) -> CommandEntry:
    argv = keys.take("argv", list)
    label = keys.take("label", str, None)
    status = keys.within("status", 0, 255, 0)
    cpu = keys.number("cpu_at_most")
    keys.end()
    if not argv or not all(isinstance(word, str) and "\0" not in word for word in argv):
        problem = "argv must be a list of strings, the arguments of `tilewright`"
        raise BadInput(f"{keys.where}: {problem}; it must not be empty or contain a null byte")
    return CommandEntry(label or " ".join(["tilewright", *argv]), tuple(argv), status or 0, cpu)


def read_published(keys: Keys) -> Published:
    label = keys.take("label", str)
    source = keys.take("source", str)
    solver = keys.take("solver", str, None)
    figures = tuple(_figure(item) for item in keys.tables("figures"))
    keys.end()
    if not figures:
        raise BadInput(f"{keys.where}: at least one entry in figures is required")
    return Published(label, source, figures, solver)


def _figure(keys: Keys) -> Figure:
    group = keys.take("instances", str)
    seconds = keys.number("seconds")
    objective, cost = keys.number("objective", positive=False), keys.number("cost", positive=False)
    samples = keys.within("samples", 1, 10**9, None)
    keys.end()
    if seconds is None and objective is None and cost is None:
        raise BadInput(f"{keys.where}: at least one of seconds, objective and cost is required")
    return Figure(group, seconds, objective, cost, samples)


def _cost(keys: Keys | None) -> Cost | None:
    if keys is None:
        return None
    start, each = keys.number("start", positive=False), keys.number("each", positive=False)
    keys.end()
    if start is None or each is None:
        raise BadInput(f"{keys.where}: the keys 'start' and 'each' are both required")
    return Cost(start, each)


def _options(known: tuple[Option, ...], given: Mapping[str, Any], owner: str) -> dict[str, Any]:
    options = {option.name: option for option in known}
    for key in given:
        if key not in options:
            raise BadInput(f"{owner} has no option {key!r}; it has {', '.join(options) or 'none'}")
    with prefixed_errors(owner):
        return {key: options[key].read(value) for key, value in given.items()}
