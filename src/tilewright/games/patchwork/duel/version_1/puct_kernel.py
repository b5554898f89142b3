# mypy: ignore-errors
"""The tree search of version 1 in compiled code: PUCT with the learned value of version 1."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.patchwork.duel.candidate_moves_kernel import candidate_moves
from tilewright.games.patchwork.duel.learned_value_kernel import training_target
from tilewright.games.patchwork.duel.search.puct_kernel import add_children, back_up, descend, with_playout
from tilewright.games.patchwork.duel.state_kernel import MOVER, STATE_SIZE, is_over
from tilewright.games.patchwork.duel.version_1.learned_value_kernel import FEATURES
from tilewright.games.patchwork.duel.version_1.one_ply_kernel import evaluate_moves


class NetworkBuffers(NamedTuple):
    """The work arrays of the network."""

    after: np.ndarray
    features: np.ndarray
    hidden: np.ndarray


def new_network_buffers(hidden: int) -> NetworkBuffers:
    """Allocate the work arrays for a network with `hidden` hidden units."""
    return NetworkBuffers(
        after=np.zeros(STATE_SIZE, np.int64),
        features=np.zeros(FEATURES, np.float32),
        hidden=np.zeros(hidden, np.float32),
    )


@compiled
def expand(lookup, net, tree, node, settings, buffers):
    """Expand a leaf and return its value."""
    state, actions, values, network = buffers.state, buffers.actions, buffers.values, buffers.network
    if is_over(state):
        return training_target(state)
    count = candidate_moves(
        lookup, state, settings.placements_per_patch, buffers.offer_slots, buffers.quality, actions
    )
    evaluate_moves(lookup, net, state, network.after, actions, count, network.features, network.hidden, values)
    value = add_children(
        tree, node, state[MOVER] == 0, count, settings.temperature, actions, values, buffers.quality
    )
    return with_playout(lookup, value, settings, state, buffers.offer_slots)


@compiled
def grow_puct_v1(lookup, net, tree, root, settings, iterations, buffers):
    """Run iterations of the search from the position `root`; each iteration visits a leaf and expands it."""
    for _ in range(iterations):
        depth = descend(lookup, tree, root, settings, buffers.state, buffers.path)
        value = expand(lookup, net, tree, buffers.path[depth], settings, buffers)
        back_up(tree, buffers.path, depth, value)
