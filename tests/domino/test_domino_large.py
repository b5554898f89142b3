"""Boards with up to 200,000 stones: parse, solve, check and write."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright as tw
from tilewright.game import Status
from tilewright.games.domino import notation
from tilewright.games.domino.rules import DominoInstance, DominoSolution, check

GAME = tw.game("domino")


@pytest.fixture(scope="module")
def instance() -> DominoInstance:
    made = GAME.generate(1, n=600, stones=200_000)
    assert isinstance(made, DominoInstance)
    return made


@pytest.fixture(scope="module")
def result(instance: DominoInstance) -> tw.Result:
    return tw.solve(instance)


def test_a_large_board_is_filled_and_the_solution_is_proved_optimal(
    instance: DominoInstance, result: tw.Result
) -> None:
    assert (result.status, result.objective, result.bound) == (Status.OPTIMAL, 180_000, 180_000)
    assert result.verified
    assert result.stats["left_out"] == 20_000


def test_all_stones_are_laid_if_all_labels_are_even_and_the_board_is_large_enough() -> None:
    """With 101 stones of each kind, each label is on 606 halves (an even number), not counting doubles."""
    stones = [(a, b) for a in range(7) for b in range(a + 1)] * 101
    assert tw.solve(DominoInstance(300, stones)).objective == len(stones)


def test_a_large_instance_and_its_solution_are_written_and_read_back(
    instance: DominoInstance, result: tw.Result
) -> None:
    text = GAME.format(instance)
    assert len(text) >= notation.FAST_FROM
    assert GAME.parse(text) == instance
    assert isinstance(result.solution, DominoSolution)
    laid = "".join(GAME.solution_chunks(result.solution))
    assert len(laid) >= notation.FAST_FROM
    assert GAME.parse_solution(laid) == result.solution


def test_the_result_contains_size_and_digest_of_the_instance_and_every_stone_laid(result: tw.Result) -> None:
    data = result.to_json()
    assert data["instance"]["size"] == 200_000
    assert len(data["instance"]["sha256"]) == 64
    assert len(data["solution"]["placements"]) == 180_000


def test_one_wrong_stone_among_thousands_is_reported(instance: DominoInstance, result: tw.Result) -> None:
    assert isinstance(result.solution, DominoSolution)
    stones, cells = result.solution.stones, result.solution.cells
    turned = np.array(stones)
    index = int(np.flatnonzero(stones[:, 0] != stones[:, 1])[1000])
    turned[index] = turned[index, ::-1]
    verdict = check(instance, DominoSolution(turned, cells))
    assert {broken.rule for broken in verdict.broken} == {"label-mismatch"}
    assert verdict.broken[0].message.startswith(f"placements[{index}]: ")
    moved = np.array(cells)
    moved[150_000] = moved[3]
    verdict = check(instance, DominoSolution(stones, moved))
    assert {broken.rule for broken in verdict.broken} == {"overlap", "chain-gap"}
