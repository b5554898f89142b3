"""Agent one-ply: choose the move with the best learned value.

The moves that are compared are the advance and, for each patch that can be bought, the twelve placements with
the best quality (see ``placement_quality_kernel.py``). If a 1x1 patch must be laid, the moves are the twelve
squares with the best quality.
"""

from __future__ import annotations

from tilewright.games.patchwork.agents.mcts import method
from tilewright.games.patchwork.duel.search.puct_kernel import Settings
from tilewright.games.patchwork.duel.search.search_player import SearchPlayer
from tilewright.play import Budget

__all__ = ["make"]

SETTINGS = Settings(exploration=0.0, temperature=1.0, placements_per_patch=12, initial_width=99.0)


def make(budget: Budget) -> SearchPlayer:
    return SearchPlayer(method(), SETTINGS, Budget(iterations=1), solve_endgame=False)
