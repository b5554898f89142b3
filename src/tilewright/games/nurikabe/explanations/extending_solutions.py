"""Which solutions extend a state: what a hint about a board with several solutions must know."""

from __future__ import annotations

from tilewright.game import Cell, Run
from tilewright.games.nurikabe.kernels.board_kernel import EITHER_WAY
from tilewright.games.nurikabe.kernels.deduction_kernel import BROKEN, deduce, load, unload
from tilewright.games.nurikabe.rules import ISLAND, UNDECIDED, Board
from tilewright.games.nurikabe.search.search_board import Chart, draw_chart
from tilewright.games.nurikabe.solvers.sat import Search

__all__ = ["Rows", "extending", "forced_cells", "undecided_cells"]

Rows = tuple[str, ...]

WORK = 100_000_000
"""Visits of cells before deduction gives way to the search."""


def undecided_cells(state: Rows) -> list[Cell]:
    return [
        (row, column) for row, line in enumerate(state) for column, kind in enumerate(line) if kind == UNDECIDED
    ]


def extending(instance: Board, state: Rows) -> Rows | None:
    """A solution that extends the state."""
    chart = _chart(instance, state)
    if chart is None:
        return None
    with _Solutions(chart) as solutions:
        return solutions.another()


def forced_cells(instance: Board, state: Rows) -> dict[Cell, str]:
    """The undecided cells in which all solutions that extend the state agree, of which there must be one.

    Every further solution is asked to differ from what those before it have in common.
    """
    chart = _chart(instance, state)
    if chart is None:
        return {}
    with _Solutions(chart) as solutions:
        found = solutions.another()
        if found is None:
            return {}
        common = {cell: found[cell[0]][cell[1]] for cell in undecided_cells(state)}
        while found:
            common = {cell: kind for cell, kind in common.items() if found[cell[0]][cell[1]] == kind}
            found = solutions.another(unlike=common) if common else None
    return common


def _chart(instance: Board, state: Rows) -> Chart | None:
    """The board with the state and what deduction makes of it; None if no solution extends that."""
    board = load(instance.rows, state)
    if deduce(board, EITHER_WAY, WORK) == BROKEN:
        return None
    return draw_chart(instance, Run(), unload(board))


class _Solutions:
    """The search of the solver `sat`, asked for one solution after the other."""

    def __init__(self, chart: Chart) -> None:
        self._width = chart.width
        self._search = Search(chart)

    def __enter__(self) -> _Solutions:
        return self

    def __exit__(self, *_: object) -> None:
        self._search.close()

    def another(self, unlike: dict[Cell, str] | None = None) -> Rows | None:
        """The next solution, which differs from the given cells in at least one, from now on."""
        if unlike:
            self._search.demand([self._truth(cell, kind != ISLAND) for cell, kind in unlike.items()])
        before = len(self._search.found)
        self._search.find(Run(), before + 1)
        return self._search.found[-1] if len(self._search.found) > before else None

    def _truth(self, cell: Cell, island: bool) -> int:
        number = cell[0] * self._width + cell[1] + 1
        return number if island else -number
