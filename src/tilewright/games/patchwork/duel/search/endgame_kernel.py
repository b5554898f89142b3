# mypy: ignore-errors
# ruff: noqa: SIM110 (compiled code does not support `any` and `all` of generators)
"""The endgame solver: an exact alpha-beta search over all legal moves, in compiled code.

The value of a position is twice player 0's final margin, plus 1 if player 0 reaches the last space first and
minus 1 if not, so the sign of the value shows who wins. Player 0 maximises the value, player 1 minimises it.

Two reductions leave all values unchanged:

- If a purchase takes the buyer to the last space and brings no 1x1 patch, the patch is the last one that the
  buyer lays. Its placement matters only for the 7x7 bonus, and a placement that completes a 7 x 7 block is
  never worse for the buyer than another one. The search therefore tries only one placement: one that completes
  such a block if the bonus is still available and there is such a placement, else any placement. The same holds
  for the last 1x1 patch of a player on the last space.
- Values of positions are stored in a transposition table. Its keys contain the whole position except the circle
  as it was dealt, which does not change during a search.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.patchwork.duel.placement_quality_kernel import quality
from tilewright.games.patchwork.duel.rules import LAST_SPACE, OFFERS
from tilewright.games.patchwork.duel.state_kernel import (
    ACTIONS,
    ADVANCE,
    BONUS,
    BUY,
    BUY_SIZE,
    CIRCLE,
    FIRST_HOME,
    MOVER,
    PENDING,
    SEVEN_AREA,
    SIDE_SIZE,
    SPECIAL,
    SPECIALS,
    SQUARES,
    STATE_SIZE,
    TIME,
    affordable_patch,
    free_corners,
    free_squares,
    has_seven,
    is_over,
    play,
    score,
)
from tilewright.games.patchwork.quilt.board_kernel import first_square, square_count

MAX_DEPTH = 96
"""The number of plies, including the root, that the arrays hold; the solver gives up if it needs more plies."""
INFINITE = 10_000
TABLE_SIZE = 2**14
EXACT, AT_LEAST, AT_MOST = range(3)
BY_PLY = ("alpha", "beta", "current_alpha", "current_beta", "best", "move_count", "next_move")


class EndgameBuffers(NamedTuple):
    """The work arrays of the solver."""

    states: np.ndarray
    """For each ply: the position. `actions` holds its moves, and `merits` the estimated merits of the moves."""
    actions: np.ndarray
    merits: np.ndarray
    keys: np.ndarray
    """The positions in the transposition table.

    `values` holds their values or bounds on them; `kinds` tells which: EXACT, AT_LEAST or AT_MOST.
    """
    values: np.ndarray
    kinds: np.ndarray
    nodes: np.ndarray
    """The number of positions that have been searched, as an array of one element."""
    alpha: np.ndarray
    """For each ply: the lower end of the alpha-beta window at entry; `beta` is the upper end."""
    beta: np.ndarray
    current_alpha: np.ndarray
    """For each ply: the lower end of the current alpha-beta window; `current_beta` is the upper end."""
    current_beta: np.ndarray
    best: np.ndarray
    """For each ply: the best value so far.

    `move_count` holds the number of moves, and `next_move` the index of the next move to search.
    """
    move_count: np.ndarray
    next_move: np.ndarray


def new_endgame_buffers() -> EndgameBuffers:
    """Allocate the work arrays."""
    return EndgameBuffers(
        states=np.zeros((MAX_DEPTH, STATE_SIZE), np.int64),
        actions=np.zeros((MAX_DEPTH, ACTIONS), np.int32),
        merits=np.zeros((MAX_DEPTH, ACTIONS), np.float32),
        keys=np.full((TABLE_SIZE, CIRCLE), -2, np.int64),
        values=np.zeros(TABLE_SIZE, np.int64),
        kinds=np.zeros(TABLE_SIZE, np.int64),
        nodes=np.zeros(1, np.int64),
        **{name: np.zeros(MAX_DEPTH, np.int64) for name in BY_PLY},
    )


@compiled
def final_value(state):
    """Return the value of a finished game."""
    return 2 * (score(state, 0) - score(state, 1)) + (1 if state[FIRST_HOME] == 0 else -1)


@compiled
def specials_ahead(lookup, state, time):
    """Return whether there is a 1x1 patch on the time board after the space `time`."""
    for number in range(5):
        if state[SPECIALS] >> number & 1 and lookup.special_spaces[number] > time:
            return True
    return False


@compiled
def insert_move(actions, merits, count, action, merit):
    """Insert an action into a list that is sorted by decreasing merit; return the new length of the list."""
    index = count
    while index > 0 and merits[index - 1] < merit:
        merits[index] = merits[index - 1]
        actions[index] = actions[index - 1]
        index -= 1
    merits[index] = merit
    actions[index] = action
    return count + 1


@compiled
def insert_purchases(lookup, state, offer_index, patch, actions, merits, count):
    """Insert the placements of a patch into `actions`, or only one if one suffices; return the new length."""
    base = SIDE_SIZE * state[MOVER]
    low, high = free_squares(state)
    time = state[base + TIME]
    is_last = time + lookup.time[patch] >= LAST_SPACE and not specials_ahead(lookup, state, time)
    no_seven = state[BONUS] >= 0 or SQUARES - square_count(low, high) + lookup.area[patch] < SEVEN_AREA
    gain = lookup.gain[patch, time]
    kept = -1
    for orientation in range(lookup.transform_count[patch]):
        transform = lookup.first_transform[patch] + orientation
        corner_low, corner_high = free_corners(lookup, transform, low, high)
        while corner_low | corner_high:
            corner = first_square(corner_low, corner_high)
            if corner_low:
                corner_low &= corner_low - 1
            else:
                corner_high &= corner_high - 1
            action = BUY + BUY_SIZE * offer_index + SQUARES * orientation + corner
            left_low = low & ~lookup.squares_low[transform, corner]
            left_high = high & ~lookup.squares_high[transform, corner]
            completes = not no_seven and has_seven(lookup, ~left_low, ~left_high)
            if is_last:
                if completes or (no_seven and kept < 0):
                    return insert_move(actions, merits, count, action, gain + 100.0 * completes)
                kept = action if kept < 0 else kept
            else:
                merit = gain + 0.02 * quality(left_low, left_high) + 100.0 * completes
                count = insert_move(actions, merits, count, action, merit)
    if kept >= 0:
        count = insert_move(actions, merits, count, kept, gain)
    return count


@compiled
def insert_specials(lookup, state, actions, merits):
    """Write into `actions` the moves that lay a 1x1 patch; return how many of them must be searched.

    If this patch is the last one that the player lays, only the move with the greatest merit must be searched.
    """
    base = SIDE_SIZE * state[MOVER]
    low, high = free_squares(state)
    is_last = state[PENDING] == 1 and state[base + TIME] == LAST_SPACE
    count = 0
    rest_low, rest_high = low, high
    while rest_low | rest_high:
        square = first_square(rest_low, rest_high)
        bit_low, bit_high = np.int64(0), np.int64(0)
        if rest_low:
            bit_low = rest_low & -rest_low
            rest_low &= ~bit_low
        else:
            bit_high = rest_high & -rest_high
            rest_high &= ~bit_high
        left_low, left_high = low & ~bit_low, high & ~bit_high
        completes = state[BONUS] < 0 and has_seven(lookup, ~left_low, ~left_high)
        merit = 0.02 * quality(left_low, left_high) + 100.0 * completes
        count = insert_move(actions, merits, count, np.int64(SPECIAL + square), merit)
    return min(count, 1) if is_last else count


@compiled
def list_candidates(lookup, state, actions, merits):
    """Write the moves that must be searched, promising moves first; return the number of moves."""
    if state[PENDING]:
        return insert_specials(lookup, state, actions, merits)
    actions[0] = ADVANCE
    merits[0] = 1.0
    count = 1
    for offer_index in range(OFFERS):
        patch = affordable_patch(lookup, state, offer_index)
        if patch >= 0:
            count = insert_purchases(lookup, state, offer_index, patch, actions, merits, count)
    return count


@compiled
def table_entry(state):
    """Return the index of a position's entry in the transposition table."""
    mixed = np.int64(0)
    for index in range(CIRCLE):
        mixed = (mixed ^ state[index]) * np.int64(0x2545F4914F6CDD1D)
        mixed ^= mixed >> 29
    return mixed & (TABLE_SIZE - 1)


