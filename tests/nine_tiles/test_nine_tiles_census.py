"""The whole census, compared with the published figures and with the rules in plain Python."""

from __future__ import annotations

import random
from typing import Any

import duckdb
import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nine_tiles_towns import FIGURES, PUBLISHED

from tilewright.errors import BadInput
from tilewright.games.nine_tiles.algorithms import synonyms_first
from tilewright.games.nine_tiles.census import Census
from tilewright.games.nine_tiles.census.count_towns import Vectors, count, count_all, list_towns
from tilewright.games.nine_tiles.census.pack_scores_and_patterns_kernel import (
    pack_vectors,
    read_patterns,
    unpack_vectors,
)
from tilewright.games.nine_tiles.census.synonyms_and_counting_jobs import jobs, jobs_of_synonym, synonyms
from tilewright.games.nine_tiles.census.theme_score_ranges import HIGHEST, LOWEST
from tilewright.games.nine_tiles.rules import Town, problems, score
from tilewright.games.nine_tiles.rules import synonym as synonym_of
from tilewright.games.nine_tiles.town.road_synonyms import Synonym
from tilewright.running import Manifest


def row_of(census: Census, points: tuple[int, ...]) -> int:
    """Return the row index of a score vector in the census, found by binary search, column by column."""
    first, last = 0, len(census.points)
    for theme, score_ in enumerate(points):
        column = census.points[first:last, theme]
        first, last = first + np.searchsorted(column, score_), first + np.searchsorted(column, score_, "right")
    assert last == first + 1, f"{points} is not a vector of the census"
    return int(first)


def unpacked(vectors: Vectors) -> list[tuple[int, ...]]:
    points = np.empty((26, len(vectors)), np.int8)
    unpack_vectors(vectors.codes, points)
    return list(map(tuple, points.T.tolist()))


# --- Published figures --------------------------------------------------------------------------------


def test_there_are_as_many_synonyms_towns_and_vectors_as_the_article_found(census: Census) -> None:
    assert census.synonyms == FIGURES["town_synonyms"] == 63_660
    assert census.all_towns == census.towns.sum() == FIGURES["towns"] == 526_070_976
    assert len(census.points) == len(census.towns) == len(census.patterns) == 6_702_635
    assert FIGURES["distinct_score_vectors"] == 6_702_635


@pytest.mark.parametrize("theme", range(1, 27))
def test_the_scores_that_can_be_achieved_are_the_published_ones(census: Census, theme: int) -> None:
    published = FIGURES["achievable"][str(theme)]["scores"]
    # The article wrongly lists the score 1 for theme 5: no town has only roads of length 1.
    assert list(census.themes[theme]) == ([s for s in published if s > 1] if theme == 5 else published)
    assert sum(census.themes[theme].values()) == 526_070_976


@pytest.mark.parametrize("group", FIGURES["towns_by_score"], ids=lambda group: group["towns"][0])
def test_a_vector_has_exactly_the_towns_that_the_article_lists(census: Census, group: dict[str, Any]) -> None:
    row = row_of(census, tuple(group["points"]))
    assert census.towns[row] == len(group["towns"])
    assert census.patterns[row].decode() == min(group["towns"])


def test_every_published_town_is_in_the_census_with_its_scores(census: Census) -> None:
    for pattern, points in PUBLISHED.items():
        town = Town.from_pattern(pattern)
        if town.canonical() == town:
            assert census.patterns[row_of(census, points)].decode() <= pattern


def test_the_synonyms_have_all_towns_and_some_have_none() -> None:
    all_synonyms = synonyms()
    assert all_synonyms.towns.sum() == 526_070_976
    assert (all_synonyms.towns == 0).sum() == 12_960
    for row in random.Random(4).sample(range(len(all_synonyms)), 12):
        pattern = "".join(map(str, all_synonyms.digits[row]))
        assert all_synonyms.towns[row] == synonyms_first.count_towns(Synonym.from_pattern(pattern))


