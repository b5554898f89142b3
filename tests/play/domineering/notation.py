"""Notation: `3x4`, `../.#`, or JSON."""

import re
from typing import Any

from domineering.rules import Board
from tilewright.errors import BadInput
from tilewright.strict_json import read_json


def parse(text: str) -> Board:
    if text.startswith("{"):
        return from_json(read_json(text))
    if size := re.fullmatch(r"(\d)x(\d)", text):
        return Board(("." * int(size[2]),) * int(size[1]))
    return Board(tuple(text.split("/")))


def from_json(data: Any) -> Board:
    match data:
        case {"rows": [*rows]}:
            return Board(tuple(map(str, rows)))
    raise BadInput('expected {"rows": ["..", ".#"]}')


def to_json(board: Board) -> dict[str, Any]:
    return {"rows": list(board.rows)}
