"""The rules of the placement study: one player's quilt, filled patch by patch in a given order.

This is the experiment of "State Representation and Polyomino Placement for the Game Patchwork" (M. Z.
Lagerkvist). It is defined for a set of patches: by default for the set of the paper's program, on which the
published numbers are based. The patches come one after the other. Each patch is tried once: if it fits, it is
laid, in any rotation and mirrored or not, and is never moved; if it fits nowhere, it is skipped and does not
come back. The aim is to cover as many squares as possible. The instance names the strategy that chooses the
placements, but the checker accepts any legal placements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from reprlib import repr as shorten
from typing import Any, ClassVar

from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Cell, Instance, Solution, Verdict
from tilewright.games.patchwork.pieces.patches import SIDE, Patch, PatchSet, patch_set
from tilewright.geometry import Polyomino

__all__ = ["RULES", "Placement", "QuiltInstance", "QuiltSolution", "check"]

LARGEST_NUMBER = 10**6
"""The largest absolute value of a number in a placement; negative coordinates are off the board."""

RULES: Mapping[str, str] = {
    "not-the-patch": "The squares of a placement have the shape of the patch, possibly rotated or mirrored.",
    "off-board": "A patch is laid inside the 9 x 9 board.",
    "overlap": "No square is covered by two patches.",
    "out-of-order": "The patches are laid in the order in which they come, each at most once.",
    "left-out": "A patch that still fits when its turn comes is laid.",
    "wrong-area": "The area is the number of covered squares.",
    "wrong-streak": "The streak is the position, counted from 1, of the first patch that was not laid;"
    " if all were laid, it is one more than the number of patches.",
}


@dataclass(frozen=True, slots=True)
class QuiltInstance(Instance):
    """An order of patches, the strategy that lays the patches, and the name of the set of patches."""

    game: ClassVar[str] = "patchwork"

    order: tuple[int, ...]
    strategy: str = "all+regret"
    patches: str = "paper"

    def __post_init__(self) -> None:
        from tilewright.games.patchwork.quilt.strategies import find_strategy

        patches = patch_set(self.patches)
        seen: Counter[int] = Counter()
        for index, patch in enumerate(self.order):
            if type(patch) is not int or not 0 <= patch < len(patches):
                raise BadInput(
                    f"order[{index}]: there is no patch {shorten(patch)}; "
                    f"expected a number from 0 to {len(patches) - 1}"
                )
            seen[patch] += 1
            if seen[patch] > (copies := patches[patch].copies):
                times = "once" if copies == 1 else f"{copies} times"
                raise BadInput(f"order[{index}]: patch {patch} may occur at most {times}")
        find_strategy(self.strategy)

    @property
    def parts(self) -> int:
        return len(self.order)

    @property
    def patch_set(self) -> PatchSet:
        return patch_set(self.patches)

    @property
    def shapes(self) -> list[Polyomino]:
        """The shapes of the patches, in the order of the instance."""
        return [self.patch_set[patch].shape for patch in self.order]


@dataclass(frozen=True, slots=True)
class Placement:
    """A patch and the squares that it covers."""

    patch: int
    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        numbers = [self.patch, *(number for cell in self.cells for number in cell)]
        if any(type(number) is not int or abs(number) > LARGEST_NUMBER for number in numbers):
            limits = f"from {-LARGEST_NUMBER} to {LARGEST_NUMBER}"
            raise BadInput(f"patch {shorten(self.patch)}: patch and coordinates must be whole numbers {limits}")

    def to_json(self) -> dict[str, Any]:
        return {"patch": self.patch, "cells": [list(cell) for cell in self.cells]}


@dataclass(frozen=True, slots=True)
class QuiltSolution(Solution):
    """The placements in order, the number of covered squares, and the streak.

    The streak is the position, counted from 1, of the first patch of the order that was not laid. If all
    patches were laid, it is one more than the number of patches.
    """

    game: ClassVar[str] = "patchwork"

    placements: tuple[Placement, ...]
    area: int
    streak: int


# --- The checker --------------------------------------------------------------------------------------


def check(instance: QuiltInstance, solution: QuiltSolution) -> Verdict:
    """Return every broken rule; if no rule is broken, return the number of covered squares as the objective."""
    broken = (*_broken_shapes(instance, solution), *_broken_order(instance, solution))
    return Verdict(broken, None if broken else solution.area)


def _broken_shapes(instance: QuiltInstance, solution: QuiltSolution) -> Iterator[BrokenRule]:
    """Yield the broken rules of each placement by itself, then overlaps and a wrong area."""
    times: Counter[Cell] = Counter()
    for index, placement in enumerate(solution.placements):
        cells = set(placement.cells)
        times.update(cells)
        name = f"placements[{index}]: patch {placement.patch}"
        if not _is_the_patch(placement, instance.patch_set):
            message = f"{name} of the set {instance.patches!r} does not have the shape of the given squares"
            if not 0 <= placement.patch < len(instance.patch_set):
                message = f"{name} does not exist in the set {instance.patches!r}"
            yield BrokenRule("not-the-patch", message, tuple(sorted(cells)))
        if outside := sorted(cell for cell in cells if not _on_board(cell)):
            yield BrokenRule("off-board", f"{name} leaves the board at {list(outside[0])}", tuple(outside))
    if twice := sorted(cell for cell, count in times.items() if count > 1):
        yield BrokenRule(
            "overlap", f"square {list(twice[0])} is covered by {times[twice[0]]} patches", tuple(twice)
        )
    area = sum(1 for cell in times if _on_board(cell))
    if solution.area != area:
        yield BrokenRule("wrong-area", f"{area} squares are covered, not {shorten(solution.area)}")


def _broken_order(instance: QuiltInstance, solution: QuiltSolution) -> Iterator[BrokenRule]:
    """Yield the broken rules about the order and the streak.

    Each patch of the order must be the patch of the next placement, or fit nowhere. The streak is checked only
    if all placements are in order.
    """
    covered: set[Cell] = set()
    laid = 0
    streak = 0
    for position, patch in enumerate(instance.order, start=1):
        if laid < len(solution.placements) and solution.placements[laid].patch == patch:
            covered.update(solution.placements[laid].cells)
            laid += 1
            continue
        streak = streak or position
        if free_cells := _first_free_placement(instance.patch_set[patch], covered):
            yield BrokenRule(
                "left-out",
                f"order[{position - 1}]: patch {patch} still fits, for instance at {list(free_cells[0])}",
                free_cells,
            )
    streak = streak or len(instance.order) + 1
    if laid < len(solution.placements):
        wrong = solution.placements[laid]
        yield BrokenRule(
            "out-of-order",
            f"placements[{laid}]: in the order, patch {wrong.patch} does not follow the patches laid before it",
            tuple(wrong.cells),
        )
    elif solution.streak != streak:
        yield BrokenRule("wrong-streak", f"the streak is {streak}, not {shorten(solution.streak)}")


def _on_board(cell: Cell) -> bool:
    return 0 <= cell[0] < SIDE and 0 <= cell[1] < SIDE


def _is_the_patch(placement: Placement, patches: PatchSet) -> bool:
    if not 0 <= placement.patch < len(patches) or not placement.cells:
        return False
    cells = placement.cells
    return len(set(cells)) == len(cells) and Polyomino(cells) in patches[placement.patch].orientations


def _first_free_placement(patch: Patch, covered: set[Cell]) -> tuple[Cell, ...] | None:
    """Return the squares of a patch's first placement that fits, or None if the patch fits nowhere."""
    for shape in patch.orientations:
        for cells in shape.placements(SIDE, SIDE, blocked=covered):
            return cells
    return None
