"""The moves that lead from one position to another.

The engine protocol transmits only positions, but a program written for the contest also expects the opponent's
moves, so the moves are reconstructed. If several sequences of moves lead to the same position, any of them will
do.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.games.patchwork.duel.moves import Advance, Move, Special, mask_of
from tilewright.games.patchwork.duel.notation import FIRST_PATCH
from tilewright.games.patchwork.duel.rules import OFFERS, PatchworkState, opening
from tilewright.games.patchwork.pieces.patches import PATCH_COUNT, SIDE

__all__ = ["moves_between", "moves_since_opening"]


def moves_between(start: PatchworkState, target: PatchworkState) -> list[Move] | None:
    """Return moves that lead from `start` to `target`, or None if there are no such moves.

    All these moves are played by the opponent of the player who is to move in `target`. The list is empty if
    both positions are equal.
    """
    if start == target:
        return []
    opponent = 1 - target.to_move
    before, after = start.sides[opponent], target.sides[opponent]
    if start.over or start.to_move != opponent or before.time > after.time or before.quilt & ~after.quilt:
        return None
    for move in _candidates(start, target, after.quilt & ~before.quilt):
        following = moves_between(start.play(move), target)
        if following is not None:
            return [move, *following]
    return None


def _candidates(state: PatchworkState, target: PatchworkState, laid: int) -> Iterator[Move]:
    """Yield the legal moves that cover only squares of `laid` and buy only patches not in `target.circle`."""
    if state.pending:
        yield from (Special(divmod(square, SIDE)) for square in range(SIDE * SIDE) if laid >> square & 1)
        return
    for patch in state.offer:
        if patch not in target.circle:
            yield from (move for move in state.purchases(patch) if not mask_of(move.cells) & ~laid)
    yield Advance()


def moves_since_opening(target: PatchworkState) -> tuple[PatchworkState, list[Move]] | None:
    """Return a starting position and the moves that lead from it to `target`.

    The list of moves is empty if `target` is itself a starting position. Return None if no such moves exist,
    for example because the player to move in `target` has already moved.
    """
    for start in _openings(target):
        if (moves := moves_between(start, target)) is not None:
            return start, moves
    return None


def _openings(target: PatchworkState) -> Iterator[PatchworkState]:
    """Yield the starting positions from which at most one purchase might lead to `target`."""
    circle = target.circle
    circles = [circle]
    missing = [patch for patch in range(1, PATCH_COUNT) if patch not in circle]
    if len(missing) == 1:
        # The marker has moved past the patches before the one that was bought, so these patches now come last.
        for passed in range(OFFERS):
            rest = len(circle) - passed
            circles.append((*circle[rest:], missing[0], *circle[:rest]))
    for start in circles:
        if start and start[-1] == FIRST_PATCH:
            yield opening(start, target.variant)
