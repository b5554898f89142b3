# mypy: ignore-errors
"""The loops over all score vectors: which patterns of three scores exist, and who has the best ones.

A *mark* is one bit for each theme and score; a vector has 26 of them, in a few words. The themes are dealt
into two halves, and of any three themes two lie in the same half. So it is enough to know, for each pair of
themes within a half and each pair of their scores (a *cell*), the marks that occur beside them. Many vectors
agree on a whole half: such vectors form a *group*, which is looked at once, with the marks of all its vectors.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

__all__ = [
    "Layout",
    "duels",
    "find_beside",
    "find_winners",
    "first_alike",
    "group",
    "hopes",
    "list_patterns",
    "list_wins",
]

_EMPTY = np.int32(-1)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_FIRST_ROOM = 1024
_BLOCK = 512
"""So many vectors at a time are marked, theme by theme: a column of scores lies in one piece."""


class Layout(NamedTuple):
    """Where things lie: marks in words, pairs of scores in cells."""

    lowest: np.ndarray
    """The lowest score of each theme."""
    spans: np.ndarray
    """How many scores a theme has from its lowest to its highest."""
    first_bit: np.ndarray
    """A theme's score has the bit ``first_bit[theme] + score``, counted over all words."""
    word_themes: np.ndarray
    """Word w has the marks of the themes from ``word_themes[w]`` to ``word_themes[w + 1]``."""
    theme_of_bit: np.ndarray
    pairs: np.ndarray
    """Pairs of themes, each within a half."""
    first_cell: np.ndarray
    """Where the cells of each pair begin."""
    set_of: np.ndarray
    """The theme set of a pair and a third theme, or -1 where another pair stands for it."""


@njit(cache=True, nogil=True)
def _mark(points, first, last, layout, marks):
    """The marks of the vectors `first` to `last`, a word a row."""
    marks[:] = 0
    for word in range(len(marks)):
        for theme in range(layout.word_themes[word], layout.word_themes[word + 1]):
            bit = layout.first_bit[theme] - 64 * word
            for at in range(last - first):
                marks[word, at] |= np.uint64(1) << np.uint64(bit + points[first + at, theme])


@njit(cache=True, nogil=True, inline="always")
def _cell(points, row, layout, pair):
    one, other = layout.pairs[pair, 0], layout.pairs[pair, 1]
    across = (points[row, one] - layout.lowest[one]) * layout.spans[other]
    return layout.first_cell[pair] + across + points[row, other] - layout.lowest[other]


# --- What exists --------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def group(points, half, layout):
    """Group the vectors by their scores on a half of the themes.

    Gives each vector's group, a vector of each group, and the marks of each group's vectors together.
    """
    words = len(layout.word_themes) - 1
    groups = np.empty(len(points), np.int32)
    keys, some = np.empty(_FIRST_ROOM, np.uint64), np.empty(_FIRST_ROOM, np.int32)
    marks = np.zeros((_FIRST_ROOM, words), np.uint64)
    table, shift = _indexed(keys, 0)
    own, own_keys = np.empty((words, _BLOCK), np.uint64), np.empty(_BLOCK, np.uint64)
    count = 0
    for first in range(0, len(points), _BLOCK):
        last = min(first + _BLOCK, len(points))
        _mark(points, first, last, layout, own)
        _key(points, first, last, half, layout, own_keys)
        for row in range(first, last):
            key = own_keys[row - first]
            slot = _slot(table, shift, keys, key)
            if table[slot] == _EMPTY:
                if count == len(keys):
                    keys, some = np.append(keys, keys), np.append(some, some)
                    marks = np.append(marks, np.zeros_like(marks)).reshape(-1, words)
                    table, shift = _indexed(keys, count)
                    slot = _slot(table, shift, keys, key)
                table[slot], keys[count], some[count] = count, key, row
                count += 1
            found = table[slot]
            groups[row] = found
            for word in range(words):
                marks[found, word] |= own[word, row - first]
    return groups, some[:count].copy(), marks[:count].copy()


