"""Powers: parsing and formatting instances and solutions, and the messages for malformed input."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.games.powers.notation import (
    from_json,
    parse,
    parse_solution,
    solution_to_json,
    to_json,
    to_text,
)
from tilewright.games.powers.rules import PowersInstance, PowersSolution

instances = st.builds(
    PowersInstance,
    st.lists(st.integers(1, 64), min_size=1, max_size=16).map(tuple),
    st.one_of(st.just(10), st.integers(2, 36)),
    st.sampled_from(["once", "at-least-once"]),
)


def test_the_inline_notation_has_exponents_and_an_optional_mode() -> None:
    assert parse("3,4") == PowersInstance((3, 4))
    assert parse(" 3 , 4 : at-least-once\n") == PowersInstance((3, 4), 10, "at-least-once")
    assert parse("2") == PowersInstance((2,))


def test_json_requires_only_the_exponents() -> None:
    assert parse('{"exponents": [3, 4]}') == PowersInstance((3, 4))
    full = {"exponents": [1, 2], "base": 8, "digits": "at-least-once"}
    assert to_json(from_json(full)) == full


@given(instances)
@settings(deadline=None, derandomize=True)
def test_writing_and_reading_gives_the_same_instance(instance: PowersInstance) -> None:
    assert from_json(to_json(instance)) == instance
    assert parse(to_text(instance)) == instance


@given(st.integers(-(10**300), 10**300))
@settings(deadline=None, derandomize=True)
def test_writing_and_reading_gives_the_same_solution(n: int) -> None:
    solution = PowersSolution(n)
    assert parse_solution(str(solution_to_json(solution)).replace("'", '"')) == solution


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected exponents such as 3,4, but there are none"),
        (":once", "expected exponents such as 3,4, but there are none"),
        ("3,,4", "exponent 2: expected a whole number from 1 to 64, not ''"),
        ("3,4,", "exponent 3: expected a whole number from 1 to 64, not ''"),
        ("3,x", "exponent 2: expected a whole number from 1 to 64, not 'x'"),
        ("-3", "exponent 1: expected a whole number from 1 to 64, not '-3'"),
        ("٣", "exponent 1: expected a whole number from 1 to 64, not '٣'"),
        ("9" * 5000, f"exponent 1: expected a whole number from 1 to 64, not '{'9' * 40}'"),
        ("3,4:twice", "after the colon: expected once or at-least-once, not 'twice'"),
        ("3,4:", "after the colon: expected once or at-least-once, not ''"),
        ("[3, 4]", "a powers instance must be a JSON object, not a list"),
        ('{"exponents": [3, 4]', "the JSON is malformed at line 1, column 21: Expecting ',' delimiter"),
        ('{"exponents": [3], "exponents": [4]}', "the JSON has the key 'exponents' twice"),
        ("{}", "a powers instance lacks the key 'exponents'"),
        ('{"exponents": 3}', "exponents: expected a list of whole numbers, not 3"),
        ('{"exponents": [3, true]}', "exponents[1]: expected a whole number from 1 to 64, not True"),
        ('{"exponents": [3, 4.0]}', "exponents[1]: expected a whole number from 1 to 64, not 4.0"),
        ('{"exponents": [3], "base": "10"}', "base: expected a whole number from 2 to 36, not '10'"),
        ('{"exponents": [3], "digits": null}', "digits: expected once or at-least-once, not None"),
        ('{"exponents": [3], "digits": []}', "digits: expected once or at-least-once, not []"),
        (
            '{"exponents": [3], "bases": 10}',
            "a powers instance has an unknown key 'bases'; it may have base, digits, exponents",
        ),
        ("[" * 100_000, "the JSON is nested too deeply"),
        ('{"exponents": [' + "1" * 5000 + "]}", "the JSON has a number with too many digits"),
    ],
)
def test_a_malformed_instance_is_reported_with_its_position(text: str, message: str) -> None:
    with pytest.raises(tw.BadInput) as error:
        parse(text)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("18", "a powers solution must be a JSON object, not a number"),
        ('{"n": 18, "m": 1}', "a powers solution has an unknown key 'm'; it may have n"),
        ('{"n": "18"}', "n: expected a whole number, not '18'"),
        ("", "the JSON is malformed at line 1, column 1: Expecting value"),
    ],
)
def test_a_malformed_solution_is_reported(text: str, message: str) -> None:
    with pytest.raises(tw.BadInput) as error:
        parse_solution(text)
    assert str(error.value) == message
