"""Puzzle sheets: A4 pages that show every puzzle once, with the solutions on separate pages."""

from __future__ import annotations

import json
import xml.etree.ElementTree as xml
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.cli import run as run_command
from tilewright.errors import BadInput
from tilewright.game import Result, Status
from tilewright.games.nurikabe.notation import parse
from tilewright.games.nurikabe.rules import Board, Shading
from tilewright.puzzles.printable_sheet import SheetPuzzle, one_document, pages, parse_boards

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = [parse("4x4:g4d1a1a"), parse("5x5:a5e2i1e3a"), parse("2x2:2c"), parse("9x3:?z"), parse("3x30:?zzzk")]
SOLVED = Shading(("###.", "#...", "####", ".#.#"))


def result(instance: Board, status: Status, solution: Shading | None, unique: bool | None) -> Result:
    return Result("nurikabe", instance, "auto", status, None, None, unique, solution, None, 0.0)


def pictures(page: str) -> list[dict[str, str]]:
    """Return the attributes of the `svg` elements inside a page, in order."""
    return [dict(each.attrib) for each in xml.fromstring(page).findall(f"{SVG}svg")]


def named(page: str) -> list[str]:
    return [picture["aria-label"] for picture in pictures(page)]


# --- Pages --------------------------------------------------------------------------------------------


def test_every_puzzle_appears_once_with_its_number_on_numbered_pages() -> None:
    puzzles = [SheetPuzzle(at + 1, board) for at, board in enumerate(BOARDS)]
    made = pages(puzzles, "This week", per_page=2, solutions=False)
    assert [named(page) for page in made] == [
        ["This week", "Nurikabe, 4 x 4 cells", "Nurikabe, 5 x 5 cells", "1", "2", "1 / 3"],
        ["This week", "Nurikabe, 2 x 2 cells", "Nurikabe, 9 x 3 cells", "3", "4", "2 / 3"],
        ["This week", "Nurikabe, 3 x 30 cells", "5", "3 / 3"],
    ]


def test_solutions_are_on_separate_pages_at_the_end() -> None:
    solved = result(BOARDS[0], Status.SATISFIED, SOLVED, True)
    made = pages([SheetPuzzle(1, BOARDS[0], solved)], "Nurikabe", per_page=4, solutions=True)
    assert len(made) == 2
    assert "the sea" not in made[0]
    assert "the sea" in made[1]
    assert named(made[1]) == ["Nurikabe: solutions", "Nurikabe, 4 x 4 cells", "1", "2 / 2"]
    sides = [float(pictures(page)[1]["width"]) for page in made]
    assert sides[1] < sides[0], "solutions are smaller"


@pytest.mark.parametrize(
    ("status", "solution", "unique", "remark"),
    [
        (Status.SATISFIED, SOLVED, True, ""),
        (Status.SATISFIED, SOLVED, False, "one of several solutions"),
        (Status.SATISFIED, SOLVED, None, "uniqueness not proved"),
        (Status.INFEASIBLE, None, None, "no solution"),
        (Status.UNKNOWN, None, None, "not solved in time"),
    ],
)
def test_a_solution_that_is_not_unique_is_marked(
    status: Status, solution: Shading | None, unique: bool | None, remark: str
) -> None:
    puzzle = SheetPuzzle(7, BOARDS[0], result(BOARDS[0], status, solution, unique))
    caption = f"7  {remark}".strip()
    assert caption in named(pages([puzzle], "", per_page=1, solutions=True)[1])


@pytest.mark.parametrize("per_page", [1, 2, 3, 4, 6, 9, 30])
def test_everything_is_inside_the_page_and_no_two_boards_overlap(per_page: int) -> None:
    puzzles = [SheetPuzzle(at + 1, BOARDS[at % len(BOARDS)]) for at in range(11)]
    for page in pages(puzzles, "A title that is far too long for a line of its own " * 3, per_page, True):
        root = xml.fromstring(page)
        assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
        boxes = []
        for picture in pictures(page):
            x, y, width, height = (float(picture[key]) for key in ("x", "y", "width", "height"))
            assert width > 0
            assert height > 0
            assert 0 <= x <= x + width <= 210
            assert 0 <= y <= y + height <= 297
            if picture["aria-label"].startswith("Nurikabe, "):
                boxes.append((x, y, x + width, y + height))
        for at, (left, top, right, bottom) in enumerate(boxes):
            for x0, y0, x1, y1 in boxes[:at]:
                assert right <= x0 or x1 <= left or bottom <= y0 or y1 <= top


def test_a_small_board_has_larger_cells_than_a_large_one_on_the_same_page() -> None:
    page = pages([SheetPuzzle(1, BOARDS[1]), SheetPuzzle(2, BOARDS[4])], "", per_page=2, solutions=False)[0]
    cells = {
        picture["aria-label"]: float(picture["width"]) / float(picture["viewBox"].split()[2])
        for picture in pictures(page)
    }
    assert cells["Nurikabe, 5 x 5 cells"] > 1.5 * cells["Nurikabe, 3 x 30 cells"]


