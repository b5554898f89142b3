"""The compiled rules compared with the plain rules: counts of move sequences, and random games move by move."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tilewright.errors import BadInput
from tilewright.games.patchwork.duel import batch_step_kernel, greedy_playouts_kernel
from tilewright.games.patchwork.duel import state_kernel as kernel
from tilewright.games.patchwork.duel.kernel_states import ACTIONS, action_of, move_of, pack, unpack
from tilewright.games.patchwork.duel.kernel_tables import game_tables
from tilewright.games.patchwork.duel.moves import Advance, Buy, Special
from tilewright.games.patchwork.duel.notation import parse_state
from tilewright.games.patchwork.duel.patch_set_and_edition import STANDARD, Variant, all_variants
from tilewright.games.patchwork.duel.perft import count_by_kernel, count_by_rules, position_after
from tilewright.games.patchwork.duel.rules import PatchworkState, Side, opening
from tilewright.games.patchwork.pieces.patches import BOX, PAPER
from tilewright.games.patchwork.state import random_circle

LOOKUP = game_tables(STANDARD)
PLACEMENTS = {
    (patches.name, patch.id): sum(len(list(orientation.placements(9, 9))) for orientation in patch.orientations)
    for patches in (BOX, PAPER)
    for patch in patches
}
VARIANTS = all_variants()
COUNTS = {
    ("box", "classic"): [1 + 64 + 2 * 256, 114_157],
    ("box", "revised"): [1 + 64 + 2 * 256, 211_297],
    ("paper", "classic"): [1 + 3 * 256, 129_197],
    ("paper", "revised"): [1 + 3 * 256, 346_296],
}
"""For each set of patches and edition: the numbers of sequences of one and of two moves from one position.

