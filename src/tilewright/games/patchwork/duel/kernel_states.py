"""Convert between positions and state arrays of the compiled rules, and between moves and action numbers."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import BadInput
from tilewright.games.patchwork.duel import state_kernel as kernel
from tilewright.games.patchwork.duel.kernel_tables import LOW_CELLS, halves
from tilewright.games.patchwork.duel.moves import SQUARES, Advance, Buy, Move, Special
from tilewright.games.patchwork.duel.patch_set_and_edition import Variant
from tilewright.games.patchwork.duel.rules import PatchworkState, Side
from tilewright.games.patchwork.pieces.patches import SIDE, PatchSet
from tilewright.geometry import Polyomino, bounding_box

__all__ = ["ACTIONS", "action_of", "move_of", "pack", "unpack"]

Ints = NDArray[np.int64]

ACTIONS: int = kernel.ACTIONS
"""The number of actions; in a given position, only some of them are legal."""


def pack(state: PatchworkState) -> Ints:
    """Return the state array of a position."""
    packed = np.zeros(kernel.STATE_SIZE, np.int64)
    for player, side in enumerate(state.sides):
        base = kernel.SIDE_SIZE * player
        packed[base : base + kernel.SIDE_SIZE] = (*halves(side.quilt), side.buttons, side.income, side.time)
    packed[kernel.MOVER] = state.to_move
    packed[kernel.PENDING] = state.pending
    packed[kernel.SPECIALS] = sum(
        1 << bit for bit, space in enumerate(state.variant.special_spaces) if space in state.specials
    )
    packed[kernel.BONUS] = -1 if state.bonus is None else state.bonus
    packed[kernel.FIRST_HOME] = -1 if state.first_home is None else state.first_home
    packed[kernel.REMAINING] = (1 << len(state.circle)) - 1
    packed[kernel.CIRCLE : kernel.CIRCLE + len(state.circle)] = state.circle
    return packed


def unpack(packed: Ints, variant: Variant) -> PatchworkState:
    """Return the position that a state array describes, in the given variant."""
    numbers = [int(number) for number in packed]
    slots = [(numbers[kernel.MARKER] + step) % kernel.CIRCLE_SIZE for step in range(kernel.CIRCLE_SIZE)]
    remaining = [slot for slot in slots if numbers[kernel.REMAINING] >> slot & 1]

    def side(player: int) -> Side:
        base = kernel.SIDE_SIZE * player
        low, high, buttons, income, time = numbers[base : base + kernel.SIDE_SIZE]
        return Side(low | high << LOW_CELLS, buttons, income, time)

    bonus, home = numbers[kernel.BONUS], numbers[kernel.FIRST_HOME]
    return PatchworkState(
        circle=tuple(numbers[kernel.CIRCLE + slot] for slot in remaining),
        sides=(side(0), side(1)),
        to_move=numbers[kernel.MOVER],
        specials=tuple(
            space for bit, space in enumerate(variant.special_spaces) if numbers[kernel.SPECIALS] >> bit & 1
        ),
        pending=numbers[kernel.PENDING],
        bonus=None if bonus < 0 else bonus,
        first_home=None if home < 0 else home,
        variant=variant,
    )


@cache
def _orientations(patches: PatchSet, patch: int) -> tuple[Polyomino, ...]:
    return patches[patch].orientations


def action_of(state: PatchworkState, move: Move) -> int:
    """Return the action number of a legal move."""
    match move:
        case Advance():
            return kernel.ADVANCE
        case Special():
            row, column = move.cell
            return kernel.SPECIAL + SIDE * row + column
        case Buy():
            if move.patch not in state.offer:
                raise BadInput(f"{move}: patch {move.patch} is not on offer")
            orientation = _orientations(state.patches, move.patch).index(Polyomino(move.cells))
            box = bounding_box(move.cells)
            offer_index = state.offer.index(move.patch)
            first_action = kernel.BUY + kernel.BUY_SIZE * offer_index + SQUARES * orientation
            return first_action + SIDE * box.top + box.left


def move_of(state: PatchworkState, action: int) -> Move:
    """Return the move that a legal action number stands for."""
    if not 0 <= action < ACTIONS:
        raise BadInput(f"there is no action {action}; expected a number from 0 to {ACTIONS - 1}")
    if action == kernel.ADVANCE:
        return Advance()
    if action < kernel.BUY:
        return Special(divmod(action - kernel.SPECIAL, SIDE))
    offer_index, rest = divmod(action - kernel.BUY, kernel.BUY_SIZE)
    orientation, corner = divmod(rest, SQUARES)
    on_offer = offer_index < len(state.circle)
    orientations = _orientations(state.patches, state.circle[offer_index]) if on_offer else ()
    if orientation >= len(orientations):
        raise BadInput(
            f"action {action} is not legal: there is no patch on offer with index {offer_index}"
            f" and orientation {orientation}"
        )
    return Buy(state.circle[offer_index], orientations[orientation].at(*divmod(corner, SIDE)))
