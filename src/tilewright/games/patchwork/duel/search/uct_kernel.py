# mypy: ignore-errors
"""Plain UCT in compiled code: a few placements with the least regret for each patch, and greedy playouts."""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.patchwork.duel.greedy_playouts_kernel import play_out
from tilewright.games.patchwork.duel.learned_value_kernel import training_target
from tilewright.games.patchwork.duel.placement_quality_kernel import rank_purchases, rank_specials
from tilewright.games.patchwork.duel.search.endgame_kernel import insert_move
from tilewright.games.patchwork.duel.search.puct_kernel import UNEXPANDED, add_node
from tilewright.games.patchwork.duel.state_kernel import (
    BUTTONS,
    BUY,
    BUY_SIZE,
    CIRCLE,
    CIRCLE_SIZE,
    LOW_CELLS,
    MOVER,
    PENDING,
    REMAINING,
    SIDE_SIZE,
    SPECIAL,
    SQUARES,
    find_offers,
    free_corners,
    free_squares,
    is_over,
    offer_slot,
    play,
)
from tilewright.games.patchwork.quilt.board_kernel import square_count

COMPARED_PLACEMENTS = 8
"""Regret is computed for at most this many placements of a patch: those with the best quality."""


@compiled
def reachable_sum(lookup, state, low, high):
    """Return the sum, over the patches of the circle, of the number of free squares that each patch can cover.

    The amount by which a placement reduces this sum is used as the placement's regret. Unlike the regret by
    formula (7) of the paper (cited in ``patch_value.py``), this amount includes the squares of the placement
    itself, once for each patch that could have covered them. It treats the patch that is placed as one of the
    patches still to come, and leaves out 1x1 patches.
    """
    total = 0
    for slot in range(CIRCLE_SIZE):
        if state[REMAINING] >> slot & 1:
            patch = state[CIRCLE + slot]
            cover_low, cover_high = np.int64(0), np.int64(0)
            for transform in range(
                lookup.first_transform[patch], lookup.first_transform[patch] + lookup.transform_count[patch]
            ):
                corner_low, corner_high = free_corners(lookup, transform, low, high)
                for index in range(lookup.cell_count[transform]):
                    shift = lookup.offsets[transform, index]
                    cover_low |= corner_low << shift
                    cover_high |= corner_high << shift | corner_low >> (LOW_CELLS - shift)
            total += square_count(cover_low & low, cover_high & high)
    return total


@compiled
def free_after(lookup, state, action, low, high):
    """Return the free squares after an action that lays a patch; `low` and `high` hold those before it."""
    if action < BUY:
        square = action - SPECIAL
        if square < LOW_CELLS:
            return low & ~(1 << square), high
        return low, high & ~(1 << (square - LOW_CELLS))
    rest = action - BUY
    patch = state[CIRCLE + offer_slot(state, rest // BUY_SIZE)]
    transform = lookup.first_transform[patch] + rest % BUY_SIZE // SQUARES
    corner = rest % SQUARES
    return low & ~lookup.squares_low[transform, corner], high & ~lookup.squares_high[transform, corner]


@compiled
def keep_least_regret(lookup, state, low, high, limit, reachable, actions, count):
    """Sort placements by increasing regret and keep the first `limit`; return the number of placements kept."""
    for index in range(count):
        left_low, left_high = free_after(lookup, state, actions[index], low, high)
        total_reach = 1.0 * reachable_sum(lookup, state, left_low, left_high)
        insert_move(actions, reachable, index, actions[index], total_reach)
    return min(count, limit)


@compiled
def moves_of_least_regret(lookup, state, limit, buffers):
    """Write the moves of a node into the buffers; return the number of moves.

    The moves are the advance and, for each patch that can be bought, the `limit` placements of least regret
    among the first `COMPARED_PLACEMENTS` by quality. If a 1x1 patch must be laid, its squares are chosen in
    the same way.
    """
    low, high = free_squares(state)
    reachable, actions = buffers.quality, buffers.actions
    if state[PENDING]:
        ranked = rank_specials(low, high, COMPARED_PLACEMENTS, reachable, actions)
        return keep_least_regret(lookup, state, low, high, limit, reachable, actions, ranked)
    actions[0] = 0
    count = 1
    for offer_index in range(find_offers(state, buffers.offer_slots)):
        patch = state[CIRCLE + buffers.offer_slots[offer_index]]
        if lookup.cost[patch] <= state[SIDE_SIZE * state[MOVER] + BUTTONS]:
            own_reachable, own_actions = reachable[count:], actions[count:]
            ranked = rank_purchases(
                lookup, patch, offer_index, low, high, COMPARED_PLACEMENTS, own_reachable, own_actions
            )
            count += keep_least_regret(lookup, state, low, high, limit, own_reachable, own_actions, ranked)
    return count


@compiled
def select_by_bound(tree, node, player_0_moves, exploration):
    """Return the first unvisited child, or else the child with the highest upper confidence bound."""
    best, highest = tree.first_child[node], -1.0
    log_visits = np.log(tree.visits[node] + 1.0)
    for child in range(tree.first_child[node], tree.first_child[node] + tree.child_count[node]):
        visits = tree.visits[child]
        if visits == 0:
            return child
        mean = tree.total[child] / visits
        bound = (mean if player_0_moves else 1.0 - mean) + exploration * np.sqrt(log_visits / visits)
        if bound > highest:
            best, highest = child, bound
    return best


@compiled
def grow_uct(lookup, net, tree, root, settings, iterations, buffers):
    """Run iterations of the search from `root`; a node other than the root is expanded on its second visit."""
    state, path = buffers.state, buffers.path
    for _ in range(iterations):
        state[:] = root
        node = np.int64(0)
        depth = 0
        path[0] = 0
        while not is_over(state):
            if tree.first_child[node] == UNEXPANDED:
                if tree.visits[node] == 0 and depth:
                    break
                count = moves_of_least_regret(lookup, state, settings.placements_per_patch, buffers)
                if tree.used[0] + count > len(tree.first_child):
                    break
                tree.first_child[node] = tree.used[0]
                tree.child_count[node] = count
                for index in range(count):
                    add_node(tree, buffers.actions[index], 1.0 / count, 0.5)
            node = np.int64(select_by_bound(tree, node, state[MOVER] == 0, settings.exploration))
            play(lookup, state, tree.action[node])
            depth += 1
            path[depth] = node
        play_out(lookup, state, buffers.offer_slots, False)
        value = training_target(state)
        for level in range(depth + 1):
            tree.visits[path[level]] += 1
            tree.total[path[level]] += value