The position is that of `test_counts_agree_in_every_variant_where_the_variants_differ`.
"""


def variant_of(seed: int) -> Variant:
    """Return a variant; successive seeds cycle through all variants."""
    return VARIANTS[seed % len(VARIANTS)]


def position_of(seed: int, plies: int) -> PatchworkState:
    """Return the position after `plies` random moves, in the variant that belongs to the seed."""
    return position_after(seed, plies, variant_of(seed))


def legal_actions(packed: np.ndarray, variant: Variant) -> list[int]:
    actions = np.zeros(ACTIONS, np.int64)
    return actions[: kernel.list_actions(game_tables(variant), packed, actions)].tolist()


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_the_first_moves_are_the_advance_and_all_placements_of_affordable_patches(seed: int) -> None:
    state = position_of(seed, 0)
    affordable = [patch for patch in state.circle[:3] if BOX[patch].buttons <= 5]
    expected = 1 + sum(PLACEMENTS[state.patches.name, patch] for patch in affordable)
    assert count_by_kernel(state, 1) == expected


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_counts_of_two_moves_from_the_start_agree(seed: int) -> None:
    state = position_of(seed, 0)
    assert count_by_kernel(state, 2) == count_by_rules(state, 2)


@pytest.mark.parametrize(("seed", "plies"), [(1, 12), (2, 25), (3, 33), (4, 38), (5, 44)])
def test_counts_of_two_moves_in_the_middle_of_a_game_agree(seed: int, plies: int) -> None:
    state = position_of(seed, plies)
    assert count_by_kernel(state, 2) == count_by_rules(state, 2)


@pytest.mark.parametrize("patches", ["box", "paper"])
@pytest.mark.parametrize("edition", ["classic", "revised"])
def test_counts_agree_in_every_variant_where_the_variants_differ(patches: str, edition: str) -> None:
    position = "circle=4,2,3,5 buttons=6,6 time=17,19 quilts=-,#######2/#######2/9/9/9/9/9/9/9"
    state = parse_state(f"{position} patches={patches} edition={edition}")
    counts = [count_by_kernel(state, depth) for depth in (1, 2)]
    assert counts == [count_by_rules(state, depth) for depth in (1, 2)]
    assert counts == COUNTS[patches, edition]


@pytest.mark.parametrize(("patches", "count"), [("box", 12_929), ("paper", 49_985)])
def test_counts_of_three_moves_with_patch_4_on_offer_agree_in_both_sets(patches: str, count: int) -> None:
    state = position_after(85, 0, Variant(patches))
    assert 4 in state.offer
    assert count_by_kernel(state, 3) == count_by_rules(state, 3) == count


def test_counts_of_two_moves_with_a_pending_1x1_patch_agree() -> None:
    states = [
        state
        for seed in range(12)
        for plies in range(10, 40)
        if (state := position_of(seed, plies)).pending and state.mover.open_squares < 60
    ]
    assert len(states) >= 10
    for state in states[:10]:
        assert count_by_kernel(state, 2) == count_by_rules(state, 2)


def test_counts_of_three_moves_near_the_end_of_a_game_agree() -> None:
    state = position_of(7, 0)
    rng = random.Random(7)
    while min(side.time for side in state.sides) < 46:
        moves = state.moves()
        state = state.play(moves[int(rng.random() * len(moves))])
    assert [count_by_kernel(state, depth) for depth in (1, 2, 3)] == [
        count_by_rules(state, depth) for depth in (1, 2, 3)
    ]


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_random_games_agree_with_the_plain_rules_step_by_step(first: int) -> None:
    mask = np.zeros(ACTIONS, np.int8)
    for seed in range(first, first + 50):
        rng = random.Random(seed)
        variant = variant_of(seed)
        lookup = game_tables(variant)
        state = opening(random_circle(seed), variant)
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
        assert legal_actions(packed, variant) == []
        assert kernel.winner(packed) == state.winner()


def test_the_list_and_the_mask_contain_the_numbers_of_all_legal_moves() -> None:
    mask = np.zeros(ACTIONS, np.int8)
    for seed, plies in ((1, 0), (2, 20), (3, 31), (4, 40)):
        state = position_of(seed, plies)
        packed = pack(state)
        kernel.fill_mask(game_tables(state.variant), packed, mask)
        numbers = sorted(action_of(state, move) for move in state.moves())
        assert numbers == legal_actions(packed, state.variant) == np.flatnonzero(mask).tolist()


def test_action_numbers_follow_the_documented_formula() -> None:
    state = position_of(2, 0)
    assert action_of(state, Advance()) == 0
    assert action_of(state, Special((2, 5))) == 1 + 9 * 2 + 5
    patch = state.patches[state.circle[1]]
    orientation = patch.orientations[1]
    assert action_of(state, Buy(patch.id, orientation.at(3, 4))) == 82 + 648 * 1 + 81 * 1 + 9 * 3 + 4
    with pytest.raises(BadInput, match="expected a number from 0 to 2025"):
        move_of(state, 2026)
    with pytest.raises(BadInput, match="not on offer"):
        action_of(state, Buy(state.circle[5], state.patches[state.circle[5]].shape.at(0, 0)))


def test_a_1x1_patch_is_discarded_if_the_quilt_is_full() -> None:
    full = (1 << 81) - 1
    state = PatchworkState((), (Side(full, 3, 2, 19), Side(0, 5, 0, 20)), 0, (20, 26, 32, 44, 50), 0, 0)
    packed = pack(state)
    kernel.play(LOOKUP, packed, 0)
    assert unpack(packed, STANDARD) == state.play(Advance())
    assert unpack(packed, STANDARD).pending == 0
    assert unpack(packed, STANDARD).to_move == 1


def test_first_fit_is_the_first_placement_in_reading_order() -> None:
    rng = random.Random(5)
    for _ in range(300):
        quilt = sum(1 << square for square in range(81) if rng.random() < rng.choice([0.1, 0.4]))
        patch = rng.randrange(1, 34)
        free = ~quilt & (1 << 81) - 1
        transform, corner = kernel.first_fit(LOOKUP, patch, free & kernel.ALL_LOW, free >> 54)
        fitting = [
            sorted(cells)
            for orientation in BOX[patch].orientations
            for cells in orientation.placements(9, 9)
            if not any(quilt >> 9 * packed + column & 1 for packed, column in cells)
        ]
        if not fitting:
            assert transform == -1
            continue
        mask = int(LOOKUP.squares_low[transform, corner]) | int(LOOKUP.squares_high[transform, corner]) << 54
        assert mask == sum(1 << 9 * packed + column for packed, column in min(fitting))


def test_greedy_playouts_are_legal_games() -> None:
    offer_slots = np.zeros(3, np.int64)
    for seed in range(20):
        state = opening(random_circle(seed))
        packed = pack(state)
        while not kernel.is_over(packed):
            greedy_playouts_kernel.step_greedily(LOOKUP, packed, offer_slots, False)
            after = unpack(packed, STANDARD)
            assert any(state.play(move) == after for move in state.moves())
            state = after
        assert state.over


def test_a_batch_of_games_agrees_with_single_games() -> None:
    games = 64
    states = np.stack([pack(opening(random_circle(seed))) for seed in range(games)])
    single_games = states.copy()
    masks = np.zeros((games, batch_step_kernel.SHORT_ACTIONS), np.int8)
    rewards = np.zeros((games, 2), np.float32)
    over, legal = np.zeros(games, np.bool_), np.zeros(games, np.bool_)
    offer_slots = np.zeros(3, np.int64)
    for game in range(games):
        batch_step_kernel.fill_short_mask(LOOKUP, states[game], offer_slots, masks[game])
    rng = random.Random(3)
    while not over.all():
        actions = np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        running = ~over
        batch_step_kernel.step_short(LOOKUP, states, actions, masks, rewards, over, legal)
        assert (legal == running).all()
        for game in np.flatnonzero(running):
            assert batch_step_kernel.play_short(LOOKUP, single_games[game], actions[game])
        assert (single_games == states).all()
        assert (masks.any(axis=1) == ~over).all()
    assert (rewards.sum(axis=1) == 0).all()
    assert [int(reward.argmax()) for reward in rewards] == [
        unpack(packed, STANDARD).winner() for packed in states
    ]


def test_illegal_full_actions_of_a_batch_change_nothing() -> None:
    states = np.stack([pack(opening(random_circle(seed))) for seed in range(4)])
    masks = np.zeros((4, ACTIONS), np.int8)
    for packed, mask in zip(states, masks, strict=True):
        kernel.fill_mask(LOOKUP, packed, mask)
    before = states.copy()
    actions = np.array([0, 5, int(np.flatnonzero(masks[2])[-1]), ACTIONS])
    rewards = np.zeros((4, 2), np.float32)
    over, legal = np.zeros(4, np.bool_), np.zeros(4, np.bool_)
    batch_step_kernel.step_full(LOOKUP, states, actions, masks, rewards, over, legal)
    assert legal.tolist() == [True, False, True, False]
    assert (states[[1, 3]] == before[[1, 3]]).all()
    assert unpack(states[0], STANDARD) == unpack(before[0], STANDARD).play(Advance())
