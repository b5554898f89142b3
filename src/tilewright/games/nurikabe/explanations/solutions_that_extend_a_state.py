"""Solutions that extend a given state, and the cells that have the same value in all of them."""

from __future__ import annotations

from contextlib import closing

from tilewright.game import Cell, Run
from tilewright.games.nurikabe.kernels.board_trail_and_findings_kernel import EITHER_WAY
from tilewright.games.nurikabe.kernels.deduction_kernel import BROKEN, deduce, load, unload
from tilewright.games.nurikabe.rules import ISLAND, UNDECIDED, Board, Rows
from tilewright.games.nurikabe.search.board_with_island_reach import SearchBoard, build_search_board
from tilewright.games.nurikabe.solvers.sat import Search

__all__ = ["extending_solution", "forced_cells", "undecided_cells"]

WORK = 100_000_000
"""The work limit of the deduction that precedes the search, in cell visits."""


def undecided_cells(state: Rows) -> list[Cell]:
    """Return the undecided cells of a state in reading order."""
    return [
        (row, column) for row, line in enumerate(state) for column, kind in enumerate(line) if kind == UNDECIDED
    ]


def extending_solution(instance: Board, state: Rows) -> Rows | None:
    """Return a solution that extends the state, or None if no solution does."""
    board = _search_board(instance, state)
    if board is None:
        return None
    with closing(Search(board)) as search:
        return _next_solution(search)


def forced_cells(instance: Board, state: Rows) -> dict[Cell, str]:
    """Return the undecided cells that have the same value in all solutions that extend the state.

    The result maps each such cell to its value; it is empty if no solution extends the state. Each further
    solution must change at least one of the values that all previous solutions share. The search ends when no
    such solution exists or no value is shared.
    """
    board = _search_board(instance, state)
    if board is None:
        return {}
    with closing(Search(board)) as search:
        solution = _next_solution(search)
        if solution is None:
            return {}
        common = {cell: solution[cell[0]][cell[1]] for cell in undecided_cells(state)}
        while solution:
            common = {cell: kind for cell, kind in common.items() if solution[cell[0]][cell[1]] == kind}
            if not common:
                break
            search.require([_other_value(board, cell, kind) for cell, kind in common.items()])
            solution = _next_solution(search)
    return common


def _search_board(instance: Board, state: Rows) -> SearchBoard | None:
    """Return the search board of the state after deduction; None if deduction finds a contradiction."""
    board = load(instance.rows, state)
    if deduce(board, EITHER_WAY, WORK) == BROKEN:
        return None
    return build_search_board(instance, Run(), unload(board))


def _next_solution(search: Search) -> Rows | None:
    """Return the next solution that the search finds, or None if no further solution exists."""
    before = len(search.solutions)
    search.find(Run(), before + 1)
    return search.solutions[-1] if len(search.solutions) > before else None


def _other_value(board: SearchBoard, cell: Cell, kind: str) -> int:
    """Return the literal that is true if the cell does not have this value."""
    variable = cell[0] * board.width + cell[1] + 1
    return -variable if kind == ISLAND else variable
