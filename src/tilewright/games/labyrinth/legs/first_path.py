"""Quickly compute a first path through a leg, and a first upper bound on the cost of all paths."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

from tilewright.games.labyrinth.legs.decomposition import Incumbent, Leg
from tilewright.games.labyrinth.legs.node_price_upper_bound import optimal_prices

__all__ = ["first_path", "shortest_path", "with_detours"]


def first_path(leg: Leg) -> Incumbent:
    """Return a path with the fewest edges, extended by costlier detours, and the bound from node prices."""
    path = with_detours(leg, _fewest_edges(leg))
    return Incumbent(tuple(path), leg.cost(path), optimal_prices(leg).bound)


def shortest_path(leg: Leg) -> Incumbent:
    """Return a path with the fewest edges and a weak bound, without the detours and prices of `first_path`."""
    path = _fewest_edges(leg)
    return Incumbent(
        tuple(path), leg.cost(path), max(leg.cost(path), sum(max(0, cost) for _, _, cost in leg.edges()))
    )


def _fewest_edges(leg: Leg) -> list[int]:
    previous = {leg.start: leg.start}
    queue = deque([leg.start])
    while leg.target not in previous:
        node = queue.popleft()
        for other in leg.neighbours[node]:
            if other not in previous:
                previous[other] = node
                queue.append(other)
    path = [leg.target]
    while path[-1] != leg.start:
        path.append(previous[path[-1]])
    return path[::-1]


def with_detours(leg: Leg, path: list[int]) -> list[int]:
    """Return the path after replacing steps by costlier detours through one or two unused nodes.

    The set of unused nodes only shrinks, so a step that has no detour never gets a detour later, and only new
    steps are checked.
    """
    unused = set(range(leg.size)) - set(path)
    following = dict(pairwise(path))
    pending = path[:-1]
    while pending:
        new_steps: list[int] = []
        for node in pending:
            detour = _best_detour(leg, node, following[node], unused)
            if detour:
                unused.difference_update(detour)
                chain = (node, *detour, following[node])
                following.update(pairwise(chain))
                new_steps += chain[:-1]
        pending = new_steps
    longer = [path[0]]
    while longer[-1] != path[-1]:
        longer.append(following[longer[-1]])
    return longer


def _best_detour(leg: Leg, node: int, next_node: int, unused: set[int]) -> tuple[int, ...]:
    """Return the unused nodes of the costliest detour; () if no detour costs more than the direct step."""
    best: tuple[int, ...] = ()
    most = leg.neighbours[node][next_node]
    back = leg.neighbours[next_node]
    for a, out in leg.neighbours[node].items():
        if a not in unused:
            continue
        if a in back and out + back[a] > most:
            best, most = (a,), out + back[a]
        for b, along in leg.neighbours[a].items():
            if b in unused and b in back and out + along + back[b] > most:
                best, most = (a, b), out + along + back[b]
    return best
