"""My Puzzle as a pencil puzzle: its notation, its rules as clauses, and its generator."""

from __future__ import annotations

import random

from tilewright.puzzles.clue_removal import remove_numbers_to_grade
from tilewright.puzzles.notation import Notation, number_text
from tilewright.puzzles.puzzle_definition import Puzzle
from tilewright.puzzles.retry_until_board import first_board
from tilewright.puzzles.rule_model import Model

from .rules import Board, Numbers

__all__ = ["PUZZLE"]

ATTEMPTS = 30
"""The number of boards that the generator tries before it gives up."""


# --- The rules as clauses -----------------------------------------------------------------------------


def build(board: Board, model: Model) -> None:
    """Add the rules for a board."""
    clues = board.clues()
    numbers = range(1, board.largest + 1)
    variables = {
        cell: {clues[cell]: model.give(cell, clues[cell])}
        if cell in clues
        else model.decide_number(cell, numbers)
        for cell in board.cells()
    }
    for index, line in enumerate(board.lines(), 1):
        name = f"row {index}" if index <= board.height else f"column {index - board.height}"
        for number in numbers:
            literals = [variables[cell][number] for cell in line if number in variables[cell]]
            if len(line) == board.largest:
                model.rule(f"The number {number} occurs once in {name}", line).exactly(literals, 1)
            else:
                model.rule(f"The number {number} occurs at most once in {name}", line).at_most(literals, 1)


# --- The generator ------------------------------------------------------------------------------------


def generate(seed: int, rows: int, cols: int, difficulty: str) -> Board:
    """Return a board of the given size and grade with exactly one solution."""

    def attempt(rng: random.Random) -> Board | None:
        board = _filled_board(rng, rows, cols)
        return remove_numbers_to_grade(board, build, PUZZLE.explain.grade, difficulty, rng)

    return first_board(attempt, seed, rows, cols, difficulty, ATTEMPTS)


def _filled_board(rng: random.Random, rows: int, cols: int) -> Board:
    """Return a board with a number in each cell: a cyclic pattern with shuffled rows, columns and numbers."""
    size = max(rows, cols)
    down, across, numbers = (rng.sample(range(size), size) for _ in range(3))
    return Board(tuple(tuple(numbers[(r + c) % size] + 1 for c in across[:cols]) for r in down[:rows]))


PUZZLE = Puzzle(
    __package__,
    notation=Notation(Board, Numbers, number_text),
    build=build,
    generate=generate,
)
