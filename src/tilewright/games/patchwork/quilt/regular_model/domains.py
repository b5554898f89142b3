"""The domains of the paper's model: one for every square of the board and one for every tile.

A `QuiltDomains` is immutable: declaring a tile as used, or placing a tile, returns a new object whose domains
are propagated to a fixed point. The paper's evaluations need to know which tiles may still cover a square, and
whether the square may stay empty; a `QuiltDomains` answers both questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from tilewright.game import Cell
from tilewright.games.patchwork.quilt.regular_model import propagator_kernel as kernel
from tilewright.games.patchwork.quilt.regular_model.unrolled_automata import (
    Flags,
    ModelPlacement,
    UnrolledAutomata,
)
from tilewright.geometry import Polyomino

__all__ = ["QuiltDomains", "regret"]


@lru_cache(maxsize=64)
def _automata(tiles: tuple[Polyomino, ...], rows: int, cols: int) -> UnrolledAutomata:
    return UnrolledAutomata.of(tiles, rows, cols)


@dataclass(frozen=True, slots=True, eq=False)
class QuiltDomains:
    """The domains of the squares and of the tiles, propagated to a fixed point.

    Tiles are identified by their index, so the same shape may occur several times.
    """

    automata: UnrolledAutomata
    covers: Flags
    """For each tile and square: whether the tile may cover the square."""
    empty: Flags
    """For each square: whether the square may stay empty."""
    used: npt.NDArray[np.int8]
    """For each tile: ``kernel.OUT`` (unused), ``kernel.USED`` or ``kernel.OPEN`` (undecided)."""

    @classmethod
    def fresh(
        cls, tiles: Sequence[Polyomino], rows: int = 9, cols: int = 9, blocked: Iterable[Cell] = ()
    ) -> QuiltDomains:
        """Return the domains of an empty board with optional tiles; no tile may cover a blocked cell."""
        automata = _automata(tuple(tiles), rows, cols)
        covers = np.ones((len(automata.tiles), rows * cols), np.bool_)
        covers[:, [row * cols + column for row, column in blocked]] = False
        domains = cls(
            automata, covers, np.ones(rows * cols, np.bool_), np.full(len(automata.tiles), kernel.OPEN, np.int8)
        )
        consistent = domains._propagate()
        assert consistent, "an empty board with optional tiles is always consistent"
        return domains

    # --- Deriving new domains ---------------------------------------------------------------------------

    def declare_used(self, tile: int) -> QuiltDomains | None:
        """Return new domains in which the tile is used, in any placement; None if the tile does not fit."""
        after = self._copy()
        after.used[tile] = kernel.USED
        return after if self.used[tile] != kernel.OUT and after._propagate() else None

    def place(self, tile: int, cells: Iterable[Cell]) -> QuiltDomains | None:
        """Return new domains in which the tile covers the given cells; None if the tile cannot cover them."""
        after = self._copy()
        squares = [row * self.automata.cols + column for row, column in cells]
        if not self.covers[tile, squares].all():
            return None
        after.used[tile] = kernel.USED
        after.covers[:, squares] = False
        after.covers[tile, squares] = True
        after.empty[squares] = False
        return after if after._propagate() else None

    def _copy(self) -> QuiltDomains:
        return QuiltDomains(self.automata, self.covers.copy(), self.empty.copy(), self.used.copy())

    def _propagate(self) -> bool:
        automata = self.automata
        return bool(
            kernel.propagate(
                automata.first_edge,
                *automata.edges,
                automata.last,
                automata.prefix_length,
                automata.cells,
                automata.automaton,
                automata.area,
                self.covers,
                self.empty,
                self.used,
            )
        )

    # --- Queries ----------------------------------------------------------------------------------------

    def domain(self, cell: Cell) -> frozenset[int | None]:
        """Return the set of tiles that may cover the cell; it also contains None if the cell may stay empty."""
        square = cell[0] * self.automata.cols + cell[1]
        tiles = frozenset(int(tile) for tile in np.flatnonzero(self.covers[:, square]))
        return tiles | {None} if self.empty[square] else tiles

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """For each row and column: the domain size of the square.

        The domain size is the number of tiles that may cover the square, plus one if the square may stay empty.
        """
        sizes: npt.NDArray[np.int64] = self.covers.sum(axis=0) + self.empty
        return sizes.reshape(self.automata.rows, self.automata.cols)

    def placements(self, tile: int) -> list[ModelPlacement]:
        """Return every placement of the tile that the domains allow, in lexicographic order."""
        automata = self.automata
        allowed = np.ones((automata.prefix_length + len(automata.cells), 2), np.bool_)
        used = self.used.copy()
        used[tile] = kernel.USED
        if self.used[tile] == kernel.OUT:
            return []
        sizes = self.sizes.reshape(-1)
        kernel.read_domains(tile, automata.prefix_length, automata.cells, self.covers, sizes, used, allowed)
        automaton = automata.of_tile(tile)
        words = np.zeros((kernel.count_words(*automaton, allowed), len(allowed)), np.int8)
        kernel.list_words(*automaton, allowed, words)
        return sorted(self._placed(word) for word in words)

    def _placed(self, word: npt.NDArray[np.int8]) -> ModelPlacement:
        transforms, board = word[2 : self.automata.prefix_length], word[self.automata.prefix_length :]
        squares = self.automata.cells[np.flatnonzero(board)]
        cells = tuple(
            (int(square) // self.automata.cols, int(square) % self.automata.cols) for square in squares
        )
        return ModelPlacement(cells, int(transforms.argmax()))


def regret(before: QuiltDomains, after: QuiltDomains, tile: int) -> int:
    """Return the propagation-guided global regret of a placement, by formula (7) of the paper.

    The regret is the amount by which the domains of the squares shrink. In `before`, the tile is declared used;
    in `after`, it is placed. Squares that are decided in `before`, and squares that the tile covers, do not
    count.
    """
    sizes = before.sizes
    counts = (sizes > 1) & ~((after.sizes == 1) & after.covers[tile].reshape(sizes.shape))
    return int((sizes - after.sizes)[counts].sum())
