"""The commands `grade`, `library` and `sheet` work for all pencil puzzles.

`tilewright grade nurikabe` prints the same as `tilewright nurikabe grade`. The same holds for `library` and
`sheet`.
"""

from __future__ import annotations

import json
import xml.etree.ElementTree as xml
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.cli import run
from tilewright.game import Game

PUZZLES = [game for game in tw.games() if game.kind]
OTHERS = [game for game in tw.games() if not game.kind]
each_puzzle = pytest.mark.parametrize("game", PUZZLES, ids=lambda game: game.name)


def printed(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert run(arguments) == 0
    return capsys.readouterr().out


def smallest(game: Game) -> str:
    """Return the smallest example of a game as JSON."""
    texts = [example["instance"] for example in game.examples["instances"]]
    texts = [text if isinstance(text, str) else json.dumps(text) for text in texts]
    assert texts, "examples.json lists no instances"
    return game.format(min(map(game.parse, texts), key=lambda instance: instance.parts))


# --- Any puzzle ---------------------------------------------------------------------------------------


@each_puzzle
def test_every_puzzle_has_grades(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(printed(["grade", game.name, smallest(game), "--json"], capsys))
    assert list(data) == ["status", "unique", "grade", "hardest", "steps", "hardest_step"]
    assert (data["grade"] is None) == (data["unique"] is not True)


@each_puzzle
def test_every_puzzle_has_a_library(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    entries = json.loads(printed(["library", game.name, "--json"], capsys))
    assert entries == [entry.to_json() for entry in game.module("library").puzzles]
    for entry in entries[:2]:
        board = printed(["library", game.name, entry["name"], "--format", "json"], capsys)
        assert json.loads(board) == game.to_json(game.parse(entry["puzzle"]))
        assert game.parse(f"library:{entry['name']}") == game.parse(entry["puzzle"])


@each_puzzle
def test_every_puzzle_is_printed_on_sheets_with_its_own_picture(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sheet.svg"
    text = smallest(game)
    data = json.loads(printed(["sheet", game.name, text, "-o", str(file), "--json"], capsys))
    assert [Path(name).name for name in data["files"]] == ["sheet-1.svg", "sheet-2.svg"]
    assert data["puzzles"][0]["status"] in ("satisfied", "infeasible")
    first = xml.fromstring(Path(data["files"][0]).read_text("utf-8"))
    labels = [each.attrib["aria-label"] for each in first.findall("{http://www.w3.org/2000/svg}svg")]
    scene: Any = game.scene(game.parse(text))
    assert labels == [game.title, scene.title, "1", "1 / 2"]


# --- The same as Nurikabe's own commands --------------------------------------------------------------


@pytest.mark.parametrize("json_option", [[], ["--json"]])
def test_nurikabe_has_the_same_output_under_both_names(
    json_option: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command, arguments in [
        ("grade", ["5x5:a5e2i1e3a"]),
        ("library", []),
        ("library", ["5x5-hard"]),
        ("sheet", ["5x5:a5e2i1e3a", "library:5x5-hard", "-o", str(tmp_path / "sheet.html")]),
    ]:
        own = printed(["nurikabe", command, *arguments, *json_option], capsys)
        pages = [path.read_text("utf-8") for path in tmp_path.glob("*.html")]
        assert printed([command, "nurikabe", *arguments, *json_option], capsys) == own
        assert [path.read_text("utf-8") for path in tmp_path.glob("*.html")] == pages


def test_the_grade_shows_the_hardest_step(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(["grade", "nurikabe", "library:5x5-hard"], capsys).splitlines()
    assert lines[0] == "hard"
    data = json.loads(printed(["grade", "nurikabe", "library:5x5-hard", "--json"], capsys))
    assert lines[-1] == f"{data['hardest']}: {data['hardest_step']['reason']}"


@pytest.mark.parametrize(
    ("board", "status", "line"),
    [
        ("2.\n..", "satisfied", "no grade: the puzzle has several solutions"),
        ("1x3:1_1a", "infeasible", "no grade: the puzzle has no solution"),
    ],
)
def test_only_a_puzzle_with_one_solution_has_a_grade(
    board: str, status: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert printed(["grade", "nurikabe", board], capsys).strip() == line
    data = json.loads(printed(["grade", "nurikabe", board, "--json"], capsys))
    assert (data["status"], data["grade"], data["hardest_step"]) == (status, None, None)


# --- Bad input ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.name)
def test_other_games_are_refused(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    text = json.dumps(game.examples["instances"][0]["instance"]) if game.examples["instances"] else "{}"
    for arguments in (["grade", game.name, text], ["library", game.name], ["sheet", game.name, text]):
        assert run(arguments) == 2
        error = capsys.readouterr().err
        assert error.startswith(f"tilewright: {game.name} is not a pencil puzzle; the pencil puzzles are ")
        assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["grade", "nurikabe", "2x2:2"], "instance '2x2:2': the line is too short"),
        (["library", "nurikabe", "9x9-huge"], "the library has no puzzle '9x9-huge'"),
        (["library", "nurikabe", "5x5-easy", "--format", "tiff"], "nurikabe has no notation 'tiff'"),
        (["sheet", "nurikabe", "5x5:2", "-o", "x.pdf"], "--output 'x.pdf': expected a folder, or a file"),
        (["sheet", "nurikabe", "-", "-"], "standard input can be read only once"),
        (["grade", "chess", "x"], "no game is called 'chess'"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"tilewright: {message}")
    assert error.count("\n") == 1
