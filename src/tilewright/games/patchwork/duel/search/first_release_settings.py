"""The settings of the tree search in the first release with a learned value."""

from __future__ import annotations

from tilewright.games.patchwork.duel.search.puct_kernel import Settings

__all__ = ["FIRST_SETTINGS"]

FIRST_SETTINGS = Settings(
    exploration=0.5,
    temperature=0.5,
    placements_per_patch=4,
    initial_width=4.0,
    width_growth=1.0,
    playout_steps=40,
    playout_share=0.25,
)
"""These settings never change: the agent `mcts-v1` uses them, and the learned value is trained on games that
are played with them, so other settings would lead to other weights."""
