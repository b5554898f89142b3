"""Nmbr9 pictures: the levels, the stack with its heights, and the parts that break a rule."""

from __future__ import annotations

import json

import tilewright as tw
from tilewright.drawing import Area, Label
from tilewright.games.nmbr9.rules import Nmbr9Policy, Nmbr9Solution

GAME = tw.game("nmbr9")


def solved(text: str) -> tuple[tw.Instance, Nmbr9Solution]:
    instance = GAME.parse(text)
    solution = tw.solve(instance, solver="literal").solution
    assert isinstance(solution, Nmbr9Solution)
    return instance, solution


def test_every_part_shows_its_number_on_its_level() -> None:
    instance, solution = solved("F-6-2-5 grid=6")
    scene = GAME.scene(instance, solution)
    titles = [element.title for element in scene.elements if isinstance(element, Area)]
    for number, placement in enumerate(solution.placements, 1):
        assert titles.count(f"{placement.value}, placement {number}") == 1
    names = [element.text for element in scene.elements if isinstance(element, Label)]
    assert [name for name in names if name.startswith("level")] == [
        "level 1: the table",
        "level 2: x 1",
        "level 3: x 2",
    ]
    assert "19 points on 3 levels" in scene.title


def test_the_stack_shows_the_height_of_every_visible_cell() -> None:
    instance, solution = solved("F-6-2-5")
    scene = GAME.scene(instance, solution)
    heights = [element.text for element in scene.elements if isinstance(element, Label) and element.size == 0.7]
    top = [placement for placement in solution.placements if placement.level == 3]
    assert heights.count("3") == sum(len(placement.cells) for placement in top)
    covered = {cell for placement in top for cell in placement.cells}
    second = {cell for placement in solution.placements if placement.level == 2 for cell in placement.cells}
    assert 0 < heights.count("2") <= len(second - covered)


def test_a_part_that_breaks_a_rule_is_hatched() -> None:
    example = GAME.examples["broken"]["one-part"]
    instance = GAME.parse(example["instance"])
    solution = GAME.parse_solution(json.dumps(example["solution"]))
    verdict = GAME.check(instance, solution)
    hatched = [
        element
        for element in GAME.scene(instance, solution, verdict).elements
        if isinstance(element, Area) and element.hatch
    ]
    assert [area.title for area in hatched] == ["1, placement 3"]


def test_a_deck_is_drawn_in_order() -> None:
    scene = GAME.scene(GAME.parse("K-9-2-3:3,7,0"))
    assert [each.title for each in scene.elements if isinstance(each, Area)] == ["3", "7", "0"]


def test_an_opening_is_drawn_for_each_first_card() -> None:
    instance = GAME.parse("U-2-1-3")
    policy = tw.solve(instance, solver="unknown").solution
    assert isinstance(policy, Nmbr9Policy)
    scene = GAME.scene(instance, policy)
    names = [element.text for element in scene.elements if isinstance(element, Label)]
    assert [name for name in names if name.startswith("first")] == ["first 0", "first 1", "first 2"]
