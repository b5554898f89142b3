"""Library puzzles have one solution and the stated grade; hints lead from the empty board to the solution."""

from __future__ import annotations

import json

import pytest

import tilewright as tw
from tilewright.cli import run as run_command
from tilewright.errors import BadInput
from tilewright.games.nurikabe.explain import grade, hint
from tilewright.games.nurikabe.explanations.techniques import FORCED_BY_SEARCH, TECHNIQUES
from tilewright.games.nurikabe.generate import generate
from tilewright.games.nurikabe.library.puzzle_library import LibraryPuzzle, library, puzzle
from tilewright.games.nurikabe.notation import parse, to_line
from tilewright.games.nurikabe.rules import Shading, check
from tilewright.puzzles.grades import GRADES, SOLVED

GAME = tw.game("nurikabe")
MOST_CELLS_REGENERATED = 81
"""Only puzzles with at most this many cells are generated again; larger ones would take too long."""

any_puzzle = pytest.mark.parametrize("entry", library(), ids=lambda entry: entry.name)
any_small_puzzle = pytest.mark.parametrize(
    "entry",
    [entry for entry in library() if entry.rows * entry.cols <= MOST_CELLS_REGENERATED],
    ids=lambda entry: entry.name,
)


def the_solution(entry: LibraryPuzzle, solver: str) -> Shading:
    result = GAME.solve(entry.instance, solver=solver, unique=True)
    assert result.unique
    assert isinstance(result.solution, Shading)
    return result.solution


def test_the_library_has_every_grade_and_boards_of_many_sizes() -> None:
    assert {entry.difficulty for entry in library()} == set(GRADES)
    sides = {(entry.rows, entry.cols) for entry in library()}
    assert min(sides) == (5, 5)
    assert max(sides) == (30, 30)
    assert any(rows != cols for rows, cols in sides)
    assert len({entry.name for entry in library()}) == len(library()) >= 40


@any_puzzle
def test_a_puzzle_has_the_size_and_grade_of_its_name(entry: LibraryPuzzle) -> None:
    assert (entry.instance.height, entry.instance.width) == (entry.rows, entry.cols)
    assert grade(entry.instance).name == entry.difficulty
    assert to_line(entry.instance) == entry.puzzle


@any_puzzle
def test_independent_solvers_find_the_same_single_solution(entry: LibraryPuzzle) -> None:
    assert the_solution(entry, "sat") == the_solution(entry, "clingo")


@any_puzzle
def test_hints_lead_from_empty_to_solved(entry: LibraryPuzzle) -> None:
    """Each hint is compared with the solution that the solver `sat` found."""
    solution_rows = the_solution(entry, "sat").rows
    names = {technique.name for technique in TECHNIQUES} | {FORCED_BY_SEARCH}
    state = [list("-" * entry.cols) for _ in range(entry.rows)]
    while (result := hint(entry.instance, Shading(tuple(map("".join, state))))).technique != SOLVED:
        assert result.technique in names
        assert result.cells
        for row, column in result.cells:
            assert state[row][column] == "-"
            assert solution_rows[row][column] == result.value
            state[row][column] = result.value
    # Cells with a number are always island cells, so no hint covers them.
    rows = tuple("".join(line).replace("-", ".") for line in state)
    assert rows == solution_rows
    assert check(entry.instance, Shading(rows)).ok


@any_small_puzzle
def test_the_recorded_options_generate_the_puzzle_again(entry: LibraryPuzzle) -> None:
    assert generate(entry.seed, entry.rows, entry.cols, entry.difficulty) == entry.instance


# --- The commands -------------------------------------------------------------------------------------


def test_a_puzzle_name_is_accepted_as_an_instance() -> None:
    entry = library()[0]
    assert parse(f"library:{entry.name}") == entry.instance
    assert puzzle(entry.name) is entry
    with pytest.raises(BadInput, match="the library has no puzzle 'moss'; 'tilewright nurikabe library' lists"):
        parse("library:moss")


def test_the_command_lists_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["nurikabe", "library", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [each["name"] for each in listed] == [entry.name for entry in library()]
    assert run_command(["nurikabe", "library"]) == 0
    shown = capsys.readouterr().out
    assert all(entry.name in shown for entry in library())


@pytest.mark.parametrize("notation", ["json", "text", "url", "line", "pzprv3"])
def test_the_command_prints_a_puzzle_in_any_notation(notation: str, capsys: pytest.CaptureFixture[str]) -> None:
    entry = library()[0]
    assert run_command(["nurikabe", "library", entry.name, "--format", notation]) == 0
    assert parse(capsys.readouterr().out) == entry.instance


def test_a_puzzle_names_the_command_that_generates_it(capsys: pytest.CaptureFixture[str]) -> None:
    entry = library()[0]
    assert run_command(["nurikabe", "library", entry.name, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["puzzle"] == entry.puzzle
    assert run_command(result["command"].split()[1:]) == 0
    assert capsys.readouterr().out.strip() == entry.puzzle


@pytest.mark.parametrize("arguments", [["moss"], ["5x5-easy", "--format", "verse"]])
def test_unknown_puzzles_and_notations_are_rejected(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["nurikabe", "library", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1


def test_the_command_grades_a_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["nurikabe", "grade", "library:6x6-hard", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["status"], result["unique"], result["grade"]) == ("satisfied", True, "hard")
    assert result["hardest_step"]["technique"] == result["hardest"] == list(result["steps"])[-1]
    assert run_command(["nurikabe", "grade", "library:6x6-hard"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "hard"
    assert lines[-1] == f"{result['hardest']}: {result['hardest_step']['reason']}"


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
    result = json.loads(capsys.readouterr().out)
    assert (result["status"], result["unique"], result["grade"], result["steps"]) == (status, unique, None, {})
