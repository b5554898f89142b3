"""Compute where to draw the nodes of a graph.

Each component of the graph is drawn separately. A component that fits a square grid is drawn on the grid. Other
components are drawn so that the distance between two nodes is close to the number of edges on a shortest path
between them or, if they are large, in layers. The result is deterministic.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Mapping
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from tilewright.geometry.connected_graph_parts import breadth_first_parts

__all__ = ["layout", "snake"]

Position = tuple[float, float]
Neighbours = Mapping[int, Collection[int]]
"""The neighbours of each node."""
GridPosition = tuple[int, int]

TRIALS = 20_000
"""The number of node placements after which the search for a grid layout is abandoned."""
MOST_NODES_BY_DISTANCE = 600
"""The maximum number of nodes for stress majorisation. Larger components, for which it would take too long,
are drawn in layers if they do not fit a grid."""
ITERATIONS = 120
"""The number of iterations of stress majorisation."""
CLEARANCE = 0.75
"""The desired minimum distance between two nodes; the length of an edge is about 1."""


def layout(neighbours: Neighbours, start: int, target: int) -> dict[int, Position]:
    """Return the position of each node; coordinates are at least 0.

    Components are arranged from top to bottom. Each component, unless it is drawn in layers, has edges with a
    length of about 1, and is rotated or mirrored so that the start is as far to the top left of the target as
    possible.
    """
    positions: dict[int, Position] = {}
    top = 0.0
    for nodes in breadth_first_parts((start, *sorted(neighbours)), neighbours):
        component = _component_layout(neighbours, nodes, start, target)
        positions.update({node: (x, y + top) for node, (x, y) in component.items()})
        top = max(y for _, y in positions.values()) + 1
    return positions


def snake(count: int) -> list[Position]:
    """Return positions for `count` nodes in a square, in rows that alternately run right and left."""
    across = max(1, ceil(sqrt(count)))
    rows = (divmod(index, across) for index in range(count))
    return [(float(column if row % 2 == 0 else across - 1 - column), float(row)) for row, column in rows]


def _component_layout(neighbours: Neighbours, nodes: list[int], start: int, target: int) -> dict[int, Position]:
    grid_positions = _on_grid(neighbours, nodes)
    if grid_positions is not None:
        return _best_orientation(
            {node: (float(x), float(y)) for node, (x, y) in grid_positions.items()}, start, target
        )
    if len(nodes) > MOST_NODES_BY_DISTANCE:
        return _in_layers(neighbours, nodes)
    return _best_orientation(_by_distance(neighbours, nodes), start, target)


def _best_orientation(positions: dict[int, Position], start: int, target: int) -> dict[int, Position]:
    """Rotate or mirror the positions and return the best orientation.

    In the best orientation, the start is as far to the top left of the target as possible. Among orientations
    that are equal in this respect, the best one has the lexicographically smallest sequence of node numbers,
    read row by row.
    """
    orientations = []
    for swap in (False, True):
        for sx in (1, -1):
            for sy in (1, -1):
                turned = {
                    n: (sx * (y if swap else x), sy * (x if swap else y)) for n, (x, y) in positions.items()
                }
                left, top = (min(position[axis] for position in turned.values()) for axis in (0, 1))
                orientations.append({n: (x - left, y - top) for n, (x, y) in turned.items()})

    def sort_key(turned: dict[int, Position]) -> tuple[float, list[int]]:
        sx, sy = turned.get(start, (0.0, 0.0))
        tx, ty = turned.get(target, (0.0, 0.0))
        order = sorted(turned, key=lambda node: (round(turned[node][1], 3), round(turned[node][0], 3)))
        return round(sx + sy - tx - ty, 3), order

    return min(orientations, key=sort_key)


# --- On a grid ----------------------------------------------------------------------------------------


def _on_grid(neighbours: Neighbours, nodes: list[int]) -> dict[int, GridPosition] | None:
    """Return integer positions at which every edge has length 1; None if the search fails or takes too long.

    This is a backtracking search. The next node always has the most placed neighbours, so that a wrong choice
    is detected early.
    """
    if any(len(neighbours[node]) > 4 for node in nodes):
        return None
    order = _most_constrained_first(neighbours, nodes)
    grid = _Grid(neighbours)
    grid.put(order[0], (0, 0))
    choices: list[list[GridPosition]] = []
    for _ in range(TRIALS):
        if len(grid.positions) == len(order):
            return grid.positions
        choices.append(grid.free_positions(order[len(choices) + 1]))
        while not choices[-1]:
            choices.pop()
            if not choices:
                return None
            grid.remove(order[len(choices)])
        grid.put(order[len(choices)], choices[-1].pop())
    return None


def _most_constrained_first(neighbours: Neighbours, nodes: list[int]) -> list[int]:
    """Return the nodes in a greedy order: the next node has the most neighbours among the earlier nodes."""
    order: list[int] = []
    placed_neighbours = dict.fromkeys(nodes, 0)
    candidates = {nodes[0]: None}
    while candidates:
        node = max(candidates, key=placed_neighbours.__getitem__)
        del candidates[node], placed_neighbours[node]
        order.append(node)
        for other in neighbours[node]:
            if other in placed_neighbours:
                placed_neighbours[other] += 1
                candidates.setdefault(other)
    return order


class _Grid:
    """Nodes at integer positions.

    `directions` counts the steps between neighbouring nodes, by the difference between the numbers of the two
    nodes and by the direction of the step. Grids are usually numbered row by row, so the same difference often
    means the same direction.
    """

    def __init__(self, neighbours: Neighbours) -> None:
        self.neighbours = neighbours
        self.positions: dict[int, GridPosition] = {}
        self.taken: set[GridPosition] = set()
        self.directions: Counter[tuple[int, GridPosition]] = Counter()

    def put(self, node: int, position: GridPosition) -> None:
        self.positions[node] = position
        self.taken.add(position)
        self.directions.update(self._steps(node, position))

    def remove(self, node: int) -> None:
        position = self.positions[node]
        self.directions.subtract(self._steps(node, position))
        self.taken.remove(position)
        del self.positions[node]

    def _steps(self, node: int, position: GridPosition) -> list[tuple[int, GridPosition]]:
        return [
            step
            for other in self.neighbours[node]
            if other != node and other in self.positions
            for x, y in [(position[0] - self.positions[other][0], position[1] - self.positions[other][1])]
            for step in [(node - other, (x, y)), (other - node, (-x, -y))]
        ]

    def free_positions(self, node: int) -> list[GridPosition]:
        """Return the possible positions of a node, the most promising last.

        The most promising position is the one whose steps to the placed neighbours have the highest sum of
        counts in `directions`. If all sums are equal, it is to the right of the first placed
        neighbour if possible.
        """
        around = [self.positions[other] for other in self.neighbours[node] if other in self.positions]
        x, y = around[0]
        near = [(x, y - 1), (x - 1, y), (x, y + 1), (x + 1, y)]
        fitting = [
            (a, b)
            for a, b in near
            if (a, b) not in self.taken and all(abs(a - c) + abs(b - d) == 1 for c, d in around)
        ]
        return sorted(
            fitting, key=lambda position: sum(self.directions[step] for step in self._steps(node, position))
        )


# --- Off the grid -------------------------------------------------------------------------------------


def _by_distance(neighbours: Neighbours, nodes: list[int]) -> dict[int, Position]:
    """Return positions by stress majorisation; distances between them approximate distances in the graph."""
    index = {node: i for i, node in enumerate(nodes)}
    goal = np.array([_distances(neighbours, node, index) for node in nodes])
    positions = _initial_positions(goal)
    np.fill_diagonal(goal, 1.0)
    weight = goal**-2.0
    np.fill_diagonal(weight, 0.0)
    # Adding 1 to all entries makes the matrix invertible and only shifts the whole drawing.
    inverse = np.linalg.inv(np.diag(weight.sum(axis=1)) - weight + 1.0)
    for _ in range(ITERATIONS):
        distances = np.maximum(_pairwise_distances(positions), 1e-9)
        pull = weight * goal / distances
        np.fill_diagonal(pull, 0.0)
        positions = inverse @ ((np.diag(pull.sum(axis=1)) - pull) @ positions)
    positions = _spread_out(positions)
    return {node: (float(positions[i, 0]), float(positions[i, 1])) for node, i in index.items()}


def _initial_positions(goal: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return initial positions computed by classical multidimensional scaling, with deterministic signs."""
    count = len(goal)
    centred = np.eye(count) - 1.0 / count
    values, vectors = np.linalg.eigh(-0.5 * centred @ goal**2 @ centred)
    positions: NDArray[np.float64] = vectors[:, -2:][:, ::-1] * np.sqrt(np.maximum(values[-2:][::-1], 1e-9))
    signs = np.sign(positions[np.abs(positions).argmax(axis=0), range(positions.shape[1])])
    if positions.shape[1] < 2:
        return np.hstack([positions, np.zeros((count, 1))])
    # Two nodes with the same distances to all other nodes would always coincide; a different small offset for
    # each node separates them.
    angle = np.arange(count) * 2.4
    return positions * signs + 0.01 * np.column_stack([np.cos(angle), np.sin(angle)])


