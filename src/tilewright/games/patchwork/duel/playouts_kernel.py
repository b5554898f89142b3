# mypy: ignore-errors
"""Greedy games in compiled code: both sides buy by formula (1) and lay first fit, or by quality.

A patch is bought where its gain for each step of time is more than the one button that a step of advancing
gives. The 1x1 patch fills a single open square if there is one.
"""

from __future__ import annotations

import numpy as np

from tilewright.games.patchwork.duel.placement_quality_kernel import beside, best_fit
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
    compiled,
    first_fit,
    first_square,
    free_squares,
    is_over,
    lay_special,
    offers,
    start,
    winner,
)

ADVANCING = 1.0
"""What a step gains when one advances: a button."""


@compiled
def lay_special_well(table, state):
    """Lay the 1x1 patch on the first single open square, or on the first open one."""
    low, high = free_squares(state)
    near_low, near_high = beside(low, high)
    if low & ~near_low | high & ~near_high:
        low &= ~near_low
        high &= ~near_high
    lay_special(table, state, first_square(low, high))


@compiled
def step_greedily(table, state, place, tidy):
    """One move of a greedy game; `place` is room for the offers. The tidy lay by quality, not first fit."""
    if state[PENDING]:
        lay_special_well(table, state)
        return
    at = SIDE_SIZE * state[MOVER]
    buttons, time = state[at + BUTTONS], state[at + TIME]
    free_low, free_high = ALL_LOW & ~state[at + LOW], ALL_HIGH & ~state[at + HIGH]
    found = offers(state, place)
    tried = 0
    for _ in range(found):
        best, gain = -1, ADVANCING
        for which in range(found):
            if tried >> which & 1 == 0:
                patch = state[CIRCLE + place[which]]
                if table.cost[patch] <= buttons and table.worth[patch, time] > gain:
                    best, gain = which, table.worth[patch, time]
        if best < 0:
            break
        tried |= 1 << best
        patch = state[CIRCLE + place[best]]
        if tidy:
            transform, corner = best_fit(table, patch, free_low, free_high)
        else:
            transform, corner = first_fit(table, patch, free_low, free_high)
        if transform >= 0:
            low, high = table.place_low[transform, corner], table.place_high[transform, corner]
            buy(table, state, place[best], low, high)
            return
    advance(table, state)


@compiled
def play_out(table, state, place, tidy):
    """Play greedily to the end."""
    while not is_over(state):
        step_greedily(table, state, place, tidy)


@compiled
def play_many_out(table, circles, wins):
    """A greedy game on each circle; counts the wins of both seats."""
    state = np.empty(STATE_SIZE, np.int64)
    place = np.empty(OFFERS, np.int64)
    for at in range(len(circles)):
        start(circles[at], state)
        play_out(table, state, place, False)
        wins[winner(state)] += 1