# --- The rules in plain Python ------------------------------------------------------------------------


def test_the_town_of_each_vector_is_canonical_and_has_its_scores(census: Census) -> None:
    for row in random.Random(1).sample(range(len(census.points)), 1500):
        town = Town.from_pattern(census.patterns[row].decode())
        assert not problems(town)
        assert town.canonical() == town
        assert score(town) == tuple(census.points[row].tolist()), town


def test_random_towns_have_the_scores_of_their_vectors() -> None:
    rng = random.Random(2)
    checked = 0
    for job in rng.sample([job for job in jobs() if job.towns < 60_000], 80):
        vectors = count([job])
        points, rows = unpacked(vectors), list_towns(job, vectors.codes)
        for tiles, directions, vector in rows[:, rng.sample(range(job.towns), 8)].T.tolist():
            town = Town.from_pattern(f"{tiles:09}{directions:09}")
            assert town.canonical() == town
            assert score(town) == points[vector], town
            checked += 1
    assert checked == 640


def test_listing_the_towns_of_a_job_agrees_with_counting_them() -> None:
    for job in random.Random(3).sample([job for job in jobs() if job.towns < 100_000], 25):
        vectors = count([job])
        tiles, directions, rows = list_towns(job, vectors.codes)
        patterns = tiles.astype(np.int64) * 10**9 + directions
        assert len(np.unique(patterns)) == job.towns
        assert (np.bincount(rows) == vectors.towns).all()
        least = np.full(len(vectors), 10**18)
        np.minimum.at(least, rows, patterns)
        text = np.array([list(f"{pattern:018}".encode()) for pattern in least], np.uint8)
        packed = np.empty(len(least), np.uint64)
        read_patterns(text, packed)
        assert (packed == vectors.patterns).all()


@pytest.mark.parametrize("seed", range(3))
def test_a_synonym_has_the_same_towns_in_compiled_code_and_plain_python(seed: int) -> None:
    all_synonyms = synonyms()
    row = random.Random(seed).choice(np.flatnonzero((all_synonyms.towns > 0) & (all_synonyms.towns < 1500)))
    synonym = Synonym.from_pattern("".join(map(str, all_synonyms.digits[row])))
    by_plain_python = {layout.pattern: points for layout, points in synonyms_first.search(synonym)}
    compiled = {}
    for job in jobs_of_synonym(row):
        vectors = count([job])
        points = unpacked(vectors)
        for tiles, directions, vector in list_towns(job, vectors.codes).T.tolist():
            compiled[f"{tiles:09}{directions:09}"] = points[vector]
    assert compiled == by_plain_python
    assert len(by_plain_python) == all_synonyms.towns[row]
    assert all(synonym_of(Town.from_pattern(pattern)) == synonym for pattern in list(by_plain_python)[:20])


# --- The arrays ---------------------------------------------------------------------------------------


def test_vectors_are_in_ascending_order_without_duplicates(census: Census) -> None:
    step = 2**19
    for start in range(0, len(census.points), step):
        rows = np.ascontiguousarray(census.points[start : start + step + 1])
        changed = rows[1:] != rows[:-1]
        assert changed.any(axis=1).all()
        first = changed.argmax(axis=1)
        index_of_row = np.arange(len(first))
        assert (rows[1:][index_of_row, first] > rows[:-1][index_of_row, first]).all()


def test_the_column_of_a_theme_is_contiguous(census: Census) -> None:
    assert census.points.shape == (6_702_635, 26)
    assert census.points[:, 7].flags.c_contiguous
    assert census.points.dtype == np.int8
    assert census.towns.dtype == np.int64
    assert census.patterns.dtype == np.dtype("S18")


VECTORS = st.tuples(*(st.integers(low, high) for low, high in zip(LOWEST, HIGHEST, strict=True))).map(
    lambda points: (*points[:14], -points[9], *points[15:])
)


