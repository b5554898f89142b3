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
    next_small: np.ndarray
    """For each used set and each place in `small`: the hope after the next layer, if that is this set."""
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
    if sets.counts[used] == sets.cards:
        return 0
    if sets.counts[lowest] <= SMALL:
        return hopes.after_small[used, hopes.small_at[lowest]]
    most = hopes.by_area[used, hopes.demands[lowest]]
    for i in range(hopes.carrier_from[lowest], hopes.carrier_from[lowest + 1]):
        most = max(most, hopes.next_small[used, hopes.carriers[i]])
    return sets.values[used] + most if most >= 0 else HOPELESS


@njit(cache=True, nogil=True)
def write_hopes(used, lowest, sets, hopes, out):
    """The hopes of many states."""
    for i in range(used.shape[0]):
        out[i] = hope(used[i], lowest[i], sets, hopes)


@njit(cache=True, nogil=True)
def fill(order, sets, hopes):
    """Fill `next_small`, `by_area` and `after_small` for the used sets; larger ones have been filled before."""
    # A tuple of tables is slow to hand to a function many million times, so `hope` is written out here.
    counts, areas, values, cards = sets.counts, sets.areas, sets.values, sets.cards
    small, small_at, demands = hopes.small, hopes.small_at, hopes.demands
    carrier_from, carriers = hopes.carrier_from, hopes.carriers
    after_small, next_small, by_area = hopes.after_small, hopes.next_small, hopes.by_area
    subsets = np.zeros(counts.shape[0], np.int64)
    for used in order:
        left = cards - counts[used]
        if left == 0:
            after_small[used, :] = 0
            continue
        after_large = by_area[used]
        for i in range(write_subsets(sets.whole - used, sets, subsets)):
            layer = subsets[i]
            count = counts[layer]
            if count == 0 or count > left:
                continue
            below = used + layer
            if count <= SMALL:
                next_small[used, small_at[layer]] = after_small[below, small_at[layer]]
                continue
            most = 0
            if count < left:
                most = by_area[below, demands[layer]]
                for j in range(carrier_from[layer], carrier_from[layer + 1]):
                    most = max(most, next_small[below, carriers[j]])
                if most < 0:
                    continue
                most += values[below]
            after_large[areas[layer]] = max(after_large[areas[layer]], most)
        for area in range(after_large.shape[0] - 2, -1, -1):
            after_large[area] = max(after_large[area], after_large[area + 1])
        for place in range(small.shape[0]):
            lowest = small[place]
            if within(lowest, used, sets.digits):
                most = after_large[demands[lowest]]
                for j in range(carrier_from[lowest], carrier_from[lowest + 1]):
                    most = max(most, next_small[used, carriers[j]])
                if most >= 0:
                    after_small[used, place] = values[used] + most


@njit(cache=True, nogil=True)
def best_top(sets, hopes, least, most):
    """The largest hope of a stack whose top layer has so many parts; HOPELESS if there is none."""
    best = HOPELESS
    for layer in range(1, sets.counts.shape[0]):
        if least <= sets.counts[layer] <= min(most, sets.cards):
            best = max(best, hope(layer, layer, sets, hopes))
    return best
