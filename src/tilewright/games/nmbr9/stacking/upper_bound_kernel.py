# mypy: ignore-errors
# ruff: noqa: SIM110
"""Upper bounds on the points that a stack can still score: dynamic programming over sets of parts.

The stack is built from the top. `used` is the set of all parts so far, `lowest` the set of the lowest layer.
Each further layer scores the total value of the parts used before it. A layer of two or three parts must be
able to support the layer above it; a layer of four or more parts need only have at least as many cells as the
layer above it. The upper bound of (used, lowest) is the best score of the further layers under these
conditions, and no real stack exceeds it.

For a given target the bounds can be smaller. The layers so far are a stack themselves, so facts about stacks of
fewer parts limit their score, and so do the same conditions on these layers. If this limit and the bound on the
score of the further layers add up to less than the target, no stack that reaches the target contains the pair
(used, lowest); then the bound of the pair is IMPOSSIBLE.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.compiled import compiled

IMPOSSIBLE = -30_000
"""The value of the bound of (used, lowest) if no further layer is possible although cards are left, or if no
stack that reaches the target contains this pair."""
SMALL_LAYER = 3
"""The maximum number of parts in a small layer. Small sets have their own table entries; larger sets are
represented only by their area."""


class BoundTables(NamedTuple):
    """The tables of the dynamic program."""

    small: np.ndarray
    """The sets of one to three parts."""
    small_index: np.ndarray
    """For each set, its index in `small`, or -1."""
    supporter_start: np.ndarray
    """For each set, the index in `supporters` of its first supporter; the last entry is the length of
    `supporters`. The supporters of a set are the small sets that can support it."""
    supporters: np.ndarray
    """The supporters of set 0, then those of set 1, and so on, as indexes in `small`."""
    can_support: np.ndarray
    """For each index in `small` and each set: whether some layer of the small set supports, or is assumed to
    support, some layer of the other set."""
    below_small: np.ndarray
    """For each set of the parts used so far and each index in `small`: the upper bound on the score of the
    layers below, if the lowest layer so far is the small set with this index."""
    next_small: np.ndarray
    """For each set of the parts used so far and each index in `small`: the upper bound on the score of the
    layers below the next layer, if the next layer is the small set with this index."""
    required_area: np.ndarray
    """For each set, the minimum area of a layer of four or more parts below it: the area of the set itself or,
    in the heuristic bounds of beam searches, a larger area."""
    next_large: np.ndarray
    """For each set of the parts used so far and each area: the upper bound on the score of the layers below the
    next layer, if the next layer has four or more parts and at least this area."""
    target: int
    """The target score for which the bounds hold; 0 if they hold for any target."""
    most_points: np.ndarray
    """For each number of parts, a proved upper bound on the score of a stack; used only with a target."""
    above_small: np.ndarray
    """For each set of the parts used so far and each index in `small`: an upper bound on the score of the
    layers so far, if the lowest of them can lie on a layer that is the small set with this index. Read only if
    there is a target."""
    above_large: np.ndarray
    """For each set of the parts used so far and each area: an upper bound on the score of the layers so far, if
    the lowest of them has at most this area. Read only if there is a target."""


@compiled
def is_subset(part, whole, digits):
    for value in range(digits.shape[1]):
        if digits[part, value] > digits[whole, value]:
            return False
    return True


@compiled
def write_subsets(whole, sets, subsets):
    """Write all sub-multisets of `whole`, each after its own subsets; return the number of sub-multisets."""
    many = 1
    subsets[0] = 0
    for value in range(sets.power.shape[0]):
        before = many
        for copies in range(1, sets.digits[whole, value] + 1):
            for i in range(before):
                subsets[many] = subsets[i] + copies * sets.power[value]
                many += 1
    return many


@compiled
def bound_below(used, lowest, sets, bounds):
    """Return an upper bound on the score of the layers below `lowest`, or IMPOSSIBLE."""
    if sets.counts[used] == sets.cards:
        return 0
    if sets.counts[lowest] <= SMALL_LAYER:
        return bounds.below_small[used, bounds.small_index[lowest]]
    most = bounds.next_large[used, bounds.required_area[lowest]]
    for i in range(bounds.supporter_start[lowest], bounds.supporter_start[lowest + 1]):
        most = max(most, bounds.next_small[used, bounds.supporters[i]])
    if most < 0:
        return IMPOSSIBLE
    below = sets.values[used] + most
    if bounds.target > 0 and used != lowest:
        above = used - lowest
        score = min(
            sets.values[above] + np.int64(bounds.above_large[above, sets.areas[lowest]]),
            bounds.most_points[sets.counts[used]],
        )
        if score + below < bounds.target:
            return IMPOSSIBLE
    return below


@compiled
def write_bounds(used, lowest, sets, bounds, out):
    """Write the upper bounds of many states into `out`."""
    for i in range(used.shape[0]):
        out[i] = bound_below(used[i], lowest[i], sets, bounds)


@compiled
def fill(order, sets, bounds):
    """Fill `next_small`, `next_large` and `below_small` for the sets of used parts in `order`.

    The entries of all larger sets of used parts must already be filled in.
    """
    # `bound_below` is inlined here: passing tuples of arrays to a function millions of times is slow.
    counts, areas, values, cards = sets.counts, sets.areas, sets.values, sets.cards
    small, small_index, required_area = bounds.small, bounds.small_index, bounds.required_area
    supporter_start, supporters = bounds.supporter_start, bounds.supporters
    below_small, next_small, next_large = bounds.below_small, bounds.next_small, bounds.next_large
    target, most_points = bounds.target, bounds.most_points
    above_small, above_large = bounds.above_small, bounds.above_large
    subsets = np.zeros(counts.shape[0], np.int64)
    for used in order:
        left = cards - counts[used]
        if left == 0:
            below_small[used, :] = 0
            continue
        if target > 0 and used > 0 and above_large[used, above_large.shape[1] - 1] < 0:
            continue
        next_large_here = next_large[used]
        for i in range(write_subsets(sets.full - used, sets, subsets)):
            layer = subsets[i]
            count = counts[layer]
            if count == 0 or count > left:
                continue
            below = used + layer
            if count <= SMALL_LAYER:
                next_small[used, small_index[layer]] = below_small[below, small_index[layer]]
                continue
            most = 0
            if count < left:
                most = next_large[below, required_area[layer]]
                for j in range(supporter_start[layer], supporter_start[layer + 1]):
                    most = max(most, next_small[below, supporters[j]])
                if most < 0:
                    continue
                most += values[below]
            if target > 0 and used > 0:
                score = values[used] + np.int64(above_large[used, areas[layer]])
                if min(score, most_points[counts[below]]) + most < target:
                    continue
            next_large_here[areas[layer]] = max(next_large_here[areas[layer]], most)
        for area in range(next_large_here.shape[0] - 2, -1, -1):
            next_large_here[area] = max(next_large_here[area], next_large_here[area + 1])
        for index in range(small.shape[0]):
            lowest = small[index]
            if is_subset(lowest, used, sets.digits):
                most = next_large_here[required_area[lowest]]
                for j in range(supporter_start[lowest], supporter_start[lowest + 1]):
                    most = max(most, next_small[used, supporters[j]])
                if most < 0:
                    continue
                if target > 0 and used != lowest:
                    above = used - lowest
                    score = min(values[above] + np.int64(above_small[above, index]), most_points[counts[used]])
                    if score + values[used] + most < target:
                        continue
                below_small[used, index] = values[used] + most


@compiled
def fill_above(order, sets, bounds, target, most_points, above_small, above_large):
    """Fill `above_small` and `above_large` for the sets of used parts in `order`, smaller sets first.

    `bounds` contains the bounds on the scores of the layers below, for any target. A pair of a set of used
    parts and a lowest layer is left out if the bounds show that no stack with this pair reaches the target.
    """
    counts, areas, values, cards = sets.counts, sets.areas, sets.values, sets.cards
    small_index, required_area = bounds.small_index, bounds.required_area
    supporter_start, supporters = bounds.supporter_start, bounds.supporters
    below_small, next_small, next_large = bounds.below_small, bounds.next_small, bounds.next_large
    subsets = np.zeros(counts.shape[0], np.int64)
    for used in order:
        for i in range(1, write_subsets(used, sets, subsets)):
            layer = subsets[i]
            count = counts[layer]
            score = np.int64(0)
            if layer != used:
                if count < 2:
                    continue
                above = used - layer
                if count <= SMALL_LAYER:
                    score = np.int64(above_small[above, small_index[layer]])
                else:
                    score = np.int64(above_large[above, areas[layer]])
                if score < 0:
                    continue
                score = min(values[above] + score, most_points[counts[used]])
            below = np.int64(0)
            if counts[used] < cards:
                if count <= SMALL_LAYER:
                    below = np.int64(below_small[used, small_index[layer]])
                else:
                    below = np.int64(next_large[used, required_area[layer]])
                    for j in range(supporter_start[layer], supporter_start[layer + 1]):
                        below = max(below, np.int64(next_small[used, supporters[j]]))
                    if below >= 0:
                        below += values[used]
                if below < 0:
                    continue
            if score + below < target:
                continue
            above_large[used, areas[layer]] = max(above_large[used, areas[layer]], score)
            for j in range(supporter_start[layer], supporter_start[layer + 1]):
                above_small[used, supporters[j]] = max(above_small[used, supporters[j]], score)
        for area in range(1, above_large.shape[1]):
            above_large[used, area] = max(above_large[used, area], above_large[used, area - 1])


@compiled
def top_bound(sets, bounds, least, most):
    """Return an upper bound on the score of every stack whose top layer has `least` to `most` parts."""
    best = IMPOSSIBLE
    for layer in range(1, sets.counts.shape[0]):
        if least <= sets.counts[layer] <= min(most, sets.cards):
            best = max(best, bound_below(layer, layer, sets, bounds))
    return best
