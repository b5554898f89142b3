"""The request handlers for the Nurikabe page: the library, boards in any notation, solutions and grades."""

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

MOST_CELLS_JUDGED, MOST_CELLS_GRADED = 3_600, 900
"""The largest numbers of cells of a board that is solved, and of a board that is graded, in a request."""

JUDGE_SECONDS = 1.5
"""The time limit in seconds for solving a board in a request. For longer solves, the page starts a job."""


def _read_board(data: Any) -> tuple[str, Board]:
    """Return the board of a request, as a string and parsed."""
    text = read_object(data, "the request", {"board"})["board"]
    if not isinstance(text, str):
        raise BadInput("board must be a string that contains a board in any notation")
    return text, notation.parse(text)


def _check_size(instance: Board, most: int, what: str) -> None:
    if instance.parts > most:
        raise BadInput(
            f"a board of {instance.parts} cells is too large to be {what} here: the limit is {most} cells"
        )


def _library(data: Any) -> dict[str, Any]:
    """Return the library puzzles by size and grade."""
    from tilewright.games.nurikabe.library.puzzle_library import library

    read_object(data, "the request", set())
    return {"puzzles": [puzzle.to_json() for puzzle in library()]}


def _open(data: Any) -> dict[str, Any]:
    """Return a board in the notations that the page uses, and the state if the board comes from a file."""
    text, instance = _read_board(data)
    filled = text.strip().startswith(puzzlink.FILE_START)
    return {
        "rows": [list(row) for row in instance.rows],
        "line": notation.to_line(instance),
        "url": puzzlink.to_url(instance),
        "text": notation.to_text(instance),
        "state": list(notation.parse_state(text).rows) if filled else None,
    }


def _judge(data: Any) -> dict[str, Any]:
    """Return up to two solutions of a board; `unique` is null if the time limit is reached."""
    _, instance = _read_board(data)
    _check_size(instance, MOST_CELLS_JUDGED, "judged")
    result = game_of(instance).solve(instance, time_limit=JUDGE_SECONDS, unique=True)
    solution = result.solution
    return {
        "status": result.status.value,
        "unique": result.unique,
        "solution": list(solution.rows) if isinstance(solution, Shading) else None,
        "second": result.stats.get("second_solution"),
    }


def _grade(data: Any) -> dict[str, Any]:
    """Return the grade of a board with exactly one solution."""
    from tilewright.games.nurikabe.explain import grade

    _, instance = _read_board(data)
    _check_size(instance, MOST_CELLS_GRADED, "graded")
    return grade(instance).to_json()


ASK: Mapping[str, Callable[[Any], dict[str, Any]]] = {
    "library": _library,
    "open": _open,
    "judge": _judge,
    "grade": _grade,
}
