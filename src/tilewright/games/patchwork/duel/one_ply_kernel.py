# mypy: ignore-errors
"""One ply in compiled code: a few good moves of a position, and what the learned value says of each."""

from __future__ import annotations

from tilewright.games.patchwork.duel.learned_value_kernel import evaluate
from tilewright.games.patchwork.duel.placement_quality_kernel import rank_purchases, rank_specials
from tilewright.games.patchwork.duel.state_kernel import (
    BUTTONS,
    CIRCLE,
    MOVER,
    OFFERS,
    PENDING,
    SIDE_SIZE,
    compiled,
    free_squares,
    offers,
    play,
)

MOST = 1 + OFFERS * 16
"""Room for the moves that are looked at."""


@compiled
def good_moves(table, state, each, place, quality_of, chosen):
    """Put advancing and the best placements of each patch into `chosen`, or those of a 1x1 patch.

    `each` is how many placements of a patch are looked at. Gives how many moves there are.
    """
    low, high = free_squares(state)
    if state[PENDING]:
        return rank_specials(low, high, each, quality_of, chosen)
    chosen[0] = 0
    found = 1
    for which in range(offers(state, place)):
        patch = state[CIRCLE + place[which]]
        if table.cost[patch] <= state[SIDE_SIZE * state[MOVER] + BUTTONS]:
            found += rank_purchases(table, patch, which, low, high, each, quality_of[found:], chosen[found:])
    return found


@compiled
def look_ahead(table, net, state, after, actions, number, x, hidden, values):
    """What each of some actions is worth to the player to move, by the value of the position after it.

    Gives the index of the best, the first of equals.
    """
    best = 0
    for at in range(number):
        after[:] = state
        play(table, after, actions[at])
        value = evaluate(table, net, after, x, hidden)
        values[at] = value if after[MOVER] == state[MOVER] else 1.0 - value
        if values[at] > values[best]:
            best = at
    return best
