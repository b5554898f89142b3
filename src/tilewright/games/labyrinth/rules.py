"""Labyrinth: go from the start to the target, visit no node twice, and pay as much as you can.

Exercise 2 of the Bocconi training games, as told in "Report - LAAI Project" (Morotti, Procino, Valente,
2021-22), asks it of a graph with 16 nodes whose connections cost 10 each. Here the graph is any undirected
graph without loops and without two edges between the same nodes; an edge may carry a cost of its own, and
that cost may be negative.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from reprlib import repr as shorten
from typing import ClassVar

from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Instance, Solution, Verdict

__all__ = ["RULES", "Edge", "LabyrinthInstance", "LabyrinthSolution", "check"]

LARGEST = 10**9
"""Nodes and costs are whole numbers whose absolute value is at most this."""

RULES: Mapping[str, str] = {
    "empty-path": "The path has at least one node.",
    "unknown-node": "Every node of the path is a node that an edge names.",
    "wrong-start": "The path begins at the start.",
    "wrong-target": "The path ends at the target.",
    "no-edge": "An edge joins each node of the path to the next.",
    "node-twice": "No node is visited twice.",
}

Edge = tuple[int, int] | tuple[int, int, int]
"""Two nodes, and the edge's own cost if it has one."""


@dataclass(frozen=True, slots=True)
class LabyrinthInstance(Instance):
    """The edges, where to start and where to end, and what an edge without a cost of its own costs."""

    game: ClassVar[str] = "labyrinth"

    edges: tuple[Edge, ...]
    start: int
    target: int
    edge_cost: int = 1

    def __post_init__(self) -> None:
        for key in ("start", "target", "edge_cost"):
            _whole_number(getattr(self, key), key)
        seen: dict[frozenset[int], int] = {}
        nodes: set[int] = set()
        for index, edge in enumerate(self.edges):
            _proper_edge(edge, index)
            ends = frozenset(edge[:2])
            if seen.setdefault(ends, index) != index:
                raise BadInput(
                    f"edges[{index}]: {edge[0]} and {edge[1]} are joined by edges[{seen[ends]}] already"
                )
            nodes |= ends
        if self.start == self.target:
            raise BadInput(f"start and target are both {self.start}; expected two different nodes")
        for key in ("start", "target"):
            if getattr(self, key) not in nodes:
                raise BadInput(f"{key}: no edge names the node {getattr(self, key)}")

    @property
    def parts(self) -> int:
        return len(self.edges)

    @property
    def costs(self) -> dict[tuple[int, int], int]:
        """What each edge costs, under its two nodes, the smaller one first."""
        return {
            (min(edge[:2]), max(edge[:2])): edge[2] if len(edge) == 3 else self.edge_cost for edge in self.edges
        }


def _whole_number(value: object, where: str) -> None:
    if type(value) is not int:
        raise BadInput(f"{where}: expected a whole number, not {shorten(value)}")
    if abs(value) > LARGEST:
        raise BadInput(f"{where}: expected a number from -{LARGEST} to {LARGEST}")


def _proper_edge(edge: Edge, index: int) -> None:
    if len(edge) not in (2, 3):
        raise BadInput(f"edges[{index}]: expected two nodes, or two nodes and a cost, not {len(edge)} numbers")
    for place, number in enumerate(edge):
        _whole_number(number, f"edges[{index}][{place}]")
    if edge[0] == edge[1]:
        raise BadInput(f"edges[{index}]: expected two different nodes, not {edge[0]} twice")


@dataclass(frozen=True, slots=True)
class LabyrinthSolution(Solution):
    """The nodes of the path, from the start to the target."""

    game: ClassVar[str] = "labyrinth"

    path: tuple[int, ...]

    def __post_init__(self) -> None:
        for index, node in enumerate(self.path):
            _whole_number(node, f"path[{index}]")


def check(instance: LabyrinthInstance, solution: LabyrinthSolution) -> Verdict:
    """Judge a path: cells are [place in the path, node]; the objective is the sum of the edges' costs."""
    path = solution.path
    if not path:
        return Verdict((BrokenRule("empty-path", "the path has no node"),))
    costs = instance.costs
    nodes = {node for ends in costs for node in ends}
    broken: list[BrokenRule] = []
    for place, node in enumerate(path):
        if node not in nodes:
            broken.append(BrokenRule("unknown-node", f"no edge names the node {node}", ((place, node),)))
    if path[0] != instance.start:
        message = f"the path begins at {path[0]}, not at {instance.start}"
        broken.append(BrokenRule("wrong-start", message, ((0, path[0]),)))
    if path[-1] != instance.target:
        message = f"the path ends at {path[-1]}, not at {instance.target}"
        broken.append(BrokenRule("wrong-target", message, ((len(path) - 1, path[-1]),)))
    total = 0
    for place, (here, there) in enumerate(pairwise(path)):
        ends = (min(here, there), max(here, there))
        if ends in costs:
            total += costs[ends]
        elif here in nodes and there in nodes:
            step = ((place, here), (place + 1, there))
            broken.append(BrokenRule("no-edge", f"no edge joins {here} and {there}", step))
    for node, visits in Counter(path).items():
        if visits > 1:
            cells = tuple((place, node) for place, visited in enumerate(path) if visited == node)
            broken.append(BrokenRule("node-twice", f"the node {node} is visited {visits} times", cells))
    return Verdict(tuple(broken), None if broken else total)
