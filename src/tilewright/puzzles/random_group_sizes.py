"""Random divisions of a board into connected groups; neighbouring groups have different sizes."""

from __future__ import annotations

import random

from tilewright.puzzles.possible_group_sizes import grid_neighbours

__all__ = ["random_group_sizes"]

SIZES = (1, 2, 3, 3, 4, 4, 5, 6, 7)
"""Each group grows to at most a size that is chosen at random from this tuple."""


def random_group_sizes(rng: random.Random, height: int, width: int) -> list[int]:
    """Return, for each cell in reading order, the size of its group.

    Groups grow randomly, if possible to a size that no neighbouring group has. At the end, neighbouring groups
    of equal size are merged.
    """
    beside = grid_neighbours(height, width)
    group: dict[int, list[int]] = {}
    for start in rng.sample(range(height * width), height * width):
        if start in group:
            continue
        cells: list[int] = []
        around = [start]
        allowed = 0
        for _ in range(rng.choice(SIZES)):
            if not around:
                break
            cells.append(rng.choice(around))
            near = [other for cell in cells for other in beside[cell]]
            around = [other for other in near if other not in group and other not in cells]
            if all(len(group[other]) != len(cells) for other in near if other in group):
                allowed = len(cells)
        cells = cells[: allowed or len(cells)]
        group.update(dict.fromkeys(cells, cells))
    queue = list(range(height * width))
    for cell in queue:
        own = group[cell]
        for other_group in (group[other] for inside in own for other in beside[inside]):
            if other_group is not own and len(other_group) == len(own):
                own += other_group
                group.update(dict.fromkeys(own, own))
                queue.append(cell)
                break
    return [len(group[cell]) for cell in range(height * width)]
