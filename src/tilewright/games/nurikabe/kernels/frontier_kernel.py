# mypy: ignore-errors
"""The compiled loops of the frontier sweep: decide one cell in all patterns and all states.

The *frontier* consists of the last decided cell of each column. An island is *open* from the step in which the
first cell that it can reach is decided until the last such cell has left the frontier. While it is open, it has
a *slot*, a number from 1 to 15 that no other open island has.

A *pattern* describes the cells of the frontier, but not the sizes of the islands. It consists of
two words with four bits for each column. The first word contains the *parts*: cells with the same part number
are connected through decided cells. Parts are numbered from 1 in the order of their first columns; 0 means that
no cell of this column is decided yet. The second word contains the *slots*: 0 for sea, otherwise the slot of
the cell's island. The first word has two more bits: CORNER_BIT (the cell above the last decided cell was sea)
and SEA_ENDED_BIT (no further sea may follow).

A *state* is a pattern with a *tally*. A tally is one word with a bit field for each open island of known size
and a guard bit above each field. The field contains the number of cells that the island has so far. If all
sizes are known, one more field contains the number of all island cells so far. With the guard bits, one
addition compares all fields with their upper bounds, and another compares them with their lower bounds.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled

__all__ = [
    "CELLS_AHEAD",
    "CLUE_PHASE",
    "FIELD_BITS",
    "FIELD_SHIFT",
    "ISLAND_COLUMNS",
    "MOST_COLUMNS",
    "SIZE",
    "SLOTS",
    "TOUCHED",
    "decide_cell",
    "merge_states",
    "next_batch",
    "transitions_by_target",
]

MOST_COLUMNS = 15
SLOTS = 16
"""The number of slots, including slot 0 for the sea."""

CORNER_BIT, SEA_ENDED_BIT = 60, 61
"""The positions of the two extra bits in the first word of a pattern."""

# Columns of the array `islands`, which has a row for each slot. Row 0 is for all islands together.
SIZE = 0  # the number of cells of the island, -1 if unknown
CLUE_PHASE = 1  # 0 before the clue's cell is decided, 2 in the step that decides it, 1 afterwards
CELLS_AHEAD = 2  # the number of undecided cells that the island can reach
CLUE_ROW, CLUE_COLUMN = 3, 4
FIELD_SHIFT, FIELD_BITS = 5, 6  # first bit and width of the cell count in a tally
TOUCHED = 7  # 1 if the current cell can belong to the island
ISLAND_COLUMNS = 8

NEW_PART = MOST_COLUMNS + 1
UNREACHED = 1 << 30
LARGEST_WORD = np.uint64(2**64 - 1)

U = np.uint64
"""The type to which signed integers are converted before they are combined with words, because Numba turns
mixed signed and unsigned operands into floats."""


@compiled
def hash_words(a, b):
    """Return a hash of two words."""
    h = a * U(0x9E3779B97F4A7C15)
    h ^= h >> U(29)
    h = (h + b) * U(0xBF58476D1CE4E5B9)
    return h ^ (h >> U(32))


@compiled
def count_gaps(slot, parts, slots, width):
    """Return the number of parts of a slot, and a lower bound on the number of cells needed to connect them.

    A cell is needed in every column between two cells of the slot, unless the column itself contains a cell of
    the slot or a part of the slot has cells on both sides of it. Two or more parts need at least one cell.
    """
    first = last = -1
    seen = count = 0
    for column in range(width):
        if parts[column] and slots[column] == slot:
            first = column if first < 0 else first
            last = column
            if not seen >> parts[column] & 1:
                seen |= 1 << parts[column]
                count += 1
    if count < 2:
        return count, 0
    needed = left = 0
    for column in range(first, last):
        if slots[column] == slot:
            left |= 1 << parts[column]
            continue
        spanned = False
        for beyond in range(column + 1, last + 1):
            if slots[beyond] == slot and left >> parts[beyond] & 1:
                spanned = True
                break
        needed += not spanned
    return count, max(needed, 1)


@compiled
def least_cells_needed(slot, parts, slots, width, row, column, islands):
    """Return a lower bound on the number of cells that an island needs to connect its parts and its clue."""
    clue_passed = islands[slot, CLUE_PHASE]
    clue_row, clue_column = islands[slot, CLUE_ROW], islands[slot, CLUE_COLUMN]
    count, needed = count_gaps(slot, parts, slots, width)
    if count == 0:
        return 0 if clue_passed else 1
    if not clue_passed:
        nearest = UNREACHED
        for other in range(width):
            if slots[other] == slot and parts[other]:
                steps = clue_row - (row if other <= column else row - 1) + abs(clue_column - other)
                nearest = min(nearest, steps)
        needed = max(needed, nearest)
    return needed


@compiled
def is_last_cell_of_part(part, parts, width, column):
    """Return whether the part has no cell in another column."""
    count = 0
    for other in range(width):
        count += other != column and parts[other] == part
    return count == 0


@compiled
def slot_occurs_elsewhere(slot, parts, slots, width, column):
    """Return whether the slot has a cell in another column."""
    count = 0
    for other in range(width):
        count += other != column and parts[other] and slots[other] == slot
    return count > 0


@compiled
def place_cell(slot, column, width, parts, slots):
    """Put a cell of this slot into the column; return False if a cell of another island is next to it.

    Afterwards, the parts may no longer be numbered in the order of their first columns.
    """
    above, above_slot = parts[column], slots[column]
    beside = column > 0 and parts[column - 1] > 0
    if slot:
        if above and above_slot and above_slot != slot:
            return False
        if beside and slots[column - 1] and slots[column - 1] != slot:
            return False
    part = parts[column - 1] if beside and slots[column - 1] == slot else NEW_PART
    if above and above_slot == slot:
        if part == NEW_PART:
            part = above
        elif part != above:
            for other in range(width):
                if parts[other] == above:
                    parts[other] = part
    parts[column] = part
    slots[column] = slot
    return True


@compiled
def pack_pattern(parts, slots, width, new_numbers):
    """Return the two words of a pattern; the parts are renumbered in the order of their first columns."""
    new_numbers[:] = 0
    count = 0
    first = second = U(0)
    for column in range(width):
        part = parts[column]
        if part:
            if new_numbers[part] == 0:
                count += 1
                new_numbers[part] = count
            first |= U(new_numbers[part]) << U(4 * column)
            second |= U(slots[column]) << U(4 * column)
    return first, second


@compiled
def add_bounds(move, slot, low, high, islands):
    """Add to a move the condition that a slot's field in the new tally is between `low` and `high`.

    A move has four words: the value added to the tally, the complements of the upper bounds, the complements of
    the lower bounds, and the guard bits that the lower bounds require.
    """
    shift, bits = U(islands[slot, FIELD_SHIFT]), islands[slot, FIELD_BITS]
    most = (1 << bits) - 1
    if high < most:
        move[1] += U(most - high) << shift
    if low > 0:
        move[2] += U((1 << bits) - low) << shift
        move[3] |= U(1 << bits) << shift


@compiled
def may_close_part(slot, parts, slots, width, column, islands):
    """Return whether the part above the cell may end here.

    It may end if no other column contains a cell of its slot and, for an island, the clue's cell is decided.
    """
    if slot_occurs_elsewhere(slot, parts, slots, width, column):
        return False
    return slot == 0 or islands[slot, CLUE_PHASE] != 0


@compiled
def add_sea_bounds(move, parts, slots, width, ended, to_come, islands):
    """Add the bounds that the sea implies for the total number of island cells; return False if they conflict.

    `to_come` contains the number of undecided cells, lower bounds on the numbers of island cells and sea cells
    among them, and the number of following rows that must contain sea if the frontier contains sea.
    """
    if islands[0, SIZE] < 0:
        return True
    # If the frontier contains sea, the number of sea cells among the undecided cells is at least the sum of two
    # numbers: the number of following rows that must contain sea, and the number of cells that `count_gaps`
    # requires in the gaps between the parts of the sea. The reason is that a connected set that spans r rows
    # and c columns has at least r + c - 1 cells.
    count, needed = count_gaps(0, parts, slots, width)
    if count:
        needed += to_come[3]
    total = islands[0, SIZE]
    low = total - to_come[0] + max(needed, to_come[2])
    high = total - to_come[1]
    if ended:
        high = min(high, total - to_come[0])
    if high < 0 or low > high:
        return False
    add_bounds(move, 0, low, high, islands)
    return True


@compiled
def try_slot(pattern, slot, step, touched, islands, work, move):
    """Return the two words of the pattern after the cell gets this slot, and write `move` (see `add_bounds`).

    Return (0, 0) if the cell cannot have this slot. `step` contains the width, row and column, the number of
    undecided cells, lower bounds on the numbers of island cells and sea cells among them, and the number of
    following rows that must contain sea if the frontier contains sea. `work` is scratch space.
    """
    width, row, column = step[0], step[1], step[2]
    parts, slots = work[0], work[1]
    for other in range(width):
        parts[other] = np.int64(pattern[0] >> U(4 * other)) & 15
        slots[other] = np.int64(pattern[1] >> U(4 * other)) & 15
    above, above_slot = parts[column], slots[column]
    corner, ended = pattern[0] >> U(CORNER_BIT) & U(1), pattern[0] >> U(SEA_ENDED_BIT) & U(1)
    impossible = (U(0), U(0))
    if slot == 0:
        if ended:
            return impossible
        if corner and above and above_slot == 0 and slots[column - 1] == 0:
            return impossible
    elif (
        islands[slot, SIZE] < 0
        and islands[slot, CLUE_PHASE] == 1
        and not slot_occurs_elsewhere(slot, parts, slots, width, -1)
    ):
        return impossible  # this island of unknown size is already closed
    if above and above_slot != slot and is_last_cell_of_part(above, parts, width, column):
        if not may_close_part(above_slot, parts, slots, width, column, islands):
            return impossible
        ended |= U(above_slot == 0)
    if not place_cell(slot, column, width, parts, slots):
        return impossible
    move[:] = 0
    if slot and islands[slot, SIZE] > 0:
        move[0] += U(1) << U(islands[slot, FIELD_SHIFT])
    if slot and islands[0, SIZE] >= 0:
        move[0] += U(1) << U(islands[0, FIELD_SHIFT])
    for index in range(len(touched) + 1):
        other = touched[index] if index < len(touched) else above_slot
        if other == 0 or islands[other, SIZE] < 0:
            continue
        if index == len(touched) and islands[other, TOUCHED]:
            continue  # already handled as one of the touched slots
        needed = least_cells_needed(other, parts, slots, width, row, column, islands)
        size, ahead = islands[other, SIZE], islands[other, CELLS_AHEAD]
        gone = islands[other, CLUE_PHASE] and not slot_occurs_elsewhere(other, parts, slots, width, -1)
        add_bounds(move, other, size if gone else size - ahead, size - needed, islands)
    if not add_sea_bounds(move, parts, slots, width, ended, step[3:], islands):
        return impossible
    first, second = pack_pattern(parts, slots, width, work[2])
    if column < width - 1 and above and above_slot == 0:
        first |= U(1) << U(CORNER_BIT)
    return first | ended << U(SEA_ENDED_BIT), second


@compiled
def decide_cell(patterns, choices, touched, step, islands, new, table, targets, moves, work):
    """Decide a cell in every pattern; return the number of new patterns.

    `choices` contains the slots that the cell can have, and `touched` the slots of all islands that can reach
    the cell. `islands` has the columns listed at the top of this file. For each pattern and choice, `targets`
    receives the index of the new pattern (-1 if the choice is impossible), and `moves` receives the move (see
    `add_bounds`).
    """
    count = 0
    mask = U(len(table) - 1)
    for index in range(len(patterns)):
        for choice in range(len(choices)):
            first, second = try_slot(
                patterns[index], choices[choice], step, touched, islands, work, moves[index, choice]
            )
            if first == 0:
                targets[index, choice] = -1
                continue
            entry = hash_words(first, second) & mask
            while True:
                other = table[entry]
                if other < 0:
                    table[entry] = other = count
                    new[count, 0], new[count, 1] = first, second
                    count += 1
                    break
                if new[other, 0] == first and new[other, 1] == second:
                    break
                entry = (entry + U(1)) & mask
            targets[index, choice] = other
    return count


@compiled
def transitions_by_target(targets, patterns):
    """Group the transitions by their new pattern.

    A transition leads from an old pattern to a new pattern by one of the choices for the cell. Its number is
    ``pattern * choices + choice``, where `pattern` is the index of the old pattern, `choices` the number of
    choices, and `choice` the index of the choice. The argument `patterns` is the number of new patterns. Return
    the index at which each group begins, and the list of the transitions' numbers.
    """
    first_transition = np.zeros(patterns + 1, np.int64)
    choices = targets.shape[1]
    for pattern in range(len(targets)):
        for choice in range(choices):
            if targets[pattern, choice] >= 0:
                first_transition[targets[pattern, choice] + 1] += 1
    for target in range(patterns):
        first_transition[target + 1] += first_transition[target]
    filled = first_transition[:-1].copy()
    transitions = np.empty(first_transition[-1], np.int64)
    for pattern in range(len(targets)):
        for choice in range(choices):
            target = targets[pattern, choice]
            if target >= 0:
                transitions[filled[target]] = pattern * choices + choice
                filled[target] += 1
    return first_transition, transitions


@compiled
def next_batch(first_transition, transitions, choices, offsets, target, most):
    """Return an upper bound on the number of states in the next batch, and the end of the batch.

    The batch consists of the new patterns from index `target` on; it ends as soon as the bound reaches `most`.
    """
    room = 0
    while target < len(first_transition) - 1 and room < most:
        for index in range(first_transition[target], first_transition[target + 1]):
            pattern = transitions[index] // choices
            room += offsets[pattern + 1] - offsets[pattern]
        target += 1
    return room, target


@compiled
def merge_states(old, moves, lands, guards, released, first_transition, transitions, span, new, sizes):
    """Compute the states of the new patterns in ``range(*span)``; return the number of these states.

    `old` contains the offset of each pattern's states, the states' tallies in ascending order, and the number
    of ways to reach each state (at most LARGEST_WORD). A move adds the same value to all tallies of a pattern,
    so the results stay in order, and the results of several transitions are merged. `lands` is 1 for each
    choice that makes the cell an island cell. `guards` contains the guard bits of all fields in use. `released`
    is subtracted from the tallies because the islands that end here free their slots. `new` receives the
    tallies, the counts, and up to two parents of each new state. A parent is stored as twice the index of the
    old state, plus 1 if the cell became an island cell. `sizes` receives the number of states of each new
    pattern.
    """
    offsets, tallies, counts = old
    new_tallies, new_counts, parents, others = new
    choices = len(lands)
    longest = 0
    for target in range(span[0], span[1]):
        longest = max(longest, first_transition[target + 1] - first_transition[target])
    # For each incoming transition: the index of the old state that is merged next, and the new tally that
    # `next_tally` returns for this old state.
    positions = np.empty(longest, np.int64)
    heads = np.empty(longest, np.uint64)
    count = 0
    for target in range(span[0], span[1]):
        first, start = first_transition[target], count
        incoming = first_transition[target + 1] - first
        for source in range(incoming):
            transition = transitions[first + source]
            positions[source] = offsets[transition // choices] - 1
            heads[source] = next_tally(transition, choices, positions, source, offsets, tallies, moves, guards)
        while True:
            least, best = LARGEST_WORD, -1
            for source in range(incoming):
                if heads[source] < least:
                    least, best = heads[source], source
            if best < 0:
                break
            transition = transitions[first + best]
            parent = 2 * positions[best] + lands[transition % choices]
            if count > start and new_tallies[count - 1] == least - released:
                room = LARGEST_WORD - new_counts[count - 1]
                new_counts[count - 1] += min(room, counts[positions[best]])
                others[count - 1] = parent
            else:
                new_tallies[count] = least - released
                new_counts[count] = counts[positions[best]]
                parents[count] = parent
                others[count] = -1
                count += 1
            heads[best] = next_tally(transition, choices, positions, best, offsets, tallies, moves, guards)
        sizes[target] = count - start
    return count


@compiled
def next_tally(transition, choices, positions, source, offsets, tallies, moves, guards):
    """Advance to the pattern's next state that the move allows.

    Return the new tally of that state, or LARGEST_WORD if there is none.
    """
    pattern = transition // choices
    move = moves[pattern, transition % choices]
    end = offsets[pattern + 1]
    position = positions[source] + 1
    while position < end:
        tally = tallies[position] + move[0]
        if not ((tally + move[1]) & guards or ((tally + move[2]) & move[3]) != move[3]):
            positions[source] = position
            return tally
        position += 1
    positions[source] = position
    return LARGEST_WORD
