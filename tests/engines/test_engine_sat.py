"""SAT: incremental solving compared with brute force, and a search that is stopped."""

from __future__ import annotations

import doctest
import itertools
import random
import signal
import threading
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.engines import sat
from tilewright.engines.sat import CLAUSES_ONLY, NAMES, Sat, SimplifiedSat
from tilewright.game import Limits, Run

Meanwhile = Callable[..., None]
every_solver = pytest.mark.parametrize("name", NAMES)


def pigeons(solver: Sat, n: int) -> None:
    """Add the pigeonhole clauses for n + 1 pigeons and n holes, which have no short resolution proof."""
    into = [[solver.new() for _ in range(n)] for _ in range(n + 1)]
    for holes in into:
        solver.add(*holes)
    for hole in range(n):
        for a, b in itertools.combinations(into, 2):
            solver.add(-a[hole], -b[hole])


def models(solver: Sat, variables: list[int]) -> Iterator[tuple[bool, ...]]:
    """Yield all models; a clause excludes each model after it has been found."""
    while solver.solve(Run()):
        true = set(solver.model())
        yield tuple(variable in true for variable in variables)
        solver.add(*(-variable if variable in true else variable for variable in variables))


@every_solver
def test_clauses_have_the_models_that_brute_force_finds(name: str) -> None:
    draw = random.Random(5)
    for _ in range(20):
        clauses = [
            [draw.choice((-1, 1)) * draw.randint(1, 5) for _ in range(3)] for _ in range(draw.randint(1, 20))
        ]
        expected = {
            values
            for values in itertools.product((False, True), repeat=5)
            if all(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)
        }
        with Sat(name) as solver:
            variables = [solver.new() for _ in range(5)]
            for clause in clauses:
                solver.add(*clause)
            assert set(models(solver, variables)) == expected


@every_solver
@pytest.mark.parametrize("n", range(1, 6))
def test_cardinality_constraints_have_the_right_number_of_models(name: str, n: int) -> None:
    sums = [sum(values) for values in itertools.product((0, 1), repeat=n)]
    for k in range(-1, n + 2):
        for method, holds in (
            (Sat.at_most, lambda total, k: total <= k),
            (Sat.at_least, lambda total, k: total >= k),
            (Sat.exactly, lambda total, k: total == k),
        ):
            with Sat(name) as solver:
                variables = [solver.new() for _ in range(n)]
                method(solver, variables, k)
                assert len(list(models(solver, variables))) == sum(holds(total, k) for total in sums)


@st.composite
def questions(draw: st.DrawFn) -> list[tuple[str, list[int], int]]:
    """Random constraints over six variables, interleaved with calls to `solve` under assumptions."""
    literal = st.integers(1, 6).flatmap(lambda variable: st.sampled_from([variable, -variable]))
    literals = st.lists(literal, max_size=6, unique=True)
    kind = st.sampled_from(["add", "at_most", "at_least", "exactly", "solve", "solve"])
    return draw(st.lists(st.tuples(kind, literals, st.integers(0, 5)), min_size=1, max_size=12))


@every_solver
@settings(deadline=None, derandomize=True, max_examples=120)
@given(asked=questions())
def test_answers_agree_with_brute_force_as_the_formula_grows(
    name: str, asked: list[tuple[str, list[int], int]]
) -> None:
    left = list(itertools.product((False, True), repeat=6))

    def true(values: tuple[bool, ...], literals: list[int]) -> int:
        return sum(values[abs(literal) - 1] == (literal > 0) for literal in literals)

    with Sat(name) as solver:
        for _ in range(6):
            solver.new()
        for kind, literals, k in asked:
            if kind == "solve":
                expected = any(true(values, literals) == len(literals) for values in left)
                assert solver.solve(Run(), literals) is expected
                if expected:
                    found = set(solver.model())
                    values = tuple(variable in found for variable in range(1, 7))
                    assert values in left
                    assert true(values, literals) == len(literals)
                else:
                    core = solver.core()
                    assert set(core) <= set(literals)
                    assert not any(true(values, core) == len(core) for values in left)
            elif kind == "add":
                solver.add(*literals)
                left = [values for values in left if true(values, literals) >= 1]
            else:
                getattr(solver, kind)(literals, k)
                holds = {"at_most": int.__le__, "at_least": int.__ge__, "exactly": int.__eq__}[kind]
                left = [values for values in left if holds(true(values, literals), k)]


