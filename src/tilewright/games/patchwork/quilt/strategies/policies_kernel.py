# mypy: ignore-errors
"""The policies: which placements of the shape in hand are offered.

*Some*: the first placement in some transform. *Every*: for every transform the first placement in it, in the
order id, rot90, rot180, rot270, flipx, flipy, flipd1, flipd2, images that are equal left out.
"""

from __future__ import annotations

import numpy as np

from tilewright.games.patchwork.kernels.compiling import compiled
from tilewright.games.patchwork.quilt.board_kernel import (
    ALL_HIGH,
    ALL_LOW,
    KINDS,
    LOW_CELLS,
    OFFER_NUMBER,
    ONE,
    ZERO,
    columns_of,
    first_fit,
    fitting,
    last_of_run,
)
from tilewright.games.patchwork.quilt.domains_kernel import count_domains, extreme_domain, look_ahead_of
from tilewright.games.patchwork.quilt.placement_tables import BL, BL_OF_TRANSFORM, LB, LEX, LEX_OF_TRANSFORM
from tilewright.games.patchwork.quilt.strategies.strategy_registry import policy


@compiled
def offer_first(table, quilt, begin, end, count):
    """Offer the first entry of a list that fits, if there is one; gives the new number of alternatives."""
    at = first_fit(table, begin, end, quilt.board[0], quilt.board[1])
    if at < 0:
        return count
    quilt.alternatives[count] = table.number[at]
    return count + 1


@compiled
def offer_of_shape(table, quilt, which, shape, count):
    return offer_first(table, quilt, table.start[which, shape], table.start[which, shape + 1], count)


@compiled
def offer_of_transforms(table, quilt, which, shape, count):
    for transform in range(table.transform[shape], table.transform[shape + 1]):
        count = offer_of_shape(table, quilt, which, transform, count)
    return count


# --- All, and the first square in reading order -------------------------------------------------------


@policy("all", "every placement, in lexicographic order")
def offer_all(table, quilt, shape):
    low, high = quilt.board[0], quilt.board[1]
    found = 0
    for at in range(table.start[LEX, shape], table.start[LEX, shape + 1]):
        quilt.alternatives[found] = at
        found += (table.low[at] & low | table.high[at] & high) == ZERO
    return found


@policy("in-order-some", "the first placement in lexicographic order: squares in reading order, covered first")
def offer_in_order(table, quilt, shape):
    return offer_of_shape(table, quilt, LEX, shape, 0)


@policy("in-order-every", "for every transform the first placement in lexicographic order")
def offer_in_order_every(table, quilt, shape):
    return offer_of_transforms(table, quilt, LEX_OF_TRANSFORM, shape, 0)


# --- Bottom left --------------------------------------------------------------------------------------


@policy("bl-some", "bottom left: least first column, then least first row, then lexicographic")
def offer_bottom_left(table, quilt, shape):
    return offer_of_shape(table, quilt, BL, shape, 0)


@policy("bl-every", "for every transform the bottom left placement")
def offer_bottom_left_every(table, quilt, shape):
    return offer_of_transforms(table, quilt, BL_OF_TRANSFORM, shape, 0)


@compiled
def is_last_choice(table, quilt, shape):
    """Does the shape fit in just one way? Then propagation has laid it, and no policy has a choice."""
    low, high = quilt.board[0], quilt.board[1]
    end = table.start[LEX, shape + 1]
    first = first_fit(table, table.start[LEX, shape], end, low, high)
    return first >= 0 and first_fit(table, first + 1, end, low, high) < 0


@policy("bl/lb-some", "bottom left, and left bottom: least first row, then least first column; twice if equal")
def offer_both_corners(table, quilt, shape):
    count = offer_of_shape(table, quilt, BL, shape, 0)
    if count == 0 or is_last_choice(table, quilt, shape):
        return count
    return offer_of_shape(table, quilt, LB, shape, count)


@policy("bl/lb-every", "for every transform bottom left, then for every transform left bottom")
def offer_both_corners_every(table, quilt, shape):
    count = offer_of_transforms(table, quilt, BL_OF_TRANSFORM, shape, 0)
    if count == 0 or is_last_choice(table, quilt, shape):
        return count
    return offer_of_transforms(table, quilt, LEX_OF_TRANSFORM, shape, count)


# A patch that fits must be laid. So where no column up to one past those in use has a placement, which the
# published orders never bring about, the columns after them are tried as well, up to the first that has one.


