"""The model as a constraint solver holds it: a domain for every square of the board and for every tile.

A space is a value. Declaring a tile as used, or placing it, gives a new space whose domains are propagated to
the end. What can be read off it is what the paper's evaluations use: for every square the tiles that may still
cover it, and whether it may stay empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from tilewright.game import Cell
from tilewright.games.patchwork.quilt.regular_model import propagator_kernel as kernel
from tilewright.games.patchwork.quilt.regular_model.unrolled_automata import Flags, Layers, Placed
from tilewright.geometry import Polyomino

__all__ = ["Space", "regret"]


@lru_cache(maxsize=64)
def _layers(tiles: tuple[Polyomino, ...], rows: int, cols: int) -> Layers:
    return Layers.of(tiles, rows, cols)


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """The domains of the board, consistent with all constraints of the model.

    Tiles are told apart by their number, so patches of one shape may occur several times.
    """

    layers: Layers
    covers: Flags
    """``covers[tile, square]``: may the tile cover the square?"""
    empty: Flags
    """May the square stay empty?"""
    used: npt.NDArray[np.int8]
    """``kernel.OUT``, ``USED`` or ``OPEN`` for each tile."""

    @classmethod
    def fresh(
        cls, tiles: Sequence[Polyomino], rows: int = 9, cols: int = 9, blocked: Iterable[Cell] = ()
    ) -> Space:
        """An empty board, every tile optional; nothing may ever cover a blocked cell."""
        layers = _layers(tuple(tiles), rows, cols)
        covers = np.ones((len(layers.tiles), rows * cols), np.bool_)
        covers[:, [row * cols + column for row, column in blocked]] = False
        space = cls(
            layers, covers, np.ones(rows * cols, np.bool_), np.full(len(layers.tiles), kernel.OPEN, np.int8)
        )
        consistent = space._propagate()
        assert consistent, "where every tile is optional nothing is asked for in vain"
        return space

    # going on

    def declare(self, tile: int) -> Space | None:
        """The space in which the tile is used, wherever; None if it does not fit."""
        after = self._copy()
        after.used[tile] = kernel.USED
        return after if self.used[tile] != kernel.OUT and after._propagate() else None

    def place(self, tile: int, cells: Iterable[Cell]) -> Space | None:
        """The space in which the tile covers these cells; None if it cannot."""
        after = self._copy()
        squares = [row * self.layers.cols + column for row, column in cells]
        if not self.covers[tile, squares].all():
            return None
        after.used[tile] = kernel.USED
        after.covers[:, squares] = False
        after.covers[tile, squares] = True
        after.empty[squares] = False
        return after if after._propagate() else None

    def _copy(self) -> Space:
        return Space(self.layers, self.covers.copy(), self.empty.copy(), self.used.copy())

    def _propagate(self) -> bool:
        layers = self.layers
        return bool(
            kernel.propagate(  # type: ignore[call-arg]
                layers.first_edge,
                *layers.edges,
                layers.last,
                layers.prefix,
                layers.cells,
                layers.automaton,
                layers.area,
                self.covers,
                self.empty,
                self.used,
            )
        )

    # reading

    def domain(self, cell: Cell) -> frozenset[int | None]:
        """What the cell may hold: tiles, and None for nothing."""
        square = cell[0] * self.layers.cols + cell[1]
        tiles = frozenset(int(tile) for tile in np.flatnonzero(self.covers[:, square]))
        return tiles | {None} if self.empty[square] else tiles

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """The size of every square's domain, as a board."""
        sizes: npt.NDArray[np.int64] = self.covers.sum(axis=0) + self.empty
        return sizes.reshape(self.layers.rows, self.layers.cols)

    def placements(self, tile: int) -> list[Placed]:
        """Every placement of the tile that the domains leave, in lexicographic order."""
        layers = self.layers
        allowed = np.ones((layers.prefix + len(layers.cells), 2), np.bool_)
        used = self.used.copy()
        used[tile] = kernel.USED
        if self.used[tile] == kernel.OUT:
            return []
        sizes = self.sizes.reshape(-1)
        kernel.read_domains(tile, layers.prefix, layers.cells, self.covers, sizes, used, allowed)
        automaton = layers.of_tile(tile)
        words = np.zeros((kernel.count_words(*automaton, allowed), len(allowed)), np.int8)
        kernel.list_words(*automaton, allowed, words)
        return sorted(self._placed(word) for word in words)

    def _placed(self, word: npt.NDArray[np.int8]) -> Placed:
        transforms, board = word[2 : self.layers.prefix], word[self.layers.prefix :]
        squares = self.layers.cells[np.flatnonzero(board)]
        cells = tuple((int(square) // self.layers.cols, int(square) % self.layers.cols) for square in squares)
        return Placed(cells, int(transforms.argmax()))


def regret(before: Space, after: Space, tile: int) -> int:
    """Propagation guided global regret, formula (7): how much smaller the domains of the squares have become.

    `before` is the space in which the tile is declared used, `after` the one in which it is placed. Squares
    that were decided before and those that the tile covers do not count.
    """
    sizes = before.sizes
    counts = (sizes > 1) & ~((after.sizes == 1) & after.covers[tile].reshape(sizes.shape))
    return int((sizes - after.sizes)[counts].sum())
