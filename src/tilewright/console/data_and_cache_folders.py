"""The folders for data and caches."""

from __future__ import annotations

import os
from pathlib import Path

from tilewright.errors import BadInput

__all__ = ["cache_folder", "data_folder"]


def data_folder(option: str | Path | None = None) -> Path:
    """Return the data folder: the option's value, else TILEWRIGHT_DATA, else ``~/.local/share/tilewright``.

    XDG_DATA_HOME can replace ``~/.local/share``.
    """
    named = option or os.environ.get("TILEWRIGHT_DATA")
    if not named:
        return _home("XDG_DATA_HOME", ".local/share", ", or name a data folder with --data") / "tilewright"
    try:
        return Path(named).expanduser()
    except RuntimeError:
        raise BadInput(f"the home folder in the data folder {str(named)!r} is unknown") from None


def cache_folder() -> Path:
    """Return the folder for files that can be recomputed."""
    return _home("XDG_CACHE_HOME", ".cache") / "tilewright"


def _home(variable: str, default: str, alternative: str = "") -> Path:
    if named := os.environ.get(variable):
        return Path(named)
    try:
        return Path.home() / default
    except RuntimeError:
        raise BadInput(f"there is no home folder; set {variable}{alternative}") from None
