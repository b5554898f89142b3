"""`towns tables`: compute the tables of all theme sets, and compare them with the tables in the package."""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic
from typing import Annotated

from tilewright.console import LiveLine, say, write_chunks
from tilewright.console.command_options import output_option
from tilewright.games.nine_tiles.commands.options import Data, Threads, open_or_build_census, progress_bar
from tilewright.run import Progress

__all__ = ["tables"]


def tables(
    output: Annotated[str | None, output_option("Write the tables to this .npz file.")] = None,
    data: Data = None,
    threads: Threads = None,
) -> int:
    """Compute the tables of all theme sets from the census, and compare them with the tables in the package.

    The package contains the score patterns of all 2,600 theme sets and, for each set and ranking, a best town
    if there is one, so that the default solver and the agents need no census. The exit status is 1 if a table
    differs. With -o, the tables are also written to a file.

    \b
    Examples:
      tilewright towns tables
      tilewright towns tables -o theme_set_tables.npz
    """
    import numpy as np

    from tilewright.games.nine_tiles.ranking.theme_set_tables import FILE, compute_tables, write_tables

    census = open_or_build_census(data, threads)
    started = monotonic()

    def report(done: int, total: int) -> None:
        elapsed = monotonic() - started
        line(Progress(elapsed, note=progress_bar(Progress(elapsed, best=done, bound=total), "theme sets")))

    with LiveLine() as line:
        computed = compute_tables(census, threads or os.cpu_count() or 1, report)
    if output is not None:
        write_tables(computed, Path(output))
        say(f"tables written to {output}")
    with np.load(FILE) as shipped:
        different = [name for name in computed if not np.array_equal(shipped[name], computed[name])]
    write_chunks([f"The table {name!r} differs from the census.\n" for name in different])
    if not different:
        patterns, sets = len(computed["towns"]), len(computed["starts"]) - 1
        numbers = f"{patterns:,} score patterns of {sets:,} theme sets"
        write_chunks([f"All {len(computed)} tables agree with the census: {numbers}."])
    return int(bool(different))
