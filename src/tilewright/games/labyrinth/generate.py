"""Seeded labyrinths: grids with holes, and random connected graphs."""

from __future__ import annotations

from random import Random

from tilewright.errors import BadInput
from tilewright.games.labyrinth.rules import Edge, LabyrinthInstance

__all__ = ["generate"]

Pair = tuple[int, int]


def generate(
    seed: int,
    *,
    shape: str = "grid",
    rows: int = 6,
    cols: int = 6,
    holes: float = 0.1,
    nodes: int = 16,
    edges: int = 24,
    costs: int = 1,
    ends: str = "corners",
) -> LabyrinthInstance:
    """A labyrinth in which the target can be reached; the nodes are numbered from 1.

    The corners of a grid are its first and its last node; those of a random graph are so as well.
    """
    chance = Random(seed)
    count = rows * cols if shape == "grid" else nodes
    if count < 2:
        raise BadInput(f"rows={rows} and cols={cols}: expected at least two nodes")
    start, target = (1, count) if ends == "corners" else chance.sample(range(1, count + 1), 2)
    if shape == "grid":
        pairs = _grid(rows, cols)
        taken = _holes(chance, pairs, start, target, _number_of_holes(holes, count))
        pairs = [pair for pair in pairs if not taken & set(pair)]
    else:
        pairs = _random_graph(chance, nodes, edges)
    priced: list[Edge] = [(a, b) if costs == 1 else (a, b, chance.randint(1, costs)) for a, b in pairs]
    return LabyrinthInstance(tuple(priced), start, target)


def _grid(rows: int, cols: int) -> list[Pair]:
    pairs = []
    for row in range(rows):
        for col in range(cols):
            node = row * cols + col + 1
            if col + 1 < cols:
                pairs.append((node, node + 1))
            if row + 1 < rows:
                pairs.append((node, node + cols))
    return pairs


def _number_of_holes(holes: float, count: int) -> int:
    number = round(holes * count) if holes < 1 else int(holes)
    if number > count - 2:
        raise BadInput(f"holes={holes}: a grid of {count} nodes has room for at most {count - 2}")
    return number


def _holes(chance: Random, pairs: list[Pair], start: int, target: int, number: int) -> set[int]:
    """Nodes to take out; the last ones drawn are put back until the target can be reached."""
    free = sorted({node for pair in pairs for node in pair} - {start, target})
    taken = chance.sample(free, number)
    while not _joined([pair for pair in pairs if not set(pair) & set(taken)], start, target):
        taken.pop()
    return set(taken)


def _joined(pairs: list[Pair], start: int, target: int) -> bool:
    neighbours: dict[int, list[int]] = {}
    for a, b in pairs:
        neighbours.setdefault(a, []).append(b)
        neighbours.setdefault(b, []).append(a)
    reached, todo = {start}, [start]
    while todo:
        for node in neighbours.get(todo.pop(), ()):
            if node not in reached:
                reached.add(node)
                todo.append(node)
    return target in reached


def _random_graph(chance: Random, nodes: int, edges: int) -> list[Pair]:
    """A random tree, and other edges until there are enough."""
    most = nodes * (nodes - 1) // 2
    if not nodes - 1 <= edges <= most:
        raise BadInput(f"edges={edges}: {nodes} nodes need {nodes - 1} to {most} edges")
    pairs = {(chance.randrange(1, node), node) for node in range(2, nodes + 1)}
    if edges > most // 2:
        others = [(a, b) for b in range(2, nodes + 1) for a in range(1, b) if (a, b) not in pairs]
        pairs.update(chance.sample(others, edges - len(pairs)))
    while len(pairs) < edges:
        a, b = sorted(chance.sample(range(1, nodes + 1), 2))
        pairs.add((a, b))
    return sorted(pairs)
