"""Between the plain rules and the compiled ones: positions and rows of numbers, moves and action numbers."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import BadInput
from tilewright.games.patchwork.duel import state_kernel as kernel
from tilewright.games.patchwork.duel.kernel_tables import LOW_CELLS, SPECIAL_SPACES, SQUARES
from tilewright.games.patchwork.duel.moves import Advance, Buy, Move, Special
from tilewright.games.patchwork.duel.rules import PatchworkState, Side
from tilewright.games.patchwork.pieces.patches import PATCHES, SIDE
from tilewright.geometry import Polyomino, bounding_box

__all__ = ["ACTIONS", "action_of", "move_of", "pack", "unpack"]

Ints = NDArray[np.int64]

ACTIONS: int = kernel.ACTIONS
"""How many actions there are, legal or not."""


def pack(state: PatchworkState) -> Ints:
    """The row of numbers of a position."""
    row = np.zeros(kernel.STATE_SIZE, np.int64)
    for player, side in enumerate(state.sides):
        quilt = side.quilt & (1 << LOW_CELLS) - 1, side.quilt >> LOW_CELLS
        at = kernel.SIDE_SIZE * player
        row[at : at + kernel.SIDE_SIZE] = (*quilt, side.buttons, side.income, side.time)
    row[kernel.MOVER] = state.to_move
    row[kernel.PENDING] = state.pending
    row[kernel.SPECIALS] = sum(1 << at for at, space in enumerate(SPECIAL_SPACES) if space in state.specials)
    row[kernel.BONUS] = -1 if state.bonus is None else state.bonus
    row[kernel.HOME] = -1 if state.first_home is None else state.first_home
    row[kernel.LEFT] = (1 << len(state.circle)) - 1
    row[kernel.CIRCLE : kernel.CIRCLE + len(state.circle)] = state.circle
    return row


def unpack(row: Ints) -> PatchworkState:
    """The position of a row of numbers."""
    numbers = [int(number) for number in row]
    places = [(numbers[kernel.MARKER] + step) % kernel.PLACES for step in range(kernel.PLACES)]
    left = [place for place in places if numbers[kernel.LEFT] >> place & 1]

    def side(player: int) -> Side:
        at = kernel.SIDE_SIZE * player
        low, high, buttons, income, time = numbers[at : at + kernel.SIDE_SIZE]
        return Side(low | high << LOW_CELLS, buttons, income, time)

    bonus, home = numbers[kernel.BONUS], numbers[kernel.HOME]
    return PatchworkState(
        circle=tuple(numbers[kernel.CIRCLE + place] for place in left),
        sides=(side(0), side(1)),
        to_move=numbers[kernel.MOVER],
        specials=tuple(s for at, s in enumerate(SPECIAL_SPACES) if numbers[kernel.SPECIALS] >> at & 1),
        pending=numbers[kernel.PENDING],
        bonus=None if bonus < 0 else bonus,
        first_home=None if home < 0 else home,
    )


@cache
def _images(patch: int) -> tuple[Polyomino, ...]:
    return PATCHES[patch].orientations


def action_of(state: PatchworkState, move: Move) -> int:
    """The number of a move that the rules allow."""
    match move:
        case Advance():
            return kernel.ADVANCE
        case Special():
            row, column = move.cell
            return kernel.SPECIAL + SIDE * row + column
        case Buy():
            if move.patch not in state.offer:
                raise BadInput(f"{move}: patch {move.patch} is not on offer")
            image = _images(move.patch).index(Polyomino(move.cells))
            box = bounding_box(move.cells)
            which = state.offer.index(move.patch)
            return kernel.BUY + kernel.BUY_SIZE * which + SQUARES * image + SIDE * box.top + box.left


def move_of(state: PatchworkState, action: int) -> Move:
    """The move of a legal action."""
    if not 0 <= action < ACTIONS:
        raise BadInput(f"no action has the number {action}; they go from 0 to {ACTIONS - 1}")
    if action == kernel.ADVANCE:
        return Advance()
    if action < kernel.BUY:
        return Special(divmod(action - kernel.SPECIAL, SIDE))
    which, rest = divmod(action - kernel.BUY, kernel.BUY_SIZE)
    image, corner = divmod(rest, SQUARES)
    images = _images(state.circle[which]) if which < len(state.circle) else ()
    if image >= len(images):
        raise BadInput(f"action {action} is not legal: offer {which} has no image {image}")
    return Buy(state.circle[which], images[image].at(*divmod(corner, SIDE)))
