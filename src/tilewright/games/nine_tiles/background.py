"""What the page needs in the data folder: the census of all towns, and the smallest list of best towns."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.console import data_folder
from tilewright.errors import BadInput

if TYPE_CHECKING:
    from tilewright.games.nine_tiles.census import Census

__all__ = ["build", "census", "cover", "ready"]

_COUNTED, _WRITTEN = 0.5, 0.85
"""The share of the work that is done when all towns are counted, and when the census is written."""


def ready() -> bool:
    """Whether census and cover are there and can be read."""
    try:
        return census() is not None and cover() is not None
    except BadInput:
        return False


def build(progress: Callable[[float, str], None]) -> None:
    """Make what is missing, and mend what is damaged; a build that was killed goes on where it was."""
    from tilewright.games.nine_tiles.census import build as build_census
    from tilewright.run import Progress

    def tell(told: Progress) -> None:
        if told.bound:
            # A note is the name of a part, unless all of them are counted.
            done = told.best == told.bound and told.note.startswith("writing")
            progress(_COUNTED * (told.best or 0) / told.bound, told.note if done else "counting all towns")

    # People play meanwhile: one core is theirs.
    counted = build_census(_census_folder(), threads=max(1, (os.cpu_count() or 1) - 1), progress=tell)
    assert counted is not None, "nobody can cancel it"
    progress(_WRITTEN, "choosing the towns of the cover sheet")
    _write_cover(counted)


def census() -> Census | None:
    """The census of the data folder; None if it is not built yet, `BadInput` if it is damaged."""
    if not (_census_folder() / "census.json").exists():
        return None
    from tilewright.games.nine_tiles.census import open_census

    return open_census(_census_folder())


def cover() -> dict[str, Any] | None:
    """The cover as `tilewright towns cover --json` tells it; None if it is not there, or damaged."""
    try:
        found = json.loads(_cover_file().read_bytes())
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and "towns" in found else None


def _census_folder() -> Path:
    return data_folder() / "nine_tiles" / "census"


def _cover_file() -> Path:
    return data_folder() / "nine_tiles" / "cover.json"


def _write_cover(counted: Census) -> None:
    from tilewright.files import storing, write_whole
    from tilewright.games.nine_tiles.cover import choices, smallest_cover
    from tilewright.games.nine_tiles.survey import Survey

    survey = Survey(counted.points, counted.towns)
    found = smallest_cover(choices(survey, survey.winners("duel")))
    patterns = {choice.row: bytes(counted.patterns[choice.row]).decode() for choice in found.chosen}
    with storing(_cover_file()):
        write_whole(_cover_file(), json.dumps(found.to_json(patterns)).encode())
