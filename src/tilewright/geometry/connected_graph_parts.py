"""The connected parts of a graph that is given by the neighbours of each node."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Protocol, TypeVar

__all__ = ["breadth_first_parts", "connected_parts"]

Node = TypeVar("Node", bound=Hashable)


class Neighbours(Protocol[Node]):
    """The neighbours of each node: a mapping or, if the nodes are numbered from 0, a list."""

    def __getitem__(self, node: Node, /) -> Iterable[Node]: ...


def connected_parts(nodes: Iterable[Node], beside: Neighbours[Node]) -> Iterator[list[Node]]:
    """Yield the connected parts of the given nodes, in any order; neighbours that are not given are ignored."""
    left = set(nodes)
    while left:
        part = [left.pop()]
        for node in part:
            for other in beside[node]:
                if other in left:
                    left.remove(other)
                    part.append(other)
        yield part


def breadth_first_parts(starts: Iterable[Node], beside: Neighbours[Node]) -> list[list[Node]]:
    """Return the connected parts that contain at least one start node, in the order of `starts`.

    Each part begins with its first start node; its other nodes follow in breadth-first order.
    """
    parts = []
    seen: set[Node] = set()
    for start in starts:
        if start in seen:
            continue
        seen.add(start)
        part = [start]
        for node in part:
            unseen = [other for other in beside[node] if other not in seen]
            seen.update(unseen)
            part += unseen
        parts.append(part)
    return parts
