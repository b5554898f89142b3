"""Powers: what a solution must keep to, and what the checker says when it does not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from powers_oracle import holds, written

import tilewright as tw
from tilewright.games.powers.rules import RULES, PowersInstance, PowersSolution, check, digits_of, numeral

instances = st.builds(
    PowersInstance,
    st.lists(st.integers(1, 12), min_size=1, max_size=3).map(tuple),
    st.integers(2, 36),
    st.sampled_from(["once", "at-least-once"]),
)


def codes(instance: PowersInstance, n: int) -> list[str]:
    return [rule.rule for rule in check(instance, PowersSolution(n)).broken]


def test_eighteen_answers_the_exercise() -> None:
    verdict = check(PowersInstance((3, 4)), PowersSolution(18))
    assert verdict.ok
    assert verdict.objective == 18
    assert repr(PowersSolution(18)) == "PowersSolution(n=18)"


def test_every_missing_and_every_repeated_digit_is_listed_with_its_places() -> None:
    # 35^3 = 42875 and 35^4 = 1500625: 2, 5 and 0 are repeated, 3 and 9 are missing.
    broken = check(PowersInstance((3, 4)), PowersSolution(35)).broken
    found = {(rule.rule, rule.cells) for rule in broken}
    assert found == {
        ("digit-missing", ()),
        ("digit-repeated", ((1, 2), (1, 3))),
        ("digit-repeated", ((0, 1), (1, 5))),
        ("digit-repeated", ((0, 4), (1, 1), (1, 6))),
    }
    assert [rule.message for rule in broken[:2]] == [
        "the digit 3 is in none of the powers",
        "the digit 9 is in none of the powers",
    ]


@pytest.mark.parametrize("n", [0, -18])
def test_n_must_be_positive(n: int) -> None:
    assert codes(PowersInstance((3, 4)), n) == ["not-positive"]


def test_repeats_are_allowed_at_least_once() -> None:
    # The square of 100287 is 10057482369: 0 occurs twice.
    assert codes(PowersInstance((2,), digits="at-least-once"), 100287) == []
    assert codes(PowersInstance((2,)), 100287) == ["digit-repeated"]


def test_an_exponent_given_twice_writes_its_power_twice() -> None:
    assert codes(PowersInstance((1, 1), 2), 2) == ["digit-repeated", "digit-repeated"]
    assert codes(PowersInstance((1, 1), 2, "at-least-once"), 2) == []


@given(instances, st.integers(1, 10**9))
@settings(deadline=None, derandomize=True)
def test_the_checker_agrees_with_counting_digits(instance: PowersInstance, n: int) -> None:
    assert check(instance, PowersSolution(n)).ok == holds(n, instance.exponents, instance.base, instance.digits)
    assert set(codes(instance, n)) <= set(RULES)


@given(st.integers(1, 10**40), st.integers(2, 36))
@settings(deadline=None, derandomize=True)
def test_digits_are_those_of_long_division_and_numerals_those_of_python(number: int, base: int) -> None:
    assert digits_of(number, base) == written(number, base)[::-1]
    assert int(numeral(number, base), base) == number
    assert numeral(-number, base) == "-" + numeral(number, base)


def test_zero_is_written_with_one_digit() -> None:
    assert digits_of(0, 10) == [0]


def test_a_number_with_very_many_digits_is_judged_too() -> None:
    verdict = check(PowersInstance((64,), digits="at-least-once"), PowersSolution(10**900 + 7))
    assert verdict.ok


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((),), "exponents: expected 1 to 16 numbers, not 0"),
        (((1,) * 17,), "exponents: expected 1 to 16 numbers, not 17"),
        (((3, 0),), r"exponents\[1\]: expected a whole number from 1 to 64, not 0"),
        (((65,),), r"exponents\[0\]: expected a whole number from 1 to 64, not 65"),
        (((True,),), r"exponents\[0\]: expected a whole number from 1 to 64, not True"),
        (((3, 4), 1), "base: expected a whole number from 2 to 36, not 1"),
        (((3, 4), 37), "base: expected a whole number from 2 to 36, not 37"),
        (((3, 4), 10, "twice"), "digits: expected once or at-least-once, not 'twice'"),
    ],
)
def test_an_instance_that_makes_no_sense_is_refused(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(tw.BadInput, match=f"^{message}$"):
        PowersInstance(*arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("n", [18.0, True, "18", 10**1000])
def test_a_solution_is_a_number_of_at_most_a_thousand_digits(n: object) -> None:
    with pytest.raises(tw.BadInput, match=r"^n: expected"):
        PowersSolution(n)  # type: ignore[arg-type]
