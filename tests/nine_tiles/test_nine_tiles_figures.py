"""The published figures about theme sets and distances, from the whole census; and what the census adds.

The source of the figures is named in ``figures.json``.
"""

from __future__ import annotations

import json
import random
from importlib import resources
from typing import Any

import duckdb
import numpy as np
import numpy.typing as npt
import pytest
import ranking_oracle as oracle

from tilewright.games.nine_tiles.census import Census
from tilewright.games.nine_tiles.census.theme_queries import find_best, patterns_of
from tilewright.games.nine_tiles.ranking.all_theme_sets import AllThemeSets, Ranking
from tilewright.games.nine_tiles.ranking.best_patterns import RANKS, THEME_SETS
from tilewright.games.nine_tiles.ranking.smallest_cover import choices, smallest_cover

FIGURES: dict[str, Any] = json.loads(
    (resources.files("tilewright.games.nine_tiles") / "figures.json").read_text("utf-8")
)


@pytest.fixture(scope="module")
def theme_sets(census: Census) -> AllThemeSets:
    return AllThemeSets(census.points, census.towns, threads=2)


@pytest.fixture(scope="module")
def winners(theme_sets: AllThemeSets) -> dict[str, Ranking]:
    return {rank: theme_sets.winners(rank) for rank in RANKS}


@pytest.fixture(scope="module")
def away(census: Census) -> npt.NDArray[np.int8]:
    """For each theme and vector, how many achievable scores lie above the vector's."""
    rows = []
    for theme, scores in census.themes.items():
        ranks = {score: place for place, score in enumerate(sorted(scores, reverse=True))}
        table = np.array([ranks.get(score, -1) for score in range(-6, 21)], np.int8)
        rows.append(table[census.points[:, theme - 1] + 6])
    return np.stack(rows)


def test_117_theme_sets_have_perfect_towns_and_as_many_as_published(winners: dict[str, Ranking]) -> None:
    found = {",".join(map(str, best.themes)): best.towns for best in winners["max"].best if best.points}
    assert len(found) == 117
    assert found == FIGURES["towns_at_maximum_in_all_three_themes"]
    assert len(winners["max"].best) == FIGURES["theme_sets"]


def test_the_distances_over_all_themes_are_the_published_ones(
    census: Census, away: npt.NDArray[np.int8]
) -> None:
    published = FIGURES["distance_over_all_26_themes"]
    distance = np.zeros(len(census.towns), np.int16)
    for row in away:
        distance += row.astype(np.int16) ** 2
    found, vectors = np.unique(distance, return_counts=True)
    low, high = published["min"], published["max"]
    assert (found[0], found[-1]) == (low, high)
    assert sorted(set(range(low, high + 1)) - set(found.tolist())) == published["missing"]
    assert vectors[0] == published["vectors_at_min"]
    nearest = FIGURES["towns_by_score"][0]
    assert census.points[distance.argmin()].tolist() == nearest["points"]
    assert census.towns[distance.argmin()] == len(nearest["towns"])


def test_seven_themes_at_most_are_at_their_maximum_in_one_town(
    census: Census, away: npt.NDArray[np.int8]
) -> None:
    published = FIGURES["most_themes_at_maximum"]
    at_maximum = (away == 0).sum(axis=0)
    assert at_maximum.max() == published["count"] == 7
    rows = np.flatnonzero(at_maximum == 7)
    assert sorted(census.towns[rows].tolist()) == published["towns"]


def test_the_seven_themes_are_those_of_the_articles_scores_not_those_that_it_prints(
    away: npt.NDArray[np.int8],
) -> None:
    for row in np.flatnonzero((away == 0).sum(axis=0) == 7):
        assert (np.flatnonzero(away[:, row] == 0) + 1).tolist() == [4, 9, 11, 14, 22, 25, 26]


def test_no_town_has_a_longest_road_of_one_tile_though_the_article_lists_it(census: Census) -> None:
    assert FIGURES["achievable"]["5"]["scores"] == list(range(1, 12))
    assert list(census.themes[5]) == list(range(2, 12))


def test_sampled_theme_sets_are_ranked_as_plain_python_ranks_what_the_database_holds(
    census: Census, theme_sets: AllThemeSets, winners: dict[str, Ranking]
) -> None:
    with duckdb.connect(str(census.duckdb), read_only=True) as database:
        for each in [0, THEME_SETS.index((4, 10, 15)), *random.Random(1).sample(range(len(THEME_SETS)), 5)]:
            a, b, c = themes = THEME_SETS[each]
            query = f"SELECT t{a}, t{b}, t{c}, sum(towns)::BIGINT FROM vectors GROUP BY ALL"
            towns = {(x, y, z): count for x, y, z, count in database.execute(query).fetchall()}
            patterns = sorted(towns)
            assert [tuple(row) for row in theme_sets.patterns_of(each).tolist()] == patterns
            alone = patterns_of(census, themes)
            assert dict(zip(map(tuple, alone.scores.tolist()), alone.towns.tolist(), strict=True)) == towns
            for rank in RANKS:
                best = oracle.best_patterns(patterns, (1, 2, 3), rank)
                found = winners[rank].best[each]
                assert list(found.points) == best
                assert found.towns == sum(towns[pattern] for pattern in best)
                answer = find_best(census, themes, rank, limit=3)
                assert answer.best == found
                assert answer.vectors == winners[rank].vectors[each]
                for example in answer.examples:
                    assert tuple(example.points[theme - 1] for theme in themes) in best


def test_407_towns_are_a_best_town_for_every_theme_set_and_no_fewer(
    census: Census, theme_sets: AllThemeSets, winners: dict[str, Ranking]
) -> None:
    duel = winners["duel"]
    cover = smallest_cover(choices(theme_sets, duel))
    # CP-SAT and the second proof meet at the size of the list.
    assert len(cover.chosen) == cover.bound == cover.second_bound == 407
    covered = set()
    for choice in cover.chosen:
        points = census.points[choice.row].tolist()
        won = {
            each for each, best in enumerate(duel.best) if oracle.pattern(points, best.themes) in best.points
        }
        assert won == choice.sets
        covered |= won
    assert covered == set(range(2600))
