"""The plan of a suite: all its runs in order, each with the key that identifies it among the recorded runs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from tilewright import __version__
from tilewright.bench import provenance
from tilewright.bench.suite import Suite
from tilewright.bench.suite_entries import CommandEntry, InstanceEntry, SolverEntry
from tilewright.errors import BadInput
from tilewright.game import Game
from tilewright.records import RunRecord

__all__ = ["Call", "Codes", "Planned", "Solve", "belongs_to", "plan"]


@dataclass(frozen=True, slots=True)
class Solve:
    """A planned run of a solver on an instance."""

    instance: InstanceEntry
    solver: SolverEntry
    repeat: int
    key: str


@dataclass(frozen=True, slots=True)
class Call:
    """A planned run of a command."""

    command: CommandEntry
    repeat: int
    key: str


Planned: TypeAlias = Solve | Call


@dataclass(frozen=True, slots=True)
class Codes:
    """The digests of the code on which results depend: `solve` for runs of solvers, `call` for commands."""

    solve: str
    call: str

    @classmethod
    def of(cls, game: Game | None, versions: Mapping[str, str | None]) -> Codes:
        own = () if game is None else (game.package,)
        return cls(
            provenance.code((*provenance.SHARED, *own), versions),
            provenance.code(("tilewright", *own), versions),
        )


def plan(suite: Suite, codes: Codes) -> Iterator[Planned]:
    """Yield the runs of each pass: first the commands, then the solvers on each instance.

    The order of the solvers rotates from instance to instance and from pass to pass.
    """
    identities = {instance.label: instance.identity() for instance in suite.instances}
    for repeat in range(suite.repeats):
        for command in suite.commands:
            if repeat >= command.runs_in(suite.repeats):
                continue
            key = _key(suite, _settings(suite, codes.call), _call_inputs(command), repeat)
            yield Call(command, repeat, key)
        for index, instance in enumerate(suite.instances):
            turn = (index + repeat) % len(suite.solvers)
            for solver in filter(instance.runs_with, suite.solvers[turn:] + suite.solvers[:turn]):
                inputs = _solve_inputs(instance, identities[instance.label], solver)
                key = _key(suite, _settings(suite, codes.solve), inputs, repeat)
                yield Solve(instance, solver, repeat, key)


def belongs_to(suite: Suite) -> Callable[[RunRecord], bool]:
    """Return a predicate that is true for rows of this suite, whatever the code version and the limits.

    Comparing labels is not enough, because an edited suite file may use the same label for a different solver
    or instance.
    """
    inputs: dict[tuple[str, str], list[Any] | None] = {
        (command.label, command.label): _call_inputs(command) for command in suite.commands
    }
    for instance in suite.instances:
        identity = _identity(instance)
        for solver in filter(instance.runs_with, suite.solvers):
            inputs[instance.label, solver.label] = (
                None if identity is None else _solve_inputs(instance, identity, solver)
            )

    def matches(row: RunRecord) -> bool:
        labels = row.instance, row.label
        if labels not in inputs or (run_inputs := inputs[labels]) is None or row.code is None:
            return labels in inputs  # without the inputs or the code, only the labels can be compared
        settings = [row.tilewright, row.code, [row.time_limit, row.memory_limit, row.threads, row.seed]]
        return row.key == _key(suite, settings, run_inputs, row.repeat)

    return matches


def _identity(instance: InstanceEntry) -> str | None:
    """Return the identity of the instance; None if the instance file cannot be read."""
    try:
        return instance.identity()
    except BadInput:
        return None


def _call_inputs(command: CommandEntry) -> list[Any]:
    state = [] if command.kernels is None else [command.game, command.kernels]
    return ["command", [command.label, list(command.argv), command.status, *state]]


def _solve_inputs(instance: InstanceEntry, identity: str, solver: SolverEntry) -> list[Any]:
    return ["solve", [instance.label, identity, solver.label, solver.name, dict(solver.options)]]


def _settings(suite: Suite, code: str) -> list[Any]:
    return [__version__, code, [suite.time_limit, suite.memory_limit, suite.threads, suite.seed]]


def _key(suite: Suite, settings: list[Any], inputs: list[Any], repeat: int) -> str:
    version, code, limits = settings
    identity = [version, code, suite.name, suite.game, *inputs, limits, repeat]
    return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()
