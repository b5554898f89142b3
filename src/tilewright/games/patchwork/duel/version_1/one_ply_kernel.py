# mypy: ignore-errors
"""One-ply search in compiled code: the learned value of version 1 after each move."""

from __future__ import annotations

from tilewright.compiled import compiled
from tilewright.games.patchwork.duel.state_kernel import MOVER, play
from tilewright.games.patchwork.duel.version_1.learned_value_kernel import winning_chance


@compiled
def evaluate_moves(lookup, net, state, after, actions, count, features, hidden, values):
    """Write the value of each action into `values`; return the index of the first action with the best value.

    The value of an action is the win chance, after the action, of the player who plays it. `after`,
    `features` and `hidden` are work arrays.
    """
    best = 0
    for index in range(count):
        after[:] = state
        play(lookup, after, actions[index])
        value = winning_chance(lookup, net, after, features, hidden)
        values[index] = value if after[MOVER] == state[MOVER] else 1.0 - value
        if values[index] > values[best]:
            best = index
    return best
