"""Where to draw the nodes of a graph: on a square grid if it fits one, else so that distances tell the truth.

An instance has edges and no places, so the places are made up here, the same ones for the same graph.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

__all__ = ["layout", "snake"]

Place = tuple[float, float]
Neighbours = Mapping[int, Sequence[int]]
Spot = tuple[int, int]

TRIALS = 20_000
"""How many placements of a node are tried on the grid before it is given up."""
MOST_STRESSED = 600
"""Larger graphs that fit no grid are drawn in layers instead."""
ROUNDS = 120
CLEARANCE = 0.75
"""How far two nodes keep apart, when an edge is about as long as 1."""


def layout(neighbours: Neighbours, start: int, target: int) -> dict[int, Place]:
    """A place for each node: neighbours about 1 apart, none left of 0 or above 0, the start at the top left."""
    places: dict[int, Place] = {}
    corner = 0.0
    for nodes in _components(neighbours, start):
        part = _part(neighbours, nodes, start, target)
        places.update({node: (x, y + corner) for node, (x, y) in part.items()})
        corner = max(y for _, y in places.values()) + 1
    return places


def snake(count: int) -> list[Place]:
    """Places for so many nodes in a row that turns at the ends of a square."""
    across = max(1, ceil(sqrt(count)))
    rows = (divmod(at, across) for at in range(count))
    return [(float(column if row % 2 == 0 else across - 1 - column), float(row)) for row, column in rows]


def _components(neighbours: Neighbours, start: int) -> list[list[int]]:
    """The connected parts, the one with the start first, each in breadth-first order."""
    seen: set[int] = set()
    found = []
    for first in (start, *sorted(neighbours)):
        if first in seen:
            continue
        seen.add(first)
        nodes = [first]
        for node in nodes:
            fresh = [other for other in neighbours[node] if other not in seen]
            seen.update(fresh)
            nodes += fresh
        found.append(nodes)
    return found


def _part(neighbours: Neighbours, nodes: list[int], start: int, target: int) -> dict[int, Place]:
    spots = _on_grid(neighbours, nodes)
    if spots is not None:
        return _best_turn({node: (float(x), float(y)) for node, (x, y) in spots.items()}, start, target)
    if len(nodes) > MOST_STRESSED:
        return _in_layers(neighbours, nodes)
    return _best_turn(_by_distance(neighbours, nodes), start, target)


def _best_turn(places: dict[int, Place], start: int, target: int) -> dict[int, Place]:
    """Turned or mirrored so that the start is at the top left, then so that the names read well."""
    turns = []
    for swap in (False, True):
        for sx in (1, -1):
            for sy in (1, -1):
                turned = {n: (sx * (y if swap else x), sy * (x if swap else y)) for n, (x, y) in places.items()}
                left, top = (min(place[axis] for place in turned.values()) for axis in (0, 1))
                turns.append({n: (x - left, y - top) for n, (x, y) in turned.items()})

    def reading(turned: dict[int, Place]) -> tuple[float, list[int]]:
        sx, sy = turned.get(start, (0.0, 0.0))
        tx, ty = turned.get(target, (0.0, 0.0))
        order = sorted(turned, key=lambda node: (round(turned[node][1], 3), round(turned[node][0], 3)))
        return round(sx + sy - tx - ty, 3), order

    return min(turns, key=reading)


# --- On a grid ----------------------------------------------------------------------------------------


def _on_grid(neighbours: Neighbours, nodes: list[int]) -> dict[int, Spot] | None:
    """Whole-number places at which every edge has length 1; None if none are found soon.

    The next node is always one with most neighbours placed, so a wrong turn shows before long.
    """
    if any(len(neighbours[node]) > 4 for node in nodes):
        return None
    order = _tightest_first(neighbours, nodes)
    grid = _Grid(neighbours)
    grid.put(order[0], (0, 0))
    choices: list[list[Spot]] = []
    for _ in range(TRIALS):
        if len(grid.spots) == len(order):
            return grid.spots
        choices.append(grid.free_spots(order[len(choices) + 1]))
        while not choices[-1]:
            choices.pop()
            if not choices:
                return None
            grid.take_away(order[len(choices)])
        grid.put(order[len(choices)], choices[-1].pop())
    return None


def _tightest_first(neighbours: Neighbours, nodes: list[int]) -> list[int]:
    """The nodes from the first one on, always one with most neighbours among those before it."""
    order: list[int] = []
    placed = dict.fromkeys(nodes, 0)
    waiting = {nodes[0]: None}
    while waiting:
        node = max(waiting, key=placed.__getitem__)
        del waiting[node], placed[node]
        order.append(node)
        for other in neighbours[node]:
            if other in placed:
                placed[other] += 1
                waiting.setdefault(other)
    return order


class _Grid:
    """Nodes on whole-number places, and a memory of what steps between names went in which direction."""

    def __init__(self, neighbours: Neighbours) -> None:
        self.neighbours = neighbours
        self.spots: dict[int, Spot] = {}
        self.taken: set[Spot] = set()
        self.habits: Counter[tuple[int, Spot]] = Counter()

    def put(self, node: int, spot: Spot) -> None:
        self.spots[node] = spot
        self.taken.add(spot)
        self.habits.update(self._steps(node, spot))

    def take_away(self, node: int) -> None:
        spot = self.spots[node]
        self.habits.subtract(self._steps(node, spot))
        self.taken.remove(spot)
        del self.spots[node]

    def _steps(self, node: int, spot: Spot) -> list[tuple[int, Spot]]:
        return [
            step
            for other in self.neighbours[node]
            if other != node and other in self.spots
            for x, y in [(spot[0] - self.spots[other][0], spot[1] - self.spots[other][1])]
            for step in [(node - other, (x, y)), (other - node, (-x, -y))]
        ]

    def free_spots(self, node: int) -> list[Spot]:
        """Where a node may lie, the best one last: where the same step between names went before, or right."""
        around = [self.spots[other] for other in self.neighbours[node] if other in self.spots]
        x, y = around[0]
        near = [(x, y - 1), (x - 1, y), (x, y + 1), (x + 1, y)]
        fit = [
            (a, b)
            for a, b in near
            if (a, b) not in self.taken and all(abs(a - c) + abs(b - d) == 1 for c, d in around)
        ]
        return sorted(fit, key=lambda spot: sum(self.habits[step] for step in self._steps(node, spot)))


# --- Anywhere -----------------------------------------------------------------------------------------


def _by_distance(neighbours: Neighbours, nodes: list[int]) -> dict[int, Place]:
    """Stress majorisation: places whose distances are as near as can be to the numbers of edges in between."""
    index = {node: i for i, node in enumerate(nodes)}
    goal = np.array([_distances(neighbours, node, index) for node in nodes])
    places = _classical(goal)
    np.fill_diagonal(goal, 1.0)
    weight = goal**-2.0
    np.fill_diagonal(weight, 0.0)
    # One everywhere moves all nodes alike, which nobody sees, and gives the matrix an inverse.
    inverse = np.linalg.inv(np.diag(weight.sum(axis=1)) - weight + 1.0)
    for _ in range(ROUNDS):
        apart = np.maximum(_apart(places), 1e-9)
        pull = weight * goal / apart
        np.fill_diagonal(pull, 0.0)
        places = inverse @ ((np.diag(pull.sum(axis=1)) - pull) @ places)
    places = _pushed_apart(places)
    return {node: (float(places[i, 0]), float(places[i, 1])) for node, i in index.items()}


def _classical(goal: NDArray[np.float64]) -> NDArray[np.float64]:
    """A first picture: the two directions in which the distances differ most, with signs that are fixed."""
    count = len(goal)
    centred = np.eye(count) - 1.0 / count
    values, vectors = np.linalg.eigh(-0.5 * centred @ goal**2 @ centred)
    places: NDArray[np.float64] = vectors[:, -2:][:, ::-1] * np.sqrt(np.maximum(values[-2:][::-1], 1e-9))
    signs = np.sign(places[np.abs(places).argmax(axis=0), range(places.shape[1])])
    if places.shape[1] < 2:
        return np.hstack([places, np.zeros((count, 1))])
    # Nodes with the same distances would lie on each other and never part: a small spiral keeps them apart.
    turn = np.arange(count) * 2.4
    return places * signs + 0.01 * np.column_stack([np.cos(turn), np.sin(turn)])


def _apart(places: NDArray[np.float64]) -> NDArray[np.float64]:
    x, y = places.T
    apart: NDArray[np.float64] = np.sqrt(np.subtract.outer(x, x) ** 2 + np.subtract.outer(y, y) ** 2)
    return apart


def _pushed_apart(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same places with those that are too close moved away from each other, a little at a time."""
    for _ in range(60):
        apart = _apart(places)
        np.fill_diagonal(apart, 2 * CLEARANCE)
        if apart.min() >= CLEARANCE:
            break
        push = np.where(apart < CLEARANCE, (CLEARANCE - apart) / (2 * np.maximum(apart, 1e-6)), 0.0)
        places = places + push.sum(axis=1)[:, None] * places - push @ places
    return places


def _distances(neighbours: Neighbours, node: int, index: dict[int, int]) -> list[float]:
    """How many edges each node is away."""
    found = {node: 0}
    todo = deque([node])
    while todo:
        here = todo.popleft()
        for other in neighbours[here]:
            if other not in found:
                found[other] = found[here] + 1
                todo.append(other)
    return [float(found[other]) for other in index]


def _in_layers(neighbours: Neighbours, nodes: list[int]) -> dict[int, Place]:
    """Column after column by the distance from the first node: cheap, and right for any size."""
    index = {node: i for i, node in enumerate(nodes)}
    filled: dict[float, int] = {}
    places = {}
    for node, distance in zip(nodes, _distances(neighbours, nodes[0], index), strict=True):
        row = filled.get(distance, 0)
        filled[distance] = row + 1
        places[node] = (distance, float(row))
    return places
