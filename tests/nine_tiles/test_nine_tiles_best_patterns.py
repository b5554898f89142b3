"""The best patterns of one theme set, and of all theme sets at once, compared with a plain Python oracle."""

from __future__ import annotations

import random

import numpy as np
import numpy.typing as npt
import pytest
import ranking_oracle as oracle
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.games.nine_tiles.ranking.all_theme_sets import AllThemeSets
from tilewright.games.nine_tiles.ranking.best_patterns_of_three_scores import RANKS, THEME_SETS, select_best

Table = tuple[npt.NDArray[np.int8], npt.NDArray[np.int64]]

pattern_lists = st.lists(st.tuples(*[st.integers(-6, 6)] * 3), min_size=1, max_size=40, unique=True)


def random_table(seed: int, rows: int, scores: int) -> Table:
    """Return random score vectors and town counts; as in a census, the vectors are distinct and sorted."""
    rng = random.Random(seed)
    random_vectors = {tuple(rng.randrange(scores) - theme % 3 for theme in range(26)) for _ in range(rows)}
    vectors = sorted({(*vector[:3], 0, *vector[4:]) for vector in random_vectors})
    return np.array(vectors, np.int8), np.array([rng.randrange(1, 1000) for _ in vectors])


def test_the_theme_sets_are_all_ways_to_draw_three_of_26_cards() -> None:
    assert len(THEME_SETS) == len(set(THEME_SETS)) == 26 * 25 * 24 // 6
    assert list(THEME_SETS) == sorted(THEME_SETS)


@pytest.mark.parametrize("rank", RANKS)
@given(pattern_lists)
@settings(deadline=None, derandomize=True)
def test_the_best_patterns_are_those_of_the_definition(rank: str, patterns: list[oracle.Pattern]) -> None:
    patterns = sorted(patterns)
    selected = select_best(np.array(patterns, np.int8), rank)
    assert [patterns[row] for row in selected.rows] == oracle.best_patterns(patterns, (1, 2, 3), rank)


@given(pattern_lists)
@settings(deadline=None, derandomize=True)
def test_a_duel_reports_the_wins_and_losses_of_its_best_patterns(patterns: list[oracle.Pattern]) -> None:
    patterns = sorted(patterns)
    selected = select_best(np.array(patterns, np.int8), "duel")
    for row in selected.rows:
        wins, losses = oracle.wins_and_losses(patterns[row], patterns)
        assert selected.facts == {"beaten": wins, "lost_to": losses, "patterns": len(patterns)}


def test_a_duel_is_counted_again_among_the_patterns_kept() -> None:
    # The first and the last pattern have three wins and one loss each; between these two, the first one wins.
    patterns = [(0, 1, 3), (0, 0, 0), (1, 0, 1), (1, 3, 0), (2, 0, 2)]
    selected = select_best(np.array(patterns, np.int8), "duel")
    assert selected.rows.tolist() == [0]
    assert selected.facts == {"beaten": 3, "lost_to": 1, "patterns": 5}


def test_patterns_that_beat_one_another_in_a_cycle_are_all_best() -> None:
    assert select_best(np.array([(0, 1, 2), (1, 2, 0), (2, 0, 1)], np.int8), "duel").rows.tolist() == [0, 1, 2]


def test_a_distance_is_a_dense_rank_among_the_scores_that_exist() -> None:
    # 20 is one rank above 10, because there is no score between them.
    scores = np.array([(10, 3, 3), (20, 1, 3), (20, 3, 1)], np.int8)
    selected = select_best(scores, "distance")
    assert selected.rows.tolist() == [0, 1, 2]
    assert selected.facts == {"at_maximum": 2, "distance": 1}


def test_there_may_be_no_pattern_with_all_three_scores_at_their_maximum() -> None:
    assert select_best(np.array([(0, 1, 1), (1, 0, 1)], np.int8), "max").rows.tolist() == []


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("seed", "rows", "scores"), [(1, 1, 3), (2, 9, 2), (3, 80, 5), (4, 400, 3)])
def test_ranking_all_sets_at_once_agrees_with_ranking_each_alone(
    seed: int, rows: int, scores: int, threads: int
) -> None:
    points, towns = random_table(seed, rows, scores)
    vectors = [tuple(vector) for vector in points.tolist()]
    theme_sets = AllThemeSets(points, towns, threads)
    chosen = random.Random(seed).sample(range(len(THEME_SETS)), 120)
    for rank in RANKS:
        ranking = theme_sets.rank_all(rank)
        for index in chosen:
            themes = THEME_SETS[index]
            existing = sorted({oracle.pattern(vector, themes) for vector in vectors})
            assert [tuple(row) for row in theme_sets.patterns_of(index).tolist()] == existing
            best = oracle.best_patterns(vectors, themes, rank)
            assert list(ranking.best[index].points) == best
            assert ranking.best[index].towns == oracle.towns_with(vectors, towns.tolist(), themes, best)
            assert ranking.best[index].facts == select_best(theme_sets.patterns_of(index), rank).facts
            rows_with_best = [
                row for row, vector in enumerate(vectors) if oracle.pattern(vector, themes) in best
            ]
            assert ranking.vectors[index] == len(rows_with_best)
            assert ranking.examples[index] == (rows_with_best[0] if rows_with_best else -1)


def test_each_vector_is_listed_with_the_sets_that_it_wins() -> None:
    points, towns = random_table(5, 60, 4)
    theme_sets = AllThemeSets(points, towns)
    ranking = theme_sets.rank_all("duel")
    rows = np.arange(len(points))
    starts, sets = theme_sets.list_wins(ranking, rows)
    for row in rows:
        won = {
            index
            for index, best in enumerate(ranking.best)
            if index not in ranking.uncontested
            and oracle.pattern(points[row].tolist(), best.themes) in best.points
        }
        assert list(sets[starts[row] : starts[row + 1]]) == sorted(won)
        assert ranking.wins[row] == len(won)


def test_every_town_wins_a_theme_set_in_which_all_patterns_are_best() -> None:
    # Themes 10 and 15 cancel each other out, and theme 4 is always 0, so no pattern beats another.
    points, towns = random_table(6, 40, 4)
    points[:, 14] = -points[:, 9]
    ranking = AllThemeSets(points, towns).rank_all("duel")
    index = THEME_SETS.index((4, 10, 15))
    assert index in ranking.uncontested
    assert ranking.best[index].towns == towns.sum()
    assert ranking.vectors[index] == len(towns)
    assert ranking.examples[index] == 0
