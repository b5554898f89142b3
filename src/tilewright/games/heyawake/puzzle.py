"""Heyawake as a pencil puzzle: its notation, its rules as clauses, and its generator."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from tilewright.game import Cell
from tilewright.games.heyawake.rules import Board, Shading
from tilewright.puzzles import penpa
from tilewright.puzzles.board_base_classes import UNKNOWN
from tilewright.puzzles.borders import Regions, numbered_regions
from tilewright.puzzles.clue_removal import other_solution, remove_clues_to_grade
from tilewright.puzzles.kinds_and_states import (
    SHADED,
    Place,
    Value,
    all_edges,
    neighbours_on_board,
    rows_and_columns,
)
from tilewright.puzzles.lazy_graph_constraints import NotDivided
from tilewright.puzzles.message_text import describe_cell, with_plural
from tilewright.puzzles.notation import Notation
from tilewright.puzzles.puzzle_definition import Puzzle
from tilewright.puzzles.puzzlink import PuzzLink
from tilewright.puzzles.pzprv3 import CellAnswers, EdgeAnswers, FileFormat, NumberedRegionBlock
from tilewright.puzzles.random_regions import cut_regions, random_rectangular_regions
from tilewright.puzzles.random_solution_of_model import random_solution
from tilewright.puzzles.redundant_shading_constraints import add_count_constraints
from tilewright.puzzles.region_text import numbered_region_text
from tilewright.puzzles.retry_until_board import first_board
from tilewright.puzzles.rule_model import Model
from tilewright.puzzles.url_borders_regions_and_circles import NumberedRegions, RegionNumbers

__all__ = ["PUZZLE"]

LONGEST_ROOM = 4
"""The maximum length of a room's side, in cells, in the initial division of the board."""


def build(board: Board, model: Model) -> None:
    """Add the rules of Heyawake for a board."""
    shaded = model.decide_shading(board.cells())
    rule = model.rule("No two shaded cells share an edge")
    for first, second in all_edges(board.height, board.width):
        rule.add(-shaded[first], -shaded[second])
    rooms = board.cells_by_region()
    for region, number in board.counts:
        room = rooms[region]
        cells = with_plural(number, "shaded cell")
        rule = model.rule(f"The room of {describe_cell(room[0])} has {cells}", room)
        rule.exactly([shaded[cell] for cell in room], number)
    for line in _lines_over_three_rooms(board):
        rule = model.rule(f"An unshaded line from {describe_cell(line[0])} spans at most two rooms", line)
        rule.add(*(shaded[cell] for cell in line))
    beside = neighbours_on_board(board.height, board.width)
    rule = model.rule("All unshaded cells are connected, so no chain of shaded cells divides the board")
    rule.require(NotDivided(shaded, beside))
    # The shortest chains surround a single cell. They are forbidden from the start, unless this cell and the
    # chain make up the whole board.
    rule.clauses += [
        [-shaded[other] for other in around] for around in beside.values() if len(around) + 1 < len(beside)
    ]


def strengthen(board: Board, model: Model) -> None:
    """Add redundant constraints that bound the numbers of shaded cells, for CP-SAT."""
    shaded = {cell: model.values[cell][SHADED] for cell in board.cells()}
    rooms = board.cells_by_region()
    add_count_constraints(model, shaded, [(rooms[region], number) for region, number in board.counts])


def _lines_over_three_rooms(board: Board) -> Iterator[list[Cell]]:
    """Yield the straight lines of cells that span three rooms and contain no shorter line that does."""
    for line in rows_and_columns(board.height, board.width):
        rooms = [board.regions[row][column] for row, column in line]
        start = 0
        for end in range(1, len(line) + 1):
            while len(set(rooms[start:end])) > 2:
                start += 1
                if len(set(rooms[start:end])) == 2:
                    yield line[start - 1 : end]


def generate(seed: int, rows: int = 8, cols: int = 8, difficulty: str = "medium") -> Board:
    """Return a board with one solution and the given grade.

    Each room of a random division is given the number of its shaded cells in a random shading. Rooms are split
    until the shading is the only solution; then numbers are removed.
    """

    def attempt(rng: random.Random) -> Board | None:
        board = _with_one_solution(random_rectangular_regions(rows, cols, LONGEST_ROOM, rng), rng)
        if board is None:
            return None
        return remove_clues_to_grade(
            board,
            board.counts,
            lambda board, clue: Board(board.regions, tuple(each for each in board.counts if each != clue)),
            build,
            PUZZLE.explain.grade,
            difficulty,
            rng,
        )

    return first_board(attempt, seed, rows, cols, difficulty)


def _with_one_solution(regions: Regions, rng: random.Random) -> Board | None:
    """Split rooms until the board with all numbers has one solution; return None if this fails."""
    model = Model(explaining=False)
    build(Board(regions), model)
    values = random_solution(model, SHADED, rng)
    if values is None:
        return None
    board = _numbered(regions, values)
    while other := other_solution(board, build, values):
        for divided, half in cut_regions(board.regions, rng):
            count, other_count = (sum(each[cell] == SHADED for cell in half) for each in (values, other))
            if count != other_count and _obeys_lines(Board(divided), values):
                board = _numbered(divided, values)
                break
        else:
            return None
    return board


def _obeys_lines(board: Board, values: Mapping[Place, Value]) -> bool:
    return all(any(values[cell] == SHADED for cell in line) for line in _lines_over_three_rooms(board))


def _numbered(regions: Regions, values: Mapping[Place, Value]) -> Board:
    """Return the board with a number for every room: how many of its cells are shaded in `values`."""
    rooms = Board(regions).cells_by_region().items()
    return Board(regions, tuple((room, sum(values[cell] == SHADED for cell in cells)) for room, cells in rooms))


def _to_parts(board: Board) -> tuple[Regions, RegionNumbers]:
    return numbered_regions(board.regions), tuple(map(dict(board.counts).get, board.cells_by_region()))


def _from_parts(parts: tuple[Regions, RegionNumbers]) -> Board:
    regions, numbers = parts
    counts = [(region, number) for region, number in enumerate(numbers, 1) if number not in (None, UNKNOWN)]
    return Board(regions, counts)  # type: ignore[arg-type]


FILES = FileFormat(NumberedRegionBlock(), (CellAnswers(), EdgeAnswers(optional=True)))
URL = PuzzLink("heyawake", NumberedRegions(), FILES, _to_parts, _from_parts, penpa=penpa.regions_and_numbers)

PUZZLE = Puzzle(
    __package__,
    notation=Notation(
        Board,
        Shading,
        numbered_region_text,
        keys=("regions", "clues"),
        attributes={"clues": "counts"},
        url=URL,
    ),
    build=build,
    generate=generate,
    strengthen=strengthen,
)
