"""A short census: builds that are killed and resumed, damaged files that are repaired, and the town list."""

from __future__ import annotations

import errno
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import threading
from collections import namedtuple
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import killed_census
import numpy as np
import pyarrow.parquet as pq
import pytest

from tilewright import damage_detection
from tilewright.damage_detection import seal
from tilewright.errors import BadInput, OutOfResources
from tilewright.games.nine_tiles.census import build, census_access, open_census, town_list
from tilewright.games.nine_tiles.census import write_census as write_census_module
from tilewright.games.nine_tiles.census.census_access import get_census_if_built
from tilewright.games.nine_tiles.census.census_shards import Threads, named_ranges
from tilewright.games.nine_tiles.census.town_list import write_towns
from tilewright.games.nine_tiles.rules import Town, score
from tilewright.run import Progress
from tilewright.running import Manifest

SHARDS = 7
Disk = namedtuple("Disk", "total used free")


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restrict the census to its first shards."""
    every = write_census_module.census_shards()
    monkeypatch.setattr(write_census_module, "census_shards", lambda: dict(islice(every.items(), SHARDS)))


@pytest.fixture(scope="module")
def short_census(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short census that no test changes."""
    folder = tmp_path_factory.mktemp("short") / "census"
    every = write_census_module.census_shards()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(write_census_module, "census_shards", lambda: dict(islice(every.items(), SHARDS)))
        build(folder, threads=2)
    return folder


@pytest.fixture
def copied_census(short_census: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(short_census, tmp_path / "census"))


def shards_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "shards").iterdir() if path.is_file()}


