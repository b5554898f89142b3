"""Damage to files of every kind is detected, repaired or harmless, and never leads to a wrong answer."""

from __future__ import annotations

import contextlib
import re
import resource
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import tilewright
from faults.files_to_damage import StoredFile, all_kinds, all_outputs, count_outcomes, outcome
from tilewright import damage_detection
from tilewright.errors import OutOfResources

FLIPS = {True: 12, False: 3}
"""The number of bits flipped in a file, for each value of its kind's `quick`; the soak tests flip 400."""
PACKAGE = Path(tilewright.__file__).parent
WRITING = re.compile(
    r"write_atomically\(|\.write_(?:bytes|text)\(|np\.save|ContentStore\(|write_table\(|[^_.]write_file\("
    r"|open\([^)]*\"[wa]b?\"|mkstemp\("
)

KINDS, OUTPUTS = all_kinds(), all_outputs()
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))


@every_kind
def test_a_flipped_bit_never_changes_an_answer(
    kind: StoredFile, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    seed = zlib.crc32(request.node.callspec.id.encode())
    counts = count_outcomes(kind, tmp_path / "kept", FLIPS[kind.quick], seed)
    assert counts.keys() <= {"detected", "repaired", "harmless"}, counts


@every_kind
def test_a_truncated_or_longer_file_never_changes_an_answer(kind: StoredFile, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    kind.write(folder)
    expected = kind.read(folder)
    for change in ("empty", "half", "longer"):
        file = kind.file(folder)
        intact = file.read_bytes()
        file.write_bytes({"empty": b"", "half": intact[: len(intact) // 2], "longer": intact + b"\0"}[change])
        assert outcome(kind, folder, expected) in ("detected", "repaired", "harmless"), change
        for leftover in folder.glob(kind.pattern):
            leftover.unlink()
        file.write_bytes(intact)


def test_a_file_that_has_just_changed_is_compared_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file may change again with the same time stamp, so the comparison is not stored."""
    (tmp_path / "data").write_bytes(b"data")
    digest = damage_detection.sha256_of(tmp_path / "data")
    assert digest is not None
    for seconds, is_listed in ((3600.0, False), (-1.0, True)):
        monkeypatch.setattr(damage_detection, "RECENT_SECONDS", seconds)
        assert damage_detection.CheckedFiles(tmp_path).match({"data": digest}) is None
        assert (tmp_path / damage_detection.CHECKS).exists() == is_listed


@contextlib.contextmanager
def full_disk(room: int) -> Iterator[None]:
    """Make every write beyond the first `room` bytes of a file fail, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if not kind.is_copied])
def test_a_full_disk_is_reported_and_leaves_nothing_half_written(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # `capsys` stores printed text in memory; writing the text to a file would also fail.
    kind, folder = KINDS[name], tmp_path / "kept"
    kind.write(tmp_path / "complete")
    expected = kind.read(tmp_path / "complete")
    folder.mkdir()
    # If the content of a file can be computed again, a failure to save the file need not raise an error.
    with full_disk(16), contextlib.suppress(OutOfResources):
        kind.write(folder)
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != ".lock"]
    assert all(path.stat().st_size == 0 or path.name == "data" for path in files), files
    kind.write(folder)
    assert kind.read(folder) == expected


def test_every_module_that_writes_files_is_registered() -> None:
    writers = {
        path.relative_to(PACKAGE).with_suffix("").as_posix().replace("/", ".")
        for path in PACKAGE.rglob("*.py")
        if WRITING.search(path.read_text("utf-8")) and "templates" not in path.parts
    }
    registered = {writer for kind in KINDS.values() for writer in kind.writers}
    assert not registered & OUTPUTS.keys()
    assert writers - registered - OUTPUTS.keys() == set(), "add these modules to files_to_damage.py"
    assert (registered | OUTPUTS.keys()) - writers == set(), "these modules write no files"
