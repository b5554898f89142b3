"""Repeat the attempts of a generator until one of them succeeds."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

from tilewright.errors import BadInput

__all__ = ["first_board"]

ATTEMPTS = 200
"""By default, a generator gives up after this many attempts."""

Board = TypeVar("Board")


def first_board(
    attempt: Callable[[random.Random], Board | None],
    seed: int,
    rows: int,
    cols: int,
    difficulty: str,
    attempts: int = ATTEMPTS,
) -> Board:
    """Call `attempt` until it returns a board, and return that board.

    The random numbers depend on the seed, the size and the difficulty. After `attempts` calls without a board,
    `BadInput` is raised.
    """
    rng = random.Random(f"{seed} {rows} {cols} {difficulty}")
    for _ in range(attempts):
        board = attempt(rng)
        if board is not None:
            return board
    size = f"{rows} x {cols} cells"
    raise BadInput(f"no board of {size} with the grade {difficulty} was found: try another seed, size or grade")
