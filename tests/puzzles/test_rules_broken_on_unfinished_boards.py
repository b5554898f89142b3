"""Broken rules of unfinished boards: a rule is broken if no values of the undecided cells can satisfy it."""

from __future__ import annotations

import random
from itertools import product

from toy_puzzle import Board, around, build

from tilewright.puzzles.explainer import Explainer
from tilewright.puzzles.kinds_and_states import SHADED, UNSHADED, Place, Value
from tilewright.puzzles.rule_model import Model

CONNECTED = "All shaded cells are connected"


def explainer_of(board: Board) -> Explainer:
    model = Model()
    build(board, model)
    return Explainer(model)


def test_a_clue_is_broken_exactly_if_no_shading_of_the_rest_fits_it() -> None:
    chance = random.Random(5)
    seen = set()
    for _ in range(60):
        board = Board(tuple(tuple(chance.choice((0, 0, 1, 2, 4)) for _ in range(3)) for _ in range(3)))
        decided = {cell: chance.choice((SHADED, UNSHADED)) for cell in board.cells() if chance.random() < 0.6}
        expected = set()
        for cell, number in board.clues().items():
            near = around(board, cell)
            certain = sum(decided.get(each) == SHADED for each in near)
            possible = certain + sum(each not in decided for each in near)
            if not certain <= number <= possible:
                expected.add(cell)
        values: dict[Place, Value] = dict(decided)
        broken = [
            rule for rule, _ in explainer_of(board).broken_rules(values) if rule and rule.sentence != CONNECTED
        ]
        assert {cell for rule in broken for cell in rule.cells} == expected
        seen.add(bool(expected))
    assert seen == {True, False}


def test_a_broken_rule_without_cells_of_its_own_names_the_places_that_break_it() -> None:
    board = Board(((0, 0, 0), (0, 0, 0), (0, 0, 0)))
    apart: dict[Place, Value] = {(0, 0): SHADED, (2, 2): SHADED}
    explainer = explainer_of(board)
    assert list(explainer.broken_rules(apart)) == []
    wall: dict[Place, Value] = {(1, column): UNSHADED for column in range(3)}
    ((rule, places),) = explainer.broken_rules({**apart, **wall})
    assert rule is not None
    assert rule.sentence == CONNECTED
    assert {(0, 0), (2, 2)} <= set(places) <= set(product(range(3), repeat=2))
