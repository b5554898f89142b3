"""The rules of Nmbr9 against a judge of few lines, and what an instance may not be."""

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


def on_the_oracles_board(placements: tuple[Placement, ...]) -> tuple[oracle.Lying, ...]:
    return tuple(
        (each.value, each.level, oracle.mask([(r + oracle.ORIGIN, c + oracle.ORIGIN) for r, c in each.cells]))
        for each in placements
    )


def random_stack(instance: Nmbr9Instance, cards: int, chance: random.Random) -> tuple[Placement, ...]:
    """Cards and places drawn at random, high levels more often than they come by chance."""
    placed: tuple[Placement, ...] = ()
    for _ in range(cards):
        found = legal_placements(instance, placed, chance.randrange(instance.max_value + 1))
        top = max(each.level for each in found)
        high = [each for each in found if each.level == top]
        placed += (chance.choice(high if chance.random() < 0.5 else list(found)),)
    return placed


def test_the_parts_are_those_of_the_text() -> None:
    assert [len(part) for part in PARTS] == [10, 5, 9, 9, 8, 10, 9, 7, 8, 10]
    assert {(min(part.rows, part.cols), max(part.rows, part.cols)) for part in PARTS} == {(3, 4), (2, 4)}
    assert [len(orientations(value)) for value in range(10)] == [2, 4, 4, 4, 4, 4, 4, 4, 2, 4]


@pytest.mark.parametrize("support", ["parts", "types"])
@pytest.mark.parametrize("seed", range(4))
def test_legal_placements_are_those_that_the_rules_allow_and_no_others(seed: int, support: str) -> None:
    chance = random.Random(seed)
    instance = Nmbr9Instance("F", 9, 20, 9, support=support)
    placed = random_stack(instance, 4, chance)
    lying = on_the_oracles_board(placed)
    card = chance.randrange(10)
    found = on_the_oracles_board(legal_placements(instance, placed, card))
    # Without a grid the first part of the oracle lies elsewhere, but what touches a stack is the same.
    expected = [
        (card, level, cells)
        for shape, _, _ in oracle.turned(card)
        for row in range(oracle.SIDE - 5)
        for column in range(oracle.SIDE - 5)
        for level in range(1, 5)
        if oracle.legal(lying, level, cells := shape << (row * oracle.SIDE + column), support)
    ]
    assert sorted(found) == sorted(expected)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("support", ["parts", "types"])
@pytest.mark.parametrize("seed", range(4))
def test_the_checker_allows_a_part_exactly_where_the_rules_allow_it(seed: int, support: str) -> None:
    chance = random.Random(seed)
    instance = Nmbr9Instance("F", 9, 20, 5, support=support)
    placed = random_stack(instance, 4, chance)
    lying = on_the_oracles_board(placed)
    verdicts = []
    for _ in range(400):
        value, level = chance.randrange(10), chance.randint(1, 4)
        row, column = chance.choice(chance.choice(placed).cells)
        cells = chance.choice(orientations(value)).at(row - chance.randrange(5), column - chance.randrange(5))
        new = Placement(value, 19, level, cells)
        ((_, _, mask),) = on_the_oracles_board((new,))
        expected = oracle.legal(lying, level, mask, support)
        assert check(instance, Nmbr9Solution((*placed, new))).ok == expected
        verdicts.append(expected)
    assert any(verdicts)
    assert not all(verdicts)


@pytest.mark.parametrize("seed", range(4))
def test_on_a_grid_the_first_part_may_lie_anywhere_and_none_beyond(seed: int) -> None:
    chance = random.Random(seed)
    instance = Nmbr9Instance("F", 9, 20, 9, grid=6)
    card = chance.randrange(10)
    first = legal_placements(instance, (), card)
    assert sorted(on_the_oracles_board(first)) == sorted(oracle.moves((), card, 6, "parts"))
    placed = (chance.choice(first),)
    second = legal_placements(instance, placed, 9 - card)
    expected = oracle.moves(on_the_oracles_board(placed), 9 - card, 6, "parts")
    assert sorted(on_the_oracles_board(second)) == sorted(expected)


@given(st.integers(0, 10**6), st.integers(-9, 9), st.integers(-9, 9))
@settings(deadline=None, derandomize=True, max_examples=15)
def test_a_legal_stack_stays_legal_wherever_it_is_moved_and_scores_the_same(
    seed: int, down: int, right: int
) -> None:
    instance = Nmbr9Instance("F", 9, 20, 5)
    placed = random_stack(instance, 5, random.Random(seed))
    moved = tuple(
        Placement(each.value, each.copy, each.level, tuple((r + down, c + right) for r, c in each.cells))
        for each in placed
    )
    turned = tuple(
        Placement(each.value, each.copy, each.level, tuple((c, -r) for r, c in each.cells)) for each in placed
    )
    expected = sum(each.value * (each.level - 1) for each in placed)
    for stack in (placed, moved, turned):
        verdict = check(instance, Nmbr9Solution(stack))
        assert (verdict.ok, verdict.objective) == (True, expected)


