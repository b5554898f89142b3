"""The two solvers for unknown decks, compared with each other and with a brute-force minimax."""

from __future__ import annotations

import random
from fractions import Fraction

import nmbr9_oracle as oracle
import numpy as np
import pytest

import tilewright as tw
from tilewright.game import Cell, Status
from tilewright.games.nmbr9.kernels import all_card_orders_kernel as kernel
from tilewright.games.nmbr9.models import unknown_deck_bounds
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
def test_the_forced_score_is_that_of_a_brute_force_minimax(
    solver: str, max_value: int, copies: int, cards: int
) -> None:
    expected = (Status.OPTIMAL, oracle.forced(max_value, copies, cards))
    assert solved(f"U-{max_value}-{copies}-{cards}", solver) == expected


@both
@pytest.mark.parametrize(
    ("text", "forced"), [("U-4-1-3", 0), ("U-9-1-3", 0), ("U-1-2-4", 0), ("U-2-2-4", 0), ("U-3-1-4", 1)]
)
def test_known_forced_scores_are_reproduced(solver: str, text: str, forced: int) -> None:
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
def test_the_mean_is_the_average_score_of_the_policy_over_all_shuffles(solver: str) -> None:
    result = tw.solve(GAME.parse("U-3-1-3 objective=expected"), solver=solver)
    policy = result.solution
    assert isinstance(policy, Nmbr9Policy)
    scores = line_scores(policy.replies, 0)
    assert len(scores) == 4 * 3 * 2
    assert result.objective == Fraction(sum(scores), len(scores))


def line_scores(replies: tuple[tuple[int, Reply], ...], score: int) -> list[int]:
    """Return the final score of every line of play."""
    scores = []
    for card, reply in replies:
        points = score + card * (reply.level - 1)
        scores += line_scores(reply.next, points) if reply.next else [points]
    return scores


def test_a_mean_is_an_exact_fraction_in_python_and_a_number_in_json() -> None:
    instance = GAME.parse("U-3-1-3 objective=expected")
    result = tw.solve(instance, solver="unknown")
    assert isinstance(result.objective, Fraction)
    assert result.solution is not None
    assert GAME.check(instance, result.solution).objective == result.objective == result.bound
    data = result.to_json()
    assert data["objective"] == data["bound"] == float(result.objective)
    assert Fraction(data["stats"]["mean"]) == result.objective
    assert tw.solve(GAME.parse("U-1-1-2 objective=expected"), solver="unknown").to_json()["objective"] == 0


@both
def test_the_mean_of_three_numbers_is_that_of_their_known_decks(solver: str) -> None:
    # All first placements are equivalent, and when the second card is placed, the third card is known.
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
def test_a_stopped_run_has_a_bound_and_possibly_a_policy(solver: str, text: str) -> None:
    result = tw.solve(GAME.parse(text), solver=solver, time_limit=0.001)
    assert result.status in (Status.FEASIBLE, Status.UNKNOWN)
    assert result.bound is not None
    assert result.objective is None or result.objective <= result.bound


def test_the_bounds_of_decks_depend_on_values_alone() -> None:
    # The worst deck of U-9-1-5 is 4, 3, 2, 1, 0: at best, the 2 and the 1 lie on level 2 and the 0 on level 3.
    assert unknown_deck_bounds.forced_bound(Nmbr9Instance("U", 9, 1, 5)) == 3
    assert unknown_deck_bounds.forced_bound(Nmbr9Instance("U", 9, 2, 4)) == 0
    # The mean value of a card is 4.5; two cards lie on level 2 and one on level 3.
    assert unknown_deck_bounds.mean_bound(Nmbr9Instance("U", 9, 2, 5)) == 18
    assert unknown_deck_bounds.mean_bound(Nmbr9Instance("U", 2, 1, 3), (2,)) == Fraction(1, 2)
    assert unknown_deck_bounds.deck_bound(Nmbr9Instance("K", 9, 2, 5, (9, 9, 1, 2, 3))) == 1 + 2 + 6


def test_the_number_of_decks_is_counted() -> None:
    assert unknown_deck_bounds.lines_of_play(Nmbr9Instance("U", 9, 1, 3)) == 720
    assert unknown_deck_bounds.lines_of_play(Nmbr9Instance("U", 1, 2, 4)) == 6
    assert unknown_deck_bounds.lines_of_play(Nmbr9Instance("U", 9, 2, 20)) > unknown_deck_bounds.MOST_LINES


