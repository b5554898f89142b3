"""Domino as a solitaire game: moves compared with the checker, and agents compared with exhaustive search."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright import registry
from tilewright.errors import BadInput
from tilewright.games.domino.rules import DominoInstance, DominoSolution, check
from tilewright.games.domino.state import DominoMove, DominoState, parse_move, parse_state, start
from tilewright.play import Entrant, PlayableGame, make_player, play_match

GAME = PlayableGame(registry.game("domino"))
Stone = tuple[int, int]


def small_instance(seed: int, rule: str) -> DominoInstance:
    rng = random.Random(seed)
    n, labels = rng.choice([1, 2, 2, 3, 3]), rng.randint(1, 3)
    stones = [[rng.randrange(labels), rng.randrange(labels)] for _ in range(rng.randint(0, 6))]
    return DominoInstance(n, stones, labels, rule)


def every_placement(instance: DominoInstance) -> list[DominoMove]:
    """Return moves with every pair of labels on every pair of nearby cells, on or beside the board."""
    cells = list(product(range(-1, instance.n + 1), repeat=2))
    near = [
        (cell, other)
        for cell in cells
        for other in cells
        if abs(cell[0] - other[0]) + abs(cell[1] - other[1]) < 3
    ]
    stones = list(product(range(instance.labels), repeat=2))
    return [DominoMove(stone, pair) for stone in stones for pair in near]


def checker_accepts(state: DominoState, move: DominoMove) -> bool:
    laid = (*state.laid, move)
    solution = DominoSolution([each.stone for each in laid], [each.cells for each in laid])
    return check(state.instance, solution).ok


def longest_trail(stones: list[Stone]) -> int:
    """Return the length of the longest trail by exhaustive search."""

    @cache
    def longest(left: tuple[tuple[Stone, int], ...], end: int | None) -> int:
        best = 0
        for stone, count in left:
            rest = tuple((each, number - (each == stone)) for each, number in left if number > (each == stone))
            for first, second in {stone, stone[::-1]}:
                if count and end in (None, first):
                    best = max(best, 1 + longest(rest, second))
        return best

    return longest(tuple(sorted(Counter((min(a, b), max(a, b)) for a, b in stones).items())), None)


@pytest.mark.parametrize("rule", ["chain", "touch"])
@pytest.mark.parametrize("seed", range(8))
def test_the_moves_are_exactly_those_that_the_checker_accepts(rule: str, seed: int) -> None:
    state, rng = start(small_instance(seed, rule)), random.Random(seed)
    while True:
        listed = set(state.moves())
        for move in every_placement(state.instance):
            written = move.with_smaller_label_first() if rule == "touch" else move
            legal = checker_accepts(state, move)
            assert (written in listed) is legal
            if legal:
                assert state.play(move).laid[-1] == written
            else:
                with pytest.raises(BadInput):
                    state.play(move)
        if state.over:
            break
        state = state.play(rng.choice(state.moves()))


@pytest.mark.parametrize("rule", ["chain", "touch"])
@pytest.mark.parametrize("agent", ["planner", "greedy", "random"])
def test_every_finished_game_is_a_solution_that_the_checker_accepts(rule: str, agent: str) -> None:
    for seed in range(6):
        instance = GAME.deal(seed, {"n": "5", "rule": rule})
        record = play_match(GAME, instance, [Entrant.parse(agent)], seed)
        state = start(instance)
        for data in record.moves:
            state = state.play(GAME.move_from_json(state, data))
            assert check(instance, state.to_solution()).ok
        assert state.over
        verdict = check(instance, state.to_solution())
        assert (verdict.objective,) == record.outcome.scores == state.scores()


def test_the_planner_lays_a_longest_chain() -> None:
    for seed in range(150):
        instance = small_instance(seed, "chain")
        best = min(longest_trail([(a, b) for a, b in instance.stones.tolist()]), instance.n**2 // 2)
        assert play_match(GAME, instance, [Entrant.parse("planner")], 0).outcome.scores == (best,)


def test_the_planner_continues_from_a_state_that_does_not_follow_its_plan() -> None:
    state = GAME.parse_state("4: 01 12 23 33 | 12@2,2-2,3")
    player = make_player(GAME.game, Entrant.parse("planner"))
    assert player.choose(state, random.Random(0)) in state.moves()


def test_greedy_prefers_the_stone_with_most_continuations() -> None:
    # After 01, stone 12 leads to a dead end, but three more stones can follow 13.
    state = GAME.parse_state("6: 01 12 13 34 45 53 | 01@0,0-0,1")
    player = make_player(GAME.game, Entrant.parse("greedy"))
    assert player.choose(state, random.Random(0)).stone == (1, 3)


# --- Notation -----------------------------------------------------------------------------------------


@given(st.integers(0, 2**31 - 1), st.sampled_from(["chain", "touch"]), st.integers(1, 4), st.integers(1, 15))
@settings(deadline=None, derandomize=True, max_examples=60)
def test_any_state_is_written_and_read_back(seed: int, rule: str, n: int, labels: int) -> None:
    rng = random.Random(seed)
    stones = [[rng.randrange(labels), rng.randrange(labels)] for _ in range(rng.randint(0, 8))]
    state = start(DominoInstance(n, stones, labels, rule))
    while not state.over and rng.random() < 0.8:
        state = state.play(rng.choice(state.moves()))
    assert parse_state(state.to_text()) == state


labels, places = st.integers(0, 999), st.integers(0, 19)
cells = st.tuples(places, places)


@given(st.tuples(labels, labels), st.tuples(cells, cells))
@settings(deadline=None, derandomize=True)
def test_any_move_is_written_and_read_back(stone: Stone, pair: tuple[tuple[int, int], tuple[int, int]]) -> None:
    move, state = DominoMove(stone, pair), GAME.parse_state("2: 01")
    assert parse_move(state, str(move)) == move
    assert GAME.move_from_json(state, move.to_json()) == move


def test_the_text_of_a_state_shows_the_board_and_the_remaining_stones() -> None:
    state = GAME.parse_state("3: 01 12 22 05 | 01@0,0-0,1 12@1,1-2,1")
    assert state.to_text() == "3: 01 12 22 05 | 01@0,0-0,1 12@1,1-2,1"
    assert str(state).splitlines() == ["0-1 .", "", ". 1 .", "  |", ". 2 .", "2 laid; left: 05 22"]


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("12@0,1-0,2", "a stone already lies on 0,1 (overlap)"),
        ("12@0,2-0,3", "0,3 is off the board (off-board)"),
        ("12@0,2-2,2", "the two cells are not neighbours (not-a-domino)"),
        ("01@0,2-1,2", "no stone 01 is left (stone-overused)"),
        ("66@0,2-1,2", "no stone 66 is left (stone-overused)"),
        ("12@2,2-2,1", "it must begin next to the second cell of 01@0,0-0,1 (chain-gap)"),
        ("21@0,2-1,2", "it must begin with the label 1 (label-mismatch)"),
        ("12", "expected a stone and two cells, such as 25@0,0-0,1"),
        ('{"stone": [1, 2]}', "the move lacks the key 'cells'"),
        ('{"stone": [1, true], "cells": [[0, 2], [1, 2]]}', "a move must look like"),
    ],
)
def test_an_illegal_move_names_the_rule_that_it_breaks(move: str, message: str) -> None:
    state = GAME.parse_state("3: 01 12 | 01@0,0-0,1")
    with pytest.raises(BadInput) as refusal:
        state.play(GAME.parse_move(state, move))
    assert message in str(refusal.value)


def test_under_rule_touch_a_move_that_does_not_join_is_refused() -> None:
    state = GAME.parse_state("3 touch: 01 12 | 01@0,0-0,1")
    with pytest.raises(BadInput, match="no-touch"):
        state.play(GAME.parse_move(state, "12@1,0-2,0"))


def test_a_state_with_an_illegal_move_names_the_move() -> None:
    with pytest.raises(BadInput, match="move 2: 12@2,2-2,1: it must begin next to"):
        parse_state("3: 01 12 | 01@0,0-0,1 12@2,2-2,1")


def test_boards_that_are_too_large_to_play_are_refused() -> None:
    with pytest.raises(BadInput, match="up to 20 rows and 1000 stones, not 21 and 1"):
        start(DominoInstance(21, [[0, 1]]))
