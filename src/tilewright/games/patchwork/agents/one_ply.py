"""One ply: the move after which the learned value is best, of the good placements of each patch."""

from __future__ import annotations

from tilewright.games.patchwork.duel.search.puct_kernel import Settings, grow
from tilewright.games.patchwork.duel.search.search_player import Searcher
from tilewright.play import Budget, refuse_budget

__all__ = ["make"]

SETTINGS = Settings(
    exploration=0.0, temperature=1.0, placements=12, wide=99.0, wider=0.0, playout_time=0, playout_share=0.0
)


def make(budget: Budget) -> Searcher:
    refuse_budget("one-ply", budget)
    return Searcher(grow, SETTINGS, Budget(iterations=1), solves_the_end=False)
