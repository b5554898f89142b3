"""The default solver: it supports both rules and reports which solver found its answer."""

from __future__ import annotations

import random
import threading

import pytest
from domino_oracle import best_chain, best_touch, random_stones

import tilewright as tw
from tilewright.game import Answer, Run, Status
from tilewright.games.domino.rules import DominoInstance, DominoSolution
from tilewright.games.domino.solvers import auto


def test_rule_chain_is_solved_by_the_trail_solver() -> None:
    result = tw.solve(DominoInstance(4, [[0, 1], [1, 2]]))
    assert (result.solver, result.objective) == ("auto", 2)
    assert result.stats["answered_by"] == "trail"


def test_rule_touch_is_solved_by_the_trail_solver_if_a_chain_fills_the_board() -> None:
    result = tw.solve(tw.game("domino").generate(1, n=40, rule="touch"))
    assert (result.status, result.objective) == (Status.OPTIMAL, 800)
    assert result.stats["answered_by"] == "trail"


def test_rule_touch_on_small_boards_reaches_the_optimum_of_brute_force() -> None:
    rng = random.Random(3)
    better_than_chain = 0
    for _ in range(12):
        stones = random_stones(rng, rng.randrange(3, 6), 5)
        result = tw.solve(DominoInstance(3, stones, rule="touch"))
        assert (result.status, result.objective) == (Status.OPTIMAL, best_touch(3, stones)), stones
        better_than_chain += result.objective > best_chain(3, stones)
    assert better_than_chain


# The next test combines answers from fake solvers.

INSTANCE = DominoInstance(9, [[0, 1], [0, 2], [0, 3], [0, 4], [0, 5]], rule="touch")


def solution(size: int) -> DominoSolution:
    return DominoSolution([[0, 1]] * size, [[[row, 0], [row, 1]] for row in range(size)])


@pytest.mark.parametrize(
    ("answers", "status", "objective", "bound", "solver"),
    [
        ([("trail", Answer(Status.OPTIMAL, solution(2), 2, 2))], "feasible", 2, 5, "trail"),
        ([("trail", Answer(Status.UNKNOWN, bound=2))], "unknown", None, 5, None),
        (
            [
                ("trail", Answer(Status.OPTIMAL, solution(2), 2, 2)),
                ("strips", Answer(Status.FEASIBLE, solution(3), 3, 4)),
                ("cpsat", Answer(Status.UNKNOWN, bound=3)),
            ],
            "optimal",
            3,
            3,
            "strips",
        ),
        (
            [
                ("trail", Answer(Status.OPTIMAL, solution(4), 4, 4)),
                ("strips", Answer(Status.FEASIBLE, solution(3), 3, 5)),
            ],
            "feasible",
            4,
            5,
            "trail",
        ),
        (
            [
                ("trail", Answer(Status.UNKNOWN)),
                ("strips", Answer(Status.FEASIBLE, solution(1), 1, 5)),
                ("cpsat", Answer(Status.OPTIMAL, solution(4), 4, 4)),
            ],
            "optimal",
            4,
            4,
            "cpsat",
        ),
    ],
)
def test_the_best_solution_is_combined_with_the_best_bound(
    answers: list[tuple[str, Answer]],
    status: str,
    objective: int | None,
    bound: int,
    solver: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(auto, "_touch_answers", lambda instance, run: iter(answers))
    answer = auto.solve(INSTANCE, Run())
    assert (answer.status, answer.objective, answer.bound) == (status, objective, bound)
    assert answer.stats.get("answered_by") == solver


def test_a_cancelled_solve_returns_a_bound() -> None:
    cancel = threading.Event()
    cancel.set()
    result = tw.solve(tw.game("domino").generate(1, n=30, stones=100, rule="touch"), cancel=cancel)
    assert result.status in (Status.UNKNOWN, Status.FEASIBLE)
    assert result.bound == 100
