# mypy: ignore-errors
"""Find the patterns of three scores that exist, and the score vectors that win each theme set.

A vector *wins* a theme set if it contains one of the set's best patterns. A *mark* is a bit that represents one
score in one theme; a vector has 26 marks, stored in a few 64-bit words. The themes are split into two halves
(of different sizes), and of any three themes at least two belong to the same half. So it is enough to know, for
each pair of themes within a half and each pair of their scores (a *cell*), which marks occur together with the
cell in some vector.
Vectors that agree on all themes of a half form a *group*. A group is processed once, with the union of the
marks of its vectors.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.compiled import compiled

__all__ = [
    "BitLayout",
    "collect_cooccurring",
    "duels",
    "find_winners",
    "first_of_equal",
    "group",
    "list_patterns",
    "list_wins",
    "winning_marks",
]

_EMPTY = np.int32(-1)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_FIRST_CAPACITY = 1024
_BLOCK_ROWS = 512
"""The number of vectors whose marks (see the module docstring) are computed together, theme by theme, because
scores are stored by theme."""


class BitLayout(NamedTuple):
    """The positions of marks in words, and the rows of cells in arrays with one row for each cell.

    The module docstring defines marks and cells.
    """

    lowest: np.ndarray
    """The lowest score of each theme."""
    spans: np.ndarray
    """For each theme, the highest score minus the lowest score, plus one."""
    first_bit: np.ndarray
    """Offsets such that the mark of a theme and a score is bit ``first_bit[theme] + score``, counted over all
    words."""
    word_themes: np.ndarray
    """Boundaries such that word w has the marks of themes ``word_themes[w]`` to ``word_themes[w + 1]``,
    exclusive."""
    theme_of_bit: np.ndarray
    pairs: np.ndarray
    """The pairs of themes that belong to the same half."""
    first_cell: np.ndarray
    """For each pair of themes, the row of its first cell in the arrays that have one row for each cell."""
    set_of: np.ndarray
    """For each pair of themes and each third theme, the index of the set of these three themes in `THEME_SETS`;
    -1 if the pair contains the third theme, or if the set is assigned to another pair."""


@compiled
def _write_marks(points, first, last, layout, marks):
    """Write the marks of the vectors `first` to `last` - 1 to ``marks[word, vector - first]``."""
    marks[:] = 0
    for word in range(len(marks)):
        for theme in range(layout.word_themes[word], layout.word_themes[word + 1]):
            bit = layout.first_bit[theme] - 64 * word
            for index in range(last - first):
                marks[word, index] |= np.uint64(1) << np.uint64(bit + points[first + index, theme])


@compiled(inline=True)
def _cell(points, row, layout, pair):
    """Return the row of the cell (see the module docstring) of a vector's scores in a pair of themes."""
    one, other = layout.pairs[pair, 0], layout.pairs[pair, 1]
    offset = (points[row, one] - layout.lowest[one]) * layout.spans[other]
    return layout.first_cell[pair] + offset + points[row, other] - layout.lowest[other]


# --- Which patterns exist -----------------------------------------------------------------------------


@compiled
def group(points, half, layout):
    """Group the vectors by their scores in one half of the themes.

    Return the group of each vector, one representative vector of each group, and the union of the marks of each
    group's vectors.
    """
    words = len(layout.word_themes) - 1
    groups = np.empty(len(points), np.int32)
    keys, representatives = np.empty(_FIRST_CAPACITY, np.uint64), np.empty(_FIRST_CAPACITY, np.int32)
    marks = np.zeros((_FIRST_CAPACITY, words), np.uint64)
    table, shift = _build_hash_table(keys, 0)
    own, own_keys = np.empty((words, _BLOCK_ROWS), np.uint64), np.empty(_BLOCK_ROWS, np.uint64)
    count = 0
    for first in range(0, len(points), _BLOCK_ROWS):
        last = min(first + _BLOCK_ROWS, len(points))
        _write_marks(points, first, last, layout, own)
        _write_keys(points, first, last, half, layout, own_keys)
        for row in range(first, last):
            key = own_keys[row - first]
            slot = _find_slot(table, shift, keys, key)
            if table[slot] == _EMPTY:
                if count == len(keys):
                    keys, representatives = np.append(keys, keys), np.append(representatives, representatives)
                    marks = np.append(marks, np.zeros_like(marks)).reshape(-1, words)
                    table, shift = _build_hash_table(keys, count)
                    slot = _find_slot(table, shift, keys, key)
                table[slot], keys[count], representatives[count] = count, key, row
                count += 1
            number = table[slot]
            groups[row] = number
            for word in range(words):
                marks[number, word] |= own[word, row - first]
    return groups, representatives[:count].copy(), marks[:count].copy()