@njit(cache=True, nogil=True)
def _key(points, first, last, half, layout, keys):
    """The scores of each vector on a half of the themes as one number."""
    keys[:] = 0
    for theme in half:
        span, low = np.uint64(layout.spans[theme]), layout.lowest[theme]
        for at in range(last - first):
            keys[at] = keys[at] * span + np.uint64(points[first + at, theme] - low)


@njit(cache=True, nogil=True)
def _indexed(keys, count):
    """An open hash table of the first keys, four times as large as there is room for keys."""
    bits = 2
    while 1 << bits < 4 * len(keys):
        bits += 1
    table, shift = np.full(1 << bits, _EMPTY, np.int32), np.uint64(64 - bits)
    for each in range(count):
        table[_slot(table, shift, keys, keys[each])] = each
    return table, shift


@njit(cache=True, nogil=True, inline="always")
def _slot(table, shift, keys, key):
    slot = np.int64((key * _MIX) >> shift)
    while table[slot] != _EMPTY and keys[table[slot]] != key:
        slot = (slot + 1) & (len(table) - 1)
    return slot


@njit(cache=True, nogil=True)
def find_beside(points, some, marks, pairs, layout, beside):
    """For a range of pairs, add to each cell the marks that occur beside it in some group."""
    for each in range(len(some)):
        for pair in range(pairs[0], pairs[1]):
            cell = _cell(points, some[each], layout, pair)
            for word in range(marks.shape[1]):
                beside[cell, word] |= marks[each, word]


@njit(cache=True, nogil=True)
def list_patterns(beside, sets, pair_of, layout, patterns, starts):
    """Write the patterns of every theme set in ascending order; without room for any, only count them.

    Those of set s begin at ``starts[s]``.
    """
    count = 0
    scores = np.empty(len(layout.spans), np.int64)
    for each in range(len(sets)):
        starts[each] = count
        a, b, c = sets[each]
        pair = pair_of[each]
        one, other = layout.pairs[pair]
        third = a + b + c - one - other
        for x in range(layout.spans[a]):
            for y in range(layout.spans[b]):
                for z in range(layout.spans[c]):
                    scores[a], scores[b], scores[c] = x, y, z
                    cell = layout.first_cell[pair] + scores[one] * layout.spans[other] + scores[other]
                    bit = layout.first_bit[third] + layout.lowest[third] + scores[third]
                    if beside[cell, bit >> 6] >> np.uint64(bit & 63) & np.uint64(1):
                        if len(patterns) > 0:
                            for at, theme in enumerate((a, b, c)):
                                patterns[count, at] = scores[theme] + layout.lowest[theme]
                        count += 1
    starts[len(sets)] = count


# --- Who is best --------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def duels(patterns, starts, first, last, best, wins, losses):
    """The duel in the theme sets `first` to `last`: who is best, and wins and losses among all."""
    for each in range(first, last):
        begin, end = starts[each], starts[each + 1]
        kept = np.arange(begin, end)
        _count_duels(patterns, kept, wins[begin:end], losses[begin:end])
        won, lost = wins[begin:end], losses[begin:end]
        while True:
            fewest = lost.min()
            most = won[lost == fewest].max()
            left = kept[(lost == fewest) & (won == most)]
            if len(left) == len(kept):
                break
            kept = left
            won, lost = np.empty(len(kept), np.int64), np.empty(len(kept), np.int64)
            _count_duels(patterns, kept, won, lost)
        best[kept] = True


@njit(cache=True, nogil=True)
def _count_duels(patterns, kept, won, lost):
    won[:] = 0
    lost[:] = 0
    for i in range(len(kept)):
        a, b, c = patterns[kept[i]]
        for j in range(i):
            x, y, z = patterns[kept[j]]
            lead = (a > x) - (a < x) + (b > y) - (b < y) + (c > z) - (c < z)
            won[i] += lead > 0
            lost[j] += lead > 0
            lost[i] += lead < 0
            won[j] += lead < 0


