"""What the page of labyrinths asks: where the nodes lie, if they fit on a grid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.errors import BadInput
from tilewright.games.labyrinth.layout.node_positions import layout
from tilewright.games.labyrinth.notation import parse
from tilewright.games.labyrinth.rules import LabyrinthInstance
from tilewright.json_text import read_object

__all__ = ["ASK"]

MOST_EDGES = 200
"""Whether a graph fits on a grid is found by trying. Large ones are mostly counted row by row, which the page
sees by itself."""


def _places(question: Mapping[str, Any]) -> dict[str, Any]:
    """The row and the column of every node, `[[node, row, column], ...]`; None if they fit on no grid."""
    text = read_object(question, "the question", {"instance"})["instance"]
    if not isinstance(text, str):
        raise BadInput("instance: expected a text")
    instance = parse(text)
    return {"places": None if instance.parts > MOST_EDGES else _on_grid(instance)}


def _on_grid(instance: LabyrinthInstance) -> list[list[int]] | None:
    neighbours: dict[int, list[int]] = {}
    for one, other in instance.costs:
        neighbours.setdefault(one, []).append(other)
        neighbours.setdefault(other, []).append(one)
    if any(len(others) > 4 for others in neighbours.values()):
        return None
    ordered = {node: sorted(others) for node, others in neighbours.items()}
    places = layout(ordered, instance.start, instance.target)
    for one, other in instance.costs:
        (x, y), (x2, y2) = places[one], places[other]
        if not (x.is_integer() and y.is_integer()) or abs(x - x2) + abs(y - y2) != 1:
            return None
    return [[node, int(y), int(x)] for node, (x, y) in places.items()]


ASK = {"places": _places}
"""The questions of the page, by name."""
