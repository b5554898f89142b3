"""`tilewright games` and `tilewright doctor`."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from tilewright import __version__, registry
from tilewright.cli.options import Json
from tilewright.console import cache_folder, data_folder, print_json, print_table

__all__ = ["doctor", "games"]

LIBRARIES = ("numba", "numpy", "duckdb", "pyarrow", "fastapi", "resvg-py")


def games(json: Json = False) -> int:
    """List the games, their solvers and how an instance is written.

    \b
    Examples:
      tilewright games
      tilewright games --json
    """
    found = registry.games()
    if json:
        print_json(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "solvers": [solver.name for solver in game.solvers],
                    "syntax": game.syntax,
                }
                for game in found
            ]
        )
        return 0
    rows = [
        (game.name, game.title, ", ".join(solver.name for solver in game.solvers), game.syntax)
        for game in found
    ]
    print_table(["name", "game", "solvers", "an instance"], rows)
    return 0


def doctor(json: Json = False) -> int:
    """Tell the versions, what is missing with its install line, and where data and caches lie.

    \b
    Examples:
      tilewright doctor
      tilewright doctor --json
    """
    from tilewright.engines.catalogue import ENGINES

    engines: list[dict[str, Any]] = [
        {"name": engine.name, "version": engine.version(), "install": engine.install} for engine in ENGINES
    ]
    facts: dict[str, Any] = {
        "tilewright": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "libraries": {name: _library_version(name) for name in LIBRARIES},
        "engines": engines,
        "broken_games": registry.broken(),
        "data": str(data_folder()),
        "cache": str(cache_folder()),
    }
    if json:
        print_json(facts)
        return 0
    rows: list[tuple[str, ...]] = [
        ("tilewright", facts["tilewright"], ""),
        ("python", facts["python"], facts["platform"]),
    ]
    rows += [(name, found or "missing", "") for name, found in facts["libraries"].items()]
    rows += [
        (
            engine["name"],
            engine["version"] or "missing",
            "" if engine["version"] else f"install: {engine['install']}",
        )
        for engine in engines
    ]
    rows += [(f"game {name}", "broken", reason) for name, reason in registry.broken().items()]
    rows += [("data folder", facts["data"], ""), ("cache folder", facts["cache"], "")]
    print_table(["what", "found", "note"], rows)
    return 0


def _library_version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
