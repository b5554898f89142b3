# mypy: ignore-errors
"""Games for training in compiled code: both sides play the best of a few moves by the value learned so far."""

from __future__ import annotations

import numpy as np

from tilewright.games.patchwork.duel.kernel import (
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
from tilewright.games.patchwork.duel.one_ply_kernel import MOST, good_moves, look_ahead
from tilewright.games.patchwork.duel.value_kernel import FEATURES, describe


@compiled
def play_games(table, net, circles, each, random_share, kept_share, seed, features, margins, wins):
    """Play a game on each circle; keep some positions of each with what came of it.

    A share of the moves is any of the good ones. A share of the positions is kept, while there is room: rows of
    `features`, with the margin of the player to move at the end, and whether that player won. Gives how many.
    """
    np.random.seed(seed)
    state, after = np.empty(STATE_SIZE, np.int64), np.empty(STATE_SIZE, np.int64)
    place = np.empty(OFFERS, np.int64)
    quality_of, values = np.empty(MOST), np.empty(MOST)
    actions = np.empty(MOST, np.int64)
    x, hidden = np.zeros(FEATURES, np.float32), np.zeros(len(net.outer), np.float32)
    kept = 0
    movers = np.empty(len(margins), np.int64)
    for game in range(len(circles)):
        start(circles[game], state)
        first = kept
        while not is_over(state):
            if np.random.random() < kept_share and kept < len(margins):
                describe(table, state, features[kept])
                movers[kept] = state[MOVER]
                kept += 1
            number = good_moves(table, state, each, place, quality_of, actions)
            if np.random.random() < random_share:
                best = np.random.randint(number)
            else:
                best = look_ahead(table, net, state, after, actions, number, x, hidden, values)
            play(table, state, actions[best])
        margin, won = score(state, 0) - score(state, 1), winner(state)
        for row in range(first, kept):
            margins[row] = margin if movers[row] == 0 else -margin
            wins[row] = 1.0 * (movers[row] == won)
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
