"""Functions for the brute-force searches of puzzles: neighbours, groups, random boards, and symmetries."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from typing import Any

Cell = tuple[int, int]
Instance = dict[str, Any]


# --- Cells --------------------------------------------------------------------------------------------


@cache
def cells(height: int, width: int) -> tuple[Cell, ...]:
    """Return the cells of a grid in reading order."""
    return tuple((r, c) for r in range(height) for c in range(width))


@cache
def around(cell: Cell) -> tuple[Cell, ...]:
    """Return the four cells that share an edge with a cell, inside the grid or not."""
    r, c = cell
    return (r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)


def connected_groups(members: Collection[Cell]) -> list[set[Cell]]:
    """Return the maximal connected groups of a set of cells."""
    left = set(members)
    groups = []
    while left:
        stack = [left.pop()]
        group = set(stack)
        while stack:
            for beside in around(stack.pop()):
                if beside in left:
                    left.remove(beside)
                    group.add(beside)
                    stack.append(beside)
        groups.append(group)
    return groups


def cells_by_label(labels: Sequence[Sequence[int]]) -> dict[int, frozenset[Cell]]:
    """Return the cells of each region of a grid; cells with equal labels form one region."""
    regions: dict[int, set[Cell]] = {}
    for r, row in enumerate(labels):
        for c, label in enumerate(row):
            regions.setdefault(label, set()).add((r, c))
    return {label: frozenset(members) for label, members in regions.items()}


def connected_sets(start: Cell, size: int, allowed: Collection[Cell]) -> Iterator[frozenset[Cell]]:
    """Yield every connected set of `size` allowed cells that contains the cell `start`, each once."""

    def extend(chosen: frozenset[Cell], border: list[Cell], seen: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
        if len(chosen) == size:
            yield chosen
            return
        # A border cell is either taken now or excluded from all later sets, so that no set occurs twice.
        for index, cell in enumerate(border):
            new = [beside for beside in around(cell) if beside in allowed and beside not in seen]
            yield from extend(chosen | {cell}, border[index + 1 :] + new, seen.union(new))

    if start in allowed:
        yield from extend(frozenset(), [start], frozenset([start]))


# --- Random boards ------------------------------------------------------------------------------------


def random_size(rng: random.Random, longest: int, fewest_cells: int, most_cells: int) -> Cell:
    """Return a random height and width of a grid, often with only one or two rows or columns."""
    while True:
        height, width = rng.choice((1, 2, 2, 3, 3, 3, 4, 4, 4, 5)), rng.randint(1, longest)
        if fewest_cells <= height * width <= most_cells:
            return (height, width) if rng.random() < 0.5 else (width, height)


def random_labels(rng: random.Random, height: int, width: int, count: int) -> list[list[int]]:
    """Return a grid divided into `count` connected regions, which are labelled from 1 in random order."""
    return grown_labels(rng, height, width, [{cell} for cell in rng.sample(cells(height, width), count)])


def grown_labels(
    rng: random.Random, height: int, width: int, cores: Sequence[Collection[Cell]], in_order: bool = False
) -> list[list[int]]:
    """Return a grid divided into connected regions that have grown from the given disjoint connected sets.

    If `in_order` is true, a region grows only when no earlier region can grow. Then many regions never grow.
    """
    label_of = {cell: label for label, core in enumerate(cores, 1) for cell in core}
    while len(label_of) < height * width:
        steps = [
            (label_of[beside], cell)
            for cell in cells(height, width)
            if cell not in label_of
            for beside in around(cell)
            if beside in label_of
        ]
        label, cell = min(steps) if in_order else rng.choice(steps)
        label_of[cell] = label
    return [[label_of[r, c] for c in range(width)] for r in range(height)]


def random_rectangles(rng: random.Random, height: int, width: int, largest: int) -> list[list[int]]:
    """Return a grid divided into rectangles of at most `largest` cells, which are labelled from 1."""
    label_of: dict[Cell, int] = {}
    count = 0
    for r, c in cells(height, width):
        if (r, c) in label_of:
            continue
        fitting = [
            rectangle
            for bottom in range(r, height)
            for right in range(c, width)
            for rectangle in [[(i, j) for i in range(r, bottom + 1) for j in range(c, right + 1)]]
            if len(rectangle) <= largest and not any(cell in label_of for cell in rectangle)
        ]
        count += 1
        label_of.update(dict.fromkeys(rng.choice(fitting), count))
    return [[label_of[r, c] for c in range(width)] for r in range(height)]


def random_sort(
    rng: random.Random, candidate: Callable[[], Instance], solutions: Callable[[Instance], Collection[Any]]
) -> Instance:
    """Return a candidate with no solution, with exactly one, or with several, each with probability 1/3.

    If none of ten candidates is of the randomly chosen sort, return the last one.
    """
    wanted = rng.randrange(3)
    for _ in range(10):
        instance = candidate()
        if min(len(solutions(instance)), 2) == wanted:
            break
    return instance


# --- Symmetries ---------------------------------------------------------------------------------------


def symmetric_instances(instance: Instance) -> list[Instance]:
    """Return the eight rotations and reflections of an instance; the first is the instance itself.

    All grids of the instance are transformed in the same way: ``rows`` and ``regions`` (lists of lists of
    numbers), ``region`` and each of the ``pieces`` (lists of strings).
    """
    symmetric = []
    for _ in range(4):
        symmetric += [instance, _on_grids(instance, _mirrored)]
        instance = _on_grids(instance, _rotated)
    return symmetric


def _on_grids(instance: Instance, turn: Callable[[list[Any]], list[Any]]) -> Instance:
    turned = {key: turn(value) for key, value in instance.items() if key in ("rows", "regions", "region")}
    if "pieces" in instance:
        turned["pieces"] = [turn(piece) for piece in instance["pieces"]]
    return {**instance, **turned}


def _rotated(grid: list[Any]) -> list[Any]:
    """Return the grid after a quarter turn clockwise."""
    lines = zip(*grid[::-1], strict=True)
    return ["".join(line) if isinstance(grid[0], str) else list(line) for line in lines]


def _mirrored(grid: list[Any]) -> list[Any]:
    """Return the grid with left and right exchanged."""
    return [line[::-1] for line in grid]
