"""Generate labyrinths from a seed: grids with holes, and random connected graphs."""

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
    """Generate a labyrinth whose target can be reached from its start; nodes are numbered from 1.

    With ``ends="corners"``, the start is the first node and the target is the last node, both in grids
    and in random graphs.
    """
    rng = Random(seed)
    count = rows * cols if shape == "grid" else nodes
    if count < 2:
        raise BadInput(f"rows={rows} and cols={cols}: expected at least two nodes")
    start, target = (1, count) if ends == "corners" else rng.sample(range(1, count + 1), 2)
    if shape == "grid":
        pairs = _grid(rows, cols)
        removed = _holes(rng, pairs, start, target, _number_of_holes(holes, count))
        pairs = [pair for pair in pairs if not removed & set(pair)]
    else:
        pairs = _random_graph(rng, nodes, edges)
    edges_with_costs: list[Edge] = [(a, b) if costs == 1 else (a, b, rng.randint(1, costs)) for a, b in pairs]
    return LabyrinthInstance(tuple(edges_with_costs), start, target)


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


def _holes(rng: Random, pairs: list[Pair], start: int, target: int, number: int) -> set[int]:
    """Return at most `number` random nodes without which the target can still be reached from the start."""
    free = sorted({node for pair in pairs for node in pair} - {start, target})
    removed = rng.sample(free, number)
    while not _connected([pair for pair in pairs if not set(pair) & set(removed)], start, target):
        removed.pop()
    return set(removed)


def _connected(pairs: list[Pair], start: int, target: int) -> bool:
    neighbours: dict[int, list[int]] = {}
    for a, b in pairs:
        neighbours.setdefault(a, []).append(b)
        neighbours.setdefault(b, []).append(a)
    reached, stack = {start}, [start]
    while stack:
        for node in neighbours.get(stack.pop(), ()):
            if node not in reached:
                reached.add(node)
                stack.append(node)
    return target in reached


def _random_graph(rng: Random, nodes: int, edges: int) -> list[Pair]:
    """Return the edges of a random tree, plus random edges up to the requested number of edges."""
    most = nodes * (nodes - 1) // 2
    if not nodes - 1 <= edges <= most:
        raise BadInput(f"edges={edges}: {nodes} nodes need {nodes - 1} to {most} edges")
    pairs = {(rng.randrange(1, node), node) for node in range(2, nodes + 1)}
    if edges > most // 2:
        others = [(a, b) for b in range(2, nodes + 1) for a in range(1, b) if (a, b) not in pairs]
        pairs.update(rng.sample(others, edges - len(pairs)))
    while len(pairs) < edges:
        a, b = sorted(rng.sample(range(1, nodes + 1), 2))
        pairs.add((a, b))
    return sorted(pairs)
