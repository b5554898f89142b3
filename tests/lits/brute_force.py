"""LITS: shade one connected group of four cells, an L, I, T or S, in each region.

- Each region has exactly four shaded cells. They are connected and not a 2 x 2 square. So a board that has a
  region with fewer than four cells has no solution.
- All shaded cells are connected, and no 2 x 2 block is all shaded.
- If tetrominoes in two regions share an edge, they have different shapes. Rotations and reflections of a
  tetromino have the same shape.

The canonical form of a solution is the set of its shaded cells.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from functools import cache
from typing import Any

from grid_functions import (
    Cell,
    Instance,
    around,
    cells,
    cells_by_label,
    connected_groups,
    connected_sets,
    grown_labels,
    random_labels,
    random_sort,
)

Shaded = frozenset[Cell]

SIZES = (
    (1, 4),
    (1, 5),
    (1, 9),
    (2, 2),
    (2, 3),
    (2, 5),
    (2, 8),
    (3, 3),
    (3, 4),
    *6 * ((3, 5), (4, 4), (4, 5), (5, 5)),
)
"""The sizes of the random boards."""


@cache
def shape(tetromino: Shaded) -> str:
    """Return the letter of a tetromino: L, I, T, S or O."""
    rows, columns = {r for r, _ in tetromino}, {c for _, c in tetromino}
    if len(rows) == 1 or len(columns) == 1:
        return "I"
    if len(rows) == len(columns):
        return "O"
    # The bounding box of the other shapes is 2 x 3, and they differ in the two cells of the box that are empty:
    # L lacks two neighbouring cells of one long side, T the two ends of one long side, S two opposite corners.
    first, second = sorted((r, c) for r in rows for c in columns if (r, c) not in tetromino)
    if second in around(first):
        return "L"
    return "T" if first[0] == second[0] or first[1] == second[1] else "S"


def solutions(instance: Instance) -> list[Shaded]:
    labels = instance["regions"]
    regions = list(cells_by_label(labels).values())
    choices = [[group for group in _groups_of_four(region) if shape(group) != "O"] for region in regions]
    choices.sort(key=len)
    found: list[Shaded] = []

    def shade(chosen: list[Shaded]) -> None:
        if len(chosen) == len(regions):
            shaded = frozenset().union(*chosen)
            if len(connected_groups(shaded)) == 1:
                found.append(shaded)
            return
        for group in choices[len(chosen)]:
            if _fits(group, chosen):
                shade([*chosen, group])

    shade([])
    return found


def _groups_of_four(region: Collection[Cell]) -> list[Shaded]:
    left = set(region)
    groups = []
    for start in sorted(region):
        groups += connected_sets(start, 4, left)
        left.remove(start)
    return groups


@cache
def _beside(group: Shaded) -> Shaded:
    return frozenset(cell for member in group for cell in around(member))


def _fits(group: Shaded, others: list[Shaded]) -> bool:
    """Return whether a tetromino touches no tetromino of its shape, and no 2 x 2 block is all shaded."""
    beside = _beside(group)
    if any(beside & other and shape(other) == shape(group) for other in others):
        return False
    shaded = group.union(*others)
    blocks = ({(r + i, c + j) for i in (0, 1) for j in (0, 1)} for r, c in shaded)
    return not any(block <= shaded for block in blocks)


def canonical(solution: dict[str, Any]) -> Shaded:
    return frozenset(
        (r, c) for r, row in enumerate(solution["rows"]) for c, kind in enumerate(row) if kind == "#"
    )


def random_instance(rng: random.Random) -> Instance:
    return random_sort(rng, lambda: _candidate(rng), solutions)


def _candidate(rng: random.Random) -> Instance:
    """Return regions that contain the tetrominoes of a random solution, or random regions."""
    height, width = rng.choice(SIZES)
    if rng.random() < 0.5:
        height, width = width, height
    most = max(1, height * width // rng.choice((5, 5, 5, 7)))
    tetrominoes = max((_random_tetrominoes(rng, height, width, most) for _ in range(4)), key=len)
    if not tetrominoes or rng.random() < 0.2:
        return {"regions": random_labels(rng, height, width, most)}
    rng.shuffle(tetrominoes)
    return {"regions": grown_labels(rng, height, width, tetrominoes, in_order=rng.random() < 0.7)}


def _random_tetrominoes(rng: random.Random, height: int, width: int, most: int) -> list[Shaded]:
    """Return neighbouring tetrominoes that obey the rules: `most` of them, or fewer if no more are found."""
    tetrominoes: list[Shaded] = []
    shaded: Shaded = frozenset()
    candidates = list(_tetrominoes_of_grid(height, width))
    rng.shuffle(candidates)
    for group, beside in candidates * 2:
        if not tetrominoes or (beside & shaded and not group & shaded and _fits(group, tetrominoes)):
            tetrominoes.append(group)
            shaded |= group
        if len(tetrominoes) == most:
            break
    return tetrominoes


@cache
def _tetrominoes_of_grid(height: int, width: int) -> tuple[tuple[Shaded, Shaded], ...]:
    """Return all tetrominoes L, I, T and S of a grid, each with the cells beside it."""
    groups = sorted(_groups_of_four(cells(height, width)), key=sorted)
    return tuple((group, _beside(group)) for group in groups if shape(group) != "O")
