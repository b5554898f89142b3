"""Repeated attempts of a generator."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

from tilewright.errors import BadInput

__all__ = ["first_board"]

ATTEMPTS = 200
"""The number of attempts after which a generator gives up."""

Board = TypeVar("Board")


def first_board(
    attempt: Callable[[random.Random], Board | None],
    seed: int,
    rows: int,
    cols: int,
    difficulty: str,
    attempts: int = ATTEMPTS,
) -> Board:
    """Return the first board that an attempt returns; the random numbers depend on all options."""
    rng = random.Random(f"{seed} {rows} {cols} {difficulty}")
    for _ in range(attempts):
        board = attempt(rng)
        if board is not None:
            return board
    size = f"{rows} x {cols} cells"
    raise BadInput(f"no board of {size} with the grade {difficulty} was found: try another seed, size or grade")
