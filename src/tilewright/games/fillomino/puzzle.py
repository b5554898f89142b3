"""Fillomino as a pencil puzzle: its notation, its rules as clauses, and its generator."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tilewright.errors import BadInput
from tilewright.game import Cell, Run
from tilewright.games.fillomino.rules import Board, Numbers
from tilewright.puzzles.board_base_classes import EMPTY
from tilewright.puzzles.clue_removal import has_one_solution, remove_clues
from tilewright.puzzles.grades import GRADES
from tilewright.puzzles.group_size_constraints import (
    GroupSizes,
    LargeGroups,
    border_clauses,
    neighbour_clauses,
)
from tilewright.puzzles.message_text import describe_cell, with_plural
from tilewright.puzzles.notation import Notation
from tilewright.puzzles.numbers_and_borders import BorderedNumberText, bordered_number_link, without_crossing
from tilewright.puzzles.parse_board_size_and_clues import split_rows
from tilewright.puzzles.possible_group_sizes import PossibleNumbers, grid_neighbours
from tilewright.puzzles.puzzle_definition import Puzzle
from tilewright.puzzles.random_group_sizes import random_group_sizes
from tilewright.puzzles.rule_model import Model, Truth
from tilewright.puzzles.sat_search import ModelSearch

__all__ = ["PUZZLE"]

LEAST_LIMIT = 10
"""In the model for solving, all sizes above both this number and the largest given number share one value."""

MOST_OPEN_CELLS = 100
"""If a board with several solutions has at most this many empty cells, hints consider every size."""

MOST_ATTEMPTS = 30
"""The generator gives up after this many random divisions of the board."""


def build(board: Board, model: Model) -> None:
    """Add the rules of Fillomino for a board."""
    (_add_rules_for_hints if model.explaining else _add_rules_for_solving)(board, model)


def _add_rules_for_solving(board: Board, model: Model) -> None:
    """Add the rules, with variables only for numbers that simple deductions do not rule out."""
    clues = [number for row in board.rows for number in row]
    every = grid_neighbours(board.height, board.width)
    beside = without_crossing(every, board.border_pairs)
    possible = PossibleNumbers(clues, beside, min(len(clues), max(*clues, LEAST_LIMIT)))
    possible.narrow()
    rule = model.rule("Every polyomino has as many cells as its number says")
    if not possible.possible:
        variable = model.variable()
        rule.clauses += [[variable], [-variable]]
        return
    literals = [
        model.decide_number(divmod(cell, board.width), possible.numbers(cell)) for cell in range(len(clues))
    ]
    for cell, own in enumerate(literals):
        if len(own) > 1 or not clues[cell]:
            rule.clauses += neighbour_clauses(cell, literals, beside)
    rule.require(GroupSizes(literals, beside, possible.large))
    for first, second in board.border_pairs:
        rule.clauses += border_clauses(literals, first, second, possible.large)
    rule.require(LargeGroups(model, literals, every, possible.large, board.border_pairs))


def _add_rules_for_hints(board: Board, model: Model) -> None:
    """Add one rule for each given number, one for each given border, and one for all polyominoes."""
    clues = [number for row in board.rows for number in row]
    beside = grid_neighbours(board.height, board.width)
    limit = _largest_number(board, clues, beside)
    numbers = range(1, min(limit + 1, len(clues)) + 1)
    literals = [
        model.decide_number(divmod(cell, board.width), [clue] if clue else numbers)
        for cell, clue in enumerate(clues)
    ]
    for cell, clue in enumerate(clues):
        if clue:
            place = divmod(cell, board.width)
            polyomino = f"a polyomino of {with_plural(clue, 'cell')}"
            rule = model.rule(f"The {clue} in {describe_cell(place)} belongs to {polyomino}", [place])
            rule.require(GroupSizes(literals, beside, limit + 1, starts=[cell]))
            rule.clauses += neighbour_clauses(cell, literals, beside)
    for edge, pair in zip(board.borders, board.border_pairs, strict=True):
        rule = model.rule(f"There is a border between {' and '.join(map(describe_cell, edge))}", edge)
        rule.clauses += border_clauses(literals, *pair, limit + 1)
    rule = model.rule(
        "No polyomino has more cells than its number says, and none without a given number has fewer"
    )
    given = [cell for cell, clue in enumerate(clues) if clue]
    rule.require(GroupSizes(literals, beside, limit + 1, apart=given, too_large=False))
    rule.require(GroupSizes(literals, beside, limit + 1, too_small=False))
    for cell, clue in enumerate(clues):
        if not clue:
            rule.clauses += neighbour_clauses(cell, literals, beside)


def _largest_number(board: Board, clues: Sequence[int], beside: Sequence[Sequence[int]]) -> int:
    """Return the largest number that hints consider.

    It is an upper bound on the numbers in all solutions, except on a board with several solutions and more than
    `MOST_OPEN_CELLS` empty cells: there, only two of the solutions are considered.
    """
    model = Model(explaining=False)
    _add_rules_for_solving(board, model)
    with ModelSearch(model) as search:
        found, _ = search.find_all(Run(), 2)
    largest = max([1, *clues, *(max(map(max, decode(board, model, truth).rows)) for truth in found)])
    if len(found) < 2:
        return largest
    open_cells = clues.count(0)
    return max(largest, open_cells) if open_cells <= MOST_OPEN_CELLS else largest


def decode(board: Board, model: Model, truth: Truth) -> Numbers:
    """Return the solution that an assignment describes."""
    values = model.values_in(truth)
    for constraint in model.rules[0].lazy:
        if isinstance(constraint, LargeGroups):
            for group in constraint.groups(truth):
                values |= {divmod(cell, board.width): len(group.came_from) for cell in group.came_from}
    return Numbers.from_values(board, values)


def generate(seed: int, rows: int = 10, cols: int = 10, difficulty: str = "medium") -> Board:
    """Return a puzzle with one solution and the given grade."""
    rng = random.Random(seed)
    for _ in range(MOST_ATTEMPTS):
        board = _puzzle_of_grade(rng, rows, cols, difficulty)
        if board is not None:
            return board
    raise BadInput(
        f"no {difficulty} puzzle of {rows} x {cols} cells was found: choose another size, grade or seed"
    )


def _puzzle_of_grade(rng: random.Random, rows: int, cols: int, wanted: str) -> Board | None:
    """Return a puzzle with the grade `wanted`; None if a random division of the board gives none.

    Numbers are removed as long as the solution remains unique. Then a binary search finds how few of them must
    be restored so that the puzzle is no harder than requested. At most three fifths of all numbers are given.
    """
    full = Board(split_rows(random_group_sizes(rng, rows, cols), cols))
    cells = rng.sample(list(full.cells()), rows * cols)
    chunk = max(1, rows * cols // 40)
    chunks = [tuple(cells[start : start + chunk]) for start in range(0, len(cells), chunk)]
    board = remove_clues(full, chunks, _without, _is_unique, rng)
    board = remove_clues(board, [(cell,) for cell in board.clues()], _without, _is_unique, rng)
    hidden = [cell for cell in cells if cell not in board.clues()]
    found = None
    least, most = 0, min(len(hidden), rows * cols * 3 // 5 - len(board.clues()))
    while least < most:
        shown = (least + most) // 2
        board = _without(full, hidden[shown:])
        grade = PUZZLE.explain.grade(board).name
        found = board if grade == wanted else found
        if GRADES.index(grade) <= GRADES.index(wanted):
            most = shown
        else:
            least = shown + 1
    return found


def _without(board: Board, cells: Sequence[Cell]) -> Board:
    return board.with_number(EMPTY, cells)


def _is_unique(board: Board) -> bool:
    return has_one_solution(board, build)


PUZZLE = Puzzle(
    __package__,
    notation=Notation(
        Board,
        Numbers,
        BorderedNumberText(),
        optional={"borders": []},
        url=bordered_number_link("fillomino", Board, refused_flags="t"),
    ),
    build=build,
    decode=decode,
    generate=generate,
)
