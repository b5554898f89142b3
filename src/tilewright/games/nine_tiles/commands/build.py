"""`towns build`: build the census."""

from __future__ import annotations

from threading import Event
from typing import Annotated, Any

from tilewright.console import LiveLine, interruptible, print_json, say, write_chunks
from tilewright.console.command_options import Json, Quiet, executor_option, option
from tilewright.errors import BadInput
from tilewright.games.nine_tiles.commands.options import Data, Threads, progress_bar
from tilewright.run import Progress

__all__ = ["build"]


def build(
    threads: Threads = None,
    where: Annotated[str | None, executor_option(" (default: in threads)")] = None,
    towns: Annotated[
        bool, option("Also write every town, to Parquet files in the subfolder towns.", None, "--towns")
    ] = False,
    trial: Annotated[
        bool, option("Count in memory, rank all theme sets, and write no file.", None, "--trial")
    ] = False,
    json: Json = False,
    data: Data = None,
    quiet: Quiet = False,
) -> int:
    """Count and score all towns, or continue an interrupted build where it stopped.

    \b
    Examples:
      tilewright towns build
      tilewright towns build --threads 2 --data /tmp/census --json
      tilewright towns build --trial --threads 1
      tilewright towns build --where dask://scheduler:8786
    """
    from tilewright.games.nine_tiles.census.census_access import census_folder
    from tilewright.games.nine_tiles.census.timed_build import timed_build, timed_trial

    def report_progress(progress: Progress) -> None:
        line(Progress(progress.elapsed, note=progress_bar(progress)))

    def work(cancel: Event) -> dict[str, Any] | None:
        if trial:
            return timed_trial(threads)
        return timed_build(census_folder(data), threads, where, towns, report_progress, cancel)

    if trial and towns:
        raise BadInput("--trial writes no file, so it cannot be combined with --towns")
    if where is not None and (trial or threads is not None):
        raise BadInput("--where cannot be combined with --threads or --trial, which use threads")
    with LiveLine(quiet) as line:
        facts, interrupted = interruptible(work)
    if facts is None:
        say("the census is not complete yet; run the same command again to continue where the build stopped")
        return interrupted or 3
    if json:
        print_json(facts)
    else:
        write_chunks([_summary(facts)])
    return interrupted


def _summary(facts: dict[str, Any]) -> str:
    lines = [f"{facts[key]:>15,}  {name}" for key, name in _COUNTS.items() if key in facts]
    lines += [f"{seconds:15.2f}  seconds to {task}" for task, seconds in facts["seconds"].items()]
    return "\n".join([*lines, *([f"in {facts['folder']}"] if "folder" in facts else [])])


_COUNTS = {
    "synonyms": "road synonyms",
    "towns": "towns",
    "vectors": "different score vectors",
    "sets": "theme sets ranked",
}
