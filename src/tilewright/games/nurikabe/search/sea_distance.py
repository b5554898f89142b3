"""Where the sea can be when there is little of it: what lies too far from where some must be is island.

Two clues lie on different islands, so there is sea on every way between them. Two cells of a sea of n cells are
at most n - 1 steps apart. A cell that is further from all cells of such a way is no sea.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from tilewright.game import Cell
from tilewright.games.nurikabe.rules import ISLAND, UNDECIDED, Board
from tilewright.games.nurikabe.search.requested_answers import Rows

__all__ = ["narrowed"]

MOST_CLUES = 6
"""With more of them, deduction and the searches know enough of where the sea is."""


def narrowed(instance: Board, state: Rows) -> Rows:
    """The state with what is too far from all ways of one corner between two clues."""
    clues = instance.clues()
    sea = instance.height * instance.width - sum(clues.values())
    if len(clues) > MOST_CLUES or min(clues.values(), default=-1) < 0 or sea > instance.height + instance.width:
        return state
    for one, other in permutations(clues, 2):
        state = tuple(
            "".join(
                ISLAND if kind == UNDECIDED and _steps((row, column), one, other) >= sea else kind
                for column, kind in enumerate(line)
            )
            for row, line in enumerate(state)
        )
    return state


def _steps(cell: Cell, one: Cell, other: Cell) -> int:
    """How far the cell is from the way that goes along a column from one clue, then along the other's row."""
    along_column = _beyond(cell[0], (one[0], other[0])) + abs(cell[1] - one[1])
    along_row = _beyond(cell[1], (one[1], other[1])) + abs(cell[0] - other[0])
    return min(along_column, along_row)


def _beyond(at: int, ends: Sequence[int]) -> int:
    return max(min(ends) - at, at - max(ends), 0)
