"""Agent greedy: buy the patch that gives the most points per time step, and lay it by a placement strategy.

Among the patches on offer that the player can afford and that fit on the quilt, the agent considers the one
with the largest gain by formula (1) of the paper; ties go to the patch that comes first in the circle. It buys
this patch if the gain exceeds the one button per step that advancing gives; otherwise it advances. The paper
only says that patches are chosen by the formula; ``greedy_published.py`` implements what the paper's program
does.

Patches, including 1x1 patches, are laid as in the paper, by the strategy ``bl-every+regret``. For the strategy,
the patches still to come are the other patches of the circle and the 1x1 patches left on the time board.
Variants such as ``greedy+all+regret`` use another strategy: ``tilewright quilts strategies`` lists the policies
and evaluations that can be combined.
"""

from __future__ import annotations

import random

from tilewright.game import Cell
from tilewright.games.patchwork.duel.choose_placement import PUBLISHED_STRATEGY, Placer
from tilewright.games.patchwork.duel.moves import Advance, Buy, Move, Special
from tilewright.games.patchwork.duel.patch_value import best_patch, gain
from tilewright.games.patchwork.duel.rules import PatchworkState
from tilewright.games.patchwork.pieces.patches import ONE_BY_ONE
from tilewright.play import Budget

__all__ = ["GreedyPlayer", "make"]

GAIN_OF_ADVANCING = 1.0
"""The gain per time step of an advance: one button."""


def make(budget: Budget, variant: str = "") -> GreedyPlayer:
    """Make a player; `variant`, the text after `+` in the agent's name, is the placement strategy."""
    return GreedyPlayer(Placer(variant or PUBLISHED_STRATEGY))


class GreedyPlayer:
    """A player that chooses patches by formula (1) and lays them by a placement strategy."""

    def __init__(self, placer: Placer, singles: int | None = None) -> None:
        self._placer = placer
        self._singles = singles
        """The number of 1x1 patches that the strategy expects; None means the number left on the time board."""

    def choose(self, state: PatchworkState, rng: random.Random) -> Move:
        seed = 1 + int(rng.random() * 2**30)
        if state.pending:
            return Special(self._squares(state, ONE_BY_ONE, state.circle, seed)[0])
        patch = self.patch(state)
        if patch is None:
            return Advance()
        index = state.circle.index(patch)
        return Buy(patch, self._squares(state, patch, state.circle[index + 1 :] + state.circle[:index], seed))

    def patch(self, state: PatchworkState) -> int | None:
        """Return the patch to buy, or None to advance."""
        return best_patch(state, gain, GAIN_OF_ADVANCING)

    def _squares(
        self, state: PatchworkState, patch: int, to_come: tuple[int, ...], seed: int
    ) -> tuple[Cell, ...]:
        singles = len(state.specials) if self._singles is None else self._singles
        cells = self._placer.place(state.patches, state.mover.quilt, patch, to_come, singles, seed)
        assert cells is not None, "a patch that can be bought must fit on the quilt"
        return cells
