"""The rules of Nmbr9, compared with an independent implementation, and the validation of instances."""

from __future__ import annotations

import json
import random

import nmbr9_oracle as oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.games.nmbr9.playing.legal_placements import legal_placements
from tilewright.games.nmbr9.rules import (
    PARTS,
    Nmbr9Instance,
    Nmbr9Policy,
    Nmbr9Solution,
    Placement,
    Reply,
    check,
    orientations,
)

GAME = tw.game("nmbr9")


def on_the_oracles_board(placements: tuple[Placement, ...]) -> tuple[oracle.PlacedPart, ...]:
    return tuple(
        (each.value, each.level, oracle.mask([(r + oracle.ORIGIN, c + oracle.ORIGIN) for r, c in each.cells]))
        for each in placements
    )


def random_stack(instance: Nmbr9Instance, count: int, rng: random.Random) -> tuple[Placement, ...]:
    """Return random legal placements of random cards; for about half, only the highest level is considered."""
    cards = (rng.randrange(instance.max_value + 1) for _ in range(count))
    return oracle.random_stack(instance, cards, rng, high=0.5)


def test_the_parts_are_those_of_the_paper() -> None:
    assert [len(part) for part in PARTS] == [10, 5, 9, 9, 8, 10, 9, 7, 8, 10]
    assert {(min(part.rows, part.cols), max(part.rows, part.cols)) for part in PARTS} == {(3, 4), (2, 4)}
    assert [len(orientations(value)) for value in range(10)] == [2, 4, 4, 4, 4, 4, 4, 4, 2, 4]


@pytest.mark.parametrize("support", ["parts", "types"])
@pytest.mark.parametrize("seed", range(4))
def test_the_legal_placements_are_exactly_those_allowed_by_the_rules(seed: int, support: str) -> None:
    rng = random.Random(seed)
    instance = Nmbr9Instance("F", 9, 20, 9, support=support)
    placed = random_stack(instance, 4, rng)
    placed_on_oracle = on_the_oracles_board(placed)
    card = rng.randrange(10)
    placements = on_the_oracles_board(legal_placements(instance, placed, card))
    # `oracle.moves` tries only positions near the origin of its board, so this test tries all positions.
    expected = [
        (card, level, cells)
        for shape, _, _ in oracle.rotations(card)
        for row in range(oracle.SIDE - 5)
        for column in range(oracle.SIDE - 5)
        for level in range(1, 5)
        if oracle.legal(placed_on_oracle, level, cells := shape << (row * oracle.SIDE + column), support)
    ]
    assert sorted(placements) == sorted(expected)
    assert len(set(placements)) == len(placements)


@pytest.mark.parametrize("support", ["parts", "types"])
@pytest.mark.parametrize("seed", range(4))
def test_the_checker_accepts_exactly_the_placements_allowed_by_the_rules(seed: int, support: str) -> None:
    rng = random.Random(seed)
    instance = Nmbr9Instance("F", 9, 20, 5, support=support)
    placed = random_stack(instance, 4, rng)
    placed_on_oracle = on_the_oracles_board(placed)
    verdicts = []
    for _ in range(400):
        value, level = rng.randrange(10), rng.randint(1, 4)
        row, column = rng.choice(rng.choice(placed).cells)
        cells = rng.choice(orientations(value)).at(row - rng.randrange(5), column - rng.randrange(5))
        new = Placement(value, 19, level, cells)
        ((_, _, mask),) = on_the_oracles_board((new,))
        expected = oracle.legal(placed_on_oracle, level, mask, support)
        assert check(instance, Nmbr9Solution((*placed, new))).ok == expected
        verdicts.append(expected)
    assert any(verdicts)
    assert not all(verdicts)


@pytest.mark.parametrize("seed", range(4))
def test_on_a_grid_the_first_part_may_lie_anywhere_and_no_part_outside(seed: int) -> None:
    rng = random.Random(seed)
    instance = Nmbr9Instance("F", 9, 20, 9, grid=6)
    card = rng.randrange(10)
    first = legal_placements(instance, (), card)
    assert sorted(on_the_oracles_board(first)) == sorted(oracle.moves((), card, 6, "parts"))
    placed = (rng.choice(first),)
    second = legal_placements(instance, placed, 9 - card)
    expected = oracle.moves(on_the_oracles_board(placed), 9 - card, 6, "parts")
    assert sorted(on_the_oracles_board(second)) == sorted(expected)


