"""Greedy as in the published program, playing by the true rules.

Its value of a patch lacks the factor B of formula (1), so that a patch without buttons gains as much from the
income spaces ahead as one with three, and it divides by up to one step too many near the end. It buys the patch
of greatest value if that is more than the *number of steps* to the space after the opponent's: points for one
step are compared with the buttons of all of them. Patches are laid as by greedy.
"""

from __future__ import annotations

from tilewright.games.patchwork.agents.greedy import GreedyPlayer
from tilewright.games.patchwork.duel.choose_placement import PUBLISHED_STRATEGY, Placer
from tilewright.games.patchwork.duel.patch_value import best_patch, gain_as_published
from tilewright.games.patchwork.duel.rules import LAST_SPACE, PatchworkState
from tilewright.play import Budget, refuse_budget

__all__ = ["PublishedPlayer", "make"]


def make(budget: Budget, variant: str = "") -> PublishedPlayer:
    """The variant is a strategy that lays the patches."""
    refuse_budget("greedy-published", budget)
    return PublishedPlayer(Placer(variant or PUBLISHED_STRATEGY))


class PublishedPlayer(GreedyPlayer):
    """Buys by the published program's value."""

    def patch(self, state: PatchworkState) -> int | None:
        steps = min(state.waiting.time + 1, LAST_SPACE) - state.mover.time
        return best_patch(state, gain_as_published, steps)
