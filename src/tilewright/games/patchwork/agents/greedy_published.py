"""Agent greedy-published: the paper's program as it was published, but playing by the correct rules.

The program's patch value omits the factor B of formula (1), the number of buttons on the patch. So a patch
without buttons gains as much from the income spaces ahead as a patch with three buttons. Near the end of the
game the divisor can also be one step too large. The program buys the patch with the greatest value if the value
exceeds the *number of steps* to the space after the opponent's. So it compares the points for one step with the
buttons for a whole advance. Patches are laid as the agent `greedy` lays them.
"""

from __future__ import annotations

from tilewright.games.patchwork.agents.greedy import GreedyPlayer
from tilewright.games.patchwork.duel.choose_placement import PUBLISHED_STRATEGY, Placer
from tilewright.games.patchwork.duel.patch_value import best_patch, gain_as_published
from tilewright.games.patchwork.duel.rules import LAST_SPACE, PatchworkState
from tilewright.play import Budget

__all__ = ["PublishedPlayer", "make"]


def make(budget: Budget, variant: str = "") -> PublishedPlayer:
    """Make a player; `variant`, the text after `+` in the agent's name, is the placement strategy."""
    return PublishedPlayer(Placer(variant or PUBLISHED_STRATEGY))


class PublishedPlayer(GreedyPlayer):
    """A player that chooses patches by the patch value of the published program."""

    def patch(self, state: PatchworkState) -> int | None:
        steps = min(state.waiting.time + 1, LAST_SPACE) - state.mover.time
        return best_patch(state, gain_as_published, steps)
