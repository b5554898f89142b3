"""Placement languages: all placements of a shape on a board, as words that an automaton accepts.

A word lists the cells of the board in reading order, and after each row the cell of a dummy column, which is
always 0. Because of the dummy column, a shape cannot wrap around from the right edge to the left edge, and
every placement of the shape ``## / .# / .#`` on four columns is a word of ``0*110{4}10{4}10*``. These words,
the optional placement and the marking of surrounding cells are from M. Z. Lagerkvist, "Nmbr9 as a Constraint
Programming Challenge" (2019); the prefix with the orientation and the counts of covered cells (usages) are from
the same author's "State Representation and Polyomino Placement for the Game Patchwork" (2019).

A word may begin with a prefix of the symbols 0 and 1, which encodes whether the shape is placed and in which
orientation. The prefix is

- empty if the shape must be placed and its orientation does not matter;
- ``U``: 1 if the shape is placed; 0 if it is not, and then all cells are 0;
- ``S``: one symbol for each orientation, 1 for the orientation that is used;
- ``U N S``: U and S as above; N is 1 if no orientation is used, so N and S together are one-hot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from tilewright.errors import BadInput
from tilewright.game import Cell
from tilewright.geometry.cells import Box, holes, surround
from tilewright.geometry.expressions_of_shape_positions import (
    EMPTY,
    ZEROS,
    Alternative,
    anywhere,
    clipped,
    joined,
)
from tilewright.geometry.finite_automaton import Dfa
from tilewright.geometry.polyomino import Polyomino
from tilewright.geometry.regular_expressions_of_integers import Expression, choice, symbol, word

__all__ = [
    "Language",
    "PlacementLanguage",
    "Prefix",
    "UsageLanguage",
    "placement_language",
    "surround_language",
    "usage_language",
]

COVERED = 1
AROUND = 2


# --- Languages ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Prefix:
    """The symbols before the cells of the board: whether the shape is placed, and in which orientation."""

    optional: bool = False
    transforms: int = 0

    def __post_init__(self) -> None:
        if self.transforms < 0:
            raise BadInput(f"{self.transforms} transforms: expected 0 or more")

    @property
    def length(self) -> int:
        return self.optional + (self.optional and self.transforms > 0) + self.transforms

    @property
    def used(self) -> int | None:
        """The position of the symbol U (is the shape placed?) in the prefix; None if the prefix has no U."""
        return 0 if self.optional else None

    @property
    def transform(self) -> slice:
        """The slice of the prefix that contains the symbols S, one for each orientation; empty without S."""
        return slice(self.length - self.transforms, self.length)

    def put_before(self, alternatives: Sequence[Iterable[Alternative]]) -> Expression:
        """Return the expression of the language with its prefix.

        `alternatives` contains, for each orientation, the positions of the shape.
        """
        if self.transforms:
            placed = choice(*(word(self._one_hot(s)) + joined(bodies) for s, bodies in enumerate(alternatives)))
            used, unused = word([1, 0]), word([0, 1])
        else:
            placed = joined(chain.from_iterable(alternatives))
            used, unused = symbol(1), symbol(0)
        return used + placed | unused + ZEROS if self.optional else placed

    def _one_hot(self, chosen: int) -> list[int]:
        return [int(transform == chosen) for transform in range(self.transforms)]


@dataclass(frozen=True, slots=True)
class Language:
    """The words for a shape and a board: an expression, and the symbols that each position may take.

    The domains, not the expression, fix the length of the words and the zeros of the dummy cells. For a
    constraint solver, use `dfa` and variables with these domains; `exact` combines `dfa` and the domains in one
    automaton.
    """

    expression: Expression
    domains: tuple[tuple[int, ...], ...]
    rows: int
    cols: int
    prefix: Prefix

    @property
    def length(self) -> int:
        return len(self.domains)

    def dfa(self) -> Dfa:
        """Return the minimal automaton of the expression."""
        return self.expression.dfa()

    def exact(self) -> Dfa:
        """Return the minimal automaton that accepts exactly the words of the language."""
        return self.dfa().within(self.domains)


@dataclass(frozen=True, slots=True)
class PlacementLanguage(Language):
    """Words with one symbol for each cell: 1 if it is covered, 2 if it is marked as adjacent, else 0."""

    def position(self, cell: Cell) -> int:
        """Return the index of the cell in a word; column `cols` is the dummy column."""
        row, column = cell
        if not (0 <= row < self.rows and 0 <= column <= self.cols):
            raise BadInput(f"cell ({row}, {column}) is not on the {self.rows} x {self.cols} board")
        return self.prefix.length + row * (self.cols + 1) + column

    def covered(self, symbols: Sequence[int]) -> tuple[Cell, ...]:
        """Return the cells that are marked as covered in a word."""
        board = enumerate(symbols[self.prefix.length :])
        return tuple(divmod(index, self.cols + 1) for index, value in board if value == COVERED)


@dataclass(frozen=True, slots=True)
class UsageLanguage(Language):
    """Words that count the cells covered in each column, in the dummy column, and in each row."""

    @property
    def by_column(self) -> slice:
        """The positions of the column counts in a word, without the dummy column."""
        return slice(self.prefix.length, self.prefix.length + self.cols)

    @property
    def by_row(self) -> slice:
        return slice(self.length - self.rows, self.length)


# --- Construction --------------------------------------------------------------------------------------


def placement_language(
    shapes: Sequence[Polyomino], rows: int, cols: int, *, optional: bool = False, transforms: int = 0
) -> PlacementLanguage:
    """Return the language of all placements of the shapes (orientations of one polyomino) on a board.

    `transforms` is the number of symbols of S, at least the number of shapes (the Patchwork paper uses 8 for
    all patches); 0 omits S. The s-th symbol of S belongs to the s-th shape.

    >>> hook = Polyomino.from_rows(["##", ".#", ".#"])
    >>> print(placement_language([hook], 4, 4).expression)
    0*110{4}10{4}10*
    >>> print(placement_language([hook], 4, 4, optional=True).expression)
    10*110{4}10{4}10*|00*
    """
    prefix = _checked(shapes, rows, cols, Prefix(optional, transforms))
    alternatives = [anywhere(dict.fromkeys(shape.cells, COVERED), rows, cols) for shape in shapes]
    return _over_cells(alternatives, rows, cols, prefix, (EMPTY, COVERED))


def surround_language(
    shapes: Sequence[Polyomino],
    rows: int,
    cols: int,
    *,
    beyond_edge: bool = False,
    with_holes: bool = True,
    optional: bool = False,
    transforms: int = 0,
) -> PlacementLanguage:
    """Return the language of placements in which the cells that share an edge with the shape are marked 2.

    The marked cells must also be on the board, so the shape stays at least one cell away from the edge, as on
    the grid of the Nmbr9 paper. With `beyond_edge`, the shape may be anywhere on the board, and marked cells
    beyond the edge are dropped. Cells in holes are also marked if they share an edge with the shape; without
    `with_holes`, all cells in holes are 0, as in the expression in the Nmbr9 paper.

    >>> zero = Polyomino.from_rows(["###", "#.#", "#.#", "###"])
    >>> print(surround_language([zero], 6, 6, with_holes=False).expression)
    0*2{3}0{3}21{3}2002101200210120021{3}20{3}2{3}0*
    """
    prefix = _checked(shapes, rows, cols, Prefix(optional, transforms))
    alternatives = []
    for shape in shapes:
        around = surround(shape.cells) - (frozenset() if with_holes else holes(shape.cells))
        pattern = dict.fromkeys(around, AROUND) | dict.fromkeys(shape.cells, COVERED)
        frame = Box(0, 0, shape.rows - 1, shape.cols - 1)
        places = clipped(pattern, frame, rows, cols) if beyond_edge else anywhere(pattern, rows, cols)
        alternatives.append(places)
    return _over_cells(alternatives, rows, cols, prefix, (EMPTY, COVERED, AROUND))


def usage_language(
    shapes: Sequence[Polyomino], rows: int, cols: int, *, optional: bool = False, transforms: int = 0
) -> UsageLanguage:
    """Return the language of words that count the covered cells in each column, the dummy column and each row.

    In the Patchwork paper, the expression for the shape below is ``0*130*00*2110*``. It also accepts words in
    which row counts are at positions of columns; here the column part has exactly one symbol for each column.

    >>> hook = Polyomino.from_rows(["##", ".#", ".#"])
    >>> print(usage_language([hook], 4, 4).expression)
    (1300|0130|0013)00*2110*
    """
    prefix = _checked(shapes, rows, cols, Prefix(optional, transforms))
    alternatives = [_usages(shape, rows, cols) for shape in shapes]
    counts = tuple(range(1 + max(max(_by_column(shape) + _by_row(shape)) for shape in shapes)))
    domains = [(0, 1)] * prefix.length + [counts] * cols + [(EMPTY,)] + [counts] * rows
    return UsageLanguage(prefix.put_before(alternatives), tuple(domains), rows, cols, prefix)


def _checked(shapes: Sequence[Polyomino], rows: int, cols: int, prefix: Prefix) -> Prefix:
    if rows < 1 or cols < 1:
        raise BadInput(f"a board of {rows} x {cols}: expected at least one row and one column")
    if not shapes:
        raise BadInput("no shapes: expected at least one")
    if prefix.transforms and prefix.transforms < len(shapes):
        raise BadInput(f"{len(shapes)} shapes need at least {len(shapes)} transforms, not {prefix.transforms}")
    return prefix


def _over_cells(
    alternatives: Sequence[Iterable[Alternative]],
    rows: int,
    cols: int,
    prefix: Prefix,
    symbols: tuple[int, ...],
) -> PlacementLanguage:
    domains = [(0, 1)] * prefix.length + ([symbols] * cols + [(EMPTY,)]) * rows
    return PlacementLanguage(prefix.put_before(alternatives), tuple(domains), rows, cols, prefix)


def _usages(shape: Polyomino, rows: int, cols: int) -> Iterator[Alternative]:
    room = cols - shape.cols
    if room < 0 or shape.rows > rows:
        return
    columns = choice(*(word([0] * left + _by_column(shape) + [0] * (room - left)) for left in range(room + 1)))
    yield Alternative(columns + symbol(EMPTY) + ZEROS, word(_by_row(shape)), ZEROS)


def _by_column(shape: Polyomino) -> list[int]:
    return [sum(c == column for _, c in shape.cells) for column in range(shape.cols)]


def _by_row(shape: Polyomino) -> list[int]:
    return [sum(r == row for r, _ in shape.cells) for row in range(shape.rows)]
