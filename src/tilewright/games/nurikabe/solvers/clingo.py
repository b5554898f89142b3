"""Answer set programming: islands and the sea are what can be reached (``reachability.lp``).

clingo derives only what is founded, so that connectivity is part of the language.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tilewright.engines import clingo
from tilewright.engines.clingo import fact
from tilewright.game import Answer, Run
from tilewright.games.nurikabe.rules import ISLAND, SEA, Board
from tilewright.games.nurikabe.search.requested_answers import Rows, answer, wanted
from tilewright.games.nurikabe.search.search_board import Chart, draw_chart

__all__ = ["facts", "find", "solve"]

MODEL = Path(__file__).with_name("reachability.lp")


def solve(instance: Board, run: Run) -> Answer:
    chart = draw_chart(instance, run)
    if chart is None:
        return answer(run, (), complete=False, stats={})
    found, complete = find(chart, run, wanted(run))
    return answer(run, found, complete=complete, stats={})


def find(chart: Chart, run: Run, most: int, configuration: str = "auto") -> tuple[list[Rows], bool]:
    """Up to so many solutions, and whether there are no others."""
    outcome = clingo.solve(
        run,
        files=[MODEL],
        text="".join(facts(chart)),
        max_models=most,
        options=[f"--configuration={configuration}"],
    )
    found = [_rows(chart, {arguments[0] for _, arguments in each["atoms"]}) for each in outcome.solutions]
    return found, bool(outcome.stats.get("complete"))


def facts(chart: Chart) -> Iterator[str]:
    """The board as facts; a cell is its number, row by row, an island the cell of its clue."""
    for cell, beside in enumerate(chart.neighbours):
        yield fact("cell", cell)
        yield from (fact("adjacent", cell, other) for other in beside)
        row, column = divmod(cell, chart.width)
        if row < chart.height - 1 and column < chart.width - 1:
            yield fact("pool", cell, cell + 1, cell + chart.width, cell + chart.width + 1)
    for clue, size, reach in zip(chart.clues, chart.sizes, chart.reach, strict=True):
        yield fact("clue", clue)
        if size > 0:
            yield fact("size", clue, size)
        yield from (fact("near", clue, cell) for cell in reach)
    if chart.sea is not None:
        yield fact("all", sum(chart.sizes))
    for kind, name in ((ISLAND, "dry"), (SEA, "flooded")):
        yield from (fact(name, cell) for cell, known in enumerate(chart.known) if known == kind)
    if SEA in chart.known:
        yield fact("root", chart.known.index(SEA))


def _rows(chart: Chart, land: set[int]) -> Rows:
    return chart.rows([cell in land for cell in range(chart.cells)])
