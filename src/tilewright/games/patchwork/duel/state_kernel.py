# mypy: ignore-errors
"""The game in compiled code: a state is a row of whole numbers that a move changes in place.

Actions have numbers that never change their meaning:

- 0: advance;
- 1 to 81: lay the 1x1 patch on square 9 * row + column, which is the number less 1;
- 82 + 648 * i + 81 * o + c: buy the i-th patch on offer (0, 1, 2) and lay its o-th different image (in the
  order id, rot90, rot180, rot270, flipx, flipy, flipd1, flipd2), the top left corner of its box on square c.

The circle stands in the state as it was dealt. A bit for each place tells whether its patch is still there, and
the marker is the place to look at next.
"""

from __future__ import annotations

import numpy as np

from tilewright.games.patchwork.duel.kernel_tables import LAST_SPACE, LOW_CELLS, OFFERS, SQUARES
from tilewright.games.patchwork.kernels.compiling import compiler
from tilewright.games.patchwork.quilt.board_kernel import bits, lowest

compiled = compiler("duel/*kernel.py", "duel/kernel_tables.py", "duel/search/*.py", "quilt/board_kernel.py")

# A side's numbers, five for each player; then those that both share; then the circle as dealt.
LOW, HIGH, BUTTONS, INCOME, TIME = range(5)
SIDE_SIZE = 5
MOVER, PENDING, SPECIALS, BONUS, HOME, LEFT, MARKER, CIRCLE = range(10, 18)
"""Who moves; 1x1 patches to lay at once; bits of the special spaces whose 1x1 patch still lies there; who has
the 7x7 bonus and who came home first (-1: nobody); bits of the places with a patch; the place to look at."""
PLACES = 33
STATE_SIZE = CIRCLE + PLACES

ADVANCE = 0
SPECIAL = 1
BUY = SPECIAL + SQUARES
IMAGES = 8
BUY_SIZE = IMAGES * SQUARES
ACTIONS = BUY + OFFERS * BUY_SIZE

ALL_LOW = 2**LOW_CELLS - 1
ALL_HIGH = 2 ** (SQUARES - LOW_CELLS) - 1
ALL_PLACES = 2**PLACES - 1

START_BUTTONS = 5
OPEN_PENALTY = 2
SEVEN_BONUS = 7
SEVEN_AREA = 49


# --- Squares --------------------------------------------------------------------------------------------


@compiled
def count(low, high):
    """How many squares a set has."""
    return np.int64(bits(low)) + np.int64(bits(high))


@compiled
def first_square(low, high):
    """The first square of a set that is not empty."""
    return np.int64(lowest(low)) if low else np.int64(lowest(high)) + LOW_CELLS


@compiled
def corners(table, transform, free_low, free_high):
    """Where the corner of a transform's box may lie so that all its squares are free."""
    low, high = table.box_low[transform], table.box_high[transform]
    for at in range(table.cells[transform]):
        by = table.offset[transform, at]
        low &= free_low >> by | free_high << (LOW_CELLS - by)
        high &= free_high >> by
    return low, high


@compiled
def first_fit(table, patch, free_low, free_high):
    """The transform and corner of the first placement in reading order (1 before 0), or -1 and -1.

    The first square decides; transforms that share it follow each other in the same order everywhere.
    """
    best, chosen, corner = SQUARES, -1, -1
    for at in range(table.images[patch]):
        transform = table.in_order[patch, at]
        low, high = corners(table, transform, free_low, free_high)
        if low | high:
            square = first_square(low, high)
            if square + table.lead[transform] < best:
                best, chosen, corner = square + table.lead[transform], transform, square
    return chosen, corner


# --- The circle -----------------------------------------------------------------------------------------


@compiled
def offers(state, place):
    """Put the places of the patches on offer into `place`; gives how many."""
    left, marker = state[LEFT], state[MARKER]
    ahead = (left >> marker | left << (PLACES - marker)) & ALL_PLACES
    found = 0
    while ahead and found < OFFERS:
        at = marker + np.int64(lowest(ahead))
        place[found] = at - PLACES if at >= PLACES else at
        ahead &= ahead - 1
        found += 1
    return found


