"""Random divisions of a board into paths that do not touch themselves, for puzzle generators."""

from __future__ import annotations

import random

from tilewright.game import Cell
from tilewright.geometry import neighbours
from tilewright.puzzles.kinds_and_states import all_edges

__all__ = ["Path", "random_paths"]

Path = tuple[Cell, ...]

LONGEST_AT_FIRST = 6
"""In the first round, a path has at most this many cells, which makes the lengths of the paths more equal."""


def random_paths(rows: int, cols: int, sweeps: int, rng: random.Random) -> list[Path]:
    """Divide a board into paths and return them.

    At first, each cell is a path. In two rounds, paths are joined in random order. In `sweeps` further rounds,
    longer paths are also extended by single end cells of shorter paths. With more rounds, there are fewer and
    longer paths.
    """
    path_of: dict[Cell, Path] = {(row, col): ((row, col),) for row in range(rows) for col in range(cols)}
    edges = list(all_edges(rows, cols))
    for sweep in range(-2, sweeps):
        rng.shuffle(edges)
        for edge in edges:
            longer, shorter = sorted(edge, key=lambda cell: (len(path_of[cell]), cell), reverse=True)
            one, two = path_of[longer], path_of[shorter]
            if one is two or longer not in (one[0], one[-1]) or shorter not in (two[0], two[-1]):
                continue
            one = one if one[-1] == longer else one[::-1]
            two = two if two[0] == shorter else two[::-1]
            if sweep == -2 and len(one) + len(two) > LONGEST_AT_FIRST:
                continue
            cut = len(two) if _touches_once(one, two) else 1
            if not _touches_once(one, two[:cut]) or (cut < len(two) and sweep < 0):
                continue
            taken, left = two[:cut], two[cut:]
            path_of |= dict.fromkeys((*one, *taken), (*one, *taken))
            path_of |= dict.fromkeys(left, left)
    return list(dict.fromkeys(path_of.values()))


def _touches_once(one: Path, two: Path) -> bool:
    """Return whether two paths touch in exactly one pair of neighbouring cells, so that they can be joined."""
    return sum(other in one for cell in two for other in neighbours(cell)) == 1
