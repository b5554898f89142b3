"""Notation of the two-player game: positions and moves round-trip, and impossible input is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_duel_rules import random_game

from tilewright.errors import BadInput
from tilewright.games.patchwork.duel.impossible_positions import position_errors
from tilewright.games.patchwork.duel.moves import Advance, Buy, Special, oriented, purchases
from tilewright.games.patchwork.duel.notation import (
    Deal,
    parse_move,
    parse_state,
    quilt_from_rows,
    quilt_to_rows,
    state_from_json,
    state_to_json,
)
from tilewright.games.patchwork.duel.patch_set_and_edition import Variant, all_variants
from tilewright.games.patchwork.duel.rules import PatchworkState, Side, opening
from tilewright.games.patchwork.pieces.patches import BOX, PAPER, PATCH_COUNT, PatchSet
from tilewright.games.patchwork.state import deal, deal_from_json, deal_to_json, parse_deal, start
from tilewright.play.matches_and_game_records import Record, replay
from tilewright.play.state import PlayableGame
from tilewright.registry import game

QUICK = settings(deadline=None, derandomize=True, max_examples=25)
OLD_RECORDS = Path(__file__).with_name("old_record.jsonl")
"""Two games that were recorded before records named a set of patches and an edition."""
FULL = "/".join(["#########"] * 9)
variants = st.sampled_from(all_variants())


# --- Round trips --------------------------------------------------------------------------------------


@QUICK
@given(st.integers(0, 10**6), variants)
def test_positions_and_moves_of_a_game_survive_a_round_trip_through_text_and_json(
    seed: int, variant: Variant
) -> None:
    for state, move in random_game(seed, variant=variant):
        assert parse_move(str(move), state.patches) == move
        text = state.to_text()
        assert text.endswith(f" patches={variant.patches} edition={variant.edition}")
        assert text == text.strip()
        assert "\n" not in text
        assert parse_state(text) == state
        data = json.loads(json.dumps(state_to_json(state)))
        assert state_from_json(data) == state
        assert parse_state(json.dumps(data)) == state
        assert list(position_errors(state)) == []


@QUICK
@given(st.integers(0, 2**81 - 1))
def test_a_quilt_survives_a_round_trip_through_its_rows(quilt: int) -> None:
    assert quilt_from_rows(quilt_to_rows(quilt)) == quilt


@pytest.mark.parametrize("patches", [BOX, PAPER], ids=lambda patches: patches.name)
def test_purchases_survive_a_round_trip_through_text_and_json(patches: PatchSet) -> None:
    for patch in range(1, PATCH_COUNT):
        for _, move in purchases(patches, patch)[::7]:
            assert parse_move(str(move), patches) == move
            assert parse_move(json.dumps(move.to_json()), patches) == move


def test_moves_have_the_json_format_of_game_records() -> None:
    assert Advance().to_json() == "advance"
    assert Special((3, 4)).to_json() == {"special": [3, 4]}
    assert Buy(5, ((0, 2), (0, 0), (0, 1))).to_json() == {"buy": 5, "cells": [[0, 0], [0, 1], [0, 2]]}


def test_a_purchase_mirrors_the_patch_first_and_then_rotates_it() -> None:
    # Patch 9 is an L: three squares in a row, and one square above the right end.
    assert parse_move("buy 9@0,0", BOX) == Buy(9, ((0, 2), (1, 0), (1, 1), (1, 2)))
    assert parse_move("buy 9r1@0,0", BOX) == Buy(9, ((0, 0), (1, 0), (2, 0), (2, 1)))
    assert parse_move("9m@0,0", BOX) == Buy(9, ((0, 0), (1, 0), (1, 1), (1, 2)))
    assert parse_move("9 mr1 @ 0, 0", BOX) == Buy(9, ((0, 0), (0, 1), (1, 0), (2, 0)))
    assert parse_move("BUY 9r0@2,3", BOX) == Buy(9, ((2, 5), (3, 3), (3, 4), (3, 5)))


def test_a_purchase_may_list_its_squares() -> None:
    assert parse_move("buy 9 1,0 1,1 1,2 0,2", BOX) == parse_move("buy 9@0,0", BOX)


def test_the_eight_orientation_names_cover_all_orientations_of_every_patch() -> None:
    turns = ("", "r1", "r2", "r3", "m", "mr1", "mr2", "mr3")
    for patch in (*BOX, *PAPER):
        assert {oriented(patch, turn) for turn in turns} == set(patch.orientations)


# --- Incomplete and impossible positions --------------------------------------------------------------


def test_only_the_circle_is_required() -> None:
    assert parse_state("circle=2,3,1") == opening((2, 3, 1))


def test_missing_values_are_derived_from_the_times() -> None:
    state = parse_state("circle=2,3,1 time=53,30")
    assert (state.to_move, state.specials, state.first_home) == (1, (), 0)
    assert parse_state("circle=2,3,1 time=21,30").to_move == 0
    assert parse_state("circle=2,3,1 time=20,19 pending=1").to_move == 0
    assert parse_state("circle=2,3,1 time=53,53 home=1").to_move == 0


def test_the_owner_of_the_bonus_is_derived_if_only_one_player_has_a_7x7() -> None:
    assert parse_state(f"circle=2 quilts=-,{FULL}").bonus == 1


def test_a_quilt_may_be_written_with_dots_or_digits() -> None:
    dots = parse_state("circle=2 quilts=##......./9/9/9/9/9/9/9/........#,-")
    assert dots == parse_state("circle=2 quilts=##7/9/9/9/9/9/9/9/8#,-")
    assert dots.sides[0].quilt == 0b11 | 1 << 80


IMPOSSIBLE = {
    "": "at least its circle",
    "time=1,1": "at least its circle",
    "circle=2,2": r"circle\[1\]: patch 2 also occurs at circle\[0\]",
    "circle=34": r"circle\[0\]: there is no patch 34",
    "circle=0": r"circle\[0\]: there is no patch 0",
    "circle=2,x": r"circle\[1\]: expected a number",
    "circle=2 circle=3": "twice",
    "circle=2 colour=red": "is not part of a position",
    "circle=2 buttons=-1,5": "buttons of player 0: expected a number",
    "circle=2 buttons=5": "expected two values",
    "circle=2 time=54,0": "player 0: time must be between 0 and 53, not 54",
    "circle=2 to-move=2": "there is no player 2",
    "circle=2 time=3,4 to-move=1": "expected player 0, who is behind, on space 3",
    "circle=2 time=20,4 specials=20,26,32,44,50": "expected 1x1 patches on the spaces 26, 32, 44, 50",
    "circle=2 pending=1": "has not just taken",
    "circle=2 time=20,4 pending=2": "expected 0 or 1",
    f"circle=2 time=20,4 pending=1 quilts={FULL},-": "no open square",
    "circle=2 bonus=0": "bonus: judging by the full 7 x 7 blocks, expected none, not player 0",
    f"circle=2 bonus=- quilts={FULL},-": (
        "bonus: judging by the full 7 x 7 blocks, expected player 0, not none"
    ),
    f"circle=2 quilts={FULL},{FULL}": "bonus: judging by the full 7 x 7 blocks, expected player 0 or player 1",
    "circle=2 home=0": "home: expected none",
    "circle=2 time=53,1 home=1": "home: expected player 0",
    "circle=2 time=53,53": "home: expected player 0 or player 1",
    "circle=- time=53,53 home=5": "home: there is no player 5; expected 0 or 1",
    "circle=2 time=53,53 home=0 to-move=0": "to move: expected player 1, who reached the last space last",
    "circle=2 patches=tin": "patches: there is no set 'tin'; expected box or paper",
    "circle=2 edition=third": "edition: there is no edition 'third'; expected classic or revised",
    "circle=2 edition=revised specials=20,26,32,44,50": "expected 1x1 patches on the spaces 26, 32, 38, 44, 50",
    "circle=2 edition=revised time=20,19 pending=1": "has not just taken",
    "circle=2 quilts=9/9,-": "expected 9 rows, not 2",
    "circle=2 quilts=##8/9/9/9/9/9/9/9/9,-": "row 0: 10 squares, expected 9",
    "circle=2 quilts=####x4/9/9/9/9/9/9/9/9,-": "digit from 1 to 9, not 'x'",
    "circle=2 quilts=9##########/9/9/9/9/9/9/9/9,-": "row 0: 19 squares, expected 9",
}


@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_an_impossible_position_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadInput, match=IMPOSSIBLE[text]) as caught:
        parse_state(text)
    assert "\n" not in str(caught.value)


def position_with(**keys: Any) -> dict[str, Any]:
    return {**state_to_json(start(deal(1))), **keys}


@pytest.mark.parametrize(
    "data",
    [
        [],
        {"circle": [2]},
        position_with(circle=2),
        position_with(circle=[2.0]),
        position_with(circle=[True]),
        position_with(circle=[None]),
        position_with(sides=[]),
        position_with(sides=[{"quilt": ["9"] * 9}] * 3),
        position_with(sides=[{"quilt": ["9"] * 9, "buttons": None}] * 2),
        position_with(sides=[{"quilt": "9"}] * 2),
        position_with(sides=[{"quilt": ["9"] * 8}] * 2),
        position_with(to_move=None),
        position_with(to_move="0"),
        position_with(pending=True),
        position_with(specials=None),
        position_with(bonus=2),
        position_with(colour="red"),
        position_with(patches=4),
        position_with(patches=["box"]),
        position_with(patches=None),
        position_with(edition=True),
        position_with(edition="second"),
    ],
)
def test_malformed_json_positions_are_refused(data: Any) -> None:
    with pytest.raises(BadInput) as caught:
        state_from_json(data)
    assert "\n" not in str(caught.value)


def test_every_error_of_a_position_is_listed() -> None:
    wrong = PatchworkState((2, 2), (Side(buttons=-1), Side(time=60)), to_move=0)
    assert len(list(position_errors(wrong))) >= 3


# --- Deals --------------------------------------------------------------------------------------------


def test_a_deal_contains_all_33_patches_with_patch_1_last() -> None:
    for seed in range(50):
        drawn = deal(seed)
        circle = drawn.circle
        assert sorted(circle) == list(range(1, 34))
        assert circle[-1] == 1
        for text in (
            ",".join(map(str, circle)),
            json.dumps(list(circle)),
            json.dumps({"circle": list(circle)}),
        ):
            assert parse_deal(text, {}) == drawn
    assert len({deal(seed) for seed in range(50)}) == 50


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "1,2,3",
            "x",
            "[1, 2",
            '{"circle": 1}',
            '{"deck": []}',
            ",".join(map(str, range(1, 34))),
            "[null]",
        ),
        json.dumps({"circle": list(deal(1).circle), "patches": 4}),
        json.dumps({"circle": list(deal(1).circle), "patches": {"4": "box"}}),
        json.dumps({"circle": list(deal(1).circle), "edition": ["classic"]}),
    ],
)
def test_malformed_circles_are_refused(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_deal(text, {})
    assert "\n" not in str(caught.value)


def test_a_deal_has_no_keys_except_its_variant() -> None:
    with pytest.raises(BadInput, match="no key 'cards'; expected patches or edition"):
        deal(0, {"cards": "3"})
    with pytest.raises(BadInput, match="no edition 'third'"):
        deal(0, {"edition": "third"})


@pytest.mark.parametrize("variant", all_variants(), ids=str)
def test_a_deal_keeps_its_variant(variant: Variant) -> None:
    keys = variant.to_json()
    drawn = deal(3, keys)
    assert drawn == Deal(deal(3).circle, variant) == parse_deal(",".join(map(str, drawn.circle)), keys)
    assert deal_to_json(drawn) == {"circle": list(drawn.circle), **keys}
    assert deal_from_json(deal_to_json(drawn)) == parse_deal(json.dumps(deal_to_json(drawn))) == drawn
    assert start(drawn) == opening(drawn.circle, variant)
    assert start(drawn).variant == variant


def test_a_new_deal_has_the_patches_of_the_box_and_the_deal_of_an_old_record_those_of_the_paper() -> None:
    circle = {"circle": list(deal(1).circle)}
    assert parse_deal(json.dumps(circle)).variant == Variant("box", "classic")
    assert deal_from_json(circle).variant == Variant("paper", "classic")
    assert deal_from_json(circle | {"edition": "revised"}).variant == Variant("paper", "revised")


def test_the_record_of_an_old_game_is_replayed_with_the_patches_of_the_paper() -> None:
    played = PlayableGame(game("patchwork"))
    for line in OLD_RECORDS.read_text().splitlines():
        record = Record.from_line(line)
        steps = list(replay(played, record))
        assert len(steps) == len(record.moves)
        assert steps[-1].after.scores() == record.outcome.scores
        assert any(move != "advance" and move.get("buy") == 4 for move in record.moves)


def test_a_record_that_lays_the_patch_of_another_set_is_refused_and_the_set_is_named() -> None:
    played = PlayableGame(game("patchwork"))
    data = json.loads(OLD_RECORDS.read_text().splitlines()[0])
    with pytest.raises(BadInput, match="patch 4 in the set 'box', but they do in the set 'paper'") as caught:
        list(replay(played, Record.from_json(data | {"patches": "box"})))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "buy",
        "buy 17",
        "buy 34@0,0",
        "buy 0@0,0",
        "buy 17r4@0,0",
        "buy 17rm@0,0",
        "advance 3",
        "special",
        "special 3",
        '"buy"',
        '{"special": [1]}',
        '{"special": [1, true]}',
        '{"special": [1, 2], "buy": 3}',
        '{"buy": "17", "cells": []}',
        '{"buy": 17}',
        '{"buy": 17, "cells": 3}',
        '{"buy": 17, "cells": [[0, 0, 0]]}',
        "buy 17@-1,0",
    ],
)
def test_malformed_moves_are_refused(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_move(text, BOX)
    assert "\n" not in str(caught.value)
