"""The library: every puzzle has one solution and its grade, and hints lead from empty to solved."""

from __future__ import annotations

import json

import pytest

import tilewright as tw
from tilewright.cli import run as run_command
from tilewright.errors import BadInput
from tilewright.games.nurikabe.explain import grade, hint
from tilewright.games.nurikabe.explanations.techniques import BEYOND, GRADES, SOLVED, TECHNIQUES
from tilewright.games.nurikabe.generate import generate
from tilewright.games.nurikabe.library.puzzle_library import LibraryPuzzle, library, puzzle
from tilewright.games.nurikabe.notation import parse, to_line
from tilewright.games.nurikabe.rules import Shading, check

GAME = tw.game("nurikabe")
SMALL = 81
"""Boards of so many cells are made again in no time."""

every = pytest.mark.parametrize("entry", library(), ids=lambda entry: entry.name)
every_small = pytest.mark.parametrize(
    "entry", [entry for entry in library() if entry.rows * entry.cols <= SMALL], ids=lambda entry: entry.name
)


def the_solution(entry: LibraryPuzzle, solver: str) -> Shading:
    told = GAME.solve(entry.instance, solver=solver, unique=True)
    assert told.unique
    assert isinstance(told.solution, Shading)
    return told.solution


def test_the_library_has_every_grade_and_boards_of_many_sizes() -> None:
    assert {entry.difficulty for entry in library()} == set(GRADES)
    sides = {(entry.rows, entry.cols) for entry in library()}
    assert min(sides) == (5, 5)
    assert max(sides) == (30, 30)
    assert any(rows != cols for rows, cols in sides)
    assert len({entry.name for entry in library()}) == len(library()) >= 40


@every
def test_a_puzzle_has_the_size_and_the_grade_that_its_name_says(entry: LibraryPuzzle) -> None:
    assert (entry.instance.height, entry.instance.width) == (entry.rows, entry.cols)
    assert grade(entry.instance).name == entry.difficulty
    assert to_line(entry.instance) == entry.line


@every
def test_independent_solvers_find_the_same_single_solution(entry: LibraryPuzzle) -> None:
    assert the_solution(entry, "sat") == the_solution(entry, "clingo")


@every
def test_hints_lead_from_empty_to_solved(entry: LibraryPuzzle) -> None:
    """Step by step, each step held against the solution that SAT found."""
    right = the_solution(entry, "sat").rows
    names = {way.name for way in TECHNIQUES} | {BEYOND}
    state = [list("-" * entry.cols) for _ in range(entry.rows)]
    while (told := hint(entry.instance, Shading(tuple(map("".join, state))))).technique != SOLVED:
        assert told.technique in names
        assert told.cells
        for row, column in told.cells:
            assert state[row][column] == "-"
            assert right[row][column] == told.value
            state[row][column] = told.value
    # What a number stands on needs no hint: it is island.
    rows = tuple("".join(line).replace("-", ".") for line in state)
    assert rows == right
    assert check(entry.instance, Shading(rows)).ok


@every_small
def test_its_command_makes_a_puzzle_again(entry: LibraryPuzzle) -> None:
    assert generate(entry.seed, entry.rows, entry.cols, entry.difficulty) == entry.instance


# --- The commands -------------------------------------------------------------------------------------


def test_a_puzzle_is_an_instance_by_its_name() -> None:
    entry = library()[0]
    assert parse(f"library:{entry.name}") == entry.instance
    assert puzzle(entry.name) is entry
    with pytest.raises(BadInput, match="the library has no puzzle 'moss'; tilewright nurikabe library lists"):
        parse("library:moss")


def test_the_library_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["nurikabe", "library", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [each["name"] for each in listed] == [entry.name for entry in library()]
    assert run_command(["nurikabe", "library"]) == 0
    shown = capsys.readouterr().out
    assert all(entry.name in shown for entry in library())


@pytest.mark.parametrize("notation", ["json", "text", "url", "line", "pzprv3"])
def test_a_puzzle_is_written_in_any_notation(notation: str, capsys: pytest.CaptureFixture[str]) -> None:
    entry = library()[0]
    assert run_command(["nurikabe", "library", entry.name, "--format", notation]) == 0
    assert parse(capsys.readouterr().out) == entry.instance


def test_one_puzzle_tells_the_command_that_made_it(capsys: pytest.CaptureFixture[str]) -> None:
    entry = library()[0]
    assert run_command(["nurikabe", "library", entry.name, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["puzzle"] == entry.line
    assert run_command(told["command"].split()[1:]) == 0
    assert capsys.readouterr().out.strip() == entry.line


@pytest.mark.parametrize("arguments", [["moss"], ["5x5-easy", "--format", "verse"]])
def test_what_the_library_does_not_have_is_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["nurikabe", "library", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1


def test_the_command_grades_a_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["nurikabe", "grade", "library:6x6-hard", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["status"], told["unique"], told["grade"]) == ("satisfied", True, "hard")
    assert told["hardest_step"]["technique"] == told["hardest"] == list(told["steps"])[-1]
    assert run_command(["nurikabe", "grade", "library:6x6-hard"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "hard"
    assert lines[-1] == f"{told['hardest']}: {told['hardest_step']['reason']}"


@pytest.mark.parametrize(
    ("board", "status", "unique", "line"),
    [
        ("2x2:2c", "satisfied", False, "no grade: the puzzle has several solutions"),
        ("2x2:1_1b", "infeasible", None, "no grade: the puzzle has no solution"),
    ],
)
def test_a_puzzle_without_exactly_one_solution_has_no_grade(
    board: str, status: str, unique: bool | None, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["nurikabe", "grade", board]) == 0
    assert capsys.readouterr().out.strip() == line
    assert run_command(["nurikabe", "grade", board, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["status"], told["unique"], told["grade"], told["steps"]) == (status, unique, None, {})
