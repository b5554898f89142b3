"""From layers to a game: layers laid over each other, the rest put on the table, and an order of play."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.game import Cell
from tilewright.games.nmbr9.proof.part_tables import Deck, cells_of, turned, unpack
from tilewright.games.nmbr9.rules import Nmbr9Solution, Placement
from tilewright.geometry import surround

__all__ = ["Laid", "followed_by", "played"]

Laid = list[tuple[int, int, int]]
"""Turned parts, each with the top row and the left column of its box."""

BOARD = 64


def _turn(layer: Laid) -> Laid:
    """A quarter turn to the left about the origin."""
    table = turned()
    return [(int(table.left[part]), -(col + int(table.width[part]) - 1), row) for part, row, col in layer]


def _corner(layer: Laid) -> Cell:
    return min(row for _, row, _ in layer), min(col for _, _, col in layer)


def _moved(layer: Laid, rows: int, cols: int) -> Laid:
    return [(part, row + rows, col + cols) for part, row, col in layer]


def followed_by(layer: Sequence[int], lies: Laid, on_board: Laid) -> Laid:
    """Where the next layer lies, when `layer` lies as `lies` and the next one was found on the kernel's board,
    in whose middle `layer` stood."""
    table = turned()
    upper = [unpack(each) for each in layer]
    tall = max(row + int(table.height[part]) for part, row, _ in upper)
    wide = max(col + int(table.width[part]) for part, _, col in upper)
    lower = _moved(on_board, -((BOARD - tall) // 2), -((BOARD - wide) // 2))
    top, left = _corner(lies)
    for _ in range(4):
        row, col = _corner(upper)
        if sorted(_moved(upper, top - row, left - col)) == sorted(lies):
            return _moved(lower, top - row, left - col)
        upper, lower = _turn(upper), _turn(lower)
    raise AssertionError("a layer is none of its own images")


def played(deck: Deck, layers: Sequence[Laid]) -> Nmbr9Solution:
    """The stack as a game, the table first; parts that no layer has are put beside the lowest one."""
    values = [int(value) for value in turned().value]
    levels = [[(values[part], cells_of(part, row, col)) for part, row, col in layer] for layer in layers[::-1]]
    used = [value for level in levels for value, _ in level]
    spare = [value for value in deck.values for _ in range(deck.copies - used.count(value))]
    for value in spare[: deck.cards - len(used)]:
        levels[0].append((value, _beside(value, frozenset(cell for _, cells in levels[0] for cell in cells))))
    copies = dict.fromkeys(deck.values, 0)
    placements = []
    for height, level in enumerate(levels, start=1):
        for value, cells in _in_contact(level):
            placements.append(Placement(value, copies[value], height, tuple(sorted(cells))))
            copies[value] += 1
    return Nmbr9Solution(tuple(placements))


def _beside(value: int, taken: frozenset[Cell]) -> frozenset[Cell]:
    """A place for a part to the right of others: it moves to the left until it touches one of them."""
    row = min(taken)[0]
    col = max(c for _, c in taken) + 1
    part = int(turned().first[value])
    while taken.isdisjoint(surround(cells_of(part, row, col))):
        col -= 1
    return cells_of(part, row, col)


def _in_contact(level: list[tuple[int, frozenset[Cell]]]) -> list[tuple[int, frozenset[Cell]]]:
    """The parts of a connected level in an order in which each touches one before it."""
    order, waiting = level[:1], level[1:]
    while waiting:
        lying = frozenset(cell for _, cells in order for cell in cells)
        at = next(k for k, (_, cells) in enumerate(waiting) if not lying.isdisjoint(surround(cells)))
        order.append(waiting.pop(at))
    return order
