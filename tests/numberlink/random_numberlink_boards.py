"""Random boards of Numberlink; every board without `fill` has a solution."""

from __future__ import annotations

import random

from tilewright.games.numberlink.rules import Board
from tilewright.puzzles.path_partition import random_paths


def random_board(rng: random.Random, side: int = 6, fill: bool = False) -> Board:
    rows, cols = rng.randint(1, side), rng.randint(2, side)
    numbers = [[0] * cols for _ in range(rows)]
    for number, path in enumerate((path for path in random_paths(rows, cols, 1, rng) if len(path) > 1), 1):
        for row, column in (path[0], path[-1]):
            numbers[row][column] = number
    return Board(tuple(map(tuple, numbers)), fill)
