"""Count sequences of moves by the plain rules (``rules.py``) and by the compiled rules (``state_kernel.py``).

The two counts must be equal.
"""

from __future__ import annotations

import random

from tilewright.games.patchwork.duel.patch_set_and_edition import Variant
from tilewright.games.patchwork.duel.rules import PatchworkState, opening
from tilewright.games.patchwork.state import random_circle

__all__ = ["count_by_kernel", "count_by_rules", "position_after"]


def count_by_rules(state: PatchworkState, depth: int) -> int:
    """Return the number of sequences of exactly `depth` moves from a position, by the plain rules."""
    if depth == 0:
        return 1
    moves = state.moves()
    return len(moves) if depth == 1 else sum(count_by_rules(state.play(move), depth - 1) for move in moves)


def count_by_kernel(state: PatchworkState, depth: int) -> int:
    """Return the number of sequences of exactly `depth` moves from a position, by the compiled rules."""
    from tilewright.games.patchwork.duel import state_kernel as kernel
    from tilewright.games.patchwork.duel.kernel_states import pack
    from tilewright.games.patchwork.duel.kernel_tables import game_tables

    return int(kernel.count_sequences(game_tables(state.variant), pack(state), depth))


def position_after(seed: int, plies: int, variant: Variant) -> PatchworkState:
    """Return the position after `plies` random moves from a random deal.

    If the game ends earlier, return its final position. The seed determines the deal and the moves.
    """
    rng = random.Random(seed)
    state = opening(random_circle(seed), variant)
    for _ in range(plies):
        moves = state.moves()
        if not moves:
            break
        state = state.play(moves[int(rng.random() * len(moves))])
    return state
