"""The `tilewright nurikabe` commands: grade, library and sheet."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tilewright.console import interruptible, parse_argument, print_json, print_table
from tilewright.console.command_options import InstanceArgument, Json, Seed
from tilewright.errors import BadInput
from tilewright.files import report_write_errors, write_atomically
from tilewright.game import Result, game_of

if TYPE_CHECKING:
    from tilewright.games.nurikabe.explain import Grade
    from tilewright.games.nurikabe.printing.puzzle_sheet import Puzzle
    from tilewright.games.nurikabe.rules import Board

__all__ = ["app"]

MOST_BOARDS = 1_000
"""The largest number of boards on one sheet."""

app = typer.Typer(
    help="Nurikabe: grades, a library of puzzles, and sheets to print.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command()
def grade(
    instance: InstanceArgument,
    json: Json = False,
) -> int:
    """Print the grade of a puzzle and how often each technique is needed.

    Only a puzzle with exactly one solution has a grade.

    \b
    Examples:
      tilewright nurikabe grade 5x5:a5e2i1e3a
      tilewright nurikabe grade library:10x10-hard --json
    """
    from tilewright.games.nurikabe.explain import grade, solutions
    from tilewright.games.nurikabe.notation import parse

    board = parse_argument(instance, parse, "instance", specs=True)
    count = solutions(board)
    graded = grade(board) if count == 1 else None
    if json:
        no_grade: dict[str, Any] = {"grade": None, "hardest": None, "steps": {}, "hardest_step": None}
        status = {"status": "satisfied" if count else "infeasible", "unique": count == 1 if count else None}
        print_json(status | (graded.to_json() if graded else no_grade))
    elif graded is None:
        print(f"no grade: the puzzle has {'several solutions' if count else 'no solution'}")
    else:
        _print_grade(graded)
    return 0


def _print_grade(graded: Grade) -> None:
    print(graded.name)
    if graded.steps:
        print_table(["technique", "steps"], list(graded.steps.items()))
    if graded.hardest_step:
        print(f"{graded.hardest}: {graded.hardest_step.reason}")


@app.command()
def library(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="The puzzle to print; without a name, list all puzzles."),
    ] = None,
    format: Annotated[
        str,
        typer.Option(
            "--format", metavar="NOTATION", help="Notation of the puzzle: text, line, url, pzprv3 or json."
        ),
    ] = "text",
    json: Json = False,
) -> int:
    """List the puzzles that come with Tilewright, or print one of them.

    library:NAME is accepted wherever a board is expected.

    \b
    Examples:
      tilewright nurikabe library
      tilewright nurikabe library 10x10-hard --format url
      tilewright hint nurikabe library:10x10-hard
    """
    from tilewright import registry
    from tilewright.games.nurikabe.library.puzzle_library import library, puzzle

    if name is None:
        puzzles = library()
        if json:
            print_json([entry.to_json() for entry in puzzles])
        else:
            rows = [(entry.name, entry.rows, entry.cols, entry.difficulty) for entry in puzzles]
            print_table(["name", "rows", "columns", "grade"], rows)
        return 0
    entry = puzzle(name)
    if json:
        print_json(entry.to_json())
    else:
        print(registry.game("nurikabe").format(entry.instance, format))
    return 0


@app.command()
def sheet(
    instances: Annotated[
        list[str],
        typer.Argument(
            metavar="INSTANCE...",
            help="Files, URLs, inline boards, or - for standard input: one board per line, or grids "
            "separated by blank lines.",
        ),
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FOLDER|FILE",
            help="Where to write the pages: a folder, a .svg file, or one .html file to print.",
        ),
    ] = "sheet",
    per_page: Annotated[
        int, typer.Option("--per-page", help="The number of puzzles on a page.", min=1, max=30)
    ] = 4,
    title: Annotated[str, typer.Option("--title", help="Title at the top of each page.")] = "Nurikabe",
    solutions: Annotated[bool, typer.Option(help="Add pages with the solutions at the end.")] = True,
    time_limit: Annotated[
        float, typer.Option("--time-limit", metavar="SECONDS", help="Time limit for solving each puzzle.")
    ] = 60.0,
    seed: Seed = 0,
    json: Json = False,
) -> int:
    """Lay out puzzles on A4 pages, as SVG files or one HTML file, with the solutions on pages at the end.

    \b
    Examples:
      tilewright nurikabe sheet monday.txt tuesday.txt -o week --title "This week"
      tilewright nurikabe sheet 5x5:a5e2i1e3a library:10x10-hard -o two.html
      tilewright generate nurikabe --format line | tilewright nurikabe sheet - -o puzzle.svg --no-solutions
    """
    from tilewright.games.nurikabe.printing.puzzle_sheet import Puzzle, one_document, pages

    _check_output(output)
    boards = _read_boards(instances)
    puzzles: list[Puzzle] = []
    for number, board in enumerate(boards, start=1):
        result = None
        if solutions:
            result, interrupted = interruptible(partial(_solve, board, time_limit, seed))
            if interrupted:
                return interrupted
        puzzles.append(Puzzle(number, board, result))
    svgs = pages(puzzles, title, per_page, solutions)
    files = _write_pages(output, svgs, one_document(svgs, title))
    if json:
        print_json({"files": files, "puzzles": [_puzzle_json(puzzle) for puzzle in puzzles]})
    else:
        print("\n".join(files))
    return 0


def _read_boards(arguments: list[str]) -> list[Board]:
    from tilewright.games.nurikabe.printing.puzzle_sheet import parse_boards

    if arguments.count("-") > 1:
        raise BadInput("standard input can be read only once")
    boards = [
        board
        for argument in arguments
        for board in parse_argument(argument, parse_boards, "instance", specs=True)
    ]
    if len(boards) > MOST_BOARDS:
        raise BadInput(f"{len(boards)} boards are too many: a sheet has at most {MOST_BOARDS}")
    return boards


def _solve(board: Board, time_limit: float, seed: int, cancel: Event) -> Result:
    return game_of(board).solve(board, time_limit=time_limit, seed=seed, cancel=cancel, unique=True)


def _check_output(output: str) -> None:
    """Reject an unsuitable output path before the solver starts."""
    path = Path(output)
    if path.suffix.lower() not in ("", ".svg", ".html") and not path.is_dir():
        raise BadInput(f"--output {output!r}: expected a folder, or a file that ends in .svg or .html")


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


def _puzzle_json(puzzle: Puzzle) -> dict[str, Any]:
    result = puzzle.result
    return {
        "number": puzzle.number,
        "rows": puzzle.instance.height,
        "cols": puzzle.instance.width,
        "status": None if result is None else result.status.value,
        "unique": None if result is None else result.unique,
    }
