"""Choose the order in which the frontier solver settles the nodes of a leg, so that the frontier stays narrow.

Settling a node decides which of its edges belong to the path. The frontier is the set of unsettled nodes with a
settled neighbour, plus the start and the target until they are settled.
"""

from __future__ import annotations

from tilewright.games.labyrinth.legs.decomposition import Leg

__all__ = ["frontier_order", "frontier_widths"]

MOST_STARTS = 24
EFFORT = 6000
"""The approximate limit on the total number of nodes in all computed orders. Two orders, one from the start and
one from the target, are always computed."""
WIDEST = 64
"""The maximum number of nodes in the frontier, not counting a start or target without a settled neighbour. An
order with a wider frontier is rejected, because even a beam search would be useless."""
GROWTH = 2.6
"""The approximate factor by which each additional frontier node multiplies the number of states on a grid."""


def frontier_order(leg: Leg) -> list[int] | None:
    """Return the best of several greedy orders, each from a different first node.

    Each step of a greedy order settles the node that widens the frontier least. The best order is the one with
    the smallest estimated number of states. Return None if the frontier of every order becomes too wide.
    """
    number = min(MOST_STARTS, EFFORT // leg.size)
    others = range(0, leg.size, leg.size // number or 1) if number > 2 else ()
    starts = dict.fromkeys([leg.start, leg.target, *others])
    orders = [order for order in (_greedy_order(leg, start) for start in starts) if order is not None]
    return min(orders, key=lambda order: _estimated_states(leg, order), default=None)


def _estimated_states(leg: Leg, order: list[int]) -> float:
    return sum(GROWTH**width for width in frontier_widths(leg, order))


def frontier_widths(leg: Leg, order: list[int]) -> list[int]:
    """Return the number of nodes in the frontier after each step."""
    settled: set[int] = set()
    frontier = {leg.start, leg.target}
    result = []
    for node in order:
        settled.add(node)
        frontier |= leg.neighbours[node].keys() - settled
        frontier.discard(node)
        result.append(len(frontier))
    return result


def _greedy_order(leg: Leg, first: int) -> list[int] | None:
    order: list[int] = []
    settled: set[int] = set()
    entered = {first: 0}
    while entered:
        # Settle the node that adds the fewest nodes to the frontier. Among equals, settle the node that entered
        # the frontier first, which keeps the frontier straight.
        node = min(
            entered,
            key=lambda n: (sum(o not in settled and o not in entered for o in leg.neighbours[n]), entered[n]),
        )
        del entered[node]
        settled.add(node)
        order.append(node)
        for other in leg.neighbours[node]:
            if other not in settled:
                entered.setdefault(other, len(order))
        if len(entered) > WIDEST:
            return None
    return order
