"""The request handler for Labyrinth's page: it returns the grid positions of the nodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.errors import BadInput
from tilewright.games.labyrinth.layout.node_positions import layout
from tilewright.games.labyrinth.notation import parse
from tilewright.games.labyrinth.rules import LabyrinthInstance
from tilewright.strict_json import read_object

__all__ = ["ASK"]

MOST_EDGES = 200
"""The maximum number of edges of a graph for which grid positions are computed.

The computation is a backtracking search, which can take a long time. Most larger graphs are grids whose nodes
are numbered row by row; the page recognises such grids without the server.
"""


def _positions(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return `places`: the positions of all nodes on a grid, as `[[node, row, column], ...]`.

    `places` is None if no grid layout was found, or if the graph has too many edges to search for one.
    """
    text = read_object(request, "the request", {"instance"})["instance"]
    if not isinstance(text, str):
        raise BadInput("instance: expected a string")
    instance = parse(text)
    return {"places": None if instance.parts > MOST_EDGES else _on_grid(instance)}


def _on_grid(instance: LabyrinthInstance) -> list[list[int]] | None:
    neighbours = instance.neighbours
    if any(len(others) > 4 for others in neighbours.values()):
        return None
    positions = layout(neighbours, instance.start, instance.target)
    for a, b in instance.costs:
        (x, y), (x2, y2) = positions[a], positions[b]
        if not (x.is_integer() and y.is_integer()) or abs(x - x2) + abs(y - y2) != 1:
            return None
    return [[node, int(y), int(x)] for node, (x, y) in positions.items()]


ASK = {"places": _positions}
"""The handlers of the page's questions, by name."""
