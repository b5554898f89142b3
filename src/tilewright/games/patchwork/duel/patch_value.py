"""What a patch is worth: formula (1) of the paper, and what its program makes of it.

G(P, t) = (2 S - C + I(t) B) / min(T, 53 - t): the points that a patch of S squares gives to the player on space
t for each step of time, where it costs C buttons and T steps, has B buttons, and I(t) income spaces lie ahead.
"""

from __future__ import annotations

from collections.abc import Callable

from tilewright.games.patchwork.duel.rules import LAST_SPACE, PatchworkState, remaining_incomes
from tilewright.games.patchwork.pieces.patches import PATCHES

__all__ = ["Gain", "best_patch", "gain", "gain_as_published"]

Gain = Callable[[int, int], float]
"""The points for each step of time that a patch gives to a player on a space."""


def gain(patch: int, time: int) -> float:
    """Formula (1)."""
    each = PATCHES[patch]
    points = 2 * each.area - each.buttons + remaining_incomes(time) * each.income
    return points / min(each.time, LAST_SPACE - time)


def gain_as_published(patch: int, time: int) -> float:
    """As the published program has it: without the factor B, and as if there were 54 spaces to go."""
    each = PATCHES[patch]
    points = 2 * each.area - each.buttons + remaining_incomes(time)
    return points / min(each.time, LAST_SPACE + 1 - time)


def best_patch(state: PatchworkState, worth: Gain, advancing: float) -> int | None:
    """Of the patches that can be bought and laid the first that is worth most; None if advancing is as good."""
    best, most = None, advancing
    for patch in state.offer:
        if next(state.purchases(patch), None) and worth(patch, state.mover.time) > most:
            best, most = patch, worth(patch, state.mover.time)
    return best