def test_a_title_may_contain_any_characters() -> None:
    puzzles = [SheetPuzzle(1, BOARDS[0])]
    made = pages(puzzles, 'Fish & <chips> "é"\n\x00', per_page=1, solutions=False)
    document = one_document(made, "Fish & <chips>")
    assert xml.fromstring(made[0]).findtext(f"{SVG}title") is not None
    assert "<chips>" not in document


def test_the_html_document_prints_every_page_on_a_separate_sheet() -> None:
    puzzles = [SheetPuzzle(at + 1, board) for at, board in enumerate(BOARDS)]
    document = one_document(pages(puzzles, "Five", per_page=1, solutions=False), "Five")
    assert document.count('<svg class="page"') == 5
    assert "@page{size:A4;margin:0}" in document


# --- Parsing several boards ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("2.\n..", 1),
        ("2.\n..\n\n..\n.1\n \n..", 3),
        ("2x2:2c\n2x2:c1\n", 2),
        ("https://puzz.link/p?nurikabe/2/2/2i\nhttps://puzz.link/p?nurikabe/2/2/i1\n2x2:2c", 3),
        ('{"rows": [[2, 0]]}\n{"rows": [[0, 1]]}', 2),
        ('{\n "rows": [\n  [2, 0]\n ]\n}', 1),
        ("pzprv3\nnurikabe\n1\n2\n2 . \n", 1),
        ("pzprv3/nurikabe/1/2/2 . /\npzprv3/nurikabe/1/2/. 1 /", 2),
        ("2.\r\n..\r\n\r\n2x2:2c\r\n", 2),
    ],
)
def test_a_text_may_contain_several_boards(text: str, count: int) -> None:
    assert len(parse_boards(text, parse)) == count


def test_an_invalid_board_is_reported_with_its_number() -> None:
    with pytest.raises(BadInput, match=r"^board 2 of 2: the line is too short"):
        parse_boards("2x2:2c\n2x2:2", parse)
    with pytest.raises(BadInput, match=r"^the line is too short"):
        parse_boards("2x2:2", parse)


# --- The command --------------------------------------------------------------------------------------


def sheet(*arguments: str) -> int:
    return run_command(["nurikabe", "sheet", *arguments])


def test_pages_are_written_to_a_folder_and_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "two.txt").write_text("2.\n..\n\n..\n.1\n")
    folder = tmp_path / "new" / "week"
    files = ["5x5:a5e2i1e3a", str(tmp_path / "two.txt"), "https://puzz.link/p?nurikabe/2/2/2i"]
    assert sheet(*files, "-o", str(folder), "--per-page", "3", "--no-solutions", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["files"] == [str(folder / "page-1.svg"), str(folder / "page-2.svg")]
    assert [(each["number"], each["rows"], each["cols"]) for each in data["puzzles"]] == [
        (1, 5, 5),
        (2, 2, 2),
        (3, 2, 2),
        (4, 2, 2),
    ]
    assert sorted(path.name for path in folder.iterdir()) == ["page-1.svg", "page-2.svg"]


def test_a_single_page_is_one_file_and_several_pages_are_numbered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sheet("2x2:2c", "-o", str(tmp_path / "one.svg"), "--no-solutions") == 0
    assert sheet("2x2:2c", "2x2:1c", "--per-page", "1", "-o", str(tmp_path / "a.svg"), "--no-solutions") == 0
    assert sheet("2x2:2c", "2x2:1c", "--per-page", "1", "-o", str(tmp_path / "b.html"), "--no-solutions") == 0
    names = ["one.svg", "a-1.svg", "a-2.svg", "b.html"]
    assert capsys.readouterr().out.split() == [str(tmp_path / name) for name in names]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)


def test_solutions_come_from_the_default_solver(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards = ["4x4:g4d1a1a", "2x2:2c", "1x3:1_1a"]
    assert sheet(*boards, "-o", str(tmp_path), "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert [(each["status"], each["unique"]) for each in data["puzzles"]] == [
        ("satisfied", True),
        ("satisfied", False),
        ("infeasible", None),
    ]
    last = named(Path(data["files"][-1]).read_text("utf-8"))
    assert {"1", "2  one of several solutions", "3  no solution"} <= set(last)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["2x2:2"], "instance '2x2:2': the line is too short"),
        (["2x2:2c", "missing.txt"], "there is no file 'missing.txt'"),
        (["-", "-"], "standard input can be read only once"),
        (["2x2:2c", "-o", "sheet.pdf"], "--output 'sheet.pdf': expected a folder, or a file whose name"),
        (["2x2:2c", "-o", "/dev/null/sheet"], "cannot write '/dev/null/sheet'"),
    ],
)
def test_invalid_sheet_arguments_are_rejected_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sheet(*arguments, "--no-solutions") == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"tilewright: {message}")
    assert captured.err.count("\n") == 1


def test_the_examples_of_the_game_are_parsed_as_boards_of_a_sheet() -> None:
    game = tw.game("nurikabe")
    text = "\n\n".join(example["instance"] for example in game.examples["instances"])
    assert len(parse_boards(text, parse)) == len(game.examples["instances"])
