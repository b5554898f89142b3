"""The quilt: one player's board, filled patch by patch in a given order.

The experiment of "State Representation and Polyomino Placement for the Game Patchwork" (M. Z. Lagerkvist): the
patches come one after the other. Each is tried once; one that fits is laid, turned and turned over at will, and
stays where it is; one that fits nowhere is skipped for good. The more squares are covered in the end, the
better. A strategy says where a patch goes; it belongs to the instance as the question that is asked, and the
rules judge any way of laying the patches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from reprlib import repr as shorten
from typing import ClassVar

from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Cell, Instance, Solution, Verdict
from tilewright.games.patchwork.pieces.patches import PATCHES, SIDE
from tilewright.geometry import Polyomino

__all__ = ["RULES", "Placement", "QuiltInstance", "QuiltSolution", "check"]

LARGEST = 10**6
"""A solution may leave the board, but its numbers stay below this."""

RULES: Mapping[str, str] = {
    "not-the-patch": "The squares of a placement are the patch, turned or turned over.",
    "off-board": "A patch lies on the board of 9 x 9 squares.",
    "overlap": "No square lies under two patches.",
    "out-of-order": "The patches are laid in the order in which they come, each at most once.",
    "left-out": "A patch that still fits when its turn comes is laid.",
    "wrong-area": "The area is the number of covered squares.",
    "wrong-streak": "The streak is the place, counted from 1, of the first patch that was not laid.",
}


@dataclass(frozen=True, slots=True)
class QuiltInstance(Instance):
    """The patches in the order in which they come, and the strategy that lays them."""

    game: ClassVar[str] = "patchwork"

    order: tuple[int, ...]
    strategy: str = "all+regret"

    def __post_init__(self) -> None:
        from tilewright.games.patchwork.quilt.strategies import find_strategy

        seen: Counter[int] = Counter()
        for place, patch in enumerate(self.order):
            if type(patch) is not int or not 0 <= patch < len(PATCHES):
                raise BadInput(
                    f"order[{place}]: there is no patch {shorten(patch)}; "
                    f"expected a number from 0 to {len(PATCHES) - 1}"
                )
            seen[patch] += 1
            if seen[patch] > (copies := PATCHES[patch].copies):
                times = "once" if copies == 1 else f"{copies} times"
                raise BadInput(f"order[{place}]: patch {patch} may come at most {times}")
        find_strategy(self.strategy)

    @property
    def parts(self) -> int:
        return len(self.order)


@dataclass(frozen=True, slots=True)
class Placement:
    """A patch and the squares that it covers."""

    patch: int
    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        numbers = [self.patch, *(number for cell in self.cells for number in cell)]
        if any(type(number) is not int or abs(number) > LARGEST for number in numbers):
            raise BadInput(f"patch {shorten(self.patch)}: expected whole numbers of at most {LARGEST}")


@dataclass(frozen=True, slots=True)
class QuiltSolution(Solution):
    """The patches that were laid, in order; the squares covered; the place of the first one left out."""

    game: ClassVar[str] = "patchwork"

    placements: tuple[Placement, ...]
    area: int
    streak: int


# --- The judge ----------------------------------------------------------------------------------------


def check(instance: QuiltInstance, solution: QuiltSolution) -> Verdict:
    """Every rule that the solution breaks; the objective is the number of squares covered."""
    broken = (*_broken_shapes(solution), *_broken_order(instance, solution))
    return Verdict(broken, None if broken else solution.area)


def _broken_shapes(solution: QuiltSolution) -> Iterator[BrokenRule]:
    """What is wrong with placements on their own, and with what they cover together."""
    times: Counter[Cell] = Counter()
    for at, placement in enumerate(solution.placements):
        cells = set(placement.cells)
        times.update(cells)
        name = f"placements[{at}]: patch {placement.patch}"
        if not _is_the_patch(placement):
            yield BrokenRule("not-the-patch", f"{name} does not have this shape", tuple(sorted(cells)))
        if outside := sorted(cell for cell in cells if not _on_board(cell)):
            yield BrokenRule("off-board", f"{name} leaves the board at {list(outside[0])}", tuple(outside))
    if twice := sorted(cell for cell, count in times.items() if count > 1):
        yield BrokenRule(
            "overlap", f"square {list(twice[0])} lies under {times[twice[0]]} patches", tuple(twice)
        )
    area = sum(1 for cell in times if _on_board(cell))
    if solution.area != area:
        yield BrokenRule("wrong-area", f"{area} squares are covered, not {shorten(solution.area)}")


def _broken_order(instance: QuiltInstance, solution: QuiltSolution) -> Iterator[BrokenRule]:
    """Follow the order, patch by patch: the next placement is the patch's, or the patch must not fit."""
    covered: set[Cell] = set()
    laid = 0
    streak = 0
    for place, patch in enumerate(instance.order, start=1):
        if laid < len(solution.placements) and solution.placements[laid].patch == patch:
            covered.update(solution.placements[laid].cells)
            laid += 1
            continue
        streak = streak or place
        if room := _first_room(patch, covered):
            yield BrokenRule(
                "left-out",
                f"order[{place - 1}]: patch {patch} still fits, for instance at {list(room[0])}",
                room,
            )
    streak = streak or len(instance.order) + 1
    if laid < len(solution.placements):
        wrong = solution.placements[laid]
        yield BrokenRule(
            "out-of-order", f"placements[{laid}]: patch {wrong.patch} does not come here", tuple(wrong.cells)
        )
    elif solution.streak != streak:
        yield BrokenRule("wrong-streak", f"the streak is {streak}, not {shorten(solution.streak)}")


def _on_board(cell: Cell) -> bool:
    return 0 <= cell[0] < SIDE and 0 <= cell[1] < SIDE


def _is_the_patch(placement: Placement) -> bool:
    if not 0 <= placement.patch < len(PATCHES) or not placement.cells:
        return False
    cells = placement.cells
    return len(set(cells)) == len(cells) and Polyomino(cells) in PATCHES[placement.patch].orientations


def _first_room(patch: int, covered: set[Cell]) -> tuple[Cell, ...] | None:
    """Some squares where the patch fits."""
    for shape in PATCHES[patch].orientations:
        for cells in shape.placements(SIDE, SIDE, blocked=covered):
            return cells
    return None