def test_the_score_is_the_value_times_the_levels_below() -> None:
    # "an 8-part on level 3 is worth 16, while it is worth 0 on level 1"
    cells = PARTS[8].cells
    assert Placement(8, 0, 3, cells).score == 16
    assert Placement(8, 0, 1, cells).score == 0


def test_the_order_of_play_is_judged() -> None:
    instance = GAME.parse("F-2-1-3")
    solution = tw.solve(instance, solver="literal").solution
    assert isinstance(solution, Nmbr9Solution)
    assert solution.placements[-1].level == 2
    backwards = Nmbr9Solution(solution.placements[::-1])
    assert {rule.rule for rule in check(instance, backwards).broken} == {"unsupported"}


def test_every_broken_rule_is_listed() -> None:
    instance = GAME.parse("K-1-1-2:0,1 grid=6 levels=1")
    far = Placement(2, 3, 2, ((90, 90),))
    found = [rule.rule for rule in check(instance, Nmbr9Solution((far,))).broken]
    expected = ["wrong-card", "not-in-set", "wrong-shape", "off-grid", "too-high", "unsupported", "cards-left"]
    assert found == expected


def test_two_copies_are_two_parts_but_one_type() -> None:
    example = GAME.examples["broken"]["one-type"]
    solution = GAME.parse_solution(json.dumps(example["solution"]))
    assert not GAME.check(GAME.parse(example["instance"]), solution).ok
    assert GAME.check(GAME.parse(example["instance"].replace("types", "parts")), solution).ok


def test_a_policy_is_followed_to_the_end_of_every_line() -> None:
    instance = GAME.parse("U-1-1-1")
    whole = Nmbr9Policy(tuple((card, Reply(1, PARTS[card].cells)) for card in (0, 1)))
    assert check(instance, whole).objective == 0
    opening = check(GAME.parse("U-1-1-2"), whole)
    assert opening.ok
    assert opening.objective is None, "an opening alone forces nothing that can be judged"
    longer = Nmbr9Policy(tuple((card, Reply(1, PARTS[card].cells, whole.replies)) for card in (0, 1)))
    assert {rule.rule for rule in check(instance, longer).broken} == {"too-many-cards"}


def test_a_policy_does_not_answer_a_free_deck_nor_placements_an_unknown_one() -> None:
    with pytest.raises(tw.BadInput, match="F-1-1-1 is answered by placements"):
        check(GAME.parse("F-1-1-1"), Nmbr9Policy(()))
    with pytest.raises(tw.BadInput, match="U-1-1-1 is answered by a policy"):
        check(GAME.parse("U-1-1-1"), Nmbr9Solution(()))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("F-10-2-5", "max_value: expected a whole number from 0 to 9, not 10"),
        ("F-6-1-8", "cards: 8 are more than the 7 parts of the set"),
        ("F-6-2-0", "cards: expected a whole number from 1 to 14, not 0"),
        ("F-6-0-1", "copies: expected a whole number from 1 to 20, not 0"),
        ("K-9-2-3:3,3,3", r"deck\[2\]: the card 3 comes once too often; there are 2 of it"),
        ("K-9-2-3:3,4", "deck: expected 3 cards, not 2"),
        ("K-9-2-2:3,4,5", "deck: expected 2 cards, not 3"),
        ("K-6-2-1:7", r"deck\[0\]: expected a whole number from 0 to 6, not 7"),
        ("K-9-2-3", "deck: variant K needs one"),
        ("F-6-2-5:1,2,3,4,5", "deck: variant F has none"),
        ("F-6-2-5 grid=0", "grid: expected a whole number from 1 to 1000, not 0"),
        ("F-6-2-5 levels=0", "levels: expected a whole number from 1 to 1000, not 0"),
        ("F-6-2-5 support=types objective=expected", "objective: only variant U has one to choose"),
        ("F-6-2-5 support=both", "support: expected parts or types, not 'both'"),
    ],
)
def test_an_instance_that_cannot_be_is_refused_in_one_line(text: str, line: str) -> None:
    with pytest.raises(tw.BadInput, match=line) as refused:
        GAME.parse(text)
    assert "\n" not in str(refused.value)
