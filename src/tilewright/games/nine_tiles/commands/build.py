"""`towns build`."""

from __future__ import annotations

from threading import Event
from typing import Annotated, Any

import typer

from tilewright.console import LiveLine, interruptible, print_json, say, write_chunks
from tilewright.errors import BadInput
from tilewright.game import Progress
from tilewright.games.nine_tiles.commands.options import Data, Json, Quiet, Threads, bar, census_folder

__all__ = ["build"]


def build(
    threads: Threads = None,
    where: Annotated[
        str | None,
        typer.Option(
            "--where", metavar="PLACE", help="Instead of threads: here, processes:N, dask, dask://host:port."
        ),
    ] = None,
    towns: Annotated[bool, typer.Option("--towns", help="Write every single town, too.")] = False,
    trial: Annotated[
        bool, typer.Option("--trial", help="Count in memory, rank all theme sets, and keep nothing.")
    ] = False,
    json: Json = False,
    data: Data = None,
    quiet: Quiet = False,
) -> int:
    """Count and score all towns, or finish what was begun: nothing is done twice, wherever it was stopped.

    \b
    Examples:
      tilewright towns build
      tilewright towns build --threads 2 --data /tmp/census --json
      tilewright towns build --trial --threads 1
      tilewright towns build --where dask://scheduler:8786
    """
    from tilewright.games.nine_tiles.census.build_on_demand import build_census, try_build

    line = LiveLine(quiet)

    def tell(progress: Progress) -> None:
        line(Progress(progress.elapsed, note=bar(progress)))

    def work(cancel: Event) -> dict[str, Any] | None:
        return (
            try_build(threads)
            if trial
            else build_census(census_folder(data), threads, where, towns, tell, cancel)
        )

    if trial and towns:
        raise BadInput("--trial keeps nothing, so it takes no --towns")
    if where is not None and (trial or threads is not None):
        raise BadInput("--where takes the place of --threads, and --trial works in threads only")
    try:
        facts, interrupted = interruptible(work)
    finally:
        line.clear()
    if facts is None:
        say("the census is not complete yet; the same command goes on where it was stopped")
        return interrupted or 3
    if json:
        print_json(facts)
    else:
        write_chunks([_told(facts)])
    return interrupted


def _told(facts: dict[str, Any]) -> str:
    lines = [f"{facts[key]:>15,}  {name}" for key, name in _COUNTS.items() if key in facts]
    lines += [f"{seconds:15.2f}  seconds to {what}" for what, seconds in facts["seconds"].items()]
    return "\n".join([*lines, *([f"in {facts['folder']}"] if "folder" in facts else [])])


_COUNTS = {
    "synonyms": "road synonyms",
    "towns": "towns",
    "vectors": "different score vectors",
    "sets": "theme sets ranked",
}
