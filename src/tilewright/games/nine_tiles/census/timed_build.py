"""Census builds that report counts and times, for the command `towns build`."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tilewright.games.nine_tiles.census.census_access import build
from tilewright.games.nine_tiles.census.count_towns import count_all
from tilewright.games.nine_tiles.census.pack_scores_and_patterns_kernel import unpack_vectors
from tilewright.games.nine_tiles.census.synonyms_and_counting_jobs import synonyms
from tilewright.games.nine_tiles.ranking.all_theme_sets import AllThemeSets
from tilewright.games.nine_tiles.ranking.best_patterns_of_three_scores import RANKS, THEMES
from tilewright.run import Progress
from tilewright.running import executor_named

__all__ = ["timed_build", "timed_trial"]


def timed_build(
    folder: Path,
    threads: int | None,
    where: str | None,
    towns: bool,
    report_progress: Callable[[Progress], None],
    cancel: threading.Event,
) -> dict[str, Any] | None:
    """Build, complete or repair the census in a folder; return its counts and times, or None if cancelled."""
    started = time.perf_counter()
    census = build(
        folder,
        threads=threads or os.cpu_count() or 1,
        executor=None if where is None else executor_named(where),
        progress=report_progress,
        cancel=cancel,
        towns=towns,
    )
    if census is None:
        return None
    return {
        "synonyms": census.synonyms,
        "towns": census.all_towns,
        "vectors": len(census.towns),
        "seconds": {"build": round(time.perf_counter() - started, 3)},
        "folder": str(folder),
    }


def timed_trial(threads: int | None) -> dict[str, Any]:
    """Count all towns in memory, then rank them for all theme sets by each ranking; return counts and times.

    No file is written.
    """
    threads = threads or os.cpu_count() or 1
    started = time.perf_counter()
    vectors = count_all(threads)
    counted = time.perf_counter()
    facts = {
        "synonyms": len(synonyms()),
        "towns": int(vectors.towns.sum(dtype=np.int64)),
        "vectors": len(vectors),
    }
    points, towns = np.empty((THEMES, len(vectors)), np.int8), vectors.towns.astype(np.int64)
    unpack_vectors(vectors.codes, points)
    del vectors  # This frees memory before the rankings are computed.
    theme_sets = AllThemeSets(points.T, towns, threads)
    for rank in RANKS:
        facts["sets"] = len(theme_sets.rank_all(rank).best)
    seconds = {"count": counted - started, "rank": time.perf_counter() - counted}
    return {**facts, "seconds": {name: round(value, 3) for name, value in seconds.items()}}
