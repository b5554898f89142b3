"""Proofs by contradiction, shortened so that a hint can state them.

A trial assumes a value for a cell and decides many further cells before it fails; most of these cells do not
matter for the failure. A shortened proof contains only the steps that matter. Each step follows by one
technique from the board, the assumption and the previous steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.games.nurikabe.kernels.board_trail_and_findings_kernel import (
    CONFLICT,
    DECIDED_BY,
    DECIDED_COUNT,
    FAILURE,
    FAILURE_CELL,
    GRID,
    LONG_CONTRADICTION,
    SCALARS,
    TRAIL,
    WOULD_BE_DIVIDED,
    BoardArray,
    read_grid,
)
from tilewright.games.nurikabe.kernels.deduction_kernel import assume, find_cells, findings

__all__ = ["Proof", "prove"]

MOST_SHORTENED_STEPS = 24
"""Proofs with more steps than this are not shortened, because that would take too long."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """The value that a cell would have under the assumption, and the technique that shows this."""

    cell: int
    value: int
    technique: int


@dataclass(frozen=True, slots=True)
class Proof:
    """The steps after the assumption, the resulting board, the contradiction, and a cell that it concerns.

    `clash` contains the two consequences that contradict each other; it is empty if there are no such
    consequences or if they are not known.
    """

    steps: tuple[Consequence, ...]
    board: BoardArray
    code: int
    cause: int
    clash: tuple[Consequence, ...] = ()


def prove(board: BoardArray, cell: int, value: int, technique: int) -> Proof:
    """Return a proof that the cell cannot have the value; `technique` is the kind of trial that shows this."""
    trial = board.copy()
    read_grid(trial)
    before = trial[SCALARS, DECIDED_COUNT] + 1
    code = int(assume(trial, cell, value, technique == LONG_CONTRADICTION))
    trail: list[int] = trial[TRAIL, before : trial[SCALARS, DECIDED_COUNT]].tolist()
    steps = [
        Consequence(decided, int(trial[GRID, decided]), int(trial[DECIDED_BY, decided])) for decided in trail
    ]
    proof = Proof(tuple(steps), trial, code, int(trial[SCALARS, FAILURE_CELL]))
    if len(steps) > MOST_SHORTENED_STEPS:
        return proof
    assumed = board.copy()
    assumed[GRID, cell] = value
    proof = _verify(assumed, steps) or proof
    for step in reversed(steps):
        fewer = [other for other in steps if other is not step]
        if shorter := _verify(assumed, fewer):
            steps, proof = fewer, shorter
    return proof


def _verify(board: BoardArray, steps: Sequence[Consequence]) -> Proof | None:
    """Return the proof that consists of the given steps, up to the first contradiction.

    Return None if one of the steps does not follow, or if the steps lead to no contradiction.
    """
    board = board.copy()
    for number, step in enumerate(steps):
        read_grid(board)
        if find_cells(board, step.technique) < 0:
            return _failed(board, steps[:number])
        if not any(finding[:2] == (step.cell, step.value) for finding in findings(board)):
            return None
        board[GRID, step.cell] = step.value
    if read_grid(board) < 0:
        return _failed(board, steps)
    consequences: dict[int, Consequence] = {}
    for technique in range(1, WOULD_BE_DIVIDED + 1):
        if find_cells(board, technique) < 0:
            return _failed(board, steps)
        for cell, value, _, _ in findings(board):
            new = Consequence(cell, value, technique)
            old = consequences.setdefault(cell, new)
            if old.value != value:
                return Proof(tuple(steps), board, CONFLICT, cell, (old, new))
    return None


def _failed(board: BoardArray, steps: Sequence[Consequence]) -> Proof:
    return Proof(tuple(steps), board, int(board[SCALARS, FAILURE]), int(board[SCALARS, FAILURE_CELL]))
