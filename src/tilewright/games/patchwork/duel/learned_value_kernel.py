# mypy: ignore-errors
"""The learned value in compiled code: a neural network with one hidden layer, evaluated after each move.

The positions that can follow one position have most features in common. All placements of one patch lead to
positions that differ only in one quilt and, rarely, in the 7x7 bonus, and the opponent's side is the same after
every move. So the sums of the hidden layer are computed in three steps. The opponent's features are added once
for all moves after which the player to move, the bonus and the 1x1 patches on the time board are the same. The
features that all placements of a patch share are added once for the patch. The *numbers* of the quilt (see
``features_kernel.py``), with corrections for patches that no longer fit, are added for each placement.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.patchwork.duel.features_kernel import (
    BOTH,
    LATER,
    NO_PATCH,
    NUMBERS,
    NUMBERS_OF_LATER_PATCH,
    NUMBERS_OF_OFFER,
    NUMBERS_OF_QUILT,
    NUMBERS_OF_SIDE,
    OFFERED,
    PATCH_KINDS,
    PATCHES_AHEAD,
    QUILTS,
    SIDES,
    find_fit,
    find_patches,
    write_both,
    write_patches,
    write_quilt,
    write_side,
)
from tilewright.games.patchwork.duel.pack_arrays_for_kernels import record_of
from tilewright.games.patchwork.duel.rules import OFFERS
from tilewright.games.patchwork.duel.state_kernel import (
    ALL_HIGH,
    ALL_LOW,
    BONUS,
    BUY,
    BUY_SIZE,
    HIGH,
    LOW,
    MOVER,
    REMAINING,
    SIDE_SIZE,
    SPECIALS,
    STATE_SIZE,
    is_over,
    play,
    score,
    winner,
)
from tilewright.games.patchwork.quilt.board_kernel import square_count

PLACES = PATCHES_AHEAD + OFFERS
"""The number of places of the circle that are read: after a purchase, later patches move into the first
`PATCHES_AHEAD` places."""


MARGIN_SCALE = 10.0
"""The margin of victory, in points, that maps to a win chance of 0.73 (the logistic function of 1)."""
MARGIN_SHARE = 0.3
"""The weight of the margin in the training target; the win has the remaining weight."""


UNKNOWN = -1


class NetworkBuffers(NamedTuple):
    """The work arrays of the network."""

    after: np.ndarray
    """The position after a move."""
    numbers: np.ndarray
    """The *numbers* of a position; see ``features_kernel.py``."""
    waiting: np.ndarray
    """For each role and hidden unit: the weighted sum of the features of the waiting player.

    The waiting player is the mover's opponent. The role is 0 if the waiting player moves next, and 1 if the
    mover moves again.
    """
    summed: np.ndarray
    """For each role: the value of `bonus_and_specials` for which `waiting` was computed, or `UNKNOWN`."""
    base: np.ndarray
    """For each hidden unit: the weighted sum of the features that all placements of a patch share."""
    hidden: np.ndarray
    """For each hidden unit: the weighted sum of all features."""
    patches: np.ndarray
    """The next patches of the circle before the move."""
    ahead: np.ndarray
    """The next patches of the circle after the move; `places` holds their places before the move."""
    places: np.ndarray
    known: np.ndarray
    """For each player: the set of places for which `fit_low` and `fit_high` have been computed."""
    fit_low: np.ndarray
    """For each player and place: the first word of a placement of the place's patch that fits before the move.

    `fit_high` holds the second word; if the patch does not fit, both words are 0.
    """
    fit_high: np.ndarray


def new_network_buffers(hidden: int) -> np.record:
    """Allocate the work arrays for a network with `hidden` hidden units, as a record."""
    arrays = NetworkBuffers(
        after=np.zeros(STATE_SIZE, np.int64),
        numbers=np.zeros(NUMBERS, np.float32),
        waiting=np.zeros((2, hidden), np.float32),
        summed=np.zeros(2, np.int64),
        base=np.zeros(hidden, np.float32),
        hidden=np.zeros(hidden, np.float32),
        patches=np.zeros(PLACES, np.int64),
        ahead=np.zeros(PATCHES_AHEAD, np.int64),
        places=np.zeros(PATCHES_AHEAD, np.int64),
        known=np.zeros(2, np.int64),
        fit_low=np.zeros((2, PLACES), np.int64),
        fit_high=np.zeros((2, PLACES), np.int64),
    )
    return record_of(arrays)


@compiled
def training_target(state):
    """Return the training target of a finished game for player 0.

    It is a weighted mean of the result (1 for a win, 0 for a loss) and the win chance to which the margin maps.
    """
    margin = score(state, 0) - score(state, 1)
    chance = 1.0 / (1.0 + np.exp(-margin / MARGIN_SCALE))
    return MARGIN_SHARE * chance + (1.0 - MARGIN_SHARE) * (winner(state) == 0)


@compiled
def add_row(sums, inner, row, factor):
    """Add a multiple of a row of weights to the sums of the hidden layer."""
    for unit in range(len(sums)):
        sums[unit] += factor * inner[row, unit]


@compiled
def add_numbers(sums, inner, numbers, begin, end):
    """Multiply each of ``numbers[begin:end]`` by its row of weights; add the products to `sums`."""
    for row in range(begin, end):
        if numbers[row] != 0.0:
            add_row(sums, inner, row, numbers[row])


@compiled
def find_ahead(state, bought, buffers):
    """Fill `ahead` with the next patches after a move, and `places` with their indices before the move.

    `bought` is one more than the index of the bought patch among the patches on offer, or 0 if no patch is
    bought. After a purchase, the patches that were before the bought one come last in the circle.
    """
    count = square_count(state[REMAINING], 0)
    for index in range(PATCHES_AHEAD):
        place = bought + index
        if place >= count:
            place -= count
        buffers.places[index] = place
        buffers.ahead[index] = NO_PATCH
        if index < count - (bought > 0):
            buffers.ahead[index] = buffers.patches[place]


@compiled
def fits_of_player(lookup, state, player, buffers):
    """Return the bit set of the indices in `ahead` whose patches fit on a player's quilt before the move."""
    base = SIDE_SIZE * player
    low, high = ALL_LOW & ~state[base + LOW], ALL_HIGH & ~state[base + HIGH]
    fits = np.int64(0)
    for index in range(PATCHES_AHEAD):
        if buffers.ahead[index] == NO_PATCH:
            break
        place = buffers.places[index]
        if buffers.known[player] >> place & 1 == 0:
            fit_low, fit_high = find_fit(lookup, buffers.ahead[index], low, high)
            buffers.fit_low[player, place], buffers.fit_high[player, place] = fit_low, fit_high
            buffers.known[player] |= 1 << place
        if buffers.fit_low[player, place] | buffers.fit_high[player, place]:
            fits |= 1 << index
    return fits


