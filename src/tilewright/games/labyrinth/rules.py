"""Labyrinth: find the costliest path from the start to the target that visits no node twice.

The puzzle is exercise 2 of the Bocconi training games, described in "Report - LAAI Project" (Morotti, Procino,
Valente, 2021-22): a graph of 16 nodes in which every edge costs 10. Here the graph is any simple undirected
graph. An edge may have its own cost, which may be negative.
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

LARGEST_NUMBER = 10**9
"""The largest absolute value of a node number or a cost."""

RULES: Mapping[str, str] = {
    "empty-path": "The path has at least one node.",
    "unknown-node": "Every node of the path belongs to an edge of the graph.",
    "wrong-start": "The path begins at the start.",
    "wrong-target": "The path ends at the target.",
    "no-edge": "An edge joins each node of the path to the next.",
    "node-twice": "No node is visited twice.",
}

Edge = tuple[int, int] | tuple[int, int, int]
"""An edge: its two nodes and, optionally, its cost."""


@dataclass(frozen=True, slots=True)
class LabyrinthInstance(Instance):
    """A graph, its start and target, and `edge_cost`, the cost of each edge that has no cost of its own."""

    game: ClassVar[str] = "labyrinth"

    edges: tuple[Edge, ...]
    start: int
    target: int
    edge_cost: int = 1

    def __post_init__(self) -> None:
        for key in ("start", "target", "edge_cost"):
            _check_number(getattr(self, key), key)
        seen: dict[frozenset[int], int] = {}
        nodes: set[int] = set()
        for index, edge in enumerate(self.edges):
            _check_edge(edge, index)
            ends = frozenset(edge[:2])
            if seen.setdefault(ends, index) != index:
                raise BadInput(
                    f"edges[{index}]: {edge[0]} and {edge[1]} are already joined by edges[{seen[ends]}]"
                )
            nodes |= ends
        if self.start == self.target:
            raise BadInput(f"start and target are both {self.start}; expected two different nodes")
        for key in ("start", "target"):
            if getattr(self, key) not in nodes:
                raise BadInput(f"{key}: no edge contains the node {getattr(self, key)}")

    @property
    def parts(self) -> int:
        return len(self.edges)

    @property
    def costs(self) -> dict[tuple[int, int], int]:
        """The cost of each edge; the key is the pair of the edge's nodes, with the smaller node first."""
        return {
            (min(edge[:2]), max(edge[:2])): edge[2] if len(edge) == 3 else self.edge_cost for edge in self.edges
        }

    @property
    def neighbours(self) -> dict[int, dict[int, int]]:
        """For each node, its neighbours in increasing order, each with the cost of the edge."""
        unsorted: dict[int, dict[int, int]] = {}
        for (a, b), cost in self.costs.items():
            unsorted.setdefault(a, {})[b] = cost
            unsorted.setdefault(b, {})[a] = cost
        return {node: dict(sorted(others.items())) for node, others in unsorted.items()}


def _check_number(value: object, name: str) -> None:
    if type(value) is not int:
        raise BadInput(f"{name}: expected a whole number, not {shorten(value)}")
    if abs(value) > LARGEST_NUMBER:
        raise BadInput(f"{name}: expected a number from -{LARGEST_NUMBER} to {LARGEST_NUMBER}")


def _check_edge(edge: Edge, index: int) -> None:
    if len(edge) not in (2, 3):
        raise BadInput(f"edges[{index}]: expected 2 or 3 numbers (two nodes, optional cost), found {len(edge)}")
    for position, number in enumerate(edge):
        _check_number(number, f"edges[{index}][{position}]")
    if edge[0] == edge[1]:
        raise BadInput(f"edges[{index}]: expected two different nodes, not {edge[0]} twice")


@dataclass(frozen=True, slots=True)
class LabyrinthSolution(Solution):
    """The nodes of the path, from the start to the target."""

    game: ClassVar[str] = "labyrinth"

    path: tuple[int, ...]

    def __post_init__(self) -> None:
        for index, node in enumerate(self.path):
            _check_number(node, f"path[{index}]")


def check(instance: LabyrinthInstance, solution: LabyrinthSolution) -> Verdict:
    """Check a path against the rules.

    Each cell of a broken rule is [position in the path, node]. The objective is the sum of the edge costs.
    """
    path = solution.path
    if not path:
        return Verdict((BrokenRule("empty-path", "the path has no nodes"),))
    costs = instance.costs
    nodes = {node for ends in costs for node in ends}
    broken: list[BrokenRule] = []
    for position, node in enumerate(path):
        if node not in nodes:
            broken.append(BrokenRule("unknown-node", f"no edge contains the node {node}", ((position, node),)))
    if path[0] != instance.start:
        message = f"the path begins at {path[0]}, not at {instance.start}"
        broken.append(BrokenRule("wrong-start", message, ((0, path[0]),)))
    if path[-1] != instance.target:
        message = f"the path ends at {path[-1]}, not at {instance.target}"
        broken.append(BrokenRule("wrong-target", message, ((len(path) - 1, path[-1]),)))
    total = 0
    for position, (node, next_node) in enumerate(pairwise(path)):
        ends = (min(node, next_node), max(node, next_node))
        if ends in costs:
            total += costs[ends]
        elif node in nodes and next_node in nodes:
            step = ((position, node), (position + 1, next_node))
            broken.append(BrokenRule("no-edge", f"no edge joins {node} and {next_node}", step))
    for node, visits in Counter(path).items():
        if visits > 1:
            cells = tuple((position, node) for position, visited in enumerate(path) if visited == node)
            broken.append(BrokenRule("node-twice", f"node {node} is visited {visits} times", cells))
    return Verdict(tuple(broken), None if broken else total)
