"""Agent uct: plain tree search by upper confidence bounds, with greedy playouts.

The children of a node are the advance and, for each patch that can be bought, the three placements with the
least regret among the eight with the best quality (see ``placement_quality_kernel.py``). If a 1x1 patch must be
laid, the children are three squares, chosen in the same way. The agent uses neither a learned value nor an
endgame solver: it serves as a reference for stronger agents.
"""

from __future__ import annotations

from tilewright.games.patchwork.agents import mcts
from tilewright.games.patchwork.duel.search.puct_kernel import Settings
from tilewright.games.patchwork.duel.search.search_player import SearchPlayer
from tilewright.games.patchwork.duel.search.search_tree import Method
from tilewright.games.patchwork.duel.search.uct_kernel import grow_uct
from tilewright.play import Budget

__all__ = ["SETTINGS", "make", "method"]

SETTINGS = Settings(
    exploration=0.5, temperature=1.0, placements_per_patch=3, initial_width=1.0, playout_share=1.0
)


def method() -> Method:
    """Return the search; its kernel takes the weights of a network, but does not use them."""
    return mcts.method()._replace(grow=grow_uct)


def make(budget: Budget) -> SearchPlayer:
    return SearchPlayer(method(), SETTINGS, budget, solve_endgame=False)
