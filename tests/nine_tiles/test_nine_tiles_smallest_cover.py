"""The smallest cover and its lower bounds, compared with brute force on small problems."""

from __future__ import annotations

import random

import ranking_oracle as oracle
from hypothesis import given, settings
from hypothesis import strategies as st
from test_nine_tiles_best_patterns import random_table

from tilewright.games.nine_tiles.ranking.all_theme_sets import AllThemeSets
from tilewright.games.nine_tiles.ranking.smallest_cover import (
    Choice,
    find_prices,
    list_choices,
    price_bound,
    reduce_cover,
    smallest_cover,
    undominated,
)

lists = st.lists(st.frozensets(st.integers(0, 11), min_size=1, max_size=6), min_size=1, max_size=10)


def numbered(sets: list[frozenset[int]]) -> list[Choice]:
    return [Choice(row, index) for row, index in enumerate(sets)]


@given(lists)
@settings(deadline=None, derandomize=True, max_examples=60)
def test_no_cover_is_smaller_than_the_smallest_cover(sets: list[frozenset[int]]) -> None:
    cover = smallest_cover(numbered(sets))
    assert len(cover.chosen) == cover.bound == oracle.smallest_cover(sets)
    assert cover.proved
    assert frozenset().union(*(choice.sets for choice in cover.chosen)) == frozenset().union(*sets)


@given(lists)
@settings(deadline=None, derandomize=True, max_examples=60)
def test_the_price_bound_never_exceeds_the_smallest_cover(sets: list[frozenset[int]]) -> None:
    choices = numbered(sets)
    assert price_bound(choices, find_prices(choices)) <= oracle.smallest_cover(sets)


@given(lists)
@settings(deadline=None, derandomize=True, max_examples=60)
def test_reductions_keep_the_size_of_the_smallest_cover_and_give_a_lower_bound(
    sets: list[frozenset[int]],
) -> None:
    smaller = reduce_cover(numbered(sets))
    parts = [oracle.smallest_cover([choice.sets for choice in part]) for part in smaller.parts]
    assert len(smaller.forced) + sum(parts) == oracle.smallest_cover(sets)
    assert smaller.bound <= oracle.smallest_cover(sets)
    seen: set[int] = set()
    for part in smaller.parts:
        own = frozenset().union(*(choice.sets for choice in part))
        assert not own & seen
        seen |= own


def test_independent_parts_give_a_better_bound_than_prices_for_the_whole() -> None:
    # Each of the two cycles of three sets needs two choices, four in all. With a price of 1/2 for each set, the
    # two sets of a choice cost 1 and all six sets cost 3, so these prices prove only that three choices are
    # needed.
    rings = [frozenset({0, 1}), frozenset({1, 2}), frozenset({2, 0})]
    rings += [frozenset(index + 3 for index in ring) for ring in rings]
    choices = numbered(rings)
    assert price_bound(choices, find_prices(choices)) == 3
    assert (
        reduce_cover(choices).bound == smallest_cover(choices).second_bound == oracle.smallest_cover(rings) == 4
    )


@given(lists, st.integers(0, 2**31 - 1))
@settings(deadline=None, derandomize=True)
def test_arbitrary_prices_give_a_lower_bound(sets: list[frozenset[int]], seed: int) -> None:
    rng = random.Random(seed)
    prices = {index: rng.randrange(100) for index in frozenset().union(*sets)}
    assert price_bound(numbered(sets), prices) <= oracle.smallest_cover(sets)


def test_unequal_prices_can_give_a_better_bound_than_equal_ones() -> None:
    # Each of the two choices covers two of the three sets. Prices of 1 for sets 1 and 3 prove that both choices
    # are needed.
    choices = numbered([frozenset({1, 2}), frozenset({2, 3})])
    assert price_bound(choices, {1: 1, 2: 0, 3: 1}) == 2


@given(lists)
@settings(deadline=None, derandomize=True)
def test_exactly_the_dominated_choices_are_dropped(sets: list[frozenset[int]]) -> None:
    kept = undominated(numbered(sets))
    largest = {index for index in sets if not any(index < other for other in sets)}
    assert {choice.sets for choice in kept} == largest
    assert len(kept) == len(largest)
    assert [choice.row for choice in kept] == sorted(choice.row for choice in kept)


def test_choices_are_the_sets_that_vectors_win_and_the_cover_is_deterministic() -> None:
    points, towns = random_table(7, 25, 4)
    theme_sets = AllThemeSets(points, towns)
    ranking = theme_sets.rank_all("duel")
    won = [
        frozenset(
            index
            for index, best in enumerate(ranking.best)
            if oracle.pattern(vector, best.themes) in best.points
        )
        for vector in points.tolist()
    ]
    choices = list_choices(theme_sets, ranking)
    assert {choice.sets for choice in choices} == set(won) - {frozenset()}
    assert all(won[choice.row] == choice.sets for choice in choices)
    assert all(won.index(choice.sets) == choice.row for choice in choices)
    cover = smallest_cover(choices)
    assert cover == smallest_cover(choices[::-1])
    assert frozenset().union(*(choice.sets for choice in cover.chosen)) == frozenset(range(2600))
