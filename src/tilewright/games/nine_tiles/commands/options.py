"""Options and helper functions of the `tilewright towns` commands."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

from tilewright.console import LiveLine, write_chunks
from tilewright.console.command_options import argument, data_option, option, output_option
from tilewright.errors import BadInput
from tilewright.run import Progress

if TYPE_CHECKING:
    from tilewright.drawing import Scene
    from tilewright.games.nine_tiles.census import Census
    from tilewright.games.nine_tiles.ranking.all_theme_sets import AllThemeSets

__all__ = [
    "Data",
    "Pattern",
    "Picture",
    "Rank",
    "TableFile",
    "Threads",
    "draw",
    "list_theme_sets",
    "open_or_build_census",
    "progress_bar",
    "require_picture_name",
    "require_rank",
]

Pattern = Annotated[str, argument("A town as 18 digits: nine tiles, then nine directions.", "PATTERN")]
Data = Annotated[str | None, data_option("the census")]
Threads = Annotated[
    int | None, option("The number of threads; by default, one for each core.", "N", min=1, max=1024)
]
Rank = Annotated[str, option("The ranking: max, distance or duel.", "RANK")]
Picture = Annotated[str | None, output_option("Draw to a .svg or .png file.")]
TableFile = Annotated[str | None, output_option("Write to a .csv or .parquet file.")]


def open_or_build_census(data: str | None, threads: int | None) -> Census:
    """Return the census in a data folder; build it with a progress bar if it is missing."""
    from tilewright.games.nine_tiles.census.census_access import census_folder, open_census

    with LiveLine() as line:
        return open_census(
            census_folder(data),
            progress=lambda progress: line(Progress(progress.elapsed, note=progress_bar(progress))),
            threads=threads,
        )


def list_theme_sets(census: Census, threads: int | None) -> AllThemeSets:
    from tilewright.games.nine_tiles.ranking.all_theme_sets import AllThemeSets

    return AllThemeSets(census.points, census.towns, threads or os.cpu_count() or 1)


def draw(scene: Scene, output: str | None, shown: bool) -> None:
    """Draw the scene to the output file; without an output file, print it if `shown` is set."""
    if output is not None:
        scene.save(output)
    elif shown:
        write_chunks([scene.to_text(colour=sys.stdout.isatty()).rstrip("\n")])


def require_picture_name(output: str | None) -> None:
    """Raise `BadInput` unless the file name ends in .svg or .png, or is None because no file is written."""
    if output is not None and not output.lower().endswith((".svg", ".png")):
        raise BadInput(f"cannot draw to {output!r}: the name must end in .svg or .png")


def require_rank(rank: str) -> None:
    from tilewright.games.nine_tiles.rules import RANKS

    if rank not in RANKS:
        raise BadInput(f"--rank {rank!r}: expected {', '.join(RANKS[:-1])} or {RANKS[-1]}")


def progress_bar(progress: Progress, of: str = "shards") -> str:
    """Return a line with a progress bar, the number of completed parts (`of` names the parts), and the note."""
    done, total = progress.best, progress.bound
    if done is None or not total:
        return progress.note
    filled = round(24 * done / total)
    return f"[{'#' * filled}{'.' * (24 - filled)}] {done} of {total} {of} {progress.note}".rstrip()
