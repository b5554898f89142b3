"""Proofs by contradiction, made short enough to be told.

A trial decides many cells before it fails, and most have nothing to do with the failure. A proof is the same
trial without them: each of its steps follows by one technique from the board and the steps before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.games.nurikabe.kernels.board_kernel import (
    CAUSE,
    CODE,
    CONFLICT,
    DECIDED,
    FACTS,
    GRID,
    LONG_CONTRADICTION,
    TRAIL,
    WHY,
    WOULD_BE_DIVIDED,
    Table,
    begin,
)
from tilewright.games.nurikabe.kernels.deduction_kernel import assume, find_cells, finds

__all__ = ["Proof", "prove"]

LONGEST = 24
"""Trials of more decisions are not shortened."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """A cell that would be so, and the technique that shows it."""

    cell: int
    value: int
    technique: int


@dataclass(frozen=True, slots=True)
class Proof:
    """The steps after the assumption; the board after them; what is wrong there, and at which cell.

    If that is a conflict, `clash` has the two consequences that cannot both be.
    """

    steps: tuple[Consequence, ...]
    board: Table
    code: int
    cause: int
    clash: tuple[Consequence, ...] = ()


def prove(board: Table, cell: int, value: int, technique: int) -> Proof:
    """Why the cell cannot have this value, which a trial of this kind refutes."""
    trial = board.copy()
    begin(trial)
    before = trial[FACTS, DECIDED] + 1
    code = int(assume(trial, cell, value, technique == LONG_CONTRADICTION))
    trail: list[int] = trial[TRAIL, before : trial[FACTS, DECIDED]].tolist()
    steps = [Consequence(at, int(trial[GRID, at]), int(trial[WHY, at])) for at in trail]
    proof = Proof(tuple(steps), trial, code, int(trial[FACTS, CAUSE]))
    if len(steps) > LONGEST:
        return proof
    assumed = board.copy()
    assumed[GRID, cell] = value
    proof = _follow(assumed, steps) or proof
    for step in reversed(steps):
        fewer = [other for other in steps if other is not step]
        if shorter := _follow(assumed, fewer):
            steps, proof = fewer, shorter
    return proof


def _follow(board: Table, steps: Sequence[Consequence]) -> Proof | None:
    """The proof that these steps make; None if one of them does not follow, or nothing is wrong after them."""
    board = board.copy()
    for number, step in enumerate(steps):
        begin(board)
        if find_cells(board, step.technique) < 0:
            return _ended(board, steps[:number])
        if not any(found[:2] == (step.cell, step.value) for found in finds(board)):
            return None
        board[GRID, step.cell] = step.value
    if begin(board) < 0:
        return _ended(board, steps)
    found: dict[int, Consequence] = {}
    for technique in range(1, WOULD_BE_DIVIDED + 1):
        if find_cells(board, technique) < 0:
            return _ended(board, steps)
        for cell, value, _, _ in finds(board):
            new = Consequence(cell, value, technique)
            old = found.setdefault(cell, new)
            if old.value != value:
                return Proof(tuple(steps), board, CONFLICT, cell, (old, new))
    return None


def _ended(board: Table, steps: Sequence[Consequence]) -> Proof:
    return Proof(tuple(steps), board, int(board[FACTS, CODE]), int(board[FACTS, CAUSE]))
