"""The placement automata of some tiles, unrolled over a board and packed for the propagator.

A tile's word is ``U N S1..S8 B``: is it used, has it no transform, which transform has it, and then the board's
cells in reading order with a dummy column. Automata of equal shapes are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from tilewright.game import Cell
from tilewright.geometry import Dfa, PlacementLanguage, Polyomino, placement_language

__all__ = ["TRANSFORMS", "Layers", "Placed", "language_of"]

TRANSFORMS = 8
"""The paper takes as many transform variables for every patch, whatever its symmetries."""

Numbers = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, order=True)
class Placed:
    """A placement: the cells in reading order, and the number of the transform among those that differ.

    Placements sort as words of the board do with 1 before 0.
    """

    cells: tuple[Cell, ...]
    transform: int


@cache
def language_of(shape: Polyomino, rows: int, cols: int) -> PlacementLanguage:
    """The words ``U N S B`` of a patch, formula (2) of the paper."""
    shapes = shape.orientations(mirror=True)
    return placement_language(shapes, rows, cols, optional=True, transforms=TRANSFORMS)


@cache
def _unrolled(shape: Polyomino, rows: int, cols: int) -> tuple[Numbers, int]:
    """The edges (source, target, layer, symbol), layer by layer, and the number of the last state."""
    return edges_of(language_of(shape, rows, cols).exact())


def edges_of(dfa: Dfa) -> tuple[Numbers, int]:
    """The edges of an automaton whose words all have one length, states numbered layer by layer."""
    # A least automaton is numbered as a breadth-first walk meets its states, so layers come in order already,
    # and the one final state is the last.
    layer = np.zeros(dfa.size, np.int32)
    edges = []
    for state, row in enumerate(dfa.transitions):
        for symbol, target in row:
            layer[target] = layer[state] + 1
            edges.append((state, target, layer[state], symbol))
    return np.array(edges, np.int32).reshape(-1, 4), dfa.size - 1


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """The automata of the tiles, one behind the other."""

    rows: int
    cols: int
    tiles: tuple[Polyomino, ...]
    first_edge: Numbers
    edges: Numbers
    """Columns: source, target, layer, symbol."""
    last: Numbers
    prefix: int
    cells: Numbers
    """For each place of a word after its prefix the board's cell in reading order; -1 in the dummy column."""
    automaton: Numbers
    area: Numbers

    @classmethod
    def of(cls, tiles: Sequence[Polyomino], rows: int, cols: int) -> Layers:
        shapes = list(dict.fromkeys(tiles))
        unrolled = [_unrolled(shape, rows, cols) for shape in shapes]
        counts = [len(edges) for edges, _ in unrolled]
        return cls(
            rows,
            cols,
            tuple(tiles),
            first_edge=np.cumsum([0, *counts], dtype=np.int32),
            edges=np.ascontiguousarray(np.vstack([edges for edges, _ in unrolled]).T),
            last=np.array([last for _, last in unrolled], np.int32),
            prefix=2 + TRANSFORMS,
            cells=np.array(list(_board_cells(rows, cols)), np.int32),
            automaton=np.array([shapes.index(shape) for shape in tiles], np.int32),
            area=np.array([len(shape) for shape in tiles], np.int32),
        )

    def of_tile(self, tile: int) -> tuple[Numbers, Numbers, Numbers, Numbers, int]:
        """Source, target, layer and symbol of the tile's edges, and its last state."""
        number = self.automaton[tile]
        source, target, layer, symbol = self.edges[:, self.first_edge[number] : self.first_edge[number + 1]]
        return source, target, layer, symbol, int(self.last[number])


def _board_cells(rows: int, cols: int) -> Iterator[int]:
    for row in range(rows):
        yield from range(row * cols, (row + 1) * cols)
        yield -1
