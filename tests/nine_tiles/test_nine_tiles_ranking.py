"""The best patterns of a theme set, one set alone and all at once, against the definitions in plain Python."""

from __future__ import annotations

import random

import numpy as np
import numpy.typing as npt
import pytest
import ranking_oracle as oracle
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.games.nine_tiles.ranking.all_theme_sets import AllThemeSets
from tilewright.games.nine_tiles.ranking.best_patterns import RANKS, THEME_SETS, select_best

Table = tuple[npt.NDArray[np.int8], npt.NDArray[np.int64]]

patterns = st.lists(st.tuples(*[st.integers(-6, 6)] * 3), min_size=1, max_size=40, unique=True)


def random_table(seed: int, rows: int, scores: int) -> Table:
    """Score vectors as a census has them: none twice, in ascending order, theme 4 always 0."""
    rng = random.Random(seed)
    found = {tuple(rng.randrange(scores) - theme % 3 for theme in range(26)) for _ in range(rows)}
    vectors = sorted({(*vector[:3], 0, *vector[4:]) for vector in found})
    return np.array(vectors, np.int8), np.array([rng.randrange(1, 1000) for _ in vectors])


def test_there_are_as_many_theme_sets_as_ways_to_draw_three_of_26_cards() -> None:
    assert len(THEME_SETS) == len(set(THEME_SETS)) == 26 * 25 * 24 // 6
    assert list(THEME_SETS) == sorted(THEME_SETS)


@pytest.mark.parametrize("rank", RANKS)
@given(patterns)
@settings(deadline=None, derandomize=True)
def test_the_best_of_some_patterns_are_those_of_the_definition(rank: str, found: list[oracle.Pattern]) -> None:
    found = sorted(found)
    judged = select_best(np.array(found, np.int8), rank)
    assert [found[place] for place in judged.best] == oracle.best_patterns(found, (1, 2, 3), rank)


@given(patterns)
@settings(deadline=None, derandomize=True)
def test_a_duel_tells_how_many_patterns_its_best_have_beaten_and_lost_to(found: list[oracle.Pattern]) -> None:
    found = sorted(found)
    judged = select_best(np.array(found, np.int8), "duel")
    for place in judged.best:
        wins, losses = oracle.wins_and_losses(found[place], found)
        assert judged.facts == {"beaten": wins, "lost_to": losses, "patterns": len(found)}


def test_a_duel_is_counted_again_among_those_that_are_kept() -> None:
    # The first and the last of these have won three times and lost once each; then the first beats the last.
    found = [(0, 1, 3), (0, 0, 0), (1, 0, 1), (1, 3, 0), (2, 0, 2)]
    judged = select_best(np.array(found, np.int8), "duel")
    assert judged.best.tolist() == [0]
    assert judged.facts == {"beaten": 3, "lost_to": 1, "patterns": 5}


def test_patterns_that_beat_each_other_in_a_circle_are_all_best() -> None:
    assert select_best(np.array([(0, 1, 2), (1, 2, 0), (2, 0, 1)], np.int8), "duel").best.tolist() == [0, 1, 2]


def test_a_distance_is_a_dense_rank_so_scores_that_do_not_exist_do_not_count() -> None:
    # 20 is one rank above 10, whatever lies between.
    scores = np.array([(10, 3, 3), (20, 1, 3), (20, 3, 1)], np.int8)
    judged = select_best(scores, "distance")
    assert judged.best.tolist() == [0, 1, 2]
    assert judged.facts == {"at_maximum": 2, "distance": 1}


def test_no_pattern_need_have_all_three_scores_at_their_maximum() -> None:
    assert select_best(np.array([(0, 1, 1), (1, 0, 1)], np.int8), "max").best.tolist() == []


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("seed", "rows", "scores"), [(1, 1, 3), (2, 9, 2), (3, 80, 5), (4, 400, 3)])
def test_all_sets_at_once_are_the_sets_one_by_one(seed: int, rows: int, scores: int, threads: int) -> None:
    points, towns = random_table(seed, rows, scores)
    vectors = [tuple(vector) for vector in points.tolist()]
    theme_sets = AllThemeSets(points, towns, threads)
    chosen = random.Random(seed).sample(range(len(THEME_SETS)), 120)
    for rank in RANKS:
        winners = theme_sets.winners(rank)
        for each in chosen:
            themes = THEME_SETS[each]
            existing = sorted({oracle.pattern(vector, themes) for vector in vectors})
            assert [tuple(row) for row in theme_sets.patterns_of(each).tolist()] == existing
            best = oracle.best_patterns(vectors, themes, rank)
            assert list(winners.best[each].points) == best
            assert winners.best[each].towns == oracle.towns_with(vectors, towns.tolist(), themes, best)
            assert winners.best[each].facts == select_best(theme_sets.patterns_of(each), rank).facts
            having = [row for row, vector in enumerate(vectors) if oracle.pattern(vector, themes) in best]
            assert winners.vectors[each] == len(having)
            assert winners.examples[each] == (having[0] if having else -1)


def test_each_vector_is_listed_with_the_sets_that_it_wins() -> None:
    points, towns = random_table(5, 60, 4)
    theme_sets = AllThemeSets(points, towns)
    winners = theme_sets.winners("duel")
    rows = np.arange(len(points))
    starts, sets = theme_sets.list_wins(winners, rows)
    for row in rows:
        won = {
            each
            for each, best in enumerate(winners.best)
            if each not in winners.uncontested
            and oracle.pattern(points[row].tolist(), best.themes) in best.points
        }
        assert list(sets[starts[row] : starts[row + 1]]) == sorted(won)
        assert winners.wins[row] == len(won)


def test_where_all_patterns_are_best_every_town_wins() -> None:
    # Who has more of one theme has less of the other, and the third is always 0: nobody beats anybody.
    points, towns = random_table(6, 40, 4)
    points[:, 14] = -points[:, 9]
    winners = AllThemeSets(points, towns).winners("duel")
    each = THEME_SETS.index((4, 10, 15))
    assert each in winners.uncontested
    assert winners.best[each].towns == towns.sum()
    assert winners.vectors[each] == len(towns)
    assert winners.examples[each] == 0
