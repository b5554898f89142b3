"""The value of a patch: formula (1) of the paper, and the different formula of the paper's program.

G(P, t) = (2 S - C + I(t) B) / min(T, 53 - t) is the number of points per time step that patch P gives to a
player on space t. The patch has S squares and B buttons and costs C buttons and T time steps; I(t) is the
number of income spaces after t.

The paper is "State Representation and Polyomino Placement for the Game Patchwork" (M. Z. Lagerkvist).
"""

from __future__ import annotations

from collections.abc import Callable

from tilewright.games.patchwork.duel.rules import LAST_SPACE, PatchworkState, remaining_incomes
from tilewright.games.patchwork.pieces.patches import Patch

__all__ = ["Gain", "best_patch", "gain", "gain_as_published"]

Gain = Callable[[Patch, int], float]
"""A function that takes a patch and the player's space, and returns the patch's points per time step."""


def gain(patch: Patch, time: int) -> float:
    """Return the gain of a patch for a player on space `time`, by formula (1)."""
    points = 2 * patch.area - patch.buttons + remaining_incomes(time) * patch.income
    return points / min(patch.time, LAST_SPACE - time)


def gain_as_published(patch: Patch, time: int) -> float:
    """Return the gain as in the published program: no factor B, and 54 instead of 53 as the last space."""
    points = 2 * patch.area - patch.buttons + remaining_incomes(time)
    return points / min(patch.time, LAST_SPACE + 1 - time)


def best_patch(state: PatchworkState, gain_of: Gain, advancing: float) -> int | None:
    """Return the first patch with the largest gain among the patches that can be bought.

    Returns None if no gain exceeds `advancing`, the gain of an advance.
    """
    best, most = None, advancing
    for patch in state.offer:
        value = gain_of(state.patches[patch], state.mover.time)
        if value > most and next(state.purchases(patch), None):
            best, most = patch, value
    return best
