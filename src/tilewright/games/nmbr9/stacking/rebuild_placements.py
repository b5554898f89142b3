"""Rebuild the placements of a stack, in an order of play, from the layers that the search found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tilewright.game import Cell
from tilewright.games.nmbr9.rules import Nmbr9Instance, Nmbr9Solution, orientations
from tilewright.games.nmbr9.stacking.shape_and_set_tables import Shapes
from tilewright.games.nmbr9.stacking.top_down_search import FoundStack
from tilewright.geometry import neighbours

__all__ = [
    "Layer",
    "Part",
    "flat_stack",
    "layer_of",
    "occupied_cells",
    "positions_under",
    "rotations",
    "shifted",
    "solution",
    "supports",
]

Part = tuple[int, frozenset[Cell]]
"""The value of a part and the cells that the part occupies."""
Layer = tuple[Part, ...]


def solution(stack: FoundStack, instance: Nmbr9Instance, shapes: Shapes) -> Nmbr9Solution:
    """Return the stack as a solution, with the remaining cards next to the stack on the table."""
    levels: list[Layer] = []
    for codes in stack.layers:
        layer = layer_of(codes, shapes)
        levels.append(_placed_under(levels[-1], layer, instance.support) if levels else layer)
    if stack.last is not None:
        count, down, right = (int(number) for number in stack.last[0])
        last = tuple(
            _part_of(int(turn), int(row) - down, int(column) - right, shapes)
            for turn, row, column in stack.last[1 : count + 1]
        )
        levels.append(_moved_with(layer_of(stack.layers[-1], shapes), levels[-1], last))
    levels.reverse()
    return _in_order_of_play(instance, _with_remaining_cards(instance, levels))


def flat_stack(instance: Nmbr9Instance) -> Nmbr9Solution:
    """Return a solution with all cards side by side on an unbounded table; it always exists and scores 0."""
    return _in_order_of_play(instance, _with_remaining_cards(instance, [()]))


def layer_of(codes: Iterable[int], shapes: Shapes) -> Layer:
    """Return the layer whose parts have these codes (see `canonical_layer_kernel`)."""
    return tuple(_part_of(code >> 10, code >> 5 & 31, code & 31, shapes) for code in codes)


def _part_of(orientation: int, row: int, column: int, shapes: Shapes) -> Part:
    cells = shapes.cells[orientation, : shapes.sizes[orientation]]
    return int(shapes.values[orientation]), frozenset((row + int(r), column + int(c)) for r, c in cells)


def rotations(layer: Layer) -> Iterator[Layer]:
    """Generate the four rotations of a layer."""
    for _ in range(4):
        layer = tuple((value, frozenset((column, -row) for row, column in cells)) for value, cells in layer)
        yield layer


def shifted(layer: Layer, down: int, right: int) -> Layer:
    return tuple(
        (value, frozenset((row + down, column + right) for row, column in cells)) for value, cells in layer
    )


def occupied_cells(layer: Layer) -> frozenset[Cell]:
    return frozenset().union(*(cells for _, cells in layer))


def _placed_under(above: Layer, layer: Layer, support: str) -> Layer:
    """Return the layer, rotated and translated so that it supports the layer above."""
    position = next(positions_under(above, layer, support), None)
    assert position is not None, "a layer of the stack does not support the layer above it"
    return position


def positions_under(above: Layer, layer: Layer, support: str) -> Iterator[Layer]:
    """Generate the layer in every rotation and position in which it supports the layer above."""
    row, column = min(occupied_cells(above))
    for rotated in rotations(layer):
        for r, c in sorted(occupied_cells(rotated)):
            moved = shifted(rotated, row - r, column - c)
            if supports(moved, above, support):
                yield moved


def supports(below: Layer, above: Layer, support: str) -> bool:
    """Return True if every part of `above` is fully supported and rests on at least two parts of `below`.

    With support=types, it must rest on at least two different numbers.
    """
    if not occupied_cells(above) <= occupied_cells(below):
        return False
    for _, cells in above:
        touched = [number for number, (_, lower) in enumerate(below) if cells & lower]
        if len({below[number][0] for number in touched} if support == "types" else touched) < 2:
            return False
    return True


def _moved_with(before: Layer, after: Layer, layer: Layer) -> Layer:
    """Apply to `layer` the rotation and translation that map `before` to `after`; return the result."""
    for rotated_before, rotated in zip(rotations(before), rotations(layer), strict=True):
        row, column = min(occupied_cells(after))
        r, c = min(occupied_cells(rotated_before))
        if set(shifted(rotated_before, row - r, column - c)) == set(after):
            return shifted(rotated, row - r, column - c)
    raise AssertionError("no rotation and translation maps one form of the layer to the other")


def _with_remaining_cards(instance: Nmbr9Instance, levels: Sequence[Layer]) -> list[Layer]:
    """Return the levels from the table up, with the remaining cards added next to the parts on the table."""
    used = Counter(value for layer in levels for value, _ in layer)
    left = [value for value in range(instance.max_value, -1, -1) for _ in range(instance.copies - used[value])]
    table = list(levels[0])
    for value in left[: instance.cards - used.total()]:
        taken = occupied_cells(tuple(table))
        shape = orientations(value)[0]
        positions = shape.placements_touching(taken) if taken else (shape.cells,)
        table.append((value, next(frozenset(cells) for cells in positions if taken.isdisjoint(cells))))
    return [tuple(table), *levels[1:]]


def _in_order_of_play(instance: Nmbr9Instance, levels: Sequence[Layer]) -> Nmbr9Solution:
    """Return the placements level by level; on a bounded table, move the stack into the top left corner."""
    row = min(r for r, _ in occupied_cells(levels[0])) if instance.grid is not None else 0
    column = min(c for _, c in occupied_cells(levels[0])) if instance.grid is not None else 0
    return Nmbr9Solution.of_parts(
        (value, level, sorted(cells))
        for level, layer in enumerate(levels, 1)
        for value, cells in _touching_order(shifted(layer, -row, -column))
    )


def _touching_order(layer: Layer) -> Iterator[Part]:
    """Generate the parts in an order in which each part touches an earlier part."""
    waiting = list(layer)
    placed: set[Cell] = set()
    while waiting:
        part = next(
            part
            for part in waiting
            if not placed or any(not placed.isdisjoint(neighbours(cell)) for cell in part[1])
        )
        waiting.remove(part)
        placed |= part[1]
        yield part
