"""Powers: the rules of a solution, and the checker's report of each broken rule."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from powers_oracle import digits_of as oracle_digits_of
from powers_oracle import is_solution

import tilewright as tw
from tilewright.games.powers.rules import RULES, PowersInstance, PowersSolution, check, digits_of, numeral

instances = st.builds(
    PowersInstance,
    st.lists(st.integers(1, 12), min_size=1, max_size=3).map(tuple),
    st.integers(2, 36),
    st.sampled_from(["once", "at-least-once"]),
)


def broken_rules(instance: PowersInstance, n: int) -> list[str]:
    return [rule.rule for rule in check(instance, PowersSolution(n)).broken]


def test_18_solves_the_published_exercise() -> None:
    verdict = check(PowersInstance((3, 4)), PowersSolution(18))
    assert verdict.ok
    assert verdict.objective == 18
    assert repr(PowersSolution(18)) == "PowersSolution(n=18)"


def test_every_missing_and_every_repeated_digit_is_listed_with_its_positions() -> None:
    # 35^3 = 42875 and 35^4 = 1500625: 2, 5 and 0 are repeated, 3 and 9 are missing.
    broken = check(PowersInstance((3, 4)), PowersSolution(35)).broken
    reported = {(rule.rule, rule.cells) for rule in broken}
    assert reported == {
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
    assert broken_rules(PowersInstance((3, 4)), n) == ["not-positive"]


def test_digits_may_be_repeated_in_the_mode_at_least_once() -> None:
    # The square of 100287 is 10057482369: 0 occurs twice.
    assert broken_rules(PowersInstance((2,), digits="at-least-once"), 100287) == []
    assert broken_rules(PowersInstance((2,)), 100287) == ["digit-repeated"]


def test_the_digits_of_a_power_count_twice_if_its_exponent_is_given_twice() -> None:
    assert broken_rules(PowersInstance((1, 1), 2), 2) == ["digit-repeated", "digit-repeated"]
    assert broken_rules(PowersInstance((1, 1), 2, "at-least-once"), 2) == []


@given(instances, st.integers(1, 10**9))
@settings(deadline=None, derandomize=True)
def test_the_checker_agrees_with_counting_digits(instance: PowersInstance, n: int) -> None:
    assert check(instance, PowersSolution(n)).ok == is_solution(
        n, instance.exponents, instance.base, instance.digits
    )
    assert set(broken_rules(instance, n)) <= set(RULES)


@given(st.integers(1, 10**40), st.integers(2, 36))
@settings(deadline=None, derandomize=True)
def test_digits_agree_with_repeated_division_and_numerals_with_python(number: int, base: int) -> None:
    assert digits_of(number, base) == oracle_digits_of(number, base)[::-1]
    assert int(numeral(number, base), base) == number
    assert numeral(-number, base) == "-" + numeral(number, base)


def test_zero_has_one_digit() -> None:
    assert digits_of(0, 10) == [0]


def test_a_number_with_very_many_digits_can_be_checked() -> None:
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
def test_an_invalid_instance_is_rejected(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(tw.BadInput, match=f"^{message}$"):
        PowersInstance(*arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("n", [18.0, True, "18", 10**1000])
def test_a_solution_is_a_number_of_at_most_a_thousand_digits(n: object) -> None:
    with pytest.raises(tw.BadInput, match=r"^n: expected"):
        PowersSolution(n)  # type: ignore[arg-type]
