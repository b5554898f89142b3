"""The agents of Nmbr9 and the compiled code that they share."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import reduce
from itertools import accumulate, pairwise
from types import ModuleType

import numpy as np
import pytest
from nmbr9_placement_value_oracle import features, placement_value

import tilewright as tw
from tilewright.games.nmbr9 import state as play
from tilewright.games.nmbr9.agents import hindsight
from tilewright.games.nmbr9.agents.greedy import GreedyPlayer
from tilewright.games.nmbr9.agents.planner import PlannerPlayer
from tilewright.games.nmbr9.playing import (
    beam_kernel,
    beam_playouts_kernel,
    learned_value_kernel,
    placement_value_kernel,
    value_learning,
    weight_tuning,
)
from tilewright.games.nmbr9.playing.legal_placements import legal_positions
from tilewright.games.nmbr9.playing.stack_kernel import Stack
from tilewright.games.nmbr9.playing.state_to_kernel_arrays import KernelState
from tilewright.games.nmbr9.rules import Nmbr9Instance, Placement, orientations
from tilewright.games.nmbr9.state import Nmbr9Move, Nmbr9State
from tilewright.play import Budget, Entrant, PlayableGame, Valuer, make_player, play_match, replay

GAME = tw.game("nmbr9")
PLAYED = PlayableGame(GAME)

GAMES = {
    "the whole game": {},
    "types": {"support": "types"},
    "grid": {"grid": 9, "cards": 8},
    "wide grid": {"grid": 80, "cards": 5},
    "levels": {"levels": 2},
    "one copy": {"copies": 1, "cards": 10},
}


def instance_of(kind: str, seed: int = 0) -> Nmbr9Instance:
    keys = {key: str(value) for key, value in GAMES[kind].items()}
    deal = PLAYED.deal(seed, keys)
    assert isinstance(deal, Nmbr9Instance)
    return deal


def random_game(instance: Nmbr9Instance, seed: int, high: float = 0.7) -> list[Nmbr9State]:
    """Return the states of a random game.

    With probability `high`, a move is chosen from the moves to the highest possible level only.
    """
    rng = random.Random(seed)
    states = [play.start(instance)]
    while not states[-1].over:
        moves = states[-1].moves()
        top = max(move.level for move in moves)
        best = [move for move in moves if move.level == top]
        states.append(states[-1].play(rng.choice(best if rng.random() < high else moves)))
    return states


# --- Compiled stacks ----------------------------------------------------------------------------------


def kernel_state_of(state: Nmbr9State) -> KernelState:
    kernel_state = KernelState.of(state)
    assert kernel_state is not None
    return kernel_state


def legal_moves(state: Nmbr9State, value: int) -> list[Nmbr9Move]:
    return [
        Nmbr9Move(value, turn, row, column, level)
        for level, turn, row, column in legal_positions(state.instance, state.placed, value)
    ]


@pytest.mark.parametrize("kind", GAMES)
def test_the_kernel_lists_exactly_the_legal_placements(kind: str) -> None:
    for seed in range(2):
        for state in random_game(instance_of(kind, seed), seed)[1:]:
            kernel_state = kernel_state_of(state)
            assert kernel_state.stack.totals[1] == state.scores()[0]
            for value in (seed, seed + 5):
                positions = kernel_state.positions(value)
                moves = [kernel_state.move_of(value, position) for position in positions]
                assert sorted(moves) == sorted(legal_moves(state, value))
                assert [kernel_state.position_of(move) for move in moves] == [tuple(each) for each in positions]


def test_the_first_part_lies_at_the_origin_of_an_unbounded_table_and_anywhere_on_a_grid() -> None:
    for kind, value in (("the whole game", 7), ("grid", 7)):
        state = play.start(instance_of(kind))
        kernel_state = kernel_state_of(state)
        moves = {kernel_state.move_of(value, position) for position in kernel_state.positions(value)}
        assert moves == set(legal_moves(state, value))


def test_the_kernel_and_the_rules_count_the_same_stacks_of_three_parts() -> None:
    start = play.start(Nmbr9Instance("K", 9, 2, 3, (8, 8, 1)))
    states = list(_after_each(start, 2))
    counted = sum(len(kernel_state_of(state).positions(1)) for state in states)
    assert counted == sum(len(state.moves()) for state in states)


def _after_each(state: Nmbr9State, depth: int) -> Iterator[Nmbr9State]:
    """Yield all states that are `depth` moves after the given state."""
    if depth == 0:
        yield state
        return
    for move in state.moves():
        yield from _after_each(state.play(move), depth - 1)


@pytest.mark.parametrize("kind", ["the whole game", "types", "grid"])
def test_the_placement_value_is_that_of_an_independent_implementation(kind: str) -> None:
    weights = weight_tuning.weights()
    named = dict(zip(placement_value_kernel.WEIGHTS, weights.tolist(), strict=True))
    for state in random_game(instance_of(kind, 3), 3)[1:-1:3]:
        kernel_state = kernel_state_of(state)
        card = state.cards[0]
        positions = kernel_state.positions(card)[::7]
        fade = placement_value_kernel.faded(weights, state.instance.cards - len(state.placed) - 1)
        for position in positions:
            placed = (kernel_state.stack, weights, card, *position.tolist())
            shape = placement_value_kernel.side_value(*placed) + placement_value_kernel.surroundings_value(
                *placed
            )
            move = kernel_state.move_of(card, position)
            points = state.scores()[0] + card * (move.level - 1)
            assert points + fade * shape == pytest.approx(placement_value(state, move, named))


@pytest.mark.parametrize("kind", ["the whole game", "types", "grid"])
def test_the_learned_evaluation_weighs_the_features_of_an_independent_implementation(kind: str) -> None:
    table = value_learning.table()
    for state in random_game(instance_of(kind, 3), 3)[1:-1:3]:
        kernel_state = kernel_state_of(state)
        card = state.cards[0]
        positions = kernel_state.positions(card)[::7]
        following = state.instance.cards - len(state.placed) - 1
        values = np.zeros(len(positions))
        learned_value_kernel.evaluate(kernel_state.stack, table, following, card, positions, values)
        for position, value in zip(positions, values.tolist(), strict=True):
            move = kernel_state.move_of(card, position)
            expected = features(state, move)
            weights = table[following, min(move.level - 1, learned_value_kernel.LEVELS - 1)]
            worth = sum(
                weight * expected[name]
                for name, weight in zip(learned_value_kernel.FEATURES, weights, strict=True)
            )
            assert value == pytest.approx(state.scores()[0] + card * (move.level - 1) + worth)


@pytest.mark.parametrize("kind", GAMES)
def test_a_simulated_card_goes_where_the_learned_evaluation_is_highest(kind: str) -> None:
    for state in random_game(instance_of(kind, 1), 1)[1:-1]:
        kernel_state = kernel_state_of(state)
        card, following = state.cards[0], state.instance.cards - len(state.placed) - 1
        positions = kernel_state.positions(card)
        values = np.zeros(len(positions))
        stack, table = kernel_state.stack, value_learning.table()
        learned_value_kernel.evaluate(stack, table, following, card, positions, values)
        found, best = np.zeros_like(positions), np.zeros_like(values)
        scratch = np.zeros(len(learned_value_kernel.FEATURES))
        rules = kernel_state.rules
        assert learned_value_kernel.best_position(stack, rules, table, following, card, found, best, scratch)
        chosen = positions.tolist().index(found[0].tolist())
        assert values[chosen] == pytest.approx(values.max())
        assert stack.totals[1] + best[0] == pytest.approx(values.max())
        # With room for only three placements, the kernel skips a placement on level 1 if too few sides of the
        # part touch other parts.
        few = np.sort([_side_worth(stack, table, following, card, each) for each in positions])[::-1][:3]
        narrow = np.zeros(min(3, len(positions)))
        learned_value_kernel.best_position(stack, rules, table, 0, card, found, narrow, scratch)
        assert narrow[0] == max(card * level for level in positions[:, 0])
        learned_value_kernel.best_position(
            stack, rules, _without_surroundings(table), following, card, found, narrow, scratch
        )
        assert narrow.tolist() == pytest.approx(few.tolist())


def _without_surroundings(table: value_learning.Floats) -> value_learning.Floats:
    """Return the table with weight 0 for every feature that is computed only for the best placements."""
    sides_only = table.copy()
    sides_only[:, :, learned_value_kernel.PIT :] = 0
    return sides_only


def _side_worth(
    stack: Stack, table: value_learning.Floats, following: int, card: int, position: value_learning.Ints
) -> float:
    values = np.zeros(1)
    learned_value_kernel.evaluate(
        stack, _without_surroundings(table), following, card, position[np.newaxis], values
    )
    return float(values[0]) - int(stack.totals[1])


@pytest.mark.parametrize("kernel", [placement_value_kernel, learned_value_kernel])
def test_the_last_card_is_placed_where_it_scores_most(kernel: ModuleType) -> None:
    weights = weight_tuning.weights() if kernel is placement_value_kernel else value_learning.table()
    for seed in range(3):
        state = random_game(instance_of("the whole game", seed), seed)[-2]
        kernel_state = kernel_state_of(state)
        scores = np.zeros(1, np.int64)
        decks = np.array([state.cards], np.int64)
        kernel.play_decks(
            kernel_state.stack, kernel_state.empty_stack(), kernel_state.rules, weights, decks, scores
        )
        assert scores[0] == max(state.play(move).scores()[0] for move in state.moves())


def simulated(state: Nmbr9State, deck: list[int], width: int) -> int:
    """Return the score of a game that is simulated with a beam of `width` stacks."""
    kernel_state = kernel_state_of(state)
    levels, types = kernel_state.rules.levels, kernel_state.rules.types
    beams = [beam_kernel.empty_beam(width, levels, types) for _ in range(2)]
    scores, decks = np.zeros(2, np.int64), np.array([deck, deck], np.int64)
    beam_playouts_kernel.play_decks(
        kernel_state.stack, *beams, kernel_state.rules, value_learning.table(), decks, scores
    )
    # Both games use the same deck and the same beams; the first game must not influence the second.
    assert scores[0] == scores[1]
    return int(scores[0])


@pytest.mark.parametrize("kind", ["the whole game", "types", "grid", "levels"])
def test_a_simulated_game_that_keeps_one_stack_is_simple_play(kind: str) -> None:
    for state in random_game(instance_of(kind, 2), 2)[1:-1:3]:
        kernel_state = kernel_state_of(state)
        deck = sorted(state.left.elements())[: state.instance.cards - len(state.placed)]
        scores = np.zeros(1, np.int64)
        learned_value_kernel.play_decks(
            kernel_state.stack,
            kernel_state.empty_stack(),
            kernel_state.rules,
            value_learning.table(),
            np.array([deck], np.int64),
            scores,
        )
        assert simulated(state, deck, 1) == scores[0]


def test_simulated_games_that_keep_more_stacks_score_more() -> None:
    states = [random_game(instance_of("the whole game", seed), seed)[3] for seed in range(8)]
    decks = [sorted(state.left.elements()) for state in states]
    totals = [
        sum(simulated(state, deck, width) for state, deck in zip(states, decks, strict=True))
        for width in (1, 3, 9)
    ]
    assert totals == sorted(set(totals))


def test_a_simulated_game_ends_where_a_card_cannot_be_placed() -> None:
    state = play.parse_state("K-9-2-3:0,0,9 grid=4 levels=1 | 0@0,0")
    assert simulated(state, [9, 9], 3) == 0


def test_learning_finds_the_coefficients_that_explain_all_gains() -> None:
    rng = np.random.default_rng(0)
    count, start = 3_000, value_learning.start()
    change = np.zeros_like(start)
    change[1, 0, learned_value_kernel.MET] = 0.5
    change[2, 2, learned_value_kernel.PIT] = -1.5
    states, following = np.arange(count) // 10, 1 + np.arange(count) // 10 % 18
    levels = rng.integers(0, 6, count)
    known = rng.integers(0, 5, (count, len(learned_value_kernel.FEATURES))).astype(np.float64)
    gains = np.einsum("nk,nk->n", known, value_learning.table_of(start + change)[following, levels])
    samples = value_learning.Samples(states, following, levels, known, gains + 7.0 * states)
    learned = value_learning.fitted(samples, start, ridge=1e-6)
    assert np.abs(learned - start - change).max() < 0.001
    assert np.abs(value_learning.fitted(samples, start, ridge=1e12) - start).max() < 0.001


def test_sampled_games_with_the_same_seed_are_the_same() -> None:
    deck = np.array([3, 8, 8, 1, 9], np.int64)
    once, again = (value_learning.sampled_game(value_learning.table(), deck, random.Random(2)) for _ in "ab")
    assert once.gains.tolist() == again.gains.tolist()
    assert sorted(set(once.states.tolist())) == [0, 1, 2]
    assert set(once.following.tolist()) == {1, 2, 3}
    assert min(once.gains) >= 0


def test_tuning_with_the_same_seed_finds_the_same_weights() -> None:
    once, again = ([(m.tolist(), s) for m, s in weight_tuning.tune(7, 2, 2, 1, 2)] for _ in range(2))
    assert once == again
    assert len(once) == 3


def test_every_shuffle_contains_the_same_cards() -> None:
    decks = weight_tuning.shuffled([1, 1, 4, 9], 50, random.Random(0))
    assert {tuple(sorted(deck)) for deck in decks.tolist()} == {(1, 1, 4, 9)}
    assert len({tuple(deck) for deck in decks.tolist()}) == 12  # All orders of these cards occur.


# --- Planner ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", GAMES)
def test_the_planner_plays_legal_games_and_repeats_them_with_the_same_seed(kind: str) -> None:
    for seed in range(2):
        deal = instance_of(kind, seed)
        record = play_match(PLAYED, deal, [Entrant.parse("planner:16it")], seed)
        assert record.outcome.forfeit is None
        assert record.outcome.finished
        assert record == play_match(PLAYED, deal, [Entrant.parse("planner:16it")], seed)


def test_in_variant_f_the_planner_also_chooses_the_cards() -> None:
    record = play_match(PLAYED, GAME.parse("F-4-1-4"), [Entrant.parse("planner:64it")])
    assert record.outcome.finished
    assert len(record.moves) == 4


def test_the_planner_does_not_use_the_hidden_deck() -> None:
    state = play.parse_state("K-9-2-5:3,7,0,9,9 | 3@0,0")
    other = play.parse_state("K-9-2-5:3,7,1,1,2 | 3@0,0")
    player = PlannerPlayer(Budget(iterations=50))
    assert player.values(state, random.Random(1)) == player.values(other, random.Random(1))


def test_the_planner_scores_more_than_greedy() -> None:
    points = {
        name: [
            play_match(PLAYED, PLAYED.deal(seed), [Entrant.parse(name)]).outcome.scores[0]
            for seed in range(100, 103)
        ]
        for name in ("planner:100it", "greedy")
    }
    assert sum(points["planner:100it"]) > sum(points["greedy"]) + 3 * 5


def test_values_are_sorted_and_lie_between_the_current_score_and_the_upper_bound() -> None:
    player = PlannerPlayer(Budget(iterations=40))
    for state in random_game(instance_of("the whole game", 5), 5)[1:-1:4]:
        seen = play.seen(state)
        values = player.values(seen, random.Random(2))
        assert [each.value for each in values] == sorted((each.value for each in values), reverse=True)
        assert {each.move for each in values} <= set(state.moves())
        assert values[0].move == player.choose(seen, random.Random(2))
        low, high = seen.bounds()
        assert low <= values[0].value <= high


def test_the_planner_knows_the_exact_value_of_the_last_card() -> None:
    state = random_game(instance_of("the whole game", 6), 6)[-2]
    values = PlannerPlayer(Budget(iterations=10)).values(play.seen(state), random.Random(0))
    assert values[0].value == max(state.play(move).scores()[0] for move in state.moves())


def test_if_the_stack_is_too_wide_for_the_kernels_the_planner_plays_as_greedy() -> None:
    ring = orientations(0)[0]
    placed = tuple(Placement(0, copy, 1, ring.at(0, 3 * copy)) for copy in range(19))
    state = Nmbr9State(Nmbr9Instance("U", 9, 20, 40), placed, 5)
    assert KernelState.of(state) is None
    assert PlannerPlayer(Budget(iterations=1)).choose(state, random.Random(0)) == GreedyPlayer().choose(
        state, random.Random(0)
    )


@pytest.mark.parametrize("name", ["planner:0it", "planner:fast", "hindsight:0s", "hindsight:", "greedy:1s"])
def test_a_bad_budget_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(tw.BadInput) as refused:
        make_player(GAME, Entrant.parse(name))
    assert "\n" not in str(refused.value)


def test_even_a_tiny_time_budget_allows_one_simulation() -> None:
    player = PlannerPlayer(Budget(seconds=1e-9))
    state = play.seen(random_game(instance_of("the whole game", 5), 5)[6])
    assert player.choose(state, random.Random(0)) in state.moves()


# --- Hindsight ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["greedy", "random"])
def test_the_losses_of_a_game_add_up_to_the_points_missed(name: str) -> None:
    deal = PLAYED.deal(4, {"cards": "8"})
    record = play_match(PLAYED, deal, [Entrant.parse(name)])
    critic = hindsight.make(Budget(iterations=2))
    reviews = critic.review_game([(step.before, step.move) for step in replay(PLAYED, record)])
    for review in reviews:
        assert review.best.value >= review.played.value >= record.outcome.scores[0]
        assert review.loss or review.best.move == review.played.move
    for before, after in pairwise(reviews):
        assert after.best.value == before.played.value
    assert reviews[-1].played.value == record.outcome.scores[0]
    assert sum(each.loss for each in reviews) == reviews[0].best.value - record.outcome.scores[0]


def test_a_game_on_a_grid_that_is_too_small_for_the_deck_is_reviewed() -> None:
    deal = PLAYED.deal(5, {"grid": "4"})
    record = play_match(PLAYED, deal, [Entrant.parse("greedy")])
    assert 0 < len(record.moves) < 20
    critic = hindsight.make(Budget(iterations=2))
    reviews = critic.review_game([(step.before, step.move) for step in replay(PLAYED, record)])
    assert reviews[-1].played.value == record.outcome.scores[0]
    assert all(review.best.value >= review.played.value for review in reviews)


def test_reviews_use_the_line_that_was_played() -> None:
    """If the played line is better than any line that the search finds, all reviews use its score."""
    deal = PLAYED.deal(4, {"cards": "8"})
    line = hindsight.best_line(play.start(deal), Budget(iterations=8))
    states = accumulate(line.moves, Nmbr9State.play, initial=play.start(deal))
    critic = hindsight.make(Budget(iterations=1))
    reviews = critic.review_game(list(zip(states, line.moves, strict=False)))
    assert all(review.played.value >= line.score for review in reviews)


def test_a_review_does_not_depend_on_the_random_seed() -> None:
    state = play.parse_state("K-9-2-5:3,7,0,9,9 | 3@0,0")
    move = state.moves()[0]
    reviews = []
    for seed in range(2):
        hindsight.best_line.cache_clear()
        reviews.append(hindsight.make(Budget(iterations=2)).review(state, move, random.Random(seed)))
    assert reviews[0] == reviews[1]


@pytest.mark.parametrize("deck", ["9,8,9,7", "1,5,9,0,8", "2,2,3,9,9"])
def test_lines_of_hindsight_are_legal_and_do_not_exceed_the_optimum(deck: str) -> None:
    instance = GAME.parse(f"K-9-2-{len(deck) // 2 + 1}:{deck}")
    start = play.start(instance)
    line = hindsight.best_line(start, Budget(iterations=4))
    state = reduce(Nmbr9State.play, line.moves, start)
    assert state.over
    assert state.scores() == (line.score,)
    optimum = tw.solve(instance, solver="literal").objective
    assert optimum is not None
    assert line.score <= optimum


def test_hindsight_continues_a_stack_according_to_the_rules() -> None:
    for kind in ("types", "grid", "levels"):
        states = random_game(instance_of(kind, 2), 2)
        state = states[len(states) // 2]
        line = hindsight.best_line(state, Budget(iterations=1))
        assert reduce(Nmbr9State.play, line.moves, state).scores() == (line.score,)
        assert len(line.moves) + len(states) // 2 <= state.instance.cards


def test_hindsight_finds_a_missed_chance() -> None:
    # On top of two 8s, the 9 scores 9 points; beside them, it scores nothing.
    start = play.parse_state("K-9-2-3:8,8,9 | 8@0,0")
    state = next(after for after in map(start.play, start.moves()) if after.moves()[0].level == 2)
    best, worst = state.moves()[0], state.moves()[-1]
    assert worst.level == 1
    critic = hindsight.make(Budget(iterations=1))
    assert critic.review(state, worst, random.Random(0)).loss == 9
    assert critic.review(state, best, random.Random(0)).loss == 0


def test_with_a_hidden_deck_hindsight_plays_as_the_planner() -> None:
    state = play.seen(play.parse_state("K-9-2-5:3,7,0,9,9 | 3@0,0"))
    critic, planner = (make_player(GAME, Entrant.parse(name)) for name in ("hindsight", "planner"))
    assert isinstance(critic, Valuer)
    assert isinstance(planner, Valuer)
    assert critic.values(state, random.Random(3)) == planner.values(state, random.Random(3))


def test_hindsight_refuses_games_without_a_known_deck() -> None:
    state = play.start(Nmbr9Instance("F", 4, 1, 3))
    with pytest.raises(tw.BadInput, match="known deck"):
        hindsight.make(Budget(iterations=1)).review(state, state.moves()[0], random.Random(0))
