"""Dominosa as a pencil puzzle: its notation, its rules as clauses, and its generator."""

from __future__ import annotations

import random
from itertools import product

from tilewright.errors import BadInput
from tilewright.game import Cell, Run
from tilewright.games.dominosa.rules import Board, Stones, largest_number
from tilewright.puzzles.kinds_and_states import BORDER, JOIN, Edge, all_edges
from tilewright.puzzles.message_text import describe_cell
from tilewright.puzzles.notation import Notation, full_number_text
from tilewright.puzzles.puzzle_definition import Puzzle
from tilewright.puzzles.rule_model import Model
from tilewright.puzzles.sat_search import ModelSearch

__all__ = ["PUZZLE"]

ATTEMPTS, CHANGES_PER_DOMINO = 100, 10
"""The maximum number of random divisions of the board that the generator tries, and, for each division, the
maximum number of exchanges divided by the number of dominoes."""


def build(board: Board, model: Model) -> None:
    """Add the rules of Dominosa for a board."""
    on_cell: dict[Cell, list[int]] = {cell: [] for cell in board.cells()}
    numbers = range((board.largest or 0) + 1)
    of_stone: dict[tuple[int, int], list[int]] = {(low, high): [] for low in numbers for high in numbers[low:]}
    for edge in all_edges(board.height, board.width):
        joined = model.decide(edge, JOIN, BORDER)
        of_stone[board.stone(*edge)].append(joined)
        for cell in edge:
            on_cell[cell].append(joined)
    for cell, variables in on_cell.items():
        rule = model.rule(f"{describe_cell(cell).capitalize()} belongs to exactly one stone", [cell])
        rule.exactly(variables, 1)
    for (low, high), variables in of_stone.items():
        rule = model.rule(f"The stone {low}-{high} occurs exactly once")
        rule.exactly(variables, 1)


# --- The generator ------------------------------------------------------------------------------------


def generate(seed: int, rows: int = 7, cols: int = 8, difficulty: str = "medium") -> Board:
    """Return a puzzle with one solution and the given grade."""
    largest = largest_number(rows * cols)
    if largest is None:
        raise BadInput(f"no full set of dominoes fills {rows} x {cols} cells; {rows} x {rows + 1} is possible")
    rng = random.Random(f"{rows} {cols} {difficulty} {seed}")
    stones = [(low, high) for low in range(largest + 1) for high in range(low, largest + 1)]
    for _ in range(ATTEMPTS):
        dominoes = _random_dominoes(rows, cols, rng)
        labels = [rng.sample(stone, 2) for stone in rng.sample(stones, len(stones))]
        board = _unique_board(rows, cols, dominoes, labels, rng)
        if board is not None and PUZZLE.explain.grade(board).name == difficulty:
            return board
    raise BadInput(f"found no {difficulty} puzzle of {rows} x {cols} cells; try another seed, size or grade")


def _random_dominoes(rows: int, cols: int, rng: random.Random) -> list[Edge]:
    """Return dominoes that fill the board.

    At first, all dominoes are parallel. Then many random blocks of 2 x 2 cells are chosen; if two dominoes fill
    a block, they are rotated.
    """
    step = (0, 1) if cols % 2 == 0 else (1, 0)
    starts = product(range(0, rows, 1 + step[0]), range(0, cols, 1 + step[1]))
    dominoes = {((row, column), (row + step[0], column + step[1])) for row, column in starts}
    for _ in range(10 * rows * cols if min(rows, cols) > 1 else 0):
        row, column = rng.randrange(rows - 1), rng.randrange(cols - 1)
        first, right, below, last = product((row, row + 1), (column, column + 1))
        lying, standing = {(first, right), (below, last)}, {(first, below), (right, last)}
        if lying <= dominoes or standing <= dominoes:
            dominoes ^= lying | standing
    return sorted(dominoes)


def _unique_board(
    rows: int, cols: int, dominoes: list[Edge], labels: list[list[int]], rng: random.Random
) -> Board | None:
    """Exchange stones until there is only one solution and return the board; return None if this fails."""
    for _ in range(CHANGES_PER_DOMINO * len(dominoes)):
        numbers = [[0] * cols for _ in range(rows)]
        for domino, label in zip(dominoes, labels, strict=True):
            for (row, column), number in zip(domino, label, strict=True):
                numbers[row][column] = number
        board = Board(tuple(map(tuple, numbers)))
        model = PUZZLE.model_for_solving(board)
        with ModelSearch(model) as search:
            found, _ = search.find_all(Run(), 2)
        if len(found) == 1:
            return board
        common = set.intersection(*(set(Stones.from_values(board, model.values_in(t)).stones) for t in found))
        index = rng.choice([index for index, domino in enumerate(dominoes) if domino not in common])
        other = rng.randrange(len(dominoes))
        labels[index], labels[other] = labels[other][::-1], labels[index]
    return None


PUZZLE = Puzzle(
    __package__,
    notation=Notation(Board, Stones, full_number_text),
    build=build,
    generate=generate,
    value_names={BORDER: "a border", JOIN: "a stone across the edge"},
)
