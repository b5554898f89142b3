"""CP-SAT: small models with answers known from a formula or brute force, and a search that is stopped."""

from __future__ import annotations

import itertools
import random
import signal
import threading
from collections.abc import Callable, Sequence

import pytest
from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.errors import EngineFailure
from tilewright.game import Limits, Progress, Run, Status

Meanwhile = Callable[..., None]


def queens(n: int) -> tuple[cp_model.CpModel, dict[int, cp_model.IntVar]]:
    """Return a model of the n-queens problem and its variables: the row of the queen in each column."""
    model = cp_model.CpModel()
    rows = {column: model.new_int_var(0, n - 1, f"queen{column}") for column in range(n)}
    model.add_all_different(rows.values())
    model.add_all_different(row + column for column, row in rows.items())
    model.add_all_different(row - column for column, row in rows.items())
    return model, rows


def queens_by_hand(n: int) -> set[tuple[int, ...]]:
    return {
        rows
        for rows in itertools.permutations(range(n))
        if all(abs(rows[i] - rows[j]) != j - i for i in range(n) for j in range(i + 1, n))
    }


def assignment(n: int, tables: int, seed: int = 1) -> tuple[cp_model.CpModel, list[list[cp_model.IntVar]]]:
    """Return a model whose optimum is hard to prove, and its Boolean variables.

    It assigns n workers to n tasks. Each cost table gives a total cost; the largest total cost is minimised.
    """
    draw = random.Random(seed)
    model = cp_model.CpModel()
    does = [[model.new_bool_var(f"{i}-{j}") for j in range(n)] for i in range(n)]
    for i in range(n):
        model.add_exactly_one(does[i])
        model.add_exactly_one(row[i] for row in does)
    cost = model.new_int_var(0, 1000 * n, "cost")
    for _ in range(tables):
        model.add(sum(draw.randint(1, 999) * literal for row in does for literal in row) <= cost)
    model.minimize(cost)
    return model, does


def greatest_knapsack(weights: Sequence[int], capacity: int) -> int:
    return max(
        sum(chosen)
        for size in range(len(weights) + 1)
        for chosen in itertools.combinations(weights, size)
        if sum(chosen) <= capacity
    )


def test_one_solution_is_found() -> None:
    model, rows = queens(6)
    outcome = cpsat.solve(model, Run(), rows)
    assert outcome.status is Status.SATISFIED
    assert outcome.best is not None
    assert tuple(outcome.best[column] for column in range(6)) in queens_by_hand(6)
    assert (outcome.objective, outcome.bound) == (None, None)
    assert not outcome.stats["complete"]


def test_all_solutions_are_found() -> None:
    model, rows = queens(6)
    outcome = cpsat.solve(model, Run(Limits(threads=2)), rows, all_solutions=True)
    assert outcome.status is Status.SATISFIED
    found = [tuple(solution[column] for column in range(6)) for solution in outcome.solutions]
    assert len(found) == len(set(found))
    assert set(found) == queens_by_hand(6)
    assert outcome.stats["complete"]


def test_the_requested_number_of_solutions_is_found() -> None:
    model, rows = queens(8)
    heard: list[object] = []
    outcome = cpsat.solve(model, Run(), rows, all_solutions=True, max_solutions=5, on_solution=heard.append)
    assert outcome.status is Status.SATISFIED
    assert list(outcome.solutions) == heard
    assert len(heard) == 5
    assert not outcome.stats["complete"]


def test_no_solution_means_infeasible() -> None:
    model, rows = queens(3)
    outcome = cpsat.solve(model, Run(), rows)
    assert (outcome.status, outcome.solutions) == (Status.INFEASIBLE, ())


@pytest.mark.parametrize("seed", range(5))
def test_a_maximum_is_proved(seed: int) -> None:
    draw = random.Random(seed)
    weights = [draw.randint(10, 99) for _ in range(10)]
    model = cp_model.CpModel()
    taken = {index: model.new_bool_var("") for index in range(10)}
    weight = sum(weights[index] * literal for index, literal in taken.items())
    model.add(weight <= 250)
    model.maximize(weight)
    outcome = cpsat.solve(model, Run(), taken)
    best = greatest_knapsack(weights, 250)
    assert (outcome.status, outcome.objective, outcome.bound) == (Status.OPTIMAL, best, best)
    assert outcome.best is not None
    assert sum(weights[index] * taken for index, taken in outcome.best.items()) == best


def test_values_of_literals_and_expressions_are_returned() -> None:
    model = cp_model.CpModel()
    x, b = model.new_int_var(3, 3, "x"), model.new_constant(1)
    no = model.new_bool_var("no")
    model.add(no == 0)
    watch = {"x": x, "not": no.negated(), "line": 2 * x + 1, ("b", 1): b}
    assert cpsat.solve(model, Run(), watch).best == {"x": 3, "not": 1, "line": 7, ("b", 1): 1}


def test_an_automaton_constraint_admits_the_words_of_its_language() -> None:
    # The automaton accepts the words over {0, 1} without two consecutive ones.
    model = cp_model.CpModel()
    word = {place: model.new_bool_var("") for place in range(8)}
    model.add_automaton(list(word.values()), 0, [0, 1], [(0, 0, 0), (0, 1, 1), (1, 0, 0)])
    outcome = cpsat.solve(model, Run(), word, all_solutions=True)
    expected = {w for w in itertools.product((0, 1), repeat=8) if (1, 1) not in itertools.pairwise(w)}
    assert {tuple(s[place] for place in range(8)) for s in outcome.solutions} == expected


