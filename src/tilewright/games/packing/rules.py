"""The rules of polyomino packing.

A region of cells and some pieces are given. Place pieces so that:

- every piece is inside the region; pieces may be rotated, and turned over if `flip` is true;
- every cell of the region is covered by exactly one piece;
- every piece is placed exactly once if `each` is ``once``, and any number of times if `each` is ``any``;
- the pieces in `fixed` are not moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Cell, Verdict
from tilewright.geometry import Polyomino
from tilewright.puzzles import piece_solution
from tilewright.puzzles.message_text import describe_cell, with_plural
from tilewright.puzzles.piece_board import PieceBoard, Placed

__all__ = ["RULES", "Packing", "Placements", "check"]

RULES: Mapping[str, str] = {
    "unknown-piece": "Every placement names one of the given pieces.",
    "wrong-shape": "A placement has the shape of its piece, possibly rotated and, if allowed, turned over.",
    "outside": "Every piece is inside the region.",
    "overlap": "No two pieces cover the same cell.",
    "repeated-piece": "No piece is placed twice, unless each piece may be used any number of times.",
    "missing-piece": "Every piece is placed, unless each piece may be used any number of times.",
    "uncovered": "Every cell of the region is covered.",
    "fixed-piece": "The fixed pieces are not moved.",
}


@dataclass(frozen=True, slots=True)
class Packing(PieceBoard):
    """A region (``.`` is to be covered, ``#`` is not) and the pieces that cover it."""

    game: ClassVar[str] = "packing"

    def __post_init__(self) -> None:
        super(Packing, self).__post_init__()
        for broken in _conflicts(self, self.fixed):
            raise BadInput(f"fixed: {broken.message}")


class Placements(piece_solution.Placements):
    """The placed pieces, including the fixed ones."""

    __slots__ = ()
    game: ClassVar[str] = "packing"


def check(instance: Packing, solution: Placements) -> Verdict:
    """Return the verdict with every violation."""
    return Verdict((*_conflicts(instance, solution.placements), *_omissions(instance, solution.placements)))


def _conflicts(instance: Packing, placed: Sequence[Placed]) -> Iterator[BrokenRule]:
    """Yield the violations that no further placement could repair."""
    region, covered, used = set(instance.cells()), Counter[Cell](), Counter[int]()
    for number, cells in placed:
        name = f"piece {number} at {describe_cell(cells[0])}"
        covered.update(cells)
        used[number] += 1
        if number >= len(instance.pieces):
            yield BrokenRule("unknown-piece", f"{name}: there is no such piece", cells)
        elif len(set(cells)) == len(cells):
            turned = Polyomino.from_rows(instance.pieces[number]).orientations(mirror=instance.flip)
            if Polyomino.from_cells(cells) not in turned:
                yield BrokenRule("wrong-shape", f"{name}: its cells do not have the shape of the piece", cells)
        if outside := tuple(cell for cell in cells if cell not in region):
            yield BrokenRule("outside", f"{name}: {describe_cell(outside[0])} is not in the region", outside)
        if used[number] == 2 and instance.once:
            yield BrokenRule("repeated-piece", f"{name}: the piece is already placed elsewhere", cells)
    for cell in (cell for cell, times in covered.items() if times > 1):
        yield BrokenRule("overlap", f"{describe_cell(cell)} is covered {covered[cell]} times", (cell,))


def _omissions(instance: Packing, placed: Sequence[Placed]) -> Iterator[BrokenRule]:
    covered, used = {cell for _, cells in placed for cell in cells}, {number for number, _ in placed}
    if uncovered := tuple(cell for cell in instance.cells() if cell not in covered):
        yield BrokenRule("uncovered", f"{with_plural(len(uncovered), 'cell')} not covered", uncovered)
    missing = [number for number in range(len(instance.pieces)) if number not in used]
    if missing and instance.once:
        yield BrokenRule("missing-piece", f"not placed: {', '.join(f'piece {number}' for number in missing)}")
    parts = {frozenset(cells) for _, cells in placed}
    for number, cells in instance.fixed:
        if frozenset(cells) not in parts:
            yield BrokenRule("fixed-piece", f"the fixed piece {number} is not in its place", cells)
