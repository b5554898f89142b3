"""Pictures of quilts: the board with its patches, perfect quilts side by side, placements ranked by regret.

Every patch has an outline and bears its number; neighbours differ in colour too. Below a quilt stand the
numbers of the patches that were not laid. An instance alone is drawn as its patches, in the order in which
they come. Positions of the whole game are drawn in ``duel/picture.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from tilewright.drawing.palette import piece_colour
from tilewright.drawing.scene import Area, Dot, Element, Label, Line, Scene
from tilewright.drawing.stroke_font import text_width
from tilewright.errors import BadInput
from tilewright.game import Cell, Verdict
from tilewright.games.patchwork.pieces.patches import PATCHES, SIDE
from tilewright.games.patchwork.quilt.perfect_quilts import Perfect
from tilewright.games.patchwork.quilt.rules import Placement, QuiltInstance, QuiltSolution
from tilewright.geometry import Polyomino, neighbours

__all__ = ["board", "patches_on", "quilt_scene", "quilts_scene", "save_quilts", "scene"]

SHELF = 18
"""The patches of an order are drawn in rows of so many units."""
FARTHEST = 60
"""A patch may lie so far off the board and still be drawn."""
SMALL = 0.34
"""The height of small letters."""


def scene(
    instance: QuiltInstance | None, solution: QuiltSolution | None = None, verdict: Verdict | None = None
) -> Scene:
    """The quilt of a solution, squares of broken rules hatched, or the patches of an instance."""
    if solution is None:
        if instance is None:
            raise BadInput("there is nothing to draw: give a patchwork instance or a solution")
        return _order_scene(instance)
    if (corner := _corner(solution.placements)) is None:
        raise BadInput("a patch lies too far off the board to be drawn")
    top, left, bottom, right = corner
    moved = [Placement(each.patch, _moved(each.cells, top, left)) for each in solution.placements]
    elements = [*board(SIDE, SIDE, (top, left)), *_open_squares((top, left), moved), *patches_on(moved)]
    elements += _broken(verdict, corner)
    width, height = left + max(SIDE, right), float(top + max(SIDE, bottom))
    if instance is not None:
        lines = list(_wrapped(_left_out(instance, solution), width))
        for line in lines:
            height += 0.7
            elements.append(Label((text_width(line, SMALL) / 2 + 0.05, height - 0.3), line, SMALL, "muted"))
    title = f"Patchwork: {len(solution.placements)} patches cover {solution.area} squares"
    return Scene.of(width, height, elements, title)


def quilt_scene(placements: Sequence[Placement], rows: int = SIDE, cols: int = SIDE) -> Scene:
    """A board with patches, whatever the rules."""
    return quilts_scene([placements], rows, cols)


def quilts_scene(quilts: Sequence[Sequence[Placement]], rows: int = SIDE, cols: int = SIDE) -> Scene:
    """Boards beside and below one another."""
    across = next(n for n in range(1, len(quilts) + 2) if n * n >= len(quilts))
    elements: list[Element] = []
    for at, quilt in enumerate(quilts):
        top, left = at // across * (rows + 1), at % across * (cols + 1)
        elements += board(rows, cols, (top, left))
        elements += patches_on([Placement(each.patch, _moved(each.cells, top, left)) for each in quilt])
    down = -(-len(quilts) // across)
    name = "a quilt" if len(quilts) == 1 else f"{len(quilts)} quilts"
    return Scene.of(across * (cols + 1) - 1, down * (rows + 1) - 1, elements, f"Patchwork: {name}")


def save_quilts(found: Perfect, path: str) -> None:
    """Draw the quilts that were kept."""
    quilts_scene(found.quilts, found.wanted.rows, found.wanted.cols).save(path)


# --- The board ----------------------------------------------------------------------------------------


def board(rows: int, cols: int, corner: Cell = (0, 0)) -> Iterator[Element]:
    """An empty board with its grid."""
    top, left = corner
    cells = _moved(tuple(product(range(rows), range(cols))), top, left)
    yield Area(cells, fill="paper", outline=None)
    for at in range(1, cols):
        yield Line(((left + at, top), (left + at, top + rows)), "grid", 0.03)
    for at in range(1, rows):
        yield Line(((left, top + at), (left + cols, top + at)), "grid", 0.03)
    yield Area(cells, outline="ink", width=0.08)


def _open_squares(corner: Cell, placements: Sequence[Placement]) -> Iterator[Element]:
    """A dot on each square that no patch covers, so that an open square does not look like a patch."""
    covered = {cell for placement in placements for cell in placement.cells}
    for row, column in _moved(tuple(product(range(SIDE), range(SIDE))), *corner):
        if (row, column) not in covered:
            yield Dot((column + 0.5, row + 0.5), 0.06, "muted")


def patches_on(placements: Sequence[Placement], numbers: bool = True) -> Iterator[Element]:
    """The patches with their outlines, and on each its number."""
    colours = _colours(placements)
    for at, (placement, colour) in enumerate(zip(placements, colours, strict=True)):
        title = f"patch {placement.patch}, number {at + 1} on the board"
        yield Area(placement.cells, fill=colour, width=0.07, title=title)
    for placement in placements if numbers else ():
        row, column = middle(placement.cells)
        yield Label((column + 0.5, row + 0.5), str(placement.patch), 0.36)


def middle(cells: Sequence[Cell]) -> Cell:
    """The square of a patch that is nearest to its middle."""
    row = sum(r for r, _ in cells) / len(cells)
    column = sum(c for _, c in cells) / len(cells)
    return min(cells, key=lambda cell: ((cell[0] - row) ** 2 + (cell[1] - column) ** 2, cell))


def _colours(placements: Sequence[Placement]) -> list[str]:
    """A colour for each patch, its number's own unless a neighbour has it."""
    owner: dict[Cell, int] = {}
    colours: list[str] = []
    for at, placement in enumerate(placements):
        beside = {owner[n] for cell in placement.cells for n in neighbours(cell) if n in owner}
        taken = {colours[other] for other in beside}
        wishes = [piece_colour(placement.patch + step) for step in range(10)]
        colours.append(next((wish for wish in wishes if wish not in taken), wishes[0]))
        owner.update(dict.fromkeys(placement.cells, at))
    return colours


