"""Pictures of boards with pieces: the pieces that are not placed yet are drawn below the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tilewright.drawing.palette import piece_colour
from tilewright.drawing.scene import Area, Element, Scene
from tilewright.game import Verdict
from tilewright.puzzles.board_picture import BoardPicture

__all__ = ["PiecePicture"]

NARROWEST_ROW = 12
"""The smallest width, in cells, of the space for a row of pieces below the board."""


class PiecePicture(BoardPicture):
    """Draws boards with pieces."""

    def scene(self, instance: Any, solution: Any = None, verdict: Verdict | None = None) -> Scene:
        """Draw a board with its placed pieces and, below the board, the other pieces."""
        scene = super().scene(instance, solution, verdict)
        left = [] if instance is None else _pieces_left(instance, solution)
        if not left:
            return scene
        width = max(scene.width, NARROWEST_ROW)
        rows = list(_rows_of_pieces(instance, left, int(width)))
        pieces: list[Element] = []
        top = int(scene.height) + 1
        for row in rows:
            column = 0
            for number in row:
                drawing = instance.pieces[number]
                cells = tuple(
                    (top + r, column + c)
                    for r, line in enumerate(drawing)
                    for c, mark in enumerate(line)
                    if mark == "#"
                )
                pieces.append(Area(cells, piece_colour(number), title=f"piece {number}"))
                column += len(drawing[0]) + 1
            top += max(len(instance.pieces[number]) for number in row) + 1
        return Scene.of(width, top, [*scene.elements, *pieces], scene.title)


def _pieces_left(instance: Any, solution: Any) -> list[int]:
    """Return the pieces to draw below the board, as indices into `instance.pieces`.

    If each piece may be used any number of times, all pieces are drawn below a board without a solution, and
    none below a board with a solution.
    """
    if instance.each != "once":
        return [] if solution is not None else list(range(len(instance.pieces)))
    placed = {piece.piece for piece in (instance.fixed if solution is None else solution.placements)}
    return [number for number in range(len(instance.pieces)) if number not in placed]


def _rows_of_pieces(instance: Any, numbers: list[int], width: int) -> Iterator[list[int]]:
    """Yield the numbers of the pieces in each row; each row has as many pieces as fit into the width."""
    row: list[int] = []
    used = 0
    for number in numbers:
        needed = len(instance.pieces[number][0]) + 1
        if row and used + needed > width + 1:
            yield row
            row, used = [], 0
        row.append(number)
        used += needed
    yield row
