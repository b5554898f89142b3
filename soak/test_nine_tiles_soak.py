"""Nine Tiles Panic, the long way: the whole census killed again and again; many towns by the plain rules."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "nine_tiles"))

import census_run

from tilewright.games.nine_tiles.algorithms import synonyms_first
from tilewright.games.nine_tiles.census import build
from tilewright.games.nine_tiles.census.build import census_shards
from tilewright.games.nine_tiles.census.count_towns import count, list_towns
from tilewright.games.nine_tiles.census.counting_jobs import jobs_of_synonym, synonyms
from tilewright.games.nine_tiles.census.packed_scores_kernel import unpack_vectors
from tilewright.games.nine_tiles.rules import Town, score
from tilewright.games.nine_tiles.town.synonyms import Synonym

KILLS = 20


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "census"
    build(folder, threads=2)
    return folder


def test_a_census_killed_at_twenty_seeded_points_has_the_same_shards_and_manifest(
    whole: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "census"
    points = sorted(random.Random(2026).sample(range(1, len(census_shards())), KILLS))
    for index, point in enumerate([*points, 0]):
        words = [sys.executable, census_run.__file__, str(folder), str(1 + index % 2), "0", str(point)]
        ended = subprocess.run(words, check=False, timeout=600).returncode
        assert ended == (-signal.SIGKILL if point else 0)
        written = len(list((folder / "shards").glob("*.parquet")))
        assert written >= point
    ours, theirs = (
        {path.name: path.read_bytes() for path in (place / "shards").glob("*.*")} for place in (folder, whole)
    )
    assert ours == theirs
    for name in ("points.npy", "towns.npy", "patterns.npy"):
        assert (folder / name).read_bytes() == (whole / name).read_bytes()


def test_fifty_thousand_random_towns_score_what_the_plain_rules_say() -> None:
    draw = random.Random(7)
    found = synonyms()
    checked = 0
    while checked < 50_000:
        for job in jobs_of_synonym(draw.randrange(len(found))):
            vectors = count([job])
            points = np.empty((26, len(vectors)), np.int8)
            unpack_vectors(vectors.codes, points)
            rows = list_towns(job, vectors.codes)
            for tiles, directions, vector in rows[
                :, draw.sample(range(job.towns), min(20, job.towns))
            ].T.tolist():
                town = Town.from_pattern(f"{tiles:09}{directions:09}")
                assert score(town) == tuple(points[:, vector].tolist()), town
                checked += 1


def test_plain_python_and_compiled_code_on_the_same_synonyms() -> None:
    """Algorithm B of the article in plain Python against the census: the same vectors; the times of both."""
    found = synonyms()
    rows = random.Random(8).sample(np.flatnonzero((found.towns > 0) & (found.towns < 40_000)).tolist(), 12)
    every = [job for row in rows for job in jobs_of_synonym(row)]
    for job in every:
        count([job])  # compiled code is loaded, tables are made
    begun = time.process_time()
    ours = [count([job]) for job in every]
    compiled = time.process_time() - begun
    begun = time.process_time()
    plain: dict[tuple[int, ...], int] = {}
    for row in rows:
        for _, points in synonyms_first.search(Synonym.from_pattern("".join(map(str, found.digits[row])))):
            plain[points] = plain.get(points, 0) + 1
    slow = time.process_time() - begun
    towns = sum(job.towns for job in every)
    counted: dict[tuple[int, ...], int] = {}
    for vectors in ours:
        columns = np.empty((26, len(vectors)), np.int8)
        unpack_vectors(vectors.codes, columns)
        for points, number in zip(map(tuple, columns.T.tolist()), vectors.towns.tolist(), strict=True):
            counted[points] = counted.get(points, 0) + number
    assert counted == plain
    assert sum(plain.values()) == towns
    line = f"{towns:,} towns: plain Python {slow:.1f} s, compiled {compiled:.3f} s, {slow / compiled:.0f} times"
    print(f"\n{line}")
