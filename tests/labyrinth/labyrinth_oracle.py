"""A brute-force reference solver for Labyrinth, and random graphs that are small enough for it."""

from __future__ import annotations

from random import Random

import tilewright as tw
from tilewright.games.labyrinth.rules import Edge, LabyrinthInstance


def highest_cost(instance: LabyrinthInstance) -> int | None:
    """Return the cost of the costliest path by trying every path; return None if there is no path."""
    cost_of: dict[tuple[int, int], int] = {}
    for edge in instance.edges:
        cost = edge[2] if len(edge) == 3 else instance.edge_cost
        cost_of[edge[0], edge[1]] = cost_of[edge[1], edge[0]] = cost

    def remaining_cost(path: list[int]) -> int | None:
        if path[-1] == instance.target:
            return 0
        totals = []
        for (node, next_node), cost in cost_of.items():
            if node == path[-1] and next_node not in path:
                rest = remaining_cost([*path, next_node])
                if rest is not None:
                    totals.append(cost + rest)
        return max(totals, default=None)

    return remaining_cost([instance.start])


def small_graph(seed: int) -> LabyrinthInstance:
    """Return a random graph of up to nine nodes: sparse or dense, connected or not, with costs of any sign."""
    rng = Random(seed)
    nodes = rng.sample(range(-50, 51), rng.randint(2, 9))
    pairs = [(a, b) for i, a in enumerate(nodes) for b in nodes[:i]]
    chosen = rng.sample(pairs, min(len(pairs), rng.randint(1, 14)))
    low, high = rng.choice([(1, 1), (1, 9), (-9, 9), (-5, -1), (0, 3)])
    edges: list[Edge] = []
    for a, b in chosen:
        edges.append((a, b) if rng.random() < 0.3 else (a, b, rng.randint(low, high)))
    start, target = rng.sample(sorted({node for pair in chosen for node in pair}), 2)
    return LabyrinthInstance(tuple(edges), start, target, rng.randint(low, high))


def generated(seed: int, **options: object) -> LabyrinthInstance:
    instance = tw.game("labyrinth").generate(seed, **options)
    assert isinstance(instance, LabyrinthInstance)
    return instance
