"""The smallest list of towns, against all lists of small problems, and its bound against the definition."""

from __future__ import annotations

import random

import ranking_oracle as oracle
from hypothesis import given, settings
from hypothesis import strategies as st
from test_nine_tiles_ranking import random_table

from tilewright.games.nine_tiles.ranking.all_theme_sets import AllThemeSets
from tilewright.games.nine_tiles.ranking.smallest_cover import (
    Choice,
    choices,
    undominated,
    price_bound,
    prices,
    reduced,
    smallest_cover,
)

lists = st.lists(st.frozensets(st.integers(0, 11), min_size=1, max_size=6), min_size=1, max_size=10)


def numbered(sets: list[frozenset[int]]) -> list[Choice]:
    return [Choice(row, each) for row, each in enumerate(sets)]


@given(lists)
@settings(deadline=None, derandomize=True, max_examples=60)
def test_no_list_is_shorter_than_the_smallest_cover(sets: list[frozenset[int]]) -> None:
    cover = smallest_cover(numbered(sets))
    assert len(cover.chosen) == cover.bound == oracle.smallest_cover(sets)
    assert cover.proved
    assert frozenset().union(*(choice.sets for choice in cover.chosen)) == frozenset().union(*sets)


@given(lists)
@settings(deadline=None, derandomize=True, max_examples=60)
def test_prices_never_promise_more_than_the_smallest_cover_has(sets: list[frozenset[int]]) -> None:
    found = numbered(sets)
    assert price_bound(found, prices(found)) <= oracle.smallest_cover(sets)


@given(lists)
@settings(deadline=None, derandomize=True, max_examples=60)
def test_a_reduced_problem_has_as_short_a_list_and_its_bound_is_one(sets: list[frozenset[int]]) -> None:
    smaller = reduced(numbered(sets))
    parts = [oracle.smallest_cover([choice.sets for choice in part]) for part in smaller.parts]
    assert len(smaller.forced) + sum(parts) == oracle.smallest_cover(sets)
    assert smaller.bound <= oracle.smallest_cover(sets)
    seen: set[int] = set()
    for part in smaller.parts:
        own = frozenset().union(*(choice.sets for choice in part))
        assert not own & seen
        seen |= own


def test_parts_prove_more_than_prices_for_the_whole() -> None:
    # Two rings of three: each needs two choices, and prices of a half each give only one and a half.
    rings = [frozenset({0, 1}), frozenset({1, 2}), frozenset({2, 0})]
    rings += [frozenset(each + 3 for each in ring) for ring in rings]
    found = numbered(rings)
    assert price_bound(found, prices(found)) == 3
    assert reduced(found).bound == smallest_cover(found).second_bound == oracle.smallest_cover(rings) == 4


@given(lists, st.integers(0, 2**31 - 1))
@settings(deadline=None, derandomize=True)
def test_any_prices_whatever_are_a_bound(sets: list[frozenset[int]], seed: int) -> None:
    rng = random.Random(seed)
    price = {each: rng.randrange(100) for each in frozenset().union(*sets)}
    assert price_bound(numbered(sets), price) <= oracle.smallest_cover(sets)


def test_prices_prove_what_counting_alone_does_not() -> None:
    # Two choices win two of three sets each: a list needs both, and prices of 1 for the outer sets show it.
    found = numbered([frozenset({1, 2}), frozenset({2, 3})])
    assert price_bound(found, {1: 1, 2: 0, 3: 1}) == 2


@given(lists)
@settings(deadline=None, derandomize=True)
def test_only_choices_that_others_contain_are_dropped(sets: list[frozenset[int]]) -> None:
    kept = undominated(numbered(sets))
    largest = {each for each in sets if not any(each < other for other in sets)}
    assert {choice.sets for choice in kept} == largest
    assert len(kept) == len(largest)
    assert [choice.row for choice in kept] == sorted(choice.row for choice in kept)


def test_the_choices_of_a_table_are_what_its_vectors_win_and_the_cover_is_the_same_every_time() -> None:
    points, towns = random_table(7, 25, 4)
    theme_sets = AllThemeSets(points, towns)
    winners = theme_sets.winners("duel")
    won = [
        frozenset(
            each for each, best in enumerate(winners.best) if oracle.pattern(vector, best.themes) in best.points
        )
        for vector in points.tolist()
    ]
    found = choices(theme_sets, winners)
    assert {choice.sets for choice in found} == set(won) - {frozenset()}
    assert all(won[choice.row] == choice.sets for choice in found)
    assert all(won.index(choice.sets) == choice.row for choice in found)
    cover = smallest_cover(found)
    assert cover == smallest_cover(found[::-1])
    assert frozenset().union(*(choice.sets for choice in cover.chosen)) == frozenset(range(2600))
