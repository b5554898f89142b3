"""Shikaku as a pencil puzzle: its notation, its rules as clauses, and its generator."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tilewright.errors import BadInput
from tilewright.game import Cell, Run
from tilewright.games.shikaku.rules import Board, Division
from tilewright.puzzles import penpa
from tilewright.puzzles.board_base_classes import EMPTY, UNKNOWN
from tilewright.puzzles.clue_removal import board_of_grade, has_one_solution
from tilewright.puzzles.grades import GRADES
from tilewright.puzzles.kinds_and_states import BORDER, JOIN, all_edges
from tilewright.puzzles.message_text import describe_cell, with_plural
from tilewright.puzzles.notation import Notation, number_text
from tilewright.puzzles.puzzle_definition import Puzzle
from tilewright.puzzles.puzzlink import PuzzLink
from tilewright.puzzles.pzprv3 import EdgeAnswers, FileFormat, NumberBlock
from tilewright.puzzles.random_rectangles import random_rectangles
from tilewright.puzzles.rectangles_with_one_mark import Rectangles
from tilewright.puzzles.rule_model import Model, Rule, Truth
from tilewright.puzzles.sat_search import ModelSearch
from tilewright.puzzles.url_numbers import Numbers16

__all__ = ["PUZZLE"]

ATTEMPTS, LARGEST_AREA = 50, 10
"""The number of divisions that the generator tries, and the largest area of its rectangles."""

Variables = dict[Cell, list[int]]
"""For one number: the variables of each cell that its rectangle can contain.

