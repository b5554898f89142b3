"""Long tests of Nine Tiles Panic: a repeatedly killed census build, shipped tables, scores in plain Python."""

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

import killed_census

from tilewright.cli import run
from tilewright.games.nine_tiles.algorithms import synonyms_first
from tilewright.games.nine_tiles.census import build
from tilewright.games.nine_tiles.census.census_shards import census_shards
from tilewright.games.nine_tiles.census.count_towns import count, list_towns
from tilewright.games.nine_tiles.census.pack_scores_and_patterns_kernel import unpack_vectors
from tilewright.games.nine_tiles.census.synonyms_and_counting_jobs import jobs_of_synonym, synonyms
from tilewright.games.nine_tiles.ranking.theme_set_tables import FILE
from tilewright.games.nine_tiles.rules import Town, score
from tilewright.games.nine_tiles.town.road_synonyms import Synonym

KILLS = 20


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "census"
    build(folder, threads=2)
    return folder


def test_the_tables_of_the_package_follow_from_the_census(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    (data / "nine_tiles").mkdir(parents=True)
    (data / "nine_tiles" / "census").symlink_to(whole)
    file = tmp_path / "tables.npz"
    assert run(["towns", "tables", "-o", str(file), "--data", str(data)]) == 0
    assert "All 7 tables agree with the census" in capsys.readouterr().out
    assert file.read_bytes() == FILE.read_bytes()


def test_a_census_killed_at_twenty_seeded_points_has_the_same_shards_and_manifest(
    whole: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "census"
    kill_points = sorted(random.Random(2026).sample(range(1, len(census_shards())), KILLS))
    for index, kill_after in enumerate([*kill_points, 0]):
        command = [
            sys.executable,
            killed_census.__file__,
            str(folder),
            str(1 + index % 2),
            "0",
            str(kill_after),
        ]
        status = subprocess.run(command, check=False, timeout=600).returncode
        assert status == (-signal.SIGKILL if kill_after else 0)
        written = len(list((folder / "shards").glob("*.parquet")))
        assert written >= kill_after
    resumed, expected = (
        {path.name: path.read_bytes() for path in (census_path / "shards").glob("*.*")}
        for census_path in (folder, whole)
    )
    assert resumed == expected
    for name in ("points.npy", "towns.npy", "patterns.npy"):
        assert (folder / name).read_bytes() == (whole / name).read_bytes()


def test_fifty_thousand_random_towns_have_the_scores_of_the_plain_rules() -> None:
    rng = random.Random(7)
    all_synonyms = synonyms()
    checked = 0
    while checked < 50_000:
        for job in jobs_of_synonym(rng.randrange(len(all_synonyms))):
            vectors = count([job])
            points = np.empty((26, len(vectors)), np.int8)
            unpack_vectors(vectors.codes, points)
            rows = list_towns(job, vectors.codes)
            for tiles, directions, vector in rows[
                :, rng.sample(range(job.towns), min(20, job.towns))
            ].T.tolist():
                town = Town.from_pattern(f"{tiles:09}{directions:09}")
                assert score(town) == tuple(points[:, vector].tolist()), town
                checked += 1


def test_plain_python_and_compiled_code_find_the_same_vectors() -> None:
    """Compare algorithm B (`synonyms_first`) in plain Python with the compiled census; print both times."""
    all_synonyms = synonyms()
    rows = random.Random(8).sample(
        np.flatnonzero((all_synonyms.towns > 0) & (all_synonyms.towns < 40_000)).tolist(), 12
    )
    all_jobs = [job for row in rows for job in jobs_of_synonym(row)]
    for job in all_jobs:
        count([job])  # load the compiled code and compute the tables before the time is measured
    started = time.process_time()
    compiled_results = [count([job]) for job in all_jobs]
    compiled_seconds = time.process_time() - started
    started = time.process_time()
    plain: dict[tuple[int, ...], int] = {}
    for row in rows:
        for _, points in synonyms_first.search(
            Synonym.from_pattern("".join(map(str, all_synonyms.digits[row])))
        ):
            plain[points] = plain.get(points, 0) + 1
    plain_seconds = time.process_time() - started
    towns = sum(job.towns for job in all_jobs)
    counted: dict[tuple[int, ...], int] = {}
    for vectors in compiled_results:
        columns = np.empty((26, len(vectors)), np.int8)
        unpack_vectors(vectors.codes, columns)
        for points, number in zip(map(tuple, columns.T.tolist()), vectors.towns.tolist(), strict=True):
            counted[points] = counted.get(points, 0) + number
    assert counted == plain
    assert sum(plain.values()) == towns
    print(
        f"\n{towns:,} towns: plain Python {plain_seconds:.1f} s, compiled {compiled_seconds:.3f} s,"
        f" {plain_seconds / compiled_seconds:.0f} times faster"
    )
