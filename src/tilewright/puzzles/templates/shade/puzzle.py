"""My Puzzle as a pencil puzzle: its notation, its rules as clauses, and its generator."""

from __future__ import annotations

import random

from tilewright.game import Cell
from tilewright.geometry import neighbours
from tilewright.puzzles.clue_removal import remove_numbers_to_grade
from tilewright.puzzles.lazy_graph_constraints import Connected
from tilewright.puzzles.message_text import describe_cell, with_plural
from tilewright.puzzles.notation import Notation, number_text
from tilewright.puzzles.puzzle_definition import Puzzle
from tilewright.puzzles.retry_until_board import first_board
from tilewright.puzzles.rule_model import Model

from .rules import Board, Shading

__all__ = ["PUZZLE"]

ATTEMPTS = 30
"""The number of boards that the generator tries before it gives up."""


# --- The rules as clauses -----------------------------------------------------------------------------


def build(board: Board, model: Model) -> None:
    """Add the rules for a board."""
    shaded = model.decide_shading(board.cells())
    for cell, number in board.clues().items():
        counted = board.around(cell)
        cells = with_plural(number, "shaded cell")
        rule = model.rule(
            f"The {number} in {describe_cell(cell)} requires {cells} in and around its cell", counted
        )
        rule.exactly([shaded[each] for each in counted], number)
    beside = {cell: [other for other in neighbours(cell) if other in shaded] for cell in shaded}
    model.rule("All shaded cells are connected").require(Connected(shaded, beside))


# --- The generator ------------------------------------------------------------------------------------


def generate(seed: int, rows: int, cols: int, difficulty: str) -> Board:
    """Return a board of the given size and grade with exactly one solution."""

    def attempt(rng: random.Random) -> Board | None:
        board = _all_numbers(_connected_cells(rng, rows, cols), rows, cols)
        return remove_numbers_to_grade(board, build, PUZZLE.explain.grade, difficulty, rng)

    return first_board(attempt, seed, rows, cols, difficulty, ATTEMPTS)


def _connected_cells(rng: random.Random, rows: int, cols: int) -> set[Cell]:
    """Return random connected cells, about half of the board."""
    chosen = {(rng.randrange(rows), rng.randrange(cols))}
    while 2 * len(chosen) < rows * cols:
        beside = {other for cell in chosen for other in neighbours(cell)} - chosen
        chosen.add(rng.choice([(r, c) for r, c in sorted(beside) if 0 <= r < rows and 0 <= c < cols]))
    return chosen


def _all_numbers(shaded: set[Cell], rows: int, cols: int) -> Board:
    """Return the board in which every cell contains the number of shaded cells in and around it.

    A cell with the number 0 is empty.
    """
    empty = Board(((0,) * cols,) * rows)
    counts = {cell: len(shaded.intersection(empty.around(cell))) for cell in empty.cells()}
    return Board(tuple(tuple(counts[row, column] for column in range(cols)) for row in range(rows)))


PUZZLE = Puzzle(
    __package__,
    notation=Notation(Board, Shading, number_text),
    build=build,
    generate=generate,
)
