"""Nmbr9 notation: every format round-trips, and bad input causes a one-line error."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.cli import run as run_command
from tilewright.games.nmbr9.rules import Nmbr9Instance, Nmbr9Policy, Nmbr9Solution, Placement, Reply

GAME = tw.game("nmbr9")

coordinates = st.one_of(st.integers(-9, 9), st.integers(-(10**6), 10**6))
cells = st.lists(st.tuples(coordinates, coordinates), min_size=1, max_size=10).map(tuple)
placements = st.builds(Placement, st.integers(0, 9), st.integers(0, 30), st.integers(1, 30), cells)
replies = st.recursive(
    st.builds(Reply, st.integers(1, 9), cells),
    lambda inner: st.builds(
        Reply,
        st.integers(1, 9),
        cells,
        st.dictionaries(st.integers(0, 9), inner, max_size=3).map(lambda following: tuple(following.items())),
    ),
    max_leaves=6,
)


@st.composite
def instances(draw: st.DrawFn) -> Nmbr9Instance:
    variant = draw(st.sampled_from("FKU"))
    max_value, copies = draw(st.integers(0, 9)), draw(st.integers(1, 3))
    pile = [value for value in range(max_value + 1) for _ in range(copies)]
    cards = draw(st.integers(1, len(pile)))
    return Nmbr9Instance(
        variant,
        max_value,
        copies,
        cards,
        tuple(draw(st.permutations(pile))[:cards]) if variant == "K" else None,
        draw(st.sampled_from([None, 4, 6, 1000])),
        draw(st.sampled_from([None, 1, 3])),
        draw(st.sampled_from(["parts", "types"])),
        draw(st.sampled_from(["forced", "expected"])) if variant == "U" else "forced",
    )


@given(instances())
@settings(deadline=None, derandomize=True)
def test_an_instance_survives_a_round_trip_in_every_format(instance: Nmbr9Instance) -> None:
    for name in GAME.formats:
        assert GAME.parse(GAME.format(instance, name)) == instance
    assert GAME.from_json(json.loads(json.dumps(GAME.to_json(instance)))) == instance


@given(st.lists(placements, max_size=4))
@settings(deadline=None, derandomize=True)
def test_placements_survive_a_round_trip(drawn: list[Placement]) -> None:
    solution = Nmbr9Solution(tuple(drawn))
    assert GAME.parse_solution("".join(GAME.solution_chunks(solution))) == solution


@given(st.dictionaries(st.integers(0, 9), replies, max_size=3))
@settings(deadline=None, derandomize=True)
def test_a_policy_survives_a_round_trip(drawn: dict[int, Reply]) -> None:
    policy = Nmbr9Policy(tuple(drawn.items()))
    assert GAME.parse_solution("".join(GAME.solution_chunks(policy))) == policy


def test_json_has_all_keys_of_the_format() -> None:
    assert GAME.to_json(GAME.parse("F-6-2-5")) == {
        "variant": "F",
        "max_value": 6,
        "copies": 2,
        "cards": 5,
        "deck": None,
        "grid": None,
        "levels": None,
        "support": "parts",
    }
    assert GAME.to_json(GAME.parse("K-9-2-3:3,7,0"))["deck"] == [3, 7, 0]


def test_the_short_form_accepts_spaces_and_lower_case() -> None:
    expected = GAME.parse("K-9-2-3:3,7,0")
    for text in (
        " k-9-2-3:3,7,0\n",
        "K-9-2-3: 3, 7, 0",
        '{"variant": "K", "max_value": 9, "copies": 2, "cards": 3, "deck": [3, 7, 0]}',
    ):
        assert GAME.parse(text) == expected
    assert GAME.parse("F-6-2-5 grid=6 levels=3") == Nmbr9Instance("F", 6, 2, 5, None, 6, 3)


def test_keys_of_an_instance_can_be_changed() -> None:
    instance = GAME.with_keys(GAME.parse("F-6-2-5"), {"grid": "6", "levels": "3", "support": "types"})
    assert instance == Nmbr9Instance("F", 6, 2, 5, None, 6, 3, "types")
    assert GAME.with_keys(instance, {"grid": "null", "variant": "K", "deck": "1,2,3,4,5"}) == Nmbr9Instance(
        "K", 6, 2, 5, (1, 2, 3, 4, 5), None, 3, "types"
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "F",
        "F-6-2",
        "F-6-2-5-1",
        "Q-6-2-5",
        "K-9-2-3:",
        "K-9-2-3:3;7;0",
        "K-9-2-3:3,,0",
        "K-9-2-3:three",
        "F-6-2-5 grid",
        "F-6-2-5 grid=six",
        "F-6-2-5 size=6",
        "F-6-2-5 grid=6 grid=6",
        "F-6-2-99999999999999999999",
        "[]",
        "{}",
        '{"variant": "F", "max_value": 6, "copies": 2, "cards": true}',
        '{"variant": "F", "max_value": 6.0, "copies": 2, "cards": 5}',
        '{"variant": ["F"], "max_value": 6, "copies": 2, "cards": 5}',
        '{"variant": "K", "max_value": 6, "copies": 2, "cards": 1, "deck": 3}',
        '{"variant": "K", "max_value": 6, "copies": 2, "cards": 1, "deck": [[3]]}',
        '{"variant": "F", "max_value": 6, "copies": 2, "cards": 5, "colour": 1}',
    ],
)
def test_a_bad_instance_is_refused_in_one_line(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["solve", "nmbr9", text or " ", "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"placements": 3},
        {"placements": [3]},
        {"placements": [{"value": 1, "copy": 0, "level": 1}]},
        {"placements": [{"value": 10, "copy": 0, "level": 1, "cells": [[0, 0]]}]},
        {"placements": [{"value": 1, "copy": 0, "level": 0, "cells": [[0, 0]]}]},
        {"placements": [{"value": 1, "copy": 0, "level": 1, "cells": []}]},
        {"placements": [{"value": 1, "copy": 0, "level": 1, "cells": [[0, 0, 0]]}]},
        {"placements": [{"value": 1, "copy": 0, "level": 1, "cells": [[0, "1"]]}]},
        {"placements": [{"value": 1, "copy": 0, "level": 1, "cells": [[0, 1]], "turn": 1}]},
        {"placements": [], "policy": {}},
        {"policy": []},
        {"policy": {"ten": {"level": 1, "cells": [[0, 0]]}}},
        {"policy": {"1": {"level": 1, "cells": [[0, 0]], "next": {"0": 3}}}},
    ],
)
def test_a_bad_solution_is_refused_in_one_line(data: Any) -> None:
    with pytest.raises(tw.BadInput) as refused:
        GAME.parse_solution(json.dumps(data))
    assert "\n" not in str(refused.value)


def test_a_policy_that_is_nested_too_deeply_is_refused() -> None:
    text = '{"policy": ' + '{"1": {"level": 1, "cells": [[0, 0]], "next": ' * 300 + "{}" + "}}" * 300 + "}"
    with pytest.raises(tw.BadInput, match="policy: expected lines of play of at most 100 cards"):
        GAME.parse_solution(text)


def test_a_solution_with_too_many_placements_is_refused() -> None:
    placement = {"value": 1, "copy": 0, "level": 1, "cells": [[0, 0]]}
    with pytest.raises(tw.BadInput, match="placements: expected at most 250, not 251"):
        GAME.parse_solution(json.dumps({"placements": [placement] * 251}))
