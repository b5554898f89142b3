"""Lazy constraints on graphs: connected nodes, no cycles, paths between two nodes, and single loops.

Each class examines an assignment and yields clauses that exclude it. The clauses hold in every solution, and
they exclude many assignments at once. For example, a clause says that a separated part must be extended by one
of the nodes around it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from tilewright.geometry.connected_graph_parts import breadth_first_parts, connected_parts
from tilewright.puzzles.rule_model import Clause, LazyConstraint, Truth

__all__ = ["Connected", "Joined", "NoCycles", "NotDivided", "SingleLoop", "is_true", "parts_of"]

Node = TypeVar("Node", bound=Hashable)


def is_true(literal: int, truth: Truth) -> bool:
    """Return whether a literal is true in an assignment."""
    return truth[abs(literal)] == (literal > 0)


def parts_of(nodes: Iterator[Node] | Sequence[Node], beside: Mapping[Node, Sequence[Node]]) -> list[list[Node]]:
    """Return the connected components of the given nodes, largest first."""
    return sorted(connected_parts(nodes, beside), key=len, reverse=True)


class Connected(LazyConstraint, Generic[Node]):
    """The nodes whose literals are true are connected; it is allowed that there are none.

    In an assignment, a *part* is a connected component of the true nodes, and the *main part* is the largest
    one. `groups` are sets of nodes, each with at least `in_each_group` true nodes in every solution. They make
    some clauses stronger. A clause says that a node of the shore between a part and the main part (see
    `shore_between`) is true, or a certain node of the part is false, or a certain node of the main part is
    false. `_mentioned` uses the groups to decide which of these two nodes can be left out of the clause.
    """

    def __init__(
        self,
        literals: Mapping[Node, int],
        beside: Mapping[Node, Sequence[Node]],
        groups: Iterable[Collection[Node]] = (),
        in_each_group: int = 1,
    ) -> None:
        self.literals = literals
        self.beside = beside
        self._group_sizes: list[int] = []
        self._group_of: dict[Node, int] = {}
        for number, group in enumerate(groups):
            self._group_sizes.append(len(group))
            self._group_of.update(dict.fromkeys(group, number))
        self._in_each_group = in_each_group

    def violated(self, truth: Truth) -> Iterator[Clause]:
        literals = self.literals
        on = [node for node, literal in literals.items() if truth[abs(literal)] == (literal > 0)]
        parts = parts_of(on, self.beside)
        if len(parts) < 2:
            return
        main = parts[0]
        for part in parts[1:]:
            shore = shore_between(part, main, self.beside)
            clause = [literals[node] for node in shore if node in literals]
            needs_part, needs_main = self._mentioned(part, shore)
            if needs_main:
                clause.append(-literals[main[0]])
            if needs_part:
                yield from ([-literals[node], *clause] for node in part[:MOST_CLAUSES_PER_PART])
            else:
                yield clause

    def _mentioned(self, part: Sequence[Node], shore: Collection[Node]) -> tuple[bool, bool]:
        """Return whether a clause must mention a node of the part, and whether one of the main part.

        Suppose that all nodes of the shore are false. The shore separates the nodes *inside*, which include the
        part, from those *outside*, which include the main part. If some group has too few nodes outside, one of
        its nodes inside is true, and the clause need not mention a node of the part. If some group has too few
        nodes inside, the clause need not mention a node of the main part.
        """
        if not self._group_sizes:
            return True, True
        inside = set(part)
        queue = list(part)
        for node in queue:
            for other in self.beside[node]:
                if other not in inside and other not in shore:
                    inside.add(other)
                    queue.append(other)
        group_of = self._group_of
        count_inside = Counter(group_of[node] for node in inside if node in group_of)
        count_shore = Counter(group_of[node] for node in shore if node in group_of)
        least = self._in_each_group
        sizes = self._group_sizes
        sure_inside = any(
            sizes[group] - count - count_shore[group] < least for group, count in count_inside.items()
        )
        sure_outside = len(count_inside) < len(sizes) or any(count < least for count in count_inside.values())
        return not sure_inside, not sure_outside


def shore_between(
    part: Sequence[Node], main: Sequence[Node], beside: Mapping[Node, Sequence[Node]]
) -> set[Node]:
    """Return the *shore*: each neighbour of `part` that is the first one on some path from `main` to `part`.

    Every path between `main` and `part` contains a node of the shore.
    """
    inside = set(part)
    shore = {other for node in part for other in beside[node] if other not in inside}
    seen = set(main)
    facing = {other for node in main for other in beside[node] if other in shore}
    queue = list(main)
    for node in queue:
        if len(facing) == len(shore):
            break
        for other in beside[node]:
            if other not in seen:
                seen.add(other)
                if other in shore:
                    facing.add(other)
                elif other not in inside:
                    queue.append(other)
    return facing


MOST_CLAUSES_PER_PART = 12
"""At most this many clauses are added for each part that is separated from the main part."""


class NotDivided(LazyConstraint, Generic[Node]):
    """The nodes whose literals are false are connected. Another rule must forbid neighbouring true nodes.

    If the false nodes form several parts, let S be the shore between one of them and the largest one (see
    `shore_between`): all its nodes are true, and the graph without S is not connected. In every solution, at
    least one node of S is false, for the following reason. Suppose that all nodes of S are true. Each component
    of the graph without S has a node next to a node of S, because the graph itself is connected. This node is
    false, because its neighbour in S is true. So several components have false nodes, and these nodes are not
    connected. The clause mentions neither the parts nor the true nodes outside S.
    """

    def __init__(self, literals: Mapping[Node, int], beside: Mapping[Node, Sequence[Node]]) -> None:
        self.literals = literals
        self.beside = beside

    def violated(self, truth: Truth) -> Iterator[Clause]:
        literals = self.literals
        off = [node for node, literal in literals.items() if truth[abs(literal)] != (literal > 0)]
        parts = parts_of(off, self.beside)
        for part in parts[1:]:
            yield [-literals[node] for node in shore_between(part, parts[0], self.beside)]


class NoCycles(LazyConstraint, Generic[Node]):
    """The edges whose variables are true contain no cycle.

    The clause for a cycle says that at least one of its edges is false.
    """

    def __init__(self, edges: Mapping[tuple[Node, Node], int]) -> None:
        self.edges = edges

    def violated(self, truth: Truth) -> Iterator[Clause]:
        beside: dict[Node, list[tuple[Node, int]]] = {}
        for (first, second), literal in self.edges.items():
            if truth[abs(literal)] == (literal > 0):
                beside.setdefault(first, []).append((second, literal))
                beside.setdefault(second, []).append((first, literal))
        parent: dict[Node, tuple[Node, int]] = {}
        depth: dict[Node, int] = {}
        closing: set[int] = set()
        for root in beside:
            if root in depth:
                continue
            depth[root] = 0
            stack = [root]
            while stack:
                node = stack.pop()
                for other, literal in beside[node]:
                    if node in parent and parent[node][1] == literal:
                        continue
                    if other not in depth:
                        depth[other] = depth[node] + 1
                        parent[other] = (node, literal)
                        stack.append(other)
                    elif depth[other] <= depth[node] and literal not in closing:
                        closing.add(literal)
                        yield _cycle(node, other, literal, parent, depth)


def _cycle(
    first: Node, second: Node, closing: int, parent: Mapping[Node, tuple[Node, int]], depth: Mapping[Node, int]
) -> Clause:
    """Return the clause for the cycle that an edge closes in a search tree."""
    clause = [-closing]
    while first != second:
        if depth[first] < depth[second]:
            first, second = second, first
        first, literal = parent[first]
        clause.append(-literal)
    return clause


class _TrueEdges(LazyConstraint, Generic[Node]):
    """A constraint on the graph of the edges whose variables are true."""

    def __init__(self, edges: Mapping[tuple[Node, Node], int]) -> None:
        self.edges = edges

    def _neighbours(self, truth: Truth) -> dict[Node, list[Node]]:
        """Map each node that has true edges to the nodes at the other ends of these edges."""
        beside: dict[Node, list[Node]] = {}
        for (first, second), literal in self.edges.items():
            if is_true(literal, truth):
                beside.setdefault(first, []).append(second)
                beside.setdefault(second, []).append(first)
        return beside

    def _leaving(self, inside: Collection[Node]) -> Clause:
        """Return the literals of the edges between the given nodes and other nodes."""
        edges = self.edges.items()
        return [literal for (first, second), literal in edges if (first in inside) != (second in inside)]


class Joined(_TrueEdges[Node]):
    """The edges whose variables are true connect two given nodes.

    If they do not, there is a clause for each of the two nodes: at least one edge between the connected
    component that contains the node and other nodes is true.
    """

    def __init__(self, first: Node, last: Node, edges: Mapping[tuple[Node, Node], int]) -> None:
        super().__init__(edges)
        self.ends = (first, last)

    def violated(self, truth: Truth) -> Iterator[Clause]:
        beside: dict[Node, list[Node]] = {end: [] for end in self.ends} | self._neighbours(truth)
        for start, goal in (self.ends, self.ends[::-1]):
            (part,) = breadth_first_parts([start], beside)
            inside = set(part)
            if goal in inside:
                return
            yield self._leaving(inside)


class SingleLoop(_TrueEdges[Node]):
    """The edges whose variables are true form one loop; it is allowed that there are none.

    Other rules must ensure that each node has degree 0 or 2. If there are several loops, the clause for a loop
    is about one edge of the loop, one edge of another loop, and the edges between the loop and other nodes: at
    least one of the first two edges is false, or at least one of the others is true.
    """

    def violated(self, truth: Truth) -> Iterator[Clause]:
        beside = self._neighbours(truth)
        loops = parts_of(list(beside), beside)
        if len(loops) < 2:
            return
        for loop in loops:
            inside = set(loop)
            own = next(
                literal
                for (first, second), literal in self.edges.items()
                if first in inside and second in inside and truth[abs(literal)] == (literal > 0)
            )
            other = next(
                literal
                for (first, second), literal in self.edges.items()
                if first not in inside and second not in inside and truth[abs(literal)] == (literal > 0)
            )
            yield [-own, -other, *self._leaving(inside)]
