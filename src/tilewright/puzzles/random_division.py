"""Random divisions of cells into connected parts, for generators."""

from __future__ import annotations

import random
from collections.abc import Collection

from tilewright.game import Cell
from tilewright.geometry import neighbours

__all__ = ["random_division"]


def random_division(cells: Collection[Cell], parts: int, rng: random.Random) -> list[list[Cell]]:
    """Divide connected cells into connected parts of similar sizes; return each part as a sorted list of cells.

    Each part starts with one random cell. Then, repeatedly, the smallest part that has a free neighbour gets a
    random free neighbour.
    """
    divided = [[cell] for cell in rng.sample(sorted(cells), parts)]
    free = set(cells).difference(*divided)
    growing = divided
    while free:
        part = min(growing, key=len)
        beside = sorted({other for cell in part for other in neighbours(cell) if other in free})
        if beside:
            part.append(rng.choice(beside))
            free.remove(part[-1])
        else:
            growing = [other for other in growing if other is not part]
    return [sorted(part) for part in divided]
