# mypy: ignore-errors
"""The candidate moves of a position, in compiled code: the moves that a search considers."""

from __future__ import annotations

from tilewright.compiled import compiled
from tilewright.games.patchwork.duel.placement_quality_kernel import rank_purchases, rank_specials
from tilewright.games.patchwork.duel.state_kernel import (
    BUTTONS,
    CIRCLE,
    MOVER,
    OFFERS,
    PENDING,
    SIDE_SIZE,
    find_offers,
    free_squares,
)

MAX_MOVES = 1 + OFFERS * 16
"""The number of candidate moves that the arrays have room for."""


@compiled
def candidate_moves(lookup, state, per_patch, offer_slots, qualities, actions):
    """Write the candidate moves into `actions`; return the number of candidates.

    The candidates are the advance and, for each patch that can be bought, the `per_patch` placements with the
    best quality (see ``placement_quality_kernel.py``). If a 1x1 patch must be laid, the candidates are the best
    `per_patch` squares for it. `offer_slots` and `qualities` are work arrays.
    """
    low, high = free_squares(state)
    if state[PENDING]:
        return rank_specials(low, high, per_patch, qualities, actions)
    actions[0] = 0
    count = 1
    for offer_index in range(find_offers(state, offer_slots)):
        patch = state[CIRCLE + offer_slots[offer_index]]
        if lookup.cost[patch] <= state[SIDE_SIZE * state[MOVER] + BUTTONS]:
            count += rank_purchases(
                lookup, patch, offer_index, low, high, per_patch, qualities[count:], actions[count:]
            )
    return count