# --- Who has the best patterns ------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def hopes(points, some, pairs, layout, wanted):
    """For each group, the marks that make one of its vectors win a theme set, each word with its pair.

    Those of group g lie between ``starts[g]`` and ``starts[g + 1]``: pair, word and marks of each.
    """
    starts = np.zeros(len(some) + 1, np.int64)
    names, marks = np.empty((0, 2), np.int32), np.empty(0, np.uint64)
    for writing in (False, True):
        count = 0
        for each in range(len(some)):
            starts[each] = count
            for pair in range(pairs[0], pairs[1]):
                cell = _cell(points, some[each], layout, pair)
                for word in range(wanted.shape[1]):
                    if wanted[cell, word]:
                        if writing:
                            names[count, 0], names[count, 1], marks[count] = pair, word, wanted[cell, word]
                        count += 1
        starts[len(some)] = count
        if not writing:
            names, marks = np.empty((count, 2), np.int32), np.empty(count, np.uint64)
    return starts, names, marks


@njit(cache=True, nogil=True, inline="always")
def _add_wins(marks, group, starts, names, wanted, layout, won, count):
    """Append the theme sets that a vector of a group wins; how many there are then."""
    for at in range(starts[group], starts[group + 1]):
        both = wanted[at] & marks[names[at, 1]]
        if both:
            bit = 64 * names[at, 1]
            while both:
                if both & np.uint64(1):
                    won[count] = layout.set_of[names[at, 0], layout.theme_of_bit[bit]]
                    count += 1
                both >>= np.uint64(1)
                bit += 1
    return count


@njit(cache=True, nogil=True)
def find_winners(points, towns, first, last, halves, layout, by_set, wins):
    """Add up who wins which theme set among the vectors `first` to `last`.

    A half is each vector's group and the groups' hopes. ``by_set[s]`` gets the towns and the vectors that win
    set s, and the first of these; `wins` how many sets each vector wins.
    """
    marks = np.empty((_BLOCK, len(layout.word_themes) - 1), np.uint64)
    won = np.empty(len(by_set), np.int32)
    for begin in range(first, last, _BLOCK):
        end = min(begin + _BLOCK, last)
        _mark(points, begin, end, layout, marks.T)
        for row in range(begin, end):
            count = 0
            for groups, (starts, names, wanted) in halves:
                own = marks[row - begin]
                count = _add_wins(own, groups[row], starts, names, wanted, layout, won, count)
            wins[row] = count
            for each in won[:count]:
                by_set[each, 0] += towns[row]
                by_set[each, 1] += 1
                by_set[each, 2] = min(by_set[each, 2], row)


@njit(cache=True, nogil=True)
def list_wins(points, rows, halves, layout, first, sets):
    """Write the theme sets that some vectors win, in ascending order: of ``rows[r]`` from ``first[r]``."""
    marks = np.empty((1, len(layout.word_themes) - 1), np.uint64)
    won = np.empty(len(layout.set_of) * layout.set_of.shape[1], np.int32)
    for at, row in enumerate(rows):
        _mark(points, row, row + 1, layout, marks.T)
        count = 0
        for groups, (starts, names, wanted) in halves:
            count = _add_wins(marks[0], groups[row], starts, names, wanted, layout, won, count)
        sets[first[at] : first[at] + count] = np.sort(won[:count])


@njit(cache=True, nogil=True)
def first_alike(starts, sets):
    """Of lists that lie one after the other, the places of those that equal none before them."""
    bits = 4
    while 1 << bits < 2 * len(starts):
        bits += 1
    table = np.full(1 << bits, _EMPTY, np.int32)
    found = np.empty(len(starts) - 1, np.int64)
    count = 0
    for at in range(len(starts) - 1):
        mixed = np.uint64(starts[at + 1] - starts[at])
        for each in range(starts[at], starts[at + 1]):
            mixed = (mixed ^ np.uint64(sets[each])) * _MIX
            mixed ^= mixed >> np.uint64(29)
        slot = np.int64(mixed & np.uint64(len(table) - 1))
        while table[slot] != _EMPTY and not _alike(starts, sets, table[slot], at):
            slot = (slot + 1) & (len(table) - 1)
        if table[slot] == _EMPTY:
            table[slot] = at
            found[count] = at
            count += 1
    return found[:count]


@njit(cache=True, nogil=True)
def _alike(starts, sets, one, other):
    one, other = sets[starts[one] : starts[one + 1]], sets[starts[other] : starts[other + 1]]
    return len(one) == len(other) and (one == other).all()
