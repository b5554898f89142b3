"""Write to standard output and standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from tilewright.errors import TilewrightError
from tilewright.printable_text import printable

__all__ = ["OutputClosed", "print_json", "print_table", "say", "write_chunks"]


class OutputClosed(TilewrightError):
    """The reader of standard output has closed the pipe, as ``| head`` does."""

    exit_status = 141


def say(message: str) -> None:
    """Print one line to standard error; control characters are replaced by visible escape codes."""
    print(printable(message), file=sys.stderr, flush=True)


def print_json(data: Any) -> None:
    """Print exactly one JSON document to standard output."""
    write_chunks([json.dumps(data, allow_nan=False)])


def write_chunks(chunks: Iterable[str]) -> None:
    """Write the pieces of one document to standard output, then a newline.

    Control characters are replaced, except for colour codes, which pictures in a terminal contain.
    """
    try:
        for chunk in chunks:
            sys.stdout.write(printable(chunk, colours=True))
        sys.stdout.write("\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # Without this redirection, Python would flush the rest of the buffer at exit and print an error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise OutputClosed from None


def print_table(headers: Sequence[str], rows: Sequence[Sequence[object]], title: str = "") -> None:
    """Print a table to standard output; columns of numbers are right-aligned."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title or None, box=box.SIMPLE_HEAD, title_justify="left")
    for index, header in enumerate(headers):
        numbers = bool(rows) and all(isinstance(row[index], int | float | None) for row in rows)
        table.add_column(header, justify="right" if numbers else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text("" if value is None else printable(str(value))) for value in row))
    # A pipe or a file has no width, and the default of Rich, 80 columns, would wrap most tables.
    width = None if sys.stdout.isatty() else 200
    console = Console(file=sys.stdout, width=width)
    with console.capture() as capture:
        console.print(table)
    write_chunks(["\n".join(line.rstrip() for line in capture.get().splitlines()).strip("\n")])