@compiled
def _write_keys(points, first, last, half, layout, keys):
    """Write a key for each vector: its scores in one half of the themes, packed into one number."""
    keys[:] = 0
    for theme in half:
        span, low = np.uint64(layout.spans[theme]), layout.lowest[theme]
        for index in range(last - first):
            keys[index] = keys[index] * span + np.uint64(points[first + index, theme] - low)


@compiled
def _build_hash_table(keys, count):
    """Return a hash table (open addressing) of the first `count` keys; it has at least 4 * len(keys) slots."""
    bits = 2
    while 1 << bits < 4 * len(keys):
        bits += 1
    table, shift = np.full(1 << bits, _EMPTY, np.int32), np.uint64(64 - bits)
    for index in range(count):
        table[_find_slot(table, shift, keys, keys[index])] = index
    return table, shift


@compiled(inline=True)
def _find_slot(table, shift, keys, key):
    """Return the slot of a key, or the empty slot where the key belongs."""
    slot = np.int64((key * _MIX) >> shift)
    while table[slot] != _EMPTY and keys[table[slot]] != key:
        slot = (slot + 1) & (len(table) - 1)
    return slot


@compiled
def collect_cooccurring(points, representatives, marks, pairs, layout, cooccurring):
    """Add to `cooccurring`, for each cell of the given pairs of themes, the marks that occur with the cell.

    The module docstring defines cells and marks. The pairs have the indices ``pairs[0]`` to ``pairs[1] - 1``.
    `representatives` contains the index of one vector of each group, and `marks` the marks of each group.
    """
    for number in range(len(representatives)):
        for pair in range(pairs[0], pairs[1]):
            cell = _cell(points, representatives[number], layout, pair)
            for word in range(marks.shape[1]):
                cooccurring[cell, word] |= marks[number, word]


@compiled
def list_patterns(cooccurring, sets, pair_of, layout, patterns, starts):
    """Write the patterns of every theme set in ascending order; if `patterns` is empty, only count them.

    ``starts[s]`` receives the index of the first pattern of set s, and the last element of `starts` the number
    of all patterns.
    """
    count = 0
    scores = np.empty(len(layout.spans), np.int64)
    for theme_set in range(len(sets)):
        starts[theme_set] = count
        a, b, c = sets[theme_set]
        pair = pair_of[theme_set]
        one, other = layout.pairs[pair]
        third = a + b + c - one - other
        for x in range(layout.spans[a]):
            for y in range(layout.spans[b]):
                for z in range(layout.spans[c]):
                    scores[a], scores[b], scores[c] = x, y, z
                    cell = layout.first_cell[pair] + scores[one] * layout.spans[other] + scores[other]
                    bit = layout.first_bit[third] + layout.lowest[third] + scores[third]
                    if cooccurring[cell, bit >> 6] >> np.uint64(bit & 63) & np.uint64(1):
                        if len(patterns) > 0:
                            for index, theme in enumerate((a, b, c)):
                                patterns[count, index] = scores[theme] + layout.lowest[theme]
                        count += 1
    starts[len(sets)] = count


# --- Which patterns are best --------------------------------------------------------------------------


@compiled
def duels(patterns, starts, first, last, best, wins, losses):
    """Run the duel for the theme sets `first` to `last` - 1.

    Mark the best patterns in `best`, and write to `wins` and `losses` how many other patterns of the theme set
    each pattern beats and loses to. The result must agree with ``best_patterns_of_three_scores.py``, which
    implements the duel in NumPy; the tests compare the two.
    """
    for theme_set in range(first, last):
        begin, end = starts[theme_set], starts[theme_set + 1]
        kept = np.arange(begin, end)
        _count_duels(patterns, kept, wins[begin:end], losses[begin:end])
        won, lost = wins[begin:end], losses[begin:end]
        while True:
            fewest = lost.min()
            most = won[lost == fewest].max()
            still_kept = kept[(lost == fewest) & (won == most)]
            if len(still_kept) == len(kept):
                break
            kept = still_kept
            won, lost = np.empty(len(kept), np.int64), np.empty(len(kept), np.int64)
            _count_duels(patterns, kept, won, lost)
        best[kept] = True


@compiled
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


# --- Which vectors have the best patterns -------------------------------------------------------------


