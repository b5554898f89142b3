"""The brute-force oracle: its solvers agree, and its checker returns the expected verdicts on small boards."""

from __future__ import annotations

import random

from domino_oracle import best_chain, best_on_board, best_row, best_touch, judge, random_stones

LINE = [((0, 1), ((0, 0), (0, 1))), ((1, 2), ((0, 2), (0, 3)))]


def test_a_line_of_two_matching_stones_is_legal_under_both_rules() -> None:
    assert judge(4, [(1, 0), (1, 2)], "chain", LINE) == []
    assert judge(4, [(1, 0), (1, 2)], "touch", LINE) == []


def test_an_empty_solution_is_legal() -> None:
    assert judge(1, [], "chain", []) == []


def test_a_stone_that_is_not_given_is_reported() -> None:
    assert judge(4, [(0, 1), (0, 2)], "chain", LINE) == ["turn 1: no stone (1, 2) left"]


def test_a_stone_given_once_cannot_be_laid_twice() -> None:
    twice = [((3, 3), ((0, 0), (0, 1))), ((3, 3), ((0, 2), (0, 3)))]
    assert judge(4, [(3, 3)], "touch", twice) == ["turn 1: no stone (3, 3) left"]


def test_halves_that_are_apart_or_off_the_board_are_reported() -> None:
    assert judge(2, [(0, 1)], "chain", [((0, 1), ((0, 0), (1, 1)))]) == ["turn 0: the halves lie apart"]
    assert judge(2, [(0, 1)], "chain", [((0, 1), ((0, 1), (0, 2)))]) == ["turn 0: off the board"]
    assert judge(2, [(0, 1)], "chain", [((0, 1), ((-1, 1), (0, 1)))]) == ["turn 0: off the board"]


def test_an_overlap_is_reported() -> None:
    stones = [(0, 0), (0, 0)]
    crossing = [((0, 0), ((0, 0), (0, 1))), ((0, 0), ((1, 1), (0, 1)))]
    assert "turn 1: overlap" in judge(2, stones, "chain", crossing)


def test_vertical_stones_side_by_side_touch_but_form_no_chain() -> None:
    """The first halves share label 2, but a chain must continue at the second half of the first stone, a 5."""
    stones = [(2, 5), (2, 6)]
    upright = [((2, 5), ((0, 0), (1, 0))), ((2, 6), ((0, 1), (1, 1)))]
    assert judge(2, stones, "touch", upright) == []
    assert judge(2, stones, "chain", upright) == ["turn 1: does not join the previous stone"]


def test_equal_labels_that_do_not_touch_join_nothing() -> None:
    stones = [(2, 5), (6, 2)]
    crossed = [((2, 5), ((0, 0), (1, 0))), ((6, 2), ((0, 1), (1, 1)))]
    assert judge(2, stones, "touch", crossed) == ["turn 1: does not join the previous stone"]


def test_each_stone_must_join_the_previous_stone_not_an_earlier_one() -> None:
    stones = [(0, 1), (1, 2), (0, 3)]
    back_to_the_first = [*LINE, ((0, 3), ((1, 0), (2, 0)))]
    for rule in ("chain", "touch"):
        assert judge(4, stones, rule, back_to_the_first) == ["turn 2: does not join the previous stone"]


def test_the_longest_trail_without_a_board_equals_the_best_chain_on_the_board() -> None:
    """The optimum on a board is the length of the longest trail, limited by the capacity of the board."""
    rng = random.Random(4)
    for _ in range(150):
        n = rng.choice((1, 2, 3, 3))
        stones = random_stones(rng, rng.randrange(7), rng.choice((2, 3, 4, 7)))
        assert best_chain(n, stones) == best_on_board(n, stones, "chain"), (n, stones)


def test_rule_touch_allows_at_least_as_many_stones_as_rule_chain() -> None:
    rng = random.Random(5)
    for _ in range(60):
        n, stones = rng.choice((2, 3)), random_stones(rng, rng.randrange(6), 5)
        assert best_touch(n, stones) >= best_chain(n, stones), (n, stones)


def test_rule_touch_allows_the_longest_row_up_to_the_capacity_of_the_board() -> None:
    """Rows of at most two stones fit on a board of side two, and rows of at most four on one of side three."""
    rng = random.Random(6)
    for _ in range(60):
        n, stones = rng.choice((2, 3)), random_stones(rng, rng.randrange(6), 5)
        assert best_touch(n, stones) == min(n * n // 2, best_row(stones)), (n, stones)


def test_rule_touch_allows_more_stones_if_three_stones_share_a_label() -> None:
    """The stones form no trail, but if they lie vertically side by side, the halves with label 0 touch."""
    star = [(0, 1), (0, 2), (0, 3)]
    assert best_chain(3, star) == 2
    assert best_touch(3, star) == 3


def test_on_the_example_of_side_four_four_stones_form_a_chain_and_six_touch() -> None:
    stones = [(0, 2), (1, 2), (2, 5), (2, 6), (2, 6), (2, 6), (3, 3)]
    assert best_chain(4, stones) == 4
    assert best_touch(4, stones) == 6