def test_a_circuit_constraint_finds_the_shortest_round_trip() -> None:
    draw = random.Random(3)
    n = 7
    cost = {(i, j): draw.randint(1, 50) for i in range(n) for j in range(n) if i != j}
    model = cp_model.CpModel()
    arcs = {arc: model.new_bool_var("") for arc in cost}
    model.add_circuit([(i, j, literal) for (i, j), literal in arcs.items()])
    model.minimize(sum(cost[arc] * literal for arc, literal in arcs.items()))
    outcome = cpsat.solve(model, Run(), arcs)
    rounds = ((0, *rest, 0) for rest in itertools.permutations(range(1, n)))
    assert outcome.objective == min(sum(cost[arc] for arc in itertools.pairwise(trip)) for trip in rounds)
    assert outcome.status is Status.OPTIMAL


def test_improvements_and_bounds_are_reported_in_the_thread_of_the_caller() -> None:
    output: list[Progress] = []
    threads: set[threading.Thread] = set()

    def progress(news: Progress) -> None:
        output.append(news)
        threads.add(threading.current_thread())

    model, _ = assignment(8, 3)
    outcome = cpsat.solve(
        model, Run(progress=progress), {}, on_solution=lambda s: threads.add(threading.current_thread())
    )
    assert outcome.status is Status.OPTIMAL
    assert threads == {threading.current_thread()}
    best = [news.best for news in output if news.best is not None]
    bound = [news.bound for news in output if news.bound is not None]
    assert best == sorted(best, reverse=True)
    assert bound == sorted(bound)
    assert best[-1] == outcome.objective
    assert all(value <= outcome.objective for value in bound)


def test_one_thread_gives_the_same_answer_for_the_same_seed() -> None:
    model, rows = queens(12)
    first, again = (cpsat.solve(model, Run(Limits(seed=4)), rows) for _ in range(2))
    assert first == again


def test_the_time_limit_ends_a_long_search_and_keeps_the_best_solution() -> None:
    model, does = assignment(40, 5)
    watch = {(i, j): literal for i, row in enumerate(does) for j, literal in enumerate(row)}
    outcome = cpsat.solve(model, Run(Limits(time=2.0, threads=2)), watch)
    assert outcome.status in (Status.FEASIBLE, Status.UNKNOWN)
    if outcome.best is not None:
        assert sum(outcome.best.values()) == 40
        assert outcome.objective is not None
        assert outcome.bound is not None
        assert 0 <= outcome.bound < outcome.objective


def test_a_very_short_time_limit_reports_no_unproved_bound() -> None:
    # In so short a time, CP-SAT has only its initial bound 0, which is not an upper bound on the maximum, 40.
    model, does = assignment(40, 5)
    model.maximize(sum(literal for row in does for literal in row))
    outcome = cpsat.solve(model, Run(Limits(time=0.02)), {})
    assert outcome.bound is None or outcome.bound >= 40


def test_cancelling_in_the_middle_ends_a_search() -> None:
    model, _ = assignment(40, 5)
    run = Run()
    outcome = cpsat.solve(model, run, {}, on_solution=lambda solution: run.cancel.set())
    assert outcome.status is Status.FEASIBLE


def test_cancelling_from_another_thread_ends_a_search_without_solution(meanwhile: Meanwhile) -> None:
    model = cp_model.CpModel()
    # Infeasibility follows from a parity argument, which the search does not find quickly.
    draw = random.Random(2)
    literals = [model.new_bool_var("") for _ in range(300)]
    for _ in range(330):
        chosen = draw.sample(literals, 5)
        model.add(sum(chosen) == 1 + 2 * model.new_int_var(0, 2, ""))
    run = Run()
    meanwhile(run.cancel.set)
    assert cpsat.solve(model, run, {}).status is Status.UNKNOWN


def test_a_stopped_run_starts_no_search() -> None:
    run = Run()
    run.cancel.set()
    assert cpsat.solve(queens(4)[0], run, {}).status is Status.UNKNOWN


def test_an_interruption_from_the_keyboard_ends_the_search() -> None:
    model, _ = assignment(40, 5)
    with pytest.raises(KeyboardInterrupt):
        cpsat.solve(model, Run(), {}, on_solution=lambda solution: signal.raise_signal(signal.SIGINT))
    assert "tilewright-engine" not in {thread.name for thread in threading.enumerate()}


def test_an_exception_in_the_callback_ends_the_search_and_is_raised() -> None:
    def on_solution(solution: object) -> None:
        raise LookupError("not this one")

    with pytest.raises(LookupError, match="not this one"):
        cpsat.solve(assignment(40, 5)[0], Run(), {}, on_solution=on_solution)
    assert "tilewright-engine" not in {thread.name for thread in threading.enumerate()}


def test_an_object_without_a_value_is_an_error() -> None:
    model, _ = queens(8)
    with pytest.raises(TypeError):
        cpsat.solve(model, Run(Limits(threads=2)), {"thing": "queen"})


def test_an_invalid_model_is_reported_in_one_line() -> None:
    model = cp_model.CpModel()
    model.new_int_var(0, 2**62, "too wide")
    with pytest.raises(EngineFailure, match="CP-SAT reports an invalid model: var #0") as caught:
        cpsat.solve(model, Run(), {})
    assert "\n" not in str(caught.value)
