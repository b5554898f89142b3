"""The reasons why cells are forced, in words. The texts count rows and columns from 1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from string import Formatter

from tilewright.game import Cell
from tilewright.games.nurikabe.explanations.contradiction_proofs import Consequence, prove
from tilewright.games.nurikabe.explanations.techniques import technique_by_number
from tilewright.games.nurikabe.kernels import board_trail_and_findings_kernel as kernel
from tilewright.games.nurikabe.kernels.board_trail_and_findings_kernel import (
    CLUES,
    ISLAND,
    OWNER,
    SCALARS,
    SEA,
    SEA_SIZE,
    STRIDE,
    BoardArray,
)
from tilewright.games.nurikabe.kernels.deduction_kernel import row_and_column
from tilewright.puzzles.message_text import describe_cell

__all__ = ["Step", "describe_cells", "reason"]

VALUE_NAMES = {SEA: "sea", ISLAND: "island"}

MOST_LISTED = 4
"""The largest number of cells or proof steps that a reason lists.

If there are more, the reason gives only their number; the hint itself contains all cells.
"""


@dataclass(frozen=True, slots=True)
class Step:
    """The cells of a board that a technique decides, and the value that they get.

    In the board array, the cells are still undecided. `cause` is a cell to which the reason refers, or 0.
    """

    board: BoardArray
    technique: int
    value: int
    cause: int
    cells: tuple[int, ...]

    @property
    def positions(self) -> tuple[Cell, ...]:
        """The rows and columns of the cells, counted from 0."""
        return tuple(row_and_column(self.board, cell) for cell in self.cells)


def reason(step: Step) -> str:
    """Return the sentence of the step's technique, with the cells and numbers of the step filled in."""
    template = technique_by_number(step.technique).reason
    names = {name for _, name, _, _ in Formatter().parse(template) if name}
    return template.format(**{name: _PLACEHOLDERS[name](step) for name in names})


def describe_cells(cells: Sequence[Cell]) -> str:
    """Return a description of the cells in words, or their number if there are many."""
    if len(cells) > MOST_LISTED:
        return f"these {len(cells)} cells"
    return _join([describe_cell(cell) for cell in cells])


def _join(texts: Sequence[str]) -> str:
    return texts[0] if len(texts) == 1 else "; ".join(texts[:-1]) + " and " + texts[-1]


def _cell_text(board: BoardArray, cell: int) -> str:
    return describe_cell(row_and_column(board, cell))


def _number_text(board: BoardArray, clue: int) -> str:
    size = board[CLUES, clue]
    return f"the {'?' if size < 0 else size} at {_cell_text(board, clue)}"


def _neighbouring_numbers(step: Step) -> str:
    """Return, in words, the numbers whose islands are next to the first cell of the step."""
    stride = int(step.board[SCALARS, STRIDE])
    owners = {int(step.board[OWNER, step.cells[0] + offset]) for offset in (-stride, -1, 1, stride)}
    return _join([_number_text(step.board, clue) for clue in sorted(owners - {0})])


def _part_text(step: Step) -> str:
    if step.board[CLUES, step.cause]:
        return _number_text(step.board, step.cause)
    return f"the land at {_cell_text(step.board, step.cause)}"


def _square_text(step: Step) -> str:
    row, column = row_and_column(step.board, step.cause)
    return f"rows {row + 1} and {row + 2}, columns {column + 1} and {column + 2},"


def _proof_text(step: Step) -> str:
    """Return, in words, what would follow from the other value, up to the contradiction."""
    proof = prove(step.board, step.cells[0], SEA + ISLAND - step.value, step.technique)
    if proof.clash:
        both_values = " and ".join(_value_with_technique(consequence) for consequence in proof.clash)
        contradiction = f"{_cell_text(step.board, proof.cause)} would have to be {both_values}"
    else:
        contradiction = _CONTRADICTIONS[proof.code](proof.board, proof.cause)
    if not proof.steps:
        return f"then {contradiction}"
    if len(proof.steps) > MOST_LISTED:
        return f"then {len(proof.steps)} more cells would be forced, and {contradiction}"
    consequences = [
        f"{_cell_text(step.board, consequence.cell)} would be {_value_with_technique(consequence)}"
        for consequence in proof.steps
    ]
    return f"then {', '.join(consequences)}, and {contradiction}"


def _value_with_technique(consequence: Consequence) -> str:
    name = technique_by_number(consequence.technique).name.replace("-", " ")
    return f"{VALUE_NAMES[consequence.value]} ({name})"


def _capitalised(text_of: Callable[[Step], str]) -> Callable[[Step], str]:
    def capitalised(step: Step) -> str:
        text = text_of(step)
        return text[0].upper() + text[1:]

    return capitalised


_PLACEHOLDERS: dict[str, Callable[[Step], str]] = {
    "cells": lambda step: describe_cells(step.positions),
    "they": lambda step: "it" if len(step.cells) == 1 else "they",
    "are": lambda step: "is" if len(step.cells) == 1 else "are",
    "any_of": lambda step: "" if len(step.cells) == 1 else "any of ",
    "kind": lambda step: VALUE_NAMES[step.value],
    "other": lambda step: VALUE_NAMES[SEA + ISLAND - step.value],
    "cause": lambda step: _cell_text(step.board, step.cause),
    "number": lambda step: _number_text(step.board, step.cause),
    "numbers": _neighbouring_numbers,
    "part": _part_text,
    "square": _square_text,
    "size": lambda step: str(step.board[SCALARS, SEA_SIZE]),
    "proof": _proof_text,
}
"""For each placeholder in the techniques' sentences, a function that returns the text for a step."""

_PLACEHOLDERS |= {name.capitalize(): _capitalised(_PLACEHOLDERS[name]) for name in ("cells", "number", "part")}

_CONTRADICTIONS: dict[int, Callable[[BoardArray, int], str]] = {
    kernel.POOL: lambda board, cell: f"there would be a pool at {_cell_text(board, cell)}",
    kernel.TWO_NUMBERS: lambda board, cell: f"the island at {_cell_text(board, cell)} would have two numbers",
    kernel.TOO_BIG: lambda board, cell: f"the island of {_number_text(board, cell)} would be too big",
    kernel.TOO_SMALL: lambda board, cell: f"the island of {_number_text(board, cell)} could not reach its size",
    kernel.NO_NUMBER: lambda board, cell: f"the land at {_cell_text(board, cell)} could not reach a number",
    kernel.SEA_DIVIDED: lambda board, cell: f"the sea at {_cell_text(board, cell)} would be cut off",
    kernel.SEA_TOO_SMALL: lambda board, cell: "the sea would have too little room",
    kernel.CONFLICT: lambda board, cell: f"{_cell_text(board, cell)} would have to be both sea and island",
}
"""For each contradiction, a function that returns its text, given the board and a cell that it concerns."""
