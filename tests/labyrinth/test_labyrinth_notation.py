"""Labyrinth: parsing and formatting instances and solutions, and the messages for malformed input."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from labyrinth_oracle import small_graph

import tilewright as tw
from tilewright.games.labyrinth.notation import (
    from_json,
    parse,
    parse_solution,
    solution_to_json,
    to_json,
    to_text,
)
from tilewright.games.labyrinth.rules import LabyrinthInstance, LabyrinthSolution


def test_the_text_notation_has_keywords_and_edges_in_any_order() -> None:
    expected = LabyrinthInstance(((1, 2), (2, 3, 7)), 1, 3, 10)
    assert parse("from 1 to 3 cost 10 1-2 2-3:7") == expected
    assert parse("1-2, 2-3:7;\nto 3\nfrom 1 cost 10\n") == expected
    assert parse("from -1 to -2 -1--2:-5") == LabyrinthInstance(((-1, -2, -5),), -1, -2)


def test_a_cost_that_equals_the_default_is_kept_in_json_if_it_was_given() -> None:
    data = {"edges": [[1, 2], [2, 3, 1]], "start": 1, "target": 3, "edge_cost": 1}
    assert to_json(from_json(data)) == data
    assert from_json({"edges": [[1, 2]], "start": 1, "target": 2}).edge_cost == 1


@given(st.integers(0, 10_000))
@settings(deadline=None, derandomize=True)
def test_writing_and_reading_gives_the_same_instance(seed: int) -> None:
    instance = small_graph(seed)
    assert parse(json.dumps(to_json(instance))) == instance
    assert parse(to_text(instance)) == instance


@given(st.lists(st.integers(-(10**9), 10**9)))
@settings(deadline=None, derandomize=True)
def test_writing_and_reading_gives_the_same_path(path: list[int]) -> None:
    solution = LabyrinthSolution(tuple(path))
    assert parse_solution(json.dumps(solution_to_json(solution))) == solution


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "",
            "token 1: expected an edge such as 1-2 or 1-2:7, or a keyword (from, to or cost), not ''",
        ),
        ("1-2", "the word 'from', followed by a node, is missing"),
        ("1-2 from 1", "the word 'to', followed by a node, is missing"),
        ("from 1 from 2 to 2 1-2", "token 3: the word 'from' appears twice"),
        ("from one to 2 1-2", "token 2: expected a number after 'from', not 'one'"),
        ("1-2 from", "token 3: expected a number after 'from', not the end of the text"),
        (
            "from 1 to 2 1-2-3",
            "token 5: expected an edge such as 1-2 or 1-2:7, or a keyword (from, to or cost), not '1-2-3'",
        ),
        ("from 1 to 2 1-2 2-1", "edges[1]: 2 and 1 are already joined by edges[0]"),
        ("[[1, 2]]", "a labyrinth must be a JSON object, not a list"),
        ("{", "the JSON is malformed at line 1, column 2: Expecting property name enclosed in double quotes"),
        ('{"edges": [[1, 2]], "start": 1}', "a labyrinth lacks the key 'target'"),
        ('{"edges": {}, "start": 1, "target": 2}', "edges: expected a list, not {}"),
        (
            '{"edges": [12], "start": 1, "target": 2}',
            "edges[0]: expected a list such as [1, 2] or [1, 2, 7], not 12",
        ),
        ('{"edges": [[1, "2"]], "start": 1, "target": 2}', "edges[0][1]: expected a whole number, not '2'"),
        ('{"edges": [[1, [2]]], "start": 1, "target": 2}', "edges[0][1]: expected a whole number, not [2]"),
        ('{"edges": [[1, 2]], "start": 1, "target": null}', "target: expected a whole number, not None"),
        (
            '{"edges": [[1, 2]], "start": 1, "target": 2, "cost": 3}',
            "a labyrinth has an unknown key 'cost'; it may have edge_cost, edges, start, target",
        ),
        ("[" * 100_000, "the JSON is nested too deeply"),
        ('{"start": ' + "1" * 5000 + "}", "the JSON has a number with too many digits"),
    ],
)
def test_a_malformed_instance_is_reported_with_its_position(text: str, message: str) -> None:
    with pytest.raises(tw.BadInput) as error:
        parse(text)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1, 2]", "a path through a labyrinth must be a JSON object, not a list"),
        ('{"path": 1}', "path: expected a list of nodes, not 1"),
        ('{"path": [1, "2"]}', "path[1]: expected a whole number, not '2'"),
        ('{"path": [1, 10000000000]}', "path[1]: expected a number from -1000000000 to 1000000000"),
    ],
)
def test_a_malformed_solution_is_reported_with_its_position(text: str, message: str) -> None:
    with pytest.raises(tw.BadInput) as error:
        parse_solution(text)
    assert str(error.value) == message
