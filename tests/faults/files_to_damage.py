"""Every kind of file that Tilewright stores and reads again: how it is written, and how it is read.

The tests damage such a file, and `outcome` returns what happens when it is read: the damage is *detected* (a
one-line error that names the file or a way to repair it), *repaired* (the file is treated as missing, so its
content is computed again), or *harmless* (the answer is the same as for the intact file). Anything else is a
wrong answer.

`KINDS` and `OUTPUTS` in this module cover the files that the shared code writes. Dictionaries of the same names
in ``tests/GAME/files_to_damage.py`` cover the files that a game writes.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from game_test_files import with_entries_of_games
from tilewright import kernel_cache
from tilewright.damage_detection import CheckedFiles, sha256_of
from tilewright.errors import TilewrightError

MISSING = object()
"""What `StoredFile.read` returns for a file that is treated as missing; its content is computed again."""


@dataclass(frozen=True)
class StoredFile:
    """A kind of stored file."""

    write: Callable[[Path], Any]
    """Write the file into an empty folder, or into a folder that already contains an intact copy of it."""
    pattern: str
    """A glob pattern for the path of the file in the folder."""
    read: Callable[[Path], Any]
    """Return an answer that depends on the content of the file, or `MISSING`, or raise a `TilewrightError`."""
    writers: tuple[str, ...]
    """The modules that write files of this kind."""
    quick: bool = True
    """Whether such a file is written and read in less than about a tenth of a second."""
    is_copied: bool = False
    """Whether `write` only copies a file; another test then covers writing that file to a full disk."""

    def file(self, folder: Path) -> Path:
        (file,) = folder.glob(self.pattern)
        return file


KINDS: dict[str, StoredFile] = {}


def all_kinds() -> dict[str, StoredFile]:
    """Return the shared kinds of files and those of all games."""
    return with_entries_of_games(KINDS, "files_to_damage", "KINDS")


def all_outputs() -> dict[str, str]:
    """Return the modules that write other files, each with the reason why its files need no digest."""
    return with_entries_of_games(OUTPUTS, "files_to_damage", "OUTPUTS")


def outcome(kind: StoredFile, folder: Path, expected: Any) -> str:
    """Return `detected`, `repaired`, `harmless`, or `wrong` followed by the answer or the error."""
    try:
        answer = kind.read(folder)
    except TilewrightError as error:
        return "detected" if len(str(error).splitlines()) == 1 else f"wrong: several lines: {error}"
    except Exception as error:
        return f"wrong: {type(error).__name__}: {error}"
    if answer is MISSING:
        return "repaired"
    return "harmless" if answer == expected else f"wrong: {answer!r:.200}"


def flip_a_bit(content: bytes, rng: random.Random) -> bytes:
    """Return the content with one flipped bit, rarely in a zero byte, because unused blocks are all zeros."""
    changed = bytearray(content)
    index = rng.randrange(len(changed))
    for _ in range(20):
        if changed[index]:
            break
        index = rng.randrange(len(changed))
    changed[index] ^= 1 << rng.randrange(8)
    return bytes(changed)


def count_outcomes(kind: StoredFile, folder: Path, flips: int, seed: int) -> dict[str, int]:
    """Flip bits in a file, one at a time; return how often each outcome occurs when the file is read."""
    kind.write(folder)
    expected = kind.read(folder)
    assert expected is not MISSING
    counts: dict[str, int] = {}
    rng = random.Random(seed)
    for _ in range(flips):
        file = kind.file(folder)
        intact = file.read_bytes()
        file.write_bytes(flip_a_bit(intact, rng))
        word = outcome(kind, folder, expected)
        counts[word] = counts.get(word, 0) + 1
        # A repair may have written the file again under another name.
        for leftover in folder.glob(kind.pattern):
            leftover.unlink()
        file.write_bytes(intact)
    return counts


# --- Records of benchmarks ------------------------------------------------------------------------------


def a_record() -> Any:
    from tilewright.records import RunRecord

    return RunRecord(
        run="run-1",
        key=f"{1:064}",
        sitting="today",
        kind="solve",
        suite="a/quick",
        instance="small",
        label="exact",
        options="{}",
        status="optimal",
        machine="{}",
        tilewright="0.1.0",
        versions="{}",
        objective=10**20,
        seconds=0.25,
        verified=True,
        repeat=0,
        started_at=datetime(2024, 5, 17, 12, 0),
    )


def add_record(folder: Path) -> None:
    from tilewright.records import Records

    Records(folder).add(a_record())


def read_records(folder: Path) -> Any:
    from tilewright.records import Records

    return Records(folder).rows()


def export_records(name: str) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        from tilewright.records import Records

        add_record(folder / "records")
        Records(folder / "records").export(folder / name)

    return write


def read_export(name: str) -> Callable[[Path], Any]:
    def read(folder: Path) -> Any:
        from tilewright.records import Exported

        return Exported(folder / name).rows()

    return read


def keep_instance(folder: Path) -> str:
    from tilewright.records import Records

    _, file = Records(folder).keep_instance("3,4 " * 20)
    return file.read_text()


KINDS["record of a run"] = StoredFile(
    add_record, "runs/*.parquet", read_records, ("records.run_record_store", "records.sql_sandbox")
)
KINDS["exported Parquet file"] = StoredFile(
    export_records("runs.parquet"), "runs.parquet", read_export("runs.parquet"), ("records.run_records_file",)
)
KINDS["exported database"] = StoredFile(
    export_records("runs.duckdb"),
    "runs.duckdb",
    read_export("runs.duckdb"),
    ("records.run_records_file",),
    quick=False,
)
KINDS["instance of a run"] = StoredFile(
    keep_instance, "instances/*.txt", keep_instance, ("records.run_record_store",)
)


# --- Content-addressed stores ---------------------------------------------------------------------------

RECORD = (
    b'{"game": "domino", "agents": ["greedy"], "seed": 1, "moves": [],'
    b' "result": {"scores": [7], "winner": null}, "instance": {"n": 3}}\n'
)


def archive_game(folder: Path) -> None:
    from tilewright.play.game_archive import Archive

    folder.mkdir(parents=True, exist_ok=True)
    Archive(folder).keep("task", RECORD)


def find_game(folder: Path) -> Any:
    from tilewright.play.game_archive import Archive

    return Archive(folder).find(["task"]).get("task", MISSING)


def square(payload: dict[str, int]) -> bytes:
    return (f"{payload['n'] ** 2}\n" * 50).encode()


def write_shards(folder: Path) -> list[bytes]:
    from tilewright.running import map_shards

    manifest = map_shards(square, {"a": {"n": 3}, "b": {"n": 4}}, folder, version="1")
    assert manifest is not None
    return [(folder / shard.file).read_bytes() for shard in manifest.shards]


def read_manifest(folder: Path) -> Any:
    from tilewright.running import Manifest

    return Manifest.read(folder)


KINDS["archived game"] = StoredFile(
    archive_game, "task-*.jsonl", find_game, ("play.game_archive", "content_store")
)
KINDS["shard"] = StoredFile(write_shards, "a-*.bin", write_shards, ("running.checkpointed_shards",))
KINDS["manifest of shards"] = StoredFile(
    write_shards, "manifest.json", read_manifest, ("running.checkpointed_shards",)
)


# --- Checked files and the cache of kernels -------------------------------------------------------------


def write_checks(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "data").write_bytes(b"data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tilewright.damage_detection.RECENT_SECONDS", -1.0)
        CheckedFiles(folder).match({"data": digest_of_data(folder)})


def digest_of_data(folder: Path) -> str:
    digest = sha256_of(folder / "data")
    assert digest is not None
    return digest


def read_checks(folder: Path) -> Any:
    """Return what `CheckedFiles.match` returns for the correct digest of a file, and for a wrong digest."""
    digest = digest_of_data(folder)
    return [CheckedFiles(folder).match({"data": each}) for each in (digest, digest[::-1])]


def write_kernel_file(folder: Path) -> None:
    import hashlib

    payload = b"machine code" * 40
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TILEWRIGHT_KERNELS", str(folder))
        kernel_cache.write_file("sample.kernel", hashlib.sha256(payload).digest() + payload)


def read_kernel_file(folder: Path) -> Any:
    payload = kernel_cache._read_checked(folder / "sample.kernel")
    return MISSING if payload is None else payload


def write_kernel_manifest(folder: Path) -> None:
    from tilewright import kernel_manifest

    write_kernel_file(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TILEWRIGHT_KERNELS", str(folder))
        kernel_manifest.write_manifest("powers", "tilewright.games.powers", ["sample.kernel"] * 3)


def read_kernel_manifest(folder: Path) -> Any:
    """Return the number of kernels in the manifest, or `MISSING` if any of them would be compiled again."""
    from tilewright import kernel_manifest

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TILEWRIGHT_KERNELS", str(folder))
        total, missing = kernel_manifest.missing_files("powers", "tilewright.games.powers")
    return MISSING if missing else total


KINDS["list of checked files"] = StoredFile(write_checks, ".checked.json", read_checks, ("damage_detection",))
KINDS["compiled kernel"] = StoredFile(write_kernel_file, "sample.kernel", read_kernel_file, ("kernel_cache",))
KINDS["manifest of kernels"] = StoredFile(
    write_kernel_manifest, "powers-*.json", read_kernel_manifest, ("kernel_manifest",)
)


# --- Files that need no digest --------------------------------------------------------------------------

OUTPUTS = {
    "files": "defines how files are written",
    "console.streams": "the null device",
    "bench.html_report": "a report for the user",
    "bench.suite_run": "solutions of runs, which only the user reads",
    "bench.sample_runs": "sample runs that a release contains",
    "cli.export_model": "a model for other programs",
    "cli.new": "the source files of a new game",
    "data_export": "datasets for the user, with checksums that `tilewright data verify` compares",
    "exported_dataset": "a dataset for the user (see data_export)",
    "cli.play": "records of games, in a file that the user names; replaying verifies each move and the result",
    "import_and_compile_cpu_time": "figures that the calling process reads once",
    "drawing.scene": "a picture for the user",
    "engines.minizinc": "input of a process that reads it once",
    "puzzles.grade_and_library_and_sheet_commands": "sheets for the user",
    "running.isolated_solve_child": "solutions of runs, which only the user reads",
}
"""The shared modules that write other files, each with the reason why its files need no digest."""
