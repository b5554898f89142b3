"""A brute-force checker and solver for Domino: an independent implementation of the rules, for tests only.

It deliberately shares no code with the game, because it verifies the game. It is plain Python, written for
clarity, and suitable for small boards only. A placement is ``((a, b), (cell, cell))`` with cells ``(row,
column)``; label `a` is on the first cell.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

Cell = tuple[int, int]
Stone = tuple[int, int]
Placement = tuple[Stone, tuple[Cell, Cell]]

Stock = tuple[tuple[Stone, int], ...]
"""For each kind of remaining stones, in ascending order: the pair (kind, number of stones of this kind).

A kind is written with its smaller label first.
"""


# --- Checker ------------------------------------------------------------------------------------------


def next_to(cell: Cell, other: Cell) -> bool:
    """Return whether two cells share a side."""
    return abs(cell[0] - other[0]) + abs(cell[1] - other[1]) == 1


def joins(rule: str, before: Placement, after: Placement) -> bool:
    """Return whether the stone `after` may be laid directly after the stone `before`."""
    if rule == "chain":
        (_, label), (_, cell) = before
        return label == after[0][0] and next_to(cell, after[1][0])
    return any(
        label == other_label and next_to(cell, other_cell)
        for label, cell in zip(*before, strict=True)
        for other_label, other_cell in zip(*after, strict=True)
    )


def judge(n: int, stones: Sequence[Stone], rule: str, placements: Sequence[Placement]) -> list[str]:
    """Return all errors in a list of placements; an empty result means that the placements are legal."""
    faults = []
    stock = Counter(tuple(sorted(stone)) for stone in stones)
    used: set[Cell] = set()
    for turn, (stone, cells) in enumerate(placements):
        kind = tuple(sorted(stone))
        stock[kind] -= 1
        if stock[kind] < 0:
            faults.append(f"turn {turn}: no stone {kind} left")
        if not next_to(*cells):
            faults.append(f"turn {turn}: the halves lie apart")
        for row, column in cells:
            if not (0 <= row < n and 0 <= column < n):
                faults.append(f"turn {turn}: off the board")
            if (row, column) in used:
                faults.append(f"turn {turn}: overlap")
            used.add((row, column))
        if turn and not joins(rule, placements[turn - 1], placements[turn]):
            faults.append(f"turn {turn}: does not join the previous stone")
    return faults


# --- Solver -------------------------------------------------------------------------------------------


def best_chain(n: int, stones: Sequence[Stone]) -> int:
    """Return the optimum under rule `chain`: the length of the longest trail, limited by the board's capacity.

    Only the size of the board matters, because any chain can be laid row by row. `best_on_board` does not rely
    on this: it tries all placements on the board.
    """

    @cache
    def longest(stock: Stock, label: int) -> int:
        return max((1 + longest(rest, end) for rest, start, end in draws(stock) if start == label), default=0)

    full = stock_of(stones)
    labels = {label for stone in stones for label in stone}
    return min(n * n // 2, max((longest(full, label) for label in labels), default=0))


def best_row(stones: Sequence[Stone]) -> int:
    """Return the maximum length of a row of stones in which neighbours share a label, ignoring the board."""

    @cache
    def longest(stock: Stock, last: Stone) -> int:
        return max((1 + longest(rest, (a, b)) for rest, a, b in draws(stock) if {a, b} & set(last)), default=0)

    return max((1 + longest(rest, (a, b)) for rest, a, b in draws(stock_of(stones))), default=0)


def best_touch(n: int, stones: Sequence[Stone]) -> int:
    """Return the optimum under rule `touch`."""
    return best_on_board(n, stones, "touch")


def best_on_board(n: int, stones: Sequence[Stone], rule: str) -> int:
    """Return the optimum under the given rule by trying all placements."""
    most = min(n * n // 2, largest_component(stones))
    places = list(places_on(n))
    sides = {cell: frozenset(neighbours(n, cell)) for cell in cells_of(n)}

    @cache
    def more(before: Placement, covered: frozenset[Cell], stock: Stock) -> int:
        """Return the maximum number of stones that can be laid after the stone `before`."""
        best, left = 0, most - len(covered) // 2
        near = sides[before[1][0]] | sides[before[1][1]]
        for rest, first, second in draws(stock):
            for cells in places:
                if covered.isdisjoint(cells) and not near.isdisjoint(cells):
                    after = ((first, second), cells)
                    if joins(rule, before, after):
                        best = max(best, 1 + more(after, covered.union(cells), rest))
                        if best >= left:
                            return best
        return best

    best = 0
    for rest, first, second in draws(stock_of(stones)):
        for cells in places:
            best = max(best, 1 + more(((first, second), cells), frozenset(cells), rest))
            if best >= most:
                return best
    return best


def largest_component(stones: Sequence[Stone]) -> int:
    """Return an upper bound on the optimum: the size of the largest set of stones linked by shared labels."""
    sizes = []
    left = list(stones)
    while left:
        component = [left.pop()]
        for member in component:  # the list grows during the loop
            linked = [stone for stone in left if set(stone) & set(member)]
            left = [stone for stone in left if not set(stone) & set(member)]
            component += linked
        sizes.append(len(component))
    return max(sizes, default=0)


def stock_of(stones: Sequence[Stone]) -> Stock:
    kinds = Counter((min(stone), max(stone)) for stone in stones)
    return tuple(sorted(kinds.items()))


def draws(stock: Stock) -> Iterator[tuple[Stock, int, int]]:
    """Yield, for every kind of stone in the stock, in both directions: the remaining stock and both labels."""
    for index, ((a, b), count) in enumerate(stock):
        left = (((a, b), count - 1),) if count > 1 else ()
        rest = stock[:index] + left + stock[index + 1 :]
        yield rest, a, b
        if a != b:
            yield rest, b, a


def cells_of(n: int) -> list[Cell]:
    return [(row, column) for row in range(n) for column in range(n)]


def neighbours(n: int, cell: Cell) -> list[Cell]:
    return [other for other in cells_of(n) if next_to(cell, other)]


def places_on(n: int) -> Iterator[tuple[Cell, Cell]]:
    """Yield every ordered pair of neighbouring cells."""
    for cell in cells_of(n):
        for other in neighbours(n, cell):
            yield cell, other


# --- Solutions and random stones ----------------------------------------------------------------------


def random_stones(rng: random.Random, count: int, labels: int) -> list[Stone]:
    return [(rng.randrange(labels), rng.randrange(labels)) for _ in range(count)]


def placements_in(solution: Any) -> list[Placement]:
    """Return the placements of a `DominoSolution`, which has the arrays `stones` and `cells`."""
    laid = zip(solution.stones.tolist(), solution.cells.tolist(), strict=True)
    return [((a, b), (tuple(first), tuple(second))) for (a, b), (first, second) in laid]
