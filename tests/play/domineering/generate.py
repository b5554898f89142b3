"""Generate random boards with some holes."""

import random

from domineering.rules import Board


def generate(seed: int, rows: int, columns: int, holes: int) -> Board:
    cells = list("." * (rows * columns - holes) + "#" * holes)
    random.Random(seed).shuffle(cells)
    return Board(tuple("".join(cells[row * columns :][:columns]) for row in range(rows)))
