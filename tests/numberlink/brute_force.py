"""Numberlink: join the two cells of each number by a path.

- A path goes from cell to cell across edges, visits no cell twice, and passes through no other number. It
  may touch itself.
- No two paths share a cell.
- With ``fill``, every cell is on a path; without it (the default), cells may stay empty.

The canonical form of a solution is the set of its paths, each from its first end in reading order to the other.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from grid_functions import Cell, Instance, around, cells, random_size, random_sort

Path = tuple[Cell, ...]
Paths = frozenset[Path]


def solutions(instance: Instance) -> list[Paths]:
    rows = instance["rows"]
    height, width = len(rows), len(rows[0])
    free = {(r, c) for r, c in cells(height, width) if not rows[r][c]}
    ends: dict[int, list[Cell]] = {}
    for r, c in cells(height, width):
        if rows[r][c]:
            ends.setdefault(rows[r][c], []).append((r, c))
    pairs = list(ends.values())
    fill = instance.get("fill", False)
    found: list[Paths] = []

    def walks(walk: list[Cell], end: Cell) -> Iterator[Path]:
        """Yield all paths to `end` that begin with `walk`.

        Until the next path is requested, the inner cells of a yielded path are not in `free`.
        """
        for cell in around(walk[-1]):
            if cell == end:
                yield (*walk, end)
            elif cell in free:
                free.remove(cell)
                yield from walks([*walk, cell], end)
                free.add(cell)

    def join(paths: list[Path]) -> None:
        if len(paths) == len(pairs):
            if not (fill and free):
                found.append(frozenset(paths))
            return
        start, end = pairs[len(paths)]
        for path in walks([start], end):
            join([*paths, path])

    join([])
    return found


def canonical(solution: dict[str, Any]) -> Paths:
    paths = [tuple((r, c) for r, c in path) for path in solution["paths"]]
    return frozenset(min(path, path[::-1]) for path in paths)


def random_instance(rng: random.Random) -> Instance:
    return random_sort(rng, lambda: _candidate(rng), solutions)


def _candidate(rng: random.Random) -> Instance:
    """Return a board whose pairs of numbers are the ends of random paths, or random cells."""
    height, width = random_size(rng, 6, 2, 18)
    board = cells(height, width)
    ends: list[tuple[Cell, Cell]] = []
    if rng.random() < 0.6:
        free = set(board)
        for start in rng.sample(board, len(board)):
            path = _random_path(rng, start, free, rng.randint(2, height * width))
            if len(path) > 1:
                free -= set(path)
                ends.append((path[0], path[-1]))
        # With few paths, most cells stay empty.
        ends = ends[: rng.choice((1, 2, len(ends), len(ends), len(ends)))]
    else:
        count = rng.randint(1, max(1, min(4, len(board) // 3)))
        chosen = rng.sample(board, 2 * count)
        ends = list(zip(chosen[::2], chosen[1::2], strict=True))
    # Usually the numbers are 1, 2, 3 and so on, but any numbers are allowed.
    most = len(ends) if rng.random() < 0.8 else len(ends) + 3
    numbers = rng.sample(range(1, most + 1), len(ends))
    rows = [[0] * width for _ in range(height)]
    for number, pair in zip(numbers, ends, strict=True):
        for r, c in pair:
            rows[r][c] = number
    instance: Instance = {"rows": rows}
    fill = rng.choice((None, False, True, True))
    return instance if fill is None else {**instance, "fill": fill}


def _random_path(rng: random.Random, start: Cell, free: set[Cell], longest: int) -> list[Cell]:
    path = [start] if start in free else []
    while path and len(path) < longest:
        steps = [cell for cell in around(path[-1]) if cell in free and cell not in path]
        if not steps:
            break
        path.append(rng.choice(steps))
    return path
