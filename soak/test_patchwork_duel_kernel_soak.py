"""Long tests of two-player Patchwork: compiled and plain rules agree on many games and on move counts."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tilewright.games.patchwork.duel import state_kernel as kernel
from tilewright.games.patchwork.duel.kernel_states import ACTIONS, action_of, move_of, pack, unpack
from tilewright.games.patchwork.duel.kernel_tables import game_tables
from tilewright.games.patchwork.duel.patch_set_and_edition import all_variants
from tilewright.games.patchwork.duel.perft import count_by_kernel, count_by_rules, position_after
from tilewright.games.patchwork.duel.rules import opening
from tilewright.games.patchwork.state import random_circle

VARIANTS = all_variants()


@pytest.mark.parametrize("first", range(1000, 6000, 500))
def test_thousands_of_random_games_agree_with_the_plain_rules_step_by_step(first: int) -> None:
    mask = np.zeros(ACTIONS, np.int8)
    for seed in range(first, first + 500):
        variant = VARIANTS[seed % 4]
        lookup = game_tables(variant)
        rng, state = random.Random(seed), opening(random_circle(seed), variant)
        packed = pack(state)
        while not state.over:
            moves = state.moves()
            kernel.fill_mask(lookup, packed, mask)
            assert int(mask.sum()) == len(moves) == kernel.count_actions(lookup, packed)
            move = moves[int(rng.random() * len(moves))]
            action = action_of(state, move)
            assert mask[action]
            assert move_of(state, action) == move
            kernel.play(lookup, packed, action)
            state = state.play(move)
            assert unpack(packed, variant) == state
            assert state.scores() == (kernel.score(packed, 0), kernel.score(packed, 1))
        assert kernel.is_over(packed)
        assert kernel.winner(packed) == state.winner()


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_counts_of_three_moves_from_the_start_agree(seed: int) -> None:
    state = position_after(seed, 0, VARIANTS[seed % 4])
    assert count_by_kernel(state, 3) == count_by_rules(state, 3)


@pytest.mark.parametrize("seed", range(20))
def test_counts_of_three_moves_from_the_middle_of_a_game_agree(seed: int) -> None:
    state = position_after(seed, 14 + seed, VARIANTS[seed % 4])
    assert count_by_kernel(state, 3) == count_by_rules(state, 3)
