"""The unknown draft: forced scores against a minimax of few lines, means against every shuffle."""

from __future__ import annotations

from fractions import Fraction

import nmbr9_oracle as oracle
import pytest

import tilewright as tw
from tilewright.game import Status
from tilewright.games.nmbr9.rules import Nmbr9Policy, Reply

GAME = tw.game("nmbr9")


@pytest.mark.parametrize(("max_value", "copies", "cards"), [(1, 1, 2), (2, 1, 2), (1, 2, 3), (2, 1, 3)])
def test_the_forced_score_against_a_minimax_of_few_lines(max_value: int, copies: int, cards: int) -> None:
    result = tw.solve(GAME.parse(f"U-{max_value}-{copies}-{cards}"), solver="unknown")
    assert (result.status, result.objective) == (Status.OPTIMAL, oracle.forced(max_value, copies, cards))


@pytest.mark.parametrize(
    ("text", "forced"), [("U-4-1-3", 0), ("U-9-1-3", 0), ("U-1-2-4", 0), ("U-2-2-4", 0), ("U-3-1-4", 1)]
)
def test_forced_scores_that_were_found_before(text: str, forced: int) -> None:
    assert tw.solve(GAME.parse(text), solver="unknown").objective == forced


def test_the_mean_is_that_of_the_policy_over_all_shuffles() -> None:
    result = tw.solve(GAME.parse("U-3-1-3 objective=expected"), solver="unknown")
    policy = result.solution
    assert isinstance(policy, Nmbr9Policy)
    scores = list(lines(policy.replies, 0))
    assert len(scores) == 4 * 3 * 2
    assert result.objective == Fraction(sum(scores), len(scores))


def lines(replies: tuple[tuple[int, Reply], ...], score: int) -> list[int]:
    found = []
    for card, reply in replies:
        points = score + card * (reply.level - 1)
        found += lines(reply.next, points) if reply.next else [points]
    return found


def test_a_mean_is_exact_inside_and_a_number_in_json() -> None:
    instance = GAME.parse("U-3-1-3 objective=expected")
    result = tw.solve(instance, solver="unknown")
    assert isinstance(result.objective, Fraction)
    assert result.solution is not None
    assert GAME.check(instance, result.solution).objective == result.objective == result.bound
    told = result.to_json()
    assert told["objective"] == told["bound"] == float(result.objective)
    assert Fraction(told["stats"]["mean"]) == result.objective
    assert tw.solve(GAME.parse("U-1-1-2 objective=expected"), solver="unknown").to_json()["objective"] == 0


def test_the_mean_of_three_numbers_is_that_of_their_known_decks() -> None:
    # Of three numbers the first two tell the third, so nothing is unknown by the time it matters.
    result = tw.solve(GAME.parse("U-2-1-3 objective=expected"), solver="unknown")
    best = [
        oracle.best_known(deck) for deck in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
    ]
    assert result.objective == Fraction(sum(each or 0 for each in best), 6)


def test_a_table_without_room_is_infeasible() -> None:
    assert tw.solve(GAME.parse("U-1-2-4 grid=4"), solver="unknown").status is Status.INFEASIBLE


def test_too_many_lines_are_refused() -> None:
    with pytest.raises(tw.BadInput, match="unknown plays up to 40,000 lines of play"):
        tw.solve(GAME.parse("U-9-2-20"), solver="unknown")
