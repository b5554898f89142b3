"""The picture: the board with its hole, the pieces, and the cells that break a rule."""

from collections.abc import Iterator

from tilewright.drawing import Area, Scene, piece_colour
from tilewright.game import Verdict

from .rules import Board, Cover


def scene(board: Board | None, cover: Cover | None, verdict: Verdict | None) -> Scene:
    if board is not None:
        size = board.size
    else:
        size = 1 + max((max(cell) for piece in cover.pieces for cell in piece), default=0)
    return Scene.of(size, size, areas(size, board, cover, verdict), "Trominoes")


def areas(size: int, board: Board | None, cover: Cover | None, verdict: Verdict | None) -> Iterator[Area]:
    yield Area(tuple((row, column) for row in range(size) for column in range(size)), fill="paper")
    if board is not None:
        yield Area((board.hole,), fill="ink", title="the hole")
    for index, piece in enumerate(cover.pieces if cover else ()):
        yield Area(piece, fill=piece_colour(index), title=f"piece {index + 1}")
    for broken in verdict.broken if verdict else ():
        cells = tuple(cell for cell in broken.cells if min(cell) >= 0 and max(cell) < size)
        if cells:
            yield Area(cells, fill="error", hatch=True, title=broken.message)
