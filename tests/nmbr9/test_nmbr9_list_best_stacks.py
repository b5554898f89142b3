"""The list of all best stacks, compared with a brute-force enumeration and with the second search."""

from __future__ import annotations

import json

import pytest
from count_stacks_with_second_search import count_rotated_stacks
from nmbr9_oracle import SIDE, PlacedPart, moves, rotated_forms

from tilewright.cli import run
from tilewright.games.nmbr9.notation import parse
from tilewright.games.nmbr9.stacking.list_best_stacks import Stack, best_stacks

Cells = frozenset[tuple[int, int]]


def ignore_progress(note: str = "") -> None:
    pass


def cells_of(number: int) -> Cells:
    return frozenset(divmod(bit, SIDE) for bit in range(number.bit_length()) if number >> bit & 1)


def every_stack(
    left: tuple[int, ...], placed: tuple[PlacedPart, ...], cards: int, support: str
) -> set[frozenset]:
    """Return all complete stacks that can be built with the cards in any order."""
    if len(placed) == cards:
        return {frozenset(placed)}
    stacks = set()
    for value in set(left):
        rest = list(left)
        rest.remove(value)
        for move in moves(placed, value, None, support):
            stacks |= every_stack(tuple(rest), (*placed, move), cards, support)
    return stacks


def relevant_parts(placed: frozenset) -> list[tuple[tuple[int, int], Cells]]:
    """Return the level, value and cells of each part that is above level 1 or supports another part."""
    above = 0
    for _, level, cells in placed:
        above |= cells if level == 2 else 0
    return [((level, value), cells_of(cells)) for value, level, cells in placed if level > 1 or cells & above]


def parts_of(stack: Stack) -> list[tuple[tuple[int, int], Cells]]:
    """Return the level, value and cells of each part of a listed stack."""
    return [
        ((len(stack) - depth, value), frozenset(cells))
        for depth, layer in enumerate(stack)
        for value, cells in layer
    ]


@pytest.mark.parametrize("text", ["F-1-2-3", "F-1-2-3 support=types", "F-2-1-3"])
def test_the_best_stacks_are_those_of_a_brute_force_enumeration(text):
    instance = parse(text)
    left = tuple(range(instance.max_value + 1)) * instance.copies
    stacks = every_stack(left, (), instance.cards, instance.support)
    scores = {stack: sum(value * (level - 1) for value, level, _ in stack) for stack in stacks}
    best = max(scores.values())
    expected = {min(rotated_forms(relevant_parts(stack))) for stack, score in scores.items() if score == best}
    listed = best_stacks(instance, best, 1, ignore_progress)
    assert len(listed) == len(expected)
    assert {min(rotated_forms(parts_of(stack))) for stack in listed} == expected


def test_a_score_that_no_stack_reaches_gives_an_empty_list():
    assert best_stacks(parse("F-2-1-3"), 9, 1, ignore_progress) == frozenset()


@pytest.mark.parametrize(
    ("text", "best"), [pytest.param("F-6-2-5 support=types", 19, marks=pytest.mark.long), ("F-4-2-8", 19)]
)
def test_the_second_search_counts_as_many_stacks(text, best):
    instance = parse(text)
    listed = best_stacks(instance, best, 1, ignore_progress)
    assert listed
    assert count_rotated_stacks(instance, best) == sum(len(rotated_forms(parts_of(stack))) for stack in listed)


def test_the_command_prints_the_count(capsys):
    assert run(["nmbr9", "count", "F-6-2-5", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["score"], data["stacks"]) == (19, 3)  # The first and the second search both find these values.
    assert run(["nmbr9", "count", "F-6-2-5", "--score", "19"]) == 0
    assert capsys.readouterr().out == "3 stacks of F-6-2-5 with 19 points\n"
    assert run(["nmbr9", "count", "F-9-2-20", "--time-limit", "0.1"]) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("F-6-2-5", "--set", "grid=6"), "unbounded table"),
        (("K-9-2-3:3,7,0",), "variant F"),
    ],
)
def test_unsupported_instances_are_refused_in_one_line(arguments, message, capsys):
    assert run(["nmbr9", "count", *arguments, "--score", "5"]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
