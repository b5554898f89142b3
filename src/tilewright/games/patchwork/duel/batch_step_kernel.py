# mypy: ignore-errors
"""Play one step of many games at once in compiled code: each row of `states` is one game.

These functions do not hold Python's global interpreter lock, so threads can work on different slices of the
rows in parallel.

There are two sets of actions. The full actions are the actions of `state_kernel`. With the short actions,
patches are laid by first fit: action 0 advances; actions 1, 2 and 3 buy one of the patches on offer. 1x1
patches are laid at once, on the first isolated open square or, if no open square is isolated, on the first open
square.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.patchwork.duel.greedy_playouts_kernel import lay_special_greedily
from tilewright.games.patchwork.duel.kernel_tables import LOW_CELLS
from tilewright.games.patchwork.duel.state_kernel import (
    ALL_HIGH,
    ALL_LOW,
    BONUS,
    BUTTONS,
    CIRCLE,
    CIRCLE_SIZE,
    FIRST_HOME,
    HIGH,
    INCOME,
    LOW,
    MARKER,
    MOVER,
    OFFERS,
    PENDING,
    REMAINING,
    SIDE_SIZE,
    SPECIALS,
    SQUARES,
    TIME,
    advance,
    buy,
    fill_mask,
    find_offers,
    first_fit,
    is_over,
    offer_slot,
    play,
    score,
    start,
    winner,
)
from tilewright.games.patchwork.pieces.patches import SIDE

SHORT_ACTIONS = 1 + OFFERS
SCALARS = 17
"""The number of scalars of an observation."""


@compiled
def fits(lookup, patch, low, high):
    """Return whether a patch fits on the free squares; `low` and `high` are the two words of their set."""
    transform, _ = first_fit(lookup, patch, low, high)
    return transform >= 0


@compiled
def fill_short_mask(lookup, state, offer_slots, mask):
    """Set the elements of `mask` to 1 for legal short actions and to 0 for the others.

    `offer_slots` is a work array. The module docstring defines the short actions.
    """
    mask[:] = 0
    if is_over(state):
        return
    base = SIDE_SIZE * state[MOVER]
    low, high = ALL_LOW & ~state[base + LOW], ALL_HIGH & ~state[base + HIGH]
    mask[0] = 1
    for offer_index in range(find_offers(state, offer_slots)):
        patch = state[CIRCLE + offer_slots[offer_index]]
        mask[1 + offer_index] = lookup.cost[patch] <= state[base + BUTTONS] and fits(lookup, patch, low, high)


@compiled
def play_short(lookup, state, action):
    """Play a short action and return True; if it is illegal, leave the state unchanged and return False."""
    if is_over(state) or action < 0 or action > OFFERS:
        return False
    if action == 0:
        advance(lookup, state)
    else:
        slot = offer_slot(state, action - 1)
        if slot < 0:
            return False
        base = SIDE_SIZE * state[MOVER]
        patch = state[CIRCLE + slot]
        low, high = ALL_LOW & ~state[base + LOW], ALL_HIGH & ~state[base + HIGH]
        transform, corner = first_fit(lookup, patch, low, high)
        if transform < 0 or lookup.cost[patch] > state[base + BUTTONS]:
            return False
        buy(lookup, state, slot, lookup.squares_low[transform, corner], lookup.squares_high[transform, corner])
    while state[PENDING]:
        lay_special_greedily(lookup, state)
    return True


@compiled
def write_rewards(state, rewards):
    """Write the rewards of both players, and return whether the game is over.

    The rewards are +1 for the winner and -1 for the loser of a finished game, else 0.
    """
    rewards[:] = 0.0
    if not is_over(state):
        return False
    player = winner(state)
    rewards[player] = 1.0
    rewards[1 - player] = -1.0
    return True


@compiled
def step_short(lookup, states, actions, masks, rewards, over, legal):
    """Play one short action in each game, and fill the masks for the next step.

    The shapes are (games, 4) for `masks`, (games, 2) for `rewards`, and (games,) for `over` and `legal`.
    Finished games do not change.
    """
    offer_slots = np.empty(OFFERS, np.int64)
    for game in range(len(states)):
        legal[game] = play_short(lookup, states[game], actions[game])
        over[game] = write_rewards(states[game], rewards[game])
        fill_short_mask(lookup, states[game], offer_slots, masks[game])


@compiled
def step_full(lookup, states, actions, masks, rewards, over, legal):
    """Play one full action in each game, and fill the masks for the next step.

    The shape of `masks` is (games, 2026). On entry, `masks` must mark the legal actions of each game.
    """
    for game in range(len(states)):
        action = actions[game]
        legal[game] = 0 <= action < masks.shape[1] and masks[game, action] != 0
        if legal[game]:
            play(lookup, states[game], action)
            fill_mask(lookup, states[game], masks[game])
        over[game] = write_rewards(states[game], rewards[game])


@compiled
def deal_many(lookup, states, games, circles, masks):
    """Restart the game `games[i]` with the circle `circles[i]` for each i; fill the masks of these games."""
    offer_slots = np.empty(OFFERS, np.int64)
    for index in range(len(games)):
        game = games[index]
        start(circles[index], states[game])
        if masks.shape[1] == SHORT_ACTIONS:
            fill_short_mask(lookup, states[game], offer_slots, masks[game])
        else:
            fill_mask(lookup, states[game], masks[game])


@compiled
def score_many(states, scores):
    """Write, for each game, the scores that the players would have if the game ended now."""
    for game in range(len(states)):
        scores[game, 0] = score(states[game], 0)
        scores[game, 1] = score(states[game], 1)


@compiled
def observe_many(states, boards, circles, scalars):
    """Write the observation of the player to move in each game, as ``env.py`` defines it."""
    for game in range(len(states)):
        state = states[game]
        mover = state[MOVER]
        over = is_over(state)
        for seat in range(2):
            player = mover if seat == 0 else 1 - mover
            base = SIDE_SIZE * player
            for square in range(SQUARES):
                if square < LOW_CELLS:
                    covered = state[base + LOW] >> square & 1
                else:
                    covered = state[base + HIGH] >> (square - LOW_CELLS) & 1
                boards[game, seat, square // SIDE, square % SIDE] = covered
            scalars[game, 3 * seat] = state[base + BUTTONS]
            scalars[game, 3 * seat + 1] = state[base + INCOME]
            scalars[game, 3 * seat + 2] = state[base + TIME]
            scalars[game, 8 + 2 * seat] = state[BONUS] == player
            scalars[game, 9 + 2 * seat] = state[FIRST_HOME] == player
        scalars[game, 6] = not over
        scalars[game, 7] = state[PENDING]
        for number in range(SCALARS - 12):
            scalars[game, 12 + number] = state[SPECIALS] >> number & 1
        count = 0
        circles[game] = 0
        for offset in range(CIRCLE_SIZE):
            slot = (state[MARKER] + offset) % CIRCLE_SIZE
            if state[REMAINING] >> slot & 1:
                circles[game, count] = state[CIRCLE + slot]
                count += 1