@compiled
def winning_marks(points, representatives, pairs, layout, wanted):
    """Return, for each group, the winning marks: a vector of the group that has such a mark wins a theme set.

    The result is `starts`, `names` and `marks`. Group g has the entries from ``starts[g]`` to
    ``starts[g + 1] - 1``. For entry e, ``names[e]`` contains the index of a pair of themes and
    the index w of a 64-bit word, and the bits of ``marks[e]`` are the winning marks for this pair in word w.
    """
    starts = np.zeros(len(representatives) + 1, np.int64)
    names, marks = np.empty((0, 2), np.int32), np.empty(0, np.uint64)
    for writing in (False, True):
        count = 0
        for number in range(len(representatives)):
            starts[number] = count
            for pair in range(pairs[0], pairs[1]):
                cell = _cell(points, representatives[number], layout, pair)
                for word in range(wanted.shape[1]):
                    if wanted[cell, word]:
                        if writing:
                            names[count, 0], names[count, 1], marks[count] = pair, word, wanted[cell, word]
                        count += 1
        starts[len(representatives)] = count
        if not writing:
            names, marks = np.empty((count, 2), np.int32), np.empty(count, np.uint64)
    return starts, names, marks


@compiled(inline=True)
def _add_wins(marks, group, starts, names, wanted, layout, won, count):
    """Append to `won` the theme sets that a vector of a group wins; return the new number of entries."""
    for index in range(starts[group], starts[group + 1]):
        both = wanted[index] & marks[names[index, 1]]
        if both:
            bit = 64 * names[index, 1]
            while both:
                if both & np.uint64(1):
                    won[count] = layout.set_of[names[index, 0], layout.theme_of_bit[bit]]
                    count += 1
                both >>= np.uint64(1)
                bit += 1
    return count


@compiled
def find_winners(points, towns, first, last, halves, layout, by_set, wins):
    """Determine which of the vectors `first` to `last` - 1 win which theme sets.

    Each element of `halves` contains the group of every vector and the winning marks of the groups.
    ``by_set[s]`` receives the number of towns and the number of vectors that win set s, and the first such
    vector; `wins` receives the number of sets that each vector wins.
    """
    marks = np.empty((_BLOCK_ROWS, len(layout.word_themes) - 1), np.uint64)
    won = np.empty(len(by_set), np.int32)
    for begin in range(first, last, _BLOCK_ROWS):
        end = min(begin + _BLOCK_ROWS, last)
        _write_marks(points, begin, end, layout, marks.T)
        for row in range(begin, end):
            count = 0
            for groups, (starts, names, wanted) in halves:
                own = marks[row - begin]
                count = _add_wins(own, groups[row], starts, names, wanted, layout, won, count)
            wins[row] = count
            for theme_set in won[:count]:
                by_set[theme_set, 0] += towns[row]
                by_set[theme_set, 1] += 1
                by_set[theme_set, 2] = min(by_set[theme_set, 2], row)


@compiled
def list_wins(points, rows, halves, layout, first, sets):
    """Write to `sets`, for each vector in `rows`, the theme sets that it wins, in ascending order.

    The theme sets of ``rows[r]`` begin at ``sets[first[r]]``.
    """
    marks = np.empty((1, len(layout.word_themes) - 1), np.uint64)
    won = np.empty(len(layout.set_of) * layout.set_of.shape[1], np.int32)
    for index, row in enumerate(rows):
        _write_marks(points, row, row + 1, layout, marks.T)
        count = 0
        for groups, (starts, names, wanted) in halves:
            count = _add_wins(marks[0], groups[row], starts, names, wanted, layout, won, count)
        sets[first[index] : first[index] + count] = np.sort(won[:count])


@compiled
def first_of_equal(starts, sets):
    """Return, for each distinct list of theme sets, the index of its first occurrence.

    List i is ``sets[starts[i]:starts[i + 1]]``.
    """
    bits = 4
    while 1 << bits < 2 * len(starts):
        bits += 1
    table = np.full(1 << bits, _EMPTY, np.int32)
    firsts = np.empty(len(starts) - 1, np.int64)
    count = 0
    for index in range(len(starts) - 1):
        mixed = np.uint64(starts[index + 1] - starts[index])
        for position in range(starts[index], starts[index + 1]):
            mixed = (mixed ^ np.uint64(sets[position])) * _MIX
            mixed ^= mixed >> np.uint64(29)
        slot = np.int64(mixed & np.uint64(len(table) - 1))
        while table[slot] != _EMPTY and not _lists_equal(starts, sets, table[slot], index):
            slot = (slot + 1) & (len(table) - 1)
        if table[slot] == _EMPTY:
            table[slot] = index
            firsts[count] = index
            count += 1
    return firsts[:count]


@compiled
def _lists_equal(starts, sets, one, other):
    one, other = sets[starts[one] : starts[one + 1]], sets[starts[other] : starts[other + 1]]
    return len(one) == len(other) and (one == other).all()
