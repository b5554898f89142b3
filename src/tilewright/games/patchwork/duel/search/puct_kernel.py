# mypy: ignore-errors
# ruff: noqa: SIM110 (compiled code has no `any` and `all` of generators)
"""A search tree in compiled code: PUCT with a learned value, progressive widening and playouts.

A node is an index. Its children stand together, the most promising first; nodes hold no positions, which are
played anew on the way down from the root. All values are chances of player 0.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.games.patchwork.duel.kernel_tables import LAST_SPACE
from tilewright.games.patchwork.duel.learned_value_kernel import FEATURES, outcome
from tilewright.games.patchwork.duel.one_ply_kernel import MOST, good_moves, look_ahead
from tilewright.games.patchwork.duel.playouts_kernel import play_out
from tilewright.games.patchwork.duel.state_kernel import (
    MOVER,
    OFFERS,
    SIDE_SIZE,
    STATE_SIZE,
    TIME,
    compiled,
    is_over,
    play,
)

DEEPEST = 256
"""More plies than a game has."""

UNEXPANDED = -1


class Tree(NamedTuple):
    """Nodes side by side; node 0 is the root."""

    first: np.ndarray
    """The first child, or UNEXPANDED."""
    number: np.ndarray
    """How many children there are."""
    visits: np.ndarray
    total: np.ndarray
    """The sum of the values of all visits."""
    prior: np.ndarray
    """How promising the node looked beside its siblings; theirs add up to 1."""
    guess: np.ndarray
    """What it looked worth; it counts as one visit."""
    action: np.ndarray
    """The action that leads to the node."""
    used: np.ndarray
    """How many nodes there are."""


class Settings(NamedTuple):
    """How a search goes about it."""

    exploration: float
    temperature: float
    """The higher, the more alike are priors of moves that look different."""
    placements: int
    """So many placements of each patch are looked at."""
    wide: float
    """So many children are open at first..."""
    wider: float
    """...and so many times the square root of the visits more."""
    playout_time: int
    """Leaves are played out when both players together have at most so many steps left."""
    playout_share: float
    """How much a playout counts beside the learned value."""


class Room(NamedTuple):
    """Room to think."""

    state: np.ndarray
    after: np.ndarray
    place: np.ndarray
    quality: np.ndarray
    actions: np.ndarray
    values: np.ndarray
    features: np.ndarray
    hidden: np.ndarray
    path: np.ndarray


def new_tree(capacity: int) -> Tree:
    """Room for so many nodes; the root is there."""
    tree = Tree(
        first=np.empty(capacity, np.int32),
        number=np.empty(capacity, np.int32),
        visits=np.empty(capacity, np.int32),
        total=np.empty(capacity, np.float64),
        prior=np.empty(capacity, np.float32),
        guess=np.empty(capacity, np.float32),
        action=np.empty(capacity, np.int32),
        used=np.zeros(1, np.int64),
    )
    clear(tree)
    return tree


def new_room(hidden: int) -> Room:
    return Room(
        state=np.zeros(STATE_SIZE, np.int64),
        after=np.zeros(STATE_SIZE, np.int64),
        place=np.zeros(OFFERS, np.int64),
        quality=np.zeros(MOST),
        actions=np.zeros(MOST, np.int64),
        values=np.zeros(MOST),
        features=np.zeros(FEATURES, np.float32),
        hidden=np.zeros(hidden, np.float32),
        path=np.zeros(DEEPEST, np.int64),
    )


@compiled
def clear(tree):
    """Only an unexpanded root."""
    tree.used[0] = 0
    add(tree, 0, 1.0, 0.5)


@compiled
def add(tree, action, prior, guess):
    node = tree.used[0]
    tree.used[0] += 1
    tree.first[node] = UNEXPANDED
    tree.number[node] = 0
    tree.visits[node] = 0
    tree.total[node] = 0.0
    tree.prior[node] = prior
    tree.guess[node] = guess
    tree.action[node] = action


@compiled
def sort_by_value(values, actions, number):
    """The highest value first; equal ones as they stand."""
    for at in range(1, number):
        value, action = values[at], actions[at]
        to = at
        while to > 0 and values[to - 1] < value:
            values[to] = values[to - 1]
            actions[to] = actions[to - 1]
            to -= 1
        values[to] = value
        actions[to] = action


@compiled
def expand(table, net, tree, node, settings, room):
    """Give a node its children; gives the value of the best of them. Without room the node stays as it is."""
    state, actions, values = room.state, room.actions, room.values
    number = good_moves(table, state, settings.placements, room.place, room.quality, actions)
    look_ahead(table, net, state, room.after, actions, number, room.features, room.hidden, values)
    sort_by_value(values, actions, number)
    mine = state[MOVER] == 0
    best = values[0] if mine else 1.0 - values[0]
    if tree.used[0] + number > len(tree.first):
        return best
    tree.first[node] = tree.used[0]
    tree.number[node] = number
    top = logit(values[0])
    total = 0.0
    for at in range(number):
        room.quality[at] = np.exp((logit(values[at]) - top) / settings.temperature)
        total += room.quality[at]
    for at in range(number):
        add(tree, actions[at], room.quality[at] / total, values[at] if mine else 1.0 - values[at])
    return best


@compiled
def logit(chance):
    chance = min(max(chance, 1e-4), 1.0 - 1e-4)
    return np.log(chance / (1.0 - chance))


@compiled
def select(tree, node, mine, settings):
    """The child to visit."""
    visits = tree.visits[node]
    width = min(tree.number[node], np.int64(settings.wide + settings.wider * np.sqrt(visits)))
    reach = settings.exploration * np.sqrt(visits + 1.0)
    best, highest = tree.first[node], -1.0
    for child in range(tree.first[node], tree.first[node] + width):
        seen = tree.visits[child]
        mean = (tree.total[child] + tree.guess[child]) / (seen + 1.0)
        merit = (mean if mine else 1.0 - mean) + reach * tree.prior[child] / (seen + 1.0)
        if merit > highest:
            best, highest = child, merit
    return best


@compiled
def grow(table, net, tree, root, settings, iterations, room):
    """Visit leaves of the tree below the position `root`."""
    state, path = room.state, room.path
    for _ in range(iterations):
        state[:] = root
        node = np.int64(0)
        depth = 0
        path[0] = 0
        while tree.first[node] != UNEXPANDED:
            node = np.int64(select(tree, node, state[MOVER] == 0, settings))
            play(table, state, tree.action[node])
            depth += 1
            path[depth] = node
        value = visit(table, net, tree, node, settings, room)
        for at in range(depth + 1):
            tree.visits[path[at]] += 1
            tree.total[path[at]] += value


@compiled
def visit(table, net, tree, node, settings, room):
    """The value of a leaf, which gets children."""
    if is_over(room.state):
        return outcome(room.state)
    value = expand(table, net, tree, node, settings, room)
    left = 2 * LAST_SPACE - room.state[TIME] - room.state[SIDE_SIZE + TIME]
    if settings.playout_share > 0.0 and left <= settings.playout_time:
        play_out(table, room.state, room.place, True)
        value += settings.playout_share * (outcome(room.state) - value)
    return value


# --- The same tree, moves later -------------------------------------------------------------------------


@compiled
def may_become(state, goal):
    """Could the position become the other one? Quilts only fill, and time only passes."""
    for at in range(2):
        side = 5 * at
        if state[side] & ~goal[side] or state[side + 1] & ~goal[side + 1] or state[side + 4] > goal[side + 4]:
            return False
    return True


@compiled
def is_same(state, goal):
    """Are the quilts, the purses, the times and the turn equal? The circle may be written in another way."""
    for at in range(MOVER + 2):
        if state[at] != goal[at]:
            return False
    return True


@compiled
def find(table, tree, root, goal, found):
    """Look in the tree for a position; its node, or -1. `found` becomes the position as the tree writes it."""
    nodes, rows = [0], [root.copy()]
    while len(nodes):
        node, state = nodes.pop(), rows.pop()
        if is_same(state, goal):
            found[:] = state
            return np.int64(node)
        if tree.first[node] == UNEXPANDED:
            continue
        for child in range(tree.first[node], tree.first[node] + tree.number[node]):
            if tree.visits[child]:
                after = state.copy()
                play(table, after, tree.action[child])
                if may_become(after, goal):
                    nodes.append(child)
                    rows.append(after)
    return np.int64(-1)


@compiled
def copy_below(tree, node, to):
    """Make `to` the tree below a node."""
    clear(to)
    come_from = np.empty(tree.used[0], np.int64)
    come_from[0] = node
    at = 0
    while at < to.used[0]:
        old = come_from[at]
        to.visits[at] = tree.visits[old]
        to.total[at] = tree.total[old]
        first = tree.first[old]
        if first != UNEXPANDED:
            to.first[at] = to.used[0]
            to.number[at] = tree.number[old]
            for child in range(first, first + tree.number[old]):
                come_from[to.used[0]] = child
                add(to, tree.action[child], tree.prior[child], tree.guess[child])
        at += 1
