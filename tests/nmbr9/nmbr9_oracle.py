"""A judge and a search of few lines, written from the rules alone, for boards that can be searched in full.

A set of cells is one number on a board of 40 x 40, far wider than what is searched here. The search tries every
order, every turn and every place; it shares no code with the game's own rules and solvers.
"""

from __future__ import annotations

from functools import cache
from itertools import product

SIDE = 40
ORIGIN = 18
"""Where the first part lies, and where a grid begins."""

Lying = tuple[int, int, int]
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


def mask(cells: list[tuple[int, int]]) -> int:
    return sum(1 << (r * SIDE + c) for r, c in cells)


@cache
def turned(value: int) -> tuple[tuple[int, int, int], ...]:
    """All ways to turn a part: its cells in the top left corner, its height and its width."""
    rows = DRAWN[value].split()
    cells = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"]
    found = []
    for _ in range(4):
        cells = [(c, -r) for r, c in cells]
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        cells = [(r - top, c - left) for r, c in cells]
        found.append((mask(cells), max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1))
    return tuple(dict.fromkeys(found))


def near(cells: int) -> int:
    return cells << 1 | cells >> 1 | cells << SIDE | cells >> SIDE


def legal(lying: tuple[Lying, ...], level: int, cells: int, support: str = "parts") -> bool:
    same = below = 0
    carriers = []
    for value, where, each in lying:
        if where == level:
            same |= each
        elif where == level - 1 and each & cells:
            below |= each
            carriers.append(value)
    if cells & same or (same and not near(same) & cells):
        return False
    if level == 1:
        return True
    enough = len(set(carriers) if support == "types" else carriers) > 1
    return enough and not cells & ~below


def moves(lying: tuple[Lying, ...], value: int, grid: int | None, support: str) -> list[Lying]:
    """Every legal placement; without a grid the first part lies in one place, turned in one way."""
    found = []
    for shape, high, wide in turned(value):
        if grid:
            down, across = range(ORIGIN, ORIGIN + grid - high + 1), range(ORIGIN, ORIGIN + grid - wide + 1)
        elif lying:
            down = across = range(ORIGIN - 4 * len(lying), ORIGIN + 4 * len(lying) + 1)
        else:
            down = across = range(ORIGIN, ORIGIN + 1)
        for r, c in product(down, across):
            cells = shape << (r * SIDE + c)
            for level in range(1, max((each for _, each, _ in lying), default=0) + 2):
                if legal(lying, level, cells, support):
                    found.append((value, level, cells))
        if not lying and not grid:
            break
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
