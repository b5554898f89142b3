"""Rule `touch`: the solvers `cpsat` and `strips` compared with brute force, and `strips` on larger boards."""

from __future__ import annotations

import random
import threading
from itertools import product

import numpy as np
import pytest
from domino_oracle import (
    Stone,
    best_on_board,
    best_row,
    best_touch,
    judge,
    next_to,
    placements_in,
    random_stones,
)

import tilewright as tw
from tilewright.game import Limits, Result, Run, Status
from tilewright.games.domino.kernels.touch_row_kernel import CROSSES, search_board, winding
from tilewright.games.domino.label_graph.longest_row import longest_row
from tilewright.games.domino.label_graph.stone_counts import table_of
from tilewright.games.domino.rules import DominoInstance, DominoSolution
from tilewright.games.domino.solvers import strips

EXAMPLE_STONES = [(0, 2), (1, 2), (2, 5), (2, 6), (2, 6), (2, 6), (3, 3)]
"""On a four-by-four board, at most four of these stones can be laid under rule chain, six under rule touch."""


def solve(n: int, stones: list[Stone], solver: str, rule: str = "touch", seed: int = 0) -> Result:
    """Solve an instance, check the solution with the oracle, and return the result."""
    labels = 1 + max((max(stone) for stone in stones), default=0)
    result = tw.solve(DominoInstance(n, stones, labels, rule), solver=solver, seed=seed)
    assert isinstance(result.solution, DominoSolution)
    assert judge(n, stones, rule, placements_in(result.solution)) == []
    return result


def caterpillar(crossings: list[bool]) -> list[Stone]:
    """Return stones that form a row in the given order.

    If `crossings[i]` is true, stone i shares one label with the stone before it and its other label with the
    stone after it; otherwise, it shares the same label with both.
    """
    stones, joint = [], 0
    for fresh, crosses in enumerate(crossings, 1):
        stones.append((joint, fresh))
        joint = fresh if crosses else joint
    return stones


# --- CP-SAT -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rule", "count"), [("touch", 200), ("chain", 80)])
def test_cpsat_proves_the_optimum_of_brute_force_on_small_boards(rule: str, count: int) -> None:
    rng = random.Random(300)
    for _ in range(count):
        n, stones = rng.choice((1, 2, 3, 3)), random_stones(rng, rng.randrange(8), rng.choice((3, 5, 8)))
        result = solve(n, stones, "cpsat", rule)
        assert (result.status, result.objective) == (Status.OPTIMAL, best_on_board(n, stones, rule)), (
            n,
            stones,
        )


def test_cpsat_proves_the_optimum_of_brute_force_on_boards_of_side_four() -> None:
    rng = random.Random(4)
    for _ in range(6):
        stones = random_stones(rng, rng.randrange(5, 8), 6)
        result = solve(4, stones, "cpsat")
        assert (result.status, result.objective) == (Status.OPTIMAL, best_touch(4, stones)), stones


def test_cpsat_refuses_boards_with_too_many_ways_to_lay_a_stone() -> None:
    with pytest.raises(tw.BadInput, match=r"^the solver cpsat supports small boards only: "):
        tw.solve(DominoInstance(40_000, EXAMPLE_STONES), solver="cpsat")


@pytest.mark.parametrize("solver", ["auto", "cpsat", "strips"])
def test_six_stones_of_the_example_touch(solver: str) -> None:
    result = solve(4, EXAMPLE_STONES, solver)
    assert (result.status, result.objective) == (Status.OPTIMAL, 6)


# --- Rows of stones -----------------------------------------------------------------------------------


def test_the_longest_row_of_hundreds_of_small_instances_equals_brute_force() -> None:
    """The label graphs are sparse or trees, so the heuristic trail often misses some stones."""
    rng = random.Random(9)
    for _ in range(400):
        labels = rng.randrange(2, 12)
        stones = random_stones(rng, rng.randrange(1, 10), labels)
        if rng.random() < 0.5:
            stones = [(label, rng.randrange(label)) for label in range(1, labels)]
        row, bound = longest_row(table_of(np.array(stones, np.int32), labels), 1000, Run())
        assert row.stones == bound == best_row(stones), stones


def test_every_row_within_the_capacity_fits_on_boards_of_side_two_to_five() -> None:
    """If all rows fit, the optimum under rule `touch` is the length of the longest row, up to the capacity."""
    for n in (2, 3, 4, 5):
        room = n * n // 2
        for crossings in product((False, True), repeat=room - 2):
            stones = caterpillar([False, *crossings, False])
            cells = np.empty((room, 2, 2), np.int32)
            manner = np.array([False, *crossings, False], np.int8) * CROSSES
            assert search_board(n, manner, cells[:, 0], cells[:, 1]), crossings
            solution = DominoSolution(stones, cells)
            assert judge(n, stones, "touch", placements_in(solution)) == []


