"""Pictures of quilts: one board with its patches, or several perfect quilts side by side.

Every patch has an outline and shows its number; neighbouring patches have different colours. The numbers of the
patches that were not laid are listed below the quilt. If no solution is given, the picture shows the patches of
the instance in their order. ``duel/picture.py`` draws positions of the two-player game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from tilewright.drawing.palette import piece_colour
from tilewright.drawing.scene import Area, Dot, Element, Label, Line, Scene
from tilewright.drawing.stroke_font import text_width
from tilewright.errors import BadInput
from tilewright.game import Cell, Verdict
from tilewright.games.patchwork.pieces.patches import SIDE
from tilewright.games.patchwork.quilt.perfect_quilt_query_and_result import PerfectQuilts
from tilewright.games.patchwork.quilt.rules import Placement, QuiltInstance, QuiltSolution
from tilewright.geometry import Polyomino, neighbours

__all__ = ["board", "middle", "moved", "patches_on", "quilt_scene", "quilts_scene", "save_quilts", "scene"]

ROW_WIDTH = 18
"""The maximum width of a row of patches, in squares, when an order is drawn."""
MAX_DISTANCE = 60
"""The largest distance from the board, in squares, at which a patch is still drawn."""
TEXT_HEIGHT = 0.34
"""The height of the text below the quilt, in squares."""


def scene(
    instance: QuiltInstance | None, solution: QuiltSolution | None = None, verdict: Verdict | None = None
) -> Scene:
    """Draw the quilt of a solution, or the patches of an instance if no solution is given.

    Squares where the verdict reports broken rules are hatched.
    """
    if solution is None:
        if instance is None:
            raise BadInput("there is nothing to draw: give a patchwork instance or a solution")
        return _order_scene(instance)
    if (extent := _extent(solution.placements)) is None:
        raise BadInput("a patch is too far off the board to be drawn")
    top, left, bottom, right = extent
    shifted = [Placement(laid.patch, moved(laid.cells, top, left)) for laid in solution.placements]
    elements = [*board(SIDE, SIDE, (top, left)), *_open_squares((top, left), shifted), *patches_on(shifted)]
    elements += _broken(verdict, extent)
    width, height = left + max(SIDE, right), float(top + max(SIDE, bottom))
    if instance is not None:
        lines = list(_wrapped(_not_laid(instance, solution), width))
        for line in lines:
            height += 0.7
            elements.append(
                Label((text_width(line, TEXT_HEIGHT) / 2 + 0.05, height - 0.3), line, TEXT_HEIGHT, "muted")
            )
    title = f"Patchwork: {len(solution.placements)} patches cover {solution.area} squares"
    return Scene.of(width, height, elements, title)


def quilt_scene(placements: Sequence[Placement], rows: int = SIDE, cols: int = SIDE) -> Scene:
    """Draw a board with patches, without checking the rules."""
    return quilts_scene([placements], rows, cols)


def quilts_scene(quilts: Sequence[Sequence[Placement]], rows: int = SIDE, cols: int = SIDE) -> Scene:
    """Draw several boards in a grid with about as many rows of boards as columns."""
    across = next(n for n in range(1, len(quilts) + 2) if n * n >= len(quilts))
    elements: list[Element] = []
    for index, quilt in enumerate(quilts):
        top, left = index // across * (rows + 1), index % across * (cols + 1)
        elements += board(rows, cols, (top, left))
        elements += patches_on([Placement(laid.patch, moved(laid.cells, top, left)) for laid in quilt])
    down = -(-len(quilts) // across)
    name = "a quilt" if len(quilts) == 1 else f"{len(quilts)} quilts"
    return Scene.of(across * (cols + 1) - 1, down * (rows + 1) - 1, elements, f"Patchwork: {name}")


def save_quilts(result: PerfectQuilts, path: str) -> None:
    """Write a picture of the quilts of a result to a file."""
    quilts_scene(result.quilts, result.query.rows, result.query.cols).save(path)


# --- The board ----------------------------------------------------------------------------------------


def board(rows: int, cols: int, corner: Cell = (0, 0)) -> Iterator[Element]:
    """Draw an empty board with its grid."""
    top, left = corner
    cells = moved(product(range(rows), range(cols)), top, left)
    yield Area(cells, fill="paper", outline=None)
    for column in range(1, cols):
        yield Line(((left + column, top), (left + column, top + rows)), "grid", 0.03)
    for row in range(1, rows):
        yield Line(((left, top + row), (left + cols, top + row)), "grid", 0.03)
    yield Area(cells, outline="ink", width=0.08)


def _open_squares(corner: Cell, placements: Sequence[Placement]) -> Iterator[Element]:
    """Draw a dot on each open square, so that open squares do not look like patches."""
    covered = {cell for placement in placements for cell in placement.cells}
    for row, column in moved(product(range(SIDE), range(SIDE)), *corner):
        if (row, column) not in covered:
            yield Dot((column + 0.5, row + 0.5), 0.06, "muted")


def patches_on(placements: Sequence[Placement]) -> Iterator[Element]:
    """Draw the patches with their outlines and their numbers."""
    colours = _colours(placements)
    for position, (placement, colour) in enumerate(zip(placements, colours, strict=True), start=1):
        title = f"patch {placement.patch}, number {position} in the order of placement"
        yield Area(placement.cells, fill=colour, width=0.07, title=title)
    for placement in placements:
        row, column = middle(placement.cells)
        yield Label((column + 0.5, row + 0.5), str(placement.patch), 0.36)


def middle(cells: Sequence[Cell]) -> Cell:
    """Return the square that is nearest to the centre of a patch."""
    row = sum(r for r, _ in cells) / len(cells)
    column = sum(c for _, c in cells) / len(cells)
    return min(cells, key=lambda cell: ((cell[0] - row) ** 2 + (cell[1] - column) ** 2, cell))


def _colours(placements: Sequence[Placement]) -> list[str]:
    """Return a colour for each patch: the colour of its number, or the next colour that no neighbour has."""
    owner: dict[Cell, int] = {}
    colours: list[str] = []
    for index, placement in enumerate(placements):
        adjacent = {owner[n] for cell in placement.cells for n in neighbours(cell) if n in owner}
        taken = {colours[other] for other in adjacent}
        preferred = [piece_colour(placement.patch + step) for step in range(10)]
        colours.append(next((colour for colour in preferred if colour not in taken), preferred[0]))
        owner.update(dict.fromkeys(placement.cells, index))
    return colours


def moved(cells: Iterable[Cell], down: int, right: int) -> tuple[Cell, ...]:
    """Return the squares moved by `down` rows and by `right` columns."""
    return tuple((row + down, column + right) for row, column in cells)


# --- Broken rules, and patches that were not laid -----------------------------------------------------


def _extent(placements: Sequence[Placement]) -> tuple[int, int, int, int] | None:
    """Return how far the patches extend, or None if they extend too far to be drawn.

    The four numbers are: the number of rows above the board, the number of columns to the left of the board,
    the last row plus one, and the last column plus one.
    """
    cells = [cell for placement in placements for cell in placement.cells]
    rows, columns = [0, *(r for r, _ in cells)], [0, *(c for _, c in cells)]
    distance = max(-min(rows), -min(columns), max(rows) - SIDE, max(columns) - SIDE)
    return None if distance > MAX_DISTANCE else (-min(rows), -min(columns), max(rows) + 1, max(columns) + 1)


def _broken(verdict: Verdict | None, corner: tuple[int, int, int, int]) -> Iterator[Element]:
    rules = () if verdict is None else verdict.broken
    cells = {cell for rule in rules for cell in rule.cells}
    if cells:
        title = "; ".join(dict.fromkeys(rule.message for rule in rules if rule.cells))
        yield Area(moved(sorted(cells), *corner[:2]), outline="error", hatch=True, width=0.12, title=title)


def _not_laid(instance: QuiltInstance, solution: QuiltSolution) -> list[int]:
    """Return the patches of the order that were not laid."""
    not_laid = list(instance.order)
    for placement in solution.placements:
        if placement.patch in not_laid:
            not_laid.remove(placement.patch)
    return not_laid


def _wrapped(patches: Sequence[int], width: float) -> Iterator[str]:
    """Yield lines with the numbers of the patches that were not laid; no line is wider than the picture."""
    line = "not laid:"
    for patch in patches:
        longer = f"{line} {patch}"
        if text_width(longer, TEXT_HEIGHT) > width - 0.1:
            yield line
            longer = str(patch)
        line = longer
    if patches:
        yield line


# --- The patches of an order --------------------------------------------------------------------------


def _order_scene(instance: QuiltInstance) -> Scene:
    """Draw the patches of an instance in rows, in the order of the instance."""
    elements: list[Element] = []
    top = left = height = 0
    width = 1
    for position, patch in enumerate(instance.order, start=1):
        shape = _flat(instance.patch_set[patch].shape)
        if left and left + shape.cols > ROW_WIDTH:
            top, left, height = top + height + 1, 0, 0
        laid = Placement(patch, moved(shape.cells, top, left))
        elements.append(Area(laid.cells, piece_colour(patch), width=0.07, title=f"{position}: patch {patch}"))
        row, column = middle(laid.cells)
        elements.append(Label((column + 0.5, row + 0.5), str(patch), 0.36))
        left, height, width = left + shape.cols + 1, max(height, shape.rows), max(width, left + shape.cols)
    title = f"Patchwork: {len(instance.order)} patches, {instance.strategy}"
    return Scene.of(width, max(1, top + height), elements, title)


def _flat(shape: Polyomino) -> Polyomino:
    """Of all orientations of a shape, return the one with the fewest rows."""
    return min(shape.orientations(mirror=True), key=lambda orientation: (orientation.rows, orientation.cells))
