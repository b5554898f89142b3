"""Agent mcts-v1: the agent mcts of earlier releases, a fixed reference for comparisons.

Its settings never change. It has its own network with 62 features and 32 hidden units, which was trained on
games that the network played against itself without search. It uses the same endgame solver as mcts.
"""

from __future__ import annotations

from tilewright.games.patchwork.duel.search.first_release_settings import FIRST_SETTINGS
from tilewright.games.patchwork.duel.search.search_player import SearchPlayer
from tilewright.games.patchwork.duel.search.search_tree import Method
from tilewright.games.patchwork.duel.version_1.learned_value_network import shipped_net
from tilewright.games.patchwork.duel.version_1.puct_kernel import grow_puct_v1, new_network_buffers
from tilewright.play import Budget

__all__ = ["SETTINGS", "make", "method"]

SETTINGS = FIRST_SETTINGS


def method() -> Method:
    """Return the search with the weights of version 1."""
    return Method(grow_puct_v1, shipped_net(), new_network_buffers)


def make(budget: Budget) -> SearchPlayer:
    return SearchPlayer(method(), SETTINGS, budget, solve_endgame=True)
