"""What a finished search claims, as a file for others to verify; `proof.file` tells its form."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tilewright.errors import BadInput
from tilewright.game import Run
from tilewright.games.nmbr9 import notation
from tilewright.games.nmbr9.rules import PARTS, Nmbr9Instance
from tilewright.games.nmbr9.stacking.next_layer_kernel import States
from tilewright.games.nmbr9.stacking.part_tables import Catalogue, Sets
from tilewright.games.nmbr9.stacking.search_shards import Searched, search_in_shards
from tilewright.games.nmbr9.stacking.search_tables import Cancelled, Tables, TooMany
from tilewright.games.nmbr9.stacking.top_down_search import Search
from tilewright.games.nmbr9.stacking.upper_bound_kernel import SMALL
from tilewright.geometry import Polyomino
from tilewright.running import Executor, InProcess

__all__ = ["certificate"]


def certificate(
    instance: Nmbr9Instance, wanted: int, run: Run, folder: Path | None = None, executor: Executor | None = None
) -> bytes | None:
    """The proof that no stack scores `wanted`; None when the run was stopped, `BadInput` when one does.

    With a folder, the search is done in shards that are kept there, and goes on where it was stopped.
    """
    if instance.variant != "F" or instance.grid is not None or instance.levels is not None:
        raise BadInput("proofs are for variant F on a table without edges and limits")

    def watch(note: str = "") -> None:
        if run.stopped:
            raise Cancelled
        if note:
            run.report(note=note)

    try:
        tables = Tables.of(instance, threads=run.limits.threads, watch=watch)
        hope = tables.best_top(SMALL + 1, instance.cards)
        if hope >= wanted:
            raise BadInput(
                f"proof files are for scores above {hope}: below, top layers of four parts have hope"
            )
        searched = _searched(tables, wanted, run, watch, folder, executor)
        if searched is None or searched.clipped:
            return None
        if searched.score is not None:
            raise BadInput(f"there is a stack of {searched.score}, so no proof that none scores {wanted}")
        hope = tables.best_top(SMALL + 1, instance.cards)
        if hope >= wanted:
            raise BadInput(f"no stack scores {wanted}, but a file proves that only for scores above {hope}")
        levels: list[States] = []
        prefix = Search(tables, wanted, run.limits.threads, watch, most=SMALL, kept=levels)
        prefix.run()
    except (Cancelled, TooMany):
        return None
    if prefix.clipped:
        return None
    data = {
        "format": "tilewright nmbr9 proof",
        "version": 1,
        "instance": notation.to_json(instance),
        "wanted": wanted,
        "carried": _carried(tables),
        "levels": [_level(states, tables.sets, tables.catalogue) for states in levels],
    }
    return gzip.compress(json.dumps(data, separators=(",", ":")).encode(), mtime=0)


def _searched(
    tables: Tables,
    wanted: int,
    run: Run,
    watch: Callable[[str], None],
    folder: Path | None,
    executor: Executor | None,
) -> Searched | None:
    if folder is not None:
        return search_in_shards(tables, wanted, folder, executor or InProcess(), run, watch)
    search = Search(tables, wanted, run.limits.threads, watch)
    search.run()
    return Searched(None if search.find is None else search.find.score, search.levels, **search.facts())


def _carried(tables: Tables) -> list[list[str]]:
    lower, upper = np.nonzero(tables.hopes.can_carry)
    sets = tables.sets
    return sorted(
        [_text(int(tables.hopes.small[low]), sets), _text(int(up), sets)]
        for low, up in zip(lower, upper, strict=True)
    )


def _level(states: States, sets: Sets, shapes: Catalogue) -> list[list[Any]]:
    return [
        [[_part(int(code), shapes) for code in layer[:count]], _text(int(used), sets), int(score)]
        for layer, count, used, score in zip(
            states.layers, states.counts, states.used, states.scores, strict=True
        )
    ]


def _text(number: int, sets: Sets) -> str:
    return "".join(str(value) * int(count) for value, count in enumerate(sets.digits[number]))


def _part(code: int, shapes: Catalogue) -> list[int]:
    orientation = code >> 10
    value = int(shapes.values[orientation])
    cells = shapes.cells[orientation, : shapes.sizes[orientation]]
    turned = Polyomino.from_cells((int(row), int(column)) for row, column in cells)
    return [value, _left_turns(value)[turned], code >> 5 & 31, code & 31]


@cache
def _left_turns(value: int) -> dict[Polyomino, int]:
    """How many quarter turns to the left make each orientation of the part as it is printed."""
    found: dict[Polyomino, int] = {}
    shape = PARTS[value]
    for turns in range(4):
        found.setdefault(shape, turns)
        shape = Polyomino.from_cells((-column, row) for row, column in shape.cells)
    return found
