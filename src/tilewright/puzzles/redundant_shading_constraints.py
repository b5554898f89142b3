"""Redundant constraints for CP-SAT that limit the number of shaded cells.

The rules of the puzzle must include: no two shaded cells share an edge, and all unshaded cells are connected.
Consider the graph whose nodes are the shaded cells and one further node, the *rim*. Two shaded cells that touch
at a corner are joined, and a shaded cell in the first or last row or column is joined to the rim. This graph
has no cycle: the two other cells of the 2x2 block of a joined pair share an edge with shaded cells, so they are
unshaded, and a cycle would separate one of them from the other. A graph without cycles has fewer joins than
nodes, so any set of shaded cells has at most as many joins, including those to the rim, as it has cells. In
each 2x2 block, either at most one cell is shaded, or two cells are shaded and joined.

These inequalities follow from the rules, but they allow the linear relaxation of CP-SAT to prove that there is
no room for the required number of shaded cells. A SAT solver needs a very long time to find such a proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tilewright.game import Cell
from tilewright.puzzles.rule_model import Clause, Model

__all__ = ["add_count_constraints"]

LONGEST_RING, LONGEST_CHAIN = 8, 5
"""Clauses exclude rings of at most LONGEST_RING cells and chains of at most LONGEST_CHAIN cells. In the graph
of the module docstring, a *ring* is a cycle that does not contain the rim; a *chain* is a path between two
shaded cells that are joined to the rim."""

MOST_CELLS = 1000
"""The clauses for rings and chains are added only if the board has at most this many cells."""


def add_count_constraints(
    model: Model, shaded: Mapping[Cell, int], regions: Iterable[tuple[Iterable[Cell], int]]
) -> None:
    """Add the constraints of the module docstring for a board.

    `shaded` contains the variable of each cell; `regions` contains sets of cells, each with its required number
    of shaded cells.
    """
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
    for region, number in regions:
        cells = set(region)
        inside = [
            join
            for (row, column), join in joins.items()
            if cells.issuperset((r, c) for r in (row, row + 1) for c in (column, column + 1))
        ]
        rule.at_most([*inside, *(shaded[cell] for cell in sorted(cells & rim))], number)
    if len(shaded) <= MOST_CELLS:
        rule.clauses += _short_cycles(shaded, rim)


def _distance(first: Cell, second: Cell) -> int:
    """Return the smallest number of diagonal steps between two cells that such steps can connect."""
    return max(abs(first[0] - second[0]), abs(first[1] - second[1]))


def _short_cycles(shaded: Mapping[Cell, int], rim: set[Cell]) -> Iterator[Clause]:
    """Yield the clauses that exclude short rings and short chains of shaded cells."""
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
