"""Generated boards: a square of 4 x 4 cells with a random hole."""

import random

from .rules import Board


def generate(seed: int) -> Board:
    rng = random.Random(seed)
    return Board(4, (rng.randrange(4), rng.randrange(4)))
