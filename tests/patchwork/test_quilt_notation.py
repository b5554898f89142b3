"""Notation of the placement study: instances, solutions and files of orders."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.games.patchwork.quilt import notation
from tilewright.games.patchwork.quilt.rules import Placement, QuiltInstance, QuiltSolution
from tilewright.games.patchwork.quilt.strategies import strategy_names
from tilewright.games.patchwork.quilt.tile_orders import parse_orders, published_orders, seeded_orders

QUICK = settings(deadline=None, derandomize=True, max_examples=60)

orders = st.permutations([0] * 5 + list(range(1, 34))).flatmap(
    lambda order: st.integers(0, 38).map(lambda cut: tuple(order[:cut]))
)
instances = st.builds(
    QuiltInstance, orders, st.sampled_from(strategy_names()), st.sampled_from(["box", "paper"])
)
cells = st.tuples(st.integers(-3, 12), st.integers(-3, 12))
solutions = st.builds(
    QuiltSolution,
    st.lists(
        st.builds(Placement, st.integers(0, 33), st.lists(cells, min_size=1, max_size=8).map(tuple)), max_size=5
    ).map(tuple),
    st.integers(0, 81),
    st.integers(1, 39),
)


def error_message(text: str) -> str | None:
    try:
        notation.parse(text)
    except tw.BadInput as error:
        return str(error)
    return None


@QUICK
@given(instances)
def test_an_instance_survives_a_round_trip_through_json_and_text(instance: QuiltInstance) -> None:
    assert notation.from_json(notation.to_json(instance)) == instance
    assert notation.parse(json.dumps(notation.to_json(instance))) == instance
    assert notation.parse(notation.to_text(instance)) == instance


@QUICK
@given(solutions)
def test_a_solution_survives_a_round_trip_through_json(solution: QuiltSolution) -> None:
    assert notation.parse_solution(json.dumps(notation.solution_to_json(solution))) == solution


@QUICK
@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    message = error_message(text)
    assert message is None or (message and "\n" not in message)


def test_the_default_strategy_is_all_regret() -> None:
    assert notation.parse("3, 1 2") == QuiltInstance((3, 1, 2), "all+regret")
    assert notation.parse('{"order": [3]}') == QuiltInstance((3,), "all+regret")
    assert notation.parse("3:bl-some+first").strategy == "bl-some+first"


def test_the_set_of_patches_is_written_only_if_it_is_not_the_set_of_the_paper() -> None:
    paper, box = QuiltInstance((3, 1)), QuiltInstance((3, 1), patches="box")
    assert notation.to_json(paper) == {"order": [3, 1], "strategy": "all+regret"}
    assert notation.to_json(box) == {"order": [3, 1], "strategy": "all+regret", "patches": "box"}
    assert notation.parse("3,1: all+regret patches=box") == notation.parse("3,1 patches=box") == box
    assert notation.parse("3,1 patches=paper") == paper


def test_the_set_of_patches_is_a_key_of_every_instance() -> None:
    game = tw.game("patchwork")
    box = game.with_keys(QuiltInstance((4,)), {"patches": "box"})
    assert box == QuiltInstance((4,), patches="box")
    assert game.with_keys(box, {"patches": "paper"}) == QuiltInstance((4,))
    with pytest.raises(tw.BadInput, match="patches: there is no set 'tin'; expected box or paper"):
        game.with_keys(box, {"patches": "tin"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"order": [4], "patches": 4}', "patches: there is no set 4; expected box or paper"),
        ('{"order": [4], "patches": null}', "patches: there is no set None; expected box or paper"),
        ("4: all+regret patches=tin", "patches: there is no set 'tin'; expected box or paper"),
        ("4 patches=", "patches: there is no set ''; expected box or paper"),
        ("1,x", "order[1]: expected the number of a patch, not 'x'"),
        ('{"order": 3}', "order: expected a list of patches, not 3"),
        ('{"order": [1.0]}', "order[0]: there is no patch 1.0; expected a number from 0 to 33"),
        ('{"strategy": "all+regret"}', "a quilt lacks the key 'order'"),
        (
            '{"order": [], "colour": 1}',
            "a quilt has an unknown key 'colour'; it may have order, patches, strategy",
        ),
    ],
)
def test_a_wrong_instance_is_refused(text: str, message: str) -> None:
    with pytest.raises(tw.BadInput) as caught:
        notation.parse(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"placements": 1, "area": 0, "streak": 1}, "placements: expected a list, not 1"),
        ({"placements": [], "area": "0", "streak": 1}, "area: expected a whole number, not '0'"),
        ({"placements": [{"patch": 0}], "area": 0, "streak": 1}, "placements[0] lacks the key 'cells'"),
        (
            {"placements": [{"patch": 0, "cells": []}], "area": 0, "streak": 1},
            "placements[0]: cells must be a non-empty list of [row, column]",
        ),
        (
            {"placements": [{"patch": 0, "cells": [[1]]}], "area": 0, "streak": 1},
            "placements[0]: expected a cell [row, column], not [1]",
        ),
        (
            {"placements": [{"patch": 0, "cells": [[0, 1.5]]}], "area": 0, "streak": 1},
            "placements[0]: patch 0: patch and coordinates must be whole numbers from -1000000 to 1000000",
        ),
        ({"placements": [], "area": 0}, "a quilt's solution lacks the key 'streak'"),
    ],
)
def test_a_wrong_solution_is_refused(data: object, message: str) -> None:
    with pytest.raises(tw.BadInput) as caught:
        notation.parse_solution(json.dumps(data))
    assert str(caught.value) == message


# --- Orders -------------------------------------------------------------------------------------------


def test_trailing_blanks_and_empty_last_lines_are_accepted() -> None:
    orders = parse_orders("0 5 37  \r\n37\t5 0 \n\n \n")
    assert orders.tiles == ((0, 5, 37), (37, 5, 0))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0 1 2\n0 1\n", "line 2: the number of tiles is 2, expected 3 as in line 1"),
        ("0 1\n\n0 1\n", "line 2: the number of tiles is 0, expected 2 as in line 1"),
        ("0 1\n0 38\n", "line 2, number 2: expected a tile from 0 to 37, not '38'"),
        ("0 1\n0 -1\n", "line 2, number 2: expected a tile from 0 to 37, not '-1'"),
        ("0 a\n", "line 1, number 2: expected a tile from 0 to 37, not 'a'"),
        ("7 3 7\n", "line 1, number 3: tile 7 occurs twice, first as number 1"),
        (" \n", "the orders file is empty: expected tile numbers, one order per line"),
    ],
)
def test_an_orders_file_with_a_wrong_line_is_refused(text: str, message: str) -> None:
    with pytest.raises(tw.BadInput) as caught:
        parse_orders(text)
    assert str(caught.value) == message


def test_the_published_orders_are_recognised_under_any_title() -> None:
    published = published_orders()
    text = "".join(" ".join(map(str, order)) + " \n" for order in published.tiles)
    parsed = parse_orders(text, "mine")
    assert parsed.published
    assert parsed.digest == published.digest
    assert not parse_orders(text.splitlines()[0]).published
    assert published.tiles[0] == tuple(range(38))


def test_a_longer_list_of_random_orders_begins_with_the_shorter_one() -> None:
    assert seeded_orders(3, 9).tiles == seeded_orders(5, 9).tiles[:3]
    assert seeded_orders(3, 9) != seeded_orders(3, 10)
    with pytest.raises(tw.BadInput, match="runs must be between 1 and 1000000, not 0"):
        seeded_orders(0, 1)
