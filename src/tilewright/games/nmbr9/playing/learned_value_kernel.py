# mypy: ignore-errors
"""Evaluate placements with weights that depend on the level and on the number of following cards.

The evaluation of a placement is the score after it plus a weighted sum of features. `value_learning` found the
weights. A table contains one weight for each number of following cards, level and feature.

Several features count the sides of the part's cells that touch occupied cells. Counting them for one position
after another would take most of the time of a simulated game. So they are counted for all columns of a row at
once: each word contains one binary digit of the counts of all columns.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.nmbr9.parts.shape_arrays import BORDERS, EXTENTS, PERIMETERS, TURNS
from tilewright.games.nmbr9.playing.placement_value_kernel import (
    REFINED,
    free_block_change,
    pits,
    row_of,
    seams_covered,
)
from tilewright.games.nmbr9.playing.stack_kernel import (
    SIDE,
    copy_stack,
    crossing_columns,
    free_columns,
    place,
    row_range,
)
from tilewright.geometry.word_bits_kernel import ONE, ZERO, lowest_bit, popcount

FEATURES = (
    *(f"part {value}" for value in range(10)),  # 1 if the part has this number, otherwise 0
    "alone",  # 1 if the part is the first one on its level, otherwise 0
    "open",  # sides of the part where another part could be added
    "met",  # sides that touch another part on the same level
    "edge",  # sides whose adjacent cell is unsupported, so that no part fits there
    "pit",  # increase in the number of free cells that are enclosed on three or four sides
    "seam",  # seams (see `stack_kernel`) of the level below that the part covers
    "box",  # rows and columns by which the bounding box of the level grows
    "room",  # blocks of 2 x 3 or 3 x 2 occupied cells, with nothing on them, that the part adds to its level
    "taken",  # change in the number of "room" blocks on the level below; never positive
    "large room",  # like "room", for 3 x 3 blocks
    "large taken",  # like "taken", for 3 x 3 blocks
    "bridge",  # 2 x 2 blocks with cells of the part and of at least one other part, and with nothing on them
)
ALONE, OPEN, MET, EDGE, PIT, SEAM, BOX, ROOM, TAKEN, LARGE_ROOM, LARGE_TAKEN, BRIDGE = range(10, len(FEATURES))
LEVELS = 6
"""The number of levels with weights of their own; higher levels use the weights of the last one."""
FOLLOWING = 20
"""The table has weights for each number of following cards from 0 to FOLLOWING - 1. A game with the usual 20
cards needs no others; if more cards follow, the weights for FOLLOWING - 1 are used."""


@compiled
def weights_of(table, following, level):
    return table[min(following, FOLLOWING - 1), min(level, LEVELS - 1)]


@compiled
def count_sides(cells, value, turn, row):
    """Return, for each column, how many cell sides of a part that begins there touch an occupied cell.

    Each count has five binary digits. Each of the five words returned contains one digit of the counts of all
    columns; the word with the lowest digits is first.
    """
    a, b, c, d, e = ZERO, ZERO, ZERO, ZERO, ZERO
    border = BORDERS[value, turn]
    for i in range(0, PERIMETERS[value], 2):  # The number of sides is even, so two are counted at a time.
        one = (cells[np.uint64(row - 1 + border[i, 0])] << ONE) >> np.uint64(border[i, 1])
        two = (cells[np.uint64(row - 1 + border[i + 1, 0])] << ONE) >> np.uint64(border[i + 1, 1])
        odd = a ^ one
        a, carry = odd ^ two, (a & one) | (odd & two)
        b, carry = b ^ carry, b & carry
        c, carry = c ^ carry, c & carry
        d, carry = d ^ carry, d & carry
        e |= carry
    return a, b, c, d, e


@compiled
def sides_at(counts, column):
    """Return the number of cell sides for one column; `counts` is the result of `count_sides`."""
    sides = ZERO
    for digit in range(5):
        sides |= ((counts[digit] >> np.uint64(column)) & ONE) << np.uint64(digit)
    return np.int64(sides)


@compiled
def bridges(low, high, value, turn, row, column):
    """Return the number of 2 x 2 blocks of `low` that contain cells of the part and of other parts.

    `low` is the level on which the part is placed, and `high` is the level above it. Only blocks of occupied
    cells with nothing on them are counted.
    """
    count = 0
    for i in range(-1, EXTENTS[value, turn, 0]):
        r = row + i
        first, second = row_of(value, turn, i, column), row_of(value, turn, i + 1, column)
        pair = (low[r] | first) & ~high[r] & (low[r + 1] | second) & ~high[r + 1]
        some = first | second
        every = first & second
        count += popcount(pair & (pair >> ONE) & (some | some >> ONE) & ~(every & every >> ONE))
    return count


@compiled
def write_surroundings(stack, value, level, turn, row, column, features):
    """Write the features from PIT on; they depend on more than the part, level and sides of the placement."""
    cells = stack.cells[level]
    features[PIT] = pits(stack, value, level, turn, row, column)
    if level + 1 < len(stack.cells):
        above = stack.cells[level + 1]
        features[ROOM] = free_block_change(cells, above, value, turn, row, column, True, False)
        features[LARGE_ROOM] = free_block_change(cells, above, value, turn, row, column, True, True)
        features[BRIDGE] = bridges(cells, above, value, turn, row, column)
    if level > 0:
        below = stack.cells[level - 1]
        features[SEAM] = seams_covered(stack, value, level, turn, row, column)
        features[TAKEN] = free_block_change(below, cells, value, turn, row, column, False, False)
        features[LARGE_TAKEN] = free_block_change(below, cells, value, turn, row, column, False, True)
    if level < stack.totals[0]:
        span = stack.spans[level]
        features[BOX] = max(0, span[0] - row) + max(0, row + EXTENTS[value, turn, 0] - 1 - span[1])
        features[BOX] += max(0, span[2] - column) + max(0, column + EXTENTS[value, turn, 1] - 1 - span[3])


@compiled
def write_features(stack, value, positions, features):
    """Write the features of each of the given placements."""
    features[:] = 0.0
    for i in range(len(positions)):
        level, turn, row, column = positions[i]
        met = sides_at(count_sides(stack.cells[level], value, turn, row), column)
        edge = 0
        if level > 0:
            edge = PERIMETERS[value] - sides_at(count_sides(stack.cells[level - 1], value, turn, row), column)
        features[i, value] = 1.0
        features[i, ALONE] = 1.0 if level == stack.totals[0] else 0.0
        features[i, OPEN] = PERIMETERS[value] - met - edge
        features[i, MET] = met
        features[i, EDGE] = edge
        write_surroundings(stack, value, level, turn, row, column, features[i])


@compiled
def evaluate(stack, table, following, value, positions, values):
    """Write the evaluation of each given placement, including the score so far."""
    features = np.empty((len(positions), len(FEATURES)), np.float64)
    write_features(stack, value, positions, features)
    for i in range(len(positions)):
        level = positions[i, 0]
        values[i] = stack.totals[1] + value * level
        if following > 0:
            weights = weights_of(table, following, level)
            for feature in range(len(FEATURES)):
                values[i] += weights[feature] * features[i, feature]


@compiled
def write_best(stack, rules, table, following, value, positions, values, features):
    """Write good placements and their evaluations, without the score so far; return the number of placements.

    A first evaluation by points, part, level and sides selects the best placements, as many as fit into the
    arrays. The other features are computed only for the selected placements. The result is not sorted.
    """
    kept = 0
    perimeter = PERIMETERS[value]
    # Parts score more on high levels, so trying these first excludes many placements on lower levels early.
    for level in range(min(stack.totals[0], rules.levels - 1), -1, -1):
        weights = weights_of(table, following, level)
        points, met_weight, edge_weight = float(value * level), 0.0, 0.0
        if following > 0:
            points += weights[value] + weights[OPEN] * perimeter
            if level == stack.totals[0]:
                points += weights[ALONE]
            met_weight, edge_weight = weights[MET] - weights[OPEN], weights[EDGE] - weights[OPEN]
        most = points + perimeter * max(0.0, met_weight, edge_weight)
        if kept == len(values) and most <= values[kept - 1]:
            continue
        for turn in range(TURNS[value]):
            first, end = row_range(stack, rules, value, level, turn)
            for row in range(first, end):
                columns = free_columns(stack, rules, value, level, turn, row)
                if columns == ZERO:
                    continue
                met = count_sides(stack.cells[level], value, turn, row)
                if level < stack.totals[0]:
                    columns &= met[0] | met[1] | met[2] | met[3] | met[4]
                    if columns == ZERO:
                        continue
                supported = met
                if level > 0:
                    columns &= crossing_columns(stack, value, level, turn, row)
                    if columns == ZERO:
                        continue
                    supported = count_sides(stack.cells[level - 1], value, turn, row)
                elif kept == len(values) and met_weight > 0.0:
                    # Exclude the columns where too few sides of the part touch other parts.
                    least = (values[kept - 1] - points) / met_weight
                    if least >= 8.0:
                        columns &= met[3] | met[4]
                    elif least >= 4.0:
                        columns &= met[2] | met[3] | met[4]
                    elif least >= 2.0:
                        columns &= met[1] | met[2] | met[3] | met[4]
                while columns != ZERO:
                    column = lowest_bit(columns)
                    columns &= columns - ONE
                    worth = points + met_weight * sides_at(met, column)
                    if level > 0:
                        worth += edge_weight * (perimeter - sides_at(supported, column))
                    if kept == len(values) and worth <= values[kept - 1]:
                        continue
                    rank = min(kept, len(values) - 1)
                    while rank > 0 and values[rank - 1] < worth:
                        values[rank] = values[rank - 1]
                        positions[rank] = positions[rank - 1]
                        rank -= 1
                    values[rank] = worth
                    positions[rank, 0], positions[rank, 1] = level, turn
                    positions[rank, 2], positions[rank, 3] = row, column
                    kept = min(kept + 1, len(values))
    if following > 0:
        for i in range(kept):
            level = positions[i, 0]
            weights = weights_of(table, following, level)
            features[:] = 0.0
            write_surroundings(stack, value, level, positions[i, 1], positions[i, 2], positions[i, 3], features)
            for feature in range(PIT, len(FEATURES)):
                values[i] += weights[feature] * features[feature]
    return kept


@compiled
def best_position(stack, rules, table, following, value, positions, values, features):
    """Write the best placement to the first row of `positions`; return whether there is a placement."""
    kept = write_best(stack, rules, table, following, value, positions, values, features)
    best = 0
    for i in range(1, kept):
        if values[i] > values[best]:
            best = i
    if best > 0:
        positions[0] = positions[best]
        values[0] = values[best]
    return kept > 0


@compiled
def play_out(stack, rules, table, deck, positions, values, features):
    """Place the cards of a deck one after another, each at its best position; return the score.

    Play stops at the first card that cannot be placed.
    """
    for index in range(len(deck)):
        value = deck[index]
        if stack.totals[0] == 0 and not rules.bounded:
            place(stack, rules, value, 0, 0, SIDE // 2, SIDE // 2)
            continue
        if not best_position(stack, rules, table, len(deck) - 1 - index, value, positions, values, features):
            break
        place(stack, rules, value, positions[0, 0], positions[0, 1], positions[0, 2], positions[0, 3])
    return stack.totals[1]


@compiled
def play_decks(stack, spare, rules, table, decks, scores):
    """Write the score that `play_out` reaches with each deck from a given stack; `spare` is scratch space."""
    positions = np.empty((REFINED, 4), np.int64)
    values = np.empty(REFINED, np.float64)
    features = np.empty(len(FEATURES), np.float64)
    for index in range(len(decks)):
        copy_stack(stack, spare)
        scores[index] = play_out(spare, rules, table, decks[index], positions, values, features)