@compiled
def is_stored(buffers, entry, state):
    """Return whether an entry of the transposition table holds the given position."""
    for index in range(CIRCLE):
        if buffers.keys[entry, index] != state[index]:
            return False
    return True


@compiled
def probe_table(buffers, entry, state, alpha, beta):
    """Return whether the stored value of a position makes searching the window unnecessary, and the value."""
    if not is_stored(buffers, entry, state):
        return False, np.int64(0)
    value, kind = buffers.values[entry], buffers.kinds[entry]
    decides = kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha)
    return decides, value


@compiled
def enter_position(lookup, buffers, ply, alpha, beta):
    """Begin the search of the position at a ply; return whether its value is known, and the value.

    If the value is not known, list the moves of the position.
    """
    state = buffers.states[ply]
    if is_over(state):
        return True, final_value(state)
    buffers.nodes[0] += 1
    known, value = probe_table(buffers, table_entry(state), state, alpha, beta)
    if known:
        return True, value
    buffers.alpha[ply], buffers.beta[ply] = alpha, beta
    buffers.current_alpha[ply], buffers.current_beta[ply] = alpha, beta
    buffers.best[ply] = -INFINITE if state[MOVER] == 0 else INFINITE
    buffers.move_count[ply] = list_candidates(lookup, state, buffers.actions[ply], buffers.merits[ply])
    buffers.next_move[ply] = 0
    return False, np.int64(0)


