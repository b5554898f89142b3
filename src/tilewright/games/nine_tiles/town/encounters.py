"""Encounters of agents, aliens and hamburgers on a road.

A road is given as the things on it, from left to right; the functions return indices into this sequence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tilewright.games.nine_tiles.town.roads import RoadThing

__all__ = ["captures", "faced_agents", "facing_pairs", "free_aliens", "hamburgers_ahead", "sequences"]

Things = Sequence[RoadThing]


def captures(things: Things) -> dict[int, int]:
    """Return the captured aliens, each mapped to the agent that captures it.

    The road is scanned once from left to right, as in the program that ``tiles.json`` names. The scan remembers
    the last agent that faces right and has captured no alien, the last free alien that faces right, and the
    last free alien that faces left; earlier agents and aliens are forgotten. The remembered agent captures the
    next alien. An agent that faces left captures the nearest remembered alien, whichever way the alien faces.
    Other agents and hamburgers in between do not matter.

    So the scan is not symmetric: agent→ agent→ alien← alien→ has one capture, and its mirror image has two.
    """
    captor: dict[int, int] = {}
    agent: int | None = None
    aliens: dict[bool | None, int] = {}
    for index, thing in enumerate(things):
        if thing.is_agent and thing.rightward:
            agent = index
        elif thing.is_agent and aliens:
            nearest = max(aliens.values())
            captor[nearest] = index
            del aliens[things[nearest].rightward]
        elif thing.is_alien and agent is not None:
            captor[index] = agent
            agent = None
        elif thing.is_alien:
            aliens[thing.rightward] = index
    return captor


def free_aliens(things: Things) -> list[int]:
    """Return the aliens that are not captured."""
    captor = captures(things)
    return [index for index, thing in enumerate(things) if thing.is_alien and index not in captor]


def facing_pairs(things: Things) -> Iterator[tuple[int, int, list[int]]]:
    """Yield each pair of neighbouring agents that face each other, with the aliens between the two."""
    agents = [index for index, thing in enumerate(things) if thing.is_agent]
    for left, right in pairwise(agents):
        if things[left].rightward and things[right].leftward:
            yield left, right, [index for index in range(left + 1, right) if things[index].is_alien]


def hamburgers_ahead(things: Things) -> Iterator[tuple[int, list[int]]]:
    """Yield each free alien with the hamburgers ahead of it, up to the next free alien or the end of the road.

    Agents and captured aliens do not block the view.
    """
    free = free_aliens(things)
    for index, alien in enumerate(free):
        if things[alien].rightward:
            end = free[index + 1] if index + 1 < len(free) else len(things)
            ahead = range(alien + 1, end)
        else:
            ahead = range(free[index - 1] + 1 if index else 0, alien)
        yield alien, [position for position in ahead if things[position].is_hamburger]


def faced_agents(things: Things) -> Iterator[tuple[int, list[int]]]:
    """Yield each agent twice, once for each side, with the aliens on that side that face the agent.

    Aliens beyond the next agent on that side are left out.
    """
    agents = [index for index, thing in enumerate(things) if thing.is_agent]
    for index, agent in enumerate(agents):
        before = agents[index - 1] + 1 if index else 0
        after = agents[index + 1] if index + 1 < len(agents) else len(things)
        aliens = [position for position in range(before, after) if things[position].is_alien]
        yield agent, [alien for alien in aliens if alien < agent and things[alien].rightward]
        yield agent, [alien for alien in aliens if alien > agent and things[alien].leftward]


def sequences(things: Things) -> Iterator[tuple[int, int, int]]:
    """Yield each agent, alien and hamburger in direct succession where agent and alien face the hamburger."""
    for index in range(len(things) - 2):
        first, middle, last = things[index : index + 3]
        if not middle.is_alien:
            continue
        if first.is_agent and first.rightward and middle.rightward and last.is_hamburger:
            yield index, index + 1, index + 2
        if first.is_hamburger and middle.leftward and last.is_agent and last.leftward:
            yield index + 2, index + 1, index
