"""Compute node prices, which give an upper bound on the cost of paths through a leg or through a part of a leg.

A path has at most two edges at each node, and exactly one at the start and at the target. Choosing edges under
these constraints alone, with fractions allowed, is a linear program. The dual program gives each node a
price. The cost of a path is at most the sum of the prices of its nodes (prices at the two ends count once, all
others twice) plus, for each edge, the amount, if any, by which the edge's cost exceeds the sum of the prices of
its two nodes. Only the prices of the two ends may be negative; therefore, the same sum over all nodes and edges
of the leg is an upper bound for every path. This holds for any such prices, so rounding is safe. There are
optimal prices that are multiples of one half, so prices are stored doubled, as whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from ortools.linear_solver import pywraplp

from tilewright.games.labyrinth.legs.decomposition import Leg

__all__ = ["Prices", "optimal_prices", "two_optimal_prices"]

PERTURBATION = 1e-4
"""A path has at most two edges at each node. This amount is added to that limit for each node whose price
should be low."""
LARGEST_PROGRAMME = 4000
"""The maximum number of nodes of a leg for which the linear program is solved. Larger legs, for which it
would take too long, get simple prices."""


@dataclass(frozen=True, slots=True)
class Prices:
    """Twice the price of each node, and the resulting upper bound on the cost of any path through the leg."""

    doubled: tuple[int, ...]
    bound: int


def optimal_prices(leg: Leg) -> Prices:
    """Return prices that give the lowest upper bound for the leg, or simple prices if the leg is too large."""
    return _solve_programme(leg, [2.0] * leg.size)


def two_optimal_prices(leg: Leg) -> tuple[Prices, Prices]:
    """Return two sets of optimal prices, chosen to differ if the leg is bipartite.

    A bipartite leg often has many sets of optimal prices, for example if all edges cost the same. One of the
    returned sets then has low prices on one side of the bipartition, and the other set has low prices on the
    other side. For a part of the leg that has few nodes of one side, one of the two sets gives a low upper
    bound. If the leg is not bipartite, or is so large that it gets simple prices, both sets are the same.
    """
    colours = _two_colours(leg)
    if colours is None:
        prices = optimal_prices(leg)
        return prices, prices
    first, second = (
        _solve_programme(leg, [2 + PERTURBATION * (colour == cheap_colour) for colour in colours])
        for cheap_colour in (0, 1)
    )
    return first, second


def _solve_programme(leg: Leg, edge_limits: list[float]) -> Prices:
    if leg.size > LARGEST_PROGRAMME:
        # The price is half the cost of the node's costliest edge, so no edge costs more than the sum of the
        # prices of its two nodes.
        return _prices_with_bound(leg, [max(edges.values()) for edges in leg.neighbours])
    ends = (leg.start, leg.target)
    solver = pywraplp.Solver.CreateSolver("GLOP")
    node_constraints = [
        solver.Constraint(1, 1) if node in ends else solver.Constraint(0, edge_limits[node])
        for node in range(leg.size)
    ]
    for a, b, cost in leg.edges():
        edge = solver.NumVar(0, 1, "")
        node_constraints[a].SetCoefficient(edge, 1)
        node_constraints[b].SetCoefficient(edge, 1)
        solver.Objective().SetCoefficient(edge, cost)
    solver.Objective().SetMaximization()
    solver.Solve()
    return _prices_with_bound(leg, [round(2 * constraint.dual_value()) for constraint in node_constraints])


def _prices_with_bound(leg: Leg, doubled: list[int]) -> Prices:
    """Return the prices and the resulting bound; negative prices become 0, except at the two ends."""
    ends = (leg.start, leg.target)
    for node in range(leg.size):
        if node not in ends:
            doubled[node] = max(0, doubled[node])
    total = sum(price if node in ends else 2 * price for node, price in enumerate(doubled))
    total += sum(max(0, 2 * cost - doubled[a] - doubled[b]) for a, b, cost in leg.edges())
    return Prices(tuple(doubled), total // 2)


def _two_colours(leg: Leg) -> list[int] | None:
    """Return a 2-colouring of the nodes with the colours 0 and 1, or None if the leg is not bipartite."""
    colours = [-1] * leg.size
    colours[leg.start] = 0
    stack = [leg.start]
    while stack:
        node = stack.pop()
        for other in leg.neighbours[node]:
            if colours[other] < 0:
                colours[other] = 1 - colours[node]
                stack.append(other)
            elif colours[other] == colours[node]:
                return None
    return colours
