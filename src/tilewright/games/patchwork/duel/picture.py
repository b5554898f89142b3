"""The picture of a position: both quilts, the time board, and the next patches of the circle.

Patches are drawn in their basic orientation, so that the orientation in a move such as ``buy 17mr1@3,4`` can be
worked out from the picture. Patches on offer that the player to move can afford, and that fit on the player's
quilt, have that player's colour. Players are numbered 1 and 2 in pictures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from tilewright.drawing.palette import piece_colour
from tilewright.drawing.scene import Area, Dot, Element, Label, Line, Scene
from tilewright.drawing.stroke_font import text_width
from tilewright.game import Cell
from tilewright.games.patchwork.duel.moves import SQUARES
from tilewright.games.patchwork.duel.rules import (
    INCOME_SPACES,
    LAST_SPACE,
    OFFERS,
    PatchworkState,
    Side,
    explain,
)
from tilewright.games.patchwork.pieces.patches import SIDE

__all__ = ["state_scene"]

WIDTH = 2 * SIDE + 1
"""The width of two quilts and the column of row numbers between them, in squares.

In a terminal, this width is 77 characters.
"""
QUILT_TOP = 3
TIME_TOP = QUILT_TOP + SIDE + 1
SPACES_A_ROW = 18
PATCH_WIDTH = 6
"""The width that is reserved for each drawn patch, in squares."""
DRAWN_PATCHES = 2 * OFFERS
TEXT, SMALL, LINE = 0.36, 0.3, 0.6
"""The heights of normal text, of small text, and of a line, in units of the side of a square."""
LINE_LENGTH = 70
"""The number of characters that fit on a line."""
COLOURS = piece_colour(0), piece_colour(1)


def state_scene(state: PatchworkState) -> Scene:
    """Draw a position."""
    elements: list[Element] = [_left_aligned(_status(state), 0, 0.5, TEXT)]
    for player, side in enumerate(state.sides):
        elements += _player(state, player, side)
    for row in range(SIDE):
        elements.append(Label((SIDE + 0.5, QUILT_TOP + row + 0.5), str(row), SMALL, "muted"))
    elements += _time_board(state)
    drawn_patches, bottom = _next_patches(state, TIME_TOP + 4)
    elements += drawn_patches
    for line in _rest(state):
        elements.append(_left_aligned(line, 0, bottom + 0.5, TEXT, "muted"))
        bottom += LINE
    return Scene.of(WIDTH, bottom + 0.4, elements, f"Patchwork: {_status(state)}")


def _status(state: PatchworkState) -> str:
    name = f"player {state.to_move + 1}"
    if state.over:
        winner = state.winner()
        first, second = state.scores()
        tie = " by reaching the last space first" if first == second else ""
        return f"the game is over, {first} : {second}; player {(winner or 0) + 1} wins{tie}"
    return f"{name} has a 1x1 patch to lay" if state.pending else f"{name} is to move"


def _left_aligned(text: str, left: float, middle: float, size: float, colour: str = "ink") -> Label:
    """Return a label whose left edge is at `left`."""
    return Label((left + text_width(text, size) / 2 + 0.05, middle), text, size, colour)


# --- Quilts -------------------------------------------------------------------------------------------


def _player(state: PatchworkState, player: int, side: Side) -> Iterator[Element]:
    left = player * (SIDE + 1)
    mark = ">" if player == state.to_move and not state.over else " "
    bonus = "  7x7" if state.bonus == player else ""
    text = f"{mark} {player + 1}: buttons {side.buttons}  income {side.income}  time {side.time}{bonus}"
    yield _left_aligned(text, left, 1.5, TEXT)
    for column in range(SIDE):
        yield Label((left + column + 0.5, QUILT_TOP - 0.3), str(column), SMALL, "muted")
    yield from _quilt(side.quilt, left, COLOURS[player], f"player {player + 1}: {explain(state)[player]}")


def _quilt(quilt: int, left: int, colour: str, title: str) -> Iterator[Element]:
    """Draw the grid of a quilt, with covered squares filled and a dot on each open square."""
    squares = [(QUILT_TOP + square // SIDE, left + square % SIDE) for square in range(SQUARES)]
    for line in range(1, SIDE):
        yield Line(((left + line, QUILT_TOP), (left + line, QUILT_TOP + SIDE)), "grid", 0.03)
        yield Line(((left, QUILT_TOP + line), (left + SIDE, QUILT_TOP + line)), "grid", 0.03)
    covered = tuple(cell for square, cell in enumerate(squares) if quilt >> square & 1)
    for row, column in squares:
        if (row, column) not in covered:
            yield Dot((column + 0.5, row + 0.5), 0.06, "muted")
    if covered:
        yield Area(covered, fill=colour, width=0.07)
    yield Area(tuple(squares), width=0.08, title=title)


# --- The time board -----------------------------------------------------------------------------------


def _time_board(state: PatchworkState) -> Iterator[Element]:
    for space in range(LAST_SPACE + 1):
        cell = TIME_TOP + space // SPACES_A_ROW, space % SPACES_A_ROW
        yield from _space(state, space, cell)
    legend = "+ income   # 1x1 patch"
    yield _left_aligned(legend, SPACES_A_ROW - text_width(legend, SMALL) - 0.1, TIME_TOP + 3.5, SMALL, "muted")


def _space(state: PatchworkState, space: int, cell: Cell) -> Iterator[Element]:
    income, special = space in INCOME_SPACES, space in state.specials
    fill = "land" if income else piece_colour(9) if special else None
    title = f"space {space}" + (", income" if income else "") + (", a 1x1 patch" if special else "")
    yield Area((cell,), fill, title=title)
    centre = cell[1] + 0.5, cell[0] + 0.5
    players = [player for player, side in enumerate(state.sides) if side.time == space]
    if len(players) == 1:
        yield Dot(centre, 0.34, COLOURS[players[0]], "ink", f"player {players[0] + 1}")
        yield Label(centre, str(players[0] + 1), TEXT)
    elif players:
        yield Label(centre, "1=2", SMALL)
    else:
        marks = "+" if income else "#" if special else ""
        yield Label(centre, f"{space}{marks}", 0.26, "ink" if marks else "muted")


# --- The circle ---------------------------------------------------------------------------------------


def _next_patches(state: PatchworkState, top: int) -> tuple[list[Element], float]:
    """Draw the patches on offer and the three after them; return the elements and the bottom of the drawing."""
    elements: list[Element] = []
    for first in range(0, min(DRAWN_PATCHES, len(state.circle)), OFFERS):
        patches = state.circle[first : first + OFFERS]
        on_offer = first == 0
        elements.append(
            _left_aligned("on offer:" if on_offer else "after these:", 0, top - 0.5, SMALL, "muted")
        )
        for index, patch in enumerate(patches):
            elements += _patch(state, patch, (top, index * PATCH_WIDTH), on_offer)
        top += max(state.patches[patch].shape.rows for patch in patches) + 3
    return elements, top - 2


def _patch(state: PatchworkState, patch: int, corner: Cell, on_offer: bool) -> Iterator[Element]:
    top, left = corner
    price = state.patches[patch]
    income = f", +{price.income}" if price.income else ""
    text = f"{patch}: pay {price.buttons}, time {price.time}{income}"
    for_sale = on_offer and not state.over and next(state.purchases(patch), None) is not None
    yield _left_aligned(text, left, top + 0.5, SMALL, "ink" if for_sale else "muted")
    cells = price.shape.at(top + 1, left)
    yield Area(cells, COLOURS[state.to_move] if for_sale else None, width=0.07, title=f"patch {text}")


def _rest(state: PatchworkState) -> Sequence[str]:
    """Return lines with the numbers of the patches of the circle that are not drawn."""
    rest = state.circle[DRAWN_PATCHES:]
    return wrap("then " + " ".join(map(str, rest)), LINE_LENGTH) if rest else []
