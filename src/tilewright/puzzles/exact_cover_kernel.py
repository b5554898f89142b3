# mypy: ignore-errors
"""Search for exact covers, in compiled code.

The search branches on the item with the fewest options that are still possible. A set of options is a sequence
of 64-bit words, with one bit for each option. The options that contain item i are a *mask*: the words from
`first_word[i]` up to, but not including, `last_word[i]`, stored in `masks` from index `offset[i]`. Option o has
the items `option_items[start[o] : start[o + 1]]`; the last of them represents the kind of the option.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.geometry.word_bits_kernel import ONE, ZERO, lowest_bit, popcount

UNLIMITED = -1
"""The entry of `remaining` for a kind that may be used any number of times, and for every item that does not
represent a kind. Any other entry is the number of times that the kind must still be used."""

TOTAL, STABLE, NODES, STOPPED = 0, 1, 2, 3
"""The indices of the entries in `counts`: the number of solutions, the number of pairs of a solution and a
symmetry (except the identity) that maps the solution to itself, the number of nodes of the search tree, and
whether the caller wants the search to stop."""

BITS = 64


@compiled
def smallest_item(possible, active, first_word, last_word, offset, masks):
    """Return the active item with the fewest options that are still possible; -1 if no item is active."""
    best, fewest = -1, np.int64(1 << 62)
    for item in active:
        number = 0
        shift = offset[item] - first_word[item]
        for word in range(first_word[item], last_word[item]):
            number += popcount(possible[word] & masks[shift + word])
            if number >= fewest:
                break
        if number < fewest:
            best, fewest = item, number
            if fewest == 0:
                break
    return best


@compiled
def next_option(possible, item, first_word, last_word, offset, masks):
    """Return the first option that is still possible and contains the given item, or -1 if there is none."""
    shift = offset[item] - first_word[item]
    for word in range(first_word[item], last_word[item]):
        common = possible[word] & masks[shift + word]
        if common != ZERO:
            return word * BITS + lowest_bit(common)
    return -1


@compiled
def count_symmetries(options, images, marked):
    """Return the number of symmetries that map a solution to itself; each row of `images` is a symmetry."""
    for option in options:
        marked[option] = True
    kept = 0
    for symmetry in range(images.shape[0]):
        same = True
        for option in options:
            if not marked[images[symmetry, option]]:
                same = False
                break
        kept += same
    for option in options:
        marked[option] = False
    return kept


@compiled
def search_covers(
    start, option_items, first_word, last_word, offset, masks, remaining, active, images, most, found, counts
):
    """Count the exact covers, but stop at `most`, and write the first ones into the rows of `found`.

    `active` lists the items on which the search branches. A row of `found` contains the indices of the options
    of a solution, followed by -1. Return whether the search was complete.
    """
    options = len(start) - 1
    words = (options + BITS - 1) // BITS
    most_depth = found.shape[1]
    possible = np.empty((most_depth + 1, words), np.uint64)
    for word in range(words):
        possible[0, word] = ~ZERO
    branch = np.empty(most_depth + 1, np.int64)
    chosen = np.empty(most_depth + 1, np.int64)
    actives = np.empty(most_depth + 1, np.int64)
    place = np.full(len(first_word), -1, np.int64)
    for index in range(len(active)):
        place[active[index]] = index
    marked = np.zeros(options, np.bool_)
    unused = 0
    for item in range(len(remaining)):
        unused += max(remaining[item], 0)
        if remaining[item] == 0:
            for word in range(first_word[item], last_word[item]):
                possible[0, word] &= ~masks[offset[item] + word - first_word[item]]
    depth = 0
    actives[0] = len(active)
    entering = True
    while True:
        if entering:
            counts[NODES] += 1
            if counts[STOPPED]:
                return False
            if actives[depth] == 0:
                if unused == 0:
                    if counts[TOTAL] < found.shape[0]:
                        found[counts[TOTAL], :depth] = chosen[:depth]
                    counts[TOTAL] += 1
                    counts[STABLE] += count_symmetries(chosen[:depth], images, marked)
                    if counts[TOTAL] == most:
                        return False
                option = -1
            else:
                item = smallest_item(
                    possible[depth], active[: actives[depth]], first_word, last_word, offset, masks
                )
                branch[depth] = item
                option = next_option(possible[depth], item, first_word, last_word, offset, masks)
        else:
            option = next_option(possible[depth], branch[depth], first_word, last_word, offset, masks)
        if option < 0:
            if depth == 0:
                return True
            depth -= 1
            kind = option_items[start[chosen[depth] + 1] - 1]
            if remaining[kind] >= 0:
                remaining[kind] += 1
                unused += 1
            entering = False
            continue
        # Try this option. Its bit is cleared, so that `next_option` later returns the following option.
        possible[depth, option // BITS] &= ~(ONE << np.uint64(option % BITS))
        chosen[depth] = option
        for word in range(words):
            possible[depth + 1, word] = possible[depth, word]
        count = actives[depth]
        last = start[option + 1] - 1
        kind = option_items[last]
        if remaining[kind] >= 0:
            remaining[kind] -= 1
            unused -= 1
        for index in range(start[option], last + 1):
            item = option_items[index]
            if index == last and remaining[kind] != 0:
                break
            shift = offset[item] - first_word[item]
            for word in range(first_word[item], last_word[item]):
                possible[depth + 1, word] &= ~masks[shift + word]
            if place[item] >= 0:
                # Move the item behind the active items, so that backtracking only has to restore the number of
                # active items.
                count -= 1
                other = active[count]
                active[place[item]] = other
                place[other] = place[item]
                active[count] = item
                place[item] = count
        depth += 1
        actives[depth] = count
        entering = True
