"""Notation: `4@1,2`, or JSON."""

import re
from typing import Any

from tilewright.errors import BadInput
from tilewright.strict_json import read_json, read_object

from .rules import Board, Cover


def parse(text: str) -> Board:
    if text.lstrip().startswith("{"):
        return from_json(read_json(text))
    if not (match := re.fullmatch(r"\s*(\d{1,3})@(\d{1,3}),(\d{1,3})\s*", text)):
        raise BadInput("expected SIZE@ROW,COLUMN such as 4@1,2, or JSON")
    size, row, column = map(int, match.groups())
    return Board(size, (row, column))


def from_json(data: Any) -> Board:
    match read_object(data, "the board", {"size", "hole"}):
        case {"size": int(size), "hole": [int(row), int(column)]}:
            return Board(size, (row, column))
    raise BadInput('expected {"size": 4, "hole": [1, 2]}')


def to_json(board: Board) -> dict[str, Any]:
    return {"size": board.size, "hole": list(board.hole)}


FORMATS = {"text": lambda board: f"{board.size}@{board.hole[0]},{board.hole[1]}"}


def parse_solution(text: str) -> Cover:
    pieces = read_object(read_json(text), "the cover", {"pieces"})["pieces"]
    try:
        return Cover(tuple(tuple((int(row), int(column)) for row, column in piece) for piece in pieces))
    except (TypeError, ValueError):
        raise BadInput("pieces must be lists of [row, column]") from None


def solution_to_json(cover: Cover) -> dict[str, Any]:
    return {"pieces": [[list(cell) for cell in piece] for piece in cover.pieces]}


def parse_state(text: str) -> Cover:
    """Parse the pieces laid so far, for which a hint is requested."""
    return parse_solution(text)
