"""Powers: every solver compared with brute force, and tested on instances too large for brute force."""

from __future__ import annotations

import threading
from itertools import combinations

import pytest
from powers_oracle import digits_of, is_solution, smallest

import tilewright as tw
from tilewright.game import Result, Status
from tilewright.games.powers.arithmetic.search_windows import windows
from tilewright.games.powers.rules import MODES, PowersInstance
from tilewright.run import Phase, Progress

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
def test_every_solver_finds_18_for_the_published_exercise(solver: str, mode: str) -> None:
    result = solve(PowersInstance((3, 4), 10, mode), solver)
    assert agrees(result, 18)
    assert str(result.solution) == "PowersSolution(n=18)"
    assert result.verified


@pytest.mark.parametrize("base", range(2, 13))
def test_direct_search_agrees_with_brute_force_in_the_mode_once(base: int) -> None:
    sets = [chosen for size in (1, 2, 3) for chosen in combinations(range(1, 7), size) if sum(chosen) > 2]
    for exponents in sets:
        expected = smallest(exponents, base, "once")
        assert agrees(solve(PowersInstance(exponents, base)), expected), (exponents, base)


@pytest.mark.parametrize("base", range(2, 13))
def test_direct_search_agrees_with_brute_force_in_the_mode_at_least_once(base: int) -> None:
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
def test_direct_search_agrees_with_brute_force_for_n_itself_and_its_square(base: int, mode: str) -> None:
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
def test_the_engines_agree_with_brute_force(solver: str) -> None:
    for instance in CASES:
        expected = smallest(instance.exponents, instance.base, instance.digits)
        assert agrees(solve(instance, solver), expected), instance


@pytest.mark.parametrize(
    "base", [2, 6, *(pytest.param(base, marks=pytest.mark.long) for base in (3, 4, 5, 7, 8, 9, 10))]
)
def test_cpsat_agrees_with_direct_search_on_pairs_of_powers(base: int) -> None:
    for exponents in combinations(range(1, 6), 2):
        for mode in MODES:
            instance = PowersInstance(exponents, base, mode)
            assert agrees(solve(instance, "cpsat"), solve(instance).objective), instance


@pytest.mark.parametrize("solver", ALL)
@pytest.mark.parametrize(
    ("instance", "expected"),
    [
        # This n was found by testing every n upwards from the smallest one whose square has ten digits.
        (PowersInstance((2,)), 32043),
        # This n is the smallest number with all ten digits.
        (PowersInstance((1,)), 1023456789),
        (PowersInstance((1,), 10, "at-least-once"), 1023456789),
        # The smallest number with all digits of base 36 is 1023456789abc...z, far beyond 64 bits.
        (PowersInstance((1,), 36), int("1023456789abcdefghijklmnopqrstuvwxyz", 36)),
        # 2^64 lacks the digit 2; 3^64 = 3433683820292512484657849089281 has all ten digits.
        (PowersInstance((64,), 10, "at-least-once"), 3),
    ],
)
def test_every_solver_handles_large_numbers(solver: str, instance: PowersInstance, expected: int) -> None:
    assert agrees(solve(instance, solver), expected)


@pytest.mark.parametrize("base", [10, 11, 12])
def test_the_direct_search_tests_few_n_of_a_large_window(base: int) -> None:
    expected = smallest_square_with_all_digits(base)
    assert agrees(solve(PowersInstance((2,), base, "at-least-once")), expected)
    assert agrees(solve(PowersInstance((2,), base)), expected)
    assert solve(PowersInstance((2,), base)).stats["examined"] < 2000


def smallest_square_with_all_digits(base: int) -> int:
    """Return the smallest n whose square has all digits, by testing every n whose square has enough digits."""
    n = int(base ** ((base - 1) / 2))
    while not is_solution(n, (2,), base, "at-least-once"):
        n += 1
    return n


def test_the_digit_sum_proves_infeasibility_without_testing_any_n() -> None:
    # In base 5, a number and its digit sum are equal modulo 4. The digits 0 to 4 add up to 10, which is 2
    # modulo 4, but no square is 2 modulo 4.
    result = solve(PowersInstance((2,), 5))
    assert result.status is Status.INFEASIBLE
    assert result.stats["examined"] == 0


def test_windows_are_consecutive_and_the_lengths_of_the_powers_are_constant_in_each() -> None:
    instance = PowersInstance((2, 5), 7, "at-least-once")
    next_low = None
    for _, window in zip(range(30), windows(instance), strict=False):
        assert next_low is None or window.low == next_low
        next_low = window.high + 1
        for n in (window.low, window.high):
            lengths = tuple(len(digits_of(n**exponent, 7)) for exponent in (2, 5))
            assert lengths == window.lengths
        assert window.total >= 7


def test_in_the_mode_once_the_number_of_windows_is_finite() -> None:
    all_windows = list(windows(PowersInstance((3, 4))))
    assert [(window.low, window.high) for window in all_windows] == [(18, 21)]
    assert list(windows(PowersInstance((1, 2)))) == []


@pytest.mark.parametrize("solver", ["direct", "cpsat"])
def test_a_stopped_search_returns_a_lower_bound(solver: str) -> None:
    cancel = threading.Event()
    cancel.set()
    result = tw.solve(PowersInstance((2,), 36), solver=solver, cancel=cancel)
    assert result.status is Status.UNKNOWN
    assert result.solution is None
    # The square must have at least 36 digits in base 36, so n is at least the square root of 36^35.
    assert result.bound is not None
    assert (result.bound - 1) ** 2 < 36**35 <= result.bound**2


def test_the_reported_lower_bound_never_falls() -> None:
    reported: list[Progress] = []
    tw.game("powers").solve(PowersInstance((2,), 12), progress=reported.append)
    bounds = [progress.bound for progress in reported if progress.bound is not None]
    assert bounds == sorted(bounds)
    assert bounds
    assert reported[0] == Progress(0.0, phase=Phase.PREPARE)
    assert reported[-1].phase is Phase.CHECK
