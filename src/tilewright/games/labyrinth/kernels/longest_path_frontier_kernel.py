# mypy: ignore-errors
"""The inner loop of the frontier solver: settle one node (decide its path edges) in all states.

A state is a row of labels, one for each node of the frontier: FREE for a node without a path edge, FULL for a
node with two path edges, and otherwise the number of the path piece that ends at the node. Pieces are numbered
in order of first appearance. A hash table with open addressing merges equal states. The caller enlarges the
table and the arrays of the states between calls to the kernel; they never grow during a call.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled

FREE = 0
FULL = 255
NEW_PIECE = 254
IMPOSSIBLE = -(2**60)
"""The gain of a node that needs another path edge but has no edge left.

The gain of a frontier node is twice an upper bound on what the node can add to the cost. If no state was
dropped, IMPOSSIBLE is also reported as the highest upper bound of the dropped states, because it is less than
any cost.
"""

REFUSED, JOINED, CLOSED = 0, 1, 2


@compiled
def settle(old, span, step, new, table, count, floor, closed):
    """Settle a node in the states from `span[0]` to `span[1] - 1`.

    Return the number of new states and the index of the first state that was not expanded. The loop stops early
    when the new states might exceed the capacity of their arrays.

    `old` holds the labels and values (costs so far) of the states. `step` is the data of the step, which is
    `Step.fixed` in the frontier solver. `new` holds the labels, values, upper bounds, parents and moves of the
    new states; there are `count` new states so far, whose indices are in the hash table `table`. New states
    whose upper bound is not above `floor` are dropped. `closed` is the best complete path so far, as value,
    state and move; it is updated in place.
    """
    labels, values = old
    here, size, keep, ahead, costs = step[:5]
    k = ahead.shape[0]
    work = np.empty(size, dtype=np.uint8)
    row = np.empty(keep.shape[0], dtype=np.uint8)
    capacity = new[1].shape[0] - (1 + k * k)
    for state in range(span[0], span[1]):
        if count > capacity:
            return count, state
        label = labels[state, here]
        value = values[state]
        if label in (FREE, FULL):
            _copy_labels(labels, state, work)
            count = _add(work, row, value, step, new, table, count, floor, state, 0)
        if label == FULL:
            continue
        for i in range(k):
            # A free node gets edges to its neighbours i and j. The end of a piece gets only the edge to i; then
            # j is k, which stands for no neighbour.
            for j in range(i + 1, k) if label == FREE else range(k, k + 1):
                _copy_labels(labels, state, work)
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


@compiled
def _copy_labels(labels, state, work):
    width = labels.shape[1]
    for slot in range(width):
        work[slot] = labels[state, slot]
    for slot in range(width, work.shape[0]):
        work[slot] = FREE


@compiled
def _link(work, here, a, b):
    """Join a and b through the settled node; if b is -1, join a to the piece that ends at the settled node.

    Return `CLOSED` if this closes the only open piece into a cycle, `REFUSED` if the nodes cannot be joined,
    and `JOINED` otherwise.
    """
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


@compiled
def _add(work, row, value, step, new, table, count, floor, parent, move):
    """Add a state unless its upper bound is too low or the table contains it with the same or a higher value.

    Return the new number of states.
    """
    keep, gain, rest = step[2], step[5], step[6]
    labels, values, upper_bounds, parents, moves = new
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
        if gain[0, degree, slot] == IMPOSSIBLE:
            return count
        most += gain[0, degree, slot]
        most_other += gain[1, degree, slot]
    upper_bound = value + min(most, most_other) // 2
    if upper_bound <= floor:
        return count
    position = _find(labels, row, table)
    index = table[position]
    if index < 0:
        index = count
        table[position] = index
        labels[index, :] = row
        count += 1
    elif value <= values[index]:
        return count
    values[index] = value
    upper_bounds[index] = upper_bound
    parents[index] = parent
    moves[index] = move
    return count


@compiled
def _find(labels, row, table):
    """Return the position of a row in the table, or the free position where the row must be inserted."""
    mask = table.shape[0] - 1
    code = np.uint64(14695981039346656037)
    for label in row:
        code = (code ^ np.uint64(label)) * np.uint64(1099511628211)
    code ^= code >> np.uint64(29)
    position = np.int64(code & np.uint64(mask))
    while table[position] >= 0:
        other = labels[table[position]]
        same = True
        for slot in range(row.shape[0]):
            if other[slot] != row[slot]:
                same = False
                break
        if same:
            break
        position = (position + 1) & mask
    return position


@compiled
def fill(labels, count, table):
    """Insert the first `count` rows of `labels`, all different, into an empty table."""
    for index in range(count):
        table[_find(labels, labels[index], table)] = index
