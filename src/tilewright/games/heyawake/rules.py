"""The rules of Heyawake.

The board is divided into rooms, some of which have a number. Shade cells so that:

- no two shaded cells share an edge;
- all unshaded cells are connected edge to edge;
- a room with a number has that many shaded cells;
- no straight line of unshaded cells spans more than two rooms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar

from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Cell
from tilewright.puzzles import solution_types
from tilewright.puzzles.board_base_classes import RegionGrid
from tilewright.puzzles.build_violations import checker, divided, undecided, violation
from tilewright.puzzles.kinds_and_states import SHADED, UNDECIDED, UNSHADED, all_edges, rows_and_columns
from tilewright.puzzles.message_text import brief, describe_cell, with_plural

__all__ = ["RULES", "Board", "Shading", "check"]

RULES: Mapping[str, str] = {
    "wrong-size": "The solution has as many rows and columns as the board.",
    "undecided": "Every cell is shaded or unshaded.",
    "shaded-neighbours": "No two shaded cells share an edge.",
    "divided": "All unshaded cells are connected edge to edge.",
    "wrong-count": "A room with a number has that many shaded cells.",
    "three-rooms": "No straight line of unshaded cells spans more than two rooms.",
}


@dataclass(frozen=True, slots=True)
class Board(RegionGrid):
    """A board of rooms; `counts` contains pairs of a region and its required number of shaded cells."""

    game: ClassVar[str] = "heyawake"
    counts: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        super(Board, self).__post_init__()
        object.__setattr__(self, "counts", _read_counts(self.counts, self.cells_by_region()))

    def clues(self) -> dict[Cell, int]:
        """Map the first cell of each room that has a number to that number."""
        cells = self.cells_by_region()
        return {cells[region][0]: number for region, number in self.counts}


def _read_counts(counts: Any, rooms: Mapping[int, list[Cell]]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of region and number, ordered by region; raise an error if a pair is wrong."""
    pairs: dict[int, int] = {}
    for pair in counts:
        if not isinstance(pair, list | tuple) or len(pair) != 2 or not all(type(each) is int for each in pair):
            raise BadInput(f"clues: expected a pair [region, number], not {brief(pair)}")
        region, number = pair
        if region not in rooms:
            raise BadInput(f"clues: there is no region {brief(region)}")
        name = f"region {brief(region)}, at {describe_cell(rooms[region][0])},"
        if region in pairs:
            raise BadInput(f"clues: {name} has two numbers")
        if not 0 <= number <= len(rooms[region]):
            cells = with_plural(len(rooms[region]), "cell")
            expected = f"a number from 0 to {len(rooms[region])}"
            raise BadInput(f"clues: {name} has {cells}: expected {expected}, not {brief(number)}")
        pairs[region] = number
    return tuple((region, pairs[region]) for region in rooms if region in pairs)


class Shading(solution_types.Shading):
    """A board with ``#`` for shaded, ``.`` for unshaded and, in a state, ``-`` for undecided cells."""

    __slots__ = ()
    game: ClassVar[str] = "heyawake"


@checker
def check(instance: Board, solution: Shading) -> Iterator[BrokenRule]:
    """Yield every violation that no further decision could repair, and the undecided cells."""
    yield from undecided(solution)
    shaded, unshaded, open_cells = (solution.cells(value) for value in (SHADED, UNSHADED, UNDECIDED))
    for edge in all_edges(instance.height, instance.width):
        if shaded.issuperset(edge):
            yield violation("shaded-neighbours", edge, "two shaded cells share an edge")
    yield from divided(UNSHADED, "unshaded", solution)
    rooms = instance.cells_by_region()
    for region, number in instance.counts:
        room = rooms[region]
        count = len(shaded.intersection(room))
        if count > number or count + len(open_cells.intersection(room)) < number:
            cells = with_plural(count, "shaded cell")
            yield violation("wrong-count", room, f"the room has {cells} instead of {number}")
    for line in rows_and_columns(instance.height, instance.width):
        for is_unshaded, run in groupby(line, unshaded.__contains__):
            cells_in_line = list(run)
            count = len({instance.regions[row][column] for row, column in cells_in_line})
            if is_unshaded and count > 2:
                message = f"a line of unshaded cells spans {count} rooms"
                yield violation("three-rooms", cells_in_line, message)
