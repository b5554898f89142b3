"""The data of the published model: parts, automata, and the spiral in which cells are tried.

The model is that of "Nmbr9 as a Constraint Programming Challenge" (M. Z. Lagerkvist, 2019). Its grid of side s
keeps an empty border, so s is two more than the side of the usable square. `seed.mzn` states it in MiniZinc,
`cpsat_seed.py` in CP-SAT.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tilewright.errors import BadInput
from tilewright.game import Answer, Cell, Status
from tilewright.games.nmbr9.rules import PARTS, Nmbr9Instance, Nmbr9Solution, Placement, orientations
from tilewright.geometry import PlacementLanguage, surround_language

__all__ = ["AREAS", "SeedModel", "answer", "solution"]

AREAS = ("repaired", "published")

LARGEST = 300_000
"""Pairs of parts on cells of levels; the whole game has 20 x 20 parts and runs out of memory."""


@dataclass(frozen=True, slots=True)
class SeedModel:
    """An instance in the terms of the published model."""

    instance: Nmbr9Instance
    size: int
    """Side of the grid, its border included."""
    levels: int
    values: tuple[int, ...]
    """The value of each part; the copies of a number stand side by side."""

    @classmethod
    def of(cls, instance: Nmbr9Instance, solver: str) -> SeedModel:
        if instance.variant == "U":
            raise BadInput(f"{solver} plays variants F and K, not U")
        if instance.grid is None:
            raise BadInput(f"{solver} plays bounded tables; set a grid, for example --set grid=6")
        values = tuple(value for value in range(instance.max_value + 1) for _ in range(instance.copies))
        size, levels = instance.grid + 2, min(instance.levels or instance.cards, (instance.cards + 1) // 2)
        pairs = len(values) ** 2 * levels * size**2
        if pairs > LARGEST:
            raise BadInput(
                f"{solver} plays small tables: {pairs:,} pairs of parts on cells are more than {LARGEST:,}"
            )
        return cls(instance, size, levels, values)

    def language(self, value: int) -> PlacementLanguage:
        """Placements of a number on a level: whether it is there, then 1 covered, 2 around it, 0 elsewhere."""
        return surround_language(orientations(value), self.size, self.size, optional=True, with_holes=False)

    def measures(self, area: str) -> list[int]:
        """What the constraint on areas adds up for each part: as published it is the value, by a slip."""
        return [value if area == "published" else len(PARTS[value]) for value in self.values]

    def spiral(self) -> list[Cell]:
        """The cells of the grid in a spiral from the centre."""
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


def answer(model: SeedModel, area: str, found: Answer) -> Answer:
    """As published, the model cuts off good stacks: what it calls an optimum is only a stack."""
    if area == "repaired":
        return found
    stats = {**found.stats, "model_says": found.status.value}
    status = Status.FEASIBLE if found.solution is not None else Status.UNKNOWN
    return Answer(status, found.solution, found.objective, None, stats=stats)


def solution(
    model: SeedModel, deck: list[int], levels: list[int], covered: Mapping[int, list[Cell]]
) -> Nmbr9Solution:
    """From the parts in order of play, the level of each part, and its cells on the grid with its border."""
    placements: list[Placement] = []
    for part in deck:
        value = model.values[part]
        copy = sum(placed.value == value for placed in placements)
        cells = tuple(sorted((row - 1, column - 1) for row, column in covered[part]))
        placements.append(Placement(value, copy, levels[part], cells))
    return Nmbr9Solution(tuple(placements))
