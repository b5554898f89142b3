"""Suites: small TOML files that say which solvers are tried on which instances, and within which limits."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tilewright import registry
from tilewright.bench.reading import Keys
from tilewright.errors import BadInput
from tilewright.game import Game, Limits, Option

__all__ = ["CommandEntry", "InstanceEntry", "SolverEntry", "Suite", "parse_suite"]

FILE_LIMIT = 256 * 2**20
"""Bytes that an instance's file may have."""


@dataclass(frozen=True, slots=True)
class SolverEntry:
    """A solver with its options, under the name that the suite gives to both."""

    name: str
    label: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class InstanceEntry:
    """An instance: a text, a file, or a generator's options with a seed."""

    label: str
    spec: str | None = None
    file: Path | None = None
    generate: Mapping[str, Any] | None = None
    seed: int = 0

    def text(self, game: Game) -> str:
        """The instance's text, read or made now."""
        if self.spec is not None:
            return self.spec
        if self.file is not None:
            return _read(self.file)
        return game.format(game.generate(self.seed, **(self.generate or {})))

    def identity(self) -> str:
        """What tells this instance from others without making it."""
        if self.generate is not None:
            return json.dumps([dict(self.generate), self.seed], sort_keys=True)
        text = self.spec if self.file is None else _read(self.file)
        return hashlib.sha256((text or "").encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A command of Tilewright that is timed, the exit status and the CPU time that are expected of it."""

    label: str
    argv: tuple[str, ...]
    status: int = 0
    cpu_at_most: float | None = None


@dataclass(frozen=True, slots=True)
class Suite:
    """What is tried, and within which limits."""

    name: str
    title: str
    game: str | None
    instances: tuple[InstanceEntry, ...] = ()
    solvers: tuple[SolverEntry, ...] = ()
    commands: tuple[CommandEntry, ...] = ()
    baseline: str | None = None
    time_limit: float = 60.0
    memory_limit: int | None = None
    batch: float | None = None
    repeats: int = 1
    threads: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        Limits(self.time_limit, self.threads, self.seed)
        if not 1 <= self.repeats <= 1000:
            raise BadInput(f"repeats must lie between 1 and 1000, not {self.repeats}")

    @property
    def runs(self) -> int:
        """How many runs the whole suite has."""
        return self.repeats * (len(self.instances) * len(self.solvers) + len(self.commands))


def parse_suite(text: str, name: str, folder: Path) -> Suite:
    """A suite from its text; files are looked for from `folder`. `BadInput` names the key that is wrong."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"suite {name}: {error}") from None
    keys = Keys(data, f"suite {name}")
    game_name = keys.take("game", str, None)
    memory = keys.number("memory_mib", None)
    suite_keys: dict[str, Any] = {
        "title": keys.take("title", str, name),
        "baseline": keys.take("baseline", str, None),
        "time_limit": keys.number("time_limit", 60.0),
        "memory_limit": None if memory is None else max(1, int(memory * 2**20)),
        "batch": keys.number("batch", None),
        "repeats": keys.take("repeats", int, 1),
        "threads": keys.take("threads", int, 1),
        "seed": keys.take("seed", int, 0),
    }
    commands = tuple(_command(item) for item in keys.tables("commands"))
    instance_keys, solver_keys = keys.tables("instances"), keys.tables("solvers")
    keys.end()
    instances: tuple[InstanceEntry, ...] = ()
    solvers: tuple[SolverEntry, ...] = ()
    if instance_keys or solver_keys or game_name is not None or not commands:
        game = _game(game_name, name)
        instances = tuple(entry for item in instance_keys for entry in _instances(item, game, folder))
        solvers = tuple(_solver(item, game) for item in solver_keys)
        if not instances or not solvers:
            raise BadInput(f"suite {name}: expected instances and solvers, or commands")
    for entries in (instances, solvers, commands):
        _refuse_twins([entry.label for entry in entries], name)
    baseline = suite_keys["baseline"]
    if baseline is not None and baseline not in [solver.label for solver in solvers]:
        raise BadInput(f"suite {name}: the baseline {baseline!r} is none of the solvers")
    try:
        return Suite(
            name=name, game=game_name, instances=instances, solvers=solvers, commands=commands, **suite_keys
        )
    except BadInput as error:
        raise BadInput(f"suite {name}: {error}") from None


def _game(name: str | None, suite: str) -> Game:
    if name is None:
        raise BadInput(f"suite {suite}: the key 'game' is missing")
    try:
        return registry.game(name)
    except BadInput as error:
        raise BadInput(f"suite {suite}: {error}") from None


def _instances(keys: Keys, game: Game, folder: Path) -> list[InstanceEntry]:
    label = keys.take("label", str, None)
    spec = keys.take("spec", str, None)
    file = keys.take("file", str, None)
    generate = keys.take("generate", dict, None)
    seeds = keys.take("seeds", list, None)
    keys.end()
    if sum(item is not None for item in (spec, file, generate)) != 1:
        raise BadInput(f"{keys.where}: expected one of spec, file, generate")
    if generate is None and seeds is not None:
        raise BadInput(f"{keys.where}: seeds belong to generate")
    if spec is not None:
        return [InstanceEntry(label or (spec if len(spec) <= 40 else f"{spec[:37]}..."), spec=spec)]
    if file is not None:
        return [InstanceEntry(label or file, file=folder / file)]
    options = _options(game.generator, generate, f"{keys.where}: the generator of {game.name}")
    made = label or " ".join(f"{name}={value}" for name, value in options.items()) or "generated"
    if seeds is None:
        return [InstanceEntry(made, generate=options)]
    chosen = [_seed(seed, keys.where) for seed in seeds]
    return [InstanceEntry(f"{made} #{seed}", generate=options, seed=seed) for seed in chosen]


def _seed(seed: Any, where: str) -> int:
    if type(seed) is not int:
        raise BadInput(f"{where}: seeds are whole numbers, not {seed!r}")
    try:
        return Limits(seed=seed).seed
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None


def _solver(keys: Keys, game: Game) -> SolverEntry:
    name = keys.take("name", str)
    label = keys.take("label", str, name)
    given = keys.take("options", dict, {})
    keys.end()
    try:
        solver = game.solver(name)
    except BadInput as error:
        raise BadInput(f"{keys.where}: {error}") from None
    return SolverEntry(name, label, _options(solver.options, given, f"{keys.where}: solver {name}"))


def _options(known: tuple[Option, ...], given: Mapping[str, Any], owner: str) -> dict[str, Any]:
    options = {option.name: option for option in known}
    for key in given:
        if key not in options:
            raise BadInput(f"{owner} has no option {key!r}; it has {', '.join(options) or 'none'}")
    try:
        return {key: options[key].read(value) for key, value in given.items()}
    except BadInput as error:
        raise BadInput(f"{owner}: {error}") from None


def _command(keys: Keys) -> CommandEntry:
    argv = keys.take("argv", list)
    label = keys.take("label", str, None)
    status = keys.take("status", int, 0)
    cpu = keys.number("cpu_at_most", None)
    keys.end()
    if not argv or not all(isinstance(word, str) for word in argv):
        raise BadInput(f"{keys.where}: argv is a list of texts, the words after `tilewright`")
    return CommandEntry(label or " ".join(["tilewright", *argv]), tuple(argv), status, cpu)


def _refuse_twins(labels: list[str], suite: str) -> None:
    for label in labels:
        if labels.count(label) > 1:
            raise BadInput(f"suite {suite}: two entries are called {label!r}; give them labels")


def _read(file: Path) -> str:
    try:
        if file.stat().st_size > FILE_LIMIT:
            raise BadInput(f"{file} is larger than {FILE_LIMIT // 2**20} MiB")
        return file.read_text("utf-8")
    except OSError as error:
        raise BadInput(f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadInput(f"{file} is not UTF-8: byte at offset {error.start}") from None
