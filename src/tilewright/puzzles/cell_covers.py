"""Boards to be covered with pieces: the exact cover problem, its symmetries and its SAT model.

Pieces of equal shape (see `PieceBoard.shapes`) are interchangeable: they form one *kind*, and a placement names
only the kind of its piece.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Self

from tilewright.game import Answer, Cell, Run
from tilewright.geometry import Transform
from tilewright.puzzles.answer_from_solutions import build_answer, solutions_needed
from tilewright.puzzles.kinds_and_states import BORDER, JOIN, edge_between
from tilewright.puzzles.message_text import describe_cell
from tilewright.puzzles.piece_board import PieceBoard
from tilewright.puzzles.rule_model import Model, Truth
from tilewright.puzzles.solution_types import PuzzleSolution

__all__ = ["CellCovers", "Laid"]

UNLIMITED = -1
"""The value of `uses[k]` if kind k may be used any number of times; `find_covers` uses the same value."""


class Laid(NamedTuple):
    """A placement of a piece: its cells in reading order, and the index of the piece's kind."""

    cells: tuple[Cell, ...]
    kind: int


class CellCovers:
    """An exact cover problem: each cell must be covered by exactly one placement.

    A solution contains exactly `uses[k]` placements of kind k, or any number if `uses[k]` is `UNLIMITED`.
    `sentences` contains, for each kind, the sentence in which a hint states how often the kind is used.
    """

    def __init__(
        self, cells: Iterable[Cell], placements: Iterable[Laid], uses: Sequence[int], sentences: Sequence[str]
    ) -> None:
        self.cells = list(cells)
        self.uses = uses
        self.sentences = sentences
        rows, columns = {row for row, _ in self.cells}, {column for _, column in self.cells}
        # Sorting the placements along the longer side keeps those that cover the same cell close together.
        self._by_columns = len(columns) > len(rows)
        self.placements = sorted(placements, key=self._place)

    def _place(self, laid: Laid) -> Any:
        if self._by_columns:
            return sorted((column, row) for row, column in laid.cells), laid.kind
        return laid

    @classmethod
    def of_board(cls, board: PieceBoard) -> Self:
        """Return the exact cover problem of a board.

        If each piece must be used once and the total size of the pieces is not the number of cells to cover,
        there is no solution. The problem then has no placements.
        """
        owner = {cell: frozenset(placed.cells) for placed in board.fixed for cell in placed.cells}
        cells, shapes = list(board.cells()), board.shapes()
        area = sum(len(shape) * len(numbers) for shape, numbers in shapes.items())
        placements = [
            Laid(part, kind)
            for kind, shape in enumerate(shapes if not board.once or area == len(cells) else ())
            for turned in shape.orientations(mirror=board.flip)
            for part in turned.placements_within(cells)
            if not any(cell in owner and owner[cell] != set(part) for cell in part)
        ]
        uses = [len(numbers) if board.once else UNLIMITED for numbers in shapes.values()]
        return cls(cells, placements, uses, list(map(_placed_once, shapes.values())))

    # --- The search -----------------------------------------------------------------------------------

    def solve(self, run: Run, solution: Callable[[Sequence[Sequence[Cell]]], PuzzleSolution]) -> Answer:
        """Search for exact covers and return the answer.

        The function `solution` builds a solution from a list with the cells of each placed piece. If all
        solutions are counted and the board has symmetries, the statistics also contain the number of solutions
        up to symmetry.
        """
        from tilewright.puzzles.exact_cover import find_covers  # imported late: Numba is slow to import

        number = {cell: index for index, cell in enumerate(self.cells)}
        options = [(laid.kind, [number[cell] for cell in laid.cells]) for laid in self.placements]
        most = solutions_needed(run)
        symmetries = self.symmetries() if run.options.get("count") else []
        covers = find_covers(len(number), self.uses, options, run, most=most, symmetries=symmetries)
        found = [solution([self.placements[option].cells for option in row]) for row in covers.first[:most]]
        stats: dict[str, Any] = {"placements": len(options), "nodes": covers.nodes}
        if symmetries and covers.complete:
            stats["count_up_to_symmetry"] = covers.orbits
        return build_answer(run, found, complete=covers.complete, stats=stats, total=covers.total)

    def symmetries(self) -> list[list[int]]:
        """Return the symmetries of the board, except the identity, as permutations of the placements.

        A symmetry is a rotation or reflection of the board that maps placements to placements, and each kind to
        a kind with the same number of uses. A reflection can be a symmetry even if pieces must not be turned
        over: the set of pieces must then contain the mirror image of each piece.
        """
        index = {laid.cells: number for number, laid in enumerate(self.placements)}
        found = []
        for way in list(Transform)[1:]:
            image = {cell: way.apply(cell) for cell in self.cells}
            top, left = (
                min(cell[axis] for cell in image.values()) - min(cell[axis] for cell in self.cells)
                for axis in (0, 1)
            )
            moved = {cell: (row - top, column - left) for cell, (row, column) in image.items()}
            if set(moved.values()) != set(self.cells):
                continue
            images = [
                index.get(tuple(sorted(moved[cell] for cell in laid.cells)), -1) for laid in self.placements
            ]
            if sorted(images) == list(range(len(images))) and self._keeps_uses(images):
                found.append(images)
        return found

    def _keeps_uses(self, images: Sequence[int]) -> bool:
        """Return whether a permutation of placements maps each kind to a kind with the same number of uses."""
        kinds: dict[int, int] = {}
        for laid, number in zip(self.placements, images, strict=True):
            other = self.placements[number].kind
            if kinds.setdefault(laid.kind, other) != other or self.uses[laid.kind] != self.uses[other]:
                return False
        return True

    # --- The model ------------------------------------------------------------------------------------

    def build(self, model: Model) -> None:
        """Add the rules to a model.

        Each placement has a variable; in a model for hints, each edge also has a variable.
        """
        variables = model.new_variables(len(self.placements))
        model.choices = list(variables)
        over: dict[Cell, list[int]] = {cell: [] for cell in self.cells}
        of_kind: list[list[int]] = [[] for _ in self.uses]
        for variable, laid in zip(variables, self.placements, strict=True):
            of_kind[laid.kind].append(variable)
            for cell in laid.cells:
                over[cell].append(variable)
        for cell, literals in over.items():
            model.at_most_one.append(literals)
            model.rule(f"A piece covers {describe_cell(cell)}", [cell]).add(*literals)
        for literals, uses, sentence in zip(of_kind, self.uses, self.sentences, strict=True):
            if uses > len(literals):
                model.rule(sentence).add()  # an empty clause, because the kind has too few placements
            elif uses != UNLIMITED:
                model.rule(sentence).exactly(literals, uses)
        if model.explaining:
            model.choices = []
            self._decide_edges(model, over)

    def _decide_edges(self, model: Model, over: dict[Cell, list[int]]) -> None:
        """Add a variable for each edge: its two cells are joined if a chosen placement covers both."""
        for row, column in self.cells:
            for other in ((row, column + 1), (row + 1, column)):
                if other in over:
                    join = model.decide(edge_between((row, column), other), JOIN, BORDER)
                    both = set(over[row, column]) & set(over[other])
                    model.definitions.append([-join, *sorted(both)])
                    model.definitions += [[join, -variable] for variable in sorted(both)]

    def parts_in(self, truth: Truth) -> list[tuple[Cell, ...]]:
        """Return the cells of each placement whose variable is true in an assignment."""
        return [laid.cells for variable, laid in enumerate(self.placements, 1) if truth[variable]]


def _placed_once(numbers: Sequence[int]) -> str:
    """Return a sentence that says that each piece with one of the numbers is placed exactly once."""
    if len(numbers) == 1:
        return f"Piece {numbers[0]} is placed exactly once"
    return f"Each of the pieces {', '.join(map(str, numbers))} is placed exactly once"
