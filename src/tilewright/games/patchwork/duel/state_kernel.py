# mypy: ignore-errors
# ruff: noqa: SIM110 (compiled code does not support `any` and `all` of generators)
"""The rules of the game in compiled code. A state is an array of integers; a move changes it in place.

Actions are numbered:

- 0: advance;
- 1 to 81: lay the 1x1 patch on square (number - 1), where square = 9 * row + column;
- 82 + 648 * i + 81 * o + c: buy the i-th patch on offer and lay it in its o-th distinct orientation (in the
  order id, rot90, rot180, rot270, flipx, flipy, flipd1, flipd2), with the top left corner of its bounding box
  on square c; i and o are counted from 0.

The state holds the circle as it was dealt. Each slot of the circle has a bit that is set while its patch is
still there; the marker is the slot from which the patches on offer are counted.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.patchwork.duel.kernel_tables import LOW_CELLS
from tilewright.games.patchwork.duel.moves import SQUARES
from tilewright.games.patchwork.duel.rules import LAST_SPACE, OFFERS, OPEN_PENALTY, SEVEN_BONUS, START_BUTTONS
from tilewright.games.patchwork.quilt.board_kernel import first_square, square_count
from tilewright.geometry.word_bits_kernel import lowest_bit

# Indices of a state array: five numbers for each player, then the shared numbers, then the circle as dealt.
LOW, HIGH, BUTTONS, INCOME, TIME = range(5)
SIDE_SIZE = 5
MOVER, PENDING, SPECIALS, BONUS, FIRST_HOME, REMAINING, MARKER, CIRCLE = range(10, 18)
"""The indices of the shared numbers and of the circle:

