"""Who plays Nmbr9: tables that know the rules, a planner above greedy, hindsight that is never too high."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from nmbr9_worth_oracle import worth

import tilewright as tw
from tilewright.games.nmbr9 import state as play
from tilewright.games.nmbr9.agents import hindsight
from tilewright.games.nmbr9.agents.greedy import GreedyPlayer
from tilewright.games.nmbr9.agents.planner import PlannerPlayer
from tilewright.games.nmbr9.playing import placement_value_kernel as worth_kernel
from tilewright.games.nmbr9.playing import weight_tuning as tuning
from tilewright.games.nmbr9.playing.kernel_state import Board
from tilewright.games.nmbr9.playing.legal_placements import legal_places
from tilewright.games.nmbr9.rules import Nmbr9Instance, Placement, orientations
from tilewright.games.nmbr9.state import Nmbr9Move, Nmbr9State
from tilewright.play import Budget, Entrant, PlayableGame, Valuer, make_player, play_match, replay

GAME = tw.game("nmbr9")
PLAYED = PlayableGame(GAME)

KINDS = {
    "the whole game": {},
    "types": {"support": "types"},
    "grid": {"grid": 9, "cards": 8},
    "wide grid": {"grid": 80, "cards": 5},
    "levels": {"levels": 2},
    "one copy": {"copies": 1, "cards": 10},
}


def instance_of(kind: str, seed: int = 0) -> Nmbr9Instance:
    keys = {key: str(value) for key, value in KINDS[kind].items()}
    deal = PLAYED.deal(seed, keys)
    assert isinstance(deal, Nmbr9Instance)
    return deal


def some_game(instance: Nmbr9Instance, seed: int, high: float = 0.7) -> list[Nmbr9State]:
    """The states of a game by chance that likes to build high."""
    rng = random.Random(seed)
    states = [play.start(instance)]
    while not states[-1].over:
        moves = states[-1].moves()
        top = max(move.level for move in moves)
        best = [move for move in moves if move.level == top]
        states.append(states[-1].play(rng.choice(best if rng.random() < high else moves)))
    return states


# --- Tables -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_the_table_has_the_legal_placements_of_the_rules(kind: str) -> None:
    for seed in range(2):
        for state in some_game(instance_of(kind, seed), seed)[1:]:
            board = Board.of(state)
            assert board is not None
            assert board.table.figures[1] == state.scores()[0]
            for value in (seed, seed + 5):
                found = [board.move_of(value, place) for place in board.places(value)]
                legal = [
                    Nmbr9Move(value, turn, row, column, level)
                    for level, turn, row, column in legal_places(state.instance, state.placed, value)
                ]
                assert sorted(found) == sorted(legal)
                assert [board.place_of(move) for move in found] == [tuple(each) for each in board.places(value)]


def test_the_first_part_lies_in_the_corner_of_a_table_without_edges_and_anywhere_on_a_grid() -> None:
    for kind, value in (("the whole game", 7), ("grid", 7)):
        state = play.start(instance_of(kind))
        board = Board.of(state)
        assert board is not None
        found = {board.move_of(value, place) for place in board.places(value)}
        legal = {
            Nmbr9Move(value, turn, row, column, level)
            for level, turn, row, column in legal_places(state.instance, (), value)
        }
        assert found == legal


def test_as_many_stacks_of_three_parts_are_found_as_by_the_rules() -> None:
    start = play.start(Nmbr9Instance("K", 9, 2, 3, (8, 8, 1)))
    plain = sum(len(second.moves()) for second in _after_each(start, 2))
    counted = 0
    for second in _after_each(start, 2):
        board = Board.of(second)
        assert board is not None
        counted += len(board.places(1))
    assert counted == plain


def _after_each(state: Nmbr9State, depth: int) -> Iterator[Nmbr9State]:
    if depth == 0:
        yield state
        return
    for move in state.moves():
        yield from _after_each(state.play(move), depth - 1)


@pytest.mark.parametrize("kind", ["the whole game", "types", "grid"])
def test_a_placement_is_worth_what_its_figures_say(kind: str) -> None:
    weights = tuning.weights()
    named = dict(zip(worth_kernel.WEIGHTS, weights.tolist(), strict=True))
    for state in some_game(instance_of(kind, 3), 3)[1:-1:3]:
        board = Board.of(state)
        assert board is not None
        card = state.cards[0]
        places = board.places(card)[::7]
        looks = np.zeros(len(places))
        left = state.instance.cards - len(state.placed) - 1
        worth_kernel.look_at(board.table, weights, left, card, places, looks)
        wanted = [worth(state, board.move_of(card, place), named) for place in places]
        assert looks.tolist() == pytest.approx(wanted)


def test_the_last_card_is_played_where_it_has_most_points() -> None:
    for seed in range(3):
        state = some_game(instance_of("the whole game", seed), seed)[-2]
        board = Board.of(state)
        assert board is not None
        scores = np.zeros(1, np.int64)
        decks = np.array([state.cards], np.int64)
        worth_kernel.play_decks(board.table, board.spare(), board.window, tuning.weights(), decks, scores)
        assert scores[0] == max(state.play(move).scores()[0] for move in state.moves())


def test_weights_are_found_again_from_the_same_seed() -> None:
    once, again = ([(m.tolist(), s) for m, s in tuning.tune(7, 2, 4, 2, 5)] for _ in range(2))
    assert once == again
    assert len(once) == 3


def test_every_shuffle_has_the_same_cards() -> None:
    decks = tuning.shuffled([1, 1, 4, 9], 50, random.Random(0))
    assert {tuple(sorted(deck)) for deck in decks.tolist()} == {(1, 1, 4, 9)}
    assert len({tuple(deck) for deck in decks.tolist()}) == 12  # all orders of these cards come up


# --- Planner ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_the_planner_plays_legal_games_and_the_same_one_again(kind: str) -> None:
    for seed in range(2):
        deal = instance_of(kind, seed)
        record = play_match(PLAYED, deal, [Entrant.parse("planner:16it")], seed)
        assert record.outcome.forfeit is None
        assert record.outcome.finished
        assert record == play_match(PLAYED, deal, [Entrant.parse("planner:16it")], seed)


def test_the_planner_chooses_the_card_too_where_the_deck_is_free() -> None:
    record = play_match(PLAYED, GAME.parse("F-4-1-4"), [Entrant.parse("planner:64it")])
    assert record.outcome.finished
    assert len(record.moves) == 4


def test_the_planner_does_not_look_at_the_deck() -> None:
    one = play.parse_state("K-9-2-5:3,7,0,9,9 | 3@0,0")
    other = play.parse_state("K-9-2-5:3,7,1,1,2 | 3@0,0")
    player = PlannerPlayer(Budget(iterations=50))
    assert player.values(one, random.Random(1)) == player.values(other, random.Random(1))


def test_the_planner_has_more_points_than_greedy() -> None:
    points = {
        name: [
            play_match(PLAYED, PLAYED.deal(seed), [Entrant.parse(name)]).outcome.scores[0]
            for seed in range(100, 106)
        ]
        for name in ("planner:100it", "greedy")
    }
    assert sum(points["planner:100it"]) > sum(points["greedy"]) + 6 * 5


def test_values_come_best_first_and_lie_between_what_is_and_what_can_be() -> None:
    player = PlannerPlayer(Budget(iterations=40))
    for state in some_game(instance_of("the whole game", 5), 5)[1:-1:4]:
        seen = play.seen(state)
        values = player.values(seen, random.Random(2))
        assert [each.value for each in values] == sorted((each.value for each in values), reverse=True)
        assert {each.move for each in values} <= set(state.moves())
        assert values[0].move == player.choose(seen, random.Random(2))
        low, high = seen.bounds()
        assert low <= values[0].value <= high


def test_of_the_last_card_the_planner_knows_what_it_brings() -> None:
    state = some_game(instance_of("the whole game", 6), 6)[-2]
    values = PlannerPlayer(Budget(iterations=10)).values(play.seen(state), random.Random(0))
    assert values[0].value == max(state.play(move).scores()[0] for move in state.moves())


def test_on_an_endless_row_the_planner_plays_like_greedy() -> None:
    ring = orientations(0)[0]
    placed = tuple(Placement(0, copy, 1, ring.at(0, 3 * copy)) for copy in range(19))
    state = Nmbr9State(Nmbr9Instance("U", 9, 20, 40), placed, 5)
    assert Board.of(state) is None
    assert PlannerPlayer(Budget(iterations=1)).choose(state, random.Random(0)) == GreedyPlayer().choose(
        state, random.Random(0)
    )


@pytest.mark.parametrize("name", ["planner:0it", "planner:fast", "hindsight:0s", "hindsight:", "greedy:1s"])
def test_a_bad_budget_is_one_line(name: str) -> None:
    with pytest.raises(tw.BadInput) as refused:
        make_player(GAME, Entrant.parse(name))
    assert "\n" not in str(refused.value)


def test_a_budget_of_time_is_kept_with_one_shuffle_at_least() -> None:
    player = PlannerPlayer(Budget(seconds=1e-9))
    state = play.seen(some_game(instance_of("the whole game", 5), 5)[6])
    assert player.choose(state, random.Random(0)) in state.moves()


# --- Hindsight ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["greedy", "random"])
def test_the_losses_of_a_game_add_up_to_what_was_missed(name: str) -> None:
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


def test_a_game_that_was_found_before_is_judged_as_the_best() -> None:
    """A better end that was played is known to all reviews, even if no search would find it."""
    deal = PLAYED.deal(4, {"cards": "8"})
    line = hindsight.best_line(play.start(deal), Budget(iterations=8))
    states = [play.start(deal)]
    for move in line.moves:
        states.append(states[-1].play(move))
    critic = hindsight.make(Budget(iterations=1))
    reviews = critic.review_game(list(zip(states, line.moves, strict=False)))
    assert all(review.played.value >= line.score for review in reviews)


def test_a_review_is_the_same_whoever_asks() -> None:
    state = play.parse_state("K-9-2-5:3,7,0,9,9 | 3@0,0")
    move = state.moves()[0]
    reviews = []
    for seed in range(2):
        hindsight.best_line.cache_clear()
        reviews.append(hindsight.make(Budget(iterations=2)).review(state, move, random.Random(seed)))
    assert reviews[0] == reviews[1]


@pytest.mark.parametrize("deck", ["9,8,9,7", "1,5,9,0,8", "2,2,3,9,9"])
def test_what_hindsight_finds_can_be_played_and_no_proof_has_less(deck: str) -> None:
    instance = GAME.parse(f"K-9-2-{len(deck) // 2 + 1}:{deck}")
    assert isinstance(instance, Nmbr9Instance)
    line = hindsight.best_line(play.start(instance), Budget(iterations=4))
    state = play.start(instance)
    for move in line.moves:
        state = state.play(move)
    assert state.over
    assert state.scores() == (line.score,)
    optimum = tw.solve(instance, solver="literal").objective
    assert optimum is not None
    assert line.score <= optimum


def test_hindsight_goes_on_from_a_stack_by_the_rules() -> None:
    for kind in ("types", "grid", "levels"):
        states = some_game(instance_of(kind, 2), 2)
        state = states[len(states) // 2]
        line = hindsight.best_line(state, Budget(iterations=1))
        for move in line.moves:
            state = state.play(move)
        assert state.scores() == (line.score,)
        assert len(line.moves) + len(states) // 2 <= state.instance.cards


def test_a_lost_chance_is_found() -> None:
    # On two 8s the 9 may score 9; beside them it scores nothing.
    start = play.parse_state("K-9-2-3:8,8,9 | 8@0,0")
    state = next(after for after in map(start.play, start.moves()) if after.moves()[0].level == 2)
    best, worst = state.moves()[0], state.moves()[-1]
    assert worst.level == 1
    critic = hindsight.make(Budget(iterations=1))
    assert critic.review(state, worst, random.Random(0)).loss == 9
    assert critic.review(state, best, random.Random(0)).loss == 0


def test_where_the_deck_is_hidden_hindsight_thinks_like_the_planner() -> None:
    state = play.seen(play.parse_state("K-9-2-5:3,7,0,9,9 | 3@0,0"))
    critic, planner = (make_player(GAME, Entrant.parse(name)) for name in ("hindsight", "planner"))
    assert isinstance(critic, Valuer)
    assert isinstance(planner, Valuer)
    assert critic.values(state, random.Random(3)) == planner.values(state, random.Random(3))


def test_without_a_deck_there_is_no_hindsight() -> None:
    state = play.start(Nmbr9Instance("F", 4, 1, 3))
    with pytest.raises(tw.BadInput, match="known deck"):
        hindsight.make(Budget(iterations=1)).review(state, state.moves()[0], random.Random(0))
