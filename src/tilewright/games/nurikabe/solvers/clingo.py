"""Answer set programming: islands and the sea are what can be reached (``reachability.lp``)."""

from __future__ import annotations

from pathlib import Path

from tilewright.engines import clingo
from tilewright.engines.clingo import fact
from tilewright.game import Answer, Cell, Run
from tilewright.games.nurikabe.rules import ISLAND, SEA, NurikabeInstance
from tilewright.games.nurikabe.solvers.answers import Rows, answer, wanted
from tilewright.geometry import neighbours

__all__ = ["solve"]

MODEL = Path(__file__).with_name("reachability.lp")


def solve(instance: NurikabeInstance, run: Run) -> Answer:
    outcome = clingo.solve(run, files=[MODEL], text=facts(instance), max_models=wanted(run))
    boards = [_rows(instance, {arguments[0] for _, arguments in each["atoms"]}) for each in outcome.solutions]
    return answer(run, boards, complete=bool(outcome.stats.get("complete")), stats={})


def facts(instance: NurikabeInstance) -> str:
    """The board as facts; a cell is its number, row by row."""
    height, width = instance.height, instance.width
    cells = {(row, column): row * width + column for row in range(height) for column in range(width)}
    written = [fact("cell", number) for number in cells.values()]
    for cell, number in cells.items():
        written += [fact("adjacent", number, cells[other]) for other in neighbours(cell) if other in cells]
        row, column = cell
        if row + 1 < height and column + 1 < width:
            written.append(fact("pool", number, number + 1, number + width, number + width + 1))
    for clue, size in instance.clues().items():
        written.append(fact("clue", cells[clue]))
        if size > 0:
            written.append(fact("size", cells[clue], size))
        written += [
            fact("near", cells[clue], number)
            for cell, number in cells.items()
            if size < 0 or _distance(clue, cell) < size
        ]
    return "".join(written)


def _distance(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _rows(instance: NurikabeInstance, land: set[int]) -> Rows:
    width = instance.width
    return tuple(
        "".join(ISLAND if row * width + column in land else SEA for column in range(width))
        for row in range(instance.height)
    )
