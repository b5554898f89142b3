"""My Puzzle as a pencil puzzle: its notation, its rules as clauses, and its generator."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

from tilewright.game import Cell
from tilewright.puzzles.board_base_classes import UNKNOWN
from tilewright.puzzles.clue_removal import remove_numbers_to_grade
from tilewright.puzzles.kinds_and_states import BORDER, JOIN, all_edges
from tilewright.puzzles.message_text import describe_cell, with_plural
from tilewright.puzzles.notation import Notation, number_text
from tilewright.puzzles.puzzle_definition import Puzzle
from tilewright.puzzles.retry_until_board import first_board
from tilewright.puzzles.rule_model import Model

from .rules import Board, Regions

__all__ = ["PUZZLE"]

Bar = tuple[Cell, ...]

ATTEMPTS = 200
"""The number of boards that the generator tries before it gives up."""

LONGEST = 5
"""The bars that the generator makes have at most this many cells."""


# --- The rules as clauses -----------------------------------------------------------------------------


def build(board: Board, model: Model) -> None:
    """Add the rules for a board: for each number or question mark, exactly one possible bar is chosen."""
    covering: dict[Cell, list[int]] = {cell: [] for cell in board.cells()}
    joining: dict[tuple[Cell, Cell], list[int]] = {edge: [] for edge in all_edges(board.height, board.width)}
    for cell, number in board.clues().items():
        bars = {bar: model.variable() for bar in _possible_bars(board, cell, number)}
        name = f"the {'?' if number == UNKNOWN else number} in {describe_cell(cell)}"
        length = "" if number == UNKNOWN else f"has {with_plural(number, 'cell')}, "
        sentence = f"The bar of {name} {length}is straight and contains no other number or question mark"
        rule = model.rule(sentence, [cell])
        rule.exactly(bars.values(), 1)
        for bar, variable in bars.items():
            for each in bar:
                covering[each].append(variable)
            for edge in pairwise(bar):
                joining[edge].append(variable)
    for cell, variables in covering.items():
        model.rule(f"{describe_cell(cell).capitalize()} belongs to one bar", [cell]).exactly(variables, 1)
    for edge, variables in joining.items():
        model.define_or(model.decide(edge, JOIN, BORDER), variables)


def _possible_bars(board: Board, clue: Cell, number: int) -> Iterator[Bar]:
    """Yield the bars of the length that a clue allows, if they contain this clue and no other clue."""
    others = {cell for cell in board.clues() if cell != clue}
    row, column = clue
    across = [(row, c) for c in range(board.width)]
    down = [(r, column) for r in range(board.height)]
    for line, place in ((across, column), (down, row)):
        for start in range(place + 1):
            for end in range(place + 1, len(line) + 1):
                bar = tuple(line[start:end])
                single_again = len(bar) == 1 and line is down
                if number in (UNKNOWN, len(bar)) and others.isdisjoint(bar) and not single_again:
                    yield bar


# --- The generator ------------------------------------------------------------------------------------


def generate(seed: int, rows: int, cols: int, difficulty: str) -> Board:
    """Return a board of the given size and grade with exactly one solution."""

    def attempt(rng: random.Random) -> Board | None:
        board = _random_board(rng, rows, cols)
        return remove_numbers_to_grade(board, build, PUZZLE.explain.grade, difficulty, rng, UNKNOWN)

    return first_board(attempt, seed, rows, cols, difficulty, ATTEMPTS)


def _random_board(rng: random.Random, rows: int, cols: int) -> Board:
    """Return the board of a random division into bars, with a number somewhere in each bar."""
    numbers = [[0] * cols for _ in range(rows)]
    free = {(row, column) for row in range(rows) for column in range(cols)}
    while free:
        row, column = min(free)
        down, across = rng.choice([(0, 1), (1, 0)])
        bar = [(row, column)]
        while len(bar) < LONGEST and (row + len(bar) * down, column + len(bar) * across) in free:
            bar.append((row + len(bar) * down, column + len(bar) * across))
        bar = bar[: rng.randint(min(2, len(bar)), len(bar))]
        free.difference_update(bar)
        row, column = rng.choice(bar)
        numbers[row][column] = len(bar)
    return Board(tuple(map(tuple, numbers)))


PUZZLE = Puzzle(
    __package__,
    notation=Notation(Board, Regions, number_text),
    build=build,
    generate=generate,
)
