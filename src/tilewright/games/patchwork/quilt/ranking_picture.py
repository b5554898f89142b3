"""The picture of a ranking: heat maps of the domain sizes, and small boards with the ranked placements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

from tilewright.drawing.scene import Area, Dot, Element, Label, Scene
from tilewright.game import Cell
from tilewright.games.patchwork.pieces.patches import SIDE
from tilewright.games.patchwork.quilt.picture import board, middle
from tilewright.games.patchwork.quilt.placement_ranking import RankedPlacement, Ranking, Sizes

__all__ = ["ranking_scene"]

PITCH = SIDE + 1.0
CAPTION = 1.3
SHOWN = 6


def ranking_scene(ranking: Ranking, shown: int = SHOWN) -> Scene:
    """Draw heat maps before and after the placement with the least regret, and the ranking below the heat maps.

    The area of a disc is proportional to the domain size of its square. The small boards show the placements
    with the least regret and, last, the placement with the most regret.
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
        elements.append(_caption(SIDE + 1, SIDE, f"after it: regret {best.regret}"))
        elements += _difference((0, 2 * (SIDE + 1)), ranking, best)
        elements.append(_caption(2 * (SIDE + 1), SIDE, "taken from each square"))
        chosen = _chosen(ranking.placements, shown)
        for index, (rank, placement) in enumerate(chosen):
            top, left = int(height) + 1 + index // 3 * (SIDE + 2), index % 3 * (SIDE + 1)
            elements += _small_board((top, left), ranking, placement)
            caption = f"{rank} of {len(ranking.placements)}: regret {placement.regret}"
            elements.append(_caption(left, top + SIDE, caption))
        rows = -(-len(chosen) // 3)
        height = int(height) + 1 + rows * (SIDE + 2) - 2 + CAPTION + 0.7
    return Scene.of(width, height, elements, f"Patchwork: patch {ranking.patch} ranked by regret")


def _chosen(placements: Sequence[RankedPlacement], shown: int) -> list[tuple[int, RankedPlacement]]:
    """Return `shown` placements with their ranks: the first placements and the last one."""
    numbered = list(enumerate(placements, start=1))
    return numbered if len(numbered) <= shown else [*numbered[: shown - 1], numbered[-1]]


def _covered(ranking: Ranking, corner: Cell) -> Iterator[Element]:
    """Draw the patches that were laid earlier, and the frame of the board."""
    for placement in ranking.laid:
        cells = tuple((row + corner[0], column + corner[1]) for row, column in placement.cells)
        yield Area(cells, fill="grid", outline="muted", width=0.04)
    frame = tuple((row + corner[0], column + corner[1]) for row in range(SIDE) for column in range(SIDE))
    yield Area(frame, outline="ink", width=0.08)


def _heat_map(
    corner: Cell, ranking: Ranking, sizes: Sizes, placed: Sequence[Cell] | None, largest: int
) -> Iterator[Element]:
    """Draw a heat map of domain sizes, with the current patch if `placed` is given."""
    top, left = corner
    yield from board(SIDE, SIDE, corner)
    yield from _covered(ranking, corner)
    decided = {cell for placement in ranking.laid for cell in placement.cells} | set(placed or ())
    for row in range(SIDE):
        for column in range(SIDE):
            size = sizes[row][column]
            if (row, column) not in decided:
                centre = (left + column + 0.5, top + row + 0.5)
                yield Dot(centre, 0.48 * sqrt(size / largest), "piece7", title=f"[{row}, {column}]: {size}")
                yield Label(centre, str(size), 0.26)
    if placed:
        yield _patch(corner, placed)
        row, column = middle(placed)
        yield Label((left + column + 0.5, top + row + 0.5), str(ranking.patch), 0.36)


def _difference(corner: Cell, ranking: Ranking, best: RankedPlacement) -> Iterator[Element]:
    """Draw the amount by which the best placement shrinks each square's domain."""
    top, left = corner
    yield from board(SIDE, SIDE, corner)
    yield from _covered(ranking, corner)
    taken = {
        (row, column): ranking.before[row][column] - best.after[row][column]
        for row in range(SIDE)
        for column in range(SIDE)
        if (row, column) not in best.cells
    }
    most = max([1, *taken.values()])
    for (row, column), loss in taken.items():
        if loss:
            centre = (left + column + 0.5, top + row + 0.5)
            yield Dot(centre, 0.48 * sqrt(loss / most), "piece1", title=f"[{row}, {column}]: {loss} fewer")
            yield Label(centre, str(loss), 0.26)
    yield _patch(corner, best.cells)


def _small_board(corner: Cell, ranking: Ranking, placement: RankedPlacement) -> Iterator[Element]:
    yield from board(SIDE, SIDE, corner)
    yield from _covered(ranking, corner)
    yield _patch(corner, placement.cells)


def _patch(corner: Cell, cells: Sequence[Cell]) -> Area:
    moved = tuple((row + corner[0], column + corner[1]) for row, column in cells)
    return Area(moved, fill="piece5", outline="ink", width=0.12)


def _caption(left: float, bottom: float, text: str) -> Label:
    return Label((left + SIDE / 2, bottom + 0.65), text, 0.45)
