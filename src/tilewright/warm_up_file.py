"""The file ``warm_up.json`` of a game: short commands that use its kernels, so that Numba compiles them.

The file is a JSON list. An entry is a command line without ``tilewright``, in which ``{folder}`` stands for a
folder for temporary files; an object such as ``{"command": "..."}`` with such a command line; or an object such
as ``{"prepare": "1,2,3", "solver": "auto"}``, which prepares a solver for an instance and does not solve it.

An object with ``"rarely_used": true`` is for kernels that only special commands use, such as long studies.
`tilewright compile` leaves it out; `tilewright compile --all` and the released wheels include it.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

__all__ = ["read_warm_up"]


def read_warm_up(package: str, *, rarely_used: bool) -> list[Any]:
    """Return the entries that are marked as rarely used if `rarely_used` is true, else all other entries.

    The list is empty if the game has no ``warm_up.json``.
    """
    file = resources.files(package).joinpath("warm_up.json")
    entries = json.loads(file.read_text("utf-8")) if file.is_file() else []
    return [
        entry
        for entry in entries
        if (isinstance(entry, dict) and entry.get("rarely_used", False)) is rarely_used
    ]
