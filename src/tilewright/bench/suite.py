"""Suites: TOML files that list solvers, instances and limits."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unicodedata import category

from tilewright import registry
from tilewright.bench.first_answer_commands_of_suites import read_first_answers
from tilewright.bench.strict_toml import Keys, prefixed_errors
from tilewright.bench.suite_entries import (
    CommandEntry,
    InstanceEntry,
    Published,
    SolverEntry,
    read_command,
    read_instances,
    read_published,
    read_solver,
)
from tilewright.errors import BadInput
from tilewright.game import Limits

__all__ = ["Suite", "parse_suite"]

MAX_MIB = 2**40
"""The largest memory limit in MiB; converted to bytes, it still fits into 64 bits."""


@dataclass(frozen=True, slots=True)
class Suite:
    """A suite: instances, solvers, commands, limits, and published figures."""

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
    """The time budget of each solver for one pass, in seconds; None for no limit."""
    repeats: int = 1
    threads: int = 1
    seed: int = 0
    size: str | None = None
    """The generator option or JSON key whose value is the size in reports; None means the number of parts."""
    published: tuple[Published, ...] = ()

    def __post_init__(self) -> None:
        Limits(self.time_limit, self.threads, self.seed)
        if not 1 <= self.repeats <= 1000:
            raise BadInput(f"repeats must be between 1 and 1000, not {self.repeats}")

    @property
    def runs(self) -> int:
        """The number of runs in the whole suite."""
        solves = sum(instance.runs_with(solver) for instance in self.instances for solver in self.solvers)
        return self.repeats * solves + sum(command.runs_in(self.repeats) for command in self.commands)

    @property
    def groups(self) -> dict[str, list[InstanceEntry]]:
        """The instances grouped by their entry in the suite file, in the order of the file."""
        groups: dict[str, list[InstanceEntry]] = {}
        for instance in self.instances:
            groups.setdefault(instance.group or instance.label, []).append(instance)
        return groups


def parse_suite(text: str, name: str, folder: Path) -> Suite:
    """Parse a suite, whose file names are relative to `folder`; raise `BadInput` if the text is invalid."""
    try:
        data = tomllib.loads(text)
    except ValueError as error:  # a TOML error, or a number with thousands of digits
        raise BadInput(f"suite {name}: {error}") from None
    except RecursionError:
        raise BadInput(f"suite {name}: the file is nested too deeply") from None
    keys = Keys(data, f"suite {name}")
    game_name = keys.take("game", str, None)
    memory = keys.number("memory_mib", most=MAX_MIB)
    settings: dict[str, Any] = {
        "title": keys.take("title", str, name),
        "baseline": keys.take("baseline", str, None),
        "size": keys.take("size", str, None),
        "time_limit": keys.number("time_limit", 60.0),
        "memory_limit": None if memory is None else max(1, int(memory * 2**20)),
        "batch": keys.number("batch"),
        "repeats": keys.take("repeats", int, 1),
        "threads": keys.take("threads", int, 1),
        "seed": keys.take("seed", int, 0),
        "commands": tuple(read_command(item) for item in keys.tables("commands")),
        "published": tuple(read_published(item) for item in keys.tables("published")),
    }
    if (answers := keys.table("first_answers")) is not None:
        settings["commands"] += tuple(read_first_answers(answers))
    instance_keys, solver_keys = keys.tables("instances"), keys.tables("solvers")
    keys.end()
    tables: list[list[InstanceEntry]] = []
    if instance_keys or solver_keys or game_name is not None or not settings["commands"]:
        if game_name is None:
            raise BadInput(f"suite {name}: the key 'game' is missing")
        with prefixed_errors(f"suite {name}"):
            game = registry.game(game_name)
        tables = [read_instances(item, game, folder) for item in instance_keys]
        settings["instances"] = tuple(entry for table in tables for entry in table)
        settings["solvers"] = tuple(read_solver(item, game) for item in solver_keys)
        if not settings["instances"] or not settings["solvers"]:
            raise BadInput(f"suite {name}: expected instances and solvers, or commands")
    with prefixed_errors(f"suite {name}"):
        suite = Suite(name=name, game=game_name, **settings)
        _refuse_duplicates([table[0].group or table[0].label for table in tables if table])
        _refuse_unprintable([suite.title])
        for entries in (suite.instances, suite.solvers, suite.commands, suite.published):
            _refuse_duplicates([entry.label for entry in entries])
            _refuse_unprintable([entry.label for entry in entries])
        _refuse_unknown_references(suite)
    return suite


def _refuse_duplicates(labels: Sequence[str]) -> None:
    for label in labels:
        if labels.count(label) > 1:
            raise BadInput(f"two entries are named {label!r}; give them different labels")


def _refuse_unprintable(labels: Sequence[str]) -> None:
    """Reject blank labels and labels with line breaks or control characters, since labels appear in tables."""
    for label in labels:
        if not label.strip() or any(category(letter) in ("Cc", "Zl", "Zp") for letter in label):
            raise BadInput(f"{label[:80]!r} is not a label; expected one line of text")


def _refuse_unknown_references(suite: Suite) -> None:
    """Reject references to solvers or instances that are not in the suite, and duplicate published figures."""
    labels = [solver.label for solver in suite.solvers]
    if suite.baseline is not None and suite.baseline not in labels:
        raise BadInput(f"the baseline {suite.baseline!r} is not one of the solvers")
    for instance in suite.instances:
        for label in instance.solvers:
            if label not in labels:
                raise BadInput(f"{instance.label} names the solver {label!r}, which is not in the suite")
    figures = set()
    for one in suite.published:
        where = f"the published entry {one.label!r}"
        if one.solver is not None and one.solver not in labels:
            raise BadInput(f"{where} refers to {one.solver!r}, which is not one of the solvers")
        for figure in one.figures:
            if figure.group not in suite.groups:
                raise BadInput(f"{where} has figures for {figure.group!r}, which is not one of the instances")
            if (place := (one.solver or one.label, figure.group)) in figures:
                raise BadInput(f"{where} has a second figure for {place[0]} on {place[1]!r}")
            figures.add(place)
