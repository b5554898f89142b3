"""Read and write instances and solutions: ``from 1 to 3 cost 10 1-2 2-3:7``, and JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, cast

from tilewright.errors import BadInput
from tilewright.games.labyrinth.rules import Edge, LabyrinthInstance, LabyrinthSolution

__all__ = ["FORMATS", "from_json", "parse", "parse_solution", "solution_to_json", "to_json", "to_text"]

KEYS = ("edges", "start", "target", "edge_cost")
WORDS = {"from": "start", "to": "target", "cost": "edge_cost"}
"""The words of the text form, each before a number, and the keys they stand for."""

EDGE = re.compile(r"(-?\d{1,10})-(-?\d{1,10})(?::(-?\d{1,10}))?", re.ASCII)
NUMBER = re.compile(r"-?\d{1,10}", re.ASCII)


def parse(text: str) -> LabyrinthInstance:
    """An instance from JSON or from the text form."""
    if text.lstrip().startswith(("{", "[")):
        return from_json(_load(text))
    return _from_text(text)


def _from_text(text: str) -> LabyrinthInstance:
    keys: dict[str, int] = {}
    edges: list[Edge] = []
    tokens = iter(enumerate(re.split(r"[\s,;]+", text.strip()), 1))
    for place, token in tokens:
        if token in WORDS:
            if WORDS[token] in keys:
                raise BadInput(f"token {place}: the word {token} is there twice")
            number = next(tokens, (0, "the end"))[1]
            if not NUMBER.fullmatch(number):
                raise BadInput(f"token {place + 1}: expected a number after {token}, not {number[:40]!r}")
            keys[WORDS[token]] = int(number)
        elif match := EDGE.fullmatch(token):
            edges.append(cast(Edge, tuple(int(group) for group in match.groups() if group is not None)))
        else:
            expected = "an edge such as 1-2 or 1-2:7, or from, to or cost and a number"
            raise BadInput(f"token {place}: expected {expected}, not {token[:40]!r}")
    for word in ("from", "to"):
        if WORDS[word] not in keys:
            raise BadInput(f"expected the word {word} and a node; it is missing")
    return LabyrinthInstance(tuple(edges), **keys)


def from_json(data: Any) -> LabyrinthInstance:
    """An instance from the value of its JSON."""
    if not isinstance(data, dict):
        raise BadInput(f"expected an object with edges, start and target, not {_kind(data)}")
    for key in data:
        if key not in KEYS:
            raise BadInput(f"unknown key {key[:40]!r}; an instance has {', '.join(KEYS)}")
    for key in ("edges", "start", "target"):
        if key not in data:
            raise BadInput(f"the key {key} is missing")
    for key in ("start", "target", "edge_cost"):
        _need_int(data.get(key, 1), key)
    if not isinstance(data["edges"], list):
        raise BadInput(f"edges: expected a list, not {_kind(data['edges'])}")
    for index, edge in enumerate(data["edges"]):
        if not isinstance(edge, list):
            raise BadInput(f"edges[{index}]: expected a list such as [1, 2] or [1, 2, 7], not {_kind(edge)}")
        for place, number in enumerate(edge):
            _need_int(number, f"edges[{index}][{place}]")
    edges = tuple(cast(Edge, tuple(edge)) for edge in data["edges"])
    return LabyrinthInstance(edges, data["start"], data["target"], data.get("edge_cost", 1))


def to_json(instance: LabyrinthInstance) -> dict[str, Any]:
    return {
        "edges": [list(edge) for edge in instance.edges],
        "start": instance.start,
        "target": instance.target,
        "edge_cost": instance.edge_cost,
    }


def to_text(instance: LabyrinthInstance) -> str:
    """The text form: a head line, then the edges."""
    head = f"from {instance.start} to {instance.target} cost {instance.edge_cost}"
    edges = (f"{edge[0]}-{edge[1]}" + (f":{edge[2]}" if len(edge) == 3 else "") for edge in instance.edges)
    return f"{head}\n{' '.join(edges)}"


FORMATS: dict[str, Callable[[LabyrinthInstance], str]] = {"text": to_text}


def parse_solution(text: str) -> LabyrinthSolution:
    """A solution from JSON."""
    data = _load(text)
    if not isinstance(data, dict) or set(data) != {"path"}:
        raise BadInput('expected a solution such as {"path": [1, 2, 3]}, with the key path alone')
    if not isinstance(data["path"], list):
        raise BadInput(f"path: expected a list of nodes, not {_kind(data['path'])}")
    for index, node in enumerate(data["path"]):
        _need_int(node, f"path[{index}]")
    return LabyrinthSolution(tuple(data["path"]))


def solution_to_json(solution: LabyrinthSolution) -> dict[str, Any]:
    return {"path": list(solution.path)}


_KINDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number with a point",
    str: "a text",
    list: "a list",
    dict: "an object",
    type(None): "null",
}


def _kind(value: Any) -> str:
    return _KINDS.get(type(value), type(value).__name__)


def _need_int(value: Any, where: str) -> None:
    if type(value) is not int:
        raise BadInput(f"{where}: expected a whole number, not {_kind(value)}")


def _load(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadInput(f"malformed JSON at {where}: {error.msg}") from None
    except ValueError:
        raise BadInput("a number in the JSON has too many digits") from None
    except RecursionError:
        raise BadInput("the JSON is nested too deeply") from None
