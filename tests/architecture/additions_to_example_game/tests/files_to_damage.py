"""The file that the game stores (see `faults.files_to_damage`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tilewright.games.elbows.covers.cover_file import store_cover, stored_cover
from tilewright.games.elbows.rules import Cover

from faults.files_to_damage import MISSING, StoredFile


def write(folder: Path) -> None:
    store_cover(folder, Cover((((0, 1), (1, 0), (1, 1)),)))


def read(folder: Path) -> Any:
    return stored_cover(folder) or MISSING


KINDS = {"cover of elbows": StoredFile(write, "cover.json", read, ("games.elbows.covers.cover_file",))}
