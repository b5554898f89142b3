# mypy: ignore-errors
"""The hot loop of the frontier programme: one node settled, in all states.

A state is a row of labels, one for each node of the frontier: FREE for a node without an edge of the path, FULL
for one with two, and otherwise the number of the piece of path that ends there, counted in order of appearance.
A hash table with open addressing keeps the states apart; its arrays grow between two calls, never within one.
"""

from __future__ import annotations

import numpy as np
from numba import njit

FREE = 0
FULL = 255
NEW_PIECE = 254
NEVER = -(2**60)
"""Less than any cost: what a node promises that needs an edge and has none left."""

REFUSED, JOINED, CLOSED = 0, 1, 2


@njit(cache=True)
def settle(old, span, step, new, table, count, floor, closed):
    """Settle a node in the states `span[0]` to `span[1]`; give the number of new states and where it stopped.

    It stops early when the new states might outgrow their arrays.

    old: labels and values of the states. step: what the node's place in the order fixes (see `frontier.Step`).
    new: labels, values, hopes, parents and moves of the new states, `count` of them so far. floor: states that
    cannot exceed it are dropped. closed: the best finished path so far, as value, state and move.
    """
    labels, values = old
    here, size, keep, ahead, costs = step[:5]
    k = ahead.shape[0]
    work = np.empty(size, dtype=np.uint8)
    row = np.empty(keep.shape[0], dtype=np.uint8)
    room = new[1].shape[0] - (1 + k * k)
    for state in range(span[0], span[1]):
        if count > room:
            return count, state
        label = labels[state, here]
        value = values[state]
        if label in (FREE, FULL):
            _spread(labels, state, work)
            count = _add(work, row, value, step, new, table, count, floor, state, 0)
        if label == FULL:
            continue
        for i in range(k):
            # A free node takes two edges, the end of a piece takes one: then j is k.
            for j in range(i + 1, k) if label == FREE else range(k, k + 1):
                _spread(labels, state, work)
                second = ahead[j] if j < k else -1
                cost = value + costs[i] + (costs[j] if j < k else 0)
                move = 1 + i * (k + 1) + j
                outcome = _link(work, here, ahead[i], second)
                if outcome == JOINED:
                    count = _add(work, row, cost, step, new, table, count, floor, state, move)
                elif outcome == CLOSED and cost > closed[0]:
                    closed[0] = cost
                    closed[1] = state
                    closed[2] = move
    return count, span[1]


@njit(cache=True)
def _spread(labels, state, work):
    width = labels.shape[1]
    for slot in range(width):
        work[slot] = labels[state, slot]
    for slot in range(width, work.shape[0]):
        work[slot] = FREE


@njit(cache=True)
def _link(work, here, a, b):
    """Join a and b through the settled node; without b, join a to the piece that ends at the settled node."""
    if work[a] == FULL or (b >= 0 and work[b] == FULL):
        return REFUSED
    if b < 0:
        piece = work[here]
    elif work[b] == FREE:
        piece = np.uint8(NEW_PIECE)
        work[b] = piece
    else:
        piece = work[b]
        work[b] = FULL
    other = work[a]
    if other == FREE:
        work[a] = piece
        return JOINED
    if other == piece:
        for slot in range(work.shape[0]):
            open_end = work[slot] != FREE and work[slot] != FULL
            if open_end and slot != here and slot != a and slot != b:
                return REFUSED
        return CLOSED
    work[a] = FULL
    for slot in range(work.shape[0]):
        if work[slot] == other:
            work[slot] = piece
    return JOINED


@njit(cache=True)
def _add(work, row, value, step, new, table, count, floor, parent, move):
    """Put a state into the table, unless it is hopeless or there already with a value as high."""
    keep, promise, rest = step[2], step[5], step[6]
    labels, values, hopes, parents, moves = new
    most = rest[0]
    most_other = rest[1]
    pieces = 0
    for slot in range(keep.shape[0]):
        label = work[keep[slot]]
        if label == FREE:
            row[slot] = FREE
            degree = 0
        elif label == FULL:
            row[slot] = FULL
            degree = 2
        else:
            row[slot] = 0
            for earlier in range(slot):
                if work[keep[earlier]] == label:
                    row[slot] = row[earlier]
            if row[slot] == 0:
                pieces += 1
                row[slot] = pieces
            degree = 1
        if promise[0, degree, slot] == NEVER:
            return count
        most += promise[0, degree, slot]
        most_other += promise[1, degree, slot]
    hope = value + min(most, most_other) // 2
    if hope <= floor:
        return count
    place = _place(labels, row, table)
    index = table[place]
    if index < 0:
        index = count
        table[place] = index
        labels[index, :] = row
        count += 1
    elif value <= values[index]:
        return count
    values[index] = value
    hopes[index] = hope
    parents[index] = parent
    moves[index] = move
    return count


@njit(cache=True)
def _place(labels, row, table):
    """Where a row is in the table, or where it belongs."""
    mask = table.shape[0] - 1
    code = np.uint64(14695981039346656037)
    for label in row:
        code = (code ^ np.uint64(label)) * np.uint64(1099511628211)
    code ^= code >> np.uint64(29)
    place = np.int64(code & np.uint64(mask))
    while table[place] >= 0:
        other = labels[table[place]]
        same = True
        for slot in range(row.shape[0]):
            if other[slot] != row[slot]:
                same = False
                break
        if same:
            break
        place = (place + 1) & mask
    return place


@njit(cache=True)
def fill(labels, count, table):
    """Enter states that are all different into a new table."""
    for index in range(count):
        table[_place(labels, labels[index], table)] = index