The rectangle contains a cell if and only if one of the cell's variables is true.
"""


class _Clue(NamedTuple):
    name: str
    rule: Rule
    variables: Variables


def _add_clues(board: Board, model: Model) -> list[_Clue]:
    """Add a rule for each number: its rectangle has the right area and contains no other number."""
    rectangles = Rectangles(board.height, board.width, board.clues())
    clues = []
    for cell, number in board.clues().items():
        name = f"the {'?' if number == UNKNOWN else number} in {describe_cell(cell)}"
        if number == UNKNOWN:
            rule = model.rule(f"The rectangle of {name} contains no other number", [cell])
            clues.append(_Clue(name, rule, _any_area(board, cell, model, rule)))
            continue
        rule = model.rule(f"The rectangle of {name} has {with_plural(number, 'cell')}", [cell])
        variables: Variables = {}
        for box in rectangles.around(cell, number):
            choice = model.variable()
            for each in box:
                variables.setdefault(each, []).append(choice)
        rule.clauses.append(variables.get(cell, []))
        model.choices += variables.get(cell, [])
        clues.append(_Clue(name, rule, variables))
    return clues


def _any_area(board: Board, cell: Cell, model: Model, rule: Rule) -> Variables:
    """Return the variables of an unknown number, one for each cell that its rectangle can contain.

    The variables of the cells in the four directions determine the extent of the rectangle. One variable for
    each possible rectangle would be too many.
    """
    own = {cell: model.variable()}
    rule.add(own[cell])
    arms: dict[Cell, list[int]] = {}
    for down, across in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        arm = arms[down, across] = list(model.new_variables(board.empty_cells(cell, down, across)))
        rule.clauses += [[-further, nearer] for nearer, further in pairwise(arm)]
        own |= {(cell[0] + down * step, cell[1] + across * step): each for step, each in enumerate(arm, 1)}
    model.choices += own.values()
    for down, across in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        beside = arms[0, across]
        for step, vertical in enumerate(arms[down, 0], 1):
            row = cell[0] + down * step
            free = board.empty_cells((row, cell[1]), 0, across)
            if free < len(beside):
                rule.add(-vertical, -beside[free])
                beside = beside[:free]
            for side, horizontal in enumerate(beside, 1):
                both = own[row, cell[1] + across * side] = model.variable()
                rule.clauses += [[-both, vertical], [-both, horizontal], [both, -vertical, -horizontal]]
    return {each: [variable] for each, variable in own.items()}


def build(board: Board, model: Model) -> None:
    """Add the rules of Shikaku for a board."""
    clues = _add_clues(board, model)
    covering: Variables = {cell: [] for cell in board.cells()}
    for clue in clues:
        for cell, variables in clue.variables.items():
            covering[cell] += variables
    model.at_most_one += covering.values()
    if not model.explaining:
        model.rule("Each cell is in a rectangle").clauses += covering.values()
        return
    edges = _define_edges(board, model, clues)
    for cell, variables in covering.items():
        near = [clue for clue in clues if cell in clue.variables]
        owner = " or ".join(clue.name for clue in near) if len(near) <= 3 else "one of the rectangles"
        rule = model.rule(f"{describe_cell(cell).capitalize()} belongs to {owner or 'no number'}", [cell])
        rule.add(*variables)
        rule.forces |= near[0].rule.forces if len(near) == 1 else edges[cell]


def _define_edges(board: Board, model: Model, clues: Sequence[_Clue]) -> dict[Cell, set[int]]:
    """Add a variable for each edge, true if the edge is inside a rectangle; return the variables by cell."""
    join = {edge: model.decide(edge, JOIN, BORDER) for edge in all_edges(board.height, board.width)}
    edges: dict[Cell, set[int]] = {cell: set() for cell in board.cells()}
    for edge, joined in join.items():
        for cell in edge:
            edges[cell].add(joined)
    for clue in clues:
        own: dict[Cell, int] = {}
        for cell, variables in clue.variables.items():
            model.define_or(own.setdefault(cell, model.variable()), variables)
            clue.rule.forces |= edges[cell]
        for (first, second), joined in join.items():
            if first in own and second in own:
                model.define(-own[first], -own[second], joined)
                model.define(-own[first], own[second], -joined)
                model.define(own[first], -own[second], -joined)
            elif first in own or second in own:
                model.define(-own.get(first, own.get(second, 0)), -joined)
    return edges


def decode(board: Board, model: Model, truth: Truth) -> Division:
    """Return the division into the chosen rectangles."""
    clues = [clue.variables.items() for clue in _add_clues(board, Model())]
    return Division.from_parts(board, [[c for c, own in clue if any(truth[v] for v in own)] for clue in clues])


def generate(seed: int, rows: int = 10, cols: int = 10, difficulty: str = "medium") -> Board:
    """Return a puzzle with one solution and the given grade; unknown numbers make it harder."""
    rng, grade = random.Random(f"{rows} {cols} {difficulty} {seed}"), PUZZLE.explain.grade
    for _ in range(ATTEMPTS):
        parts = random_rectangles(rows, cols, max(2, min(LARGEST_AREA, rows * cols // 4)), rng)
        places = _unique_places(rows, cols, parts, rng)
        boards = [_board(rows, cols, parts, places)] if places else []
        for place in rng.sample(places, len(places)) if difficulty != GRADES[0] else ():
            harder = boards[-1].with_number(UNKNOWN, [place])
            if has_one_solution(harder, build):
                boards.append(harder)
        board = board_of_grade(boards, difficulty, lambda each: grade(each).name, len(boards) - 1)
        if board is not None:
            return board
    raise BadInput(f"found no {difficulty} puzzle of {rows} x {cols} cells; try another seed, size or grade")


def _unique_places(rows: int, cols: int, parts: Sequence[Sequence[Cell]], rng: random.Random) -> list[Cell]:
    """Choose a cell for the number of each rectangle so that there is only one solution.

    The list is empty if no such cells were found.
    """
    places = [rng.choice(part) for part in parts]
    for _ in range(5 * len(parts)):
        board = _board(rows, cols, parts, places)
        model = PUZZLE.model_for_solving(board)
        with ModelSearch(model) as search:
            found, complete = search.find_all(Run(), 2)
        if complete:
            return places
        # To exclude another solution, a number is moved, inside its own rectangle, to a cell that the other
        # solution assigns to a different rectangle.
        moves = []
        for truth in found:
            other = decode(board, model, truth).by_cell()
            moves += [(i, c) for i, part in enumerate(parts) for c in part if other[c] != other[places[i]]]
        index, place = rng.choice(moves)
        places[index] = place
    return []


def _board(rows: int, cols: int, parts: Sequence[Sequence[Cell]], places: Sequence[Cell]) -> Board:
    areas = {place: len(part) for place, part in zip(places, parts, strict=True)}
    return Board(tuple(tuple(areas.get((row, column), EMPTY) for column in range(cols)) for row in range(rows)))


FILES = FileFormat(NumberBlock(), (EdgeAnswers(),))
URLS = PuzzLink("shikaku", Numbers16(), FILES, lambda board: board.rows, Board, penpa=penpa.numbers)

PUZZLE = Puzzle(
    __package__,
    notation=Notation(Board, Division, number_text, url=URLS),
    build=build,
    decode=decode,
    generate=generate,
)
