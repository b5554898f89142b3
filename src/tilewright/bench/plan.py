"""The plan of a suite: every run that it asks for, in order, and the key by which a kept one is known again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from tilewright import __version__
from tilewright.bench import facts
from tilewright.bench.suite import CommandEntry, InstanceEntry, SolverEntry, Suite
from tilewright.game import Game

__all__ = ["Call", "Codes", "Planned", "Solve", "plan"]


@dataclass(frozen=True, slots=True)
class Solve:
    """A solver is to meet an instance."""

    instance: InstanceEntry
    solver: SolverEntry
    repeat: int
    key: str


@dataclass(frozen=True, slots=True)
class Call:
    """A command is to be timed."""

    command: CommandEntry
    repeat: int
    key: str


Planned: TypeAlias = Solve | Call


@dataclass(frozen=True, slots=True)
class Codes:
    """What solves and what commands depend on; a command may use anything of Tilewright."""

    solve: str
    call: str

    @classmethod
    def of(cls, game: Game | None, versions: Mapping[str, str | None]) -> Codes:
        own = () if game is None else (game.package,)
        return cls(facts.code((*facts.SHARED, *own), versions), facts.code(("tilewright", *own), versions))


def plan(suite: Suite, codes: Codes) -> Iterator[Planned]:
    """All solvers meet an instance one after the other, and take turns in going first."""
    identities = {instance.label: instance.identity() for instance in suite.instances}
    for repeat in range(suite.repeats):
        for command in suite.commands:
            yield Call(command, repeat, _key(suite, codes.call, "command", list(command.argv), repeat))
        for index, instance in enumerate(suite.instances):
            turn = (index + repeat) % len(suite.solvers)
            for solver in filter(instance.meets, suite.solvers[turn:] + suite.solvers[:turn]):
                asked = [instance.label, identities[instance.label], solver.label, solver.name]
                key = _key(suite, codes.solve, "solve", [*asked, dict(solver.options)], repeat)
                yield Solve(instance, solver, repeat, key)


def _key(suite: Suite, code: str, kind: str, asked: list[Any], repeat: int) -> str:
    limits = [suite.time_limit, suite.memory_limit, suite.threads, suite.seed]
    whole = [__version__, code, suite.name, suite.game, kind, asked, limits, repeat]
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()