# --- Strips -------------------------------------------------------------------------------------------


def test_strips_prove_the_optimum_of_brute_force_on_small_boards() -> None:
    rng = random.Random(77)
    for _ in range(300):
        n = rng.choice((1, 2, 3, 3, 4))
        stones = random_stones(rng, rng.randrange(7 if n == 4 else 9), rng.choice((3, 5, 8)))
        result = solve(n, stones, "strips")
        assert (result.status, result.objective) == (Status.OPTIMAL, best_touch(n, stones)), (n, stones)


@pytest.mark.parametrize("n", range(1, 14))
def test_the_strip_covers_the_whole_board(n: int) -> None:
    slots = n * n // 2
    outer, inner = np.empty((slots, 2), np.int32), np.empty((slots, 2), np.int32)
    turns = np.zeros(slots, np.bool_)
    winding(n, outer, inner, turns)
    sides = [[(row, column) for row, column in side.tolist()] for side in (outer, inner)]
    assert len({*sides[0], *sides[1]}) == 2 * slots
    assert all(0 <= row < n and 0 <= column < n for side in sides for row, column in side)
    for slot in range(slots):
        assert next_to(sides[0][slot], sides[1][slot])
        if slot and not turns[slot - 1]:
            assert all(next_to(side[slot - 1], side[slot]) for side in sides)
        elif slot:
            assert next_to(sides[1][slot - 1], sides[0][slot]), (
                "around the corner, an inner cell is next to an outer one"
            )
            assert next_to(sides[1][slot - 2], sides[1][slot])


def test_strips_lay_any_row_and_waste_few_slots_at_corners() -> None:
    """The number of stones in each row is the capacity of the board."""
    rng = random.Random(8)
    for _ in range(60):
        n = rng.randrange(7, 13)
        share = rng.random()
        stones = caterpillar([rng.random() < share for _ in range(n * n // 2)])
        result = solve(n, stones, "strips")
        assert result.objective is not None
        assert result.bound == n * n // 2
        assert result.bound - result.objective <= 4


@pytest.mark.parametrize("crosses", [False, True])
def test_a_star_and_a_path_of_labels_fill_every_board(crosses: bool) -> None:
    for n in range(2, 15):
        result = solve(n, caterpillar([crosses] * (n * n // 2)), "strips")
        assert (result.status, result.objective) == (Status.OPTIMAL, n * n // 2)


def test_with_seven_labels_strips_fill_the_board_or_lay_all_stones() -> None:
    """With only seven labels, all random stones of this test can form a single row."""
    rng = random.Random(70)
    for n in (7, 8, 9, 12, 15, 20):
        for spare in (-7, -1, 0, 1, 9):
            stones = random_stones(rng, n * n // 2 + spare, 7)
            result = solve(n, stones, "strips")
            assert best_possible(n, stones) == result.objective == result.bound


def best_possible(n: int, stones: list[Stone]) -> int:
    return min(n * n // 2, len(stones))


def test_all_of_half_a_million_stones_are_laid() -> None:
    instance = tw.game("domino").generate(3, n=1000, stones=500_000, rule="touch")
    result = tw.solve(instance, solver="strips")
    assert (result.status, result.objective, result.verified) == (Status.OPTIMAL, 500_000, True)


def test_few_stones_on_a_huge_board_need_little_memory() -> None:
    result = solve(46_340, EXAMPLE_STONES, "strips")
    assert (result.status, result.objective) == (Status.OPTIMAL, 6)


def test_the_same_seed_lays_the_same_stones() -> None:
    stones = random_stones(random.Random(2), 100, 30)
    first, again = (solve(14, stones, "strips", seed=5) for _ in range(2))
    assert first.solution == again.solution


def test_strips_return_only_a_bound_if_cancelled_before_the_start() -> None:
    cancel = threading.Event()
    cancel.set()
    answer = strips.solve(DominoInstance(9, EXAMPLE_STONES, rule="touch"), Run(Limits(10), cancel=cancel))
    assert (answer.status, answer.solution) == (Status.UNKNOWN, None)
    assert answer.bound is not None
    assert answer.bound >= 6


def test_strips_refuse_rule_chain() -> None:
    with pytest.raises(tw.BadInput, match=r"^the solver strips supports rule touch, not chain$"):
        tw.solve(DominoInstance(4, EXAMPLE_STONES), solver="strips")
