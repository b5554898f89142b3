"""The moves: advance; buy a patch and lay it; lay a 1x1 patch.

A purchase is written ``buy 17mr1@3,4``: the patch, its orientation, and the row and column of the top left
corner of its bounding box. ``m`` mirrors the patch (left and right are exchanged); ``r1``, ``r2`` and ``r3``
then rotate it clockwise by one, two or three quarter turns. Without these letters the patch has the same
orientation as in the list of patches. The same notation can stand for different squares in different sets of
patches.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from tilewright.game import Cell
from tilewright.games.patchwork.pieces.patches import (
    PATCH_COUNT,
    PATCH_SETS,
    SIDE,
    Patch,
    PatchSet,
)
from tilewright.geometry import Polyomino, bounding_box

__all__ = [
    "SQUARES",
    "TURNS",
    "Advance",
    "Buy",
    "Move",
    "Special",
    "mask_of",
    "oriented",
    "purchases",
    "turn_names",
]

SQUARES = SIDE * SIDE


def mask_of(cells: tuple[Cell, ...]) -> int:
    """Return a set of squares as a bit mask; square (row, column) is bit 9 * row + column."""
    mask = 0
    for row, column in cells:
        mask |= 1 << SIDE * row + column
    return mask


@dataclass(frozen=True, slots=True)
class Advance:
    """Advance to the space after the opponent's space, and get one button per step."""

    def __str__(self) -> str:
        return "advance"

    def to_json(self) -> str:
        return "advance"


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy a patch and lay it on the given squares."""

    patch: int
    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))

    def __str__(self) -> str:
        return _to_text(self)

    def to_json(self) -> dict[str, Any]:
        return {"buy": self.patch, "cells": [list(cell) for cell in self.cells]}


@dataclass(frozen=True, slots=True)
class Special:
    """Lay a 1x1 patch from the time board on a square."""

    cell: Cell

    def __str__(self) -> str:
        return f"special {self.cell[0]},{self.cell[1]}"

    def to_json(self) -> dict[str, Any]:
        return {"special": list(self.cell)}


Move = Advance | Buy | Special

TURNS = ("", "r1", "r2", "r3", "m", "mr1", "mr2", "mr3")


def oriented(patch: Patch, turn: str) -> Polyomino:
    """Return the shape of a patch in an orientation, given by its name in `TURNS`."""
    quarters = int(turn[-1]) if "r" in turn else 0
    return (patch.shape.mirrored() if turn.startswith("m") else patch.shape).rotated(quarters)


@cache
def turn_names(patch: int) -> dict[Polyomino, str]:
    """Return the name of each distinct orientation of a patch, in all sets of patches.

    If an orientation has several names, it gets the first of them in `TURNS`. If a patch has different shapes
    in two sets, no orientation of one shape is an orientation of the other.
    """
    names: dict[Polyomino, str] = {}
    for patches in PATCH_SETS.values():
        for turn in TURNS:
            names.setdefault(oriented(patches[patch], turn), turn)
    return names


def _to_text(move: Buy) -> str:
    """Return a purchase in short notation if its squares have the patch's shape in any set, else list them."""
    if 0 < move.patch < PATCH_COUNT and move.cells:
        turn = turn_names(move.patch).get(Polyomino(move.cells))
        if turn is not None:
            box = bounding_box(move.cells)
            return f"buy {move.patch}{turn}@{box.top},{box.left}"
    return " ".join([f"buy {move.patch}", *(f"{row},{column}" for row, column in move.cells)])


@cache
def purchases(patches: PatchSet, patch: int) -> tuple[tuple[int, Buy], ...]:
    """Return the mask and the move of every purchase of a patch on an empty quilt.

    The purchases are in lexicographic order of their squares.
    """
    placements = {
        tuple(sorted(cells)) for shape in patches[patch].orientations for cells in shape.placements(SIDE, SIDE)
    }
    return tuple((mask_of(cells), Buy(patch, cells)) for cells in sorted(placements))
