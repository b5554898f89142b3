"""The smallest cover, stored in the data folder for the web page."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.console import data_folder

if TYPE_CHECKING:
    from tilewright.games.nine_tiles.census import Census

__all__ = ["read_cover", "write_cover"]


def read_cover() -> dict[str, Any] | None:
    """Return the stored cover, in the format of `tilewright towns cover --json`; None if missing or damaged."""
    try:
        cover = json.loads(_path().read_bytes())
    except (OSError, ValueError):
        return None
    return cover if isinstance(cover, dict) and "towns" in cover else None


def write_cover(census: Census, report: Callable[[float, str], None]) -> None:
    """Compute the smallest cover and store it; `report` receives the completed share (0 to 1) and a note."""
    from tilewright.files import report_write_errors, write_atomically
    from tilewright.games.nine_tiles.ranking.all_theme_sets import AllThemeSets
    from tilewright.games.nine_tiles.ranking.smallest_cover import list_choices, smallest_cover

    report(0.0, "listing the score patterns of all theme sets")
    theme_sets = AllThemeSets(census.points, census.towns)
    report(0.3, "finding the best towns by duel")
    ranking = theme_sets.rank_all("duel")
    report(0.6, "choosing the towns of the cover sheet")
    cover = smallest_cover(list_choices(theme_sets, ranking))
    with report_write_errors(_path()):
        write_atomically(_path(), json.dumps(cover.to_json(census.town)).encode())


def _path() -> Path:
    return data_folder() / "nine_tiles" / "cover.json"
