"""Solutions of boards with pieces: each placement has the number of a piece and the cells that it covers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from tilewright.puzzles.board_base_classes import GridBoard
from tilewright.puzzles.kinds_and_states import BORDER, JOIN, Kind, Place, Value, all_edges
from tilewright.puzzles.piece_board import Placed, placements_to_json, read_placements
from tilewright.puzzles.solution_types import PuzzleSolution, components
from tilewright.strict_json import read_object

__all__ = ["Placements"]


@dataclass(frozen=True, slots=True)
class Placements(PuzzleSolution):
    """The placed pieces, including fixed ones. In a state, these are the pieces placed so far."""

    kind: ClassVar[Kind] = Kind.REGIONS
    placements: tuple[Placed, ...]

    @classmethod
    def from_json(cls, data: Any) -> Self:
        fields = read_object(data, "the solution", {"placements"})
        return cls(read_placements(fields["placements"], "placements"))

    def to_json(self) -> dict[str, Any]:
        return {"placements": placements_to_json(self.placements)}

    @classmethod
    def from_values(cls, instance: Any, values: Mapping[Place, Value]) -> Self:
        joined: Any = [edge for edge, value in values.items() if value == JOIN]
        return cls(instance.assign(components(instance.cells(), joined)))

    def values(self, instance: GridBoard) -> dict[Place, Value]:
        """Return `BORDER` for the edges around the placed pieces, and `JOIN` for the edges inside them."""
        owner = {cell: number for number, placed in enumerate(self.placements) for cell in placed.cells}
        cells = set(instance.cells())
        return {
            (first, second): JOIN if owner.get(first) == owner.get(second) else BORDER
            for first, second in all_edges(instance.height, instance.width)
            if first in cells and second in cells and (first in owner or second in owner)
        }
