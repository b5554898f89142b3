"""MCTS: tree search with a learned value, priors, progressive widening, and an exact end game.

The placements of a patch are ranked by what they leave open. The learned value looks at the position after each
of the best few; that gives the priors of PUCT and a first guess of their worth, and the best of them is what a
leaf is worth. In the second half of a game it is mixed with a greedy playout, which is short then and not far
from what happens. The more a node is visited the more of its moves are open. When little time is left the game
is solved.
"""

from __future__ import annotations

from tilewright.errors import BadInput
from tilewright.games.patchwork.duel.search.puct_kernel import Settings, grow
from tilewright.games.patchwork.duel.search.search_player import Searcher
from tilewright.play import Budget

__all__ = ["SETTINGS", "grow", "make"]

SETTINGS = Settings(
    exploration=0.5, temperature=0.5, placements=4, wide=4.0, wider=1.0, playout_time=40, playout_share=0.25
)

MOST_THREADS = 64


def make(budget: Budget, variant: str = "") -> Searcher:
    """The variant is a number of threads."""
    if variant not in ("", *map(str, range(1, MOST_THREADS + 1))):
        raise BadInput(
            f"mcts+{variant[:40]}: expected a number of threads from 1 to {MOST_THREADS}, as in mcts+2:1s"
        )
    return Searcher(grow, SETTINGS, budget, solves_the_end=True, threads=int(variant or 1))
