"""The list of all best stacks, against every stack that the rules allow."""

from __future__ import annotations

import json

import pytest
from nmbr9_count_oracle import turned_stacks
from nmbr9_oracle import SIDE, Lying, moves

from tilewright.cli import run
from tilewright.games.nmbr9.notation import parse
from tilewright.games.nmbr9.stacking.list_best_stacks import Stack, best_stacks

Cells = frozenset[tuple[int, int]]


def quietly(note: str = "") -> None:
    pass


def cells_of(number: int) -> Cells:
    return frozenset(divmod(at, SIDE) for at in range(number.bit_length()) if number >> at & 1)


def every_stack(left: tuple[int, ...], lying: tuple[Lying, ...], cards: int, support: str) -> set[frozenset]:
    """All full tables that can be played, in any order."""
    if len(lying) == cards:
        return {frozenset(lying)}
    found = set()
    for value in set(left):
        rest = list(left)
        rest.remove(value)
        for move in moves(lying, value, None, support):
            found |= every_stack(tuple(rest), (*lying, move), cards, support)
    return found


def told_apart(lying: frozenset) -> list[tuple[int, int, Cells]]:
    """All above the table, and what carries something: levels, values, cells."""
    above = 0
    for _, level, cells in lying:
        above |= cells if level == 2 else 0
    return [(level, value, cells_of(cells)) for value, level, cells in lying if level > 1 or cells & above]


def form(parts: list[tuple[int, int, Cells]]) -> tuple:
    """The same for a stack however it is turned and moved."""
    forms = []
    for _ in range(4):
        parts = [(level, value, frozenset((c, -r) for r, c in cells)) for level, value, cells in parts]
        row = min(r for _, _, cells in parts for r, _ in cells)
        column = min(c for _, _, cells in parts for _, c in cells)
        moved = [
            (level, value, tuple(sorted((r - row, c - column) for r, c in cells)))
            for level, value, cells in parts
        ]
        forms.append(tuple(sorted(moved)))
    return min(forms)


@pytest.mark.parametrize("text", ["F-1-2-3", "F-1-2-3 support=types", "F-2-1-3"])
def test_best_stacks_are_those_that_playing_in_every_way_finds(text):
    instance = parse(text)
    left = tuple(range(instance.max_value + 1)) * instance.copies
    played = every_stack(left, (), instance.cards, instance.support)
    scores = {stack: sum(value * (level - 1) for value, level, _ in stack) for stack in played}
    best = max(scores.values())
    expected = {form(told_apart(stack)) for stack, score in scores.items() if score == best}
    listed = [
        [(len(stack) - at, value, frozenset(cells)) for at, layer in enumerate(stack) for value, cells in layer]
        for stack in best_stacks(instance, best, 1, quietly)
    ]
    assert len(listed) == len(expected)
    assert {form(parts) for parts in listed} == expected


def test_a_score_that_no_stack_has_gives_none():
    assert best_stacks(parse("F-2-1-3"), 9, 1, quietly) == frozenset()


@pytest.mark.parametrize(("text", "best"), [("F-6-2-5 support=types", 19), ("F-4-2-8", 19)])
def test_the_second_search_counts_as_many_stacks(text, best):
    instance = parse(text)
    listed = best_stacks(instance, best, 1, quietly)
    assert listed
    assert turned_stacks(instance, best) == sum(map(turns_of, listed))


def turns_of(stack: Stack) -> int:
    """How many different turns the stack has."""
    parts = [(at, value, frozenset(cells)) for at, layer in enumerate(stack) for value, cells in layer]
    found = set()
    for _ in range(4):
        parts = [(at, value, frozenset((c, -r) for r, c in cells)) for at, value, cells in parts]
        row = min(r for _, _, cells in parts for r, _ in cells)
        column = min(c for _, _, cells in parts for _, c in cells)
        found.add(
            frozenset(
                (at, value, frozenset((r - row, c - column) for r, c in cells)) for at, value, cells in parts
            )
        )
    return len(found)


def test_the_command_counts_and_tells(capsys):
    assert run(["nmbr9", "count", "F-6-2-5", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["score"], told["stacks"]) == (19, 3)  # by both searches, above
    assert run(["nmbr9", "count", "F-6-2-5", "--score", "19"]) == 0
    assert capsys.readouterr().out == "3 stacks of F-6-2-5 with 19 points\n"
    assert run(["nmbr9", "count", "F-9-2-20", "--time-limit", "0.1"]) == 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("F-6-2-5", "--set", "grid=6"), "without edges"),
        (("K-9-2-3:3,7,0",), "variant F"),
    ],
)
def test_what_is_not_counted_is_refused_in_one_line(arguments, says, capsys):
    assert run(["nmbr9", "count", *arguments, "--score", "5"]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1
