"""Powers: every solver against counting, and what they prove beyond it."""

from __future__ import annotations

import threading
from itertools import combinations

import pytest
from powers_oracle import holds, smallest

import tilewright as tw
from tilewright.game import Result, Status
from tilewright.games.powers.arithmetic.search_windows import windows
from tilewright.games.powers.rules import MODES, PowersInstance

ENGINES = ["cpsat", pytest.param("minizinc", marks=pytest.mark.needs("minizinc"))]
ENGINES += [pytest.param("prolog", marks=pytest.mark.needs("swipl"))]
ALL = ["direct", *ENGINES]


def solve(instance: PowersInstance, solver: str = "direct") -> Result:
    return tw.solve(instance, solver=solver)


def agrees(result: Result, expected: int | None) -> bool:
    status = Status.INFEASIBLE if expected is None else Status.OPTIMAL
    return (result.status, result.objective, result.bound) == (status, expected, expected)


@pytest.mark.parametrize("solver", ALL)
@pytest.mark.parametrize("mode", MODES)
def test_every_solver_answers_eighteen_to_the_exercise(solver: str, mode: str) -> None:
    result = solve(PowersInstance((3, 4), 10, mode), solver)
    assert agrees(result, 18)
    assert str(result.solution) == "PowersSolution(n=18)"
    assert result.verified


@pytest.mark.parametrize("base", range(2, 13))
def test_direct_search_agrees_with_counting_where_each_digit_occurs_once(base: int) -> None:
    sets = [chosen for size in (1, 2, 3) for chosen in combinations(range(1, 7), size) if sum(chosen) > 2]
    for exponents in sets:
        expected = smallest(exponents, base, "once")
        assert agrees(solve(PowersInstance(exponents, base)), expected), (exponents, base)


@pytest.mark.parametrize("base", range(2, 13))
def test_direct_search_agrees_with_counting_where_digits_may_repeat(base: int) -> None:
    sets = [
        chosen
        for size in (1, 2, 3)
        for chosen in combinations(range(2, 8), size)
        if base < 11 or sum(chosen) > 3
    ]
    for exponents in sets:
        expected = smallest(exponents, base, "at-least-once")
        assert agrees(solve(PowersInstance(exponents, base, "at-least-once")), expected), (exponents, base)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("base", range(2, 8))
def test_direct_search_agrees_with_counting_for_n_itself_and_its_square(base: int, mode: str) -> None:
    for exponents in ((1,), (2,), (1, 2), (1, 1), (2, 2), (2, 1, 2)):
        expected = smallest(exponents, base, mode)
        assert agrees(solve(PowersInstance(exponents, base, mode)), expected), (exponents, base)


CASES = [
    PowersInstance(exponents, base, mode)
    for exponents, base in [((1,), 4), ((2,), 6), ((1, 2), 8), ((3,), 7), ((5, 2), 6), ((1, 1), 3), ((2, 2), 4)]
    for mode in MODES
] + [
    PowersInstance((5,)),
    PowersInstance((1, 2, 3), 10, "at-least-once"),
    PowersInstance((2, 3), 9),
    PowersInstance((7,), 5, "at-least-once"),
]


@pytest.mark.parametrize("solver", ENGINES)
def test_the_engines_agree_with_counting(solver: str) -> None:
    for instance in CASES:
        expected = smallest(instance.exponents, instance.base, instance.digits)
        assert agrees(solve(instance, solver), expected), instance


@pytest.mark.parametrize("base", range(2, 11))
def test_cpsat_agrees_with_direct_search_on_pairs_of_powers(base: int) -> None:
    for exponents in combinations(range(1, 6), 2):
        for mode in MODES:
            instance = PowersInstance(exponents, base, mode)
            assert agrees(solve(instance, "cpsat"), solve(instance).objective), instance


@pytest.mark.parametrize("solver", ALL)
@pytest.mark.parametrize(
    ("instance", "expected"),
    [
        # Found by counting all n from the least square with ten digits up.
        (PowersInstance((2,)), 32043),
        # The least number with all ten digits.
        (PowersInstance((1,)), 1023456789),
        (PowersInstance((1,), 10, "at-least-once"), 1023456789),
        # The same in base 36, far beyond 64 bits: 1023456789abc...z.
        (PowersInstance((1,), 36), int("1023456789abcdefghijklmnopqrstuvwxyz", 36)),
        # 2^64 lacks 2 and 8; 3^64 = 3433683820292512484657849089281 has all ten.
        (PowersInstance((64,), 10, "at-least-once"), 3),
    ],
)
def test_no_engine_has_a_ceiling(solver: str, instance: PowersInstance, expected: int) -> None:
    assert agrees(solve(instance, solver), expected)


@pytest.mark.parametrize("base", [10, 11, 12])
def test_large_windows_are_searched_and_not_counted(base: int) -> None:
    expected = smallest_square_with_all_digits(base)
    assert agrees(solve(PowersInstance((2,), base, "at-least-once")), expected)
    assert agrees(solve(PowersInstance((2,), base)), expected)
    assert solve(PowersInstance((2,), base)).stats["examined"] < 2000


def smallest_square_with_all_digits(base: int) -> int:
    """By counting from the least number whose square has enough digits; so few digits cannot repeat."""
    n = int(base ** ((base - 1) / 2))
    while not holds(n, (2,), base, "at-least-once"):
        n += 1
    return n


def test_casting_out_proves_that_there_is_none_without_a_look() -> None:
    # In base 5 the digits 0 to 4 add up to 10, which leaves 2 modulo 4; no square does.
    result = solve(PowersInstance((2,), 5))
    assert result.status is Status.INFEASIBLE
    assert result.stats["examined"] == 0


def test_windows_cover_all_n_in_order_and_keep_the_lengths() -> None:
    instance = PowersInstance((2, 5), 7, "at-least-once")
    after = None
    for _, window in zip(range(30), windows(instance), strict=False):
        assert after is None or window.low == after
        after = window.high + 1
        for n in (window.low, window.high):
            lengths = tuple(len(digits(n**exponent, 7)) for exponent in (2, 5))
            assert lengths == window.lengths
        assert window.total >= 7


def test_for_once_the_windows_end() -> None:
    found = list(windows(PowersInstance((3, 4))))
    assert [(window.low, window.high) for window in found] == [(18, 21)]
    assert list(windows(PowersInstance((1, 2)))) == []


def digits(number: int, base: int) -> list[int]:
    found = []
    while number:
        number, digit = divmod(number, base)
        found.append(digit)
    return found


@pytest.mark.parametrize("solver", ["direct", "cpsat"])
def test_a_stopped_search_tells_how_far_it_is_sure(solver: str) -> None:
    cancel = threading.Event()
    cancel.set()
    result = tw.solve(PowersInstance((2,), 36), solver=solver, cancel=cancel)
    assert result.status is Status.UNKNOWN
    assert result.solution is None
    # No number with fewer than 36 digits will do, so n is at least the root of 36^35.
    assert result.bound is not None
    assert (result.bound - 1) ** 2 < 36**35 <= result.bound**2


def test_progress_is_a_bound_that_never_falls() -> None:
    bounds = []
    game = tw.game("powers")
    game.solve(PowersInstance((2,), 12), progress=lambda news: bounds.append(news.bound))
    assert bounds == sorted(bounds)
    assert bounds
