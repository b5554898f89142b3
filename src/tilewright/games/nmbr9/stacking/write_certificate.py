"""Write the result of a completed search as a proof file; `proof.proof_file` describes the format.

This module does not use the code of `proof`, so that the verification stays independent of the search.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tilewright.errors import BadInput, EngineFailure
from tilewright.game import Run
from tilewright.games.nmbr9 import notation
from tilewright.games.nmbr9.rules import PARTS, Nmbr9Instance
from tilewright.games.nmbr9.stacking.layer_support_and_bound_tables import (
    Cancelled,
    ProgressReporter,
    SearchTooLarge,
    Tables,
    facts_for_search,
    require_unbounded,
)
from tilewright.games.nmbr9.stacking.next_layer_below_kernel import States
from tilewright.games.nmbr9.stacking.search_shards import SearchResult, search_in_shards
from tilewright.games.nmbr9.stacking.shape_and_set_tables import Sets, Shapes
from tilewright.games.nmbr9.stacking.top_down_search import Search
from tilewright.games.nmbr9.stacking.upper_bound_kernel import SMALL_LAYER
from tilewright.geometry import Polyomino
from tilewright.running import Executor, InProcess

__all__ = ["certificate"]


def certificate(
    instance: Nmbr9Instance, target: int, run: Run, folder: Path | None = None, executor: Executor | None = None
) -> bytes | None:
    """Return a proof that no stack scores `target` or more.

    The result is None if the run was stopped or if the search may have missed a layer (`Search.clipped`).
    `BadInput` is raised if `require_unbounded` or `Tables.of` rejects the instance, if a stack reaches the
    target, or if the target is too low for a proof file; `EngineFailure` is raised if the search has too many
    states. With a folder, the search is split into shards whose results are kept in the folder, so that a later
    call can continue a stopped search. From 13 cards on, the proof relies on facts about stacks of fewer parts;
    the file lists these facts.
    """
    require_unbounded(instance, "proofs are written")
    most_points = facts_for_search(instance)
    report_progress = ProgressReporter(run)
    try:
        tables = Tables.of(instance, threads=run.limits.threads, check_stopped=report_progress)
        if most_points:
            tables = tables.for_target(target, most_points, run.limits.threads, report_progress)
        large_top_bound = tables.top_bound(SMALL_LAYER + 1, instance.cards)
        if large_top_bound >= target:
            raise BadInput(
                f"proof files exist only for scores above {large_top_bound}, the upper bound for stacks whose"
                " top layer has four or more parts"
            )
        result = _search(tables, target, run, report_progress, folder, executor)
        if result is None or result.clipped:
            return None
        if result.score is not None:
            raise BadInput(f"a stack scores {result.score}, so it is not true that no stack reaches {target}")
        levels: list[States] = []
        prefix = Search(
            tables, target, run.limits.threads, report_progress, most_parts=SMALL_LAYER, recorded=levels
        )
        prefix.run()
    except Cancelled:
        return None
    except SearchTooLarge:
        raise EngineFailure(
            "the search for a proof has too many states to keep in memory; a proof for a higher score has"
            " fewer states"
        ) from None
    if prefix.clipped:
        return None
    data = {
        "format": "tilewright nmbr9 proof",
        "version": 2,
        "instance": notation.to_json(instance),
        "wanted": target,
        "facts": {str(parts): most for parts, most in sorted(most_points.items())},
        "carried": _carried(tables),
        "levels": [_level(states, tables.sets, tables.shapes) for states in levels],
    }
    return gzip.compress(json.dumps(data, separators=(",", ":")).encode(), mtime=0)


def _search(
    tables: Tables,
    target: int,
    run: Run,
    report_progress: Callable[[str], None],
    folder: Path | None,
    executor: Executor | None,
) -> SearchResult | None:
    if folder is not None:
        return search_in_shards(tables, target, folder, executor or InProcess(), run, report_progress)
    search = Search(tables, target, run.limits.threads, report_progress)
    search.run()
    score = None if search.best is None else search.best.score
    return SearchResult(score, search.levels, **search.statistics())


def _carried(tables: Tables) -> list[list[str]]:
    """Return all pairs [lower set, upper set] in which the lower set can support the upper one.

    Each set is written as in the file.
    """
    lower, upper = np.nonzero(tables.bounds.can_support)
    sets = tables.sets
    return sorted(
        [_text(int(tables.bounds.small[low]), sets), _text(int(up), sets)]
        for low, up in zip(lower, upper, strict=True)
    )


def _level(states: States, sets: Sets, shapes: Shapes) -> list[list[Any]]:
    """Return the states of a level in the format of the file."""
    return [
        [[_part(int(code), shapes) for code in layer[:count]], _text(int(used), sets), int(score)]
        for layer, count, used, score in zip(
            states.layers, states.counts, states.used, states.scores, strict=True
        )
    ]


def _text(number: int, sets: Sets) -> str:
    return "".join(str(value) * int(count) for value, count in enumerate(sets.digits[number]))


def _part(code: int, shapes: Shapes) -> list[int]:
    orientation = code >> 10
    value = int(shapes.values[orientation])
    cells = shapes.cells[orientation, : shapes.sizes[orientation]]
    shape = Polyomino.from_cells((int(row), int(column)) for row, column in cells)
    return [value, _left_turns(value)[shape], code >> 5 & 31, code & 31]


@cache
def _left_turns(value: int) -> dict[Polyomino, int]:
    """Return, keyed by shape, the number of anticlockwise quarter turns from the printed orientation."""
    left_turns: dict[Polyomino, int] = {}
    shape = PARTS[value]
    for turns in range(4):
        left_turns.setdefault(shape, turns)
        shape = Polyomino.from_cells((-column, row) for row, column in shape.cells)
    return left_turns
