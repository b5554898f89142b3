"""Shards: a killed and repeated run writes the same bytes, and no finished shard is lost or repeated."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import worker_functions
from worker_functions import shards

from process_watch import alive, wait_until
from tilewright.errors import BadInput, EngineFailure, OutOfResources
from tilewright.game import Progress
from tilewright.running import Executor, InProcess, Manifest, ProcessPool, map_shards

COUNT = 12


def contents(folder: Path) -> dict[str, bytes]:
    """Return the content of every file in a folder except the lock file."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name != ".lock"}


def shard_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("part-*"))


def run(
    folder: Path, count: int = COUNT, executor: Executor | None = None, version: str = "1"
) -> Manifest | None:
    return map_shards(worker_functions.digests, shards(count), folder, version=version, executor=executor)


def script(*arguments: object) -> subprocess.Popen[bytes]:
    folder = Path(__file__).parent
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, str(folder / "worker_functions.py"), *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": path},
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("undisturbed")
    run(folder)
    return contents(folder)


def test_the_manifest_lists_every_shard_with_its_size_and_digest(tmp_path: Path) -> None:
    manifest = run(tmp_path, 5)
    assert manifest is not None
    assert Manifest.read(tmp_path) == manifest
    assert [shard.name for shard in manifest.shards] == [f"part-{n:03}" for n in range(5)]
    for shard, payload in zip(manifest.shards, shards(5).values(), strict=True):
        data = (tmp_path / shard.file).read_bytes()
        assert data == worker_functions.digests(payload)
        assert shard.bytes == len(data)
        assert shard.sha256 == hashlib.sha256(data).hexdigest()
    assert json.loads((tmp_path / "manifest.json").read_text())["version"] == "1"
    assert manifest.damaged(tmp_path) == ()


@pytest.mark.parametrize("executor", [ProcessPool(1), ProcessPool(2)], ids=repr)
def test_the_files_do_not_depend_on_the_executor(
    tmp_path: Path, undisturbed: dict[str, bytes], executor: Executor
) -> None:
    run(tmp_path, executor=executor)
    assert contents(tmp_path) == undisturbed


@pytest.mark.parametrize("seed", range(20))
def test_a_run_killed_at_any_point_and_run_again_gives_the_same_files(
    tmp_path: Path, undisturbed: dict[str, bytes], seed: int
) -> None:
    dice = random.Random(seed)
    deaths, point = dice.randrange(1, COUNT), dice.choice(["after", "renaming"])
    where = "processes:2" if seed % 4 == 0 else "here"
    assert script("run_and_die", tmp_path, COUNT, where, deaths, point).wait() == -signal.SIGKILL
    assert len(shard_files(tmp_path)) == deaths
    before = {file: file.stat().st_mtime_ns for file in shard_files(tmp_path)}
    run(tmp_path)
    assert contents(tmp_path) == undisturbed
    assert {file: file.stat().st_mtime_ns for file in before} == before, (
        "finished shards are not computed again"
    )


