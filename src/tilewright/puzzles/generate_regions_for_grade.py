"""Search for a division of a board into regions with which the puzzle has one solution and a given grade.

The search moves single cells from one region to another. First, it reduces the number of cells in which the
solutions differ, until there is only one solution. Then it moves cells until the puzzle has the given grade,
and rejects moves after which there is not exactly one solution.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from tilewright.game import Cell, Run
from tilewright.geometry import neighbours
from tilewright.puzzles.board_base_classes import RegionGrid
from tilewright.puzzles.borders import Regions, numbered_regions
from tilewright.puzzles.grades import GRADES, Grade
from tilewright.puzzles.hints import TECHNIQUE_ORDER
from tilewright.puzzles.random_regions import RegionOf, move_cell
from tilewright.puzzles.rule_model import Model
from tilewright.puzzles.sat_search import ModelSearch

__all__ = ["RegionSearch"]

PATIENCE = 60
"""A search gives up after more than this many moves in succession without progress."""

Board = TypeVar("Board", bound=RegionGrid)


@dataclass(frozen=True, slots=True)
class RegionSearch(Generic[Board]):
    """Searches for a division of a board into regions.

    `new_board` returns the board with the given division, `build` adds the rules of a board to a model, and
    `grade` returns the grade of a board.
    """

    new_board: Callable[[Regions], Board]
    build: Callable[[Board, Model], None]
    grade: Callable[[Board], Grade]
    rng: random.Random

    def find(self, region_of: RegionOf, difficulty: str) -> Board | None:
        """Return a board with one solution and the given grade; None if none was found.

        The search starts with the division `region_of`.
        """
        unique = self._with_one_solution(region_of)
        return None if unique is None else self._with_grade(unique, difficulty)

    def _with_one_solution(self, region_of: RegionOf) -> RegionOf | None:
        undecided = self._undecided(region_of)
        failures = 0
        while undecided:
            if failures > PATIENCE:
                return None
            changed = self._moved(region_of, undecided)
            left = None if changed is None else self._undecided(changed, len(undecided))
            failures += 1
            if changed is not None and left is not None and len(left) <= len(undecided):
                if len(left) < len(undecided):
                    failures = 0
                region_of, undecided = changed, left
        return None if undecided is None else region_of

    def _undecided(self, region_of: RegionOf, most: int | None = None) -> list[Cell] | None:
        """Return the cells whose values differ between solutions; None if there is no solution.

        If there are more than `most` such cells, the search may stop early. The result then contains more than
        `most` cells, but perhaps not all.
        """
        most = len(region_of) if most is None else most
        model = Model(explaining=False)
        self.build(self._board(region_of), model)
        with ModelSearch(model) as search:
            common = search.common_values(Run(), least=len(region_of) - most) or {}
            solvable = bool(common) or search.find(Run()) is not False
        places: Iterable[Any] = model.values
        return [place for place in places if place not in common] if solvable else None

    def _with_grade(self, region_of: RegionOf, difficulty: str) -> Board | None:
        board = self._board(region_of)
        grade = self.grade(board)
        failures = 0
        while grade.name != difficulty:
            if failures > PATIENCE:
                return None
            failures += 1
            too_hard = GRADES.index(grade.name) > GRADES.index(difficulty)
            hardest = grade.hardest_step
            cells = (*hardest.cells, *hardest.because) if too_hard and hardest is not None else tuple(region_of)
            changed = self._moved(region_of, cells)
            if changed is None or self._undecided(changed, most=0) != []:
                continue
            other_board = self._board(changed)
            other = self.grade(other_board)
            if other.name == difficulty or (_effort(other) <= _effort(grade)) == too_hard:
                if _effort(other) != _effort(grade):
                    failures = 0
                region_of, board, grade = changed, other_board, other
        return board

    def _moved(self, region_of: RegionOf, cells: Collection[Cell]) -> RegionOf | None:
        """Move a random cell to another region and return the new division; None if the cell cannot be moved.

        The cell is one of `cells` or a neighbour of one of them.
        """
        near = sorted({other for cell in cells for other in (cell, *neighbours(cell)) if other in region_of})
        return move_cell(region_of, self.rng.choice(near), self.rng)

    def _board(self, region_of: RegionOf) -> Board:
        height, width = (1 + max(cell[axis] for cell in region_of) for axis in (0, 1))
        return self.new_board(
            numbered_regions([[region_of[row, column] for column in range(width)] for row in range(height)])
        )


def _effort(grade: Grade) -> tuple[int, ...]:
    """Return the number of rules of the hardest step, then how often each technique is used, the hardest first.

    The easiest technique, ``one-rule``, is left out.
    """
    return grade.most_rules, *(grade.steps.get(name, 0) for name in reversed(TECHNIQUE_ORDER[1:]))
