"""The data of the published model: parts, placement automata, and the spiral order of the cells.

The model is from "Nmbr9 as a Constraint Programming Challenge" (M. Z. Lagerkvist, 2019). The grid of the model,
of side s, has an empty border, so s is two more than the side of the usable square. `published_model.mzn`
states the model in MiniZinc, `cpsat_seed.py` in CP-SAT.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tilewright.errors import BadInput
from tilewright.game import Answer, Cell, Status
from tilewright.games.nmbr9.rules import PARTS, Nmbr9Instance, Nmbr9Solution, orientations
from tilewright.geometry import PlacementLanguage, surround_language

__all__ = ["PublishedModel", "answer", "solution"]

MOST_PAIRS = 300_000
"""The maximum size of a model: the number of pairs of parts, times the number of cells, times the number of
levels. Larger models exhaust the memory."""


@dataclass(frozen=True, slots=True)
class PublishedModel:
    """An instance, described by the parameters of the published model."""

    instance: Nmbr9Instance
    size: int
    """The side of the grid, including its border."""
    levels: int
    values: tuple[int, ...]
    """The value of each part; the copies of a number are consecutive."""

    @classmethod
    def of(cls, instance: Nmbr9Instance, solver: str) -> PublishedModel:
        if instance.variant == "U":
            raise BadInput(f"the solver {solver} solves variants F and K, not U")
        if instance.grid is None:
            raise BadInput(f"the solver {solver} needs a bounded table; set a grid, for example --set grid=6")
        values = tuple(value for value in range(instance.max_value + 1) for _ in range(instance.copies))
        size, levels = instance.grid + 2, min(instance.levels or instance.cards, (instance.cards + 1) // 2)
        pairs = len(values) ** 2 * levels * size**2
        if pairs > MOST_PAIRS:
            raise BadInput(
                f"the solver {solver} needs a smaller instance: there are {pairs:,} combinations of two parts,"
                f" a cell and a level; the limit is {MOST_PAIRS:,}"
            )
        return cls(instance, size, levels, values)

    def language(self, value: int) -> PlacementLanguage:
        """Return the language of the placements of a number on a level.

        A word starts with 1 if the part is on the level and 0 if it is not. Then each cell has the symbol 1 if
        the part covers it, 2 if it is adjacent to the part and not in a hole of the part, and 0 otherwise.
        """
        return surround_language(orientations(value), self.size, self.size, optional=True, with_holes=False)

    def measures(self, area: str) -> list[int]:
        """Return what each part contributes to the area constraint: its area or, as published, its value."""
        return [value if area == "published" else len(PARTS[value]) for value in self.values]

    def spiral(self) -> list[Cell]:
        """Return the cells of the grid in a spiral from the centre."""
        return list(_spiral(self.size))


def _spiral(size: int) -> Iterator[Cell]:
    row = column = (size - 1) // 2
    step_row, step_column = 0, 1
    length, seen = 1, 0
    while seen < size * size:
        for _ in range(2):
            for _ in range(length):
                if 0 <= row < size and 0 <= column < size:
                    seen += 1
                    yield row, column
                row, column = row + step_row, column + step_column
            step_row, step_column = step_column, -step_row
        length += 1


def answer(area: str, model_answer: Answer) -> Answer:
    """Return the answer of the model, weakened if the model uses the published area constraint.

    The published constraint excludes good stacks, so the optimum of the model is only a feasible solution, and
    its bound is not valid.
    """
    if area == "repaired":
        return model_answer
    stats = {**model_answer.stats, "model_says": model_answer.status.value}
    status = Status.FEASIBLE if model_answer.solution is not None else Status.UNKNOWN
    return Answer(status, model_answer.solution, model_answer.objective, None, stats=stats)


def solution(
    model: PublishedModel, deck: list[int], levels: list[int], covered: Mapping[int, list[Cell]]
) -> Nmbr9Solution:
    """Build a solution from the parts in order of play, their levels, and their cells on the bordered grid."""
    return Nmbr9Solution.of_parts(
        (model.values[part], levels[part], sorted((row - 1, column - 1) for row, column in covered[part]))
        for part in deck
    )