@compiled
def offered(state, which):
    """The place of one patch on offer, or -1."""
    left, marker = state[LEFT], state[MARKER]
    ahead = (left >> marker | left << (PLACES - marker)) & ALL_PLACES
    for _ in range(which):
        ahead &= ahead - 1
    if ahead == 0:
        return np.int64(-1)
    at = marker + np.int64(lowest(ahead))
    return at - PLACES if at >= PLACES else at


# --- Moves ----------------------------------------------------------------------------------------------


@compiled
def start(circle, state):
    """The state before the first move: `circle` begins just ahead of the marker."""
    state[:] = 0
    state[BUTTONS] = state[SIDE_SIZE + BUTTONS] = START_BUTTONS
    state[SPECIALS] = 31
    state[BONUS] = state[HOME] = -1
    state[LEFT] = (1 << len(circle)) - 1
    state[CIRCLE : CIRCLE + len(circle)] = circle


@compiled
def is_over(state):
    return state[TIME] == LAST_SPACE and state[SIDE_SIZE + TIME] == LAST_SPACE and state[PENDING] == 0


@compiled
def score(state, player):
    at = SIDE_SIZE * player
    open_squares = SQUARES - count(state[at + LOW], state[at + HIGH])
    return state[at + BUTTONS] - OPEN_PENALTY * open_squares + SEVEN_BONUS * (state[BONUS] == player)


@compiled
def winner(state):
    """Who has won a game that is over: on a tie, who reached the last space first."""
    difference = score(state, 0) - score(state, 1)
    if difference == 0:
        return state[HOME]
    return np.int64(difference < 0)


@compiled
def look_for_seven(table, state, at):
    """Give the bonus to the player who has just laid a patch if a 7 x 7 is full, and nobody has it."""
    low, high = state[at + LOW], state[at + HIGH]
    if state[BONUS] < 0 and count(low, high) >= SEVEN_AREA:
        for square in range(9):
            if (table.seven_low[square] & ~low | table.seven_high[square] & ~high) == 0:
                state[BONUS] = state[MOVER]
                return


@compiled
def settle(state, at):
    """After a move: 1x1 patches without a free square are discarded; then the player behind moves.

    On the same space the last to arrive goes on, and that is the one who has moved.
    """
    if state[PENDING] and count(state[at + LOW], state[at + HIGH]) == SQUARES:
        state[PENDING] = 0
    if state[PENDING] == 0 and state[at + TIME] > state[SIDE_SIZE - at + TIME]:
        state[MOVER] = 1 - state[MOVER]


@compiled
def travel(table, state, at, space):
    """Move the mover's time marker to a space: income and 1x1 patches on the way."""
    before = state[at + TIME]
    state[at + TIME] = space
    state[at + BUTTONS] += state[at + INCOME] * (table.collected[space] - table.collected[before])
    if state[SPECIALS]:
        for number in range(5):
            if state[SPECIALS] >> number & 1 and before < table.special[number] <= space:
                state[SPECIALS] &= ~(1 << number)
                state[PENDING] += 1
    if space == LAST_SPACE and state[HOME] < 0:
        state[HOME] = state[MOVER]
    settle(state, at)


@compiled
def advance(table, state):
    at = SIDE_SIZE * state[MOVER]
    space = min(state[SIDE_SIZE - at + TIME] + 1, LAST_SPACE)
    state[at + BUTTONS] += space - state[at + TIME]
    travel(table, state, at, space)


@compiled
def lay_special(table, state, square):
    at = SIDE_SIZE * state[MOVER]
    if square < LOW_CELLS:
        state[at + LOW] |= 1 << square
    else:
        state[at + HIGH] |= 1 << (square - LOW_CELLS)
    state[PENDING] -= 1
    look_for_seven(table, state, at)
    settle(state, at)


@compiled
def buy(table, state, place, low, high):
    """Buy the patch at a place of the circle and lay it on some squares."""
    at = SIDE_SIZE * state[MOVER]
    patch = state[CIRCLE + place]
    state[at + BUTTONS] -= table.cost[patch]
    state[at + INCOME] += table.income[patch]
    state[at + LOW] |= low
    state[at + HIGH] |= high
    state[LEFT] &= ~(1 << place)
    state[MARKER] = place + 1 if place + 1 < PLACES else 0
    look_for_seven(table, state, at)
    travel(table, state, at, min(state[at + TIME] + table.time[patch], LAST_SPACE))


