# mypy: ignore-errors
# ruff: noqa: SIM110
"""How much a stack can still score, whatever its shapes: a dynamic programme over sets of parts.

`used` is the set of all parts placed so far, `lowest` the set of the layer placed last. Each further layer
scores the value that is used by then. A layer of two or three parts must be able to carry the one above it;
of a layer of four or more it is only asked that it has no fewer cells. The *hope* of (used, lowest) is the
most that this allows, and nothing real is above it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

HOPELESS = -30_000
SMALL = 3
"""Layers of up to so many parts are told apart; of larger ones only the area counts."""


class Hopes(NamedTuple):
    """The tables of the programme."""

    small: np.ndarray
    """The sets of one to three parts."""
    small_at: np.ndarray
    """For each set its place in `small`, or -1."""
    carrier_from: np.ndarray
    """For each set where its carriers begin in `carriers`: places in `small` of sets that can carry it."""
    carriers: np.ndarray
    can_carry: np.ndarray
    """For each place in `small` and each set: whether some layer of the one carries the other."""
    after_small: np.ndarray
    """For each used set and each place in `small`: the hope."""
    demands: np.ndarray
    """For each set how many cells the layer below it has at least: as many as it has itself, for a proof."""
    by_area: np.ndarray
    """For each used set and each area: the hope after the next layer, if that has four parts and the area."""


@njit(cache=True, nogil=True)
def within(part, whole, digits):
    for value in range(digits.shape[1]):
        if digits[part, value] > digits[whole, value]:
            return False
    return True


@njit(cache=True, nogil=True)
def write_subsets(whole, sets, subsets):
    """All sub-multisets, smaller ones before those that contain them; returns how many."""
    many = 1
    subsets[0] = 0
    for value in range(sets.power.shape[0]):
        before = many
        for copies in range(1, sets.digits[whole, value] + 1):
            for i in range(before):
                subsets[many] = subsets[i] + copies * sets.power[value]
                many += 1
    return many


@njit(cache=True, nogil=True)
def hope(used, lowest, sets, hopes):
    """The most that the layers below `lowest` can score."""
    left = sets.cards - sets.counts[used]
    if left == 0:
        return 0
    if sets.counts[lowest] <= SMALL:
        return hopes.after_small[used, hopes.small_at[lowest]]
    most = hopes.by_area[used, hopes.demands[lowest]]
    rest = sets.whole - used
    for i in range(hopes.carrier_from[lowest], hopes.carrier_from[lowest + 1]):
        carrier = hopes.carriers[i]
        layer = hopes.small[carrier]
        if sets.counts[layer] <= left and within(layer, rest, sets.digits):
            most = max(most, hopes.after_small[used + layer, carrier])
    return sets.values[used] + most if most >= 0 else HOPELESS


@njit(cache=True, nogil=True)
def fill(order, sets, hopes):
    """Fill `after_small` and `by_area` for all used sets, the largest first."""
    subsets = np.zeros(sets.counts.shape[0], np.int64)
    largest = hopes.by_area.shape[1] - 1
    for used in order:
        left = sets.cards - sets.counts[used]
        by_area = hopes.by_area[used]
        if left == 0:
            hopes.after_small[used, :] = 0
            continue
        rest = sets.whole - used
        for i in range(write_subsets(rest, sets, subsets)):
            layer = subsets[i]
            if SMALL < sets.counts[layer] <= left:
                area = sets.areas[layer]
                by_area[area] = max(by_area[area], hope(used + layer, layer, sets, hopes))
        for area in range(largest - 1, -1, -1):
            by_area[area] = max(by_area[area], by_area[area + 1])
        for place in range(hopes.small.shape[0]):
            lowest = hopes.small[place]
            if not within(lowest, used, sets.digits):
                continue
            most = by_area[hopes.demands[lowest]]
            for i in range(hopes.carrier_from[lowest], hopes.carrier_from[lowest + 1]):
                carrier = hopes.carriers[i]
                layer = hopes.small[carrier]
                if sets.counts[layer] <= left and within(layer, rest, sets.digits):
                    most = max(most, hopes.after_small[used + layer, carrier])
            if most >= 0:
                hopes.after_small[used, place] = sets.values[used] + most


@njit(cache=True, nogil=True)
def best_top(sets, hopes, least, most):
    """The largest hope of a stack whose top layer has so many parts; HOPELESS if there is none."""
    best = HOPELESS
    for layer in range(1, sets.counts.shape[0]):
        if least <= sets.counts[layer] <= min(most, sets.cards):
            best = max(best, hope(layer, layer, sets, hopes))
    return best
