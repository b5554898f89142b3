"""What the page needs in the data folder: the census of all towns, and the smallest list of best towns."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.console import data_folder
from tilewright.errors import BadInput

if TYPE_CHECKING:
    from tilewright.games.nine_tiles.census import Census

__all__ = ["build", "census", "cover", "ready"]

_COUNTED, _MERGED, _STORED, _WRITTEN = 0.48, 0.62, 0.66, 0.86
"""The share of the time after which all towns are counted, merged, stored as arrays, and in the database."""

_DATABASE = 0.25
"""The database is about so large, compared with the arrays."""


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

    all_counted = threading.Event()

    def tell(told: Progress) -> None:
        # A note is the name of a part, unless all of them are counted.
        if told.bound and told.best == told.bound and told.note.startswith("writing"):
            progress(_COUNTED, "merging what was counted")
            all_counted.set()
        elif told.bound:
            note = "counting all towns" if told.best else "the first time programs are compiled"
            progress(_COUNTED * (told.best or 0) / told.bound, note)

    with _writing_told(all_counted, progress):
        # People play meanwhile: one core is theirs.
        counted = build_census(_census_folder(), threads=max(1, (os.cpu_count() or 1) - 1), progress=tell)
    assert counted is not None, "nobody can cancel it"
    _write_cover(counted, progress)


@contextmanager
def _writing_told(all_counted: threading.Event, progress: Callable[[float, str], None]) -> Iterator[None]:
    """Once all towns are counted, tell every second how much is written: counting them takes no longer."""
    over = threading.Event()

    def watch() -> None:
        all_counted.wait()
        began, done = time.monotonic(), _COUNTED
        while not over.wait(1):
            done = max(done, _written())
            merging = f"merging what was counted ({time.monotonic() - began:.0f} s)"
            progress(done, merging if done < _MERGED else "writing the database")

    watcher = threading.Thread(target=watch, name="writing", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        all_counted.set()
        watcher.join()


def _written() -> float:
    """How far the census is, by the files that there are."""
    from tilewright.games.nine_tiles.census.census_files import ARRAYS, DATABASE

    def size(name: str) -> int:
        try:
            return (_census_folder() / name).stat().st_size
        except OSError:
            return 0

    arrays, database = sum(map(size, ARRAYS)), size(f".{DATABASE}.tmp")
    if not arrays:
        return _COUNTED
    share = min(1.0, database / (_DATABASE * arrays))
    return _STORED + (_WRITTEN - _STORED) * share if database else _MERGED


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


def _write_cover(counted: Census, progress: Callable[[float, str], None]) -> None:
    from tilewright.files import report_write_errors, write_atomically
    from tilewright.games.nine_tiles.ranking.all_theme_sets import Survey
    from tilewright.games.nine_tiles.ranking.smallest_cover import choices, smallest_cover

    progress(_WRITTEN, "looking for the best towns of all sets of themes")
    survey = Survey(counted.points, counted.towns)
    progress(0.9, "letting them duel")
    winners = survey.winners("duel")
    progress(0.94, "choosing the towns of the cover sheet")
    found = smallest_cover(choices(survey, winners))
    patterns = {choice.row: bytes(counted.patterns[choice.row]).decode() for choice in found.chosen}
    with report_write_errors(_cover_file()):
        write_atomically(_cover_file(), json.dumps(found.to_json(patterns)).encode())
