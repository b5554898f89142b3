"""The data for the MiniZinc model ``solvers/quilt.mzn``: transition tables of the automata, and placements."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from tilewright.games.patchwork.quilt.regular_model.unrolled_automata import TRANSFORMS, language_of
from tilewright.geometry import Dfa, Polyomino, usage_language

__all__ = ["quilt_data"]


def quilt_data(tiles: Sequence[Polyomino], rows: int = 9, cols: int = 9) -> dict[str, Any]:
    """Return the parameters of the model for tiles in the given order."""
    automata = [language_of(shape, rows, cols).dfa() for shape in tiles]
    usages = [_usage(shape, rows, cols) for shape in tiles]
    most = max(max(dfa.symbols) for dfa in usages)
    placements = [
        (number, [row * (cols + 1) + column + 1 for row, column in cells])
        for number, shape in enumerate(tiles, start=1)
        for image in shape.orientations(mirror=True)
        for cells in image.placements(rows, cols)
    ]
    return {
        "rows": rows,
        "cols": cols,
        "tiles": len(tiles),
        "area": [len(shape) for shape in tiles],
        **_transition_tables(automata, 2, ""),
        **_transition_tables(usages, most + 1, "usage_"),
        "most": most,
        "placement_of": [number for number, _ in placements],
        "placement": [{"set": positions} for _, positions in placements],
    }


def _usage(shape: Polyomino, rows: int, cols: int) -> Dfa:
    shapes = shape.orientations(mirror=True)
    return usage_language(shapes, rows, cols, optional=True, transforms=TRANSFORMS).dfa()


def _transition_tables(automata: Sequence[Dfa], symbols: int, prefix: str) -> dict[str, Any]:
    """Return the model's parameters for the automata; the names of these parameters begin with `prefix`.

    The transition tables are concatenated, with each row padded to `symbols` columns.
    """
    tables = [dfa.table() for dfa in automata]
    return {
        f"{prefix}states": [table.states for table in tables],
        f"{prefix}first": [0, *accumulate(table.states for table in tables)][:-1],
        f"{prefix}finals": [{"set": list(table.finals)} for table in tables],
        f"{prefix}transitions": [[*row, *[0] * (symbols - len(row))] for table in tables for row in table.rows],
    }