def test_a_repeated_literal_in_a_cardinality_constraint_is_refused() -> None:
    with Sat() as solver, pytest.raises(ValueError, match="twice"):
        solver.at_most([1, 2, 1], 1)


def test_zero_is_refused_as_a_literal() -> None:
    with Sat() as solver, pytest.raises(ValueError, match="0 is not a literal"):
        solver.add(1, 0)


def test_new_variables_do_not_reuse_numbers_of_the_caller() -> None:
    with Sat() as solver:
        solver.add(7, -9)
        assert solver.new() == 10
        assert repr(solver) == "<Sat minicard: 10 variables>"


def test_there_is_no_model_before_an_answer() -> None:
    with Sat() as solver, pytest.raises(ValueError, match="no model"):
        solver.model()


def test_an_unknown_solver_name_is_refused() -> None:
    with pytest.raises(ValueError, match="expected one of minicard, gluecard3, gluecard4, glucose42"):
        Sat("lingeling")


def test_a_solver_without_cardinality_constraints_refuses_them() -> None:
    with Sat("glucose42") as solver:
        solver.at_most([1, 2, 3], 0)
        assert solver.solve(Run(), [1]) is False
        with pytest.raises(ValueError, match="glucose42 has no cardinality constraints"):
            solver.at_most([4, 5, 6], 1)


@pytest.mark.parametrize("name", NAMES + CLAUSES_ONLY)
def test_the_solver_can_be_used_again_after_a_time_limit(name: str) -> None:
    with Sat(name) as solver:
        pigeons(solver, 13)
        assert solver.solve(Run(Limits(time=0.3))) is None
        extra = solver.new()
        assert solver.solve(Run(), [-literal for literal in range(1, 14)]) is False
        assert extra not in solver.core()
        assert solver.stats["conflicts"] > 0


def test_cancelling_from_another_thread_ends_a_search(meanwhile: Meanwhile) -> None:
    run = Run()
    with Sat() as solver:
        pigeons(solver, 13)
        meanwhile(run.cancel.set)
        assert solver.solve(run) is None
        assert solver.solve(run) is None


def test_an_interruption_from_the_keyboard_ends_the_search(meanwhile: Meanwhile) -> None:
    main = threading.main_thread().ident
    assert main is not None

    def searching() -> bool:
        return any(t.name == "tilewright-engine" and t.is_alive() for t in threading.enumerate())

    def interrupt() -> None:
        while not searching():
            pass
        signal.pthread_kill(main, signal.SIGINT)

    with Sat() as solver:
        pigeons(solver, 13)
        meanwhile(interrupt)
        with pytest.raises(KeyboardInterrupt):
            solver.solve(Run())
        assert not searching()


def test_the_example_of_the_docstring_holds() -> None:
    assert doctest.testmod(sat).failed == 0


def _random_clauses(rng: random.Random, variables: int) -> list[list[int]]:
    return [
        [rng.choice((-1, 1)) * one for one in rng.sample(range(1, variables + 1), 3)]
        for _ in range(round(4.2 * variables))
    ]


@pytest.mark.parametrize("seed", range(40))
def test_simplified_clauses_have_the_same_answers_and_their_models_satisfy_the_given_clauses(seed: int) -> None:
    rng = random.Random(seed)
    clauses = _random_clauses(rng, 30)
    kept = [1, 2, 3, 4]
    with Sat() as plain, SimplifiedSat("glucose42", clauses, 30, kept) as simplified:
        plain.add_all(clauses, 30)
        while True:
            answer = plain.solve(Run())
            assert simplified.solve(Run()) == answer
            if not answer:
                break
            truth = simplified.truth()
            assert all(any(truth[abs(one)] == (one > 0) for one in clause) for clause in clauses)
            # Exclude these values of the kept variables, so that the next model differs in at least one.
            excluded = [-one if truth[one] else one for one in kept]
            plain.add(*excluded)
            simplified.add(*excluded)
            clauses.append(excluded)
