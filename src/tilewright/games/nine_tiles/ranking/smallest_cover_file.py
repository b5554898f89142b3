"""Store the smallest cover (see ``smallest_cover.py``) in the data folder, and read it for the web page."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.console import data_folder
from tilewright.damage_detection import seal, unseal
from tilewright.files import report_write_errors, write_atomically

if TYPE_CHECKING:
    from tilewright.games.nine_tiles.census import Census

__all__ = ["read_cover", "store_cover", "write_cover"]


_KEYS = ("size", "proved", "bound", "second_bound", "towns")


def read_cover() -> dict[str, Any] | None:
    """Return the stored cover in the format of `towns cover --json`; None if the file is missing or damaged."""
    try:
        cover = unseal(json.loads(_path().read_bytes()), _KEYS)
    except (OSError, ValueError):
        return None
    return cover if "towns" in cover else None


def write_cover(census: Census, report: Callable[[float, str], None]) -> None:
    """Compute the smallest cover and store it; `report` receives the completed share (0 to 1) and a note."""
    from tilewright.games.nine_tiles.ranking.all_theme_sets import AllThemeSets
    from tilewright.games.nine_tiles.ranking.smallest_cover import list_choices, smallest_cover

    report(0.0, "listing the score patterns of all theme sets")
    theme_sets = AllThemeSets(census.points, census.towns)
    report(0.3, "finding the best towns in the ranking 'duel'")
    ranking = theme_sets.rank_all("duel")
    report(0.6, "choosing the towns of the smallest cover")
    store_cover(smallest_cover(list_choices(theme_sets, ranking)).to_json(census.town))


def store_cover(cover: Mapping[str, Any]) -> None:
    """Store a cover in the format of `tilewright towns cover --json`, with its digest."""
    with report_write_errors(_path()):
        write_atomically(_path(), json.dumps(seal(cover)).encode())


def _path() -> Path:
    return data_folder() / "nine_tiles" / "cover.json"
