# mypy: ignore-errors
"""Games for training in compiled code: both sides play the best of a few moves by the value learned so far."""

from __future__ import annotations

import numpy as np

from tilewright.games.patchwork.duel.learned_value_kernel import FEATURES, describe, outcome
from tilewright.games.patchwork.duel.one_ply_kernel import MOST, good_moves, look_ahead
from tilewright.games.patchwork.duel.state_kernel import (
    MOVER,
    OFFERS,
    STATE_SIZE,
    compiled,
    is_over,
    play,
    score,
    start,
    winner,
)

LONGEST = 256
"""More moves than a game has."""


@compiled
def play_games(table, net, circles, each, random_share, kept_share, trust, seed, features, goals):
    """Play a game on each circle; keep some positions of each with what the player to move should expect.

    A share of the moves is any of the good ones. A share of the positions is kept, while there is room: rows of
    `features`, and for each a goal. At the end of a game that is the outcome; going back, at each move some
    trust in it is lost to what the value said of the best move there. Gives how many rows were kept.
    """
    np.random.seed(seed)
    state, after = np.empty(STATE_SIZE, np.int64), np.empty(STATE_SIZE, np.int64)
    place = np.empty(OFFERS, np.int64)
    quality_of, values = np.empty(MOST), np.empty(MOST)
    actions = np.empty(MOST, np.int64)
    x, hidden = np.zeros(FEATURES, np.float32), np.zeros(len(net.outer), np.float32)
    expected, movers, rows = np.empty(LONGEST), np.empty(LONGEST, np.int64), np.empty(LONGEST, np.int64)
    kept = 0
    for game in range(len(circles)):
        start(circles[game], state)
        ply = 0
        while not is_over(state):
            rows[ply] = -1
            movers[ply] = state[MOVER]
            if np.random.random() < kept_share and kept < len(goals):
                describe(table, state, features[kept])
                rows[ply] = kept
                kept += 1
            number = good_moves(table, state, each, place, quality_of, actions)
            if np.random.random() < random_share:
                best = np.random.randint(number)
                expected[ply] = -1.0
            else:
                best = look_ahead(table, net, state, after, actions, number, x, hidden, values)
                expected[ply] = values[best] if state[MOVER] == 0 else 1.0 - values[best]
            play(table, state, actions[best])
            ply += 1
        goal = outcome(state)
        for back in range(ply - 1, -1, -1):
            if expected[back] >= 0.0:
                goal = trust * goal + (1.0 - trust) * expected[back]
            if rows[back] >= 0:
                goals[rows[back]] = goal if movers[back] == 0 else 1.0 - goal
    return kept


@compiled
def play_match(table, first, second, circles, each, won):
    """Two nets against each other, two games on each circle with the seats swapped; `won` counts their wins.

    Gives the sum of the first one's margins.
    """
    state, after = np.empty(STATE_SIZE, np.int64), np.empty(STATE_SIZE, np.int64)
    place = np.empty(OFFERS, np.int64)
    quality_of, values = np.empty(MOST), np.empty(MOST)
    actions = np.empty(MOST, np.int64)
    x, hidden = np.zeros(FEATURES, np.float32), np.zeros(len(first.outer), np.float32)
    margins = 0
    for game in range(2 * len(circles)):
        start(circles[game // 2], state)
        seat = game % 2
        while not is_over(state):
            number = good_moves(table, state, each, place, quality_of, actions)
            net = first if state[MOVER] == seat else second
            best = look_ahead(table, net, state, after, actions, number, x, hidden, values)
            play(table, state, actions[best])
        won[0 if winner(state) == seat else 1] += 1
        margins += score(state, seat) - score(state, 1 - seat)
    return margins