@compiled
def last_column(table, quilt, shape):
    """The last of the columns 0, 1, 2, ... that each have a decided square, given that the shape is laid.

    Decided squares are covered, or out of reach for every tile, or common to all placements of the shape.
    """
    count = fitting(table, quilt, LEX, shape)
    low, high = quilt.board[0], quilt.board[1]
    if quilt.left[0] and count > 1:
        shared_low, shared_high = ALL_LOW, ALL_HIGH
        for at in range(count):
            shared_low &= quilt.own_low[at]
            shared_high &= quilt.own_high[at]
        return last_of_run(columns_of(low | shared_low, high | shared_high))
    shared_low, shared_high = look_ahead_of(table, quilt, shape, count)
    found_low, found_high = ZERO, ZERO
    for other in range(KINDS + 1):
        found_low |= quilt.root_low[other]
        found_high |= quilt.root_high[other]
    decided_low = ALL_LOW & ~found_low | shared_low
    decided_high = ALL_HIGH & ~found_high | shared_high
    return last_of_run(columns_of(decided_low, decided_high))


@policy(
    "pareto-bl-some", "for every first column, up to one past those in use, the placement of least first row"
)
def offer_pareto(table, quilt, shape):
    if offer_of_shape(table, quilt, LEX, shape, 0) == 0:
        return 0
    count = 0
    last = last_column(table, quilt, shape) + 1
    for column in range(9):
        if column > last and count > 0:
            break
        begin, end = table.column[0, shape, column], table.column[0, shape, column + 1]
        count = offer_first(table, quilt, begin, end, count)
    return count


@policy(
    "pareto-bl-every", "for every first column as before, and every transform, the placement of least first row"
)
def offer_pareto_every(table, quilt, shape):
    if offer_of_shape(table, quilt, LEX, shape, 0) == 0:
        return 0
    count = 0
    last = last_column(table, quilt, shape) + 1
    for column in range(9):
        if column > last and count > 0:
            break
        for transform in range(table.transform[shape], table.transform[shape + 1]):
            begin, end = table.column[1, transform, column], table.column[1, transform, column + 1]
            count = offer_first(table, quilt, begin, end, count)
    return count


# --- Squares by the size of their domains -------------------------------------------------------------

SMALLEST, LARGEST = 0, 1


@compiled
def narrow(quilt, count, cell):
    """Keep those of the placements in `own` that cover a square; gives how many."""
    kept = 0
    for at in range(count):
        word, bit = (quilt.own_low[at], cell) if cell < LOW_CELLS else (quilt.own_high[at], cell - LOW_CELLS)
        if word >> np.uint64(bit) & ONE:
            quilt.own_low[kept] = quilt.own_low[at]
            quilt.own_high[kept] = quilt.own_high[at]
            quilt.own[kept] = quilt.own[at]
            kept += 1
    return kept


@compiled
def follow_domains(table, quilt, shape, count, largest):
    """Cover the square of largest, or smallest, domain, propagate, and again, until one placement is left."""
    while count > 1:
        shared_low, shared_high = look_ahead_of(table, quilt, shape, count)
        count_domains(quilt)
        low, high = quilt.root_low[KINDS] & ~shared_low, quilt.root_high[KINDS] & ~shared_high
        count = narrow(quilt, count, extreme_domain(quilt, low, high, largest))
    return quilt.own[0]


@policy("size-some", "as published: cover the square of largest domain, until the shape lies", number=LARGEST)
@policy("first-fail-some", "cover the square of smallest domain, until the shape lies", number=SMALLEST)
def offer_by_domains(table, quilt, shape):
    count = fitting(table, quilt, LEX, shape)
    if count == 0:
        return 0
    largest = quilt.facts[OFFER_NUMBER] == LARGEST
    quilt.alternatives[0] = follow_domains(table, quilt, shape, count, largest)
    return 1


@policy("size-every", "as published, for every transform: cover the square of largest domain", number=LARGEST)
@policy("first-fail-every", "for every transform: cover the square of smallest domain", number=SMALLEST)
def offer_by_domains_every(table, quilt, shape):
    largest = quilt.facts[OFFER_NUMBER] == LARGEST
    found = 0
    for transform in range(table.transform[shape], table.transform[shape + 1]):
        count = fitting(table, quilt, LEX_OF_TRANSFORM, transform)
        if count:
            quilt.alternatives[found] = follow_domains(table, quilt, shape, count, largest)
            found += 1
    return found
