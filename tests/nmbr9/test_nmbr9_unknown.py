"""The unknown draft: two solvers that share no code, against each other and a minimax of few lines."""

from __future__ import annotations

import random
from fractions import Fraction

import nmbr9_oracle as oracle
import numpy as np
import pytest

import tilewright as tw
from tilewright.game import Cell, Status
from tilewright.games.nmbr9.kernels import draft_kernel as kernel
from tilewright.games.nmbr9.models import unknown_decks as shuffles
from tilewright.games.nmbr9.playing.legal_placements import legal_placements
from tilewright.games.nmbr9.rules import Nmbr9Instance, Nmbr9Policy, Placement, Reply, orientations
from tilewright.games.nmbr9.solvers import draft
from tilewright.geometry import Polyomino, bounding_box

GAME = tw.game("nmbr9")
both = pytest.mark.parametrize("solver", ["unknown", "draft"])


def solved(text: str, solver: str) -> tuple[Status, object]:
    result = tw.solve(GAME.parse(text), solver=solver)
    return result.status, result.objective


@both
@pytest.mark.parametrize(("max_value", "copies", "cards"), [(1, 1, 2), (2, 1, 2), (1, 2, 3), (2, 1, 3)])
def test_the_forced_score_against_a_minimax_of_few_lines(
    solver: str, max_value: int, copies: int, cards: int
) -> None:
    expected = (Status.OPTIMAL, oracle.forced(max_value, copies, cards))
    assert solved(f"U-{max_value}-{copies}-{cards}", solver) == expected


@both
@pytest.mark.parametrize(
    ("text", "forced"), [("U-4-1-3", 0), ("U-9-1-3", 0), ("U-1-2-4", 0), ("U-2-2-4", 0), ("U-3-1-4", 1)]
)
def test_forced_scores_that_were_found_before(solver: str, text: str, forced: int) -> None:
    assert solved(text, solver) == (Status.OPTIMAL, forced)


@pytest.mark.parametrize(
    "text",
    [
        *[f"U-{m}-1-3 objective=expected" for m in range(2, 10)],
        *[f"U-{m}-2-3 objective=expected" for m in range(1, 10, 2)],
        "U-9-2-3 objective=expected support=types",
        "U-1-2-4 objective=expected",
        "U-4-1-4",
        "U-9-1-4",
        "U-5-1-3 grid=5",
        "U-2-2-3 grid=5 objective=expected",
        "U-3-1-4 grid=6 levels=1",
        "U-1-2-4 grid=4",
    ],
)
def test_the_two_solvers_agree(text: str) -> None:
    assert solved(text, "unknown") == solved(text, "draft")


@both
def test_the_mean_is_that_of_the_policy_over_all_shuffles(solver: str) -> None:
    result = tw.solve(GAME.parse("U-3-1-3 objective=expected"), solver=solver)
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


@both
def test_the_mean_of_three_numbers_is_that_of_their_known_decks(solver: str) -> None:
    # Of three numbers the first two tell the third, so nothing is unknown by the time it matters.
    result = tw.solve(GAME.parse("U-2-1-3 objective=expected"), solver=solver)
    best = [
        oracle.best_known(deck) for deck in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
    ]
    assert result.objective == Fraction(sum(each or 0 for each in best), 6)


@both
def test_a_table_without_room_is_infeasible(solver: str) -> None:
    assert solved("U-1-2-4 grid=4", solver) == (Status.INFEASIBLE, None)


@both
@pytest.mark.parametrize("text", ["U-9-1-5", "U-9-2-4 objective=expected"])
def test_at_the_limit_there_is_a_policy_and_a_bound(solver: str, text: str) -> None:
    result = tw.solve(GAME.parse(text), solver=solver, time_limit=0.001)
    assert result.status in (Status.FEASIBLE, Status.UNKNOWN)
    assert result.bound is not None
    assert result.objective is None or result.objective <= result.bound


def test_bounds_of_decks_look_at_values_alone() -> None:
    # The worst five of 9-1-5 are 4, 3, 2, 1, 0: at most 2 + 1 on level 2 and the 0 on level 3.
    assert shuffles.forced_bound(Nmbr9Instance("U", 9, 1, 5)) == 3
    assert shuffles.forced_bound(Nmbr9Instance("U", 9, 2, 4)) == 0
    # Each card is worth 4.5 in the mean: two on level 2 and one on level 3.
    assert shuffles.mean_bound(Nmbr9Instance("U", 9, 2, 5)) == 18
    assert shuffles.mean_bound(Nmbr9Instance("U", 2, 1, 3), (2,)) == Fraction(1, 2)
    assert shuffles.deck_bound(Nmbr9Instance("K", 9, 2, 5, (9, 9, 1, 2, 3))) == 1 + 2 + 6


