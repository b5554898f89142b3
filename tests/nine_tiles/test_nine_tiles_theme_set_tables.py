"""The packaged tables, which cover all theme sets, compared with the census."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np
import pytest

from tilewright.games.nine_tiles.census import Census
from tilewright.games.nine_tiles.census.theme_queries import find_best, patterns_of
from tilewright.games.nine_tiles.ranking.all_theme_sets import AllThemeSets
from tilewright.games.nine_tiles.ranking.best_patterns_of_three_scores import RANKS, THEME_SETS
from tilewright.games.nine_tiles.ranking.theme_set_statistics import theme_histograms
from tilewright.games.nine_tiles.ranking.theme_set_tables import best_towns, patterns_of_themes, read_tables
from tilewright.games.nine_tiles.rules import Town, problems


@pytest.fixture(scope="module")
def theme_sets(census: Census) -> AllThemeSets:
    return AllThemeSets(census.points, census.towns, 2)


def test_the_tables_have_all_patterns_and_all_towns(census: Census, theme_sets: AllThemeSets) -> None:
    tables = read_tables()
    assert np.array_equal(tables.starts, theme_sets.starts)
    assert np.array_equal(tables.scores, theme_sets.patterns)
    assert np.array_equal(
        np.add.reduceat(tables.towns, tables.starts[:-1]), [census.all_towns] * len(THEME_SETS)
    )
    assert (tables.all_towns, tables.all_vectors) == (census.all_towns, len(census.towns))
    assert theme_histograms() == census.themes


@pytest.mark.parametrize("rank", RANKS)
def test_the_best_towns_of_all_theme_sets_equal_those_of_the_census(
    census: Census, theme_sets: AllThemeSets, rank: str
) -> None:
    ranking = theme_sets.rank_all(rank)
    for index, themes in enumerate(THEME_SETS):
        found = best_towns(themes, rank)
        assert (found.best, found.vectors) == (ranking.best[index], ranking.vectors[index])
        row = ranking.examples[index]
        expected = (
            [] if row < 0 else [(census.town(row), tuple(map(int, census.points[row])), census.towns[row])]
        )
        assert [(each.town, each.points, each.towns) for each in found.examples] == expected
        assert not any(problems(Town.from_pattern(each.town)) for each in found.examples)


@pytest.mark.parametrize("count", [2, pytest.param(6, marks=pytest.mark.long)])
def test_themes_in_any_order_give_the_answer_of_the_census(census: Census, count: int) -> None:
    for themes in (order for chosen in Random(1).sample(THEME_SETS, count) for order in permutations(chosen)):
        ours, theirs = patterns_of_themes(themes), patterns_of(census, themes)
        assert np.array_equal(ours.scores, theirs.scores)
        assert np.array_equal(ours.towns, theirs.towns)
        for rank in RANKS:
            assert best_towns(themes, rank) == find_best(census, themes, rank)
