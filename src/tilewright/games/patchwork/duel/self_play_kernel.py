# mypy: ignore-errors
"""Self-play without search, in compiled code: both players choose the candidate with the best learned value."""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.patchwork.duel.candidate_moves_kernel import MAX_MOVES, candidate_moves
from tilewright.games.patchwork.duel.learned_value_kernel import evaluate_moves, training_target
from tilewright.games.patchwork.duel.state_kernel import MOVER, OFFERS, STATE_SIZE, is_over, play, start

MAX_MOVES_OF_GAME = 256
"""The number of moves of one game that the arrays have room for; every game has fewer moves."""


@compiled
def write_targets(state, plies, expected, movers, rows, trust, targets):
    """Write the targets of the recorded positions of a finished game, from the last position back to the first.

    For each ply, `rows` has the index of the position in `targets`, or -1 if it is not recorded; `expected` has
    the value, for player 0, of the best move, or -1 if the move was random; `movers` has the player to move.
    `trust` is the weight of the next position's target in a position's target.
    """
    target = training_target(state)
    for ply in range(plies - 1, -1, -1):
        if expected[ply] >= 0.0:
            target = trust * target + (1.0 - trust) * expected[ply]
        if rows[ply] >= 0:
            targets[rows[ply]] = target if movers[ply] == 0 else 1.0 - target


@compiled
def play_games(
    lookup, net, buffers, circles, per_patch, random_share, kept_share, trust, seed, states, targets
):
    """Play a game on each circle and record a sample of the positions; return the number of recorded positions.

    A share of the moves (`random_share`) is drawn at random from the candidates. A share of the positions
    (`kept_share`) is recorded in `states` and `targets` until these arrays are full; targets are from the point
    of view of the player to move. The target of the final position is computed from the result of the game. At
    each earlier position, the target of the next position is mixed with the value of the best move, which has
    the weight 1 - `trust`; if the move was random, the target of the next position is used unchanged.
    """
    np.random.seed(seed)
    state = np.empty(STATE_SIZE, np.int64)
    offer_slots = np.empty(OFFERS, np.int64)
    qualities, values = np.empty(MAX_MOVES), np.empty(MAX_MOVES)
    actions = np.empty(MAX_MOVES, np.int64)
    expected = np.empty(MAX_MOVES_OF_GAME)
    movers, rows = np.empty(MAX_MOVES_OF_GAME, np.int64), np.empty(MAX_MOVES_OF_GAME, np.int64)
    kept = 0
    for game in range(len(circles)):
        start(circles[game], state)
        ply = 0
        while not is_over(state):
            rows[ply] = -1
            movers[ply] = state[MOVER]
            if np.random.random() < kept_share and kept < len(targets):
                states[kept, :] = state
                rows[ply] = kept
                kept += 1
            count = candidate_moves(lookup, state, per_patch, offer_slots, qualities, actions)
            if np.random.random() < random_share:
                best = np.random.randint(count)
                expected[ply] = -1.0
            else:
                best = evaluate_moves(lookup, net, state, actions, count, buffers, values)
                expected[ply] = values[best] if state[MOVER] == 0 else 1.0 - values[best]
            play(lookup, state, actions[best])
            ply += 1
        write_targets(state, ply, expected, movers, rows, trust, targets)
    return kept
