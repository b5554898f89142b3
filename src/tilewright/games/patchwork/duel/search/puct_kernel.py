# mypy: ignore-errors
# ruff: noqa: SIM110 (compiled code does not support `any` and `all` of generators)
"""A search tree in compiled code: PUCT with a learned value, progressive widening and playouts.

A node is an index into arrays. The children of a node have consecutive indices, the most promising child first.
Nodes store no positions: each iteration replays the moves from the root. All values in the tree are between 0
and 1, from player 0's point of view.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.patchwork.duel.candidate_moves_kernel import MAX_MOVES, candidate_moves
from tilewright.games.patchwork.duel.greedy_playouts_kernel import play_out
from tilewright.games.patchwork.duel.learned_value_kernel import evaluate_moves, training_target
from tilewright.games.patchwork.duel.rules import LAST_SPACE, OFFERS
from tilewright.games.patchwork.duel.search.endgame_kernel import insert_move
from tilewright.games.patchwork.duel.state_kernel import (
    HIGH,
    LOW,
    MOVER,
    PENDING,
    SIDE_SIZE,
    STATE_SIZE,
    TIME,
    is_over,
    play,
)

MAX_DEPTH = 256
"""The capacity, in nodes, of the array for a path from the root; every game has fewer plies."""

UNEXPANDED = -1


class Tree(NamedTuple):
    """The nodes of a tree, one array per attribute; node 0 is the root."""

    first_child: np.ndarray
    """The index of the first child, or UNEXPANDED."""
    child_count: np.ndarray
    visits: np.ndarray
    total: np.ndarray
    """The sum of the values of all visits to the node."""
    prior: np.ndarray
    """The prior probability of the node; the priors of siblings add up to 1."""
    initial_value: np.ndarray
    """The value that was estimated when the node was created; the mean value includes it as one visit."""
    action: np.ndarray
    """The action that leads to the node."""
    used: np.ndarray
    """The number of nodes in the tree, as an array of one element."""


class Settings(NamedTuple):
    """The parameters of a search.

    The width of a node is the number of its children that may be visited. By default, it does not grow, and
    there are no playouts.
    """

    exploration: float
    temperature: float
    """The temperature of the priors; a higher temperature makes the priors of siblings more similar."""
    placements_per_patch: int
    """The number of placements of each patch that are considered."""
    initial_width: float
    """The width of a new node: the number of its children that may be visited."""
    width_growth: float = 0.0
    """The growth of the width: after n visits, `width_growth` * sqrt(n) more children may be visited."""
    playout_steps: int = 0
    """Leaves are played out if both players together have at most this many steps left."""
    playout_share: float = 0.0
    """The weight of a playout in the value of a leaf; the learned value has the remaining weight."""


class SearchBuffers(NamedTuple):
    """The work arrays of a search."""

    state: np.ndarray
    offer_slots: np.ndarray
    quality: np.ndarray
    actions: np.ndarray
    values: np.ndarray
    path: np.ndarray
    network: Any
    """The work arrays of the network."""


def new_tree(capacity: int) -> Tree:
    """Allocate a tree for at most `capacity` nodes, with an unexpanded root."""
    tree = Tree(
        first_child=np.empty(capacity, np.int32),
        child_count=np.empty(capacity, np.int32),
        visits=np.empty(capacity, np.int32),
        total=np.empty(capacity, np.float64),
        prior=np.empty(capacity, np.float32),
        initial_value=np.empty(capacity, np.float32),
        action=np.empty(capacity, np.int32),
        used=np.zeros(1, np.int64),
    )
    clear(tree)
    return tree


def new_buffers(network: Any) -> SearchBuffers:
    """Allocate the work arrays of a search; `network` holds the work arrays of its network."""
    return SearchBuffers(
        state=np.zeros(STATE_SIZE, np.int64),
        offer_slots=np.zeros(OFFERS, np.int64),
        quality=np.zeros(MAX_MOVES),
        actions=np.zeros(MAX_MOVES, np.int64),
        values=np.zeros(MAX_MOVES),
        path=np.zeros(MAX_DEPTH, np.int64),
        network=network,
    )


@compiled
def clear(tree):
    """Reset the tree to a single unexpanded root."""
    tree.used[0] = 0
    add_node(tree, 0, 1.0, 0.5)


@compiled
def add_node(tree, action, prior, initial_value):
    """Append a node that has no children and no visits."""
    node = tree.used[0]
    tree.used[0] += 1
    tree.first_child[node] = UNEXPANDED
    tree.child_count[node] = 0
    tree.visits[node] = 0
    tree.total[node] = 0.0
    tree.prior[node] = prior
    tree.initial_value[node] = initial_value
    tree.action[node] = action


@compiled
def add_children(tree, node, player_0_moves, count, temperature, actions, values, weights):
    """Add the children of a node, unless the tree has no room for them; return the value of the best child.

    `values` holds the values of the actions for the player to move; `weights` is a work array.
    """
    # Sort the actions by decreasing value; the sort is stable.
    for index in range(1, count):
        insert_move(actions, values, index, actions[index], values[index])
    best = values[0] if player_0_moves else 1.0 - values[0]
    if tree.used[0] + count > len(tree.first_child):
        return best
    tree.first_child[node] = tree.used[0]
    tree.child_count[node] = count
    top = logit(values[0])
    total = 0.0
    for index in range(count):
        weights[index] = np.exp((logit(values[index]) - top) / temperature)
        total += weights[index]
    for index in range(count):
        value = values[index] if player_0_moves else 1.0 - values[index]
        add_node(tree, actions[index], weights[index] / total, value)
    return best


@compiled
def logit(chance):
    """Return the log-odds of a chance; the chance is clipped first, so that the result is finite."""
    chance = min(max(chance, 1e-4), 1.0 - 1e-4)
    return np.log(chance / (1.0 - chance))


@compiled
def select(tree, node, player_0_moves, settings):
    """Return the child to visit next, by the PUCT formula, among the children that may be visited."""
    visits = tree.visits[node]
    width = min(
        tree.child_count[node], np.int64(settings.initial_width + settings.width_growth * np.sqrt(visits))
    )
    exploration = settings.exploration * np.sqrt(visits + 1.0)
    best, highest = tree.first_child[node], -1.0
    for child in range(tree.first_child[node], tree.first_child[node] + width):
        child_visits = tree.visits[child]
        mean = (tree.total[child] + tree.initial_value[child]) / (child_visits + 1.0)
        score = (mean if player_0_moves else 1.0 - mean) + exploration * tree.prior[child] / (
            child_visits + 1.0
        )
        if score > highest:
            best, highest = child, score
    return best


@compiled
def descend(lookup, tree, root, settings, state, path):
    """Select children from the root to a leaf; write the nodes into `path` and return the depth of the leaf.

    `state` becomes the position of the leaf.
    """
    state[:] = root
    node = np.int64(0)
    depth = 0
    path[0] = 0
    while tree.first_child[node] != UNEXPANDED:
        node = np.int64(select(tree, node, state[MOVER] == 0, settings))
        play(lookup, state, tree.action[node])
        depth += 1
        path[depth] = node
    return depth


@compiled
def with_playout(lookup, value, settings, state, offer_slots):
    """Return the value of a leaf, mixed with the result of a playout if the game is near its end."""
    steps_left = 2 * LAST_SPACE - state[TIME] - state[SIDE_SIZE + TIME]
    if settings.playout_share > 0.0 and steps_left <= settings.playout_steps:
        play_out(lookup, state, offer_slots, True)
        value += settings.playout_share * (training_target(state) - value)
    return value


@compiled
def back_up(tree, path, depth, value):
    """Add a visit with the value of a leaf to all nodes on the path from the root to the leaf."""
    for level in range(depth + 1):
        tree.visits[path[level]] += 1
        tree.total[path[level]] += value


@compiled
def expand(lookup, net, tree, node, settings, buffers):
    """Expand a leaf and return its value."""
    state, actions, values = buffers.state, buffers.actions, buffers.values
    if is_over(state):
        return training_target(state)
    count = candidate_moves(
        lookup, state, settings.placements_per_patch, buffers.offer_slots, buffers.quality, actions
    )
    evaluate_moves(lookup, net, state, actions, count, buffers.network, values)
    value = add_children(
        tree, node, state[MOVER] == 0, count, settings.temperature, actions, values, buffers.quality
    )
    return with_playout(lookup, value, settings, state, buffers.offer_slots)


@compiled
def grow_puct(lookup, net, tree, root, settings, iterations, buffers):
    """Run iterations of the search from the position `root`; each iteration visits a leaf and expands it."""
    for _ in range(iterations):
        depth = descend(lookup, tree, root, settings, buffers.state, buffers.path)
        value = expand(lookup, net, tree, buffers.path[depth], settings, buffers)
        back_up(tree, buffers.path, depth, value)


# --- Reusing a tree after some moves --------------------------------------------------------------------


@compiled
def can_become(state, target):
    """Return whether a position may lead to the target: squares stay covered, and times never decrease."""
    for player in range(2):
        base = SIDE_SIZE * player
        if state[base + LOW] & ~target[base + LOW] or state[base + HIGH] & ~target[base + HIGH]:
            return False
        if state[base + TIME] > target[base + TIME]:
            return False
    return True


@compiled
def is_same_position(state, target):
    """Return whether two states agree in both players' values, the player to move and the pending 1x1 patches.

    The circles are not compared, because one may be a rotation of the other.
    """
    for index in range(PENDING + 1):
        if state[index] != target[index]:
            return False
    return True


@compiled
def find_position(lookup, tree, root, target, position):
    """Search the tree for the position `target`; return its node, or -1 if the tree does not contain it.

    The state of that node, with the circle as it is rotated in the tree, is written into `position`.
    """
    nodes, states = [0], [root.copy()]
    while len(nodes):
        node, state = nodes.pop(), states.pop()
        if is_same_position(state, target):
            position[:] = state
            return np.int64(node)
        if tree.first_child[node] == UNEXPANDED:
            continue
        for child in range(tree.first_child[node], tree.first_child[node] + tree.child_count[node]):
            if tree.visits[child]:
                after = state.copy()
                play(lookup, after, tree.action[child])
                if can_become(after, target):
                    nodes.append(child)
                    states.append(after)
    return np.int64(-1)


@compiled
def copy_subtree(tree, node, copy):
    """Copy the subtree of a node into `copy`, where the node becomes the root."""
    clear(copy)
    original = np.empty(tree.used[0], np.int64)
    original[0] = node
    new = 0
    while new < copy.used[0]:
        old = original[new]
        copy.visits[new] = tree.visits[old]
        copy.total[new] = tree.total[old]
        first = tree.first_child[old]
        if first != UNEXPANDED:
            copy.first_child[new] = copy.used[0]
            copy.child_count[new] = tree.child_count[old]
            for child in range(first, first + tree.child_count[old]):
                original[copy.used[0]] = child
                add_node(copy, tree.action[child], tree.prior[child], tree.initial_value[child])
        new += 1
