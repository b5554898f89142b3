"""What the page of Nurikabe asks: the library, boards in any notation, and what is known of a board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilewright.errors import BadInput
from tilewright.game import game_of
from tilewright.games.nurikabe import notation
from tilewright.games.nurikabe.rules import Board, Shading
from tilewright.games.nurikabe.text import puzzlink
from tilewright.json_text import read_object

__all__ = ["ASK"]

MOST_JUDGED, MOST_GRADED = 3_600, 900
"""Cells of the largest boards that are judged and graded while a person waits."""

PATIENCE = 1.5
"""Seconds for the judgement of a board. What takes longer is a solve, which the page starts by itself."""


def _read(data: Any) -> tuple[str, Board]:
    """The one text that these questions have, and its board."""
    text = read_object(data, "the question", {"board"})["board"]
    if not isinstance(text, str):
        raise BadInput("board must be a text: a board in any notation")
    return text, notation.parse(text)


def _expect_cells(instance: Board, most: int, what: str) -> None:
    if instance.parts > most:
        raise BadInput(f"{instance.parts} cells are too many to be {what} at once: at most {most} are")


def _library(data: Any) -> dict[str, Any]:
    """The puzzles by size and grade."""
    from tilewright.games.nurikabe.library.puzzle_library import library

    read_object(data, "the question", set())
    return {"puzzles": [puzzle.to_json() for puzzle in library()]}


def _open(data: Any) -> dict[str, Any]:
    """A board from any notation, in those that the page works with; `state` is what a file has filled in."""
    text, instance = _read(data)
    filled = text.strip().startswith(puzzlink.FILE)
    return {
        "rows": [list(row) for row in instance.rows],
        "line": notation.to_line(instance),
        "url": puzzlink.to_url(instance),
        "text": notation.to_text(instance),
        "state": list(notation.parse_state(text).rows) if filled else None,
    }


def _judge(data: Any) -> dict[str, Any]:
    """Whether a board has a solution, and a second one; `unique` is null if that is not settled in time."""
    _, instance = _read(data)
    _expect_cells(instance, MOST_JUDGED, "judged")
    result = game_of(instance).solve(instance, time_limit=PATIENCE, unique=True)
    found = result.solution
    return {
        "status": result.status.value,
        "unique": result.unique,
        "solution": list(found.rows) if isinstance(found, Shading) else None,
        "second": result.stats.get("second_solution"),
    }


def _grade(data: Any) -> dict[str, Any]:
    """How hard a board with exactly one solution is."""
    from tilewright.games.nurikabe.explain import grade

    _, instance = _read(data)
    _expect_cells(instance, MOST_GRADED, "graded")
    return grade(instance).to_json()


ASK: Mapping[str, Callable[[Any], dict[str, Any]]] = {
    "library": _library,
    "open": _open,
    "judge": _judge,
    "grade": _grade,
}
