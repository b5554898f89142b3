"""A first path through a leg, in next to no time, and a first bound on every path."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

from tilewright.games.labyrinth.legs.decomposition import Found, Leg
from tilewright.games.labyrinth.legs.node_prices import prices_of

__all__ = ["first_path", "plain_path", "stretched"]


def first_path(leg: Leg) -> Found:
    """A shortest path, stretched by detours as long as there is one that pays."""
    path = stretched(leg, _shortest(leg))
    return Found(tuple(path), leg.cost(path), prices_of(leg).bound)


def plain_path(leg: Leg) -> Found:
    """A shortest path and a bound that says little: for solvers that are to find out the rest by themselves."""
    path = _shortest(leg)
    return Found(
        tuple(path), leg.cost(path), max(leg.cost(path), sum(max(0, cost) for _, _, cost in leg.edges()))
    )


def _shortest(leg: Leg) -> list[int]:
    before = {leg.start: leg.start}
    todo = deque([leg.start])
    while leg.target not in before:
        node = todo.popleft()
        for other in leg.neighbours[node]:
            if other not in before:
                before[other] = node
                todo.append(other)
    path = [leg.target]
    while path[-1] != leg.start:
        path.append(before[path[-1]])
    return path[::-1]


def stretched(leg: Leg, path: list[int]) -> list[int]:
    """The path with steps replaced by detours over one or two unused nodes, as long as any of them pays.

    Unused nodes only get fewer, so a step without a detour will never have one: only new steps are looked at.
    """
    unused = set(range(leg.size)) - set(path)
    onward = dict(pairwise(path))
    pending = path[:-1]
    while pending:
        fresh: list[int] = []
        for here in pending:
            detour = _best_detour(leg, here, onward[here], unused)
            if detour:
                unused.difference_update(detour)
                chain = (here, *detour, onward[here])
                onward.update(pairwise(chain))
                fresh += chain[:-1]
        pending = fresh
    longer = [path[0]]
    while longer[-1] != path[-1]:
        longer.append(onward[longer[-1]])
    return longer


def _best_detour(leg: Leg, here: int, there: int, unused: set[int]) -> tuple[int, ...]:
    """One or two unused nodes between two neighbours that cost most; none if the direct step costs as much."""
    best: tuple[int, ...] = ()
    most = leg.neighbours[here][there]
    back = leg.neighbours[there]
    for a, out in leg.neighbours[here].items():
        if a not in unused:
            continue
        if a in back and out + back[a] > most:
            best, most = (a,), out + back[a]
        for b, along in leg.neighbours[a].items():
            if b in unused and b in back and out + along + back[b] > most:
                best, most = (a, b), out + along + back[b]
    return best
