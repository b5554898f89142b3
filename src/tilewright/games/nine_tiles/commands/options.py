"""Options that several commands share, and what they do with them."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.console import LiveLine, data_folder, write_chunks
from tilewright.errors import BadInput
from tilewright.game import Progress

if TYPE_CHECKING:
    from tilewright.drawing import Scene
    from tilewright.games.nine_tiles.census import Census
    from tilewright.games.nine_tiles.ranking.all_theme_sets import Survey

__all__ = [
    "Data",
    "Json",
    "Pattern",
    "Picture",
    "Quiet",
    "Rank",
    "Threads",
    "bar",
    "census_folder",
    "draw",
    "expect_picture",
    "expect_rank",
    "opened",
    "surveyed",
]

Pattern = Annotated[
    str, typer.Argument(metavar="PATTERN", help="A town: nine tiles, then nine directions, 18 digits.")
]
Json = Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")]
Data = Annotated[
    str | None, typer.Option("--data", metavar="DIR", help="The data folder; the census lies in it.")
]
Threads = Annotated[
    int | None,
    typer.Option("--threads", metavar="N", help="Threads to work with; all cores by default.", min=1, max=1024),
]
Rank = Annotated[str, typer.Option("--rank", metavar="RANK", help="max, distance or duel.")]
Picture = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="Draw to a .svg or .png file.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no messages.")]


def census_folder(data: str | None) -> Path:
    return data_folder(data) / "nine_tiles" / "census"


def opened(data: str | None, threads: int | None) -> Census:
    """The census, built now if it is missing."""
    from tilewright.games.nine_tiles.census import open_census

    line = LiveLine()
    try:
        return open_census(
            census_folder(data),
            progress=lambda told: line(Progress(told.elapsed, note=bar(told))),
            threads=threads,
        )
    finally:
        line.clear()


def surveyed(census: Census, threads: int | None) -> Survey:
    from tilewright.games.nine_tiles.ranking.all_theme_sets import Survey

    return Survey(census.points, census.towns, threads or os.cpu_count() or 1)


def draw(scene: Scene, output: str | None, shown: bool) -> None:
    """To the file, or else to the terminal."""
    if output is not None:
        scene.save(output)
    elif shown:
        write_chunks([scene.to_text(colour=sys.stdout.isatty()).rstrip("\n")])


def expect_picture(output: str | None) -> None:
    """Refuse now what could not be drawn after a long question."""
    if output is not None and not output.lower().endswith((".svg", ".png")):
        raise BadInput(f"cannot draw to {output!r}: the name of a picture ends in .svg or .png")


def expect_rank(rank: str) -> None:
    from tilewright.games.nine_tiles.rules import RANKS

    if rank not in RANKS:
        raise BadInput(f"--rank {rank!r}: expected {', '.join(RANKS[:-1])} or {RANKS[-1]}")


def bar(progress: Progress) -> str:
    done, of = progress.best, progress.bound
    if done is None or not of:
        return progress.note
    filled = round(24 * done / of)
    return f"[{'#' * filled}{'.' * (24 - filled)}] {done} of {of} shards {progress.note}".rstrip()
