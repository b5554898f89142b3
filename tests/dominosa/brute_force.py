"""Dominosa: divide the grid into dominoes so that each stone of the full set occurs exactly once.

A stone is an unordered pair of numbers, equal or not; the full set has all pairs of the numbers 0 to m. The
canonical form of a solution is the set of its dominoes, each a set of two cells.
"""

from __future__ import annotations

import random
from itertools import combinations_with_replacement
from typing import Any

from grid_functions import Cell, Instance, cells, random_sort

Dominoes = frozenset[frozenset[Cell]]

SHAPES = {0: ((1, 2),), 1: ((2, 3), (1, 6)), 2: ((3, 4), (2, 6), (1, 12)), 3: ((4, 5), (2, 10), (1, 20))}
"""The heights and widths of the grids that a full set fills, by the highest number m of the set.

Each grid may also be transposed.
"""


def solutions(instance: Instance) -> list[Dominoes]:
    rows = instance["rows"]
    height, width = len(rows), len(rows[0])
    found: list[Dominoes] = []

    def cover(covered: frozenset[Cell], used: frozenset[tuple[int, int]], dominoes: Dominoes) -> None:
        first = next((cell for cell in cells(height, width) if cell not in covered), None)
        if first is None:
            found.append(dominoes)
            return
        r, c = first
        for second in ((r, c + 1), (r + 1, c)):
            if second in covered or second[0] == height or second[1] == width:
                continue
            low, high = sorted((rows[r][c], rows[second[0]][second[1]]))
            if (low, high) not in used:
                domino = frozenset((first, second))
                cover(covered | domino, used | {(low, high)}, dominoes | {domino})

    # A tiling of the grid has as many dominoes as the full set has stones. So if all its stones are different,
    # they are the full set.
    cover(frozenset(), frozenset(), frozenset())
    return found


def canonical(solution: dict[str, Any]) -> Dominoes:
    return frozenset(frozenset((r, c) for r, c in stone) for stone in solution["stones"])


def random_instance(rng: random.Random) -> Instance:
    return random_sort(rng, lambda: _candidate(rng), solutions)


def _candidate(rng: random.Random) -> Instance:
    """Return the numbers of a random layout of the full set, often with some of them exchanged."""
    highest = rng.choice((0, 1, 1, 2, 2, 2, 3, 3, 3, 3))
    height, width = rng.choice(SHAPES[highest])
    if rng.random() < 0.5:
        height, width = width, height
    stones = list(combinations_with_replacement(range(highest + 1), 2))
    rng.shuffle(stones)
    number_of: dict[Cell, int] = {}
    for domino, stone in zip(_random_tiling(rng, height, width), stones, strict=True):
        number_of.update(zip(domino, rng.sample(stone, 2), strict=True))
    for _ in range(rng.choice((0, 0, 1, 3, 10))):
        one, two = rng.sample(cells(height, width), 2)
        number_of[one], number_of[two] = number_of[two], number_of[one]
    return {"rows": [[number_of[r, c] for c in range(width)] for r in range(height)]}


def _random_tiling(rng: random.Random, height: int, width: int) -> list[tuple[Cell, Cell]]:
    """Return a random tiling: lay dominoes in random directions, and start again if a cell is left over."""
    while True:
        free = set(cells(height, width))
        dominoes = []
        for r, c in cells(height, width):
            beside = [cell for cell in ((r, c + 1), (r + 1, c)) if cell in free]
            if (r, c) in free and beside:
                dominoes.append(((r, c), rng.choice(beside)))
                free -= set(dominoes[-1])
        if not free:
            return dominoes
