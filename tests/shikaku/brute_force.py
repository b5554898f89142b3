"""Shikaku: divide the grid into rectangles, each with exactly one number, which is its area.

An unknown number (-1) allows any area; 0 is an empty cell. The canonical form of a solution is the set
of its rectangles, each a set of cells.
"""

from __future__ import annotations

import random
from typing import Any

from grid_functions import Cell, Instance, cells, cells_by_label, random_rectangles, random_size, random_sort

Rectangles = frozenset[frozenset[Cell]]


def solutions(instance: Instance) -> list[Rectangles]:
    rows = instance["rows"]
    height, width = len(rows), len(rows[0])
    found: list[Rectangles] = []

    def cover(covered: frozenset[Cell], rectangles: Rectangles) -> None:
        corner = next((cell for cell in cells(height, width) if cell not in covered), None)
        if corner is None:
            found.append(rectangles)
            return
        top, left = corner
        for bottom in range(top, height):
            for right in range(left, width):
                rectangle = frozenset((r, c) for r in range(top, bottom + 1) for c in range(left, right + 1))
                numbers = [rows[r][c] for r, c in rectangle if rows[r][c]]
                if len(numbers) == 1 and numbers[0] in (-1, len(rectangle)) and not rectangle & covered:
                    cover(covered | rectangle, rectangles | {rectangle})

    cover(frozenset(), frozenset())
    return found


def canonical(solution: dict[str, Any]) -> Rectangles:
    return frozenset(cells_by_label(solution["regions"]).values())


def random_instance(rng: random.Random) -> Instance:
    return random_sort(rng, lambda: _candidate(rng), solutions)


def _candidate(rng: random.Random) -> Instance:
    """Return a board with the numbers of a random division into rectangles; some may be unknown or changed."""
    height, width = random_size(rng, 7, 1, 20)
    unknown = rng.choice((0, 0, 0.3, 1))
    rows = [[0] * width for _ in range(height)]
    for rectangle in cells_by_label(random_rectangles(rng, height, width, rng.randint(2, 8))).values():
        r, c = rng.choice(sorted(rectangle))
        rows[r][c] = -1 if rng.random() < unknown else len(rectangle)
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        r, c = rng.choice(cells(height, width))
        rows[r][c] = rng.choice((0, -1, 1, 2, 3, 4, rng.randint(1, height * width)))
        rows[r][c] = min(rows[r][c], height * width)
    return {"rows": rows}
