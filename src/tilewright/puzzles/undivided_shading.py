"""Constraints for CP-SAT that follow if shaded cells do not share an edge and do not divide the other cells.

Consider the graph whose nodes are the shaded cells and one further node, the *rim*. Two shaded cells that touch
at a corner are joined, and a shaded cell at the side of the board is joined to the rim. This graph has no
cycle: the two other cells of the 2x2 block of a joined pair share an edge with shaded cells, so they are
unshaded, and a cycle would separate one of them from the other. So any set of shaded cells has at most as many
such joins as cells. In each 2x2 block, at most one cell is shaded, or two cells that are joined.

These inequalities add nothing to the rules, but the linear relaxation of CP-SAT can derive from them that a
number of shaded cells is too large, which takes a SAT solver very long.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tilewright.game import Cell
from tilewright.puzzles.rule_model import Clause, Model

__all__ = ["add_count_constraints"]

LONGEST_RING, LONGEST_CHAIN = 8, 5
"""The largest numbers of cells of rings, and of chains between two cells at the rim, that get a clause."""

MOST_CELLS = 1000
"""The largest number of cells of a board for which rings and chains get clauses at the start."""


def add_count_constraints(
    model: Model, shaded: Mapping[Cell, int], rooms: Iterable[tuple[Iterable[Cell], int]]
) -> None:
    """Add the constraints for a board whose cells are `shaded`; `rooms` have a known number of shaded cells."""
    rule = model.rule("The unshaded cells are not divided")
    height, width = (max(side) + 1 for side in zip(*shaded, strict=True))
    rim = {cell for cell in shaded if cell[0] in (0, height - 1) or cell[1] in (0, width - 1)}
    joins: dict[Cell, int] = {}
    for row, column in shaded:
        if row + 1 < height and column + 1 < width:
            block = [shaded[r, c] for r in (row, row + 1) for c in (column, column + 1)]
            join = joins[row, column] = model.variable()
            rule.clauses += [[join, -block[0], -block[3]], [join, -block[1], -block[2]]]
            rule.at_most([*block, -join], 2)
    inner = [-literal for cell, literal in shaded.items() if cell not in rim]
    rule.at_most([*joins.values(), *inner], len(inner))
    for room, number in rooms:
        cells = set(room)
        inside = [
            join
            for (row, column), join in joins.items()
            if cells.issuperset((r, c) for r in (row, row + 1) for c in (column, column + 1))
        ]
        rule.at_most([*inside, *(shaded[cell] for cell in sorted(cells & rim))], number)
    if len(shaded) <= MOST_CELLS:
        rule.clauses += _short_cycles(shaded, rim)


def _distance(first: Cell, second: Cell) -> int:
    """Return the number of diagonal steps between two cells."""
    return max(abs(first[0] - second[0]), abs(first[1] - second[1]))


def _short_cycles(shaded: Mapping[Cell, int], rim: set[Cell]) -> Iterator[Clause]:
    """Yield clauses that exclude short cycles of the graph."""
    beside = {
        (row, column): [
            (r, c) for r in (row - 1, row + 1) for c in (column - 1, column + 1) if (r, c) in shaded
        ]
        for row, column in shaded
    }
    found: set[frozenset[Cell]] = set()
    for start in shaded:
        paths = [[start]]
        while paths:
            path = paths.pop()
            for cell in beside[path[-1]]:
                if cell == start and len(path) > 3:
                    found.add(frozenset(path))
                elif (
                    cell > start and cell not in path and _distance(cell, start) < LONGEST_RING - len(path) + 1
                ):
                    paths.append([*path, cell])
    for start in rim:
        paths = [[start]]
        while paths:
            path = paths.pop()
            for cell in beside[path[-1]]:
                if cell in rim and cell != start:
                    found.add(frozenset([*path, cell]))
                elif cell not in path and len(path) + 1 < LONGEST_CHAIN:
                    paths.append([*path, cell])
    for cycle in sorted(map(sorted, found)):
        yield [-shaded[cell] for cell in cycle]
