"""The data that the web server prepares for the page: the census of all towns and the smallest cover."""

from __future__ import annotations

import os
from collections.abc import Callable

from tilewright.errors import BadInput
from tilewright.games.nine_tiles.ranking.smallest_cover_file import read_cover

__all__ = ["NEEDED_TO_PLAY", "build", "ready"]

NEEDED_TO_PLAY = False
"""Whether playing requires this data. It does not: the agents use the tables that are part of the package."""

_CENSUS_SHARE = 0.86
"""The measured fraction of the preparation time that the census takes; the cover takes the rest."""


def ready() -> bool:
    """Return whether the census and the cover exist and can be read."""
    from tilewright.games.nine_tiles.census.census_access import census_folder
    from tilewright.games.nine_tiles.census.read_census import read_census

    try:
        read_census(census_folder())
    except BadInput:
        return False
    return read_cover() is not None


def build(progress: Callable[[float, str], None]) -> None:
    """Build missing files, repair damaged ones, and resume a build that was interrupted.

    `progress` receives the completed share (0 to 1) and a note.
    """
    from tilewright.games.nine_tiles.census.build_progress import build_with_share
    from tilewright.games.nine_tiles.census.census_access import census_folder
    from tilewright.games.nine_tiles.ranking.smallest_cover_file import write_cover

    # If there are several cores, one stays free for users of the page during the build.
    threads = max(1, (os.cpu_count() or 1) - 1)
    census = build_with_share(
        census_folder(), threads, lambda share, note: progress(_CENSUS_SHARE * share, note)
    )
    write_cover(census, lambda share, note: progress(_CENSUS_SHARE + (1 - _CENSUS_SHARE) * share, note))
