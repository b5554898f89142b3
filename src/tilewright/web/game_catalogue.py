"""The games as the pages list them, told without importing anything heavy."""

from __future__ import annotations

import json
import shutil
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tilewright import registry
from tilewright.errors import BadInput
from tilewright.game import Game
from tilewright.run import Option

__all__ = ["describe", "page_file"]

_KINDS = {bool: "boolean", int: "integer", float: "number", list: "list"}
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webp": "image/webp",
}
"""The files that a page may consist of, and what they are called."""


def describe(game: Game) -> dict[str, Any]:
    from tilewright.play.agent import agents_of, analyst_of

    played = game.has("state")
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "syntax": game.syntax,
        "solvers": [solver.name for solver in game.solvers],
        "solver_notes": {solver.name: solver.summary for solver in game.solvers},
        "solver_list": [
            {
                "name": solver.name,
                "summary": solver.summary,
                "needs": list(solver.needs),
                "missing": [program for program in solver.needs if shutil.which(program) is None],
                "options": [_option(option) for option in solver.options],
            }
            for solver in game.solvers
        ],
        "generator": [_option(option) for option in game.generator] if game.has("generate") else None,
        "agents": [
            {"name": agent.name, "summary": agent.summary, "variants": agent.variants}
            for agent in (agents_of(game) if played else ())
        ],
        "analyst": str(analyst_of(game)) if played else None,
        "played": played,
        "hints": game.has("explain"),
        "pictures": game.has("picture"),
        "page": page_file(game.name, "page.js") is not None,
        "examples": game.examples["instances"],
        "tour": _tour(game),
    }


def _tour(game: Game) -> list[dict[str, Any]]:
    """What to try first, by the game's ``page/tour.json``: each step with the address that it begins at."""
    found = page_file(game.name, "tour.json")
    steps = [] if found is None else json.loads(found[0].read_text("utf-8"))
    return [
        {
            "title": step["title"],
            "text": step["text"],
            "address": f"/games/{game.name}" + (f"#{urlencode(step['with'])}" if "with" in step else ""),
        }
        for step in steps
    ]


def _option(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "default": option.default,
        "kind": _KINDS.get(type(option.default), "text"),
        "help": option.help,
        "choices": list(option.choices),
        "lowest": option.lowest,
        "highest": option.highest,
    }


def page_file(name: str, path: str) -> tuple[Path, str] | None:
    """A file of a game's folder ``page/`` and its media type; None if there is none, or if the path leads
    anywhere else."""
    try:
        game = registry.game(name)
    except BadInput:
        return None
    folder = (Path(str(resources.files(game.package))) / "page").resolve()
    parts = path.split("/")
    if any(part in ("", ".", "..") or "\\" in part or "\0" in part for part in parts):
        return None
    try:
        file = folder.joinpath(*parts).resolve()
        found = file.is_relative_to(folder) and file.is_file()
    except (OSError, ValueError):  # a name that no file system takes
        return None
    kind = _TYPES.get(file.suffix)
    return (file, kind) if found and kind is not None else None