- `MOVER`: the player to move;
- `PENDING`: the number of 1x1 patches that must be laid now;
- `SPECIALS`: a bit for each special space, set while the space still has a 1x1 patch;
- `BONUS`: the player who has the 7x7 bonus, or -1;
- `FIRST_HOME`: the player who reached the last space first, or -1;
- `REMAINING`: a bit for each slot of the circle, set while the slot still has a patch;
- `MARKER`: the slot of the marker;
- `CIRCLE`: the first slot of the circle.
"""
CIRCLE_SIZE = 33
STATE_SIZE = CIRCLE + CIRCLE_SIZE

ADVANCE = 0
SPECIAL = 1
BUY = SPECIAL + SQUARES
ORIENTATIONS = 8
BUY_SIZE = ORIENTATIONS * SQUARES
ACTIONS = BUY + OFFERS * BUY_SIZE

ALL_LOW = 2**LOW_CELLS - 1
ALL_HIGH = 2 ** (SQUARES - LOW_CELLS) - 1
ALL_SLOTS = 2**CIRCLE_SIZE - 1

SEVEN_AREA = 49


# --- Squares --------------------------------------------------------------------------------------------


@compiled
def free_corners(lookup, transform, free_low, free_high):
    """Return the set of corners at which all squares of a transform are free.

    A transform is a distinct orientation of a shape. A corner is the top left corner of its bounding box.
    """
    low, high = lookup.corners_low[transform], lookup.corners_high[transform]
    for index in range(lookup.cell_count[transform]):
        shift = lookup.offsets[transform, index]
        low &= free_low >> shift | free_high << (LOW_CELLS - shift)
        high &= free_high >> shift
    return low, high


@compiled
def first_fit(lookup, patch, free_low, free_high):
    """Return the transform and corner of the lexicographically first placement, or -1 and -1 if none fits.

    Placements are ordered as bit strings of the board, with 1 before 0: the placement with the smallest first
    square comes first. Among placements with the same first square, the order of the transforms in
    `transforms_in_order` decides; this order does not depend on the square.
    """
    best, chosen, corner = SQUARES, -1, -1
    for index in range(lookup.transform_count[patch]):
        transform = lookup.transforms_in_order[patch, index]
        low, high = free_corners(lookup, transform, free_low, free_high)
        if low | high:
            square = first_square(low, high)
            if square + lookup.first_offset[transform] < best:
                best, chosen, corner = square + lookup.first_offset[transform], transform, square
    return chosen, corner


# --- The circle -----------------------------------------------------------------------------------------


@compiled
def find_offers(state, offer_slots):
    """Write the slots of the patches on offer into `offer_slots`; return the number of patches on offer."""
    remaining, marker = state[REMAINING], state[MARKER]
    ahead = (remaining >> marker | remaining << (CIRCLE_SIZE - marker)) & ALL_SLOTS
    count = 0
    while ahead and count < OFFERS:
        slot = marker + lowest_bit(ahead)
        offer_slots[count] = slot - CIRCLE_SIZE if slot >= CIRCLE_SIZE else slot
        ahead &= ahead - 1
        count += 1
    return count


@compiled
def offer_slot(state, offer_index):
    """Return the slot of the patch on offer with the given index, or -1 if there is no such patch."""
    remaining, marker = state[REMAINING], state[MARKER]
    ahead = (remaining >> marker | remaining << (CIRCLE_SIZE - marker)) & ALL_SLOTS
    for _ in range(offer_index):
        ahead &= ahead - 1
    if ahead == 0:
        return np.int64(-1)
    slot = marker + lowest_bit(ahead)
    return slot - CIRCLE_SIZE if slot >= CIRCLE_SIZE else slot


@compiled
def affordable_patch(lookup, state, offer_index):
    """Return the patch on offer with the given index if the player to move can pay for it, otherwise -1."""
    slot = offer_slot(state, offer_index)
    if slot < 0:
        return np.int64(-1)
    patch = state[CIRCLE + slot]
    return patch if lookup.cost[patch] <= state[SIDE_SIZE * state[MOVER] + BUTTONS] else np.int64(-1)


# --- Moves ----------------------------------------------------------------------------------------------


@compiled
def start(circle, state):
    """Set `state` to the start of a game; `circle` begins with the patch just after the marker."""
    state[:] = 0
    state[BUTTONS] = state[SIDE_SIZE + BUTTONS] = START_BUTTONS
    state[SPECIALS] = 31
    state[BONUS] = state[FIRST_HOME] = -1
    state[REMAINING] = (1 << len(circle)) - 1
    state[CIRCLE : CIRCLE + len(circle)] = circle


@compiled
def is_over(state):
    return state[TIME] == LAST_SPACE and state[SIDE_SIZE + TIME] == LAST_SPACE and state[PENDING] == 0


@compiled
def score(state, player):
    base = SIDE_SIZE * player
    open_squares = SQUARES - square_count(state[base + LOW], state[base + HIGH])
    return state[base + BUTTONS] - OPEN_PENALTY * open_squares + SEVEN_BONUS * (state[BONUS] == player)


@compiled
def winner(state):
    """Return the winner of a finished game; a tie goes to the player who reached the last space first."""
    difference = score(state, 0) - score(state, 1)
    if difference == 0:
        return state[FIRST_HOME]
    return np.int64(difference < 0)


@compiled
def has_seven(lookup, low, high):
    """Return whether the covered squares, given as the words `low` and `high`, contain a full 7 x 7 block."""
    for square in range(9):
        if (lookup.seven_low[square] & ~low | lookup.seven_high[square] & ~high) == 0:
            return True
    return False


@compiled
def award_bonus(lookup, state, base):
    """Give the player to move the 7x7 bonus if it is available and the quilt has a full 7 x 7 block."""
    low, high = state[base + LOW], state[base + HIGH]
    if state[BONUS] < 0 and square_count(low, high) >= SEVEN_AREA and has_seven(lookup, low, high):
        state[BONUS] = state[MOVER]


@compiled
def finish_move(state, base):
    """Finish a move: discard 1x1 patches if no square is open, and give the turn to the player who is behind.

    The player who has just moved keeps the turn if there is still a 1x1 patch to lay, or if both players are on
    the same space.
    """
    if state[PENDING] and square_count(state[base + LOW], state[base + HIGH]) == SQUARES:
        state[PENDING] = 0
    if state[PENDING] == 0 and state[base + TIME] > state[SIDE_SIZE - base + TIME]:
        state[MOVER] = 1 - state[MOVER]


@compiled
def move_token(lookup, state, base, space):
    """Move the current player's token to `space`; the player gets the income and 1x1 patches on the way."""
    before = state[base + TIME]
    state[base + TIME] = space
    state[base + BUTTONS] += state[base + INCOME] * (lookup.incomes_up_to[space] - lookup.incomes_up_to[before])
    if state[SPECIALS]:
        for number in range(5):
            if state[SPECIALS] >> number & 1 and before < lookup.special_spaces[number] <= space:
                state[SPECIALS] &= ~(1 << number)
                state[PENDING] += 1
    if space == LAST_SPACE and state[FIRST_HOME] < 0:
        state[FIRST_HOME] = state[MOVER]
    finish_move(state, base)


@compiled
def advance(lookup, state):
    base = SIDE_SIZE * state[MOVER]
    space = min(state[SIDE_SIZE - base + TIME] + 1, LAST_SPACE)
    state[base + BUTTONS] += space - state[base + TIME]
    move_token(lookup, state, base, space)


@compiled
def lay_special(lookup, state, square):
    base = SIDE_SIZE * state[MOVER]
    if square < LOW_CELLS:
        state[base + LOW] |= 1 << square
    else:
        state[base + HIGH] |= 1 << (square - LOW_CELLS)
    state[PENDING] -= 1
    award_bonus(lookup, state, base)
    finish_move(state, base)


@compiled
def buy(lookup, state, slot, low, high):
    """Buy the patch in a slot of the circle and lay it on the squares given as the words `low` and `high`."""
    base = SIDE_SIZE * state[MOVER]
    patch = state[CIRCLE + slot]
    state[base + BUTTONS] -= lookup.cost[patch]
    state[base + INCOME] += lookup.income[patch]
    state[base + LOW] |= low
    state[base + HIGH] |= high
    state[REMAINING] &= ~(1 << slot)
    state[MARKER] = slot + 1 if slot + 1 < CIRCLE_SIZE else 0
    award_bonus(lookup, state, base)
    move_token(lookup, state, base, min(state[base + TIME] + lookup.time[patch], LAST_SPACE))


