"""Depth-first branch and bound that splits the remaining graph into independent subproblems.

The search extends a path from the start. Each step removes a node from the graph, and the biconnected blocks
between the last node of the path and the target form a chain. The best path through each block is a separate
subproblem; the path cannot use the nodes outside the chain. Solved subproblems are cached, because many paths
lead to the same subproblem. Node prices give upper bounds that prune subproblems.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tilewright.game import Answer, Run
from tilewright.games.labyrinth.legs.decomposition import (
    Incumbent,
    Leg,
    ReportProgress,
    chain_of_blocks,
    solve_by_legs,
)
from tilewright.games.labyrinth.legs.first_path import first_path
from tilewright.games.labyrinth.legs.node_price_upper_bound import two_optimal_prices
from tilewright.games.labyrinth.rules import LabyrinthInstance

__all__ = ["improve", "solve"]

LARGEST_CACHE = 500_000
"""The maximum number of subproblems in the cache."""

NestedPath = tuple[Any, ...]
"""The nodes of a path except the first, in order, as nested tuples, so that joining paths copies no nodes."""
Best = tuple[int, NestedPath] | None
"""The cost and the nodes of the costliest path; None if no path costs more than the floor (see `_Search`)."""
Subproblem = Generator[Any, Best, Best]
"""A generator that yields the subproblems it depends on, is sent their results, and returns its own result."""


def solve(instance: LabyrinthInstance, run: Run) -> Answer:
    """Find the costliest path, or prove that there is no path."""
    return solve_by_legs(instance, run, first_path, improve)


def improve(leg: Leg, incumbent: Incumbent, run: Run, report_progress: ReportProgress) -> Incumbent:
    """Return the costliest path through the leg, or the best known path if the run was stopped."""
    return _Search(leg, run).improve(incumbent)


class _Search:
    """The search in one leg.

    Sets of nodes are represented as integer bit masks. The floor of a subproblem is the cost that its path must
    exceed to improve the best known path through the leg.
    """

    def __init__(self, leg: Leg, run: Run) -> None:
        self.leg = leg
        self.run = run
        self.solved: dict[tuple[int, int, int], tuple[int, NestedPath]] = {}
        self.bounds: dict[tuple[int, int, int], int] = {}
        self.price_lists = [prices.doubled for prices in two_optimal_prices(leg)]

    def improve(self, incumbent: Incumbent) -> Incumbent:
        all_nodes = (1 << self.leg.size) - 1
        best = _run_subproblem(self._through(self.leg.start, self.leg.target, all_nodes, incumbent.cost))
        path, cost = incumbent.path, incumbent.cost
        if best is not None:
            path, cost = (self.leg.start, *_flatten(best[1])), best[0]
        return Incumbent(path, cost, incumbent.bound if self.run.stopped else cost)

    def _through(self, entry: int, end: int, nodes: int, floor: int) -> Subproblem:
        """Find the costliest path through a block, provided that it costs more than the floor."""
        key = (entry, end, nodes)
        cached = self.solved.get(key)
        if cached is not None:
            return cached if cached[0] > floor else None
        if min(self.bounds.get(key, floor + 1), self._bound(entry, end, nodes)) <= floor or self.run.stopped:
            return None
        best: Best = None
        rest = nodes & ~(1 << entry)
        for node, cost in self._steps(entry, rest):
            highest = floor if best is None else best[0]
            if node == end:
                if cost > highest:
                    best = (cost, (end,))
                continue
            continuation = yield self._continue_from(node, end, rest, highest - cost)
            if continuation is not None:
                best = (cost + continuation[0], (node, continuation[1]))
        if not self.run.stopped:
            self._store(key, best, floor)
        return best

    def _store(self, key: tuple[int, int, int], best: Best, floor: int) -> None:
        if len(self.solved) + len(self.bounds) >= LARGEST_CACHE:
            return
        if best is None:
            self.bounds[key] = floor
        else:
            self.solved[key] = best
            self.bounds.pop(key, None)

    def _continue_from(self, node: int, end: int, nodes: int, floor: int) -> Subproblem:
        """Find the costliest path from a node to the end, provided that it costs more than the floor.

        The blocks are solved one by one, the smallest first, as long as the upper bound exceeds the floor.
        """
        blocks = chain_of_blocks(lambda other: self._inside(other, nodes), node, end)
        if not blocks:
            return None
        parts = [(block.entry, block.exit, sum(1 << n for n in block.nodes)) for block in blocks]
        upper_bounds = [self._bound(*part) for part in parts]
        paths: list[NestedPath] = [()] * len(parts)
        total = sum(upper_bounds)
        for index in sorted(range(len(parts)), key=lambda i: parts[i][2].bit_count()):
            if total <= floor:
                return None
            best = yield self._through(*parts[index], floor - (total - upper_bounds[index]))
            if best is None:
                return None
            total += best[0] - upper_bounds[index]
            paths[index] = best[1]
        return total, tuple(paths)

    def _inside(self, node: int, nodes: int) -> list[int]:
        return [other for other in self.leg.neighbours[node] if nodes >> other & 1]

    def _steps(self, entry: int, nodes: int) -> list[tuple[int, int]]:
        """Return the steps from the entry as (node, cost) pairs, in the order in which they are tried.

        The costliest edges are tried first. Among edges of equal cost, those that lead to nodes with few
        remaining neighbours are tried first: such a node is likely to become unreachable if the path does not
        visit it now.
        """
        edges = self.leg.neighbours[entry]
        steps = [(other, edges[other]) for other in self._inside(entry, nodes)]
        return sorted(steps, key=lambda step: (-step[1], len(self._inside(step[0], nodes))))

    def _bound(self, entry: int, end: int, nodes: int) -> int:
        """Return the upper bound that the node prices give for the cost of a path within these nodes."""
        bounds = []
        for prices in self.price_lists:
            most = -prices[entry] - prices[end]
            for a in range(self.leg.size):
                if nodes >> a & 1:
                    most += 2 * prices[a]
                    for b, cost in self.leg.neighbours[a].items():
                        if a < b and nodes >> b & 1:
                            most += max(0, 2 * cost - prices[a] - prices[b])
            bounds.append(most // 2)
        return min(bounds)


def _run_subproblem(subproblem: Subproblem) -> Best:
    """Run a subproblem and the subproblems it depends on.

    The function is not recursive, because a long path would exceed the recursion limit.
    """
    stack = [subproblem]
    result: Best = None
    while stack:
        try:
            stack.append(stack[-1].send(result))
            result = None
        except StopIteration as finished:
            stack.pop()
            result = finished.value
    return result


def _flatten(path: NestedPath) -> list[int]:
    """Return the nodes of a nested path in order."""
    nodes: list[int] = []
    stack: list[Any] = [path]
    while stack:
        part = stack.pop()
        if isinstance(part, tuple):
            stack.extend(reversed(part))
        else:
            nodes.append(part)
    return nodes
