"""A judge and a search of few lines, written from the rules alone, for boards that can be searched in full.

Everything is a set of cells. The search tries every order, every turn and every place, and so is slow; it
shares no code with the game's own rules and solvers.
"""

from __future__ import annotations

from functools import cache
from itertools import product

Cells = frozenset[tuple[int, int]]
Lying = tuple[int, int, Cells]
"""A value, its level, its cells."""

DRAWN = {
    0: "### #.# #.# ###",
    1: "## .# .# .#",
    2: ".## .## ##. ###",
    3: "### ..# .## ###",
    4: ".## .#. ### .##",
    5: "### ### ..# ###",
    6: "##. #.. ### ###",
    7: "### .#. ##. #..",
    8: ".## .## ##. ##.",
    9: "### ### ##. ##.",
}


def corner(cells: Cells) -> Cells:
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return frozenset((r - top, c - left) for r, c in cells)


@cache
def turned(value: int) -> tuple[Cells, ...]:
    """All ways to turn a part, in the top left corner."""
    rows = DRAWN[value].split()
    cells = frozenset((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#")
    found: list[Cells] = []
    for _ in range(4):
        cells = corner(frozenset((c, -r) for r, c in cells))
        if cells not in found:
            found.append(cells)
    return tuple(found)


def together(cells: Cells) -> bool:
    reached = {min(cells)}
    waiting = list(reached)
    while waiting:
        r, c = waiting.pop()
        for near in {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & cells - reached:
            reached.add(near)
            waiting.append(near)
    return len(reached) == len(cells)


def legal(lying: tuple[Lying, ...], value: int, level: int, cells: Cells, support: str = "parts") -> bool:
    same = frozenset().union(*(each for _, where, each in lying if where == level))
    if cells & same or not together(cells | same):
        return False
    if level == 1:
        return True
    below = [(other, each) for other, where, each in lying if where == level - 1 and each & cells]
    if not cells <= frozenset().union(*(each for _, each in below)):
        return False
    return len(below) > 1 if support == "parts" else len({other for other, _ in below}) > 1


def moves(lying: tuple[Lying, ...], value: int, grid: int | None, support: str) -> list[Lying]:
    """Every legal placement; without a grid, the first part lies in the corner, in one of its turns."""
    rows = [r for _, _, cells in lying for r, _ in cells] or [0]
    columns = [c for _, _, cells in lying for _, c in cells] or [0]
    reach = 4 if lying else 0
    down = range(grid) if grid else range(min(rows) - reach, max(rows) + 2)
    across = range(grid) if grid else range(min(columns) - reach, max(columns) + 2)
    if not lying and not grid:
        down = across = range(1)
    found = []
    for shape, r, c in product(turned(value), down, across):
        cells = frozenset((r + i, c + j) for i, j in shape)
        if grid and max(max(cell) for cell in cells) >= grid:
            continue
        for level in range(1, max((each for _, each, _ in lying), default=0) + 2):
            if legal(lying, value, level, cells, support):
                found.append((value, level, cells))
    return found


def best_known(
    deck: tuple[int, ...], grid: int | None = None, levels: int = 99, support: str = "parts"
) -> int | None:
    """The best score of a deck by trying everything; None when it cannot be placed."""

    def best(lying: tuple[Lying, ...], left: tuple[int, ...]) -> int | None:
        if not left:
            return sum(value * (level - 1) for value, level, _ in lying)
        found = [
            best((*lying, move), left[1:]) for move in moves(lying, left[0], grid, support) if move[1] <= levels
        ]
        return max((each for each in found if each is not None), default=None)

    return best((), deck)


def best_free(
    max_value: int,
    copies: int,
    cards: int,
    grid: int | None = None,
    levels: int = 99,
    support: str = "parts",
) -> int | None:
    """The best score over all decks."""
    decks = [
        deck
        for deck in product(range(max_value + 1), repeat=cards)
        if all(deck.count(value) <= copies for value in deck)
    ]
    found = [best_known(deck, grid, levels, support) for deck in decks]
    return max((each for each in found if each is not None), default=None)


def forced(max_value: int, copies: int, cards: int) -> int:
    """The score that can be forced on a table without edges when the cards come in the worst order."""

    def value_of(lying: tuple[Lying, ...], drawn: tuple[int, ...]) -> int:
        if len(drawn) == cards:
            return sum(value * (level - 1) for value, level, _ in lying)
        return min(
            max(value_of((*lying, move), (*drawn, card)) for move in moves(lying, card, None, "parts"))
            for card in range(max_value + 1)
            if drawn.count(card) < copies
        )

    return value_of((), ())
