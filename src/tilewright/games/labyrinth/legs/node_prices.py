"""Prices of the nodes: an upper bound on every path that any part of a search can use for what is left.

At most two edges of a path meet at a node, and exactly one at either end. The best choice of edges that only
keeps to this, fractions of edges allowed, is a linear programme. Its dual gives each node a price such that a
path costs at most the prices of its nodes, twice each and once at its ends, and on top of that what each edge
costs more than its two nodes do. Any prices give a valid bound, so rounding does no harm; the best are halves.
"""

from __future__ import annotations

from dataclasses import dataclass

from ortools.linear_solver import pywraplp

from tilewright.games.labyrinth.legs.decomposition import Leg

__all__ = ["Prices", "prices_of", "two_prices"]

NUDGE = 1e-4
"""So much more than two edges may meet at a node whose price is to be low."""
LARGEST = 4000
"""Legs of more nodes get plain prices: the linear programme would take more than a moment."""


@dataclass(frozen=True, slots=True)
class Prices:
    """Twice the price of each node, and the bound on all the paths of the leg."""

    doubled: tuple[int, ...]
    bound: int


def prices_of(leg: Leg) -> Prices:
    """The prices that give the least bound for the whole leg."""
    return _solved(leg, [2.0] * leg.size)


def two_prices(leg: Leg) -> tuple[Prices, Prices]:
    """Two lists of best prices, as different as can be.

    Where all edges cost the same there are many. If the nodes have two colours such that no edge joins two of
    the same, one list puts the prices on one colour and the other one on the other: a part of the leg that has
    too few nodes of one colour shows under one of them.
    """
    colours = _two_colours(leg)
    if colours is None:
        only = prices_of(leg)
        return only, only
    first, second = (_solved(leg, [2 + NUDGE * (side == colour) for side in colours]) for colour in (0, 1))
    return first, second


def _solved(leg: Leg, room: list[float]) -> Prices:
    if leg.size > LARGEST:
        # Half of what the dearest edge of a node costs: then no edge costs more than its two nodes.
        return _prices(leg, [max(edges.values()) for edges in leg.neighbours])
    ends = (leg.start, leg.target)
    solver = pywraplp.Solver.CreateSolver("GLOP")
    at_node = [
        solver.Constraint(1, 1) if node in ends else solver.Constraint(0, room[node])
        for node in range(leg.size)
    ]
    for a, b, cost in leg.edges():
        edge = solver.NumVar(0, 1, "")
        at_node[a].SetCoefficient(edge, 1)
        at_node[b].SetCoefficient(edge, 1)
        solver.Objective().SetCoefficient(edge, cost)
    solver.Objective().SetMaximization()
    solver.Solve()
    return _prices(leg, [round(2 * constraint.dual_value()) for constraint in at_node])


def _prices(leg: Leg, doubled: list[int]) -> Prices:
    """The prices with the bound that they give; only those of the two ends may be negative."""
    ends = (leg.start, leg.target)
    for node in range(leg.size):
        if node not in ends:
            doubled[node] = max(0, doubled[node])
    total = sum(price if node in ends else 2 * price for node, price in enumerate(doubled))
    total += sum(max(0, 2 * cost - doubled[a] - doubled[b]) for a, b, cost in leg.edges())
    return Prices(tuple(doubled), total // 2)


def _two_colours(leg: Leg) -> list[int] | None:
    """Colours 0 and 1 for the nodes such that each edge joins different ones; None if there are none."""
    colours = [-1] * leg.size
    colours[leg.start] = 0
    todo = [leg.start]
    while todo:
        node = todo.pop()
        for other in leg.neighbours[node]:
            if colours[other] < 0:
                colours[other] = 1 - colours[node]
                todo.append(other)
            elif colours[other] == colours[node]:
                return None
    return colours
