"""Cells that cannot be sea because they are too far from the sea, on boards with little sea.

Two clues are on different islands, so every path between them contains sea. Any two cells of a connected sea of
n cells are at most n - 1 steps apart. Therefore, a cell that is more than n - 1 steps away from every cell of
such a path is an island cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from tilewright.game import Cell
from tilewright.games.nurikabe.rules import ISLAND, UNDECIDED, Board, Rows

__all__ = ["without_distant_sea"]

MOST_CLUES = 6
"""The largest number of clues for which distances are used.

With more clues, deduction and the searches locate the sea well enough without distances.
"""


def without_distant_sea(instance: Board, state: Rows) -> Rows:
    """Return the state in which every undecided cell that is too far from the sea has become an island cell.

    For each pair of clues, the two L-shaped paths between these clues are considered. A cell is too far if, for
    one of these paths, it is at least as many steps from the path as the sea has cells. The state is returned
    unchanged if there are more than `MOST_CLUES` clues or none, if a clue has an unknown size, or if the sea
    has more cells than the board has rows and columns together.
    """
    clues = instance.clues()
    sea = instance.height * instance.width - sum(clues.values())
    if len(clues) > MOST_CLUES or min(clues.values(), default=-1) < 0 or sea > instance.height + instance.width:
        return state
    for start, end in permutations(clues, 2):
        state = tuple(
            "".join(
                ISLAND if kind == UNDECIDED and _steps((row, column), start, end) >= sea else kind
                for column, kind in enumerate(line)
            )
            for row, line in enumerate(state)
        )
    return state


def _steps(cell: Cell, start: Cell, end: Cell) -> int:
    """Return a cell's distance from the path along the column of `start` and then along the row of `end`."""
    along_column = _distance_from_interval(cell[0], (start[0], end[0])) + abs(cell[1] - start[1])
    along_row = _distance_from_interval(cell[1], (start[1], end[1])) + abs(cell[0] - end[0])
    return min(along_column, along_row)


def _distance_from_interval(coordinate: int, ends: Sequence[int]) -> int:
    """Return the distance of a coordinate from the interval with the given ends."""
    return max(min(ends) - coordinate, coordinate - max(ends), 0)
