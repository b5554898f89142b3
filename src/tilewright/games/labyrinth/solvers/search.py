"""Depth-first branch and bound that cuts what is left into independent parts.

The search walks on from the head of the path. Each step takes a node away, and what is left falls into a chain
of blocks, each of which is a question of its own: the best path through it. Nodes outside the chain are lost.
Questions are kept with their answers, for many walks lead to the same one, and the prices of the nodes bound
those that are not worth asking.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tilewright.game import Answer, Run
from tilewright.games.labyrinth.legs.decomposition import Found, Leg, Tell, chain_of_blocks, solve_by_legs
from tilewright.games.labyrinth.legs.first_path import first_path
from tilewright.games.labyrinth.legs.node_prices import two_prices
from tilewright.games.labyrinth.rules import LabyrinthInstance

__all__ = ["improve", "solve"]

MOST_KEPT = 500_000
"""Answers that are kept at most."""

Way = tuple[Any, ...]
"""The nodes of a path after its first one, in order but nested: ways are joined by putting them in a tuple."""
Best = tuple[int, Way] | None
"""What the dearest path costs and its way; None if no path costs more than was asked for."""
Question = Generator[Any, Best, Best]
"""A search that hands out the questions it depends on, is sent their answers, and ends with its own."""


def solve(instance: LabyrinthInstance, run: Run) -> Answer:
    """The dearest path, or the proof that there is none."""
    return solve_by_legs(instance, run, first_path, improve)


def improve(leg: Leg, found: Found, run: Run, tell: Tell) -> Found:
    """The dearest path through the leg, or the best one known when the run was stopped."""
    return _Search(leg, run).improve(found)


class _Search:
    """The search in one leg. A set of nodes is a number whose bits they are."""

    def __init__(self, leg: Leg, run: Run) -> None:
        self.leg = leg
        self.run = run
        self.answers: dict[tuple[int, int, int], tuple[int, Way]] = {}
        self.bounds: dict[tuple[int, int, int], int] = {}
        self.price_lists = [prices.doubled for prices in two_prices(leg)]

    def improve(self, found: Found) -> Found:
        everything = (1 << self.leg.size) - 1
        best = _answer(self._through(self.leg.start, self.leg.target, everything, found.cost))
        path, cost = found.path, found.cost
        if best is not None:
            path, cost = (self.leg.start, *_flat(best[1])), best[0]
        return Found(path, cost, found.bound if self.run.stopped else cost)

    def _through(self, entry: int, end: int, nodes: int, floor: int) -> Question:
        """The dearest path through a block, if it costs more than the floor."""
        key = (entry, end, nodes)
        known = self.answers.get(key)
        if known is not None:
            return known if known[0] > floor else None
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
            onward = yield self._onward(node, end, rest, highest - cost)
            if onward is not None:
                best = (cost + onward[0], (node, onward[1]))
        if not self.run.stopped:
            self._keep(key, best, floor)
        return best

    def _keep(self, key: tuple[int, int, int], best: Best, floor: int) -> None:
        if len(self.answers) + len(self.bounds) >= MOST_KEPT:
            return
        if best is None:
            self.bounds[key] = floor
        else:
            self.answers[key] = best
            self.bounds.pop(key, None)

    def _onward(self, node: int, end: int, nodes: int, floor: int) -> Question:
        """The dearest path on from a node: block by block, the smallest first, as long as it can pay."""
        blocks = chain_of_blocks(lambda here: self._inside(here, nodes), node, end)
        if not blocks:
            return None
        parts = [(block.entry, block.exit, sum(1 << n for n in block.nodes)) for block in blocks]
        hopes = [self._bound(*part) for part in parts]
        ways: list[Way] = [()] * len(parts)
        total = sum(hopes)
        for index in sorted(range(len(parts)), key=lambda i: parts[i][2].bit_count()):
            if total <= floor:
                return None
            best = yield self._through(*parts[index], floor - (total - hopes[index]))
            if best is None:
                return None
            total += best[0] - hopes[index]
            ways[index] = best[1]
        return total, tuple(ways)

    def _inside(self, node: int, nodes: int) -> list[int]:
        return [other for other in self.leg.neighbours[node] if nodes >> other & 1]

    def _steps(self, entry: int, nodes: int) -> list[tuple[int, int]]:
        """Where to go from the entry: dear edges first, then nodes with few ways on, which are lost easily."""
        edges = self.leg.neighbours[entry]
        steps = [(other, edges[other]) for other in self._inside(entry, nodes)]
        return sorted(steps, key=lambda step: (-step[1], len(self._inside(step[0], nodes))))

    def _bound(self, entry: int, end: int, nodes: int) -> int:
        """What no path through these nodes can exceed, by their prices."""
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


def _answer(question: Question) -> Best:
    """Run a question and those that it asks, without recursion: a path may be longer than the stack is deep."""
    stack = [question]
    answer: Best = None
    while stack:
        try:
            stack.append(stack[-1].send(answer))
            answer = None
        except StopIteration as finished:
            stack.pop()
            answer = finished.value
    return answer


def _flat(way: Way) -> list[int]:
    """The nodes of a nested way in order."""
    nodes: list[int] = []
    todo: list[Any] = [way]
    while todo:
        part = todo.pop()
        if isinstance(part, tuple):
            todo.extend(reversed(part))
        else:
            nodes.append(part)
    return nodes
