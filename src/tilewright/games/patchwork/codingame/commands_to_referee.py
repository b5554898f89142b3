"""The commands that a program sends: SKIP, and PLAY with a patch, its position and its orientation.

``PLAY id x y flip rotations`` lays a patch: if `flip` is 1, it is mirrored horizontally; then it is rotated
clockwise by `rotations` quarter turns; `x` and `y` are the column and the row of the top left corner of its
bounding box. Text after the last number is a message for the audience. SKIP advances.

The referee replaces an illegal PLAY with SKIP. If the program sends SKIP while a 1x1 patch must be laid, the
referee lays that patch on the first open square. A command that is neither SKIP nor PLAY with at least `id`,
`x` and `y` loses the game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from tilewright.errors import BadInput
from tilewright.game import Cell
from tilewright.games.patchwork.codingame.referee_input import RefereePatch
from tilewright.games.patchwork.duel.moves import Advance, Buy, Move, Special
from tilewright.games.patchwork.duel.rules import PatchworkState
from tilewright.games.patchwork.pieces.patches import ONE_BY_ONE, SIDE, PatchSet
from tilewright.geometry import Polyomino, bounding_box

__all__ = [
    "command_of",
    "described",
    "parse_command",
    "special_id",
]

REFEREE_IDS = (
    *(32, 31, 30, 26, 18, 7, 0, 29, 19, 17, 14, 11, 9, 13, 28, 16, 3),
    *(15, 22, 24, 27, 12, 5, 1, 20, 2, 8, 21, 23, 4, 10, 25, 6),
)
"""The referee's numbers for patches 1 to 33, in this order."""

_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")


def described(patches: PatchSet) -> dict[int, RefereePatch]:
    """Return the referee's descriptions of patches 1 to 33 of a set, keyed by Tilewright's numbers."""
    return {
        patch.id: RefereePatch(REFEREE_IDS[patch.id - 1], patch.income, patch.buttons, patch.time, patch.shape)
        for patch in patches
        if patch.id != ONE_BY_ONE
    }


def special_id(state: PatchworkState) -> int:
    """Return the referee's number for the 1x1 patch that must be laid now; 0 if there is none."""
    reached = (space for space in state.variant.special_spaces if space <= state.mover.time)
    return -max(reached) if state.pending else 0


def command_of(move: Move, special: int, patches: Mapping[int, RefereePatch]) -> str:
    """Return the command for a legal move.

    `special` is the referee's number for the 1x1 patch that must be laid, or 0. `patches` maps Tilewright's
    patch numbers to the referee's descriptions.
    """
    match move:
        case Advance():
            return "SKIP"
        case Special():
            row, column = move.cell
            return f"PLAY {special} {column} {row} 0 0"
        case Buy():
            patch, box = patches[move.patch], bounding_box(move.cells)
            flip, rotations = _orientation(patch.shape, Polyomino(move.cells))
            return f"PLAY {patch.id} {box.left} {box.top} {flip} {rotations}"


def _orientation(shape: Polyomino, laid: Polyomino) -> tuple[int, int]:
    for flip in (0, 1):
        for rotations in range(4):
            if _oriented(shape, flip, rotations) == laid:
                return flip, rotations
    raise BadInput("the squares of a purchase do not have the shape that the referee gave for the patch")


def _oriented(shape: Polyomino, flip: int, rotations: int) -> Polyomino:
    return (shape.mirrored() if flip == 1 else shape).rotated(rotations)


def parse_command(line: str, state: PatchworkState, patches: Mapping[int, RefereePatch]) -> Move:
    """Return the move that the referee derives from a command; raise `BadInput` for a malformed command."""
    name, *words = line.strip().split(" ")
    if name == "SKIP":
        return _skip(state)
    numbers = [int(word) if _NUMBER.fullmatch(word) else None for word in [*words[:5], *[""] * 5][:5]]
    identity, x, y, flip, rotations = numbers
    if name != "PLAY" or identity is None or x is None or y is None:
        raise BadInput(f"expected SKIP or PLAY id x y flip rotations, not {line[:60]!r}")
    try:
        move = _move(state, patches, identity, (y, x), flip or 0, rotations or 0)
        if move is not None:
            state.play(move)
            return move
    except BadInput:
        pass  # the referee plays SKIP instead
    return _skip(state)


def _move(
    state: PatchworkState,
    patches: Mapping[int, RefereePatch],
    identity: int,
    corner: Cell,
    flip: int,
    rotations: int,
) -> Move | None:
    """Return the move of a PLAY command, which may be illegal; None if the patch cannot be chosen now."""
    if state.pending:
        return Special(corner) if identity == special_id(state) else None
    for patch in state.offer:
        if patches[patch].id == identity:
            return Buy(patch, _oriented(patches[patch].shape, flip, rotations % 4).at(*corner))
    return None


def _skip(state: PatchworkState) -> Move:
    if not state.pending:
        return Advance()
    free = next(square for square in range(SIDE * SIDE) if not state.mover.quilt >> square & 1)
    return Special(divmod(free, SIDE))
