"""What meets what on a road: objects are told by their places on it, counted from left to right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tilewright.games.nine_tiles.town.roads import OnRoad

__all__ = ["captures", "faced_agents", "free_aliens", "meals_ahead", "pincers", "sequences"]

Objects = Sequence[OnRoad]


def captures(objects: Objects) -> dict[int, int]:
    """Which agent holds which captured alien.

    The road is scanned once from left to right, as the article's program does it. It remembers the last
    rightward agent that holds nobody, and the last free alien of each facing; who came before is forgotten. An
    alien is taken by the remembered agent; a leftward agent takes the nearest remembered alien, whichever way
    that looks. Other agents and hamburgers are in nobody's way.

    So the scan is not symmetric: agent→ agent→ alien← alien→ is one capture, and its mirror image is two.
    """
    holder: dict[int, int] = {}
    agent: int | None = None
    alien: dict[bool | None, int] = {}
    for at, found in enumerate(objects):
        if found.is_agent and found.rightward:
            agent = at
        elif found.is_agent and alien:
            nearest = max(alien.values())
            holder[nearest] = at
            del alien[objects[nearest].rightward]
        elif found.is_alien and agent is not None:
            holder[at] = agent
            agent = None
        elif found.is_alien:
            alien[found.rightward] = at
    return holder


def free_aliens(objects: Objects) -> list[int]:
    """The aliens that nobody holds."""
    holder = captures(objects)
    return [at for at, found in enumerate(objects) if found.is_alien and at not in holder]


def pincers(objects: Objects) -> Iterator[tuple[int, int, list[int]]]:
    """A rightward agent, the leftward agent who is the next agent on the road, and the aliens between them."""
    agents = [at for at, found in enumerate(objects) if found.is_agent]
    for one, other in pairwise(agents):
        if objects[one].rightward and objects[other].leftward:
            yield one, other, [at for at in range(one + 1, other) if objects[at].is_alien]


def meals_ahead(objects: Objects) -> Iterator[tuple[int, list[int]]]:
    """Each free alien with the hamburgers it looks at, up to the next free alien or the road's end.

    Agents and captured aliens do not block the view.
    """
    free = free_aliens(objects)
    for index, alien in enumerate(free):
        if objects[alien].rightward:
            end = free[index + 1] if index + 1 < len(free) else len(objects)
            ahead = range(alien + 1, end)
        else:
            ahead = range(free[index - 1] + 1 if index else 0, alien)
        yield alien, [at for at in ahead if objects[at].is_hamburger]


def faced_agents(objects: Objects) -> Iterator[tuple[int, list[int]]]:
    """Each agent, once for each side of it, with the aliens there that look at it, up to the next agent."""
    agents = [at for at, found in enumerate(objects) if found.is_agent]
    for index, agent in enumerate(agents):
        before = agents[index - 1] + 1 if index else 0
        after = agents[index + 1] if index + 1 < len(agents) else len(objects)
        aliens = [at for at in range(before, after) if objects[at].is_alien]
        yield agent, [at for at in aliens if at < agent and objects[at].rightward]
        yield agent, [at for at in aliens if at > agent and objects[at].leftward]


def sequences(objects: Objects) -> Iterator[tuple[int, int, int]]:
    """Agent, alien and hamburger one directly after the other, agent and alien both looking that way."""
    for at in range(len(objects) - 2):
        one, middle, other = objects[at : at + 3]
        if not middle.is_alien:
            continue
        if one.is_agent and one.rightward and middle.rightward and other.is_hamburger:
            yield at, at + 1, at + 2
        if one.is_hamburger and middle.leftward and other.is_agent and other.leftward:
            yield at + 2, at + 1, at
