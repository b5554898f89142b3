"""The exhaustive search in shards that are kept: run it again, and only what is missing is searched.

All states two layers deep are found at once. A shard has some of them and searches what lies under them, down
to the table; or it has a set of four parts or more, and searches under all top layers of that set. It tells how
many states and parts it saw, and the best score that it met if that is as much as wanted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from tilewright.errors import EngineFailure
from tilewright.games.nmbr9 import notation
from tilewright.games.nmbr9.stacking.next_layer_kernel import States
from tilewright.games.nmbr9.stacking.search_states import portions, room
from tilewright.games.nmbr9.stacking.search_tables import Tables
from tilewright.games.nmbr9.stacking.top_down_search import Search
from tilewright.run import Run
from tilewright.running import Executor, InProcess, map_shards

__all__ = ["Searched", "search_in_shards", "search_shard"]

VERSION = "nmbr9 search 1"
DEPTH = 2
SHARDS = 200
"""About so many, without those for larger top layers."""


@dataclass(slots=True)
class Searched:
    """What all shards saw together."""

    score: int | None = None
    """The best score of at least the wanted one; None if there is none."""
    levels: list[int] = field(default_factory=list)
    nodes: int = 0
    covers: int = 0
    states: int = 0
    clipped: int = 0

    def add(self, told: Mapping[str, Any]) -> None:
        scores = [score for score in (self.score, told["score"]) if score is not None]
        self.score = max(scores, default=None)
        self.levels.extend([0] * (len(told["levels"]) - len(self.levels)))
        for at, count in enumerate(told["levels"]):
            self.levels[at] += count
        self.nodes += told["nodes"]
        self.covers += told["covers"]
        self.states += told["states"]
        self.clipped += told["clipped"]


def search_in_shards(
    tables: Tables, wanted: int, folder: Path, executor: Executor, run: Run, watch: Callable[[str], None]
) -> Searched | None:
    """Search for a stack of the wanted score; None when the run ended first. `watch` may raise."""
    prefix = Search(tables, wanted, run.limits.threads, watch)
    states = prefix.level(DEPTH)
    shards = _shards(tables, wanted, states, prefix.larger_tops())
    if isinstance(executor, InProcess):
        work = partial(_search, tables, run.limits.threads, watch)
    else:
        work = partial(search_shard, np.packbits(tables.hopes.can_carry).tobytes(), run.limits.threads)
    try:
        with run.on_stop(run.cancel.set):
            manifest = map_shards(
                work,
                shards,
                folder,
                version=VERSION,
                suffix=".json",
                executor=executor,
                progress=lambda progress: run.report(note=f"{progress.best} of {progress.bound} shards"),
                cancel=run.cancel,
            )
    except EngineFailure:
        if run.stopped:
            return None
        raise
    if manifest is None:
        return None
    searched = Searched()
    searched.add(_told(prefix))
    for shard in manifest.shards:
        searched.add(json.loads((folder / shard.file).read_bytes()))
    return searched


def search_shard(carried: bytes, threads: int, payload: Mapping[str, Any]) -> bytes:
    """The work of one shard in a process of its own, which makes its tables from what carries what."""
    tables = _tables(json.dumps(payload["instance"]), carried)
    return _search(tables, threads, lambda note: None, payload)


@lru_cache(maxsize=1)
def _tables(instance: str, carried: bytes) -> Tables:
    return Tables.remade(notation.from_json(json.loads(instance)), carried)


def _search(tables: Tables, threads: int, watch: Callable[[str], None], payload: Mapping[str, Any]) -> bytes:
    search = Search(tables, payload["wanted"], threads, watch)
    if "top" in payload:
        search.under_sets([payload["top"]])
    else:
        search.under(_read(payload["states"]), DEPTH)
    return json.dumps(_told(search)).encode()


def _told(search: Search) -> dict[str, Any]:
    score = None if search.find is None else search.find.score
    return {"score": score, "levels": search.levels, **search.facts()}


def _shards(tables: Tables, wanted: int, states: States, tops: list[int]) -> dict[str, dict[str, Any]]:
    common = {"instance": notation.to_json(tables.instance), "wanted": wanted}
    size = max(1, len(states.counts) // SHARDS)
    found: dict[str, dict[str, Any]] = {}
    for at, portion in enumerate(portions(states, size)):
        found[f"under-{at:04}"] = {**common, "states": _written(portion)}
    for top in tops:
        found[f"top-{top:05}"] = {**common, "top": top}
    return found


def _written(states: States) -> list[list[Any]]:
    return [
        [*map(int, layer[:count]), int(used), int(score)]
        for layer, count, used, score in zip(
            states.layers, states.counts, states.used, states.scores, strict=True
        )
    ]


def _read(rows: list[list[int]]) -> States:
    states = room(len(rows))
    for at, (*layer, used, score) in enumerate(rows):
        states.layers[at, : len(layer)] = layer
        states.counts[at], states.used[at], states.scores[at] = len(layer), used, score
    return states
