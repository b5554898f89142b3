"""The features and the values of placements, computed with sets of cells.

This is an independent implementation of what `placement_value_kernel` and `learned_value_kernel` compute.
"""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.game import Cell
from tilewright.games.nmbr9.state import Nmbr9Move, Nmbr9State
from tilewright.geometry import bounding_box, neighbours

FULL = 19


def placement_value(state: Nmbr9State, move: Nmbr9Move, weights: Mapping[str, float]) -> float:
    """Return the score after a move plus the weighted features of the placement."""
    points = state.scores()[0] + move.value * (move.level - 1)
    left = state.instance.cards - len(state.placed) - 1
    if left == 0:
        return points
    feature = features(state, move)
    height = move.level - 1
    growing = sum(
        weights[name] * feature[name] for name in ("open", "met", "edge", "pit", "seam", "room", "taken")
    )
    shape = growing * (1 + weights["growth"] * height)
    shape += sum(weights[name] * feature[name] for name in ("height", "bulk", "value", "alone", "box"))
    return points + shape * min(1, left / FULL) ** weights["fade"]


def features(state: Nmbr9State, move: Nmbr9Move) -> dict[str, int]:
    part, level = set(move.cells), move.level
    here, below, above = (_level(state, each) for each in (level, level - 1, level + 1))
    sides = [near for cell in part for near in neighbours(cell) if near not in part]
    met = sum(near in here for near in sides)
    edge = sum(near not in below for near in sides) if level > 1 else 0
    before = bounding_box(here) if here else None
    after = bounding_box({*here, *part})
    return {
        "open": len(sides) - met - edge,
        "met": met,
        "edge": edge,
        "pit": len(_pits({*here, *part})) - len(_pits(set(here))),
        "seam": sum(
            below[cell] != below[other]
            for cell in part
            for other in neighbours(cell)
            if other in part and cell < other and level > 1
        ),
        "height": level - 1,
        "bulk": (level - 1) * len(part),
        "value": (level - 1) * move.value,
        "alone": int(not here),
        "box": 0 if before is None else after.rows + after.cols - before.rows - before.cols,
        "room": _blocks({*here, *part} - set(above)) - _blocks(set(here) - set(above)),
        "taken": _blocks(set(below) - set(here) - part) - _blocks(set(below) - set(here)),
        **{f"part {value}": int(value == move.value) for value in range(10)},
        "large room": len(_squares({*here, *part} - set(above), 3)) - len(_squares(set(here) - set(above), 3)),
        "large taken": len(_squares(set(below) - set(here) - part, 3))
        - len(_squares(set(below) - set(here), 3)),
        "bridge": sum(
            not part.isdisjoint(square) and not part.issuperset(square)
            for square in _squares({*here, *part} - set(above), 2)
        ),
    }


def _level(state: Nmbr9State, level: int) -> dict[Cell, int]:
    """Return the cells of a level, each with the index or, if support=types, the value of the part on it."""
    types = state.instance.support == "types"
    return {
        cell: each.value if types else index
        for index, each in enumerate(state.placed)
        if each.level == level
        for cell in each.cells
    }


def _pits(cells: set[Cell]) -> set[Cell]:
    """Return the free cells that are enclosed on three or four sides."""
    around = {near for cell in cells for near in neighbours(cell)} - cells
    return {cell for cell in around if sum(near in cells for near in neighbours(cell)) >= 3}


def _squares(cells: set[Cell], side: int) -> list[set[Cell]]:
    """Return the squares of the given side whose cells are all in the set."""
    squares = [{(row + i, column + j) for i in range(side) for j in range(side)} for row, column in cells]
    return [square for square in squares if square <= cells]


def _blocks(cells: set[Cell]) -> int:
    """Return the number of 2 x 3 and 3 x 2 blocks whose cells are all in the set."""
    return sum(
        all((row + i, column + j) in cells for i in range(tall) for j in range(wide))
        for row, column in cells
        for tall, wide in ((2, 3), (3, 2))
    )
