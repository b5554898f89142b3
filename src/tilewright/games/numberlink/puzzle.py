"""Numberlink as a pencil puzzle: its notation, its rules as clauses, and its generator."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from tilewright.errors import BadInput
from tilewright.game import Answer, Cell, Run
from tilewright.games.numberlink.rules import Board, Paths
from tilewright.puzzles import penpa
from tilewright.puzzles.disjoint_paths import (
    PathPuzzle,
    colours_allow_full_paths,
    label_clauses,
    passing_clauses,
)
from tilewright.puzzles.kinds_and_states import CROSS, LINE, all_edges, edge_between
from tilewright.puzzles.lazy_graph_constraints import Joined, NoCycles
from tilewright.puzzles.message_text import describe_cell
from tilewright.puzzles.notation import Notation, told_number_text
from tilewright.puzzles.path_partition import Path, random_paths
from tilewright.puzzles.puzzlink import PuzzLink
from tilewright.puzzles.pzprv3 import EdgeAnswers, FileFormat, NumberBlock
from tilewright.puzzles.rule_model import Model
from tilewright.puzzles.url_numbers import NumberRows, Numbers16

__all__ = ["PUZZLE"]

# --- Notation -----------------------------------------------------------------------------------------


class _Text:
    """A text grid of numbers; if every cell must be used, a line ``fill`` comes first."""

    def read(self, text: str) -> dict[str, Any]:
        first, _, rest = text.strip().partition("\n")
        fill = first.strip() == "fill"
        return {**told_number_text.read(rest if fill else text), "fill": fill}

    def write(self, data: Mapping[str, Any]) -> str:
        return ("fill\n" if data.get("fill") else "") + told_number_text.write(data)


def _numbers(board: Board) -> NumberRows:
    if board.fill:
        raise BadInput("the formats of puzz.link cannot express that every cell must be used; use text or JSON")
    return board.rows


LINK = PuzzLink(
    "numlin",
    Numbers16(),
    FileFormat(NumberBlock(), (EdgeAnswers(),)),
    _numbers,
    Board,
    ("numberlink",),
    penpa=penpa.labels,
)

# --- Rules as clauses ---------------------------------------------------------------------------------


def build(board: Board, model: Model) -> None:
    """Add the rules of Numberlink for a board."""
    lines = {edge: model.decide(edge, LINE, CROSS) for edge in all_edges(board.height, board.width)}
    model.choices = list(lines.values())
    ends = board.ends()
    around: dict[Cell, list[int]] = {cell: [] for cell in board.cells()}
    for edge, line in lines.items():
        for cell in edge:
            around[cell].append(line)
    for number, cells in ends.items():
        for cell in cells:
            rule = model.rule(f"The {number} in {describe_cell(cell)} has exactly one line", (cell,))
            rule.add(*around[cell])
            rule.clauses += [[-a, -b] for place, a in enumerate(around[cell]) for b in around[cell][:place]]
    clues = board.clues()
    sentence = "Every cell without a number is entered and left by a line"
    passed = model.rule(
        sentence if board.fill else "A line that enters a cell without a number leaves it again"
    )
    for cell in board.cells():
        if cell not in clues:
            passed.clauses += passing_clauses(around[cell], board.fill)
    different = model.rule("Lines of different numbers do not meet")
    different.clauses += label_clauses(board, model, lines)
    model.rule("No line forms a loop").require(NoCycles(lines))
    if board.fill and not colours_allow_full_paths(board):
        model.rule("A chessboard colouring shows that the paths cannot use all cells").add()
    if model.explaining:
        for number, (first, last) in ends.items():
            rule = model.rule(f"The {number}s are joined by a path", (first, last))
            others = clues.keys() - {first, last}
            free = {edge: line for edge, line in lines.items() if others.isdisjoint(edge)}
            rule.require(Joined(first, last, free))


# --- Generator ----------------------------------------------------------------------------------------


ATTEMPTS = 300
"""The generator gives up after this many attempts; puzzles on small boards, for example, are rarely hard."""

EFFORT = {"easy": (0, 1), "medium": (3, 1), "hard": (20, 5), "expert": (40, 30)}
"""For each grade: how many sweeps lengthen the paths, and how many random divisions of the board into paths
are generated. The division with the fewest paths is used."""


def generate(
    seed: int, rows: int = 10, cols: int = 10, difficulty: str = "medium", fill: bool = False
) -> Board:
    """Return a board with the given grade and exactly one solution; fewer, longer paths make it harder."""
    rng = random.Random(seed)
    sweeps, divisions = EFFORT[difficulty]
    for _ in range(ATTEMPTS):
        candidates = [random_paths(rows, cols, sweeps, rng) for _ in range(divisions)]
        paths = _cut(min(candidates, key=len), rows, cols, fill, rng)
        if paths:
            board = _board(rng.sample(paths, len(paths)), rows, cols, fill)
            if PUZZLE.explain.grade(board).name == difficulty:
                return board
    raise BadInput(f"found no {difficulty} board of {rows} x {cols} cells: ask for another grade or size")


def _board(paths: list[Path], rows: int, cols: int, fill: bool) -> Board:
    numbers = [[0] * cols for _ in range(rows)]
    for number, path in enumerate(paths, 1):
        for row, column in (path[0], path[-1]):
            numbers[row][column] = number
    return Board(tuple(map(tuple, numbers)), fill)


def _answer(board: Board) -> Answer:
    return PUZZLE.sat(board, Run(options={"unique": True}))


def _cut(paths: list[Path], rows: int, cols: int, fill: bool, rng: random.Random) -> list[Path]:
    """Cut paths in two where solutions differ, until only one solution is left; return [] if that fails.

    Paths of one cell are left out; if every cell must be used and there is such a path, the result is [].
    """
    while not (fill and any(len(path) == 1 for path in paths)):
        paths = [path for path in paths if len(path) > 1]
        board = _board(paths, rows, cols, fill)
        answer = _answer(board)
        if answer.unique:
            return paths
        first: Any = answer.solution
        second = Paths.from_json(answer.stats["second_solution"])
        steps = [
            {edge_between(*step) for path in each.paths for step in pairwise(path)} for each in (first, second)
        ]
        places = [
            (path, place)
            for path in paths
            for place in range(2, len(path) - 1)
            if not all(edge_between(path[place - 1], path[place]) in each for each in steps)
        ]
        if not places:
            break
        path, place = rng.choice(places)
        paths = [each for each in paths if each != path] + [path[:place], path[place:]]
    return []


PUZZLE: PathPuzzle = PathPuzzle(
    __package__,
    notation=Notation(Board, Paths, _Text(), optional={"fill": False}, url=LINK),
    build=build,
    generate=generate,
    facts=lambda board: ["fill.\n"] if board.fill else [],
)
