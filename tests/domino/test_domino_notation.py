"""Domino notations: each one round-trips, and the fast parser agrees with the general parser."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.games.domino import notation
from tilewright.games.domino.rules import DominoInstance, DominoSolution
from tilewright.strict_json import read_json

GAME = tw.game("domino")


@st.composite
def instances(draw: st.DrawFn) -> DominoInstance:
    labels = draw(st.sampled_from([1, 2, 7, 10, 11, 120, 1000]))
    label = st.integers(0, labels - 1)
    stones = draw(st.lists(st.tuples(label, label), max_size=12))
    return DominoInstance(
        draw(st.integers(1, 46_340)), stones, labels, draw(st.sampled_from(["chain", "touch"]))
    )


@st.composite
def solutions(draw: st.DrawFn) -> DominoSolution:
    number = st.one_of(st.integers(-20, 20), st.integers(-(10**8), 10**8))
    size = draw(st.integers(0, 6))
    stones = draw(st.lists(st.tuples(number, number), min_size=size, max_size=size))
    cell = st.tuples(number, number)
    return DominoSolution(stones, draw(st.lists(st.tuples(cell, cell), min_size=size, max_size=size)))


@given(instances())
@settings(deadline=None, derandomize=True)
def test_an_instance_is_written_and_read_back_in_every_notation(instance: DominoInstance) -> None:
    for name in GAME.formats:
        assert GAME.parse(GAME.format(instance, name)) == instance
    assert GAME.from_json(json.loads(json.dumps(GAME.to_json(instance)))) == instance
    assert json.loads(GAME.format(instance)) == GAME.to_json(instance)


@given(solutions())
@settings(deadline=None, derandomize=True)
def test_a_solution_is_written_and_read_back(solution: DominoSolution) -> None:
    text = "".join(GAME.solution_chunks(solution))
    assert GAME.parse_solution(text) == solution
    assert json.loads(text) == GAME.solution_to_json(solution)


def test_the_text_notation_accepts_extra_whitespace() -> None:
    assert GAME.parse("6: 01 12 23 33") == DominoInstance(6, [[0, 1], [1, 2], [2, 3], [3, 3]])
    assert GAME.parse(" 6  touch :\n01\t10 ") == DominoInstance(6, [[0, 1], [1, 0]], rule="touch")
    assert GAME.parse("3 labels=12: 10-3 01 2-2") == DominoInstance(3, [[10, 3], [0, 1], [2, 2]], 12)
    assert GAME.parse("2:") == DominoInstance(2, [])
    assert notation.to_text(DominoInstance(3, [[10, 3], [0, 1]], 12, "touch")) == "3 touch labels=12: 10-3 01"


def test_labels_and_rule_have_defaults() -> None:
    assert GAME.parse('{"n": 6, "stones": [[0, 1], [3, 3]]}') == DominoInstance(6, [[0, 1], [3, 3]], 7, "chain")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a domino instance: expected JSON, or text"),
        ("6", "'6' is not a domino instance"),
        ("six: 01", "'six: 01' is not a domino instance"),
        ("6 loose: 01", "'6 loose: 01' is not a domino instance"),
        ("6: 01 123", "stones[1]: '123' is not a stone"),
        ("6: 01 1-", "stones[1]: '1-' is not a stone"),
        ("6: 07", "stones[0]: [0, 7] has a label outside 0..6"),
        ("0: 01", "n must lie between 1 and 46340, not 0"),
        ("{", "malformed at line 1, column 2: Expecting property name enclosed in double quotes"),
        ("[1]", "a domino instance must be a JSON object, not a list"),
        ('{"n": 6}', "a domino instance lacks the key 'stones'"),
        (
            '{"n": 6, "stones": [], "size": 3}',
            "a domino instance has an unknown key 'size'; it may have labels, n, rule, stones",
        ),
        ('{"n": 6, "n": 7, "stones": []}', "has the key 'n' twice"),
        ('{"n": 6, "stones": 3}', "stones must be a list, not 3"),
        ('{"n": 6, "stones": null}', "stones must be a list, not None"),
        ('{"n": 6, "stones": [[0, 1], [1]]}', "stones[1]: expected a pair of whole numbers, not [1]"),
        ('{"n": 6, "stones": [[0, 1.0]]}', "stones[0][1] must be a whole number, not 1.0"),
        ('{"n": 6, "stones": [[0, true]]}', "stones[0][1] must be a whole number, not True"),
        ('{"n": true, "stones": []}', "n must be a whole number, not True"),
        ('{"n": NaN, "stones": []}', "NaN, which is not a JSON number"),
        ('{"n": ' + "9" * 5000 + ', "stones": []}', "a number with too many digits"),
        ("[" * 200_000, "nested too deeply"),
    ],
)
def test_an_invalid_instance_is_refused_with_a_one_line_message(text: str, message: str) -> None:
    with pytest.raises(tw.BadInput) as error:
        GAME.parse(text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "malformed"),
        ("[]", "a domino solution must be a JSON object, not a list"),
        ("{}", "a domino solution lacks the key 'placements'"),
        ('{"placements": {}}', "placements must be a list"),
        ('{"placements": [[]]}', "placements[0] must be a JSON object, not a list"),
        ('{"placements": [{"stone": [0, 1]}]}', "placements[0] lacks the key 'cells'"),
        ('{"placements": [{"stone": [0], "cells": [[0, 0], [0, 1]]}]}', "stones[0]: expected a pair"),
        (
            '{"placements": [{"stone": [0, 1], "cells": [[0, 0], [0, 1]], "by": 1}]}',
            "placements[0] has an unknown key 'by'",
        ),
    ],
)
def test_an_invalid_solution_is_refused_with_a_message(text: str, message: str) -> None:
    with pytest.raises(tw.BadInput) as error:
        GAME.parse_solution(text)
    assert message in str(error.value)


# --- Long lists ---------------------------------------------------------------------------------------


def read_generally(text: str) -> DominoInstance | None:
    try:
        return notation.from_json(read_json(text))
    except tw.BadInput:
        return None


def read_fast(text: str) -> DominoInstance | None:
    """Return the result of the fast parser, or of the general parser if the fast one does not apply."""
    try:
        return notation._fast_instance(text) or read_generally(text)
    except tw.BadInput:
        return None


def mutations(rng: random.Random, text: str, characters: str) -> list[str]:
    index, other = rng.randrange(len(text)), rng.randrange(len(text))
    low, high = min(index, other), max(index, other)
    return [
        text,
        text[:index] + text[index + 1 :],
        text[:index] + rng.choice(characters) + text[index:],
        text[:index] + rng.choice(characters) + text[index + 1 :],
        text[:low] + text[high:],
        text[:high] + text[low:high] + text[high:],
    ]


def test_the_fast_reader_of_instances_agrees_with_the_general_one_on_mutated_texts() -> None:
    rng = random.Random(11)
    read_fast_count = read_count = 0
    for _ in range(1_500):
        labels = rng.choice([7, 12, 1000])
        stones = [[rng.randrange(labels) for _ in "ab"] for _ in range(rng.randrange(4))]
        keys = [("n", rng.choice([3, 0, 46_340])), ("stones", stones), ("labels", labels), ("rule", "touch")]
        rng.shuffle(keys)
        text = json.dumps(dict(keys[: rng.randrange(2, 5)]), indent=rng.choice([None, 2]))
        for mutant in mutations(rng, text, ' \n\t\x0b-+.,:;[]{}"eE0123456789xé\ud800'):
            fast, general = read_fast(mutant), read_generally(mutant)
            assert fast == general, mutant
            read_count += general is not None
            read_fast_count += general is not None and notation._fast_instance(mutant) is not None
    assert read_count > 500
    assert read_fast_count > read_count / 3


def test_the_fast_reader_of_solutions_agrees_with_the_general_one_on_mutated_texts() -> None:
    def general(text: str) -> DominoSolution | None:
        try:
            return notation.solution_from_json(read_json(text))
        except tw.BadInput:
            return None

    rng = random.Random(12)
    read_fast_count = read_count = 0
    for _ in range(800):
        rows = [[rng.randrange(rng.choice([7, 4000])) for _ in range(6)] for _ in range(rng.randrange(3))]
        parts = [{"stone": row[:2], "cells": [row[2:4], row[4:]]} for row in rows]
        text = json.dumps({"placements": parts}, separators=rng.choice([(",", ":"), (", ", ": ")]))
        for mutant in mutations(rng, text, ' \n-.,:[]{}"0123456789s'):
            fast = notation._fast_solution(mutant)
            assert fast is None or fast == general(mutant), mutant
            read_count += general(mutant) is not None
            read_fast_count += fast is not None
    assert read_fast_count > read_count / 3


def test_the_block_size_does_not_change_what_is_read_and_written(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    instance = DominoInstance(40, rng.integers(0, 1000, (300, 2)).astype(np.int32), 1000)
    cells = rng.integers(-50, 10**8, (300, 2, 2)).astype(np.int32)
    solution = DominoSolution(instance.stones, cells)
    plain = "".join(notation.json_chunks(instance)), "".join(notation.solution_json_chunks(solution))
    for rows in (1, 7, 299, 300):
        monkeypatch.setattr(notation, "_BLOCK_ROWS", rows)
        assert "".join(notation.json_chunks(instance)) == plain[0]
        assert "".join(notation.solution_json_chunks(solution)) == plain[1]
    onboard = DominoSolution(instance.stones, np.abs(cells))
    text = "".join(notation.solution_json_chunks(onboard))
    for block in (1, 17, 100, 10**6):
        monkeypatch.setattr(notation, "_BLOCK_CHARACTERS", block)
        assert notation._fast_instance(plain[0]) == instance
        assert notation._fast_solution(text) == onboard


def test_an_invalid_long_text_is_refused_with_the_same_messages_as_a_short_one() -> None:
    stones = ",".join(["[0,1]"] * 200_000)
    assert len(stones) >= notation.FAST_FROM
    for bad, message in [
        (f'{{"n": 0, "stones": [{stones}]}}', "n must lie between 1 and 46340, not 0"),
        (f'{{"n": 9, "stones": [{stones},[0,7]]}}', "stones[200000]: [0, 7] has a label outside 0..6"),
        (f'{{"n": 9, "stones": [{stones},[0,1.0]]}}', "stones[200000][1] must be a whole number, not 1.0"),
        (f'{{"n": 9, "stones": [{stones},[0]]}}', "stones[200000]: expected a pair"),
        (f'{{"n": 9, "stones": [{stones}]', "malformed"),
    ]:
        with pytest.raises(tw.BadInput) as error:
            GAME.parse(bad)
        assert message in str(error.value)
