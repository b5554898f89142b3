"""The Domino checker compared with an independent implementation of the rules; the validation of instances."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from domino_oracle import Placement, judge, places_on, random_stones
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.games.domino.rules import DominoInstance, DominoSolution, check

FAULTS = {
    "off-board": "off the board",
    "not-a-domino": "the halves lie apart",
    "overlap": "overlap",
    "unknown-stone": "no stone",
    "stone-overused": "no stone",
    "chain-gap": "does not join",
    "label-mismatch": "does not join",
    "no-touch": "does not join",
}
"""For each rule code of the checker, a phrase from the oracle's error message."""

GameSetup = tuple[int, list[tuple[int, int]], str]
"""The side of the board, the stones, and the rule."""


def solution_of(placements: list[Placement]) -> DominoSolution:
    return DominoSolution([list(stone) for stone, _ in placements], [list(cells) for _, cells in placements])


def compare_with_oracle(game_setup: GameSetup, placements: list[Placement]) -> bool:
    """Assert that checker and oracle report the same kinds of errors; return True if there are no errors."""
    n, stones, rule = game_setup
    verdict = check(DominoInstance(n, stones, 4, rule), solution_of(placements))
    faults = judge(n, stones, rule, placements)
    reported = {FAULTS[broken.rule] for broken in verdict.broken}
    assert reported == {name for name in FAULTS.values() if any(name in fault for fault in faults)}
    assert verdict.ok == (not faults)
    assert verdict.objective == (None if faults else len(placements))
    return verdict.ok


label = st.integers(0, 3)
stone = st.tuples(label, label)
coordinate = st.integers(-1, 4)
cell = st.tuples(coordinate, coordinate)
rule = st.sampled_from(["chain", "touch"])
game_setup = st.tuples(st.integers(1, 4), st.lists(stone, max_size=8), rule)


@given(game_setup, st.lists(st.tuples(stone, st.tuples(cell, cell)), max_size=5))
@settings(deadline=None, derandomize=True, max_examples=400)
def test_checker_and_oracle_agree_on_arbitrary_placements(
    game_setup: GameSetup, placements: list[Placement]
) -> None:
    compare_with_oracle(game_setup, placements)


@pytest.mark.parametrize("rule", ["chain", "touch"])
def test_checker_and_oracle_agree_on_random_games_and_on_games_with_one_changed_move(rule: str) -> None:
    rng = random.Random(7)
    legal = 0
    for _ in range(250):
        n = rng.randrange(2, 5)
        game_setup = (n, random_stones(rng, rng.randrange(1, 9), 4), rule)
        placements = played_at_random(rng, game_setup)
        assert compare_with_oracle(game_setup, placements)
        legal += len(placements) > 2
        if placements:
            turn = rng.randrange(len(placements))
            placements[turn] = (rng.choice(game_setup[1]), rng.choice(list(places_on(n))))
            compare_with_oracle(game_setup, placements)
    assert legal > 50


def played_at_random(rng: random.Random, game_setup: GameSetup) -> list[Placement]:
    """Return random placements that the oracle accepts."""
    n, stones, rule = game_setup
    placements: list[Placement] = []
    for _ in range(200):
        stone = rng.choice(stones)
        move = (stone[:: rng.choice([1, -1])], rng.choice(list(places_on(n))))
        if not judge(n, stones, rule, [*placements, move]):
            placements.append(move)
    return placements


def test_every_broken_rule_is_listed_with_its_cells() -> None:
    instance = DominoInstance(3, [[0, 1]])
    wild = DominoSolution([[0, 1], [5, 1]], [[[0, 0], [0, 1]], [[0, 1], [3, 1]]])
    verdict = check(instance, wild)
    rules = ["off-board", "not-a-domino", "overlap", "unknown-stone", "chain-gap", "label-mismatch"]
    assert [broken.rule for broken in verdict.broken] == rules
    where = {broken.rule: broken.cells for broken in verdict.broken}
    assert where["off-board"] == ((0, 1), (3, 1))
    assert where["overlap"] == ((0, 0), (0, 1), (3, 1))


def test_a_stone_may_be_written_either_way_round() -> None:
    instance = DominoInstance(2, [[0, 1], [2, 1]])
    assert (
        check(instance, DominoSolution([[0, 1], [1, 2]], [[[0, 0], [0, 1]], [[1, 1], [1, 0]]])).objective == 2
    )


def test_a_solution_without_stones_is_legal() -> None:
    assert check(DominoInstance(1, []), DominoSolution([], [])).objective == 0
    assert check(DominoInstance(3, [[1, 2]], rule="touch"), DominoSolution([], [])).objective == 0
    assert DominoSolution([], []), "an empty solution is still a solution"


def test_a_rule_broken_by_thousands_of_stones_lists_a_hundred_cells_and_counts_the_stones() -> None:
    stones = np.zeros((5_000, 2), np.int32)
    rows = np.arange(5_000)
    cells = np.stack([np.stack([rows, rows * 0], 1), np.stack([rows, rows * 0 + 1], 1)], axis=1)
    verdict = check(DominoInstance(10, stones), DominoSolution(stones, cells.astype(np.int32)))
    off = verdict.broken[0]
    assert off.rule == "off-board"
    assert len(off.cells) == 100
    assert "other stones that break this rule: 4989" in off.message


