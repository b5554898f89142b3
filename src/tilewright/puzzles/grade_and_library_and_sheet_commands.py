"""Commands that print the grades and libraries of pencil puzzles, and write sheets of puzzles to print."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from threading import Event
from typing import Annotated, Any

from tilewright.console import interruptible, parse_argument, print_json, print_table
from tilewright.console.command_options import argument, option
from tilewright.errors import BadInput
from tilewright.files import report_write_errors, write_atomically
from tilewright.game import Game, Instance, Result
from tilewright.puzzles.grades import GRADES, find_grade
from tilewright.puzzles.printable_sheet import SheetPuzzle, one_document, pages, parse_boards

__all__ = [
    "Boards",
    "PerPage",
    "SecondsForEach",
    "SheetOutput",
    "Solutions",
    "print_grade",
    "print_library",
    "write_sheet",
]

MOST_BOARDS = 1_000
"""A sheet has at most this many boards on all its pages together."""

# --- Arguments and options of `sheet` -----------------------------------------------------------------

Boards = Annotated[
    list[str],
    argument(
        "Files, URLs, inline boards, or - for standard input. A file or standard input contains one "
        "board per line, or grids separated by blank lines.",
        "INSTANCE",
    ),
]
SheetOutput = Annotated[
    str,
    option(
        "Where to write the pages: a folder, a .svg file (one for each page), or one .html file to print.",
        "FOLDER|FILE",
        "--output",
        "-o",
    ),
]
PerPage = Annotated[int, option("The number of puzzles on a page.", None, "--per-page", min=1, max=30)]
Solutions = Annotated[bool, option("Add pages with the solutions at the end.")]
SecondsForEach = Annotated[float, option("Time limit for solving each puzzle.", "SECONDS", "--time-limit")]


# --- Grades and libraries -----------------------------------------------------------------------------


def print_grade(game: Game, instance: Instance, json: bool) -> None:
    """Print the grade of a board, how often each technique is needed, and the hardest step."""
    count, graded = find_grade(game, instance)
    if json:
        no_grade: dict[str, Any] = {"grade": None, "hardest": None, "steps": {}, "hardest_step": None}
        status = {"status": "satisfied" if count else "infeasible", "unique": count == 1 if count else None}
        print_json(status | (graded.to_json() if graded else no_grade))
        return
    if graded is None:
        print(f"no grade: the puzzle has {'several solutions' if count else 'no solution'}")
        return
    print(graded.name)
    if graded.steps:
        print_table(["technique", "steps"], list(graded.steps.items()))
    if graded.hardest_step:
        print(f"{graded.hardest}: {graded.hardest_step.reason}")


def print_library(game: Game, name: str | None, format: str, json: bool) -> None:
    """Print a list of the puzzles that come with a game, or one of these puzzles in the given notation."""
    if not game.has("library"):
        raise BadInput(f"{game.name} has no library of puzzles")
    library = game.module("library")
    if name is None:
        if json:
            print_json([entry.to_json() for entry in library.puzzles])
        else:
            # The `difficulty` of a puzzle that was not generated is not a grade, but a word that describes the
            # puzzle.
            grades = [entry.difficulty if entry.difficulty in GRADES else "" for entry in library.puzzles]
            rows = [
                (entry.name, entry.rows, entry.cols, grade)
                for entry, grade in zip(library.puzzles, grades, strict=True)
            ]
            print_table(["name", "rows", "columns", "grade"], rows)
        return
    entry = library.puzzle(name)
    if json:
        print_json(entry.to_json())
    else:
        print(game.format(game.parse(entry.puzzle), format))


# --- Sheets -------------------------------------------------------------------------------------------


def write_sheet(
    game: Game,
    arguments: Sequence[str],
    output: str,
    *,
    per_page: int,
    title: str,
    solutions: bool,
    time_limit: float,
    seed: int,
    json: bool,
) -> int:
    """Lay out boards on pages, write the pages to files, and return the exit status."""
    _check_output(output)
    puzzles: list[SheetPuzzle] = []
    for number, board in enumerate(_read_boards(game, arguments), start=1):
        result = None
        if solutions:
            result, interrupted = interruptible(partial(_solve, game, board, time_limit, seed))
            if interrupted:
                return interrupted
        puzzles.append(SheetPuzzle(number, board, result))
    svgs = pages(puzzles, title, per_page, solutions)
    files = _write_pages(output, svgs, one_document(svgs, title))
    if json:
        print_json({"files": files, "puzzles": [_puzzle_json(puzzle) for puzzle in puzzles]})
    else:
        print("\n".join(files))
    return 0


def _read_boards(game: Game, arguments: Sequence[str]) -> list[Instance]:
    if list(arguments).count("-") > 1:
        raise BadInput("standard input can be read only once")
    boards = [
        board
        for each in arguments
        for board in parse_argument(each, lambda text: parse_boards(text, game.parse), "instance", specs=True)
    ]
    if len(boards) > MOST_BOARDS:
        raise BadInput(f"{len(boards)} boards are too many: a sheet has at most {MOST_BOARDS}")
    return boards


def _solve(game: Game, board: Instance, time_limit: float, seed: int, cancel: Event) -> Result:
    return game.solve(board, time_limit=time_limit, seed=seed, cancel=cancel, unique=True)


def _check_output(output: str) -> None:
    """Reject an unsuitable output path before the solver starts."""
    path = Path(output)
    if path.suffix.lower() not in ("", ".svg", ".html") and not path.is_dir():
        raise BadInput(f"--output {output!r}: expected a folder, or a file whose name ends in .svg or .html")


def _write_pages(output: str, svgs: list[str], document: str) -> list[str]:
    """Write the pages to files; return the file names."""
    path = Path(output)
    kind = "" if path.is_dir() else path.suffix.lower()
    if kind == ".html":
        texts = {path: document}
    elif kind == ".svg" and len(svgs) == 1:
        texts = {path: svgs[0]}
    elif kind == ".svg":
        texts = {path.with_stem(f"{path.stem}-{index + 1}"): svg for index, svg in enumerate(svgs)}
    else:
        texts = {path / f"page-{index + 1}.svg": svg for index, svg in enumerate(svgs)}
    with report_write_errors(path):
        (path.parent if kind else path).mkdir(parents=True, exist_ok=True)
        for file, text in texts.items():
            write_atomically(file, text.encode())
    return [str(file) for file in texts]


def _puzzle_json(puzzle: SheetPuzzle) -> dict[str, Any]:
    result = puzzle.result
    board: Any = puzzle.instance
    return {
        "number": puzzle.number,
        "rows": board.height,
        "cols": board.width,
        "status": None if result is None else result.status.value,
        "unique": None if result is None else result.unique,
    }
