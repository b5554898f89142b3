"""Labyrinth: the rules of a path, and the checker's report of each broken rule."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from labyrinth_oracle import small_graph

import tilewright as tw
from tilewright.games.labyrinth.rules import RULES, LabyrinthInstance, LabyrinthSolution, check

SQUARE = LabyrinthInstance(((1, 2), (2, 3, 7), (3, 4), (4, 1, -2)), 1, 3, 10)


def broken(*path: int) -> list[tuple[str, tuple[tuple[int, int], ...]]]:
    return [(rule.rule, rule.cells) for rule in check(SQUARE, LabyrinthSolution(path)).broken]


def test_the_cost_of_a_path_is_the_sum_of_its_edge_costs() -> None:
    assert check(SQUARE, LabyrinthSolution((1, 2, 3))).objective == 17
    assert check(SQUARE, LabyrinthSolution((1, 4, 3))).objective == 8


def test_the_bocconi_labyrinth_has_a_path_through_all_its_nodes() -> None:
    game = tw.game("labyrinth")
    instance = game.from_json(game.examples["instances"][0]["instance"])
    path = (1, 5, 4, 9, 10, 14, 15, 16, 12, 11, 6, 2, 3, 7, 8, 13)
    assert game.check(instance, LabyrinthSolution(path)).objective == 150
    assert repr(LabyrinthSolution((1, 2))) == "LabyrinthSolution(path=(1, 2))"


def test_every_broken_rule_is_listed_with_its_positions_in_the_path() -> None:
    assert broken() == [("empty-path", ())]
    assert broken(2) == [("wrong-start", ((0, 2),)), ("wrong-target", ((0, 2),))]
    assert broken(1, 3) == [("no-edge", ((0, 1), (1, 3)))]
    assert broken(1, 9, 3) == [("unknown-node", ((1, 9),))]
    assert broken(1, 2, 1, 4, 3) == [("node-twice", ((0, 1), (2, 1)))]
    assert broken(1, 1, 2, 3) == [("no-edge", ((0, 1), (1, 1))), ("node-twice", ((0, 1), (1, 1)))]
    assert [rule for rule, _ in broken(4, 2, 9, 2)] == [
        "unknown-node",
        "wrong-start",
        "wrong-target",
        "no-edge",
        "node-twice",
    ]


@given(st.integers(0, 500), st.lists(st.integers(-50, 50), max_size=6))
@settings(deadline=None, derandomize=True)
def test_the_checker_agrees_with_a_direct_check_of_the_rules(seed: int, path: list[int]) -> None:
    instance = small_graph(seed)
    joined = {frozenset(edge[:2]) for edge in instance.edges}
    valid = (
        len(path) > 0
        and path[0] == instance.start
        and path[-1] == instance.target
        and len(set(path)) == len(path)
        and all(frozenset(step) in joined for step in pairwise(path))
    )
    verdict = check(instance, LabyrinthSolution(tuple(path)))
    assert verdict.ok == valid
    assert {rule.rule for rule in verdict.broken} <= set(RULES)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((), 1, 2), "start: no edge contains the node 1"),
        ((((1, 2),), 1, 3), "target: no edge contains the node 3"),
        ((((1, 2),), 0, 2), "start: no edge contains the node 0"),
        ((((1, 2),), 1, 1), "start and target are both 1; expected two different nodes"),
        ((((1, 2), (2, 2)), 1, 2), "edges[1]: expected two different nodes, not 2 twice"),
        ((((1, 2), (2, 1, 7)), 1, 2), "edges[1]: 2 and 1 are already joined by edges[0]"),
        ((((1,),), 1, 2), "edges[0]: expected 2 or 3 numbers (two nodes, optional cost), found 1"),
        ((((1, 2, 3, 4),), 1, 2), "edges[0]: expected 2 or 3 numbers (two nodes, optional cost), found 4"),
        ((((1, 2.0),), 1, 2), "edges[0][1]: expected a whole number, not 2.0"),
        ((((1, 2, 10**10),), 1, 2), "edges[0][2]: expected a number from -1000000000 to 1000000000"),
        ((((1, 2),), 1, 2, True), "edge_cost: expected a whole number, not True"),
    ],
)
def test_an_invalid_instance_is_rejected(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(tw.BadInput) as error:
        LabyrinthInstance(*arguments)  # type: ignore[arg-type]
    assert str(error.value) == message
