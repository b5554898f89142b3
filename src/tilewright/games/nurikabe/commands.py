"""`tilewright nurikabe`: what only this game does."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tilewright.console import interruptible, parse_argument, print_json, print_table
from tilewright.errors import BadInput
from tilewright.files import report_write_errors, write_atomically
from tilewright.game import Result, game_of

if TYPE_CHECKING:
    from tilewright.games.nurikabe.explain import Grade
    from tilewright.games.nurikabe.printing.puzzle_sheet import Puzzle
    from tilewright.games.nurikabe.rules import Board

__all__ = ["app"]

MOST_BOARDS = 1_000
"""On one sheet."""

app = typer.Typer(
    help="Nurikabe: grades, a library of puzzles, sheets to print.", no_args_is_help=True, rich_markup_mode=None
)


@app.callback()
def _root() -> None:
    pass


@app.command()
def grade(
    instance: Annotated[
        str, typer.Argument(metavar="INSTANCE", help="A file, - for standard input, a URL or an inline board.")
    ],
    json: Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")] = False,
) -> int:
    """Tell how hard a puzzle is, and which techniques it needs how often.

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
    found = grade(board) if count == 1 else None
    if json:
        nothing: dict[str, Any] = {"grade": None, "hardest": None, "steps": {}, "hardest_step": None}
        known = {"status": "satisfied" if count else "infeasible", "unique": count == 1 if count else None}
        print_json(known | (found.to_json() if found else nothing))
    elif found is None:
        print(f"no grade: the puzzle has {'several solutions' if count else 'no solution'}")
    else:
        _print_grade(found)
    return 0


def _print_grade(found: Grade) -> None:
    print(found.name)
    if found.steps:
        print_table(["technique", "steps"], list(found.steps.items()))
    if found.hardest_step:
        print(f"{found.hardest}: {found.hardest_step.reason}")


@app.command()
def library(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="A puzzle to show; without one, all are listed.")
    ] = None,
    format: Annotated[
        str,
        typer.Option("--format", metavar="NOTATION", help="text, line, url, pzprv3 or json."),
    ] = "text",
    json: Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")] = False,
) -> int:
    """List the puzzles that come with Tilewright, or write one of them.

    Wherever a board is asked for, library:NAME is the puzzle of that name.

    \b
    Examples:
      tilewright nurikabe library
      tilewright nurikabe library 10x10-hard --format url
      tilewright hint nurikabe library:10x10-hard
    """
    from tilewright import registry
    from tilewright.games.nurikabe.library.puzzle_library import library, puzzle

    if name is None:
        shelf = library()
        if json:
            print_json([entry.to_json() for entry in shelf])
        else:
            rows = [(entry.name, entry.rows, entry.cols, entry.difficulty) for entry in shelf]
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
            help="Files, URLs or inline boards; - for standard input: a board a line, or blank lines between.",
        ),
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FOLDER|FILE",
            help="Where the pages go: a folder, a .svg file, or one .html file to print.",
        ),
    ] = "sheet",
    per_page: Annotated[int, typer.Option("--per-page", help="Puzzles on a page.", min=1, max=30)] = 4,
    title: Annotated[str, typer.Option("--title", help="What stands on top of each page.")] = "Nurikabe",
    solutions: Annotated[bool, typer.Option(help="Pages with the solutions after those with puzzles.")] = True,
    time_limit: Annotated[
        float, typer.Option("--time-limit", metavar="SECONDS", help="Wall time for solving each puzzle.")
    ] = 60.0,
    seed: Annotated[int, typer.Option("--seed", help="Seed of every random choice.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")] = False,
) -> int:
    """Lay puzzles out on A4 pages as SVG files, with their solutions on pages of their own at the end.

    \b
    Examples:
      tilewright nurikabe sheet monday.txt tuesday.txt -o week --title "This week"
      tilewright nurikabe sheet 5x5:a5e2i1e3a library:10x10-hard -o two.html
      tilewright generate nurikabe --format line | tilewright nurikabe sheet - -o puzzle.svg --no-solutions
    """
    from tilewright.games.nurikabe.printing.puzzle_sheet import one_document, pages

    _expect_output(output)
    boards = _read_boards(instances)
    puzzles, interrupted = _solved(boards, solutions, time_limit, seed)
    if interrupted:
        return interrupted
    svgs = pages(puzzles, title, per_page, solutions)
    files = _write(output, svgs, one_document(svgs, title))
    if json:
        print_json({"files": files, "puzzles": [_facts(puzzle) for puzzle in puzzles]})
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


def _solved(boards: list[Board], wanted: bool, time_limit: float, seed: int) -> tuple[list[Puzzle], int]:
    """The puzzles with what the game's own solver says, and the exit status if the user interrupts it."""
    from tilewright.games.nurikabe.printing.puzzle_sheet import Puzzle

    puzzles: list[Puzzle] = []
    for at, board in enumerate(boards):
        result, interrupted = None, 0
        if wanted:
            result, interrupted = interruptible(partial(_solve, board, time_limit, seed))
        if interrupted:
            return puzzles, interrupted
        puzzles.append(Puzzle(at + 1, board, result))
    return puzzles, 0


def _solve(board: Board, time_limit: float, seed: int, cancel: Event) -> Result:
    return game_of(board).solve(board, time_limit=time_limit, seed=seed, cancel=cancel, unique=True)


def _expect_output(output: str) -> None:
    """Refuse now what could not be written after a long solve."""
    path = Path(output)
    if path.suffix.lower() not in ("", ".svg", ".html") and not path.is_dir():
        raise BadInput(f"--output {output!r}: expected a folder, or a file that ends in .svg or .html")


def _write(output: str, svgs: list[str], document: str) -> list[str]:
    """Write the pages, and tell the names of the files."""
    path = Path(output)
    kind = "" if path.is_dir() else path.suffix.lower()
    if kind == ".html":
        texts = {path: document}
    elif kind == ".svg" and len(svgs) == 1:
        texts = {path: svgs[0]}
    elif kind == ".svg":
        texts = {path.with_stem(f"{path.stem}-{at + 1}"): svg for at, svg in enumerate(svgs)}
    else:
        texts = {path / f"page-{at + 1}.svg": svg for at, svg in enumerate(svgs)}
    with report_write_errors(path):
        (path.parent if kind else path).mkdir(parents=True, exist_ok=True)
        for file, text in texts.items():
            write_atomically(file, text.encode())
    return [str(file) for file in texts]


def _facts(puzzle: Puzzle) -> dict[str, Any]:
    result = puzzle.result
    return {
        "number": puzzle.number,
        "rows": puzzle.instance.height,
        "cols": puzzle.instance.width,
        "status": None if result is None else result.status.value,
        "unique": None if result is None else result.unique,
    }
