"""The commands `tilewright games` and `tilewright doctor`, which show the games and the installed versions."""

from __future__ import annotations

import platform
from dataclasses import asdict
from typing import Annotated, Any

from tilewright import __version__, registry
from tilewright.console import cache_folder, data_folder, print_json, print_table, say, write_chunks
from tilewright.console.command_options import DataFolder, Json, argument
from tilewright.game import Agent, Game
from tilewright.optional_packages import EXTRAS, install_line

__all__ = ["doctor", "games"]

LIBRARIES = (
    "numba",
    "numpy",
    "duckdb",
    "pyarrow",
    "pandas",
    "fastapi",
    "uvicorn",
    "gymnasium",
    "pettingzoo",
    "resvg-py",
    "distributed",
    "mcp",
)


def games(
    game: Annotated[
        str | None, argument("Show the instance syntax, solvers and agents of this game.", "GAME")
    ] = None,
    json: Json = False,
) -> int:
    """List the games with their solvers and instance syntax, or show the details of one game.

    \b
    Examples:
      tilewright games
      tilewright games domino
      tilewright games --json
    """
    listed = registry.games() if game is None else [registry.game(game)]
    for name, reason in registry.broken().items() if game is None else ():
        say(f"tilewright: the game {name} cannot be loaded: {reason}")
    if json:
        print_json(
            [
                {
                    "name": each.name,
                    "title": each.title,
                    "solvers": [solver.name for solver in each.solvers],
                    "syntax": each.syntax,
                    "agents": [
                        {"name": agent.name, "summary": agent.summary, "variants": agent.variants}
                        for agent in _agents(each)
                    ],
                    "levels": [asdict(level) for level in each.levels],
                    "kind": each.kind,
                    "puzzlink": list(each.puzzlink),
                }
                for each in listed
            ]
        )
    elif game is None:
        rows = [
            (each.name, each.title, ", ".join(solver.name for solver in each.solvers), each.syntax)
            for each in listed
        ]
        print_table(["name", "game", "solvers", "an instance"], rows)
    else:
        _show_game(listed[0])
    return 0


def _agents(game: Game) -> tuple[Agent, ...]:
    """Return the agents of the game; an empty tuple if the game cannot be played move by move."""
    from tilewright.play.agent import agents_of

    return agents_of(game) if game.has("state") else ()


def _show_game(game: Game) -> None:
    write_chunks([f"{game.title}: {game.summary}\n\nAn instance: {game.syntax}\n"])
    print_table(["solver", "what it does"], [(solver.name, solver.summary) for solver in game.solvers])
    agents = _agents(game)
    if agents:
        rows = [
            (f"{agent.name}+VARIANT" if agent.variants else agent.name, agent.summary, agent.variants)
            for agent in agents
        ]
        write_chunks([""])
        print_table(["agent", "how it plays", "variants"], rows)
    if game.levels:
        write_chunks([""])
        levels = [
            (level.name, level.agent, "" if level.rating is None else f"{level.rating:+d}")
            for level in game.levels
        ]
        print_table(["level", "agent", "Elo rating"], levels)


def doctor(data: DataFolder = None, json: Json = False) -> int:
    """Show the installed versions, how to install missing programs, and the data and cache folders.

    \b
    Examples:
      tilewright doctor
      tilewright doctor --json
    """
    from tilewright.engines.engine_list import ENGINES
    from tilewright.engines.engine_versions import package_version

    engines: list[dict[str, Any]] = [
        {"name": engine.name, "version": engine.version(), "install": engine.install} for engine in ENGINES
    ]
    facts: dict[str, Any] = {
        "tilewright": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "libraries": {name: package_version(name) for name in LIBRARIES},
        "engines": engines,
        "broken_games": _broken_games(),
        "data": str(data_folder(data)),
        "cache": str(cache_folder()),
    }
    if json:
        print_json(facts)
        return 0
    rows = [("tilewright", facts["tilewright"], ""), ("python", facts["python"], facts["platform"])]
    installable = [(name, installed, _install_note(name)) for name, installed in facts["libraries"].items()]
    installable += [(each["name"], each["version"], f"install: {each['install']}") for each in engines]
    rows += [(name, installed or "missing", "" if installed else note) for name, installed, note in installable]
    rows += [(f"game {name}", "broken", reason) for name, reason in facts["broken_games"].items()]
    rows += [("data folder", facts["data"], ""), ("cache folder", facts["cache"], "")]
    print_table(["what", "found", "note"], rows)
    return 0


def _broken_games() -> dict[str, str]:
    """Return, by name, the first problem of each game that cannot be loaded or is incomplete."""
    problems = {game.name: next(game.problems(), None) for game in registry.games()}
    return registry.broken() | {name: problem for name, problem in problems.items() if problem is not None}


def _install_note(library: str) -> str:
    """Return a note with the command that installs a missing library; empty if no extra installs it."""
    name = library.replace("-", "_")
    return f"install: {install_line(name)}" if name in EXTRAS else ""
