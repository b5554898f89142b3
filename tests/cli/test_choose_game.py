"""The word `auto` in place of a game's name: the game is recognised from a puzz.link URL or file."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tilewright.cli import run

URL = "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g"
FILE = "pzprv3\nnurikabe\n2\n2\n2 . \n. . \n"


def test_a_url_finds_its_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "auto", URL, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == "nurikabe"


def test_a_url_is_read_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(URL.encode())))
    assert run(["hint", "auto", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cells"]


def test_a_file_finds_its_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(FILE, "utf-8")
    assert run(["draw", "auto", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == "nurikabe"
    assert run(["check", "auto", str(path), '{"rows": [".#", ".#"]}']) == 0


@pytest.mark.parametrize(
    ("instance", "words"),
    [
        ("https://puzz.link/p?slither/5/5/g5k2o1k3g", ["slither", "nurikabe"]),
        ("..2", ["auto", "puzz.link"]),
        ('{"rows": [[0]]}', ["auto", "puzz.link"]),
    ],
)
def test_what_names_no_known_type_is_refused_in_one_line(
    instance: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", "auto", instance]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert all(word in printed.err for word in words)


def test_a_grid_of_dots_is_not_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "nurikabe", "..", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["instance"] == {"rows": [[0, 0]]}
