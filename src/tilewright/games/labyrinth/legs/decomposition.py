"""The parts of a labyrinth that matter, each a smaller labyrinth of its own.

A node lies on some simple path from the start to the target only if it lies in one of the blocks (parts that no
single node cuts in two) along the way. Such blocks form a chain, and each path passes from one to the next
through the one node that they share: so the dearest path is made of the dearest path through each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tilewright.game import Answer, Run, Status
from tilewright.games.labyrinth.rules import LabyrinthInstance, LabyrinthSolution

__all__ = ["Block", "Found", "Leg", "Tell", "chain_of_blocks", "legs", "solve_by_legs"]


@dataclass(frozen=True, slots=True)
class Leg:
    """A block with the nodes where every path enters and leaves it; its nodes are numbered from 0."""

    names: tuple[int, ...]
    neighbours: tuple[dict[int, int], ...]
    start: int
    target: int

    @property
    def size(self) -> int:
        return len(self.names)

    def edges(self) -> Iterator[tuple[int, int, int]]:
        """Every edge once: its two nodes and its cost."""
        for a, others in enumerate(self.neighbours):
            for b, cost in others.items():
                if a < b:
                    yield a, b, cost

    def cost(self, path: Sequence[int]) -> int:
        return sum(self.neighbours[a][b] for a, b in pairwise(path))


@dataclass(frozen=True, slots=True)
class Found:
    """A path through a leg, its cost, and what no path through the leg can exceed."""

    path: tuple[int, ...]
    cost: int
    bound: int


def legs(instance: LabyrinthInstance) -> list[Leg]:
    """The chain of legs from the start to the target; empty when there is no path."""
    neighbours: dict[int, dict[int, int]] = {}
    for (a, b), cost in instance.costs.items():
        neighbours.setdefault(a, {})[b] = cost
        neighbours.setdefault(b, {})[a] = cost
    neighbours = {node: dict(sorted(others.items())) for node, others in neighbours.items()}
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
    """A part of a graph that no single node cuts in two, and where paths enter and leave it."""

    entry: int
    exit: int
    nodes: tuple[int, ...]


def chain_of_blocks(others: Callable[[int], Iterable[int]], start: int, target: int) -> list[Block]:
    """The blocks on the way from one node to another, in order; empty when there is no way."""
    parent, block_of = _tree_with_blocks(others, start)
    if target not in parent:
        return []
    way: list[tuple[int, int]] = []
    node = target
    while node != start:
        exit_node, block = node, block_of[node]
        while node != start and block_of[node] == block:
            node = parent[node]
        way.append((node, exit_node))
    members: dict[int, list[int]] = {block_of[exit_node]: [entry] for entry, exit_node in way}
    for node, block in block_of.items():
        if block in members:
            members[block].append(node)
    return [Block(entry, end, tuple(members[block_of[end]])) for entry, end in reversed(way)]


def _tree_with_blocks(
    others: Callable[[int], Iterable[int]], root: int
) -> tuple[dict[int, int], dict[int, int]]:
    """A depth-first tree from the root, and for each node but the root the block of the edge to its parent.

    Tarjan's method without recursion: a block ends where no node below reaches above the node it hangs from.
    The nodes of a block are those whose edge to the parent lies in it, and the one node that it hangs from.
    """
    parent = {root: root}
    depth = {root: 0}
    low = {root: 0}
    block_of: dict[int, int] = {}
    waiting: list[int] = []
    todo: list[tuple[int, Iterator[int]]] = [(root, iter(others(root)))]
    while todo:
        node, rest = todo[-1]
        for other in rest:
            if other not in parent:
                parent[other] = node
                depth[other] = low[other] = depth[node] + 1
                waiting.append(other)
                todo.append((other, iter(others(other))))
                break
            if other != parent[node]:
                low[node] = min(low[node], depth[other])
        else:
            todo.pop()
            above = parent[node]
            if node != root and low[node] >= depth[above]:
                while node not in block_of:
                    block_of[waiting.pop()] = node
            low[above] = min(low[above], low[node])
    return parent, block_of


# --- Solving leg by leg -------------------------------------------------------------------------------

Tell = Callable[[Found], None]
"""How the solver of a leg makes known what it has found so far."""


def solve_by_legs(
    instance: LabyrinthInstance,
    run: Run,
    first: Callable[[Leg], Found],
    *stages: Callable[[Leg, Found, Run, Tell], Found],
) -> Answer:
    """A first path through every leg, then a better one, stage after stage, as long as the run lets us."""
    parts = legs(instance)
    if not parts:
        return Answer(Status.INFEASIBLE, stats={"legs": 0})
    found = [first(leg) for leg in parts]

    def tell_about(index: int) -> Tell:
        def tell(news: Found) -> None:
            found[index] = news
            run.report(sum(f.cost for f in found), sum(f.bound for f in found))

        return tell

    for stage in stages:
        for index, leg in enumerate(parts):
            if found[index].cost < found[index].bound and not run.stopped:
                tell = tell_about(index)
                tell(found[index])
                tell(stage(leg, found[index], run, tell))
    return _joined(parts, found)


def _joined(parts: list[Leg], found: list[Found]) -> Answer:
    path = [parts[0].names[parts[0].start]]
    for leg, part in zip(parts, found, strict=True):
        path += [leg.names[node] for node in part.path[1:]]
    cost, bound = sum(f.cost for f in found), sum(f.bound for f in found)
    status = Status.OPTIMAL if cost == bound else Status.FEASIBLE
    stats = {"legs": len(parts), "nodes": sum(leg.size - 1 for leg in parts) + 1}
    return Answer(status, LabyrinthSolution(tuple(path)), objective=cost, bound=bound, stats=stats)
