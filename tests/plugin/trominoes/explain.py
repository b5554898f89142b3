"""Hints: find a cell that only one piece can cover."""

from tilewright.game import Hint

from .rules import Board, Cover, placements


def hint(board: Board, cover: Cover | None) -> Hint:
    covered = {board.hole} | {cell for piece in (cover.pieces if cover else ()) for cell in piece}
    free = [cells for cells in placements(board) if covered.isdisjoint(cells)]
    for row, column in sorted(board.cells() - covered):
        fitting = [cells for cells in free if (row, column) in cells]
        where = f"row {row + 1}, column {column + 1}"
        if not fitting:
            return Hint(((row, column),), None, "mistake", f"No piece can cover {where} any more.")
        if len(fitting) == 1:
            return Hint(fitting[0], None, "only-piece", f"Only one piece can cover {where}.")
    if covered >= board.cells():
        return Hint((), None, "solved", "The board is covered.")
    return Hint((), None, "no-step", "Every remaining cell can be covered in several ways.")
