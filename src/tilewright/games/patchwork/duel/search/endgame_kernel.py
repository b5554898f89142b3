# mypy: ignore-errors
# ruff: noqa: SIM110 (compiled code has no `any` and `all` of generators)
"""The end of a game solved exactly: alpha-beta over all legal moves, in compiled code.

The value of a position is twice the margin of player 0 at the end, plus 1 if player 0 came home first and minus
1 if not: its sign tells who wins. Player 0 makes it as high as possible, player 1 as low as possible.

Two things are left out, and neither can change a value:

- A patch whose buyer ends on the last space with no 1x1 patch to lay is the last thing on that quilt. All that
  its place can matter for is the 7x7, and to complete that is never worse for the buyer. So one placement is
  enough: one that completes a 7x7 which is still to be had, else any. The same holds for the last 1x1 patch of
  a player on the last space.
- A position that was met before has the value that it had then; the table compares all its numbers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.games.patchwork.duel.kernel_tables import LAST_SPACE
from tilewright.games.patchwork.duel.placement_quality_kernel import quality
from tilewright.games.patchwork.duel.state_kernel import (
    ACTIONS,
    ADVANCE,
    BONUS,
    BUTTONS,
    BUY,
    BUY_SIZE,
    CIRCLE,
    HOME,
    MOVER,
    OFFERS,
    PENDING,
    SEVEN_AREA,
    SIDE_SIZE,
    SPECIAL,
    SPECIALS,
    SQUARES,
    STATE_SIZE,
    TIME,
    compiled,
    corners,
    count,
    first_square,
    free_squares,
    is_over,
    offered,
    play,
    score,
)

DEEPEST = 96
"""More plies than are left when a search begins in earnest; deeper it gives up."""
INFINITE = 10_000
SLOTS = 2**14
EXACT, AT_LEAST, AT_MOST = range(3)
BY_PLY = ("alpha", "beta", "low", "high", "best", "number", "next")


class EndRoom(NamedTuple):
    """Room to think: for each ply a position and its moves; and the positions met before."""

    states: np.ndarray
    actions: np.ndarray
    merits: np.ndarray
    keys: np.ndarray
    values: np.ndarray
    kinds: np.ndarray
    nodes: np.ndarray
    """How many positions were met."""
    alpha: np.ndarray
    """By ply: the window that the position came with..."""
    beta: np.ndarray
    low: np.ndarray
    """...what is left of it..."""
    high: np.ndarray
    best: np.ndarray
    """...the best value so far, how many moves there are, and which is next."""
    number: np.ndarray
    next: np.ndarray


def new_end_room() -> EndRoom:
    return EndRoom(
        states=np.zeros((DEEPEST, STATE_SIZE), np.int64),
        actions=np.zeros((DEEPEST, ACTIONS), np.int32),
        merits=np.zeros((DEEPEST, ACTIONS), np.float32),
        keys=np.full((SLOTS, CIRCLE), -2, np.int64),
        values=np.zeros(SLOTS, np.int64),
        kinds=np.zeros(SLOTS, np.int64),
        nodes=np.zeros(1, np.int64),
        **{name: np.zeros(DEEPEST, np.int64) for name in BY_PLY},
    )


@compiled
def final_value(state):
    """The value of a position that is over."""
    return 2 * (score(state, 0) - score(state, 1)) + (1 if state[HOME] == 0 else -1)


@compiled
def has_seven(table, low, high):
    for square in range(9):
        if (table.seven_low[square] & ~low | table.seven_high[square] & ~high) == 0:
            return True
    return False


@compiled
def specials_ahead(table, state, time):
    """Does a 1x1 patch lie on the time board ahead of a space?"""
    for number in range(5):
        if state[SPECIALS] >> number & 1 and table.special[number] > time:
            return True
    return False


@compiled
def put(actions, merits, found, action, merit):
    """Insert an action before those of less merit; gives how many there are."""
    at = found
    while at > 0 and merits[at - 1] < merit:
        merits[at] = merits[at - 1]
        actions[at] = actions[at - 1]
        at -= 1
    merits[at] = merit
    actions[at] = action
    return found + 1


@compiled
def put_purchases(table, state, which, patch, actions, merits, found):
    """Insert the placements of a patch, or the one that is enough."""
    at = SIDE_SIZE * state[MOVER]
    low, high = free_squares(state)
    time = state[at + TIME]
    is_last = time + table.time[patch] >= LAST_SPACE and not specials_ahead(table, state, time)
    no_seven = state[BONUS] >= 0 or SQUARES - count(low, high) + table.area[patch] < SEVEN_AREA
    gain = table.worth[patch, time]
    kept = -1
    for image in range(table.images[patch]):
        transform = table.first[patch] + image
        corner_low, corner_high = corners(table, transform, low, high)
        while corner_low | corner_high:
            corner = first_square(corner_low, corner_high)
            if corner_low:
                corner_low &= corner_low - 1
            else:
                corner_high &= corner_high - 1
            action = BUY + BUY_SIZE * which + SQUARES * image + corner
            left_low = low & ~table.place_low[transform, corner]
            left_high = high & ~table.place_high[transform, corner]
            completes = not no_seven and has_seven(table, ~left_low, ~left_high)
            if is_last:
                if completes or (no_seven and kept < 0):
                    return put(actions, merits, found, action, gain + 100.0 * completes)
                kept = action if kept < 0 else kept
            else:
                merit = gain + 0.02 * quality(left_low, left_high) + 100.0 * completes
                found = put(actions, merits, found, action, merit)
    if kept >= 0:
        found = put(actions, merits, found, kept, gain)
    return found


@compiled
def put_specials(table, state, actions, merits):
    """Insert the squares for a 1x1 patch, or the one that is enough."""
    at = SIDE_SIZE * state[MOVER]
    low, high = free_squares(state)
    is_last = state[PENDING] == 1 and state[at + TIME] == LAST_SPACE
    found = 0
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
        completes = state[BONUS] < 0 and has_seven(table, ~left_low, ~left_high)
        merit = 0.02 * quality(left_low, left_high) + 100.0 * completes
        found = put(actions, merits, found, np.int64(SPECIAL + square), merit)
    return min(found, 1) if is_last else found


@compiled
def candidates(table, state, actions, merits):
    """The moves that are enough to find the value, those likely to be good first; gives how many."""
    if state[PENDING]:
        return put_specials(table, state, actions, merits)
    actions[0] = ADVANCE
    merits[0] = 1.0
    found = 1
    for which in range(OFFERS):
        place = offered(state, which)
        if place < 0:
            break
        patch = state[CIRCLE + place]
        if table.cost[patch] <= state[SIDE_SIZE * state[MOVER] + BUTTONS]:
            found = put_purchases(table, state, which, patch, actions, merits, found)
    return found


@compiled
def slot_of(state):
    """Where the table keeps a position."""
    mixed = np.int64(0)
    for at in range(CIRCLE):
        mixed = (mixed ^ state[at]) * np.int64(0x2545F4914F6CDD1D)
        mixed ^= mixed >> 29
    return mixed & (SLOTS - 1)


@compiled
def is_kept(room, slot, state):
    for at in range(CIRCLE):
        if room.keys[slot, at] != state[at]:
            return False
    return True


@compiled
def look_up(room, slot, state, alpha, beta):
    """Does the table settle a position, and with which value?"""
    if not is_kept(room, slot, state):
        return False, np.int64(0)
    value, kind = room.values[slot], room.kinds[slot]
    good = kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha)
    return good, value


@compiled
def enter(table, room, ply, alpha, beta):
    """Meet the position of a ply. Gives whether its value is known at once, and the value; else lists moves."""
    state = room.states[ply]
    if is_over(state):
        return True, final_value(state)
    room.nodes[0] += 1
    known, value = look_up(room, slot_of(state), state, alpha, beta)
    if known:
        return True, value
    room.alpha[ply], room.beta[ply] = alpha, beta
    room.low[ply], room.high[ply] = alpha, beta
    room.best[ply] = -INFINITE if state[MOVER] == 0 else INFINITE
    room.number[ply] = candidates(table, state, room.actions[ply], room.merits[ply])
    room.next[ply] = 0
    return False, np.int64(0)


@compiled
def take(room, ply, value):
    """Let the value of the move that was looked at count; True if no other move of the ply can matter."""
    if room.states[ply, MOVER] == 0:
        room.best[ply] = max(room.best[ply], value)
        room.low[ply] = max(room.low[ply], value)
    else:
        room.best[ply] = min(room.best[ply], value)
        room.high[ply] = min(room.high[ply], value)
    return room.low[ply] >= room.high[ply]


@compiled
def leave(room, ply):
    """Keep what was found out about the position of a ply."""
    best, slot = room.best[ply], slot_of(room.states[ply])
    room.keys[slot, :] = room.states[ply, :CIRCLE]
    room.values[slot] = best
    room.kinds[slot] = EXACT
    if best <= room.alpha[ply]:
        room.kinds[slot] = AT_MOST
    elif best >= room.beta[ply]:
        room.kinds[slot] = AT_LEAST


@compiled
def solve(table, room, root, limit, best_action):
    """The value of a position and, in `best_action`, a move that comes to it; False if it took too long.

    `limit` is how many positions may be met. The table must know nothing of games with another circle, so it is
    cleared.
    """
    room.keys[:] = -2
    room.nodes[0] = 0
    room.states[0, :] = root
    known, value = enter(table, room, 0, -INFINITE, INFINITE)
    if known:
        return True, value
    best_action[0] = room.actions[0, 0]
    ply = 0
    while True:
        if room.next[ply] < room.number[ply]:
            if room.nodes[0] > limit or ply + 1 == DEEPEST:
                return False, np.int64(0)
            room.states[ply + 1, :] = room.states[ply]
            play(table, room.states[ply + 1], room.actions[ply, room.next[ply]])
            room.next[ply] += 1
            known, value = enter(table, room, ply + 1, room.low[ply], room.high[ply])
            if not known:
                ply += 1
                continue
        else:
            leave(room, ply)
            value = room.best[ply]
            if ply == 0:
                return True, value
            ply -= 1
        before = room.best[ply]
        if take(room, ply, value):
            room.next[ply] = room.number[ply]
        if ply == 0 and room.best[0] != before:
            best_action[0] = room.actions[0, room.next[0] - 1]