@given(VECTORS, VECTORS)
@settings(deadline=None, derandomize=True)
def test_packed_vectors_sort_like_vectors_and_can_be_unpacked(
    first: tuple[int, ...], second: tuple[int, ...]
) -> None:
    codes, points = np.empty(2, np.uint64), np.empty((26, 2), np.int8)
    pack_vectors(np.array([first, second], np.int8), codes)
    assert bool(codes[0] < codes[1]) == (first < second)
    unpack_vectors(codes, points)
    assert points.T.tolist() == [list(first), list(second)]


@pytest.mark.long
def test_one_thread_in_memory_counts_the_same_as_two_threads_on_disk(census: Census) -> None:
    counted = count_all(1)
    codes = np.empty(len(census.points), np.uint64)
    pack_vectors(census.points, codes)
    assert (counted.codes == codes).all()
    assert (counted.towns == census.towns).all()
    patterns = np.empty(len(census.patterns), np.uint64)
    read_patterns(census.patterns.view(np.uint8).reshape(-1, 18), patterns)
    assert (counted.patterns == patterns).all()


# --- Files --------------------------------------------------------------------------------------------


def test_the_database_has_the_same_data_as_the_arrays(census: Census) -> None:
    themes = ", ".join(f"t{theme}" for theme in range(1, 27))
    with duckdb.connect(str(census.database), read_only=True) as database:
        [sums] = database.execute("SELECT count(*), sum(towns), min(id), max(id) FROM vectors").fetchall()
        assert sums == (6_702_635, 526_070_976, 0, 6_702_634)
        [sums] = database.execute("SELECT count(*), sum(towns) FROM synonyms").fetchall()
        assert sums == (63_660, 526_070_976)
        histograms = database.execute("SELECT theme, score, towns FROM themes ORDER BY ALL").fetchall()
        assert histograms == [(t, s, n) for t, scores in census.themes.items() for s, n in scores.items()]
        query = f"SELECT towns, town, {themes} FROM vectors WHERE id = ?"
        for row in random.Random(5).sample(range(len(census.towns)), 20):
            [values] = database.execute(query, [row]).fetchall()
            assert values[0] == census.towns[row]
            assert values[1].encode() == census.patterns[row]
            assert list(values[2:]) == census.points[row].tolist()


def test_the_shards_have_every_vector_once(census: Census) -> None:
    manifest = Manifest.read(census.folder / "shards")
    assert manifest is not None
    assert not manifest.damaged(census.folder / "shards")
    paths = {shard.name: census.folder / "shards" / shard.file for shard in manifest.shards}
    assert pq.read_metadata(paths.pop("synonyms")).num_rows == 63_660
    assert sum(pq.read_metadata(path).num_rows for path in paths.values()) == 6_702_635


def test_the_census_answers_from_python_with_tables(census: Census) -> None:
    best = census.best("3,8,17", limit=2)
    assert best.to_json() == census.best([3, 8, 17], "duel", 2).to_json()
    towns = best.to_pandas()
    assert [score(Town.from_pattern(town)) for town in towns["town"]] == [
        tuple(row) for row in towns[[f"t{theme}" for theme in range(1, 27)]].values.tolist()
    ]
    assert best._repr_svg_() == best.scene().to_svg()  # type: ignore[union-attr]
    counted = census.sql("SELECT sum(towns) AS towns, count(*) AS vectors FROM vectors").to_arrow().to_pylist()
    assert counted == [{"towns": census.all_towns, "vectors": len(census.towns)}]
    first = census.to_arrow().slice(0, 1).to_pylist()[0]
    assert list(score(Town.from_pattern(first["town"]))) == [first[f"t{theme}"] for theme in range(1, 27)]
    sets = census.sets("max").to_arrow()
    assert sets.num_rows == 2600
    with pytest.raises(BadInput, match="rank 'best': expected max, distance or duel"):
        census.sets("best")
