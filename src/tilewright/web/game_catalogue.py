"""Describe the games for the API without importing their solvers, and find the files of the games' pages."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tilewright import registry
from tilewright.errors import BadInput
from tilewright.game import Game
from tilewright.run import Option
from tilewright.web.operator_playing_engines import OperatorEngine

__all__ = ["describe", "page_file"]

_KINDS = {bool: "boolean", int: "integer", float: "number", list: "list"}
_MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webp": "image/webp",
}
"""The media types of the files that a page may have, by suffix. Other files are not served."""


def describe(game: Game, engines: Sequence[OperatorEngine] = ()) -> dict[str, Any]:
    """Return the description of a game for ``/api/v1/games``; `engines` are added to its agents."""
    from tilewright.play.agent import agents_of, analyst_of

    played = game.has("state")
    agents = agents_of(game) if played else ()
    return {
        **_attributes(game, "name", "title", "summary", "syntax", "kind"),
        "solvers": [solver.name for solver in game.solvers],
        "solver_notes": {solver.name: solver.summary for solver in game.solvers},
        "solver_list": [
            {
                **_attributes(solver, "name", "summary", "needs"),
                "missing": [program for program in solver.needs if shutil.which(program) is None],
                "options": [_option(option) for option in solver.options],
            }
            for solver in game.solvers
        ],
        "generator": [_option(option) for option in game.generator] if game.has("generate") else None,
        "agents": [
            *(_attributes(agent, "name", "summary", "variants", "takes_budget") for agent in agents),
            *(engine.describe() for engine in engines if played),
        ],
        "levels": [_attributes(level, "name", "agent", "rating") for level in game.levels],
        "analyst": str(analyst_of(game)) if played else None,
        "played": played,
        "hints": game.has("explain"),
        "pictures": game.has("picture"),
        "page": page_file(game.name, "page.js") is not None,
        "examples": game.examples["instances"],
        "tour": _tour(game),
    }


def _attributes(described: Any, *names: str) -> dict[str, Any]:
    return {name: getattr(described, name) for name in names}


def _tour(game: Game) -> list[dict[str, Any]]:
    """Read ``page/start_page_tour.json``; return its steps, each with the address of the page that it opens."""
    tour = page_file(game.name, "start_page_tour.json")
    steps = [] if tour is None else json.loads(tour[0].read_text("utf-8"))
    return [
        {
            "title": step["title"],
            "text": step["text"],
            "address": f"/games/{game.name}" + (f"#{urlencode(step['with'])}" if "with" in step else ""),
        }
        for step in steps
    ]


def _option(option: Option) -> dict[str, Any]:
    return {**asdict(option), "kind": _KINDS.get(type(option.default), "text")}


def page_file(name: str, path: str) -> tuple[Path, str] | None:
    """Return the path of a file in the game's folder ``page/``, and its media type.

    Return None if there is no such game or file, if the path leads outside the folder, or if the suffix of the
    file is not in `_MEDIA_TYPES`.
    """
    try:
        game = registry.game(name)
    except BadInput:
        return None
    folder = (Path(str(resources.files(game.package))) / "page").resolve()
    try:
        file = (folder / path).resolve()
        is_served = file.is_relative_to(folder) and file.suffix in _MEDIA_TYPES and file.is_file()
    except (OSError, ValueError):  # the file system does not allow this name
        return None
    return (file, _MEDIA_TYPES[file.suffix]) if is_served else None
