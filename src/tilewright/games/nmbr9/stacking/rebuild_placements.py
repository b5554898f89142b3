"""From what a search found to placements in an order of play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tilewright.game import Cell
from tilewright.games.nmbr9.rules import Nmbr9Instance, Nmbr9Solution, Placement, orientations
from tilewright.games.nmbr9.stacking.part_tables import Catalogue
from tilewright.games.nmbr9.stacking.top_down_search import Find
from tilewright.geometry import neighbours

__all__ = ["Layer", "Part", "carries", "flat_stack", "ground", "part_of", "shifted", "solution", "turns"]

Part = tuple[int, frozenset[Cell]]
"""A value and the cells of its part."""
Layer = tuple[Part, ...]


def solution(find: Find, instance: Nmbr9Instance, shapes: Catalogue) -> Nmbr9Solution:
    """The stack of a find, with the cards that are left beside it on the table, as it can be played."""
    levels: list[Layer] = []
    for codes in find.layers:
        layer = tuple(part_of(code >> 10, code >> 5 & 31, code & 31, shapes) for code in codes)
        levels.append(_under(levels[-1], layer, instance.support) if levels else layer)
    if find.last is not None:
        count, down, right = (int(number) for number in find.last[0])
        above = tuple(part_of(code >> 10, code >> 5 & 31, code & 31, shapes) for code in find.layers[-1])
        last = tuple(
            part_of(int(turn), int(row) - down, int(column) - right, shapes)
            for turn, row, column in find.last[1 : count + 1]
        )
        levels.append(_moved_along(above, levels[-1], last))
    levels.reverse()
    return _played(instance, _filled_up(instance, levels))


def flat_stack(instance: Nmbr9Instance) -> Nmbr9Solution:
    """All cards on a table without edges: a stack that scores nothing, and always exists."""
    return _played(instance, _filled_up(instance, [()]))


def part_of(orientation: int, row: int, column: int, shapes: Catalogue) -> Part:
    cells = shapes.cells[orientation, : shapes.sizes[orientation]]
    return int(shapes.values[orientation]), frozenset((row + int(r), column + int(c)) for r, c in cells)


def turns(layer: Layer) -> Iterator[Layer]:
    for _ in range(4):
        layer = tuple((value, frozenset((column, -row) for row, column in cells)) for value, cells in layer)
        yield layer


def shifted(layer: Layer, down: int, right: int) -> Layer:
    return tuple(
        (value, frozenset((row + down, column + right) for row, column in cells)) for value, cells in layer
    )


def ground(layer: Layer) -> frozenset[Cell]:
    return frozenset().union(*(cells for _, cells in layer))


def _under(above: Layer, layer: Layer, support: str) -> Layer:
    """The layer, turned and moved so that it carries the one above."""
    row, column = min(ground(above))
    for turned in turns(layer):
        for r, c in sorted(ground(turned)):
            moved = shifted(turned, row - r, column - c)
            if carries(moved, above, support):
                return moved
    raise AssertionError("the layers of a find do not lie on each other")


def carries(below: Layer, above: Layer, support: str) -> bool:
    if not ground(above) <= ground(below):
        return False
    for _, cells in above:
        resting = [number for number, (_, under) in enumerate(below) if cells & under]
        if len({below[number][0] for number in resting} if support == "types" else resting) < 2:
            return False
    return True


def _moved_along(before: Layer, after: Layer, layer: Layer) -> Layer:
    """The layer, turned and moved as `before` was to become `after`."""
    for turned_before, turned in zip(turns(before), turns(layer), strict=True):
        row, column = min(ground(after))
        r, c = min(ground(turned_before))
        if set(shifted(turned_before, row - r, column - c)) == set(after):
            return shifted(turned, row - r, column - c)
    raise AssertionError("a layer of a find was bent")


def _filled_up(instance: Nmbr9Instance, levels: Sequence[Layer]) -> list[Layer]:
    """The levels from the table up, with the cards that are left beside the parts on the table."""
    used = Counter(value for layer in levels for value, _ in layer)
    left = [value for value in range(instance.max_value, -1, -1) for _ in range(instance.copies - used[value])]
    table = list(levels[0])
    for value in left[: instance.cards - used.total()]:
        taken = ground(tuple(table))
        shape = orientations(value)[0]
        spots = shape.placements_touching(taken) if taken else (shape.cells,)
        table.append((value, next(frozenset(spot) for spot in spots if taken.isdisjoint(spot))))
    return [tuple(table), *levels[1:]]


def _played(instance: Nmbr9Instance, levels: Sequence[Layer]) -> Nmbr9Solution:
    """Level by level, inside a level by contact; on a bounded table in its corner."""
    row = min(r for r, _ in ground(levels[0])) if instance.grid is not None else 0
    column = min(c for _, c in ground(levels[0])) if instance.grid is not None else 0
    copies: Counter[int] = Counter()
    placements = []
    for level, layer in enumerate(levels, 1):
        for value, cells in _by_contact(shifted(layer, -row, -column)):
            placements.append(Placement(value, copies[value], level, tuple(sorted(cells))))
            copies[value] += 1
    return Nmbr9Solution(tuple(placements))


def _by_contact(layer: Layer) -> Iterator[Part]:
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
