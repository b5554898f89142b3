"""Patchwork's game at length: thousands of random games and deep counts, compiled against plain."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tilewright.games.patchwork.duel import state_kernel as kernel
from tilewright.games.patchwork.duel.kernel_states import ACTIONS, action_of, move_of, pack, unpack
from tilewright.games.patchwork.duel.kernel_tables import tables
from tilewright.games.patchwork.duel.perft import count_by_kernel, count_by_rules, position_after
from tilewright.games.patchwork.duel.rules import opening
from tilewright.games.patchwork.state import deal


@pytest.mark.parametrize("first", range(1000, 6000, 500))
def test_thousands_of_random_games_go_step_by_step_as_the_plain_rules_say(first: int) -> None:
    mask = np.zeros(ACTIONS, np.int8)
    for seed in range(first, first + 500):
        rng, state = random.Random(seed), opening(deal(seed))
        row = pack(state)
        while not state.over:
            moves = state.moves()
            kernel.fill_mask(tables(), row, mask)
            assert int(mask.sum()) == len(moves) == kernel.count_actions(tables(), row)
            move = moves[int(rng.random() * len(moves))]
            action = action_of(state, move)
            assert mask[action]
            assert move_of(state, action) == move
            kernel.play(tables(), row, action)
            state = state.play(move)
            assert unpack(row) == state
            assert state.scores() == (kernel.score(row, 0), kernel.score(row, 1))
        assert kernel.is_over(row)
        assert kernel.winner(row) == state.winner()


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_three_moves_from_the_start_are_counted_alike(seed: int) -> None:
    state = position_after(seed, 0)
    assert count_by_kernel(state, 3) == count_by_rules(state, 3)


@pytest.mark.parametrize("seed", range(20))
def test_three_moves_from_the_middle_of_games_are_counted_alike(seed: int) -> None:
    state = position_after(seed, 14 + seed)
    assert count_by_kernel(state, 3) == count_by_rules(state, 3)
