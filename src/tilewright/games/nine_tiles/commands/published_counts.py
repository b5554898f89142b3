"""`towns counts`: the two published numbers of towns, and the steps that lead from one to the other."""

from __future__ import annotations

from tilewright.console import print_json, write_chunks
from tilewright.console.command_options import Json

__all__ = ["counts"]


def counts(json: Json = False) -> int:
    """Explain the difference between the two published numbers of towns, 526,070,976 and 2,922,907,648.

    For the first number, directions in which a tile looks the same are counted as one, and the four rotations
    of a town are counted as one town, except that a town whose roads look the same after a half turn is
    counted twice. For the second number, all tiles, sides and directions are distinguished, and the total is
    divided by four.

    \b
    Examples:
      tilewright towns counts
      tilewright towns counts --json
    """
    from tilewright.games.nine_tiles.census.reconcile_published_counts import published_counts

    found = published_counts()
    if json:
        print_json(found.to_json())
    else:
        write_chunks(["\n".join(found.lines())])
    return 0
