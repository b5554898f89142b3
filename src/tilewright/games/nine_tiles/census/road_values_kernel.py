# mypy: ignore-errors
"""A table of road values, looked up by the things on the road.

The *code* of a road is the digit 1 followed by one base-5 digit for each thing on it, from left to right: 0 an
agent that faces right, 1 an agent that faces left, 2 an alien that faces right, 3 an alien that faces left, 4 a
hamburger. The *value* of a road packs seven numbers on which the scores depend. The scores of a town depend on
the maximum of each of the first five numbers over all roads, and on the sum of each of the other two. The first
five numbers are in unary (n one bits), so the maximum is a bitwise OR.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled

__all__ = ["CODES", "LARGEST", "SUMS", "combine", "fill_road_values", "road_value", "unpack"]

CODES = 2 * 5**9
"""The upper bound (exclusive) on road codes: a road has at most nine things, one on each tile."""

# The maxima: aliens between agents (theme 2), agents on a road (14), hamburgers ahead of an alien (16), aliens
# that face an agent (18), free aliens on a road (19): 4, 4, 7, 4 and 4 bits. The sums: free aliens (1, 8
# and 17) with 3 bits, sequences (20) with 2 bits.
_BETWEEN, _AGENTS, _BEFORE, _LOOKING, _ALIENS, _FREE, _SEQUENCES = 0, 4, 8, 15, 19, 23, 26
LARGEST = (1 << _FREE) - 1
SUMS = 31 << _FREE

_AGENT_RIGHT, _AGENT_LEFT, _ALIEN_RIGHT, _ALIEN_LEFT, _HAMBURGER = 0, 1, 2, 3, 4


@compiled(inline=True)
def combine(one, other):
    """Return the combined value of two roads."""
    return ((one | other) & LARGEST) | ((one & SUMS) + (other & SUMS))


@compiled
def unpack(value, numbers):
    """Write the seven numbers that are packed in a value, in the order of their fields above, to `numbers`."""
    fields = (_BETWEEN, _AGENTS, _BEFORE, _LOOKING, _ALIENS, _FREE)
    for place in range(5):
        numbers[place] = 0
        for bit in range(fields[place], fields[place + 1]):
            numbers[place] += value >> bit & 1
    numbers[5] = value >> _FREE & 7
    numbers[6] = value >> _SEQUENCES & 3


@compiled
def fill_road_values(first, last, values):
    """Write the value of every road code in a range.

    Numbers that are not codes, and codes with more agents, aliens or hamburgers than the nine tiles have on
    roads, are left out.
    """
    things = np.zeros(9, np.int64)
    free = np.zeros(9, np.bool_)
    for code in range(first, last):
        size, power = 0, 1
        while power * 5 <= code:
            power *= 5
            size += 1
        if code >= 2 * power:
            continue
        left, agents, aliens = code - power, 0, 0
        for place in range(size - 1, -1, -1):
            thing = left % 5
            left //= 5
            things[place] = thing
            agents += thing <= _AGENT_LEFT
            aliens += _ALIEN_RIGHT <= thing <= _ALIEN_LEFT
        if agents <= 4 and aliens <= 4 and size - agents - aliens <= 7:
            values[code] = road_value(things[:size], free)


@compiled
def road_value(things, free):
    """Return the packed value of one road; `free` is a work array that marks the free aliens."""
    captured = _capture(things, free)
    agents, aliens = 0, 0
    for thing in things:
        agents += thing <= _AGENT_LEFT
        aliens += _ALIEN_RIGHT <= thing <= _ALIEN_LEFT
    return (
        _ones(_between(things)) << _BETWEEN
        | _ones(agents) << _AGENTS
        | _ones(_before(things, free)) << _BEFORE
        | _ones(_looking(things)) << _LOOKING
        | _ones(aliens - captured) << _ALIENS
        | (aliens - captured) << _FREE
        | _sequences(things) << _SEQUENCES
    )


@compiled
def _ones(number):
    return (1 << number) - 1


@compiled
def _capture(things, free):
    """Mark the free aliens and return the number of captured ones, by the same rule as ``encounters.captures``.

    The scan from left to right remembers the last agent that faces right and has not captured an alien, the
    last free alien that faces right, and the last free alien that faces left.
    """
    captured = 0
    agent, alien_right, alien_left = -1, -1, -1
    for place, thing in enumerate(things):
        free[place] = False
        if thing == _AGENT_RIGHT:
            agent = place
        elif thing == _AGENT_LEFT:
            nearest = max(alien_right, alien_left)
            if nearest >= 0:
                free[nearest] = False
                captured += 1
                if nearest == alien_right:
                    alien_right = -1
                else:
                    alien_left = -1
        elif thing != _HAMBURGER:
            if agent >= 0:
                agent = -1
                captured += 1
            else:
                free[place] = True
                if thing == _ALIEN_RIGHT:
                    alien_right = place
                else:
                    alien_left = place
    return captured


@compiled
def _between(things):
    """Return the largest number of aliens between two neighbouring agents that face each other."""
    most, count, open_ = 0, 0, False
    for thing in things:
        if thing == _AGENT_RIGHT:
            open_, count = True, 0
        elif thing == _AGENT_LEFT:
            if open_:
                most = max(most, count)
            open_ = False
        elif thing != _HAMBURGER:
            count += 1
    return most


@compiled
def _before(things, free):
    """Return the largest number of hamburgers ahead of a free alien.

    Only the hamburgers before the next free alien, or before the end of the road, are counted.
    """
    most = 0
    # The number of hamburgers since the last free alien (or the left end), and whether this alien faces them.
    count, seen = 0, False
    for place, thing in enumerate(things):
        if thing == _HAMBURGER:
            count += 1
        elif free[place]:
            if seen or thing == _ALIEN_LEFT:
                most = max(most, count)
            count, seen = 0, thing == _ALIEN_RIGHT
    return max(most, count) if seen else most


@compiled
def _looking(things):
    """Return the largest number of aliens that face the same agent from one side.

    Only the aliens before the next agent, or before the end of the road, are counted.
    """
    most, to_left, to_right, agent_before = 0, 0, 0, False
    for thing in things:
        if thing <= _AGENT_LEFT:
            most = max(most, to_right)
            if agent_before:
                most = max(most, to_left)
            to_left, to_right, agent_before = 0, 0, True
        elif thing == _ALIEN_RIGHT:
            to_right += 1
        elif thing == _ALIEN_LEFT:
            to_left += 1
    return max(most, to_left) if agent_before else most


@compiled
def _sequences(things):
    """Return the number of sequences agent, alien, hamburger, from left to right or from right to left.

    The three follow each other directly; the agent faces the alien, and the alien faces the hamburger.
    """
    count = 0
    for place in range(len(things) - 2):
        one, two, three = things[place], things[place + 1], things[place + 2]
        count += one == _AGENT_RIGHT and two == _ALIEN_RIGHT and three == _HAMBURGER
        count += one == _HAMBURGER and two == _ALIEN_LEFT and three == _AGENT_LEFT
    return count
