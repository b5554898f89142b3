# mypy: ignore-errors
"""Self-play in compiled code: both players choose the candidate move with the best learned value."""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.patchwork.duel.candidate_moves_kernel import MAX_MOVES, candidate_moves
from tilewright.games.patchwork.duel.self_play_kernel import MAX_MOVES_OF_GAME, write_targets
from tilewright.games.patchwork.duel.state_kernel import (
    MOVER,
    OFFERS,
    STATE_SIZE,
    is_over,
    play,
    score,
    start,
    winner,
)
from tilewright.games.patchwork.duel.version_1.learned_value_kernel import FEATURES, write_features
from tilewright.games.patchwork.duel.version_1.one_ply_kernel import evaluate_moves


@compiled
def play_games(lookup, net, circles, per_patch, random_share, kept_share, trust, seed, features, targets):
    """Play a game on each circle and record a sample of the positions; return the number of recorded positions.

    A share of the moves (`random_share`) is drawn at random from the candidates. A share of the positions
    (`kept_share`) is recorded in `features` and `targets`, while there is space; targets are from the point of
    view of the player to move. The target of the final position is computed from the result of the game. At
    each earlier position, the target of the next position is mixed with the value of the best move, which has
    the weight 1 - `trust`; if the move was random, the target is not changed.
    """
    np.random.seed(seed)
    state, after = np.empty(STATE_SIZE, np.int64), np.empty(STATE_SIZE, np.int64)
    offer_slots = np.empty(OFFERS, np.int64)
    qualities, values = np.empty(MAX_MOVES), np.empty(MAX_MOVES)
    actions = np.empty(MAX_MOVES, np.int64)
    position_features, hidden = np.zeros(FEATURES, np.float32), np.zeros(len(net.outer), np.float32)
    expected, movers, rows = (
        np.empty(MAX_MOVES_OF_GAME),
        np.empty(MAX_MOVES_OF_GAME, np.int64),
        np.empty(MAX_MOVES_OF_GAME, np.int64),
    )
    kept = 0
    for game in range(len(circles)):
        start(circles[game], state)
        ply = 0
        while not is_over(state):
            rows[ply] = -1
            movers[ply] = state[MOVER]
            if np.random.random() < kept_share and kept < len(targets):
                write_features(lookup, state, features[kept])
                rows[ply] = kept
                kept += 1
            count = candidate_moves(lookup, state, per_patch, offer_slots, qualities, actions)
            if np.random.random() < random_share:
                best = np.random.randint(count)
                expected[ply] = -1.0
            else:
                best = evaluate_moves(
                    lookup, net, state, after, actions, count, position_features, hidden, values
                )
                expected[ply] = values[best] if state[MOVER] == 0 else 1.0 - values[best]
            play(lookup, state, actions[best])
            ply += 1
        write_targets(state, ply, expected, movers, rows, trust, targets)
    return kept


@compiled
def play_match(lookup, first, second, circles, per_patch, wins):
    """Play two games on each circle between two networks, with sides swapped.

    Adds the number of wins of each network to `wins`. Returns the sum of the first network's margins.
    """
    state, after = np.empty(STATE_SIZE, np.int64), np.empty(STATE_SIZE, np.int64)
    offer_slots = np.empty(OFFERS, np.int64)
    qualities, values = np.empty(MAX_MOVES), np.empty(MAX_MOVES)
    actions = np.empty(MAX_MOVES, np.int64)
    position_features, hidden = np.zeros(FEATURES, np.float32), np.zeros(len(first.outer), np.float32)
    margins = 0
    for game in range(2 * len(circles)):
        start(circles[game // 2], state)
        seat = game % 2
        while not is_over(state):
            count = candidate_moves(lookup, state, per_patch, offer_slots, qualities, actions)
            net = first if state[MOVER] == seat else second
            best = evaluate_moves(lookup, net, state, after, actions, count, position_features, hidden, values)
            play(lookup, state, actions[best])
        wins[0 if winner(state) == seat else 1] += 1
        margins += score(state, seat) - score(state, 1 - seat)
    return margins
