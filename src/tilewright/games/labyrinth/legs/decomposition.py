"""Split a labyrinth into legs: smaller labyrinths that can be solved independently.

A node is on a simple path from the start to the target only if it is in one of the biconnected components
(blocks) between start and target. These blocks form a chain. Two consecutive blocks share one node, through
which every path passes, so the costliest path is the concatenation of the costliest paths through the blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tilewright.game import Answer, Run, Status
from tilewright.games.labyrinth.rules import LabyrinthInstance, LabyrinthSolution

__all__ = ["Block", "Incumbent", "Leg", "ReportProgress", "chain_of_blocks", "legs", "solve_by_legs"]


@dataclass(frozen=True, slots=True)
class Leg:
    """A block, with the nodes where every path enters and leaves the block. Nodes are numbered from 0.

    `names[i]` is the number of node i in the instance, and `neighbours[i]` maps each neighbour of node i to the
    cost of the edge.
    """

    names: tuple[int, ...]
    neighbours: tuple[dict[int, int], ...]
    start: int
    target: int

    @property
    def size(self) -> int:
        return len(self.names)

    def edges(self) -> Iterator[tuple[int, int, int]]:
        """Yield each edge once: its two nodes and its cost."""
        for a, others in enumerate(self.neighbours):
            for b, cost in others.items():
                if a < b:
                    yield a, b, cost

    def cost(self, path: Sequence[int]) -> int:
        return sum(self.neighbours[a][b] for a, b in pairwise(path))


@dataclass(frozen=True, slots=True)
class Incumbent:
    """The best known path through a leg, its cost, and an upper bound on the cost of paths through the leg."""

    path: tuple[int, ...]
    cost: int
    bound: int

    def proved(self) -> Incumbent:
        """Return this incumbent as optimal: its cost is also the upper bound."""
        return replace(self, bound=self.cost)

    def with_bound(self, bound: int | None) -> Incumbent:
        """Return this incumbent with the smaller of its own bound and a new one, which may be None."""
        return self if bound is None else replace(self, bound=min(self.bound, bound))


def legs(instance: LabyrinthInstance) -> list[Leg]:
    """Return the legs from the start to the target, in order; an empty list if there is no path."""
    neighbours = instance.neighbours
    chain = chain_of_blocks(neighbours.__getitem__, instance.start, instance.target)
    return [_leg(neighbours, block) for block in chain]


def _leg(neighbours: dict[int, dict[int, int]], block: Block) -> Leg:
    names = tuple(sorted(block.nodes))
    index = {name: i for i, name in enumerate(names)}
    inside = tuple(
        {index[other]: cost for other, cost in neighbours[name].items() if other in index} for name in names
    )
    return Leg(names, inside, index[block.entry], index[block.exit])


# --- Blocks -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Block:
    """The nodes of a biconnected component, and the nodes where paths enter and leave the component."""

    entry: int
    exit: int
    nodes: tuple[int, ...]


def chain_of_blocks(others: Callable[[int], Iterable[int]], start: int, target: int) -> list[Block]:
    """Return the blocks between start and target, in order; an empty list if there is no path.

    `others` returns the neighbours of a node.
    """
    parent, block_of = _tree_with_blocks(others, start)
    if target not in parent:
        return []
    ends: list[tuple[int, int]] = []
    node = target
    while node != start:
        exit_node, block = node, block_of[node]
        while node != start and block_of[node] == block:
            node = parent[node]
        ends.append((node, exit_node))
    members: dict[int, list[int]] = {block_of[exit_node]: [entry] for entry, exit_node in ends}
    for node, block in block_of.items():
        if block in members:
            members[block].append(node)
    return [Block(entry, exit_node, tuple(members[block_of[exit_node]])) for entry, exit_node in reversed(ends)]


def _tree_with_blocks(
    others: Callable[[int], Iterable[int]], root: int
) -> tuple[dict[int, int], dict[int, int]]:
    """Return the parent of each node in a depth-first tree, and the block that contains the edge to the parent.

    This is Tarjan's algorithm without recursion. A subtree completes a block if none of its nodes has an edge
    to a node above the parent of the subtree's root. A block consists of the nodes whose edge to the parent
    belongs to the block, and of the parent of the uppermost of these nodes. The uppermost node identifies the
    block.
    """
    parent = {root: root}
    depth = {root: 0}
    low = {root: 0}
    block_of: dict[int, int] = {}
    without_block: list[int] = []
    stack: list[tuple[int, Iterator[int]]] = [(root, iter(others(root)))]
    while stack:
        node, rest = stack[-1]
        for other in rest:
            if other not in parent:
                parent[other] = node
                depth[other] = low[other] = depth[node] + 1
                without_block.append(other)
                stack.append((other, iter(others(other))))
                break
            if other != parent[node]:
                low[node] = min(low[node], depth[other])
        else:
            stack.pop()
            above = parent[node]
            if node != root and low[node] >= depth[above]:
                while node not in block_of:
                    block_of[without_block.pop()] = node
            low[above] = min(low[above], low[node])
    return parent, block_of


# --- Solving leg by leg -------------------------------------------------------------------------------

ReportProgress = Callable[[Incumbent], None]
"""A callback with which the solver of a leg reports its best path and bound so far."""


def solve_by_legs(
    instance: LabyrinthInstance,
    run: Run,
    first: Callable[[Leg], Incumbent],
    *stages: Callable[[Leg, Incumbent, Run, ReportProgress], Incumbent],
) -> Answer:
    """Compute a first path through every leg, then let each stage in turn improve the paths of all legs.

    A stage skips the legs whose path is proved optimal, and all legs once the run is stopped.
    """
    parts = legs(instance)
    if not parts:
        return Answer(Status.INFEASIBLE, stats={"legs": 0})
    incumbents = [first(leg) for leg in parts]

    def reporter(index: int) -> ReportProgress:
        def report_progress(incumbent: Incumbent) -> None:
            incumbents[index] = incumbent
            run.report(sum(best.cost for best in incumbents), sum(best.bound for best in incumbents))

        return report_progress

    for stage in stages:
        for index, leg in enumerate(parts):
            if incumbents[index].cost < incumbents[index].bound and not run.stopped:
                report_progress = reporter(index)
                report_progress(incumbents[index])
                report_progress(stage(leg, incumbents[index], run, report_progress))
    return _concatenate(parts, incumbents)


def _concatenate(parts: list[Leg], incumbents: list[Incumbent]) -> Answer:
    path = [parts[0].names[parts[0].start]]
    for leg, incumbent in zip(parts, incumbents, strict=True):
        path += [leg.names[node] for node in incumbent.path[1:]]
    cost, bound = sum(best.cost for best in incumbents), sum(best.bound for best in incumbents)
    status = Status.OPTIMAL if cost == bound else Status.FEASIBLE
    stats = {"legs": len(parts), "nodes": sum(leg.size - 1 for leg in parts) + 1}
    return Answer(status, LabyrinthSolution(tuple(path)), objective=cost, bound=bound, stats=stats)