def test_only_the_stones_beyond_the_given_number_are_reported_as_overused() -> None:
    instance = DominoInstance(4, [[0, 0], [0, 0], [0, 1]])
    cells = [[[row, 0], [row, 1]] for row in range(4)]
    verdict = check(instance, DominoSolution([[0, 0]] * 4, cells))
    overused = next(broken for broken in verdict.broken if broken.rule == "stone-overused")
    assert overused.cells == ((2, 0), (2, 1), (3, 0), (3, 1))


# --- Values -------------------------------------------------------------------------------------------


def test_instances_and_solutions_are_values_that_their_repr_rebuilds() -> None:
    instance = DominoInstance(6, [[0, 1], [3, 3]], labels=10, rule="touch")
    assert repr(instance) == "DominoInstance(6, [[0, 1], [3, 3]], labels=10, rule='touch')"
    assert eval(repr(instance)) == instance
    assert hash(eval(repr(instance))) == hash(instance)
    assert instance != DominoInstance(6, [[1, 0], [3, 3]], labels=10, rule="touch")
    solution = DominoSolution([[0, 1]], [[[0, 0], [0, 1]]])
    assert eval(repr(solution)) == solution
    assert hash(eval(repr(solution))) == hash(solution)
    assert len({solution, eval(repr(solution)), DominoSolution([], [])}) == 2
    assert instance != solution


def test_the_arrays_of_an_instance_are_read_only_copies() -> None:
    stones = np.array([[0, 1]], np.int32)
    instance = DominoInstance(6, stones)
    assert instance == DominoInstance(6, stones.astype(np.uint8)) == DominoInstance(6, stones[:, ::-1][:, ::-1])
    stones[0, 0] = 5
    assert instance.stones.tolist() == [[0, 1]]
    with pytest.raises(ValueError, match="read-only"):
        instance.stones[0, 0] = 2
    with pytest.raises(AttributeError):
        instance.n = 5  # type: ignore[misc]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, []), "n must lie between 1 and 46340, not 0"),
        ((46341, []), "n must lie between 1 and 46340"),
        ((True, []), "n must be a whole number, not True"),
        ((6.0, []), "n must be a whole number, not 6.0"),
        (("6", []), "n must be a whole number, not '6'"),
        ((10**5000, []), "n must lie between 1 and 46340"),
        ((6, [], 0), "labels must lie between 1 and 1000, not 0"),
        ((6, [], 1001), "labels must lie between 1 and 1000"),
        ((6, [], 7, "loose"), 'rule must be "chain" or "touch", not \'loose\''),
        ((6, [], 7, ["chain"]), 'rule must be "chain" or "touch"'),
        ((6, [[0, 1], [0, 7]]), "stones[1]: [0, 7] has a label outside 0..6"),
        ((6, [[0, -1]]), "stones[0]: [0, -1] has a label outside 0..6"),
        ((6, [[0, 1], [2]]), "stones[1]: expected a pair of whole numbers, not [2]"),
        ((6, [[0, 1, 2]]), "stones[0]: expected a pair of whole numbers, not [0, 1, 2]"),
        ((6, ["01"]), "stones[0]: expected a pair of whole numbers, not '01'"),
        ((6, [[0, 1], 5]), "stones[1]: expected a pair of whole numbers, not 5"),
        ((6, [[0, 1.5]]), "stones[0][1] must be a whole number, not 1.5"),
        ((6, [[True, 1]]), "stones[0][0] must be a whole number, not True"),
        ((6, [[0, 2**40]]), "stones[0][1] must lie between"),
        ((6, [[0, None]]), "stones[0][1] must be a whole number, not None"),
        ((6, np.array([[0, 2**40]])), "stones[0][1] must lie between"),
        ((6, np.array([[0.0, 1.0]])), "stones[0][0] must be a whole number, not 0.0"),
        ((6, np.array([[True, False]])), "stones[0][0] must be a whole number, not True"),
        ((6, np.array([0, 1])), "stones[0]: expected a pair of whole numbers, not 0"),
        ((6, np.array(3)), "stones must be a list, not 3"),
        ((6, "0123"), "stones must be a list, not '0123'"),
        ((6, {"a": 1}), "stones must be a list"),
    ],
)
def test_an_invalid_instance_is_refused_with_a_message_that_names_the_position(
    arguments: tuple[Any, ...], message: str
) -> None:
    with pytest.raises(tw.BadInput) as error:
        DominoInstance(*arguments)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[0, 1]], []), "expected a pair of cells for each stone; stones: 1, pairs of cells: 0"),
        (([[0, 1]], [[[0, 0], [0]]]), "cells[0][1]: expected a pair of whole numbers, not [0]"),
        (([[0, 1]], [[0, 0]]), "cells[0][0]: expected a pair of whole numbers, not 0"),
        (([[0, 1]], [[[0, 0]]]), "cells[0]: expected a pair of cells"),
        (
            ([[0, 1]], [[[0, 0], [0, 10**9]]]),
            "placements[0]: a row or a column is outside -100000000..100000000",
        ),
    ],
)
def test_an_invalid_solution_is_refused_with_a_message_that_names_the_position(
    arguments: tuple[Any, ...], message: str
) -> None:
    with pytest.raises(tw.BadInput) as error:
        DominoSolution(*arguments)
    assert message in str(error.value)