def times_of(folder: Path) -> dict[Path, int]:
    """Return the modification time of each file except the manifest, which is always rewritten."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != "manifest.json")
    return {path: path.stat().st_mtime_ns for path in files}


def run_killed(folder: Path, threads: int, kill_after: int) -> int:
    command = [sys.executable, killed_census.__file__, str(folder), str(threads), str(SHARDS), str(kill_after)]
    return subprocess.run(command, check=False, timeout=300).returncode


# --- Killed and resumed -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("threads", "kill_points"),
    [
        pytest.param(1, [random.Random(1).randrange(1, SHARDS)], id="one"),
        pytest.param(2, [2, 5, -1], id="two", marks=pytest.mark.long),
    ],
)
def test_a_killed_build_resumes_to_the_same_shards_and_manifest(
    short_census: Path, tmp_path: Path, threads: int, kill_points: list[int]
) -> None:
    folder = tmp_path / "census"
    for kill_after in kill_points:
        assert run_killed(folder, threads, kill_after) == -signal.SIGKILL
        assert not (folder / "census.json").exists()
        done = len(list((folder / "shards").glob("*.parquet")))
        assert done >= (SHARDS if kill_after == -1 else kill_after)
    assert run_killed(folder, threads, 0) == 0
    assert shards_of(folder) == shards_of(short_census)
    assert (folder / "points.npy").read_bytes() == (short_census / "points.npy").read_bytes()
    assert (folder / "patterns.npy").read_bytes() == (short_census / "patterns.npy").read_bytes()
    assert not list(folder.glob(".*.tmp*"))


def test_a_complete_census_is_not_rewritten(copied_census: Path, short: None) -> None:
    reports: list[Progress] = []
    before = times_of(copied_census)
    build(copied_census, threads=1, progress=reports.append)
    assert not reports
    assert times_of(copied_census) == before


def test_one_thread_and_two_threads_write_the_same_bytes(
    short_census: Path, tmp_path: Path, short: None
) -> None:
    build(tmp_path / "census", threads=1)
    assert shards_of(tmp_path / "census") == shards_of(short_census)


def test_a_cancelled_build_returns_none_and_can_be_continued(
    short_census: Path, tmp_path: Path, short: None
) -> None:
    cancel = threading.Event()
    folder = tmp_path / "census"
    assert build(folder, threads=1, progress=lambda _: cancel.set(), cancel=cancel) is None
    assert len(list((folder / "shards").glob("*.parquet"))) < SHARDS
    assert build(folder, threads=2) is not None
    assert shards_of(folder) == shards_of(short_census)


def test_a_second_build_in_the_same_folder_is_refused(tmp_path: Path, short: None) -> None:
    refused: list[str] = []

    def build_again(_: Progress) -> None:
        with pytest.raises(OutOfResources, match="another run is using") as caught:
            build(tmp_path / "census")
        refused.append(str(caught.value))

    build(tmp_path / "census", progress=build_again)
    assert refused


@pytest.mark.parametrize("threads", [0, 2000])
def test_a_number_of_threads_out_of_range_is_refused(tmp_path: Path, threads: int) -> None:
    with pytest.raises(BadInput, match="threads must be between 1 and 1024"):
        build(tmp_path / "census", threads=threads)


# --- Opened -------------------------------------------------------------------------------------------


def test_a_missing_census_is_built_on_first_use_with_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], short: None
) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path))
    census = open_census(threads=2)
    assert census.folder == tmp_path / "nine_tiles" / "census"
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("building the census of all towns in ")
    assert open_census().all_towns == census.all_towns
    assert capsys.readouterr().err == ""


def flip_bit(path: Path, offset: int = 5000) -> None:
    data = bytearray(path.read_bytes())
    data[offset] ^= 1
    path.write_bytes(data)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def first_shard(folder: Path) -> Path:
    return min((folder / "shards").glob("vectors-*.parquet"))


def without_digest(path: Path) -> dict[str, Any]:
    summary = json.loads(path.read_text())
    del summary["sha256"]
    return dict(summary)


def change_summary(folder: Path, key: str, value: object) -> None:
    path = folder / "census.json"
    path.write_text(json.dumps(seal({**without_digest(path), key: value})))


DAMAGES = {
    "a shard cut off": (lambda f: cut(first_shard(f)), "vectors-000-.*parquet is damaged: it has"),
    "a shard missing": (lambda f: first_shard(f).unlink(), "vectors-000-.*parquet is missing"),
    "an array cut off": (lambda f: cut(f / "points.npy"), "points.npy is damaged: it has"),
    "an array missing": (lambda f: (f / "towns.npy").unlink(), "towns.npy is missing"),
    "one bit of an array": (
        lambda f: flip_bit(f / "points.npy"),
        "points.npy is damaged: its content does not",
    ),
    "one digit of the summary": (
        lambda f: (f / "census.json").write_text((f / "census.json").read_text().replace("1", "2", 1)),
        "census.json",
    ),
    "no database": (lambda f: (f / "census.duckdb").unlink(), "census.duckdb is missing"),
    "no manifest": (
        lambda f: (f / "shards" / "manifest.json").unlink(),
        "manifest.json is missing or does not belong to this census",
    ),
    "another manifest": (
        lambda f: (f / "shards" / "manifest.json").write_text('{"version": "x", "shards": []}'),
        "manifest.json is missing or does not belong to this census",
    ),
    "no JSON": (lambda f: (f / "census.json").write_text("{"), "census.json is damaged"),
    "a list": (lambda f: (f / "census.json").write_text("[]"), "census.json is damaged"),
    "half a summary": (
        lambda f: (f / "census.json").write_text('{"version": "nine-tiles census 1"}'),
        "census.json is damaged",
    ),
    "a strange summary": (lambda f: change_summary(f, "files", {"points.npy": 3}), "census.json is damaged"),
    "another version": (lambda f: change_summary(f, "version", "nine-tiles census 0"), "has another version"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_reported_in_one_line_that_names_the_file_and_a_build_repairs_it(
    short_census: Path, copied_census: Path, damage: str, short: None
) -> None:
    damage_folder, message = DAMAGES[damage]
    damage_folder(copied_census)
    with pytest.raises(BadInput, match=message) as caught:
        open_census(copied_census)
    assert str(copied_census) in str(caught.value)
    assert "\n" not in str(caught.value)
    repaired = build(copied_census, threads=2)
    assert repaired is not None
    assert shards_of(copied_census) == shards_of(short_census)
    assert (open_census(copied_census).points == open_census(short_census).points).all()


def test_a_build_repairs_a_shard_and_a_database_with_changed_content(
    short_census: Path, copied_census: Path, short: None
) -> None:
    flip_bit(first_shard(copied_census), 500)
    flip_bit(copied_census / "census.duckdb")
    census = open_census(copied_census)  # the arrays are intact
    with pytest.raises(BadInput, match=r"census\.duckdb is damaged: its content does not match its digest"):
        census.database  # noqa: B018
    repaired = build(copied_census)
    assert repaired is not None
    assert repaired.database.exists()
    assert shards_of(copied_census) == shards_of(short_census)


def test_the_files_are_read_again_only_after_a_change(
    copied_census: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(damage_detection, "RECENT_SECONDS", -1.0)
    hashed: list[str] = []

    def sha256_of(path: Path) -> str | None:
        hashed.append(path.name)
        return file_digests_sha256(path)

    file_digests_sha256 = damage_detection.sha256_of
    monkeypatch.setattr(damage_detection, "sha256_of", sha256_of)
    census = open_census(copied_census)
    assert hashed == ["points.npy", "towns.npy", "patterns.npy"]
    open_census(copied_census)
    assert len(hashed) == 3
    assert census.is_unchanged
    flip_bit(copied_census / ".checked.json", 40)
    open_census(copied_census)
    assert len(hashed) == 6
    flip_bit(copied_census / "towns.npy")
    assert not census.is_unchanged
    with pytest.raises(BadInput, match=r"towns\.npy is damaged"):
        open_census(copied_census)


def test_an_open_census_is_not_used_after_its_files_have_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    census = SimpleNamespace(is_unchanged=True)
    monkeypatch.setattr(census_access, "_cache", [census])
    assert get_census_if_built() is census
    census.is_unchanged = False
    assert get_census_if_built() is None  # the test's data folder contains no census


def test_a_census_of_an_earlier_version_opens_and_is_sealed_by_a_build(
    copied_census: Path, short: None
) -> None:
    path = copied_census / "census.json"
    path.write_text(json.dumps(without_digest(path)))
    assert open_census(copied_census).all_towns
    build(copied_census)
    assert "sha256" in json.loads(path.read_text())


@pytest.mark.parametrize("room", [1000, 300_000, None], ids=["shards", "arrays", "database"])
def test_a_full_disk_ends_a_build_with_one_line_and_a_later_build_completes_it(
    short_census: Path, copied_census: Path, short: None, room: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise duckdb.IOException("Could not write file: No space left on device\nmore")

    for file in ("points.npy", "towns.npy", "patterns.npy", "census.duckdb", "census.json"):
        (copied_census / file).unlink()
    if room == 1000:
        first_shard(copied_census).unlink()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room or soft, hard))
    try:
        with monkeypatch.context() as patch:
            if room is None:
                patch.setattr(duckdb, "connect", fail)
            with pytest.raises(OutOfResources, match="cannot write") as caught:
                build(copied_census)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert len(str(caught.value).splitlines()) == 1
    assert not (copied_census / "census.json").exists()
    build(copied_census)
    assert (copied_census / "points.npy").read_bytes() == (short_census / "points.npy").read_bytes()


def test_too_little_memory_is_not_called_damage(copied_census: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))

    monkeypatch.setattr(np, "load", fail)
    with pytest.raises(OutOfResources, match=r"too little memory to open .*points\.npy"):
        open_census(copied_census)


# --- Every town ---------------------------------------------------------------------------------------


def some_towns(count: int) -> dict[str, dict[str, int]]:
    """Divide the list of all towns into small shards, and return the first ones.

    The short census contains the score vectors of their towns.
    """
    return dict(islice(named_ranges("towns", 2**16).items(), count))


def test_every_town_is_listed_with_its_vector(copied_census: Path, capsys: pytest.CaptureFixture[str]) -> None:
    census = open_census(copied_census)
    assert write_towns(copied_census, Threads(2), shards=some_towns(3))
    assert "towns need" in capsys.readouterr().err
    manifest = Manifest.read(copied_census / "towns")
    assert manifest is not None
    tables = [pq.read_table(copied_census / "towns" / shard.file) for shard in manifest.shards]
    rows = np.concatenate(
        [np.array([table[name] for name in ("tiles", "directions", "vector")]) for table in tables], 1
    )
    patterns = [f"{tiles:09}{directions:09}" for tiles, directions in rows[:2].T.tolist()]
    assert len(set(patterns)) == len(patterns) > 2**17
    for index in random.Random(6).sample(range(len(patterns)), 200):
        assert score(Town.from_pattern(patterns[index])) == tuple(census.points[rows[2, index]].tolist())
    counts = np.bincount(rows[2], minlength=len(census.towns))
    assert (counts[counts > 0] <= census.towns[counts > 0]).all()


def test_one_thread_and_two_threads_write_the_same_town_list(copied_census: Path) -> None:
    write_towns(copied_census, Threads(1), shards=some_towns(2))
    first = {path.name: path.read_bytes() for path in (copied_census / "towns").glob("*.*")}
    shutil.rmtree(copied_census / "towns")
    write_towns(copied_census, Threads(2), shards=some_towns(2))
    assert {path.name: path.read_bytes() for path in (copied_census / "towns").glob("*.*")} == first


def test_too_little_disk_space_for_all_towns_is_reported_before_anything_is_written(
    copied_census: Path, monkeypatch: pytest.MonkeyPatch, short: None
) -> None:
    monkeypatch.setattr(town_list.shutil, "disk_usage", lambda _: Disk(10**9, 10**9 - 10**6, 10**6))
    with pytest.raises(OutOfResources, match=r"526,070,976 towns needs .* GB are free"):
        build(copied_census, towns=True)
    assert not (copied_census / "towns").exists()
