"""Fillomino: fill every cell with a number.

Each maximal connected group of equal numbers has as many cells as its number says. A group need not contain a
given number. An empty cell is 0. The canonical form of a solution is its tuple of rows.
"""

from __future__ import annotations

import random
from typing import Any

from grid_functions import (
    Cell,
    Instance,
    around,
    cells,
    cells_by_label,
    connected_groups,
    connected_sets,
    random_labels,
    random_size,
    random_sort,
)

Rows = tuple[tuple[int, ...], ...]


def solutions(instance: Instance) -> list[Rows]:
    rows = instance["rows"]
    height, width = len(rows), len(rows[0])
    given = {(r, c): rows[r][c] for r, c in cells(height, width) if rows[r][c]}
    filled: dict[Cell, int] = {}
    found: list[Rows] = []

    def fill() -> None:
        """Fill the group of the first empty cell in all possible ways."""
        empty = {cell for cell in cells(height, width) if cell not in filled}
        if not empty:
            found.append(tuple(tuple(filled[r, c] for c in range(width)) for r in range(height)))
            return
        start = min(empty)
        sizes = [given[start]] if start in given else range(1, len(empty) + 1)
        for size in sizes:
            # A cell of the group has no given number except `size`; no filled group beside it has this size.
            allowed = {
                cell
                for cell in empty
                if given.get(cell, size) == size and all(filled.get(beside) != size for beside in around(cell))
            }
            for group in connected_sets(start, size, allowed):
                filled.update(dict.fromkeys(group, size))
                fill()
                for cell in group:
                    del filled[cell]

    fill()
    return found


def canonical(solution: dict[str, Any]) -> Rows:
    return tuple(map(tuple, solution["rows"]))


def random_instance(rng: random.Random) -> Instance:
    return random_sort(rng, lambda: _candidate(rng), solutions)


def _candidate(rng: random.Random) -> Instance:
    """Return some numbers of a random filling, often with some of them changed."""
    height, width = random_size(rng, 6, 1, 18)
    number_of = _random_filling(rng, height, width)
    # Large boards keep more numbers, because a large board with few numbers has very many solutions.
    kept = rng.uniform(0.0 if height * width <= 6 else 0.35 if height * width <= 12 else 0.5, 0.9)
    given = {cell: number_of[cell] for cell in cells(height, width) if rng.random() < kept}
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        given[rng.choice(cells(height, width))] = rng.randint(1, min(height * width, rng.choice((4, 20))))
    return {"rows": [[given.get((r, c), 0) for c in range(width)] for r in range(height)]}


def _random_filling(rng: random.Random, height: int, width: int) -> dict[Cell, int]:
    """Divide the grid at random, and join neighbouring groups of equal size; return each cell's group size."""
    labels = random_labels(rng, height, width, rng.randint(1, height * width))
    groups = [set(group) for group in cells_by_label(labels).values()]
    while True:
        number_of = {cell: len(group) for group in groups for cell in group}
        joined = [
            group for members in _cells_by_number(number_of).values() for group in connected_groups(members)
        ]
        if len(joined) == len(groups):
            return number_of
        groups = joined


def _cells_by_number(number_of: dict[Cell, int]) -> dict[int, set[Cell]]:
    cells_of: dict[int, set[Cell]] = {}
    for cell, number in sorted(number_of.items()):
        cells_of.setdefault(number, set()).add(cell)
    return cells_of
