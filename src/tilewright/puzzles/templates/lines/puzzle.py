"""My Puzzle as a pencil puzzle: its notation, its rules as clauses, and its generator."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import product
from typing import Any

from tilewright.game import Cell
from tilewright.puzzles.clue_removal import has_one_solution
from tilewright.puzzles.kinds_and_states import CROSS, LINE, all_edges
from tilewright.puzzles.lazy_graph_constraints import SingleLoop
from tilewright.puzzles.message_text import describe_cell
from tilewright.puzzles.notation import Notation, number_text
from tilewright.puzzles.puzzle_definition import Puzzle
from tilewright.puzzles.retry_until_board import first_board
from tilewright.puzzles.rule_model import Model

from .rules import BLOCKED, Board, Loop

__all__ = ["PUZZLE"]

ATTEMPTS = 100
"""The number of boards that the generator tries before it gives up."""


# --- The notation -------------------------------------------------------------------------------------


class _Text:
    """A text grid: ``#`` is a blocked cell, ``.`` an open one."""

    def read(self, text: str) -> dict[str, Any]:
        return number_text.read(text.replace("#", str(BLOCKED)))

    def write(self, data: Mapping[str, Any]) -> str:
        return number_text.write(data).replace(str(BLOCKED), "#")


# --- The rules as clauses -----------------------------------------------------------------------------


def build(board: Board, model: Model) -> None:
    """Add the rules for a board."""
    blocked = set(board.blocked())
    lines_at: dict[Cell, list[int]] = {cell: [] for cell in board.cells() if cell not in blocked}
    lines: dict[tuple[Cell, Cell], int] = {}
    for edge in all_edges(board.height, board.width):
        if blocked.isdisjoint(edge):
            lines[edge] = model.decide(edge, LINE, CROSS)
            for cell in edge:
                lines_at[cell].append(lines[edge])
        else:
            model.give(edge, CROSS)
    for cell, literals in lines_at.items():
        model.rule(f"{describe_cell(cell).capitalize()} has two lines", [cell]).exactly(literals, 2)
    model.rule("All lines form one loop").require(SingleLoop(lines))


# --- The generator ------------------------------------------------------------------------------------


def generate(seed: int, rows: int, cols: int, difficulty: str) -> Board:
    """Return a board of the given size and grade with exactly one solution.

    The loop is the outline of a set of squares; the corners of each square are the centres of four cells.
    Random squares are added one by one. A square is left out if the outline would not be a single loop, or if
    the board would have several solutions.
    """
    squares = list(product(range(rows - 1), range(cols - 1)))

    def attempt(rng: random.Random) -> Board | None:
        inside = {rng.choice(squares)}
        for square in rng.sample(squares, len(squares)) * 2:
            larger = {*inside, square}
            if _is_surrounded_by_one_loop(larger) and has_one_solution(_board(larger, rows, cols), build):
                inside = larger
        board = _board(inside, rows, cols)
        return board if PUZZLE.explain.grade(board).name == difficulty else None

    return first_board(attempt, seed, rows, cols, difficulty, ATTEMPTS)


def _corners(square: Cell) -> list[Cell]:
    return [(square[0] + down, square[1] + right) for down, right in product((0, 1), repeat=2)]


def _loop_around(squares: set[Cell]) -> list[tuple[Cell, Cell]]:
    """Return the lines that separate the given squares from all other squares."""
    lines = []
    for row, column in squares:
        above, left, below, right = (row - 1, column), (row, column - 1), (row + 1, column), (row, column + 1)
        top_left, top_right, bottom_left, bottom_right = _corners((row, column))
        sides = {above: (top_left, top_right), left: (top_left, bottom_left)}
        sides |= {below: (bottom_left, bottom_right), right: (top_right, bottom_right)}
        lines += [line for square, line in sides.items() if square not in squares]
    return lines


def _is_surrounded_by_one_loop(squares: set[Cell]) -> bool:
    """Return whether the lines around the squares form one loop that visits no cell twice."""
    lines = _loop_around(squares)
    beside: dict[Cell, list[Cell]] = {}
    for first, second in lines:
        beside.setdefault(first, []).append(second)
        beside.setdefault(second, []).append(first)
    if any(len(others) != 2 for others in beside.values()):
        return False
    before, cell, steps = lines[0][0], lines[0][1], 1
    while cell != lines[0][0]:
        before, cell = cell, next(other for other in beside[cell] if other != before)
        steps += 1
    return steps == len(lines)


def _board(squares: set[Cell], rows: int, cols: int) -> Board:
    """Return the board whose open cells are those that the loop around the squares visits."""
    visited = {cell for line in _loop_around(squares) for cell in line}
    return Board(tuple(tuple(0 if (r, c) in visited else BLOCKED for c in range(cols)) for r in range(rows)))


PUZZLE = Puzzle(
    __package__,
    notation=Notation(Board, Loop, _Text()),
    build=build,
    generate=generate,
)
