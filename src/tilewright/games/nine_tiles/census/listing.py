"""Every town with the number of its vector, below ``towns/``: half a milliard rows, in shards."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from tilewright.games.nine_tiles.census.shards import Threads
from tilewright.run import Progress

__all__ = ["list_towns"]


def list_towns(
    folder: Path, place: Threads, progress: Callable[[Progress], None] | None, cancel: threading.Event | None
) -> bool:
    raise NotImplementedError