@compiled
def bonus_and_specials(state):
    """Return a number that encodes who has the 7x7 bonus and which 1x1 patches are left on the time board."""
    return 32 * (state[BONUS] + 1) + state[SPECIALS]


@compiled
def sum_waiting_player(lookup, net, player, role, buffers):
    """Compute ``buffers.waiting[role]`` for `player`, the opponent of the player who has just moved.

    `buffers.after` is the position after that move. `role` is 0 if `player` moves next, and 1 if the opponent
    moves again.
    """
    after, numbers, sums = buffers.after, buffers.numbers, buffers.waiting[role]
    side, quilt = SIDES + NUMBERS_OF_SIDE * role, QUILTS + NUMBERS_OF_QUILT * role
    write_side(lookup, after, player, numbers[side : side + NUMBERS_OF_SIDE])
    write_quilt(lookup, after, player, numbers[quilt : quilt + NUMBERS_OF_QUILT])
    sums[:] = np.float32(0.0)
    add_numbers(sums, net.inner, numbers, side, side + NUMBERS_OF_SIDE)
    add_numbers(sums, net.inner, numbers, quilt, quilt + NUMBERS_OF_QUILT)
    buffers.summed[role] = bonus_and_specials(after)


@compiled
def compute_base(lookup, net, state, bought, buffers):
    """Compute `base` for all moves that buy the same patch, or for all moves that buy none.

    `state` is the position before the move; `buffers.after` must be the position after one of these moves.
    `base` includes all features except the *numbers* (see ``features_kernel.py``) of the buyer's quilt; a patch
    counts as fitting if it fits before the move. The owner of the 7x7 bonus must be the same after all
    these moves. Returns the bit set of the indices in `ahead` whose patches fit on the buyer's quilt before the
    move.
    """
    after, numbers, base = buffers.after, buffers.numbers, buffers.base
    buyer = state[MOVER]
    role = np.int64(after[MOVER] == buyer)
    find_ahead(state, bought, buffers)
    fits = fits_of_player(lookup, state, buyer, buffers)
    other_fits = fits_of_player(lookup, state, 1 - buyer, buffers)
    if buffers.summed[role] != bonus_and_specials(after):
        sum_waiting_player(lookup, net, 1 - buyer, role, buffers)
    side = SIDES + NUMBERS_OF_SIDE * (1 - role)
    write_side(lookup, after, buyer, numbers[side : side + NUMBERS_OF_SIDE])
    write_both(after, numbers[BOTH:OFFERED])
    if role:
        write_patches(lookup, after, buffers.ahead, fits, other_fits, numbers[OFFERED:NUMBERS])
    else:
        write_patches(lookup, after, buffers.ahead, other_fits, fits, numbers[OFFERED:NUMBERS])
    base[:] = buffers.waiting[role]
    add_numbers(base, net.inner, numbers, side, side + NUMBERS_OF_SIDE)
    add_numbers(base, net.inner, numbers, BOTH, NUMBERS)
    for place in range(PATCHES_AHEAD):
        add_row(base, net.inner, NUMBERS + PATCH_KINDS * place + buffers.ahead[place], np.float32(1.0))
    return fits


