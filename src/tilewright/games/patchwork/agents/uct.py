"""UCT: plain tree search by upper confidence bounds, with greedy playouts.

A node's children are advancing and, for each patch that can be bought, the three placements of least regret. It
knows no learned value and no end game: it is what stronger agents are measured by.
"""

from __future__ import annotations

from tilewright.games.patchwork.duel.search.puct_kernel import Settings
from tilewright.games.patchwork.duel.search.search_player import Searcher
from tilewright.games.patchwork.duel.search.uct_kernel import grow_plainly
from tilewright.play import Budget

__all__ = ["SETTINGS", "grow_plainly", "make"]

SETTINGS = Settings(
    exploration=0.5, temperature=1.0, placements=3, wide=1.0, wider=0.0, playout_time=0, playout_share=1.0
)


def make(budget: Budget) -> Searcher:
    return Searcher(grow_plainly, SETTINGS, budget, solves_the_end=False)
