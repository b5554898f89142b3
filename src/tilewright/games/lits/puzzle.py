"""LITS as a pencil puzzle: its notation, its rules as clauses, and its generator."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from functools import lru_cache

from tilewright.game import Cell
from tilewright.games.lits.rules import Board, Shading
from tilewright.geometry import Polyomino
from tilewright.puzzles import penpa
from tilewright.puzzles.borders import Regions, numbered_regions
from tilewright.puzzles.generate_regions_for_grade import RegionSearch
from tilewright.puzzles.kinds_and_states import all_edges, neighbours_on_board
from tilewright.puzzles.lazy_graph_constraints import Connected
from tilewright.puzzles.message_text import describe_cell
from tilewright.puzzles.notation import Notation
from tilewright.puzzles.puzzle_definition import Puzzle
from tilewright.puzzles.puzzlink import PuzzLink
from tilewright.puzzles.pzprv3 import CellAnswers, FileFormat, RegionBlock
from tilewright.puzzles.random_regions import grow_regions
from tilewright.puzzles.region_text import region_text
from tilewright.puzzles.retry_until_board import first_board
from tilewright.puzzles.rule_model import Model
from tilewright.puzzles.url_borders_regions_and_circles import RegionBorders

__all__ = ["PUZZLE"]

TETROMINOES = {"L": ("#.", "#.", "##"), "I": ("####",), "T": ("###", ".#."), "S": ("##.", ".##")}
"""The tetrominoes by their letters."""

ORIENTATIONS = tuple(
    (letter, tuple((row - shape.cells[0][0], column - shape.cells[0][1]) for row, column in shape.cells[1:]))
    for letter, rows in TETROMINOES.items()
    for shape in Polyomino.from_rows(rows).orientations(mirror=True)
)
"""Each orientation of each tetromino: the letter, and the other cells relative to the first cell."""


def build(board: Board, model: Model) -> None:
    """Add the rules of LITS for a board, with a variable for each placement of a tetromino in each region."""
    shaded = model.decide_shading(board.cells())
    beside = neighbours_on_board(board.height, board.width)
    regions = board.cells_by_region()
    connected = model.rule("All shaded cells are connected, and every region has four of them")
    letters: dict[int, dict[str, int]] = {}
    for region, cells in regions.items():
        rule = model.rule(f"The region of {describe_cell(cells[0])} contains one tetromino", cells)
        letters[region] = {letter: model.variable() for letter in TETROMINOES}
        inside = frozenset(cells)
        chosen = []
        covering: dict[Cell, list[int]] = {cell: [] for cell in cells}
        for letter, place in tetrominoes_within(inside):
            around = {other for cell in place for other in beside[cell] if other not in inside}
            if not around and len(regions) > 1 and not model.explaining:
                continue
            chosen.append(variable := model.variable())
            model.definitions += [[-variable, shaded[cell]] for cell in place]
            model.definitions.append([-variable, letters[region][letter]])
            if len(regions) > 1:
                connected.clauses.append([-variable, *(shaded[other] for other in around)])
            if model.explaining:
                model.definitions += [[-variable, -shaded[cell]] for cell in cells if cell not in place]
            for cell in place:
                covering[cell].append(variable)
        rule.clauses.append(chosen)
        if not model.explaining:
            model.at_most_one.append(chosen)
            model.choices += chosen
            rule.clauses += [[-shaded[cell], *places] for cell, places in covering.items()]
    rule = model.rule("No 2 x 2 block is shaded")
    for row in range(board.height - 1):
        for column in range(board.width - 1):
            rule.clauses.append([-shaded[cell] for cell in _block(row, column)])
    rule = model.rule("Two equal tetrominoes do not share an edge")
    for first, second in all_edges(board.height, board.width):
        here, there = (board.regions[row][column] for row, column in (first, second))
        if here != there:
            both = [-shaded[first], -shaded[second]]
            rule.clauses += [[*both, -own, -letters[there][letter]] for letter, own in letters[here].items()]
    connected.require(Connected(shaded, beside, regions.values(), in_each_group=4))


@lru_cache(maxsize=1000)  # The cache helps the generator, which changes only two regions at a time.
def tetrominoes_within(cells: frozenset[Cell]) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
    """Return the letter and the cells of each tetromino L, I, T or S that fits into a set of cells."""
    found = []
    for row, column in sorted(cells):
        for letter, others in ORIENTATIONS:
            place = ((row, column), *((row + down, column + right) for down, right in others))
            if cells.issuperset(place):
                found.append((letter, place))
    return tuple(found)


def generate(seed: int, rows: int = 7, cols: int = 7, difficulty: str = "medium") -> Board:
    """Return a board with one solution and the given grade; the regions grow around random tetrominoes."""

    def attempt(rng: random.Random) -> Board | None:
        seeds = _random_tetrominoes(rows, cols, rng)
        if not seeds:
            return None
        division = grow_regions(rows, cols, seeds, lambda cells: len(tetrominoes_within(frozenset(cells))), rng)
        return RegionSearch(Board, build, PUZZLE.explain.grade, rng).find(division, difficulty)

    return first_board(attempt, seed, rows, cols, difficulty)


def _random_tetrominoes(rows: int, cols: int, rng: random.Random) -> list[tuple[Cell, ...]]:
    """Place random tetrominoes that are connected and obey the rules, until no further one can be added."""
    beside = neighbours_on_board(rows, cols)
    letter_of: dict[Cell, str] = {}
    chosen: list[tuple[Cell, ...]] = []
    candidates = list(tetrominoes_within(frozenset(beside)))
    rng.shuffle(candidates)
    count = -1
    while len(chosen) > count:
        count = len(chosen)
        later = []
        for letter, place in candidates:
            touched = {letter_of[other] for cell in place for other in beside[cell] if other in letter_of}
            if letter in touched or any(cell in letter_of for cell in place):
                continue
            if chosen and not touched:
                later.append((letter, place))
            elif not _makes_a_square(place, letter_of):
                chosen.append(place)
                letter_of |= dict.fromkeys(place, letter)
        candidates = later
    return chosen


def _makes_a_square(place: Sequence[Cell], shaded: Collection[Cell]) -> bool:
    """Return whether a tetromino, together with the shaded cells, fills a 2 x 2 block."""
    return any(
        all(cell in place or cell in shaded for cell in _block(row - up, column - left))
        for row, column in place
        for up in (0, 1)
        for left in (0, 1)
    )


def _block(row: int, column: int) -> tuple[Cell, ...]:
    return (row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)


def _to_parts(board: Board) -> Regions:
    return numbered_regions(board.regions)


FILES = FileFormat(RegionBlock(), (CellAnswers(),))
URL = PuzzLink("lits", RegionBorders(), FILES, _to_parts, Board, refused_flags="d", penpa=penpa.regions)

PUZZLE = Puzzle(
    __package__,
    notation=Notation(Board, Shading, region_text, keys=("regions",), url=URL),
    build=build,
    generate=generate,
)
