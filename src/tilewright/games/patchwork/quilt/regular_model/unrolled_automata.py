"""The placement automata of the tiles, unrolled over a board and packed into arrays for the propagator.

The word of a tile is ``U N S1..S8 B``: U is 1 if the tile is used; N is 1 if the tile has no transform because
it is unused; if the tile is used, the one of S1..S8 that stands for its transform is 1; B has a symbol for each
cell of the board in reading order, which is 1 if the tile covers the cell. Each row of B ends with a cell of a
dummy column, which is never covered. Tiles of the same shape share one automaton.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from tilewright.game import Cell
from tilewright.geometry import Dfa, PlacementLanguage, Polyomino, placement_language

__all__ = ["TRANSFORMS", "ModelPlacement", "UnrolledAutomata", "language_of"]

TRANSFORMS = 8
"""The number of transform variables; the paper uses eight for every patch, even if the patch is symmetric."""

Numbers = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, order=True)
class ModelPlacement:
    """A placement: its cells in reading order, and the index of its transform among the distinct transforms.

    Sorted placements are in the lexicographic order of part B of their words, with 1 before 0; the
    docstring of this module defines the words.
    """

    cells: tuple[Cell, ...]
    transform: int


@cache
def language_of(shape: Polyomino, rows: int, cols: int) -> PlacementLanguage:
    """Return the language of the words ``U N S1..S8 B`` of a shape: formula (2) of the paper."""
    shapes = shape.orientations(mirror=True)
    return placement_language(shapes, rows, cols, optional=True, transforms=TRANSFORMS)


@cache
def _unrolled(shape: Polyomino, rows: int, cols: int) -> tuple[Numbers, int]:
    """Return the edges of a shape's automaton, sorted by layer, and the number of its last state.

    An edge consists of source, target, layer and symbol.
    """
    return edges_of(language_of(shape, rows, cols).exact())


def edges_of(dfa: Dfa) -> tuple[Numbers, int]:
    """Return the edges and the last state's number of an automaton whose words all have the same length."""
    # The states of a minimal automaton are numbered in breadth-first order, so the states are sorted by layer,
    # and the only final state is the last state.
    layer = np.zeros(dfa.size, np.int32)
    edges = []
    for state, row in enumerate(dfa.transitions):
        for symbol, target in row:
            layer[target] = layer[state] + 1
            edges.append((state, target, layer[state], symbol))
    return np.array(edges, np.int32).reshape(-1, 4), dfa.size - 1


@dataclass(frozen=True, slots=True, eq=False)
class UnrolledAutomata:
    """The automata of the tiles, concatenated in shared arrays."""

    rows: int
    cols: int
    tiles: tuple[Polyomino, ...]
    first_edge: Numbers
    """For each automaton: the index of its first edge. The last element is the number of edges."""
    edges: Numbers
    """Four rows: the source, target, layer and symbol of each edge."""
    last: Numbers
    """For each automaton: the number of its last state."""
    prefix_length: int
    """The number of symbols of a word before the cells of the board."""
    cells: Numbers
    """For each position of a word after its prefix: the cell of the board, or -1 for the dummy column."""
    automaton: Numbers
    """For each tile: the index of its automaton."""
    area: Numbers
    """For each tile: the number of cells that the tile has."""

    @classmethod
    def of(cls, tiles: Sequence[Polyomino], rows: int, cols: int) -> UnrolledAutomata:
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
            prefix_length=2 + TRANSFORMS,
            cells=np.array(list(_board_cells(rows, cols)), np.int32),
            automaton=np.array([shapes.index(shape) for shape in tiles], np.int32),
            area=np.array([len(shape) for shape in tiles], np.int32),
        )

    def of_tile(self, tile: int) -> tuple[Numbers, Numbers, Numbers, Numbers, int]:
        """Return a tile's automaton: sources, targets, layers and symbols of the edges, and the last state."""
        number = self.automaton[tile]
        source, target, layer, symbol = self.edges[:, self.first_edge[number] : self.first_edge[number + 1]]
        return source, target, layer, symbol, int(self.last[number])


def _board_cells(rows: int, cols: int) -> Iterator[int]:
    for row in range(rows):
        yield from range(row * cols, (row + 1) * cols)
        yield -1
