"""A short, independent implementation of the rules and a brute-force search, and helpers for several tests.

A set of cells is stored as one integer, with a bit for each cell of a 40 x 40 board, which is larger than any
stack searched here. The search tries every order, every rotation and every position; it shares no code with the
game's own rules and solvers.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable
from functools import cache
from itertools import product
from typing import Any

from tilewright.game import Run
from tilewright.games.nmbr9.playing.legal_placements import legal_placements
from tilewright.games.nmbr9.rules import Nmbr9Instance, Placement

SIDE = 40
ORIGIN = 18
"""The index of the top row and of the left column of the first part or, with a bounded table, of the table."""

PlacedPart = tuple[int, int, int]
"""The value, the level and the cells of a part."""

SHAPES = {
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
def rotations(value: int) -> tuple[tuple[int, int, int], ...]:
    """Return the cells, height and width of each different rotation of a part, moved to the top left corner."""
    rows = SHAPES[value].split()
    cells = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"]
    result = []
    for _ in range(4):
        cells = [(c, -r) for r, c in cells]
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        cells = [(r - top, c - left) for r, c in cells]
        result.append((mask(cells), max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1))
    return tuple(dict.fromkeys(result))


def near(cells: int) -> int:
    return cells << 1 | cells >> 1 | cells << SIDE | cells >> SIDE


def legal(placed: tuple[PlacedPart, ...], level: int, cells: int, support: str = "parts") -> bool:
    """Return whether a part may be placed on the given cells of a level."""
    same = below = 0
    supporters = []
    for value, part_level, part_cells in placed:
        if part_level == level:
            same |= part_cells
        elif part_level == level - 1 and part_cells & cells:
            below |= part_cells
            supporters.append(value)
    if cells & same or (same and not near(same) & cells):
        return False
    if level == 1:
        return True
    enough = len(set(supporters) if support == "types" else supporters) > 1
    return enough and not cells & ~below


def moves(placed: tuple[PlacedPart, ...], value: int, grid: int | None, support: str) -> list[PlacedPart]:
    """Return every legal placement of a part; without a grid, the first part has one fixed placement."""
    result = []
    for shape, high, wide in rotations(value):
        if grid:
            down, across = range(ORIGIN, ORIGIN + grid - high + 1), range(ORIGIN, ORIGIN + grid - wide + 1)
        elif placed:
            down = across = range(ORIGIN - 4 * len(placed), ORIGIN + 4 * len(placed) + 1)
        else:
            down = across = range(ORIGIN, ORIGIN + 1)
        for r, c in product(down, across):
            cells = shape << (r * SIDE + c)
            for level in range(1, max((each for _, each, _ in placed), default=0) + 2):
                if legal(placed, level, cells, support):
                    result.append((value, level, cells))
        if not placed and not grid:
            break
    return result


def best_known(
    deck: tuple[int, ...], grid: int | None = None, levels: int = 99, support: str = "parts"
) -> int | None:
    """Return the best score of a known deck by brute force, or None if the deck cannot be placed."""

    def best(placed: tuple[PlacedPart, ...], left: tuple[int, ...]) -> int | None:
        if not left:
            return sum(value * (level - 1) for value, level, _ in placed)
        scores = [
            best((*placed, move), left[1:])
            for move in moves(placed, left[0], grid, support)
            if move[1] <= levels
        ]
        return max((score for score in scores if score is not None), default=None)

    return best((), deck)


def best_free(
    max_value: int,
    copies: int,
    cards: int,
    grid: int | None = None,
    levels: int = 99,
    support: str = "parts",
) -> int | None:
    """Return the best score over all decks, or None if no deck can be placed."""
    decks = [
        deck
        for deck in product(range(max_value + 1), repeat=cards)
        if all(deck.count(value) <= copies for value in deck)
    ]
    scores = [best_known(deck, grid, levels, support) for deck in decks]
    return max((score for score in scores if score is not None), default=None)


def forced(max_value: int, copies: int, cards: int) -> int:
    """Return the score that can be forced on an unbounded table even if the cards are in the worst order."""

    def value_of(placed: tuple[PlacedPart, ...], drawn: tuple[int, ...]) -> int:
        if len(drawn) == cards:
            return sum(value * (level - 1) for value, level, _ in placed)
        return min(
            max(value_of((*placed, move), (*drawn, card)) for move in moves(placed, card, None, "parts"))
            for card in range(max_value + 1)
            if drawn.count(card) < copies
        )

    return value_of((), ())


# --- Helpers for several tests ------------------------------------------------------------------------


def rotated_forms(parts: Iterable[tuple[Hashable, Iterable[tuple[int, int]]]]) -> set[tuple[Any, ...]]:
    """Return the different rotations of placed parts, each sorted and with its bounding box at row 0, column 0.

    Each part is given as a key (such as the value of the part) and the cells of the part. The smallest form is
    the same for all rotations and translations of the parts.
    """
    forms = set()
    for _ in range(4):
        parts = [(key, [(c, -r) for r, c in cells]) for key, cells in parts]
        row = min(r for _, cells in parts for r, _ in cells)
        column = min(c for _, cells in parts for _, c in cells)
        moved = [(key, tuple(sorted((r - row, c - column) for r, c in cells))) for key, cells in parts]
        forms.add(tuple(sorted(moved)))
    return forms


def random_stack(
    instance: Nmbr9Instance, cards: Iterable[int], rng: random.Random, high: float = 1.0
) -> tuple[Placement, ...]:
    """Return random legal placements of the cards.

    With probability `high`, a placement is chosen from those on the highest possible level only.
    """
    placed: tuple[Placement, ...] = ()
    for value in cards:
        legal = legal_placements(instance, placed, value)
        top = max(each.level for each in legal)
        highest = [each for each in legal if each.level == top]
        placed += (rng.choice(highest if rng.random() < high else list(legal)),)
    return placed


def cancelled_run() -> Run:
    """Return a run that was stopped before it began."""
    run = Run()
    run.cancel.set()
    return run
