"""The oracle itself: two ways to the same number, and boards small enough to judge by eye."""

from __future__ import annotations

import random

from domino_oracle import best_chain, best_on_board, best_row, best_touch, judge, random_stones

LINE = [((0, 1), ((0, 0), (0, 1))), ((1, 2), ((0, 2), (0, 3)))]


def test_a_line_of_two_matching_stones_is_legal_under_both_rules() -> None:
    assert judge(4, [(1, 0), (1, 2)], "chain", LINE) == []
    assert judge(4, [(1, 0), (1, 2)], "touch", LINE) == []


def test_no_stones_at_all_is_legal() -> None:
    assert judge(1, [], "chain", []) == []


def test_a_stone_that_nobody_gave_is_named() -> None:
    assert judge(4, [(0, 1), (0, 2)], "chain", LINE) == ["turn 1: no stone (1, 2) left"]


def test_a_stone_given_once_is_not_laid_twice() -> None:
    twice = [((3, 3), ((0, 0), (0, 1))), ((3, 3), ((0, 2), (0, 3)))]
    assert judge(4, [(3, 3)], "touch", twice) == ["turn 1: no stone (3, 3) left"]


def test_halves_that_lie_apart_or_off_the_board_are_named() -> None:
    assert judge(2, [(0, 1)], "chain", [((0, 1), ((0, 0), (1, 1)))]) == ["turn 0: the halves lie apart"]
    assert judge(2, [(0, 1)], "chain", [((0, 1), ((0, 1), (0, 2)))]) == ["turn 0: off the board"]
    assert judge(2, [(0, 1)], "chain", [((0, 1), ((-1, 1), (0, 1)))]) == ["turn 0: off the board"]


def test_overlap_is_named() -> None:
    stones = [(0, 0), (0, 0)]
    crossing = [((0, 0), ((0, 0), (0, 1))), ((0, 0), ((1, 1), (0, 1)))]
    assert "turn 1: overlap" in judge(2, stones, "chain", crossing)


def test_side_by_side_upright_stones_touch_but_make_no_chain() -> None:
    """Both first halves carry the shared label: the second half of the first stone is a 5."""
    stones = [(2, 5), (2, 6)]
    upright = [((2, 5), ((0, 0), (1, 0))), ((2, 6), ((0, 1), (1, 1)))]
    assert judge(2, stones, "touch", upright) == []
    assert judge(2, stones, "chain", upright) == ["turn 1: does not join the stone before it"]


def test_equal_labels_that_do_not_touch_join_nothing() -> None:
    stones = [(2, 5), (6, 2)]
    crossed = [((2, 5), ((0, 0), (1, 0))), ((6, 2), ((0, 1), (1, 1)))]
    assert judge(2, stones, "touch", crossed) == ["turn 1: does not join the stone before it"]


def test_each_stone_answers_to_the_stone_before_it_alone() -> None:
    stones = [(0, 1), (1, 2), (0, 3)]
    back_to_the_first = [*LINE, ((0, 3), ((1, 0), (2, 0)))]
    for rule in ("chain", "touch"):
        assert judge(4, stones, rule, back_to_the_first) == ["turn 2: does not join the stone before it"]


def test_the_longest_trail_fits_the_board_whenever_its_stones_do() -> None:
    """Laying stones for real never reaches less, nor more, than the trail that forgets the board."""
    rng = random.Random(4)
    for _ in range(150):
        n = rng.choice((1, 2, 3, 3))
        stones = random_stones(rng, rng.randrange(7), rng.choice((2, 3, 4, 7)))
        assert best_chain(n, stones) == best_on_board(n, stones, "chain"), (n, stones)


def test_whatever_makes_a_chain_also_touches() -> None:
    rng = random.Random(5)
    for _ in range(60):
        n, stones = rng.choice((2, 3)), random_stones(rng, rng.randrange(6), 5)
        assert best_touch(n, stones) >= best_chain(n, stones), (n, stones)


def test_a_row_without_a_board_is_no_shorter_than_what_touches_on_one() -> None:
    """And where the board has room for it, no longer: any row of up to four stones fits on a side of three."""
    rng = random.Random(6)
    for _ in range(60):
        n, stones = rng.choice((2, 3)), random_stones(rng, rng.randrange(6), 5)
        assert best_touch(n, stones) == min(n * n // 2, best_row(stones)), (n, stones)


def test_touch_beats_chain_where_three_stones_share_a_label() -> None:
    """A star of labels is no trail, but upright stones side by side all show the shared label in one row."""
    star = [(0, 1), (0, 2), (0, 3)]
    assert best_chain(3, star) == 2
    assert best_touch(3, star) == 3


def test_the_known_board_of_side_four_has_a_chain_of_four_and_six_that_touch() -> None:
    stones = [(0, 2), (1, 2), (2, 5), (2, 6), (2, 6), (2, 6), (3, 3)]
    assert best_chain(4, stones) == 4
    assert best_touch(4, stones) == 6
