"""Answer set programming: islands and the sea are defined by reachability (``reachability.lp``).

An answer set contains only atoms that can be derived without circular reasoning, so the language itself
expresses connectivity.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tilewright.engines import clingo
from tilewright.engines.clingo import fact
from tilewright.game import Answer, Run
from tilewright.games.nurikabe.rules import ISLAND, SEA, Board, Rows
from tilewright.games.nurikabe.search.answer_from_solutions import build_answer
from tilewright.games.nurikabe.search.board_with_island_reach import SearchBoard, build_search_board
from tilewright.puzzles.answer_from_solutions import solutions_needed

__all__ = ["facts", "find", "solve"]

MODEL = Path(__file__).with_name("reachability.lp")


def solve(instance: Board, run: Run) -> Answer:
    board = build_search_board(instance, run)
    if board is None:
        return build_answer(run, (), complete=False, stats={})
    solutions, complete = find(board, run, solutions_needed(run))
    return build_answer(run, solutions, complete=complete, stats={})


def find(board: SearchBoard, run: Run, most: int, configuration: str = "auto") -> tuple[list[Rows], bool]:
    """Return up to `most` solutions, and whether there are no other solutions."""
    outcome = clingo.solve(
        run,
        files=[MODEL],
        text="".join(facts(board)),
        max_models=most,
        options=[f"--configuration={configuration}"],
    )
    solutions = [_rows(board, {arguments[0] for _, arguments in model["atoms"]}) for model in outcome.solutions]
    return solutions, bool(outcome.stats.get("complete"))


def facts(board: SearchBoard) -> Iterator[str]:
    """Yield the board as facts.

    A cell is identified by its index in reading order, and an island by the cell of its clue.
    """
    for cell, beside in enumerate(board.neighbours):
        yield fact("cell", cell)
        yield from (fact("adjacent", cell, other) for other in beside)
        row, column = divmod(cell, board.width)
        if row < board.height - 1 and column < board.width - 1:
            yield fact("pool", cell, cell + 1, cell + board.width, cell + board.width + 1)
    for clue, size, reach in zip(board.clues, board.sizes, board.reach, strict=True):
        yield fact("clue", clue)
        if size > 0:
            yield fact("size", clue, size)
        yield from (fact("near", clue, cell) for cell in reach)
    if board.sea is not None:
        yield fact("all", sum(board.sizes))
    for kind, name in ((ISLAND, "dry"), (SEA, "flooded")):
        yield from (fact(name, cell) for cell, known in enumerate(board.known) if known == kind)
    if SEA in board.known:
        yield fact("root", board.known.index(SEA))


def _rows(board: SearchBoard, land: set[int]) -> Rows:
    return board.rows([cell in land for cell in range(board.cells)])