def _pairwise_distances(positions: NDArray[np.float64]) -> NDArray[np.float64]:
    x, y = positions.T
    distances: NDArray[np.float64] = np.sqrt(np.subtract.outer(x, x) ** 2 + np.subtract.outer(y, y) ** 2)
    return distances


def _spread_out(positions: NDArray[np.float64]) -> NDArray[np.float64]:
    """Push nodes apart until no two are closer than `CLEARANCE`, or for 60 steps; return the new positions."""
    for _ in range(60):
        distances = _pairwise_distances(positions)
        np.fill_diagonal(distances, 2 * CLEARANCE)
        if distances.min() >= CLEARANCE:
            break
        push = np.where(distances < CLEARANCE, (CLEARANCE - distances) / (2 * np.maximum(distances, 1e-6)), 0.0)
        positions = positions + push.sum(axis=1)[:, None] * positions - push @ positions
    return positions


def _distances(neighbours: Neighbours, node: int, index: dict[int, int]) -> list[float]:
    """Return, for each node of `index`, the number of edges on a shortest path from `node` to it."""
    distance = {node: 0}
    queue = deque([node])
    while queue:
        current = queue.popleft()
        for other in neighbours[current]:
            if other not in distance:
                distance[other] = distance[current] + 1
                queue.append(other)
    return [float(distance[other]) for other in index]


def _in_layers(neighbours: Neighbours, nodes: list[int]) -> dict[int, Position]:
    """Return positions in columns, by distance from the first node; this is fast for graphs of any size."""
    index = {node: i for i, node in enumerate(nodes)}
    filled: dict[float, int] = {}
    positions = {}
    for node, distance in zip(nodes, _distances(neighbours, nodes[0], index), strict=True):
        row = filled.get(distance, 0)
        filled[distance] = row + 1
        positions[node] = (distance, float(row))
    return positions
