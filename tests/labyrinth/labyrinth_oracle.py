"""Labyrinths by trying every path: what every solver is held against, and the small graphs to do it on."""

from __future__ import annotations

from random import Random

from tilewright.games.labyrinth.rules import Edge, LabyrinthInstance


def dearest(instance: LabyrinthInstance) -> int | None:
    """What the dearest path costs; None if there is no path."""
    cost_of: dict[tuple[int, int], int] = {}
    for edge in instance.edges:
        cost = edge[2] if len(edge) == 3 else instance.edge_cost
        cost_of[edge[0], edge[1]] = cost_of[edge[1], edge[0]] = cost

    def onward(path: list[int]) -> int | None:
        if path[-1] == instance.target:
            return 0
        totals = []
        for (here, there), cost in cost_of.items():
            if here == path[-1] and there not in path:
                rest = onward([*path, there])
                if rest is not None:
                    totals.append(cost + rest)
        return max(totals, default=None)

    return onward([instance.start])


def small_graph(seed: int) -> LabyrinthInstance:
    """Up to nine nodes, sparse or dense, perhaps in several parts; costs alike, positive, or of either sign."""
    chance = Random(seed)
    names = chance.sample(range(-50, 51), chance.randint(2, 9))
    pairs = [(a, b) for i, a in enumerate(names) for b in names[:i]]
    chosen = chance.sample(pairs, min(len(pairs), chance.randint(1, 14)))
    low, high = chance.choice([(1, 1), (1, 9), (-9, 9), (-5, -1), (0, 3)])
    edges: list[Edge] = []
    for a, b in chosen:
        edges.append((a, b) if chance.random() < 0.3 else (a, b, chance.randint(low, high)))
    start, target = chance.sample(sorted({node for pair in chosen for node in pair}), 2)
    return LabyrinthInstance(tuple(edges), start, target, chance.randint(low, high))