@given(st.integers(0, 10**6), st.integers(-9, 9), st.integers(-9, 9))
@settings(deadline=None, derandomize=True, max_examples=15)
def test_a_legal_stack_stays_legal_with_the_same_score_if_it_is_moved_or_rotated(
    seed: int, down: int, right: int
) -> None:
    instance = Nmbr9Instance("F", 9, 20, 5)
    placed = random_stack(instance, 5, random.Random(seed))
    moved = tuple(
        Placement(each.value, each.copy, each.level, tuple((r + down, c + right) for r, c in each.cells))
        for each in placed
    )
    rotated = tuple(
        Placement(each.value, each.copy, each.level, tuple((c, -r) for r, c in each.cells)) for each in placed
    )
    expected = sum(each.value * (each.level - 1) for each in placed)
    for stack in (placed, moved, rotated):
        verdict = check(instance, Nmbr9Solution(stack))
        assert (verdict.ok, verdict.objective) == (True, expected)


def test_the_score_is_the_value_times_the_levels_below() -> None:
    # The paper: "an 8-part on level 3 is worth 16, while it is worth 0 on level 1".
    cells = PARTS[8].cells
    assert Placement(8, 0, 3, cells).score == 16
    assert Placement(8, 0, 1, cells).score == 0


def test_the_order_of_play_is_checked() -> None:
    instance = GAME.parse("F-2-1-3")
    solution = tw.solve(instance, solver="literal").solution
    assert isinstance(solution, Nmbr9Solution)
    assert solution.placements[-1].level == 2
    backwards = Nmbr9Solution(solution.placements[::-1])
    assert {rule.rule for rule in check(instance, backwards).broken} == {"unsupported"}


def test_every_broken_rule_is_listed() -> None:
    instance = GAME.parse("K-1-1-2:0,1 grid=6 levels=1")
    far = Placement(2, 3, 2, ((90, 90),))
    broken = [rule.rule for rule in check(instance, Nmbr9Solution((far,))).broken]
    expected = ["wrong-card", "not-in-set", "wrong-shape", "off-grid", "too-high", "unsupported", "cards-left"]
    assert broken == expected


def test_two_copies_of_a_number_are_two_parts_but_one_type() -> None:
    example = GAME.examples["broken"]["one-type"]
    solution = GAME.parse_solution(json.dumps(example["solution"]))
    assert not GAME.check(GAME.parse(example["instance"]), solution).ok
    assert GAME.check(GAME.parse(example["instance"].replace("types", "parts")), solution).ok


def test_every_line_of_play_of_a_policy_is_checked() -> None:
    instance = GAME.parse("U-1-1-1")
    complete = Nmbr9Policy(tuple((card, Reply(1, PARTS[card].cells)) for card in (0, 1)))
    assert check(instance, complete).objective == 0
    opening = check(GAME.parse("U-1-1-2"), complete)
    assert opening.ok
    assert opening.objective is None, "an opening has no objective"
    longer = Nmbr9Policy(tuple((card, Reply(1, PARTS[card].cells, complete.replies)) for card in (0, 1)))
    assert {rule.rule for rule in check(instance, longer).broken} == {"too-many-cards"}


def test_a_solution_of_the_wrong_kind_is_refused() -> None:
    with pytest.raises(tw.BadInput, match="a solution of F-1-1-1 is a list of placements"):
        check(GAME.parse("F-1-1-1"), Nmbr9Policy(()))
    with pytest.raises(tw.BadInput, match="a solution of U-1-1-1 is a policy"):
        check(GAME.parse("U-1-1-1"), Nmbr9Solution(()))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("F-10-2-5", "max_value: expected a whole number from 0 to 9, not 10"),
        ("F-6-1-8", "cards: 8 is too many; the set has only 7 parts"),
        ("F-6-2-0", "cards: expected a whole number from 1 to 14, not 0"),
        ("F-6-0-1", "copies: expected a whole number from 1 to 20, not 0"),
        ("K-9-2-3:3,3,3", r"deck\[2\]: too many copies of card 3; the set has 2 of each number"),
        ("K-9-2-3:3,4", "deck: expected 3 cards, not 2"),
        ("K-9-2-2:3,4,5", "deck: expected 2 cards, not 3"),
        ("K-6-2-1:7", r"deck\[0\]: expected a whole number from 0 to 6, not 7"),
        ("K-9-2-3", "deck: variant K needs a deck"),
        ("F-6-2-5:1,2,3,4,5", "deck: variant F has no deck"),
        ("F-6-2-5 grid=0", "grid: expected a whole number from 1 to 1000, not 0"),
        ("F-6-2-5 levels=0", "levels: expected a whole number from 1 to 1000, not 0"),
        ("F-6-2-5 support=types objective=expected", "objective: only variant U has a choice"),
        ("F-6-2-5 support=both", "support: expected parts or types, not 'both'"),
    ],
)
def test_an_invalid_instance_is_refused_in_one_line(text: str, line: str) -> None:
    with pytest.raises(tw.BadInput, match=line) as refused:
        GAME.parse(text)
    assert "\n" not in str(refused.value)
