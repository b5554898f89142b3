# mypy: ignore-errors
"""The loop of a run: for each tile of an order, the policy offers placements and the evaluation chooses one."""

from __future__ import annotations

from tilewright.games.patchwork.quilt.board_kernel import (
    ORDER_INDEX,
    ORDER_LENGTH,
    RANDOM_STATE,
    clear,
    lay,
)


def lay_all_orders(lookup, quilt, orders, first_run, offer, choose, placements, area, streak, alternatives):
    """Lay the shapes of each order on an empty quilt; write the results into the last four arguments."""
    for run in range(orders.shape[0]):
        clear(lookup, quilt)
        quilt.scalars[RANDOM_STATE] = max(first_run + run, 1)
        quilt.scalars[ORDER_LENGTH] = orders.shape[1]
        for index in range(orders.shape[1]):
            quilt.order[index] = orders[run, index]
            quilt.remaining[orders[run, index]] += 1
        area[run] = 0
        streak[run] = orders.shape[1] + 1
        alternatives[run] = 0
        for index in range(orders.shape[1]):
            shape = orders[run, index]
            quilt.remaining[shape] -= 1
            quilt.scalars[ORDER_INDEX] = index
            count = offer(lookup, quilt, shape)
            if count == 0:
                streak[run] = min(streak[run], index + 1)
                placements[run, index] = -1
                continue
            chosen = choose(lookup, quilt, shape, count) if count > 1 else 0
            placement = quilt.alternatives[chosen]
            lay(lookup, quilt, placement)
            placements[run, index] = placement
            area[run] += lookup.area[shape]
            alternatives[run] += count
