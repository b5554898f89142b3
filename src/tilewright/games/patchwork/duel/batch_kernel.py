# mypy: ignore-errors
"""Many games at once in compiled code: each row of `states` is a game of its own.

These functions hold no lock of Python's: threads may work on slices of the rows at the same time.

Two sets of actions are served. The full ones are those of `kernel`. The short ones leave the placement to first
fit: 0 advances, 1, 2 and 3 buy a patch on offer and lay it first fit, and 1x1 patches are laid at once on the
first single open square, or on the first open one.
"""

from __future__ import annotations

import numpy as np

from tilewright.games.patchwork.duel.playouts_kernel import lay_special_well
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
    advance,
    buy,
    compiled,
    fill_mask,
    first_fit,
    is_over,
    offered,
    offers,
    play,
    score,
    start,
    winner,
)

SHORT_ACTIONS = 1 + OFFERS


@compiled
def fits(table, patch, low, high):
    """Can the patch be laid on free squares?"""
    transform, _ = first_fit(table, patch, low, high)
    return transform >= 0


@compiled
def fill_short_mask(table, state, place, mask):
    """Mark the legal short actions; `place` is room for the offers."""
    mask[:] = 0
    if is_over(state):
        return
    at = SIDE_SIZE * state[MOVER]
    low, high = ALL_LOW & ~state[at + LOW], ALL_HIGH & ~state[at + HIGH]
    mask[0] = 1
    for which in range(offers(state, place)):
        patch = state[CIRCLE + place[which]]
        mask[1 + which] = table.cost[patch] <= state[at + BUTTONS] and fits(table, patch, low, high)


@compiled
def play_short(table, state, action):
    """Play a short action; False if it is not legal, and nothing happens then."""
    if is_over(state) or action < 0 or action > OFFERS:
        return False
    if action == 0:
        advance(table, state)
    else:
        place = offered(state, action - 1)
        if place < 0:
            return False
        at = SIDE_SIZE * state[MOVER]
        patch = state[CIRCLE + place]
        low, high = ALL_LOW & ~state[at + LOW], ALL_HIGH & ~state[at + HIGH]
        transform, corner = first_fit(table, patch, low, high)
        if transform < 0 or table.cost[patch] > state[at + BUTTONS]:
            return False
        buy(table, state, place, table.place_low[transform, corner], table.place_high[transform, corner])
    while state[PENDING]:
        lay_special_well(table, state)
    return True


@compiled
def tell(state, rewards):
    """When the game is over: +1 for the winner, -1 for the other; else 0. Gives whether it is over."""
    rewards[:] = 0.0
    if not is_over(state):
        return False
    won = winner(state)
    rewards[won] = 1.0
    rewards[1 - won] = -1.0
    return True


@compiled
def step_short(table, states, actions, masks, rewards, over, legal):
    """Play one short action in each game, and fill the masks of the next ones.

    `masks` is (games, 4), `rewards` (games, 2), `over` and `legal` (games). A game that is over stays as it is.
    """
    place = np.empty(OFFERS, np.int64)
    for at in range(len(states)):
        legal[at] = play_short(table, states[at], actions[at])
        over[at] = tell(states[at], rewards[at])
        fill_short_mask(table, states[at], place, masks[at])


@compiled
def step_full(table, states, actions, masks, rewards, over, legal):
    """The same with the full actions; `masks` is (games, 2026) and tells on entry what is legal."""
    for at in range(len(states)):
        action = actions[at]
        legal[at] = 0 <= action < masks.shape[1] and masks[at, action] != 0
        if legal[at]:
            play(table, states[at], action)
            fill_mask(table, states[at], masks[at])
        over[at] = tell(states[at], rewards[at])


@compiled
def deal_many(table, states, which, circles, masks):
    """Start the games of these numbers anew, each with its circle, and fill their masks."""
    place = np.empty(OFFERS, np.int64)
    for at in range(len(which)):
        game = which[at]
        start(circles[at], states[game])
        if masks.shape[1] == SHORT_ACTIONS:
            fill_short_mask(table, states[game], place, masks[game])
        else:
            fill_mask(table, states[game], masks[game])


@compiled
def score_many(states, scores):
    """The scores of both players in each game, were it to end now."""
    for at in range(len(states)):
        scores[at, 0] = score(states[at], 0)
        scores[at, 1] = score(states[at], 1)
