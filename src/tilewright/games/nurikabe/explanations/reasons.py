"""Why cells are forced, in words. Rows and columns count from 0, in words as in JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from string import Formatter

from tilewright.game import Cell
from tilewright.games.nurikabe.explanations.contradiction_proofs import Consequence, prove
from tilewright.games.nurikabe.explanations.techniques import technique
from tilewright.games.nurikabe.kernels import board_kernel as kernel
from tilewright.games.nurikabe.kernels.board_kernel import (
    CLUES,
    FACTS,
    ISLAND,
    OWNER,
    SEA,
    SEA_SIZE,
    STRIDE,
    Table,
)
from tilewright.games.nurikabe.kernels.deduction_kernel import place

__all__ = ["Step", "listed", "reason", "words"]

KINDS = {SEA: "sea", ISLAND: "island"}

MOST_LISTED = 4
"""Longer lists of cells are only counted: a hint has them all."""


@dataclass(frozen=True, slots=True)
class Step:
    """Cells that a technique forces on a board, by their numbers there; they are not yet written down."""

    board: Table
    technique: int
    value: int
    cause: int
    cells: tuple[int, ...]

    @property
    def places(self) -> tuple[Cell, ...]:
        return tuple(place(self.board, cell) for cell in self.cells)


def reason(step: Step) -> str:
    """The technique's sentence, about these cells."""
    template = technique(step.technique).reason
    names = {name for _, name, _, _ in Formatter().parse(template) if name}
    return template.format(**{name: _WORDS[name](step) for name in names})


def words(cell: Cell) -> str:
    return f"row {cell[0]}, column {cell[1]}"


def listed(cells: Sequence[Cell]) -> str:
    """The cells in words, or how many they are."""
    if len(cells) > MOST_LISTED:
        return f"these {len(cells)} cells"
    return _joined([words(cell) for cell in cells])


def _joined(texts: Sequence[str]) -> str:
    return texts[0] if len(texts) == 1 else "; ".join(texts[:-1]) + " and " + texts[-1]


def _at(board: Table, cell: int) -> str:
    return words(place(board, cell))


def _number(board: Table, clue: int) -> str:
    size = board[CLUES, clue]
    return f"the {'?' if size < 0 else size} at {_at(board, clue)}"


def _numbers(step: Step) -> str:
    """The numbers whose islands the first of the cells lies between."""
    stride = int(step.board[FACTS, STRIDE])
    owners = {int(step.board[OWNER, step.cells[0] + beside]) for beside in (-stride, -1, 1, stride)}
    return _joined([_number(step.board, clue) for clue in sorted(owners - {0})])


def _part(step: Step) -> str:
    if step.board[CLUES, step.cause]:
        return _number(step.board, step.cause)
    return f"the land at {_at(step.board, step.cause)}"


def _square(step: Step) -> str:
    row, column = place(step.board, step.cause)
    return f"rows {row} and {row + 1}, columns {column} and {column + 1},"


def _proof(step: Step) -> str:
    """What follows from the other value, up to what cannot be."""
    proof = prove(step.board, step.cells[0], SEA + ISLAND - step.value, step.technique)
    if proof.clash:
        sides = " and ".join(_side(consequence) for consequence in proof.clash)
        impossible = f"{_at(step.board, proof.cause)} would have to be {sides}"
    else:
        impossible = _IMPOSSIBLE[proof.code](proof.board, proof.cause)
    if not proof.steps:
        return f"then {impossible}"
    if len(proof.steps) > MOST_LISTED:
        return f"then {len(proof.steps)} more cells would be forced, and {impossible}"
    follows = [
        f"{_at(step.board, consequence.cell)} would be {_side(consequence)}" for consequence in proof.steps
    ]
    return f"then {', '.join(follows)}, and {impossible}"


def _side(consequence: Consequence) -> str:
    return f"{KINDS[consequence.value]} ({technique(consequence.technique).name})"


_WORDS: dict[str, Callable[[Step], str]] = {
    "cells": lambda step: listed(step.places),
    "they": lambda step: "it" if len(step.cells) == 1 else "they",
    "are": lambda step: "is" if len(step.cells) == 1 else "are",
    "each": lambda step: "" if len(step.cells) == 1 else "any of ",
    "kind": lambda step: KINDS[step.value],
    "other": lambda step: KINDS[SEA + ISLAND - step.value],
    "cause": lambda step: _at(step.board, step.cause),
    "number": lambda step: _number(step.board, step.cause),
    "numbers": _numbers,
    "part": _part,
    "square": _square,
    "size": lambda step: str(step.board[FACTS, SEA_SIZE]),
    "proof": _proof,
}


def _capitalised(write: Callable[[Step], str]) -> Callable[[Step], str]:
    """Return a writer of the same words with a capital letter at the beginning."""

    def write_capitalised(step: Step) -> str:
        text = write(step)
        return text[0].upper() + text[1:]

    return write_capitalised


_WORDS |= {name.capitalize(): _capitalised(_WORDS[name]) for name in ("cells", "number", "part")}

_IMPOSSIBLE: dict[int, Callable[[Table, int], str]] = {
    kernel.POOL: lambda board, cause: f"there would be a pool at {_at(board, cause)}",
    kernel.TWO_NUMBERS: lambda board, cause: f"the island at {_at(board, cause)} would have two numbers",
    kernel.TOO_BIG: lambda board, cause: f"the island of {_number(board, cause)} would be too big",
    kernel.TOO_SMALL: lambda board, cause: f"{_number(board, cause)} could not come to its size",
    kernel.NO_NUMBER: lambda board, cause: f"the land at {_at(board, cause)} could not come to a number",
    kernel.SEA_DIVIDED: lambda board, cause: f"the sea at {_at(board, cause)} would be cut off",
    kernel.SEA_TOO_SMALL: lambda board, cause: "the sea would have too little room",
    kernel.CONFLICT: lambda board, cause: f"{_at(board, cause)} would have to be sea and island at once",
}