def _moved(cells: Sequence[Cell], down: int, right: int) -> tuple[Cell, ...]:
    return tuple((row + down, column + right) for row, column in cells)


# --- What is wrong, and what is left ------------------------------------------------------------------


def _corner(placements: Sequence[Placement]) -> tuple[int, int, int, int] | None:
    """How far patches reach beyond the top and left, and how far down and right; None if too far."""
    cells = [cell for placement in placements for cell in placement.cells]
    rows, columns = [0, *(r for r, _ in cells)], [0, *(c for _, c in cells)]
    reach = max(-min(rows), -min(columns), max(rows) - SIDE, max(columns) - SIDE)
    return None if reach > FARTHEST else (-min(rows), -min(columns), max(rows) + 1, max(columns) + 1)


def _broken(verdict: Verdict | None, corner: tuple[int, int, int, int]) -> Iterator[Element]:
    rules = () if verdict is None else verdict.broken
    cells = {cell for rule in rules for cell in rule.cells}
    if cells:
        title = "; ".join(dict.fromkeys(rule.message for rule in rules if rule.cells))
        moved = _moved(sorted(cells), corner[0], corner[1])
        yield Area(moved, outline="error", hatch=True, width=0.12, title=title)


def _left_out(instance: QuiltInstance, solution: QuiltSolution) -> list[int]:
    left = list(instance.order)
    for placement in solution.placements:
        if placement.patch in left:
            left.remove(placement.patch)
    return left


def _wrapped(patches: Sequence[int], width: float) -> Iterator[str]:
    """The numbers of patches in lines that are no wider than the picture."""
    line = "not laid:"
    for patch in patches:
        longer = f"{line} {patch}"
        if text_width(longer, SMALL) > width - 0.1:
            yield line
            longer = str(patch)
        line = longer
    if patches:
        yield line


# --- The patches of an order --------------------------------------------------------------------------


def _order_scene(instance: QuiltInstance) -> Scene:
    """The patches, one after the other, as they lie in the box."""
    elements: list[Element] = []
    top = left = height = 0
    width = 1
    for place, patch in enumerate(instance.order):
        shape = _flat(PATCHES[patch].shape)
        if left and left + shape.cols > SHELF:
            top, left, height = top + height + 1, 0, 0
        laid = Placement(patch, _moved(shape.cells, top, left))
        elements.append(Area(laid.cells, piece_colour(patch), width=0.07, title=f"{place + 1}: patch {patch}"))
        row, column = middle(laid.cells)
        elements.append(Label((column + 0.5, row + 0.5), str(patch), 0.36))
        left, height, width = left + shape.cols + 1, max(height, shape.rows), max(width, left + shape.cols)
    title = f"Patchwork: {len(instance.order)} patches, {instance.strategy}"
    return Scene.of(width, max(1, top + height), elements, title)


def _flat(shape: Polyomino) -> Polyomino:
    """The image that is lowest."""
    return min(shape.orientations(mirror=True), key=lambda image: (image.rows, image.cells))
