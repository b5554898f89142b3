"""Domino pictures: the board, the stones laid and their order, and below the board the remaining stones.

A small arrow leads from each stone to the next stone, between the two halves where they join; a green dot marks
the first half of the first stone. A dashed line connects two consecutive stones that do not join. Boards with a
side above `LEGIBLE_SIDE` are drawn without labels, arrow heads or remaining stones; for a side above
`DETAILED_SIDE`, the picture divides the board into blocks and shows only whether each block is full, partly
covered or empty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tilewright.drawing.scene import Area, Dot, Element, Label, Line, Point, Scene
from tilewright.errors import BadInput
from tilewright.game import Cell, Verdict
from tilewright.games.domino.rules import DominoInstance, DominoSolution

if TYPE_CHECKING:
    from tilewright.games.domino.state import DominoState

__all__ = ["scene", "state_scene"]

LEGIBLE_SIDE = 60
"""The largest side of a board that is drawn with labels."""
DETAILED_SIDE = 200
"""The largest side of a board that is drawn with individual stones."""
BLOCKS_PER_SIDE = 50
"""The maximum number of blocks per side in the picture of a very large board."""
KINDS_SHOWN = 40
"""The maximum number of kinds of stones that are drawn below the board."""
KIND_WIDTH = 4
"""The width that each kind of stone takes below the board, in cells: two for the stone, two for its count."""

Kinds = Counter[tuple[int, int]]


class Laid(NamedTuple):
    """A stone that has been laid: its labels and its cells."""

    labels: tuple[int, int]
    cells: tuple[Cell, Cell]


def scene(
    instance: DominoInstance | None, solution: DominoSolution | None = None, verdict: Verdict | None = None
) -> Scene:
    """Return a drawing of the board with the stones laid, and of the remaining stones.

    Cells at which a rule is broken are hatched.
    """
    if instance is None and solution is None:
        raise BadInput("there is nothing to draw: give a domino instance or a solution")
    n, corner, width, height = _frame(instance, solution)
    title = _title(n, instance, solution)
    if n > DETAILED_SIDE:
        return _overview(n, solution, title)
    if max(width, height) > 2 * DETAILED_SIDE:
        raise BadInput("a stone lies too far off the board to be drawn")
    legible = n <= LEGIBLE_SIDE
    laid = _laid(solution, corner)
    elements = [*_board(n, corner, legible), *_stones(laid, legible), *_broken(verdict, laid, corner)]
    elements += _labels(laid) if legible else ()
    elements += _joints(laid, legible)
    if instance is not None and legible:
        kinds = _left_over(instance, laid)
        width = max(width, KIND_WIDTH if kinds else 1)
        rows = list(_rows_of_kinds(kinds, width))
        elements += [element for index, row in enumerate(rows) for element in _kinds(row, height + 1 + index)]
        height += 1 + len(rows) if rows else 0
    return Scene.of(width, height, elements, title)


def state_scene(state: DominoState) -> Scene:
    """Return a drawing of a state of the solitaire game: the stones laid so far and the remaining stones."""
    return scene(state.instance, state.to_solution())


def _title(n: int, instance: DominoInstance | None, solution: DominoSolution | None) -> str:
    given = "" if instance is None else f" of {len(instance.stones)}"
    stones = (
        f"{given.removeprefix(' of')} stones" if solution is None else f"{len(solution)}{given} stones laid"
    )
    return f"Domino: {stones.strip()}, {n} x {n} cells"


def _frame(instance: DominoInstance | None, solution: DominoSolution | None) -> tuple[int, Cell, int, int]:
    """Return the side and the position of the board, and the width and height of the picture.

    The position is the row and column of the board's top left cell in the picture. The picture is larger than
    the board if stones lie off the board.
    """
    cells = np.zeros((0, 2), np.int32) if solution is None else solution.cells.reshape(-1, 2)
    top, left = (-cells.min(axis=0, initial=0)).tolist()
    bottom, right = (cells.max(axis=0, initial=0) + 1).tolist()
    n = max(bottom, right) if instance is None else instance.n
    return n, (top, left), left + max(n, right), top + max(n, bottom)


def _laid(solution: DominoSolution | None, corner: Cell) -> list[Laid]:
    if solution is None:
        return []
    cells = (solution.cells + np.array(corner, np.int32)).tolist()
    return [
        Laid((a, b), ((first[0], first[1]), (second[0], second[1])))
        for (a, b), (first, second) in zip(solution.stones.tolist(), cells, strict=True)
    ]


# --- On the board -------------------------------------------------------------------------------------


def _board(n: int, corner: Cell, legible: bool) -> Iterator[Element]:
    top, left = corner
    cells = tuple((top + row, left + column) for row, column in product(range(n), repeat=2))
    yield Area(cells, fill="paper", outline=None)
    if legible:
        for offset in range(1, n):
            yield Line(((left + offset, top), (left + offset, top + n)), "grid", 0.03)
            yield Line(((left, top + offset), (left + n, top + offset)), "grid", 0.03)
    yield Area(cells, outline="ink", width=0.06 if legible else n / 500)


def _stones(laid: Sequence[Laid], legible: bool) -> Iterator[Element]:
    for number, stone in enumerate(laid, 1):
        if legible:
            yield _stone(stone, f"stone {number}: {stone.labels[0]}-{stone.labels[1]}")
        else:
            yield Area(stone.cells, fill="land", inset=0.06)


def _stone(stone: Laid, title: str) -> Area:
    return Area(stone.cells, fill="land", inset=0.09, rounding=0.18, title=title)


def _labels(laid: Sequence[Laid]) -> Iterator[Element]:
    on_top = {cell: label for stone in laid for label, cell in zip(*stone, strict=True)}
    for cell, label in on_top.items():
        yield Label(_centre(cell), str(label), 0.4 if 0 <= label < 100 else 0.28)


def _broken(verdict: Verdict | None, laid: Sequence[Laid], corner: Cell) -> Iterator[Element]:
    rules = () if verdict is None else verdict.broken
    marked = {(row + corner[0], column + corner[1]) for rule in rules for row, column in rule.cells}
    shown = sorted(marked & {cell for stone in laid for cell in stone.cells})
    if shown:
        yield Area(tuple(shown), outline="error", hatch=True, width=0.1, title="broken rules")


def _joints(laid: Sequence[Laid], legible: bool) -> Iterator[Element]:
    """Mark the first half of the first stone, and draw a line from each stone to the next.

    The line connects the cells where the stones join. If they do not join, the line is dashed.
    """
    for before, after in pairwise(laid):
        joined = _joined(before, after)
        (x, y), (to_x, to_y) = map(_centre, joined or (before.cells[1], after.cells[0]))
        margin = 0.32 / max(1.0, hypot(to_x - x, to_y - y))  # keeps the line off the labels at both ends
        begin = (x + margin * (to_x - x), y + margin * (to_y - y))
        end = (to_x - margin * (to_x - x), to_y - margin * (to_y - y))
        colour = "ink" if joined else "error"
        yield Line((begin, end), colour, 0.06, dashed=joined is None, arrow=legible)
    for stone in laid[:1]:
        row, column = stone.cells[0]
        centre = (column + 0.21, row + 0.26) if legible else _centre(stone.cells[0])
        yield Dot(centre, 0.09 if legible else 0.4, "good", "ink", title="the first half")


def _joined(before: Laid, after: Laid) -> tuple[Cell, Cell] | None:
    """Return two neighbouring cells with equal labels, one of each stone; None if the stones do not join.

    If rule `chain` joins the stones, the second cell of `before` and the first cell of `after` are returned.
    """
    for after_half, before_half in ((0, 1), (0, 0), (1, 1), (1, 0)):
        cell, other = before.cells[before_half], after.cells[after_half]
        distance = abs(cell[0] - other[0]) + abs(cell[1] - other[1])
        if distance == 1 and before.labels[before_half] == after.labels[after_half]:
            return cell, other
    return None


def _centre(cell: Cell) -> Point:
    return cell[1] + 0.5, cell[0] + 0.5


# --- Below the board ----------------------------------------------------------------------------------


def _left_over(instance: DominoInstance, laid: Sequence[Laid]) -> Kinds:
    """Return the number of remaining stones of each kind."""
    pairs = np.sort(instance.stones, axis=1)
    kinds, counts = np.unique(pairs, axis=0, return_counts=True)
    given = Counter({(a, b): count for (a, b), count in zip(kinds.tolist(), counts.tolist(), strict=True)})
    used = Counter((min(stone.labels), max(stone.labels)) for stone in laid)
    return given - used


def _rows_of_kinds(kinds: Kinds, width: int) -> Iterator[list[tuple[tuple[int, int], int]]]:
    shown = sorted(kinds.items())[:KINDS_SHOWN]
    across = max(1, width // KIND_WIDTH)
    for start in range(0, len(shown), across):
        yield shown[start : start + across]


def _kinds(row: list[tuple[tuple[int, int], int]], y: int) -> Iterator[Element]:
    for index, (labels, count) in enumerate(row):
        x = index * KIND_WIDTH
        stone = Laid(labels, ((y, x), (y, x + 1)))
        yield _stone(stone, f"not laid: {labels[0]}-{labels[1]}, {count} left")
        yield from _labels([stone])
        if count > 1:
            yield Label((x + 2.75, y + 0.5), f"×{count}", 0.32, "muted")


# --- Very large boards --------------------------------------------------------------------------------


def _overview(n: int, solution: DominoSolution | None, title: str) -> Scene:
    """Draw the board in blocks: full, partly covered (hatched), or empty."""
    side = -(-n // BLOCKS_PER_SIDE)
    cells = np.zeros((0, 2), np.int32) if solution is None else solution.cells.reshape(-1, 2)
    inside = cells[((cells >= 0) & (cells < n)).all(axis=1)]
    across = -(-n // side)
    covered = np.bincount(inside[:, 0] // side * across + inside[:, 1] // side, minlength=across**2)
    lengths = np.diff(np.append(np.arange(0, n, side), n))
    sizes = np.outer(lengths, lengths).ravel()

    def blocks(mask: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> tuple[Cell, ...]:
        return tuple(divmod(int(index), across) for index in np.flatnonzero(mask))

    parts = [
        Area(blocks(sizes > 0), fill="paper", title=f"each square represents {side} x {side} cells"),
        Area(blocks(covered >= sizes), fill="piece7", title="covered by stones"),
        Area(blocks((covered > 0) & (covered < sizes)), fill="paper", hatch=True, title="partly covered"),
    ]
    return Scene.of(across, across, (part for part in parts if part.cells), title)