def test_for_too_many_lines_of_play_unknown_refuses_and_draft_returns_an_opening() -> None:
    instance = GAME.parse("U-9-2-20")
    with pytest.raises(tw.BadInput, match="'unknown' solves instances with up to 100,000 lines of play"):
        tw.solve(instance, solver="unknown")
    result = tw.solve(instance, solver="draft", time_limit=5)
    assert (result.status, result.objective) == (Status.FEASIBLE, None)
    assert isinstance(result.solution, Nmbr9Policy)
    assert [card for card, _ in result.solution.replies] == list(range(10))
    assert all(len(reply.next) == 10 for _, reply in result.solution.replies)


@pytest.mark.parametrize(("text", "line"), [("F-2-1-3", "not F"), ("K-9-2-8:0,1,2,3,4,5,6,7", "up to 7 cards")])
def test_draft_refuses_unsupported_instances(text: str, line: str) -> None:
    with pytest.raises(tw.BadInput, match=f"'draft' solves.*{line}"):
        tw.solve(GAME.parse(text), solver="draft")


# --- The kernel of `draft` ------------------------------------------------------------------------------


def random_stack(seed: int, count: int, instance: Nmbr9Instance) -> tuple[Placement, ...]:
    """Return random placements of random cards, each on the highest possible level."""
    rng = random.Random(seed)
    return oracle.random_stack(instance, rng.sample([*range(10), *range(10)], count), rng)


def write_stack(search: draft._Draft, placed: tuple[Placement, ...], down: int, right: int) -> None:
    """Shift the placements down and to the right, and write them into the arrays of the kernel."""
    for depth, each in enumerate(placed):
        box = bounding_box(each.cells)
        turn = orientations(each.value).index(Polyomino.from_cells(each.cells))
        row, column = box.top + down, box.left + right
        kernel.toggle_part(search.stack, depth, each.value, turn, each.level - 1, row, column)


@pytest.mark.parametrize("support", ["parts", "types"])
@pytest.mark.parametrize("seed", range(4))
def test_the_kernel_of_draft_lists_exactly_the_legal_placements(seed: int, support: str) -> None:
    instance = Nmbr9Instance("U", 9, 2, 6, support=support)
    placed = random_stack(seed, 5, instance)
    search = draft._Draft(instance, kernel.MOST_PLACEMENTS, 2**4)
    middle = search.origin
    write_stack(search, placed, middle, middle)
    for value in (0, 1, 9):
        out = np.zeros((kernel.MOST_PLACEMENTS, 4), np.int64)
        count = kernel.write_placements(search.stack, search.problem, 5, value, out)
        placements = [
            (level + 1, frozenset(orientations(value)[turn].at(row - middle, column - middle)))
            for level, turn, row, column in out[:count].tolist()
        ]
        legal = legal_placements(instance, placed, value)
        assert len(set(placements)) == count
        assert set(placements) == {(each.level, frozenset(each.cells)) for each in legal}
        highest = kernel.highest_level(search.stack, search.problem, 5, value)
        assert highest + 1 == max(each.level for each in legal)


@pytest.mark.parametrize("value", range(10))
def test_the_first_card_has_every_position_on_the_largest_grid(value: int) -> None:
    search = draft._Draft(Nmbr9Instance("U", 9, 1, 3, grid=1_000), kernel.MOST_PLACEMENTS, 2**4)
    side = search.problem.grid
    assert side == kernel.MOST_SIDE - 2
    boxes = [bounding_box(shape.cells) for shape in orientations(value)]
    expected = sum((side - box.rows + 1) * (side - box.cols + 1) for box in boxes)
    assert kernel.write_placements(search.stack, search.problem, 0, value, search.buffers[0]) == expected


@pytest.mark.parametrize("seed", range(6))
def test_the_key_of_a_stack_does_not_depend_on_order_rotation_and_translation(seed: int) -> None:
    instance = Nmbr9Instance("U", 9, 2, 7)
    placed = random_stack(seed, 5, instance)
    reordered = random.Random(seed).sample(placed, 5)
    rotated = tuple(
        Placement(each.value, each.copy, each.level, quarter_turn(each.cells)) for each in reordered
    )
    other = (*placed[:-1], Placement(placed[-1].value, 0, placed[-1].level, quarter_turn(placed[-1].cells)))
    keys = []
    for stack, down in ((placed, 0), (rotated, 2), (other, 0)):
        search = draft._Draft(instance, kernel.MOST_PLACEMENTS, 2**4)
        write_stack(search, stack, search.origin + down, search.origin)
        keys.append(kernel.key_of(search.stack, search.problem, 5, 0))
    assert keys[0] == keys[1] != keys[2]


def quarter_turn(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return tuple(sorted((column, -row) for row, column in cells))
