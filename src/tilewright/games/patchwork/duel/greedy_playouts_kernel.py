# mypy: ignore-errors
"""Greedy playouts in compiled code: both players choose patches by formula (1) in ``patch_value.py``.

The formula computes the gain of a patch in points per time step. Of the patches that can be bought, the player
buys the one with the largest gain if this gain exceeds the one button per step that advancing gives. A patch is
laid where it first fits or, if the caller chooses so, where the quality (``placement_quality_kernel.py``) is
best. A 1x1 patch is laid on the first isolated open square or, if no open square is isolated, on the first open
square.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.patchwork.duel.placement_quality_kernel import best_fit, neighbours_of
from tilewright.games.patchwork.duel.state_kernel import (
    ALL_HIGH,
    ALL_LOW,
    BUTTONS,
    CIRCLE,
    HIGH,
    LOW,
    MOVER,
    OFFERS,
    PENDING,
    SIDE_SIZE,
    STATE_SIZE,
    TIME,
    advance,
    buy,
    find_offers,
    first_fit,
    first_square,
    free_squares,
    is_over,
    lay_special,
    start,
    winner,
)

GAIN_OF_ADVANCING = 1.0
"""The gain of an advance: one button per step."""


@compiled
def lay_special_greedily(lookup, state):
    """Lay the 1x1 patch on the first isolated open square or, if there is none, on the first open square."""
    low, high = free_squares(state)
    adjacent_low, adjacent_high = neighbours_of(low, high)
    if low & ~adjacent_low | high & ~adjacent_high:
        low &= ~adjacent_low
        high &= ~adjacent_high
    lay_special(lookup, state, first_square(low, high))


@compiled
def step_greedily(lookup, state, offer_slots, by_quality):
    """Play one greedy move.

    If `by_quality` is true, a patch is laid where the quality is best; otherwise it is laid where it first
    fits. `offer_slots` is a work array.
    """
    if state[PENDING]:
        lay_special_greedily(lookup, state)
        return
    base = SIDE_SIZE * state[MOVER]
    buttons, time = state[base + BUTTONS], state[base + TIME]
    free_low, free_high = ALL_LOW & ~state[base + LOW], ALL_HIGH & ~state[base + HIGH]
    count = find_offers(state, offer_slots)
    tried = 0
    for _ in range(count):
        best, gain = -1, GAIN_OF_ADVANCING
        for offer_index in range(count):
            if tried >> offer_index & 1 == 0:
                patch = state[CIRCLE + offer_slots[offer_index]]
                if lookup.cost[patch] <= buttons and lookup.gain[patch, time] > gain:
                    best, gain = offer_index, lookup.gain[patch, time]
        if best < 0:
            break
        tried |= 1 << best
        patch = state[CIRCLE + offer_slots[best]]
        if by_quality:
            transform, corner = best_fit(lookup, patch, free_low, free_high)
        else:
            transform, corner = first_fit(lookup, patch, free_low, free_high)
        if transform >= 0:
            low, high = lookup.squares_low[transform, corner], lookup.squares_high[transform, corner]
            buy(lookup, state, offer_slots[best], low, high)
            return
    advance(lookup, state)


@compiled
def play_out(lookup, state, offer_slots, by_quality):
    """Play greedy moves to the end of the game."""
    while not is_over(state):
        step_greedily(lookup, state, offer_slots, by_quality)


@compiled
def play_many_out(lookup, circles, wins):
    """Play a greedy game on each circle; add the number of wins of each player to `wins`."""
    state = np.empty(STATE_SIZE, np.int64)
    offer_slots = np.empty(OFFERS, np.int64)
    for game in range(len(circles)):
        start(circles[game], state)
        play_out(lookup, state, offer_slots, False)
        wins[winner(state)] += 1