@compiled
def update_ply(buffers, ply, value):
    """Update a ply with the value of the move just searched; return whether the remaining moves are cut off."""
    if buffers.states[ply, MOVER] == 0:
        buffers.best[ply] = max(buffers.best[ply], value)
        buffers.current_alpha[ply] = max(buffers.current_alpha[ply], value)
    else:
        buffers.best[ply] = min(buffers.best[ply], value)
        buffers.current_beta[ply] = min(buffers.current_beta[ply], value)
    return buffers.current_alpha[ply] >= buffers.current_beta[ply]


@compiled
def store_result(buffers, ply):
    """Store the result of a ply in the transposition table."""
    best, entry = buffers.best[ply], table_entry(buffers.states[ply])
    buffers.keys[entry, :] = buffers.states[ply, :CIRCLE]
    buffers.values[entry] = best
    buffers.kinds[entry] = EXACT
    if best <= buffers.alpha[ply]:
        buffers.kinds[entry] = AT_MOST
    elif best >= buffers.beta[ply]:
        buffers.kinds[entry] = AT_LEAST


@compiled
def solve(lookup, buffers, root, limit, best_action):
    """Solve `root`, or give up after more than `limit` positions; return whether it was solved, and its value.

    A move that achieves the value is written into `best_action`. The transposition table is cleared first,
    because its keys do not contain the circle.
    """
    buffers.keys[:] = -2
    buffers.nodes[0] = 0
    buffers.states[0, :] = root
    known, value = enter_position(lookup, buffers, 0, -INFINITE, INFINITE)
    if known:
        return True, value
    best_action[0] = buffers.actions[0, 0]
    ply = 0
    while True:
        if buffers.next_move[ply] < buffers.move_count[ply]:
            if buffers.nodes[0] > limit or ply + 1 == MAX_DEPTH:
                return False, np.int64(0)
            buffers.states[ply + 1, :] = buffers.states[ply]
            play(lookup, buffers.states[ply + 1], buffers.actions[ply, buffers.next_move[ply]])
            buffers.next_move[ply] += 1
            known, value = enter_position(
                lookup, buffers, ply + 1, buffers.current_alpha[ply], buffers.current_beta[ply]
            )
            if not known:
                ply += 1
                continue
        else:
            store_result(buffers, ply)
            value = buffers.best[ply]
            if ply == 0:
                return True, value
            ply -= 1
        before = buffers.best[ply]
        if update_ply(buffers, ply, value):
            buffers.next_move[ply] = buffers.move_count[ply]
        if ply == 0 and buffers.best[0] != before:
            best_action[0] = buffers.actions[0, buffers.next_move[0] - 1]
