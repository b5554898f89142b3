"""Read and write instances and solutions: ``from 1 to 3 cost 10 1-2 2-3:7``, and JSON."""

from __future__ import annotations

import re
from collections.abc import Callable
from reprlib import repr as shorten
from typing import Any, cast

from tilewright.errors import BadInput
from tilewright.games.labyrinth.rules import Edge, LabyrinthInstance, LabyrinthSolution
from tilewright.strict_json import read_json, read_object

__all__ = ["FORMATS", "from_json", "parse", "parse_solution", "solution_to_json", "to_json", "to_text"]

KEYWORDS = {"from": "start", "to": "target", "cost": "edge_cost"}
"""The keywords of the text notation, each with the field of the instance that the number after it sets."""

EDGE = re.compile(r"(-?\d{1,10})-(-?\d{1,10})(?::(-?\d{1,10}))?", re.ASCII)
NUMBER = re.compile(r"-?\d{1,10}", re.ASCII)


def parse(text: str) -> LabyrinthInstance:
    """Parse an instance from JSON or from the text notation."""
    if text.lstrip().startswith(("{", "[")):
        return from_json(read_json(text))
    return _from_text(text)


def _from_text(text: str) -> LabyrinthInstance:
    keys: dict[str, int] = {}
    edges: list[Edge] = []
    tokens = iter(enumerate(re.split(r"[\s,;]+", text.strip()), 1))
    for place, token in tokens:
        if token in KEYWORDS:
            if KEYWORDS[token] in keys:
                raise BadInput(f"token {place}: the word {token!r} appears twice")
            number = next(tokens, (0, ""))[1]
            if not NUMBER.fullmatch(number):
                found = repr(number[:40]) if number else "the end of the text"
                raise BadInput(f"token {place + 1}: expected a number after {token!r}, not {found}")
            keys[KEYWORDS[token]] = int(number)
        elif match := EDGE.fullmatch(token):
            edges.append(cast(Edge, tuple(int(group) for group in match.groups() if group is not None)))
        else:
            expected = "an edge such as 1-2 or 1-2:7, or a keyword (from, to or cost)"
            raise BadInput(f"token {place}: expected {expected}, not {token[:40]!r}")
    for word in ("from", "to"):
        if KEYWORDS[word] not in keys:
            raise BadInput(f"the word {word!r}, followed by a node, is missing")
    return LabyrinthInstance(tuple(edges), **keys)


def from_json(data: Any) -> LabyrinthInstance:
    """Return the instance that a decoded JSON value describes."""
    keys = read_object(data, "a labyrinth", {"edges", "start", "target"}, {"edge_cost"})
    if not isinstance(keys["edges"], list):
        raise BadInput(f"edges: expected a list, not {shorten(keys['edges'])}")
    for index, edge in enumerate(keys["edges"]):
        if not isinstance(edge, list):
            raise BadInput(f"edges[{index}]: expected a list such as [1, 2] or [1, 2, 7], not {shorten(edge)}")
    edges = tuple(cast(Edge, tuple(edge)) for edge in keys["edges"])
    return LabyrinthInstance(edges, keys["start"], keys["target"], keys.get("edge_cost", 1))


def to_json(instance: LabyrinthInstance) -> dict[str, Any]:
    return {
        "edges": [list(edge) for edge in instance.edges],
        "start": instance.start,
        "target": instance.target,
        "edge_cost": instance.edge_cost,
    }


def to_text(instance: LabyrinthInstance) -> str:
    """Return the text notation: a line with the start, the target and the default cost, and a line of edges."""
    head = f"from {instance.start} to {instance.target} cost {instance.edge_cost}"
    edges = (f"{edge[0]}-{edge[1]}" + (f":{edge[2]}" if len(edge) == 3 else "") for edge in instance.edges)
    return f"{head}\n{' '.join(edges)}"


FORMATS: dict[str, Callable[[LabyrinthInstance], str]] = {"text": to_text}


def parse_solution(text: str) -> LabyrinthSolution:
    """Parse a solution from JSON."""
    path = read_object(read_json(text), "a path through a labyrinth", {"path"})["path"]
    if not isinstance(path, list):
        raise BadInput(f"path: expected a list of nodes, not {shorten(path)}")
    return LabyrinthSolution(tuple(path))


def solution_to_json(solution: LabyrinthSolution) -> dict[str, Any]:
    return {"path": list(solution.path)}
