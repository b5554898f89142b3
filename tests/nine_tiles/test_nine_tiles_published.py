"""Published figures about theme sets and distances, and new results, computed from the whole census.

``published_figures.json`` names the source of the published figures.
"""

from __future__ import annotations

import random

import duckdb
import numpy as np
import numpy.typing as npt
import pytest
import ranking_oracle as oracle
from nine_tiles_towns import FIGURES

from tilewright.games.nine_tiles.census import Census
from tilewright.games.nine_tiles.census.theme_queries import find_best, patterns_of
from tilewright.games.nine_tiles.ranking.all_theme_sets import AllThemeSets, Ranking
from tilewright.games.nine_tiles.ranking.best_patterns_of_three_scores import RANKS, THEME_SETS
from tilewright.games.nine_tiles.ranking.smallest_cover import list_choices, smallest_cover


@pytest.fixture(scope="module")
def theme_sets(census: Census) -> AllThemeSets:
    return AllThemeSets(census.points, census.towns, threads=2)


@pytest.fixture(scope="module")
def ranking(theme_sets: AllThemeSets) -> dict[str, Ranking]:
    return {rank: theme_sets.rank_all(rank) for rank in RANKS}


@pytest.fixture(scope="module")
def away(census: Census) -> npt.NDArray[np.int8]:
    """The number of achievable scores above a vector's score in a theme, by theme (row) and vector (column)."""
    rows = []
    for theme, scores in census.themes.items():
        ranks = {score: row for row, score in enumerate(sorted(scores, reverse=True))}
        table = np.array([ranks.get(score, -1) for score in range(-6, 21)], np.int8)
        rows.append(table[census.points[:, theme - 1] + 6])
    return np.stack(rows)


def test_117_theme_sets_have_the_published_numbers_of_perfect_towns(ranking: dict[str, Ranking]) -> None:
    towns_by_themes = {
        ",".join(map(str, best.themes)): best.towns for best in ranking["max"].best if best.points
    }
    assert len(towns_by_themes) == 117
    assert towns_by_themes == FIGURES["towns_at_maximum_in_all_three_themes"]
    assert len(ranking["max"].best) == FIGURES["theme_sets"]


def test_the_distances_over_all_themes_are_the_published_ones(
    census: Census, away: npt.NDArray[np.int8]
) -> None:
    published = FIGURES["distance_over_all_26_themes"]
    distance = np.zeros(len(census.towns), np.int16)
    for row in away:
        distance += row.astype(np.int16) ** 2
    distances, vectors = np.unique(distance, return_counts=True)
    low, high = published["min"], published["max"]
    assert (distances[0], distances[-1]) == (low, high)
    assert sorted(set(range(low, high + 1)) - set(distances.tolist())) == published["missing"]
    assert vectors[0] == published["vectors_at_min"]
    nearest = FIGURES["towns_by_score"][0]
    assert census.points[distance.argmin()].tolist() == nearest["points"]
    assert census.towns[distance.argmin()] == len(nearest["towns"])


def test_a_town_has_at_most_seven_themes_at_their_maximum(census: Census, away: npt.NDArray[np.int8]) -> None:
    published = FIGURES["most_themes_at_maximum"]
    at_maximum = (away == 0).sum(axis=0)
    assert at_maximum.max() == published["count"] == 7
    rows = np.flatnonzero(at_maximum == 7)
    assert sorted(census.towns[rows].tolist()) == published["towns"]


def test_the_seven_themes_follow_from_the_published_scores_and_one_is_misprinted(
    away: npt.NDArray[np.int8],
) -> None:
    for row in np.flatnonzero((away == 0).sum(axis=0) == 7):
        assert (np.flatnonzero(away[:, row] == 0) + 1).tolist() == [4, 9, 11, 14, 22, 25, 26]


def test_no_town_has_a_longest_road_of_one_tile_although_the_article_lists_it(census: Census) -> None:
    assert FIGURES["achievable"]["5"]["scores"] == list(range(1, 12))
    assert list(census.themes[5]) == list(range(2, 12))


def test_sampled_theme_sets_are_ranked_like_the_definition_ranks_the_rows_of_the_database(
    census: Census, theme_sets: AllThemeSets, ranking: dict[str, Ranking]
) -> None:
    with duckdb.connect(str(census.database), read_only=True) as database:
        for index in [0, THEME_SETS.index((4, 10, 15)), *random.Random(1).sample(range(len(THEME_SETS)), 5)]:
            a, b, c = themes = THEME_SETS[index]
            query = f"SELECT t{a}, t{b}, t{c}, sum(towns)::BIGINT FROM vectors GROUP BY ALL"
            towns = {(x, y, z): count for x, y, z, count in database.execute(query).fetchall()}
            patterns = sorted(towns)
            assert [tuple(row) for row in theme_sets.patterns_of(index).tolist()] == patterns
            alone = patterns_of(census, themes)
            assert dict(zip(map(tuple, alone.scores.tolist()), alone.towns.tolist(), strict=True)) == towns
            for rank in RANKS:
                best = oracle.best_patterns(patterns, (1, 2, 3), rank)
                from_all_sets = ranking[rank].best[index]
                assert list(from_all_sets.points) == best
                assert from_all_sets.towns == sum(towns[pattern] for pattern in best)
                answer = find_best(census, themes, rank, limit=3)
                assert answer.best == from_all_sets
                assert answer.vectors == ranking[rank].vectors[index]
                for example in answer.examples:
                    assert tuple(example.points[theme - 1] for theme in themes) in best


def test_the_smallest_cover_has_407_towns(
    census: Census, theme_sets: AllThemeSets, ranking: dict[str, Ranking]
) -> None:
    duel = ranking["duel"]
    cover = smallest_cover(list_choices(theme_sets, duel))
    # Both lower bounds, from CP-SAT and from the second proof, equal the size of the cover.
    assert len(cover.chosen) == cover.bound == cover.second_bound == 407
    covered = set()
    for choice in cover.chosen:
        points = census.points[choice.row].tolist()
        won = {
            index for index, best in enumerate(duel.best) if oracle.pattern(points, best.themes) in best.points
        }
        assert won == choice.sets
        covered |= won
    assert covered == set(range(2600))
