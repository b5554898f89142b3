"""Playing engines that the operator of the server offers to its clients.

A client chooses an engine by the name that the operator has given it. Only the operator specifies commands: no
request can contain a command.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tilewright import registry
from tilewright.errors import BadInput
from tilewright.play.agent import EXEC, HUMAN, RANDOM
from tilewright.play.engine_process import EngineProcess

__all__ = ["OperatorEngine", "start_engines"]

_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")


@dataclass(frozen=True, slots=True)
class OperatorEngine:
    """An engine: its name for clients, its command line, the title that it reports, and the games it plays."""

    name: str
    command: str
    title: str
    games: tuple[str, ...]

    def describe(self) -> dict[str, Any]:
        """Return the description of the engine as an agent of a game."""
        summary = f"{self.title or 'an engine'}, provided by the operator (with a budget: {self.name}:1s)"
        return {"name": self.name, "summary": summary, "variants": "", "takes_budget": True}


def start_engines(settings: Iterable[str]) -> dict[str, OperatorEngine]:
    """Parse settings of the form NAME=COMMAND, and start each engine once to learn which games it plays."""
    engines: dict[str, OperatorEngine] = {}
    for setting in settings:
        name, equals, command = setting.partition("=")
        if not equals or not _NAME.fullmatch(name) or not command.strip():
            raise BadInput(f"--engine {setting[:60]!r}: expected NAME=COMMAND, with a name such as my-bot")
        process = EngineProcess(command, name)
        process.close()
        title = " ".join(f"{process.name} {process.version}".split())[:60]
        games = tuple(game for game in process.games if game in registry.names())
        _check_name(name, games, engines)
        engines[name] = OperatorEngine(name, command, title, games)
    return engines


def _check_name(name: str, games: Iterable[str], engines: Mapping[str, OperatorEngine]) -> None:
    agents = {agent.name for game in games for agent in registry.game(game).agents}
    if name in agents | {EXEC, HUMAN, RANDOM.name} | engines.keys():
        raise BadInput(f"--engine {name}: an agent with this name already exists")
