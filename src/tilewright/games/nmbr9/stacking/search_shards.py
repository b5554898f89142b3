"""The exhaustive search, split into shards; a repeated run searches only the shards without a result on disk.

First the search generates all states with two layers whose top layer has at most three parts. A shard is the
search down to the table under some of these states, or under all top layers with a given set of four or more
parts. The result of a shard consists of the counters of its search and the best score found, if this score
reaches the target.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np

from tilewright.errors import EngineFailure
from tilewright.games.nmbr9 import notation
from tilewright.games.nmbr9.stacking.join_and_split_states import empty_states, portions
from tilewright.games.nmbr9.stacking.layer_support_and_bound_tables import Tables
from tilewright.games.nmbr9.stacking.next_layer_below_kernel import States
from tilewright.games.nmbr9.stacking.top_down_search import Search
from tilewright.run import Run
from tilewright.running import Executor, InProcess, map_shards

__all__ = ["SearchResult", "search_in_shards", "search_shard"]

VERSION = "nmbr9 search 2"
DEPTH = 2
SHARDS = 200
"""The approximate number of shards, not counting those for top layers of four or more parts."""


@dataclass(slots=True)
class SearchResult:
    """The result of a search; for a search in shards, the combined result of all shards."""

    score: int | None = None
    """The best score found, if it reaches the target; None otherwise."""
    levels: list[int] = field(default_factory=list)
    nodes: int = 0
    covers: int = 0
    states: int = 0
    clipped: int = 0

    def add(self, data: Mapping[str, Any]) -> None:
        """Add the JSON result of one search."""
        scores = [score for score in (self.score, data["score"]) if score is not None]
        self.score = max(scores, default=None)
        self.levels = [sum(counts) for counts in zip_longest(self.levels, data["levels"], fillvalue=0)]
        for name in ("nodes", "covers", "states", "clipped"):
            setattr(self, name, getattr(self, name) + data[name])


def search_in_shards(
    tables: Tables,
    target: int,
    folder: Path,
    executor: Executor,
    run: Run,
    report_progress: Callable[[str], None],
) -> SearchResult | None:
    """Search for a stack that reaches the target; return None if the run was stopped.

    The bounds in the tables must hold for every target, or for this one (`Tables.for_target`).
    `report_progress` is called regularly with a progress message and may raise `Cancelled`.
    """
    prefix = Search(tables, target, run.limits.threads, report_progress)
    states = prefix.states_at_depth(DEPTH)
    shards = _shards(tables, target, states, prefix.larger_top_sets())
    if isinstance(executor, InProcess):
        work = partial(_search, tables, run.limits.threads, report_progress)
    else:
        work = partial(search_shard, np.packbits(tables.bounds.can_support).tobytes(), run.limits.threads)
    try:
        with run.on_stop(run.cancel.set):
            manifest = map_shards(
                work,
                shards,
                folder,
                version=VERSION,
                suffix=".json",
                executor=executor,
                progress=lambda progress: run.report(note=f"{progress.best} of {progress.bound} shards done"),
                cancel=run.cancel,
            )
    except EngineFailure:
        if run.stopped:
            return None
        raise
    if manifest is None:
        return None
    result = SearchResult()
    result.add(_result_json(prefix))
    for shard in manifest.shards:
        result.add(json.loads((folder / shard.file).read_bytes()))
    return result


def search_shard(support_bits: bytes, threads: int, payload: Mapping[str, Any]) -> bytes:
    """Search one shard in a worker process, which rebuilds the tables from the bits of `can_support`."""
    facts = json.dumps(payload["facts"])
    tables = _tables(json.dumps(payload["instance"]), support_bits, payload["wanted"], facts)
    return _search(tables, threads, lambda note: None, payload)


@lru_cache(maxsize=1)
def _tables(instance: str, support_bits: bytes, target: int, facts: str) -> Tables:
    tables = Tables.from_support_bits(notation.from_json(json.loads(instance)), support_bits)
    most_points = {int(parts): most for parts, most in json.loads(facts).items()}
    return tables.for_target(target, most_points) if most_points else tables


def _search(
    tables: Tables, threads: int, report_progress: Callable[[str], None], payload: Mapping[str, Any]
) -> bytes:
    search = Search(tables, payload["wanted"], threads, report_progress)
    if "top" in payload:
        search.search_under_sets([payload["top"]])
    else:
        search.search_under(_states_from_json(payload["states"]), DEPTH)
    return json.dumps(_result_json(search)).encode()


def _result_json(search: Search) -> dict[str, Any]:
    score = None if search.best is None else search.best.score
    return {"score": score, "levels": search.levels, **search.statistics()}


def _shards(tables: Tables, target: int, states: States, top_sets: list[int]) -> dict[str, dict[str, Any]]:
    """Return the payloads of all shards, keyed by shard name."""
    facts = {str(parts): most for parts, most in tables.most_points.items()}
    common = {"instance": notation.to_json(tables.instance), "wanted": target, "facts": facts}
    size = max(1, len(states.counts) // SHARDS)
    payloads: dict[str, dict[str, Any]] = {}
    for number, portion in enumerate(portions(states, size)):
        payloads[f"under-{number:04}"] = {**common, "states": _states_to_json(portion)}
    for top in top_sets:
        payloads[f"top-{top:05}"] = {**common, "top": top}
    return payloads


def _states_to_json(states: States) -> list[list[Any]]:
    return [
        [*map(int, layer[:count]), int(used), int(score)]
        for layer, count, used, score in zip(
            states.layers, states.counts, states.used, states.scores, strict=True
        )
    ]


def _states_from_json(rows: list[list[int]]) -> States:
    states = empty_states(len(rows))
    for index, (*layer, used, score) in enumerate(rows):
        states.layers[index, : len(layer)] = layer
        states.counts[index], states.used[index], states.scores[index] = len(layer), used, score
    return states
