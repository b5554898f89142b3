"""The rules: on a square board with one hole, each cell except the hole must be covered by exactly one L."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Cell, Instance, Solution, Verdict
from tilewright.geometry import Polyomino

RULES = {
    "not-an-l": "A piece is three cells of a 2x2 square.",
    "off-board": "Every piece is on the board.",
    "on-hole": "No piece covers the hole.",
    "overlap": "No cell is covered by two pieces.",
    "uncovered": "Every cell except the hole is covered.",
}


L = Polyomino.from_rows(["##", "#."])


@dataclass(frozen=True, slots=True)
class Board(Instance):
    size: int
    hole: Cell
    game: ClassVar[str] = "trominoes"

    def __post_init__(self) -> None:
        if not 1 <= self.size <= 64:
            raise BadInput(f"the size must be between 1 and 64, not {self.size}")
        if self.hole not in self.cells():
            raise BadInput(f"the hole {list(self.hole)} is outside the board")

    @property
    def parts(self) -> int:
        return self.size**2

    def cells(self) -> set[Cell]:
        return {(row, column) for row in range(self.size) for column in range(self.size)}


@dataclass(frozen=True, slots=True)
class Cover(Solution):
    pieces: tuple[tuple[Cell, ...], ...]
    game: ClassVar[str] = "trominoes"


def check(board: Board, cover: Cover) -> Verdict:
    """Return a verdict with every broken rule and the cells that break it."""
    pieces_on = Counter(cell for piece in cover.pieces for cell in set(piece))
    cells = board.cells()
    broken = {
        "not-an-l": {cell for piece in cover.pieces if not is_l(piece) for cell in piece},
        "off-board": set(pieces_on) - cells,
        "on-hole": set(pieces_on) & {board.hole},
        "overlap": {cell for cell, count in pieces_on.items() if count > 1},
        "uncovered": cells - set(pieces_on) - {board.hole},
    }
    return Verdict(
        tuple(BrokenRule(rule, RULES[rule], tuple(sorted(where))) for rule, where in broken.items() if where)
    )


def is_l(piece: tuple[Cell, ...]) -> bool:
    rows, columns = {row for row, _ in piece}, {column for _, column in piece}
    return len(set(piece)) == len(piece) == 3 and all(
        len(lines) == 2 and max(lines) - min(lines) == 1 for lines in (rows, columns)
    )


def placements(board: Board) -> Iterator[tuple[Cell, ...]]:
    """Yield every placement of a piece on the board that does not cover the hole."""
    for shape in L.orientations(mirror=True):
        yield from shape.placements(board.size, board.size, blocked={board.hole})
