"""Commands without a home folder, with little memory, or with endless files as input."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright.cli import run
from tilewright.console import data_folder, guarded
from tilewright.errors import BadInput, InvalidGame
from tilewright.games.nmbr9.proof import proof_file


def test_without_a_home_folder_a_data_folder_must_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for variable in ("TILEWRIGHT_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(Path, "home", fail)
    with pytest.raises(BadInput, match=r"there is no home folder; set XDG_DATA_HOME, or .* --data"):
        data_folder()
    assert data_folder("here") == Path("here")


def test_the_data_folder_of_a_user_who_does_not_exist_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATA", "~no-such-user/data")
    with pytest.raises(BadInput, match=r"^the home folder in the data folder '~no-such-user/data' is unknown$"):
        data_folder()


def raised(error: Exception, cause: Exception | None = None) -> int:
    def fail() -> int:
        raise error from cause

    return guarded(fail)


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (MemoryError(), None),
        (OSError(12, "Cannot allocate memory"), None),
        (ImportError("libx.so: failed to map segment from shared object"), None),
        (OSError("Could not find/load shared object file"), OSError("libx.so: cannot allocate memory")),
        (InvalidGame("a solver cannot be imported: x.so: failed to map segment from shared object"), None),
        (RuntimeError("can't start new thread"), None),
    ],
)
def test_too_little_memory_is_reported_in_one_line(
    error: Exception, cause: Exception | None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert raised(error, cause) == 5
    assert capsys.readouterr().err == "tilewright: out of memory\n"


def test_an_endless_proof_file_is_refused_without_reading_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["nmbr9", "verify", "/dev/zero"]) == 2
    assert capsys.readouterr().err == ("tilewright: the proof file is damaged, or not compressed with gzip\n")


def test_a_proof_file_that_is_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(proof_file, "LARGEST_COMPRESSED", 100)
    for size, too_large in ((100, False), (101, True), (200, True)):
        (tmp_path / "proof.gz").write_bytes((b"\x1f\x8b" + bytes(200))[:size])
        assert run(["nmbr9", "verify", str(tmp_path / "proof.gz")]) == 2
        assert ("has more than 100 bytes" in capsys.readouterr().err) == too_large
