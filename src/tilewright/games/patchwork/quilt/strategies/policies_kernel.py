# mypy: ignore-errors
"""The policies that do not learn. A policy offers placements of the current shape.

A *some* policy applies its rule to all placements of the shape together. An *every* policy applies the rule to
each distinct transform separately, in the order id, rot90, rot180, rot270, flipx, flipy, flipd1, flipd2.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.patchwork.quilt.board_kernel import (
    ALL_HIGH,
    ALL_LOW,
    LOW_CELLS,
    ONE,
    POLICY_PARAMETER,
    SHAPE_COUNT,
    ZERO,
    collect_fitting,
    columns_of,
    first_fit,
    last_of_initial_run,
)
from tilewright.games.patchwork.quilt.domains_kernel import compute_reachable, count_domains, extreme_domain
from tilewright.games.patchwork.quilt.placement_tables import BL, BL_OF_TRANSFORM, LB, LEX, LEX_OF_TRANSFORM
from tilewright.games.patchwork.quilt.strategies.strategy_registry import policy


@compiled
def offer_first_fit(lookup, quilt, begin, end, count):
    """Append the first placement in `begin:end` that fits, if any, to the alternatives.

    `count` is the number of alternatives so far. Return the new number of alternatives.
    """
    index = first_fit(lookup, begin, end, quilt.board[0], quilt.board[1])
    if index < 0:
        return count
    quilt.alternatives[count] = lookup.lex_index[index]
    return count + 1


@compiled
def offer_first_of(lookup, quilt, list_index, shape, count):
    """Append the first fitting placement of a shape, if there is one, to the alternatives.

    `count` is the number of alternatives so far. Return the new number of alternatives. In lists that are
    grouped by transform, `shape` is a transform.
    """
    return offer_first_fit(
        lookup, quilt, lookup.start[list_index, shape], lookup.start[list_index, shape + 1], count
    )


@compiled
def offer_first_of_each_transform(lookup, quilt, list_index, shape, count):
    """Append, for each transform, the first placement that fits; return the new number of alternatives.

    `count` is the number of alternatives so far.
    """
    for transform in range(lookup.first_transform[shape], lookup.first_transform[shape + 1]):
        count = offer_first_of(lookup, quilt, list_index, transform, count)
    return count


# --- All, and the first square in reading order -------------------------------------------------------


@policy("all", "every placement, in lexicographic order")
def offer_all(lookup, quilt, shape):
    low, high = quilt.board[0], quilt.board[1]
    count = 0
    for index in range(lookup.start[LEX, shape], lookup.start[LEX, shape + 1]):
        quilt.alternatives[count] = index
        count += (lookup.low[index] & low | lookup.high[index] & high) == ZERO
    return count


@policy("in-order-some", "the first placement in lexicographic order of its squares")
def offer_in_order(lookup, quilt, shape):
    return offer_first_of(lookup, quilt, LEX, shape, 0)


@policy("in-order-every", "for every transform, the first placement in lexicographic order of its squares")
def offer_in_order_every(lookup, quilt, shape):
    return offer_first_of_each_transform(lookup, quilt, LEX_OF_TRANSFORM, shape, 0)


# --- Bottom left --------------------------------------------------------------------------------------


@policy(
    "bl-some", "bottom left: the smallest first column, then the smallest first row, then lexicographic order"
)
def offer_bottom_left(lookup, quilt, shape):
    return offer_first_of(lookup, quilt, BL, shape, 0)


@policy("bl-every", "'bl-some', applied to every transform")
def offer_bottom_left_every(lookup, quilt, shape):
    return offer_first_of_each_transform(lookup, quilt, BL_OF_TRANSFORM, shape, 0)


@compiled
def has_single_placement(lookup, quilt, shape):
    """Return whether exactly one placement of the shape fits.

    In the paper's model, propagation then lays the shape.
    """
    low, high = quilt.board[0], quilt.board[1]
    end = lookup.start[LEX, shape + 1]
    first = first_fit(lookup, lookup.start[LEX, shape], end, low, high)
    return first >= 0 and first_fit(lookup, first + 1, end, low, high) < 0


@policy(
    "bl/lb-some",
    "the placement of 'bl-some', and the left bottom one (smallest first row, then smallest first column)",
)
def offer_both_corners(lookup, quilt, shape):
    count = offer_first_of(lookup, quilt, BL, shape, 0)
    if count == 0 or has_single_placement(lookup, quilt, shape):
        return count
    return offer_first_of(lookup, quilt, LB, shape, count)


@policy(
    "bl/lb-every",
    "the placements of 'bl-every', then the left bottom placement (see 'bl/lb-some') of every transform",
)
def offer_both_corners_every(lookup, quilt, shape):
    count = offer_first_of_each_transform(lookup, quilt, BL_OF_TRANSFORM, shape, 0)
    if count == 0 or has_single_placement(lookup, quilt, shape):
        return count
    # The placements of a transform have the same order in LEX as in LB (left bottom).
    return offer_first_of_each_transform(lookup, quilt, LEX_OF_TRANSFORM, shape, count)


# The Pareto policies try the columns in use and the column after them. But a patch that fits must be laid: if
# these columns have no placement (this never happens with the published orders), the following columns are
# tried, up to the first column that has a placement.


@compiled
def last_column(lookup, quilt, shape):
    """Return the last column of the unbroken run 0, 1, 2, ... of columns with a decided square.

    A square is decided if it is covered, if no tile can cover it, or if all placements of the current shape
    cover it. Column 0 is always part of the run.
    """
    count = collect_fitting(lookup, quilt, LEX, shape)
    low, high = quilt.board[0], quilt.board[1]
    if quilt.remaining[0] and count > 1:
        shared_low, shared_high = ALL_LOW, ALL_HIGH
        for index in range(count):
            shared_low &= quilt.candidate_low[index]
            shared_high &= quilt.candidate_high[index]
        return last_of_initial_run(columns_of(low | shared_low, high | shared_high))
    shared_low, shared_high = compute_reachable(lookup, quilt, shape, count)
    union_low, union_high = ZERO, ZERO
    for other in range(SHAPE_COUNT + 1):
        union_low |= quilt.reachable_low[other]
        union_high |= quilt.reachable_high[other]
    decided_low = ALL_LOW & ~union_low | shared_low
    decided_high = ALL_HIGH & ~union_high | shared_high
    return last_of_initial_run(columns_of(decided_low, decided_high))


@compiled
def offer_first_of_columns(lookup, quilt, shape, table, first_row, end_row):
    """Offer, for each column and table row, the first placement that fits; return the number of alternatives.

    The placements of a column are those whose leftmost squares are in it. The columns are the columns in use
    and the column after them; if no placement fits there, the next column with a placement is used. `table` and
    the range of rows select entries of `lookup.column_start`: table 0 has a row for each shape, and table 1 has
    one for each transform.
    """
    if offer_first_of(lookup, quilt, LEX, shape, 0) == 0:
        return 0
    count = 0
    last = last_column(lookup, quilt, shape) + 1
    for column in range(9):
        if column > last and count > 0:
            break
        for row in range(first_row, end_row):
            begin = lookup.column_start[table, row, column]
            end = lookup.column_start[table, row, column + 1]
            count = offer_first_fit(lookup, quilt, begin, end, count)
    return count


@policy(
    "pareto-bl-some",
    "for each column up to the first unused one, the placement that begins there with the smallest first row",
)
def offer_pareto(lookup, quilt, shape):
    return offer_first_of_columns(lookup, quilt, shape, 0, shape, shape + 1)


@policy(
    "pareto-bl-every",
    "'pareto-bl-some', applied to every transform",
)
def offer_pareto_every(lookup, quilt, shape):
    first, end = lookup.first_transform[shape], lookup.first_transform[shape + 1]
    return offer_first_of_columns(lookup, quilt, shape, 1, first, end)


# --- Squares by the size of their domains -------------------------------------------------------------

SMALLEST, LARGEST = 0, 1


@compiled
def keep_covering(quilt, count, cell):
    """Keep only the candidate placements that cover a square; return the number of candidates kept."""
    kept = 0
    for index in range(count):
        word, bit = (
            (quilt.candidate_low[index], cell)
            if cell < LOW_CELLS
            else (quilt.candidate_high[index], cell - LOW_CELLS)
        )
        if word >> np.uint64(bit) & ONE:
            quilt.candidate_low[kept] = quilt.candidate_low[index]
            quilt.candidate_high[kept] = quilt.candidate_high[index]
            quilt.candidates[kept] = quilt.candidates[index]
            kept += 1
    return kept


@compiled
def propagate_domains(lookup, quilt, shape, count):
    """Compute the domains of all squares; return the squares that some but not all candidates cover."""
    shared_low, shared_high = compute_reachable(lookup, quilt, shape, count)
    count_domains(quilt)
    return quilt.reachable_low[SHAPE_COUNT] & ~shared_low, quilt.reachable_high[SHAPE_COUNT] & ~shared_high


@compiled
def follow_domains(lookup, quilt, shape, count, largest):
    """Return the placement that results from covering squares with the largest (or smallest) domain.

    The domains are computed again after each square; the loop ends when one candidate is left.
    """
    while count > 1:
        low, high = propagate_domains(lookup, quilt, shape, count)
        count = keep_covering(quilt, count, extreme_domain(quilt, low, high, largest))
    return quilt.candidates[0]


@policy(
    "size-some", "as in the paper's program: first cover the squares with the largest domain", parameter=LARGEST
)
@policy("first-fail-some", "first cover the squares with the smallest domain", parameter=SMALLEST)
def offer_by_domains(lookup, quilt, shape):
    count = collect_fitting(lookup, quilt, LEX, shape)
    if count == 0:
        return 0
    largest = quilt.scalars[POLICY_PARAMETER] == LARGEST
    quilt.alternatives[0] = follow_domains(lookup, quilt, shape, count, largest)
    return 1


@policy("size-every", "'size-some', applied to every transform", parameter=LARGEST)
@policy("first-fail-every", "'first-fail-some', applied to every transform", parameter=SMALLEST)
def offer_by_domains_every(lookup, quilt, shape):
    largest = quilt.scalars[POLICY_PARAMETER] == LARGEST
    offered = 0
    for transform in range(lookup.first_transform[shape], lookup.first_transform[shape + 1]):
        count = collect_fitting(lookup, quilt, LEX_OF_TRANSFORM, transform)
        if count:
            quilt.alternatives[offered] = follow_domains(lookup, quilt, shape, count, largest)
            offered += 1
    return offered
