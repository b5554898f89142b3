"""In which order to settle the nodes, so that few of those not yet settled touch those that are."""

from __future__ import annotations

from tilewright.games.labyrinth.legs.decomposition import Leg

__all__ = ["frontier_order", "widths"]

MOST_STARTS = 24
EFFORT = 6000
"""About how many nodes all the orders that are tried have together; two are tried in any case."""
WIDEST = 64
"""A frontier of more nodes is of no use, even to a beam."""
GROWTH = 2.6
"""About how much the states of a grid grow in number when the frontier grows by one node."""


def frontier_order(leg: Leg) -> list[int] | None:
    """The best of the orders that grow from various nodes, always taking what widens the frontier least.

    None if all of them get too wide to be of use.
    """
    number = min(MOST_STARTS, EFFORT // leg.size)
    others = range(0, leg.size, leg.size // number or 1) if number > 2 else ()
    starts = dict.fromkeys([leg.start, leg.target, *others])
    orders = [order for order in (_grown(leg, start) for start in starts) if order is not None]
    return min(orders, key=lambda order: _work(leg, order), default=None)


def _work(leg: Leg, order: list[int]) -> float:
    return sum(GROWTH**width for width in widths(leg, order))


def widths(leg: Leg, order: list[int]) -> list[int]:
    """How many nodes the frontier has after each step; the start and the target are in it from the outset."""
    settled: set[int] = set()
    frontier = {leg.start, leg.target}
    found = []
    for node in order:
        settled.add(node)
        frontier |= leg.neighbours[node].keys() - settled
        frontier.discard(node)
        found.append(len(frontier))
    return found


def _grown(leg: Leg, first: int) -> list[int] | None:
    order: list[int] = []
    settled: set[int] = set()
    age = {first: 0}
    while age:
        # Fewest new nodes first; of these the node that has waited longest, which keeps the frontier straight.
        node = min(
            age, key=lambda n: (sum(o not in settled and o not in age for o in leg.neighbours[n]), age[n])
        )
        del age[node]
        settled.add(node)
        order.append(node)
        for other in leg.neighbours[node]:
            if other not in settled:
                age.setdefault(other, len(order))
        if len(age) > WIDEST:
            return None
    return order
