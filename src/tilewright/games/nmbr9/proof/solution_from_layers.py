"""Turn the layers of a stack into a solution: align them, add the remaining parts, find an order of play."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.game import Cell
from tilewright.games.nmbr9.proof.layer_below_kernel import SIDE
from tilewright.games.nmbr9.proof.oriented_parts_and_decks import Deck, cells_of, oriented_parts, unpack
from tilewright.games.nmbr9.rules import Nmbr9Solution
from tilewright.geometry import surround

__all__ = ["PlacedLayer", "placed_below", "solution_of"]

PlacedLayer = list[tuple[int, int, int]]
"""Oriented parts, each with the top row and the left column of its bounding box."""


def _rotated_left(layer: PlacedLayer) -> PlacedLayer:
    """Return the layer after an anticlockwise quarter turn about the origin."""
    oriented = oriented_parts()
    return [(int(oriented.left[part]), -(col + int(oriented.width[part]) - 1), row) for part, row, col in layer]


def _corner(layer: PlacedLayer) -> Cell:
    return min(row for _, row, _ in layer), min(col for _, _, col in layer)


def _moved(layer: PlacedLayer, rows: int, cols: int) -> PlacedLayer:
    return [(part, row + rows, col + cols) for part, row, col in layer]


def placed_below(layer: Sequence[int], placed: PlacedLayer, on_board: PlacedLayer) -> PlacedLayer:
    """Return the next layer at its position in the stack.

    `layer` is a layer in canonical form and `placed` the same layer in the stack. `on_board` is the next layer
    on the kernel's board, where `layer` was drawn in the middle.
    """
    oriented = oriented_parts()
    upper = [unpack(each) for each in layer]
    tall = max(row + int(oriented.height[part]) for part, row, _ in upper)
    wide = max(col + int(oriented.width[part]) for part, _, col in upper)
    lower = _moved(on_board, -((SIDE - tall) // 2), -((SIDE - wide) // 2))
    top, left = _corner(placed)
    for _ in range(4):
        row, col = _corner(upper)
        if sorted(_moved(upper, top - row, left - col)) == sorted(placed):
            return _moved(lower, top - row, left - col)
        upper, lower = _rotated_left(upper), _rotated_left(lower)
    raise AssertionError("no rotation and translation maps the canonical form to the placed layer")


def solution_of(deck: Deck, layers: Sequence[PlacedLayer]) -> Nmbr9Solution:
    """Return a stack, given layer by layer from the top, as a solution; the remaining parts go on the table."""
    values = [int(value) for value in oriented_parts().value]
    levels = [[(values[part], cells_of(part, row, col)) for part, row, col in layer] for layer in layers[::-1]]
    used = [value for level in levels for value, _ in level]
    spare = [value for value in deck.values for _ in range(deck.copies - used.count(value))]
    for value in spare[: deck.cards - len(used)]:
        levels[0].append((value, _beside(value, frozenset(cell for _, cells in levels[0] for cell in cells))))
    return Nmbr9Solution.of_parts(
        (value, height, sorted(cells))
        for height, level in enumerate(levels, start=1)
        for value, cells in _touching_order(level)
    )


def _beside(value: int, taken: frozenset[Cell]) -> frozenset[Cell]:
    """Return the cells of a part after it is moved in from the right until it touches an occupied cell."""
    row = min(taken)[0]
    col = max(c for _, c in taken) + 1
    part = int(oriented_parts().first[value])
    while taken.isdisjoint(surround(cells_of(part, row, col))):
        col -= 1
    return cells_of(part, row, col)


def _touching_order(level: list[tuple[int, frozenset[Cell]]]) -> list[tuple[int, frozenset[Cell]]]:
    """Return the parts of a connected level in an order in which each part touches an earlier part."""
    order, waiting = level[:1], level[1:]
    while waiting:
        occupied = frozenset(cell for _, cells in order for cell in cells)
        index = next(k for k, (_, cells) in enumerate(waiting) if not occupied.isdisjoint(surround(cells)))
        order.append(waiting.pop(index))
    return order
