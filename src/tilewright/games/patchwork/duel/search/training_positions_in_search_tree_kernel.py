# mypy: ignore-errors
"""Positions inside a search tree that were visited often enough for a network to learn from their values."""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.patchwork.duel.search.puct_kernel import UNEXPANDED
from tilewright.games.patchwork.duel.state_kernel import STATE_SIZE, play


@compiled
def collect_positions(lookup, tree, root, skipped, least_visits, states, values):
    """Write positions below the root that have at least `least_visits` visits, and their mean values.

    The child `skipped` of the root is left out; its descendants are not. Returns the number of positions, at
    most the length of `values`.
    """
    written = 0
    nodes, before = [np.int64(0)], [root.copy()]
    while len(nodes) and written < len(values):
        node, state = nodes.pop(), before.pop()
        if node and node != skipped:
            states[written, :STATE_SIZE] = state
            values[written] = tree.total[node] / tree.visits[node]
            written += 1
        if tree.first_child[node] == UNEXPANDED:
            continue
        first = tree.first_child[node]
        for child in range(first, first + tree.child_count[node]):
            if tree.visits[child] >= least_visits:
                after = state.copy()
                play(lookup, after, tree.action[child])
                nodes.append(np.int64(child))
                before.append(after)
    return written
