"""Greedy: the patch that gives most points for each step of time, laid by a strategy of the board experiment.

Of the patches on offer that can be paid and fit on the quilt it takes the one of greatest gain by formula (1)
of the paper, of equals the first in the circle, if that is more than the one button for each step that
advancing gives. Otherwise it advances. The paper says no more than that tiles are chosen by the formula; what
its program does is in ``greedy_published.py``.

A patch is laid as in the paper, by the strategy ``bl-every+regret``; to come are the other patches of the
circle and the 1x1 patches of the time board. 1x1 patches are laid by the same strategy. ``greedy+all+regret``
and the like name another strategy: ``tilewright quilts strategies`` lists them.
"""

from __future__ import annotations

import random

from tilewright.game import Cell
from tilewright.games.patchwork.duel.choose_placement import PUBLISHED_STRATEGY, Placer
from tilewright.games.patchwork.duel.moves import Advance, Buy, Move, Special
from tilewright.games.patchwork.duel.patch_value import best_patch, gain
from tilewright.games.patchwork.duel.rules import PatchworkState
from tilewright.games.patchwork.pieces.patches import ONE_BY_ONE
from tilewright.play import Budget, refuse_budget

__all__ = ["GreedyPlayer", "make"]

A_STEP_ADVANCED = 1.0
"""What advancing gives for each step: a button."""


def make(budget: Budget, variant: str = "") -> GreedyPlayer:
    """The variant is a strategy that lays the patches."""
    refuse_budget("greedy", budget)
    return GreedyPlayer(Placer(variant or PUBLISHED_STRATEGY))


class GreedyPlayer:
    """Buys by formula (1) and lays by a strategy."""

    def __init__(self, placer: Placer, singles: int | None = None) -> None:
        self._placer = placer
        self._singles = singles
        """The 1x1 patches that it thinks may still come; None: those that lie on the time board."""

    def choose(self, state: PatchworkState, rng: random.Random) -> Move:
        seed = 1 + int(rng.random() * 2**30)
        if state.pending:
            return Special(self._squares(state, ONE_BY_ONE, state.circle, seed)[0])
        patch = self.patch(state)
        if patch is None:
            return Advance()
        at = state.circle.index(patch)
        return Buy(patch, self._squares(state, patch, state.circle[at + 1 :] + state.circle[:at], seed))

    def patch(self, state: PatchworkState) -> int | None:
        """What to buy; None to advance."""
        return best_patch(state, gain, A_STEP_ADVANCED)

    def _squares(
        self, state: PatchworkState, patch: int, to_come: tuple[int, ...], seed: int
    ) -> tuple[Cell, ...]:
        singles = len(state.specials) if self._singles is None else self._singles
        cells = self._placer.place(state.mover.quilt, patch, to_come, singles, seed)
        assert cells is not None, "what is for sale fits"
        return cells
