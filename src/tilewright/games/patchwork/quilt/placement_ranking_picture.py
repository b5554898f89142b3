"""The picture of a ranking: heat maps of the domain sizes, and boards with the best and worst placements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import sqrt

from tilewright.drawing.scene import Area, Dot, Element, Label, Point, Scene
from tilewright.game import Cell
from tilewright.games.patchwork.pieces.patches import SIDE
from tilewright.games.patchwork.quilt.picture import board, middle, moved
from tilewright.games.patchwork.quilt.placement_ranking import RankedPlacement, Ranking, Sizes

__all__ = ["ranking_scene"]

PITCH = SIDE + 1.0
CAPTION = 1.3
SHOWN = 6
SQUARES = tuple(product(range(SIDE), range(SIDE)))


def ranking_scene(ranking: Ranking, shown: int = SHOWN) -> Scene:
    """Draw heat maps for the placement with the least regret, and the ranking below them.

    The heat maps show the domain sizes before and after this placement, and their differences. In each map, the
    area of a disc is proportional to the number on it. The boards of the ranking show the placements with the
    least regret and, last, the placement with the most regret.
    """
    best = ranking.placements[0] if ranking.placements else None
    largest = max((size for row in ranking.before for size in row), default=1)
    elements = [
        *_heat_map((0, 0), ranking, ranking.before, None, largest),
        _caption(0, SIDE, f"before patch {ranking.patch}: domain sizes"),
    ]
    width, height = 3 * PITCH - 1, SIDE + CAPTION
    if best is not None:
        elements += _heat_map((0, SIDE + 1), ranking, best.after, best.cells, largest)
        elements.append(_caption(SIDE + 1, SIDE, f"after patch {ranking.patch}: regret {best.regret}"))
        elements += _difference((0, 2 * (SIDE + 1)), ranking, best)
        elements.append(_caption(2 * (SIDE + 1), SIDE, "reduction of each domain"))
        chosen = _chosen(ranking.placements, shown)
        for index, (rank, placement) in enumerate(chosen):
            top, left = int(height) + 1 + index // 3 * (SIDE + 2), index % 3 * (SIDE + 1)
            elements += _laid_board((top, left), ranking)
            elements.append(_patch((top, left), placement.cells))
            caption = f"{rank} of {len(ranking.placements)}: regret {placement.regret}"
            elements.append(_caption(left, top + SIDE, caption))
        rows = -(-len(chosen) // 3)
        height = int(height) + 1 + rows * (SIDE + 2) - 2 + CAPTION + 0.7
    title = f"Patchwork: placements of patch {ranking.patch}, ranked by regret"
    return Scene.of(width, height, elements, title)


def _chosen(placements: Sequence[RankedPlacement], shown: int) -> list[tuple[int, RankedPlacement]]:
    """Return at most `shown` placements with their ranks: the first ones and the last one."""
    numbered = list(enumerate(placements, start=1))
    return numbered if len(numbered) <= shown else [*numbered[: shown - 1], numbered[-1]]


def _laid_board(corner: Cell, ranking: Ranking) -> Iterator[Element]:
    """Draw the board with its frame and the patches that were laid earlier."""
    yield from board(SIDE, SIDE, corner)
    for placement in ranking.laid:
        yield Area(moved(placement.cells, *corner), fill="grid", outline="muted", width=0.04)
    yield Area(moved(SQUARES, *corner), outline="ink", width=0.08)


def _heat_map(
    corner: Cell, ranking: Ranking, sizes: Sizes, placed: Sequence[Cell] | None, largest: int
) -> Iterator[Element]:
    """Draw a heat map of domain sizes, with the current patch if `placed` is given."""
    yield from _laid_board(corner, ranking)
    decided = {cell for placement in ranking.laid for cell in placement.cells} | set(placed or ())
    for row, column in SQUARES:
        if (row, column) not in decided:
            size = sizes[row][column]
            centre = _centre(corner, (row, column))
            yield Dot(centre, 0.48 * sqrt(size / largest), "piece7", title=f"[{row}, {column}]: {size}")
            yield Label(centre, str(size), 0.26)
    if placed:
        yield _patch(corner, placed)
        yield Label(_centre(corner, middle(placed)), str(ranking.patch), 0.36)


def _difference(corner: Cell, ranking: Ranking, best: RankedPlacement) -> Iterator[Element]:
    """Draw, for each square, the amount by which the best placement shrinks the square's domain."""
    yield from _laid_board(corner, ranking)
    taken = {
        (row, column): ranking.before[row][column] - best.after[row][column]
        for row, column in SQUARES
        if (row, column) not in best.cells
    }
    most = max([1, *taken.values()])
    for (row, column), loss in taken.items():
        if loss:
            centre = _centre(corner, (row, column))
            yield Dot(centre, 0.48 * sqrt(loss / most), "piece1", title=f"[{row}, {column}]: {loss} fewer")
            yield Label(centre, str(loss), 0.26)
    yield _patch(corner, best.cells)


def _centre(corner: Cell, cell: Cell) -> Point:
    return corner[1] + cell[1] + 0.5, corner[0] + cell[0] + 0.5


def _patch(corner: Cell, cells: Sequence[Cell]) -> Area:
    return Area(moved(cells, *corner), fill="piece5", outline="ink", width=0.12)


def _caption(left: float, bottom: float, text: str) -> Label:
    return Label((left + SIDE / 2, bottom + 0.65), text, 0.45)
