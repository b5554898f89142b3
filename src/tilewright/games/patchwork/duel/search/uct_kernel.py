# mypy: ignore-errors
"""Plain UCT in compiled code: a few placements of least regret for each patch, and greedy playouts."""

from __future__ import annotations

import numpy as np

from tilewright.games.patchwork.duel.learned_value_kernel import outcome
from tilewright.games.patchwork.duel.placement_quality_kernel import rank_purchases, rank_specials
from tilewright.games.patchwork.duel.playouts_kernel import play_out
from tilewright.games.patchwork.duel.search.puct_kernel import UNEXPANDED, add
from tilewright.games.patchwork.duel.state_kernel import (
    BUTTONS,
    BUY,
    BUY_SIZE,
    CIRCLE,
    LEFT,
    LOW_CELLS,
    MOVER,
    PENDING,
    PLACES,
    SIDE_SIZE,
    SPECIAL,
    SQUARES,
    compiled,
    corners,
    count,
    free_squares,
    is_over,
    offered,
    offers,
    play,
)

LOOKED_AT = 8
"""So many placements, those that leave most open pairs, are compared by regret."""


@compiled
def reach(table, state, low, high):
    """How many squares the patches of the circle can cover on free squares, each counted for itself.

    What a placement takes from this sum is its regret: formula (7) of the paper, but for what is the same for
    all placements of a patch.
    """
    total = 0
    for place in range(PLACES):
        if state[LEFT] >> place & 1:
            patch = state[CIRCLE + place]
            found_low, found_high = np.int64(0), np.int64(0)
            for transform in range(table.first[patch], table.first[patch] + table.images[patch]):
                corner_low, corner_high = corners(table, transform, low, high)
                for at in range(table.cells[transform]):
                    by = table.offset[transform, at]
                    found_low |= corner_low << by
                    found_high |= corner_high << by | corner_low >> (LOW_CELLS - by)
            total += count(found_low & low, found_high & high)
    return total


@compiled
def left_by(table, state, action, low, high):
    """The free squares after an action."""
    if action < BUY:
        square = action - SPECIAL
        if square < LOW_CELLS:
            return low & ~(1 << square), high
        return low, high & ~(1 << (square - LOW_CELLS))
    rest = action - BUY
    patch = state[CIRCLE + offered(state, rest // BUY_SIZE)]
    transform = table.first[patch] + rest % BUY_SIZE // SQUARES
    corner = rest % SQUARES
    return low & ~table.place_low[transform, corner], high & ~table.place_high[transform, corner]


@compiled
def keep_least_regret(table, state, low, high, most, merits, actions, number):
    """Of some placements keep those of least regret, the least first; gives how many."""
    for at in range(number):
        left_low, left_high = left_by(table, state, actions[at], low, high)
        merit = 1.0 * reach(table, state, left_low, left_high)
        action = actions[at]
        to = at
        while to > 0 and merits[to - 1] < merit:
            merits[to] = merits[to - 1]
            actions[to] = actions[to - 1]
            to -= 1
        merits[to] = merit
        actions[to] = action
    return min(number, most)


@compiled
def moves_of_least_regret(table, state, most, room):
    """Advancing and a few placements of each patch that can be bought, or of a 1x1 patch; gives how many."""
    low, high = free_squares(state)
    merits, actions = room.quality, room.actions
    if state[PENDING]:
        found = rank_specials(low, high, LOOKED_AT, merits, actions)
        return keep_least_regret(table, state, low, high, most, merits, actions, found)
    actions[0] = 0
    number = 1
    for which in range(offers(state, room.place)):
        patch = state[CIRCLE + room.place[which]]
        if table.cost[patch] <= state[SIDE_SIZE * state[MOVER] + BUTTONS]:
            own, chosen = merits[number:], actions[number:]
            found = rank_purchases(table, patch, which, low, high, LOOKED_AT, own, chosen)
            number += keep_least_regret(table, state, low, high, most, own, chosen, found)
    return number


@compiled
def select_by_bound(tree, node, mine, exploration):
    """The first child without a visit, else the one with the highest upper confidence bound."""
    best, highest = tree.first[node], -1.0
    reached = np.log(tree.visits[node] + 1.0)
    for child in range(tree.first[node], tree.first[node] + tree.number[node]):
        visits = tree.visits[child]
        if visits == 0:
            return child
        mean = tree.total[child] / visits
        merit = (mean if mine else 1.0 - mean) + exploration * np.sqrt(reached / visits)
        if merit > highest:
            best, highest = child, merit
    return best


@compiled
def grow_plainly(table, net, tree, root, settings, iterations, room):
    """Visit leaves of the tree below the position `root`; a node gets children at its second visit."""
    state, path = room.state, room.path
    for _ in range(iterations):
        state[:] = root
        node = np.int64(0)
        depth = 0
        path[0] = 0
        while not is_over(state):
            if tree.first[node] == UNEXPANDED:
                if tree.visits[node] == 0 and depth:
                    break
                number = moves_of_least_regret(table, state, settings.placements, room)
                if tree.used[0] + number > len(tree.first):
                    break
                tree.first[node] = tree.used[0]
                tree.number[node] = number
                for at in range(number):
                    add(tree, room.actions[at], 1.0 / number, 0.5)
            node = np.int64(select_by_bound(tree, node, state[MOVER] == 0, settings.exploration))
            play(table, state, tree.action[node])
            depth += 1
            path[depth] = node
        play_out(table, state, room.place, False)
        value = outcome(state)
        for at in range(depth + 1):
            tree.visits[path[at]] += 1
            tree.total[path[at]] += value