@compiled
def play(table, state, action):
    """Play a legal action."""
    if action == ADVANCE:
        advance(table, state)
    elif action < BUY:
        lay_special(table, state, action - SPECIAL)
    else:
        which, rest = divmod(action - BUY, BUY_SIZE)
        image, corner = divmod(rest, SQUARES)
        place = offered(state, which)
        transform = table.first[state[CIRCLE + place]] + image
        buy(table, state, place, table.place_low[transform, corner], table.place_high[transform, corner])


@compiled
def free_squares(state):
    """The open squares of the player to move."""
    at = SIDE_SIZE * state[MOVER]
    return ALL_LOW & ~state[at + LOW], ALL_HIGH & ~state[at + HIGH]


@compiled
def count_actions(table, state):
    """How many legal actions there are; nothing is made."""
    if is_over(state):
        return np.int64(0)
    low, high = free_squares(state)
    if state[PENDING]:
        return count(low, high)
    total = np.int64(1)
    for which in range(OFFERS):
        place = offered(state, which)
        if place < 0:
            break
        patch = state[CIRCLE + place]
        if table.cost[patch] > state[SIDE_SIZE * state[MOVER] + BUTTONS]:
            continue
        for image in range(table.images[patch]):
            one, two = corners(table, table.first[patch] + image, low, high)
            total += count(one, two)
    return total


@compiled
def put_squares(low, high, first, actions):
    """Append to `actions` the number `first` + square for each square of a set; gives how many."""
    found = 0
    while low:
        actions[found] = first + np.int64(lowest(low))
        low &= low - 1
        found += 1
    while high:
        actions[found] = first + LOW_CELLS + np.int64(lowest(high))
        high &= high - 1
        found += 1
    return found


@compiled
def list_actions(table, state, actions):
    """Put the numbers of the legal actions into `actions`, in rising order; gives how many."""
    if is_over(state):
        return 0
    low, high = free_squares(state)
    if state[PENDING]:
        return put_squares(low, high, SPECIAL, actions)
    actions[0] = ADVANCE
    found = 1
    for which in range(OFFERS):
        place = offered(state, which)
        if place < 0:
            break
        patch = state[CIRCLE + place]
        if table.cost[patch] > state[SIDE_SIZE * state[MOVER] + BUTTONS]:
            continue
        for image in range(table.images[patch]):
            one, two = corners(table, table.first[patch] + image, low, high)
            begin = BUY + BUY_SIZE * which + SQUARES * image
            found += put_squares(one, two, begin, actions[found:])
    return found


@compiled
def fill_mask(table, state, mask):
    """Mark the legal actions in `mask`, which has a place for each action."""
    mask[:] = 0
    if is_over(state):
        return
    low, high = free_squares(state)
    if state[PENDING]:
        mark_squares(low, high, SPECIAL, mask)
        return
    mask[ADVANCE] = 1
    for which in range(OFFERS):
        place = offered(state, which)
        if place < 0:
            break
        patch = state[CIRCLE + place]
        if table.cost[patch] <= state[SIDE_SIZE * state[MOVER] + BUTTONS]:
            for image in range(table.images[patch]):
                one, two = corners(table, table.first[patch] + image, low, high)
                mark_squares(one, two, BUY + BUY_SIZE * which + SQUARES * image, mask)


@compiled
def mark_squares(low, high, first, mask):
    while low:
        mask[first + np.int64(lowest(low))] = 1
        low &= low - 1
    while high:
        mask[first + LOW_CELLS + np.int64(lowest(high))] = 1
        high &= high - 1


@compiled
def count_sequences(table, root, depth):
    """How many sequences of `depth` moves there are; the last level is counted, not played."""
    if depth == 0:
        return np.int64(1)
    states = np.empty((depth, STATE_SIZE), np.int64)
    actions = np.empty((depth, ACTIONS), np.int64)
    left = np.zeros(depth, np.int64)
    states[0] = root
    if depth > 1:
        left[0] = list_actions(table, root, actions[0])
    total, ply = np.int64(0), 0
    while ply >= 0:
        if ply == depth - 1:
            total += count_actions(table, states[ply])
            ply -= 1
        elif left[ply] == 0:
            ply -= 1
        else:
            left[ply] -= 1
            states[ply + 1] = states[ply]
            play(table, states[ply + 1], actions[ply, left[ply]])
            ply += 1
            if ply < depth - 1:
                left[ply] = list_actions(table, states[ply], actions[ply])
    return total