@compiled
def correct_fits(lookup, net, buyer, fits, buffers):
    """Correct the hidden layer for patches that fit before the buyer's move, but not after it."""
    after, numbers = buffers.after, buffers.numbers
    low, high = ALL_LOW & ~after[SIDE_SIZE * buyer + LOW], ALL_HIGH & ~after[SIDE_SIZE * buyer + HIGH]
    is_mover = after[MOVER] == buyer
    for index in range(PATCHES_AHEAD):
        if fits >> index & 1 == 0:
            continue
        place = buffers.places[index]
        if buffers.fit_low[buyer, place] & ~low | buffers.fit_high[buyer, place] & ~high == 0:
            continue
        fit_low, fit_high = find_fit(lookup, buffers.ahead[index], low, high)
        if fit_low | fit_high:
            continue
        if index < OFFERS:
            row = OFFERED + NUMBERS_OF_OFFER * index
            first = row + (4 if is_mover else 6)
            for changed in range(first, first + 2):
                add_row(buffers.hidden, net.inner, changed, -numbers[changed])
        else:
            row = LATER + NUMBERS_OF_LATER_PATCH * (index - OFFERS)
        add_row(buffers.hidden, net.inner, row + (2 if is_mover else 3), np.float32(1.0))


@compiled
def output(net, hidden):
    """Return the win chance of the player to move for the sums of the hidden layer, which are overwritten.

    Unit 0 has no rectifier. The number of units is a power of two. The sum is computed by repeatedly adding
    the second half of the array to the first, because such loops are compiled to vector instructions.
    """
    linear = hidden[0] * net.outer[0]
    for unit in range(len(hidden)):
        hidden[unit] = max(hidden[unit], np.float32(0.0)) * net.outer[unit]
    hidden[0] = linear
    size = len(hidden)
    while size > 1:
        size //= 2
        for unit in range(size):
            hidden[unit] += hidden[unit + size]
    return 1.0 / (1.0 + np.exp(-np.float64(hidden[0])))


@compiled
def evaluate_moves(lookup, net, state, actions, count, buffers, values):
    """Write the value of each action into `values`; return the index of the first action with the best value.

    The value of an action is the win chance, after the action, of the player who plays it. Actions that
    buy the same patch should be consecutive, because the sums that they share are then computed only once.
    """
    buyer = state[MOVER]
    after, numbers, hidden = buffers.after, buffers.numbers, buffers.hidden
    find_patches(state, buffers.patches)
    buffers.known[:] = 0
    buffers.summed[:] = UNKNOWN
    best, base_of, base_bonus, fits = 0, np.int64(-1), np.int64(0), np.int64(0)
    for index in range(count):
        after[:] = state
        play(lookup, after, actions[index])
        if is_over(after):
            values[index] = 1.0 if winner(after) == buyer else 0.0
        else:
            bought = np.int64(0) if actions[index] < BUY else 1 + (actions[index] - BUY) // BUY_SIZE
            if bought != base_of or after[BONUS] != base_bonus:
                base_of, base_bonus = bought, after[BONUS]
                fits = compute_base(lookup, net, state, bought, buffers)
            hidden[:] = buffers.base
            begin = QUILTS if after[MOVER] == buyer else QUILTS + NUMBERS_OF_QUILT
            write_quilt(lookup, after, buyer, numbers[begin : begin + NUMBERS_OF_QUILT])
            add_numbers(hidden, net.inner, numbers, begin, begin + NUMBERS_OF_QUILT)
            correct_fits(lookup, net, buyer, fits, buffers)
            value = output(net, hidden)
            values[index] = value if after[MOVER] == buyer else 1.0 - value
        if values[index] > values[best]:
            best = index
    return best