def test_decks_are_counted() -> None:
    assert shuffles.lines_of_play(Nmbr9Instance("U", 9, 1, 3)) == 720
    assert shuffles.lines_of_play(Nmbr9Instance("U", 1, 2, 4)) == 6
    assert shuffles.lines_of_play(Nmbr9Instance("U", 9, 2, 20)) > shuffles.MOST_LINES


def test_too_many_lines_are_refused_or_begun() -> None:
    instance = GAME.parse("U-9-2-20")
    with pytest.raises(tw.BadInput, match="unknown plays up to 100,000 lines of play"):
        tw.solve(instance, solver="unknown")
    result = tw.solve(instance, solver="draft", time_limit=5)
    assert (result.status, result.objective) == (Status.FEASIBLE, None)
    assert isinstance(result.solution, Nmbr9Policy)
    assert [card for card, _ in result.solution.replies] == list(range(10))
    assert all(len(reply.next) == 10 for _, reply in result.solution.replies)


@pytest.mark.parametrize(("text", "line"), [("F-2-1-3", "not F"), ("K-9-2-8:0,1,2,3,4,5,6,7", "up to 7 cards")])
def test_draft_says_what_it_does_not_play(text: str, line: str) -> None:
    with pytest.raises(tw.BadInput, match=f"draft plays.*{line}"):
        tw.solve(GAME.parse(text), solver="draft")


# --- The kernel of `draft` ------------------------------------------------------------------------------


def some_stack(seed: int, cards: int, instance: Nmbr9Instance) -> tuple[Placement, ...]:
    """Random placements, as high as they can be."""
    chance = random.Random(seed)
    placed: tuple[Placement, ...] = ()
    for value in chance.sample([value for value in range(10) for _ in range(2)], cards):
        found = legal_placements(instance, placed, value)
        top = max(each.level for each in found)
        placed += (chance.choice([each for each in found if each.level == top]),)
    return placed


def laid(question: draft._Draft, placed: tuple[Placement, ...], down: int, across: int) -> None:
    """Write placements into the arrays of the kernel, moved."""
    for depth, each in enumerate(placed):
        box = bounding_box(each.cells)
        turn = orientations(each.value).index(Polyomino.from_cells(each.cells))
        kernel.put(question.stack, depth, each.value, turn, each.level - 1, box.top + down, box.left + across)


@pytest.mark.parametrize("support", ["parts", "types"])
@pytest.mark.parametrize("seed", range(4))
def test_the_moves_of_the_kernel_are_the_legal_placements(seed: int, support: str) -> None:
    instance = Nmbr9Instance("U", 9, 2, 6, support=support)
    placed = some_stack(seed, 5, instance)
    question = draft._Draft(instance, kernel.MOST_MOVES, 2**4)
    middle = question.origin
    laid(question, placed, middle, middle)
    for value in (0, 1, 9):
        moves = np.zeros((kernel.MOST_MOVES, 4), np.int64)
        count = kernel.moves(question.stack, question.question, 5, value, moves)
        found = [
            (level + 1, frozenset(orientations(value)[turn].at(row - middle, column - middle)))
            for level, turn, row, column in moves[:count].tolist()
        ]
        legal = legal_placements(instance, placed, value)
        assert len(set(found)) == count
        assert set(found) == {(each.level, frozenset(each.cells)) for each in legal}
        highest = kernel.highest_place(question.stack, question.question, 5, value)
        assert highest + 1 == max(each.level for each in legal)


@pytest.mark.parametrize("seed", range(6))
def test_a_key_is_the_same_for_stacks_that_differ_by_order_turning_and_moving(seed: int) -> None:
    instance = Nmbr9Instance("U", 9, 2, 7)
    placed = some_stack(seed, 5, instance)
    mixed = random.Random(seed).sample(placed, 5)
    turned = tuple(Placement(each.value, each.copy, each.level, quarter(each.cells)) for each in mixed)
    other = (*placed[:-1], Placement(placed[-1].value, 0, placed[-1].level, quarter(placed[-1].cells)))
    keys = []
    for stack, down in ((placed, 0), (turned, 2), (other, 0)):
        question = draft._Draft(instance, kernel.MOST_MOVES, 2**4)
        laid(question, stack, question.origin + down, question.origin)
        keys.append(kernel.key_of(question.stack, question.question, 5, 0))
    assert keys[0] == keys[1] != keys[2]


def quarter(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return tuple(sorted((column, -row) for row, column in cells))
