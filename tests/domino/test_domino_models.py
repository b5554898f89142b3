"""The MiniZinc models and the corrected ASP model prove the true optimum; the published ASP model does not."""

from __future__ import annotations

import random
from typing import Any

import pytest
from domino_oracle import Stone, best_chain, judge, placements_in, random_stones

import tilewright as tw
from tilewright.engines.outcome import Outcome
from tilewright.game import Result, Status
from tilewright.games.domino.rules import DominoInstance
from tilewright.games.domino.solvers import asp

LINE_WITH_A_DOUBLE = [(0, 1), (1, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6)]
"""Seven stones that form a single chain in only one way, apart from its reverse.

The second stone of the chain is a double.
"""


def solve(n: int, stones: list[Stone], solver: str, **more: Any) -> Result:
    """Solve an instance, check the solution with the brute-force oracle, and return the result."""
    result = tw.solve(DominoInstance(n, stones, labels=10), solver=solver, **more)
    assert result.solution is not None
    assert judge(n, stones, "chain", placements_in(result.solution)) == []
    return result


def small_instances(
    seed: int, count: int, sides: tuple[int, ...], most: int
) -> list[tuple[int, list[Stone], int]]:
    """Return random instances, each as the side of the board, the stones, and the optimum by brute force."""
    rng = random.Random(seed)
    instances = []
    for _ in range(count):
        n, stones = rng.choice(sides), random_stones(rng, rng.randrange(most + 1), rng.choice((2, 4, 7, 10)))
        instances.append((n, stones, best_chain(n, stones)))
    return instances


# --- MiniZinc -----------------------------------------------------------------------------------------


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize("count", [40, pytest.param(100, marks=pytest.mark.long)])
def test_minizinc_proves_the_optimum_of_small_instances(count: int) -> None:
    for index, (n, stones, best) in enumerate(small_instances(100, count, (1, 2, 3, 4), 8)):
        result = solve(n, stones, ("minizinc-a", "minizinc-b")[index % 2])
        assert (result.status, result.objective) == (Status.OPTIMAL, best), (n, stones)


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize("solver", ["minizinc-a", "minizinc-b"])
def test_minizinc_uses_each_double_at_most_once(solver: str) -> None:
    """The models count each half of a double separately, but two equal doubles are laid as only two stones."""
    result = solve(4, [(3, 3), (3, 3), (5, 5)], solver)
    assert (result.status, result.objective) == (Status.OPTIMAL, 2)


@pytest.mark.needs("minizinc")
def test_beyond_a_side_of_33_candidate_b_restarts_and_still_proves_that_all_stones_are_laid() -> None:
    result = solve(34, [(2, 1), (0, 1), (2, 3)], "minizinc-b")
    assert (result.status, result.objective) == (Status.OPTIMAL, 3)


# --- ASP ----------------------------------------------------------------------------------------------


def test_an_answer_set_without_stones_is_a_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the time limit is very short, clingo may find no answer set that contains stones."""
    outcome = Outcome(Status.FEASIBLE, ({"atoms": []},), objective=0)
    monkeypatch.setattr(asp.clingo, "solve", lambda *_, **__: outcome)
    result = solve(3, [(0, 1), (1, 2)], "asp-slots")
    assert (result.status, result.objective, result.bound) == (Status.FEASIBLE, 0, 2)


@pytest.mark.usefixtures("clingo_in_process")
def test_the_corrected_asp_model_proves_the_optimum_of_fifty_small_instances() -> None:
    for n, stones, best in small_instances(50, 50, (2, 2, 3), 5):
        result = solve(n, stones, "asp")
        assert (result.status, result.objective) == (Status.OPTIMAL, best), (n, stones)


@pytest.mark.usefixtures("clingo_in_process")
def test_the_published_asp_model_never_exceeds_the_optimum_and_reaches_it_without_doubles() -> None:
    for n, stones, best in small_instances(51, 25, (2, 2, 3), 5):
        result = solve(n, stones, "asp-published")
        assert result.objective is not None
        assert result.objective <= best
        if all(a != b for a, b in stones):
            assert result.objective == best, (n, stones)


def test_the_published_asp_model_mishandles_a_double_in_the_middle_of_a_chain() -> None:
    assert best_chain(4, LINE_WITH_A_DOUBLE) == 7
    published = solve(4, LINE_WITH_A_DOUBLE, "asp-published")
    assert published.objective == 6
    assert published.stats["claimed"] == 6
    corrected = solve(4, LINE_WITH_A_DOUBLE, "asp")
    assert (corrected.status, corrected.objective) == (Status.OPTIMAL, 7)


def test_an_optimum_claimed_by_the_published_asp_model_is_not_reported_as_proved() -> None:
    result = solve(2, [(0, 1), (1, 2)], "asp-published")
    assert (result.status, result.objective, result.bound) == (Status.FEASIBLE, 2, 2)
    assert result.stats["model"] == "as published"


@pytest.mark.usefixtures("clingo_in_process")
def test_the_asp_slot_model_proves_the_optimum() -> None:
    for n, stones, best in small_instances(52, 25, (1, 2, 3, 4, 5), 9):
        result = solve(n, stones, "asp-slots")
        assert (result.status, result.objective) == (Status.OPTIMAL, best), (n, stones)


def test_the_asp_slot_model_fills_a_board_of_side_ten() -> None:
    result = solve(10, random_stones(random.Random(10), 56, 7), "asp-slots")
    assert (result.status, result.objective) == (Status.OPTIMAL, 50)


# --- Refused instances --------------------------------------------------------------------------------


CHAIN_ONLY = ("minizinc-a", "minizinc-b", "asp", "asp-published", "asp-slots")


@pytest.mark.parametrize("solver", CHAIN_ONLY)
def test_models_of_rule_chain_refuse_rule_touch(solver: str) -> None:
    with pytest.raises(tw.BadInput, match=f"^the solver {solver} supports rule chain, not touch$"):
        tw.solve(DominoInstance(3, [(0, 1)], rule="touch"), solver=solver)


@pytest.mark.parametrize("solver", CHAIN_ONLY)
def test_models_refuse_boards_that_would_need_too_much_memory(solver: str) -> None:
    with pytest.raises(tw.BadInput, match=f"^the solver {solver} supports "):
        tw.solve(DominoInstance(300, random_stones(random.Random(1), 45_000, 7)), solver=solver)
