"""CP-SAT: an owner for each cell, and trees that hold the islands and the sea together.

What belongs together is a tree: every cell but the root has a neighbour of the same owner one step nearer to
the root. An island's root is its clue; the sea's is its first cell. A board has
many such trees, so that solutions are told apart by their cells, one solve after the other.
"""

from __future__ import annotations

from dataclasses import dataclass

from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.game import Answer, Cell, Run, Status
from tilewright.games.nurikabe.rules import ISLAND, SEA, NurikabeInstance
from tilewright.games.nurikabe.solvers.answers import Rows, answer, wanted
from tilewright.geometry import neighbours

__all__ = ["solve"]


def solve(instance: NurikabeInstance, run: Run) -> Answer:
    board = _build(instance)
    found: list[Rows] = []
    while len(found) < wanted(run):
        outcome = cpsat.solve(board.model, run, board.land)
        if outcome.best is None:
            return answer(run, found, complete=outcome.status is Status.INFEASIBLE, stats={})
        land = {cell for cell, value in outcome.best.items() if value}
        found.append(
            tuple(
                "".join(ISLAND if (row, column) in land else SEA for column in range(instance.width))
                for row in range(instance.height)
            )
        )
        board.model.add_bool_or(truth if cell not in land else ~truth for cell, truth in board.land.items())
    return answer(run, found, complete=False, stats={})


@dataclass(frozen=True, slots=True)
class _Board:
    model: cp_model.CpModel
    land: dict[Cell, cp_model.IntVar]


def _build(instance: NurikabeInstance) -> _Board:
    model = cp_model.CpModel()
    cells = [(row, column) for row in range(instance.height) for column in range(instance.width)]
    land = {cell: model.new_bool_var(f"land {cell}") for cell in cells}
    mine: dict[Cell, list[cp_model.IntVar]] = {cell: [] for cell in cells}
    for clue, size in instance.clues().items():
        near = [cell for cell in cells if size < 0 or _distance(clue, cell) < size]
        owned = {cell: model.new_bool_var(f"{clue} has {cell}") for cell in near}
        for cell, truth in owned.items():
            mine[cell].append(truth)
            # Land beside an island belongs to it.
            for other in neighbours(cell):
                if other in land:
                    model.add_bool_or(~truth, ~land[other], *([owned[other]] if other in owned else []))
        model.add(owned[clue] == 1)
        if size > 0:
            model.add(sum(owned.values()) == size)
        _hold_together(model, owned, {clue: None}, size if size > 0 else len(cells))
    for cell in cells:
        model.add(sum(mine[cell]) == land[cell])
    for row, column in cells:
        if row + 1 < instance.height and column + 1 < instance.width:
            model.add_bool_or(land[row + i, column + j] for i in (0, 1) for j in (0, 1))
    sea = {cell: model.new_bool_var(f"sea {cell}") for cell in cells}
    roots: dict[Cell, cp_model.IntVar | None] = {}
    for number, cell in enumerate(cells):
        model.add(sea[cell] == 1 - land[cell])
        root = model.new_bool_var(f"the sea begins at {cell}")
        model.add_bool_and(sea[cell], *(land[before] for before in cells[:number])).only_enforce_if(root)
        roots[cell] = root
    _hold_together(model, sea, roots, len(cells))
    return _Board(model, land)


def _hold_together(
    model: cp_model.CpModel,
    inside: dict[Cell, cp_model.IntVar],
    roots: dict[Cell, cp_model.IntVar | None],
    most: int,
) -> None:
    """Every cell inside is a root (for sure, or if its truth says so), or one step further than a neighbour."""
    depth = {cell: model.new_int_var(0, most - 1, "") for cell in inside}
    for cell, truth in inside.items():
        if cell in roots and roots[cell] is None:
            model.add(depth[cell] == 0)
            continue
        ways = [root] if (root := roots.get(cell)) is not None else []
        for other in neighbours(cell):
            if other in inside:
                way = model.new_bool_var("")
                model.add_implication(way, inside[other])
                model.add(depth[cell] == depth[other] + 1).only_enforce_if(way)
                ways.append(way)
        model.add_bool_or(~truth, *ways)


def _distance(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