def test_a_second_run_does_nothing(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    run(tmp_path)
    output: list[Progress] = []

    def refuse(payload: dict[str, int]) -> bytes:
        raise AssertionError("a finished shard is computed again")

    map_shards(refuse, shards(COUNT), tmp_path, version="1", progress=output.append)
    assert output == []
    assert contents(tmp_path) == undisturbed


@pytest.mark.parametrize("damage", ["truncated", "changed", "empty", "deleted"])
def test_a_damaged_shard_is_detected_and_computed_again(
    tmp_path: Path, undisturbed: dict[str, bytes], damage: str
) -> None:
    manifest = run(tmp_path)
    assert manifest is not None
    victim = tmp_path / manifest.shards[4].file
    data = victim.read_bytes()
    if damage == "deleted":
        victim.unlink()
    else:
        victim.write_bytes({"truncated": data[:-1], "changed": b"?" + data[1:], "empty": b""}[damage])
    assert manifest.damaged(tmp_path) == ("part-004",)
    output: list[Progress] = []
    map_shards(worker_functions.digests, shards(COUNT), tmp_path, version="1", progress=output.append)
    assert [(progress.best, progress.bound, progress.note) for progress in output] == [
        (COUNT, COUNT, "part-004")
    ]
    assert contents(tmp_path) == undisturbed


def test_temporary_files_of_a_killed_run_are_removed(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    (tmp_path / ".abc.tmp").write_bytes(b"half a shard")
    run(tmp_path)
    assert contents(tmp_path) == undisturbed


def test_a_new_version_replaces_the_shards_of_the_old_version(tmp_path: Path) -> None:
    run(tmp_path, 4)
    old = set(shard_files(tmp_path))
    (tmp_path / "notes.txt").write_text("not a shard")
    run(tmp_path, 4, version="2")
    new = set(shard_files(tmp_path))
    assert len(new) == 4
    assert not old & new
    assert (tmp_path / "notes.txt").exists()


def test_a_shard_with_a_changed_payload_is_computed_again(tmp_path: Path) -> None:
    map_shards(worker_functions.digests, {"a": {"seed": 1, "rows": 2}}, tmp_path, version="1")
    manifest = map_shards(worker_functions.digests, {"a": {"seed": 2, "rows": 2}}, tmp_path, version="1")
    assert manifest is not None
    expected = worker_functions.digests({"seed": 2, "rows": 2})
    assert (tmp_path / manifest.shards[0].file).read_bytes() == expected


def test_a_shard_that_kills_its_worker_is_reported_and_the_others_are_kept(tmp_path: Path) -> None:
    numbers = {f"part-{n}": n for n in range(6)}
    with pytest.raises(EngineFailure) as caught:
        map_shards(worker_functions.die_always, numbers, tmp_path, version="1", executor=ProcessPool(2))
    assert (
        str(caught.value)
        == "1 of 6 shards failed (part-3: its process was killed by SIGKILL in each of 3 attempts)"
    )
    assert len(shard_files(tmp_path)) == 5
    assert Manifest.read(tmp_path) is None


def test_a_function_that_does_not_return_bytes_is_reported(tmp_path: Path) -> None:
    with pytest.raises(EngineFailure, match="part-1: returned int, not bytes"):
        map_shards(worker_functions.square, {"part-1": 1}, tmp_path, version="1")


def test_a_cancelled_run_keeps_its_finished_shards(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    cancel = threading.Event()

    def stop_after_three(progress: Progress) -> None:
        if progress.best == 3:
            cancel.set()

    done = map_shards(
        worker_functions.digests, shards(COUNT), tmp_path, version="1", cancel=cancel, progress=stop_after_three
    )
    assert done is None
    assert len(shard_files(tmp_path)) == 3
    run(tmp_path)
    assert contents(tmp_path) == undisturbed


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_run_leaves_no_process(tmp_path: Path, number: signal.Signals) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()
    runner = script("run_for_ever", tmp_path / "shards", marks)
    wait_until(lambda: len(list(marks.iterdir())) == 4)
    runner.send_signal(number)
    runner.wait()
    wait_until(lambda: not any(alive(int(mark.stem)) for mark in marks.iterdir()))


def test_two_runs_in_one_folder_do_not_interfere(tmp_path: Path) -> None:
    complaints: list[str] = []

    def intrude(payload: int) -> bytes:
        with pytest.raises(OutOfResources) as caught:
            run(tmp_path)
        complaints.append(str(caught.value))
        return b"done"

    assert map_shards(intrude, {"a": 1}, tmp_path, version="1", executor=InProcess()) is not None
    assert complaints == [f"another run is using {tmp_path}; wait until it has finished"]


def test_a_full_disk_is_reported_in_one_line_and_finished_shards_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undisturbed: dict[str, bytes]
) -> None:
    sync, left = os.fsync, [6]

    def fill(handle: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(handle)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fill)
        with pytest.raises(OutOfResources, match="No space left on device"):
            run(tmp_path)
    assert len(shard_files(tmp_path)) == 3
    assert not list(tmp_path.glob(".*.tmp"))
    run(tmp_path)
    assert contents(tmp_path) == undisturbed


def test_an_invalid_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="cannot write"):
        run(tmp_path / "file")


@pytest.mark.parametrize(
    ("name", "payload"), [("../x", 1), ("", 1), ("a/b", 1), (".a", 1), ("a", {1, 2}), ("a", float("nan"))]
)
def test_an_invalid_shard_name_or_payload_is_refused(tmp_path: Path, name: str, payload: object) -> None:
    with pytest.raises(BadInput):
        map_shards(worker_functions.square, {name: payload}, tmp_path, version="1")


def test_a_damaged_manifest_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(BadInput, match="is damaged"):
        Manifest.read(tmp_path)


def test_an_empty_set_of_shards_ends_immediately(tmp_path: Path) -> None:
    assert run(tmp_path, 0) == Manifest("1", ())
