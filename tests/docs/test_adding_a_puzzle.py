"""The tutorial for pencil puzzles shows the files that `tilewright new` creates, and its commands work."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from install_new_puzzle_project import installed_puzzle
from tilewright.cli import run

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-puzzle.md"
TEXT = PAGE.read_text("utf-8")
NAME, KIND = "blots", "shade"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the project that the page describes, created with `tilewright new` and installed."""
    folder = tmp_path_factory.mktemp("walk-through")
    with installed_puzzle(folder, NAME, KIND):
        yield folder


def test_the_page_shows_the_files_that_the_command_makes(folder: Path) -> None:
    shown = re.findall(r"<!-- file: (\S+) -->\n\n```[a-z]+\n(.*?)```\n", TEXT, flags=re.S)
    assert {Path(name).suffix for name, _ in shown} == {".py", ".lp", ".json"}
    for name, text in shown:
        assert text == (folder / NAME / name).read_text("utf-8"), name
    assert f"tilewright new {NAME} --kind {KIND}" in TEXT


def test_the_page_lists_all_files(folder: Path) -> None:
    tree = TEXT.split("```\nblots/\n")[1].split("```")[0]
    listed = re.findall(r"[├└]── (\S+?)(?=\s)", tree)
    made = [path for path in (folder / NAME).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    installed = [path for path in made if not path.parent.name.endswith(".dist-info")]
    assert {Path(name).name for name in listed} - {NAME} == {path.name for path in installed}


def test_the_commands_of_the_page_print_what_is_shown(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    block = re.findall(r"^```text\n(\$ .*?)^```", TEXT, flags=re.S | re.M)[0]
    steps = re.split(r"^\$ tilewright ", block, flags=re.M)[1:]
    assert len(steps) >= 8
    for step in steps:
        command, _, expected = step.partition("\n")
        assert run(shlex.split(command)) == 0, command
        pattern = ".*".join(re.escape(part) for part in lines(expected).split("..."))
        assert re.fullmatch(pattern, lines(capsys.readouterr().out), flags=re.S), command


def lines(text: str) -> str:
    """Return a text without blanks at the ends of its lines, and without leading and trailing whitespace."""
    return "\n".join(line.rstrip() for line in text.strip().splitlines())