@compiled
def play(lookup, state, action):
    """Play an action, which must be legal."""
    if action == ADVANCE:
        advance(lookup, state)
    elif action < BUY:
        lay_special(lookup, state, action - SPECIAL)
    else:
        offer_index, rest = divmod(action - BUY, BUY_SIZE)
        orientation, corner = divmod(rest, SQUARES)
        slot = offer_slot(state, offer_index)
        transform = lookup.first_transform[state[CIRCLE + slot]] + orientation
        buy(lookup, state, slot, lookup.squares_low[transform, corner], lookup.squares_high[transform, corner])


@compiled
def free_squares(state):
    """Return the open squares of the player to move."""
    base = SIDE_SIZE * state[MOVER]
    return ALL_LOW & ~state[base + LOW], ALL_HIGH & ~state[base + HIGH]


@compiled
def count_actions(lookup, state):
    """Return the number of legal actions, without listing them."""
    if is_over(state):
        return np.int64(0)
    low, high = free_squares(state)
    if state[PENDING]:
        return square_count(low, high)
    total = np.int64(1)
    for offer_index in range(OFFERS):
        patch = affordable_patch(lookup, state, offer_index)
        if patch < 0:
            continue
        first = lookup.first_transform[patch]
        for transform in range(first, first + lookup.transform_count[patch]):
            corner_low, corner_high = free_corners(lookup, transform, low, high)
            total += square_count(corner_low, corner_high)
    return total


@compiled
def write_actions(low, high, first_action, actions):
    """Write the action `first_action` + square for each square of a set; return the number of actions."""
    written = 0
    while low:
        actions[written] = first_action + lowest_bit(low)
        low &= low - 1
        written += 1
    while high:
        actions[written] = first_action + LOW_CELLS + lowest_bit(high)
        high &= high - 1
        written += 1
    return written


@compiled
def list_actions(lookup, state, actions):
    """Write the legal actions into `actions`, in increasing order; return the number of legal actions."""
    if is_over(state):
        return 0
    low, high = free_squares(state)
    if state[PENDING]:
        return write_actions(low, high, SPECIAL, actions)
    actions[0] = ADVANCE
    written = 1
    for offer_index in range(OFFERS):
        patch = affordable_patch(lookup, state, offer_index)
        if patch < 0:
            continue
        for orientation in range(lookup.transform_count[patch]):
            corner_low, corner_high = free_corners(
                lookup, lookup.first_transform[patch] + orientation, low, high
            )
            begin = BUY + BUY_SIZE * offer_index + SQUARES * orientation
            written += write_actions(corner_low, corner_high, begin, actions[written:])
    return written


@compiled
def fill_mask(lookup, state, mask):
    """Set the elements of `mask` to 1 for legal actions, and to 0 for the others."""
    mask[:] = 0
    if is_over(state):
        return
    low, high = free_squares(state)
    if state[PENDING]:
        mark_actions(low, high, SPECIAL, mask)
        return
    mask[ADVANCE] = 1
    for offer_index in range(OFFERS):
        patch = affordable_patch(lookup, state, offer_index)
        if patch >= 0:
            for orientation in range(lookup.transform_count[patch]):
                corner_low, corner_high = free_corners(
                    lookup, lookup.first_transform[patch] + orientation, low, high
                )
                mark_actions(
                    corner_low, corner_high, BUY + BUY_SIZE * offer_index + SQUARES * orientation, mask
                )


@compiled
def mark_actions(low, high, first_action, mask):
    """For each square of a set, set ``mask[first_action + square]`` to 1."""
    while low:
        mask[first_action + lowest_bit(low)] = 1
        low &= low - 1
    while high:
        mask[first_action + LOW_CELLS + lowest_bit(high)] = 1
        high &= high - 1


@compiled
def count_sequences(lookup, root, depth):
    """Return the number of sequences of `depth` legal moves; the last move of each is counted, not played."""
    if depth == 0:
        return np.int64(1)
    states = np.empty((depth, STATE_SIZE), np.int64)
    actions = np.empty((depth, ACTIONS), np.int64)
    untried = np.zeros(depth, np.int64)
    states[0] = root
    if depth > 1:
        untried[0] = list_actions(lookup, root, actions[0])
    total, ply = np.int64(0), 0
    while ply >= 0:
        if ply == depth - 1:
            total += count_actions(lookup, states[ply])
            ply -= 1
        elif untried[ply] == 0:
            ply -= 1
        else:
            untried[ply] -= 1
            states[ply + 1] = states[ply]
            play(lookup, states[ply + 1], actions[ply, untried[ply]])
            ply += 1
            if ply < depth - 1:
                untried[ply] = list_actions(lookup, states[ply], actions[ply])
    return total
