"""Domino as a solitaire game: lay one stone after another until none fits; each stone laid scores one point.

A state consists of the instance and the stones laid so far. The notation of a state is the instance, a vertical
bar, and the moves: ``4: 01 12 25 | 12@0,0-0,1 25@0,2-0,3``. A move consists of a stone and its two cells; the
first label is on the first cell. Under rule ``chain`` the direction of a stone matters, because the next stone
begins next to the second cell. Under rule ``touch`` the direction does not matter, and a move is written with
the smaller label first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from tilewright import geometry
from tilewright.errors import BadInput
from tilewright.game import Cell
from tilewright.games.domino.notation import parse, to_text
from tilewright.games.domino.rules import DominoInstance, DominoSolution
from tilewright.strict_json import read_json, read_object

__all__ = ["DominoMove", "DominoState", "neighbours", "parse_move", "parse_state", "start"]

Stone = tuple[int, int]

LARGEST_N = 20
MOST_STONES = 1_000
"""The maximum number of stones in a game. With more stones, the list of first moves would be too long."""


@dataclass(frozen=True, slots=True, order=True)
class DominoMove:
    """A stone and the two cells on which it is laid; the first label is on the first cell."""

    stone: Stone
    cells: tuple[Cell, Cell]

    def __str__(self) -> str:
        first, second = (f"{row},{column}" for row, column in self.cells)
        return f"{_stone_text(self.stone)}@{first}-{second}"

    def to_json(self) -> dict[str, Any]:
        return {"stone": list(self.stone), "cells": [list(cell) for cell in self.cells]}

    @property
    def kind(self) -> Stone:
        """The stone with its smaller label first."""
        return min(self.stone), max(self.stone)

    def with_smaller_label_first(self) -> DominoMove:
        turned = DominoMove((self.stone[1], self.stone[0]), (self.cells[1], self.cells[0]))
        return min(self, turned)


@dataclass(frozen=True, slots=True)
class DominoState:
    """An instance and the moves played so far."""

    players: ClassVar[int] = 1
    instance: DominoInstance
    laid: tuple[DominoMove, ...] = ()

    @property
    def to_move(self) -> int:
        return 0

    @property
    def over(self) -> bool:
        return next(self._moves(), None) is None

    @property
    def left(self) -> Counter[Stone]:
        """The number of remaining stones of each kind; a kind is a pair of labels, the smaller label first."""
        left = Counter((min(a, b), max(a, b)) for a, b in self.instance.stones.tolist())
        left.subtract(move.kind for move in self.laid)
        return +left

    @property
    def free(self) -> set[Cell]:
        """The cells that no stone covers."""
        n = self.instance.n
        cells = {(row, column) for row in range(n) for column in range(n)}
        return cells.difference(cell for move in self.laid for cell in move.cells)

    def moves(self) -> list[DominoMove]:
        return sorted(set(self._moves()))

    def play(self, move: DominoMove) -> DominoState:
        self._require_legal(move)
        if self.instance.rule == "touch":
            move = move.with_smaller_label_first()
        return DominoState(self.instance, (*self.laid, move))

    def scores(self) -> tuple[int, ...]:
        return (len(self.laid),)

    def bounds(self) -> tuple[int, int]:
        return len(self.laid), len(self.laid) + min(self.left.total(), len(self.free) // 2)

    def winner(self) -> int | None:
        return None

    def to_text(self) -> str:
        return " ".join([to_text(self.instance), "|", *map(str, self.laid)])

    def to_solution(self) -> DominoSolution:
        """Return the stones laid so far as a solution, which `check` can verify."""
        return DominoSolution([move.stone for move in self.laid], [move.cells for move in self.laid])

    def __str__(self) -> str:
        left = " ".join(_stone_text(stone) for stone in sorted(self.left.elements()))
        return f"{_board(self.instance.n, self.laid)}\n{len(self.laid)} laid; left: {left or 'none'}"

    # --- Rules ------------------------------------------------------------------------------------------

    def _moves(self) -> Iterator[DominoMove]:
        left, free, n = self.left, self.free, self.instance.n
        touch = self.instance.rule == "touch"
        if not self.laid:
            joins: Iterable[tuple[int | None, Cell]] = ((None, cell) for cell in free)
        else:
            last = self.laid[-1]
            halves = list(zip(last.stone, last.cells, strict=True))
            joins = (
                (label, cell)
                for label, end in (halves if touch else halves[1:])
                for cell in neighbours(end, n)
                if cell in free
            )
        for label, first in joins:
            for second in neighbours(first, n):
                if second in free:
                    for stone in _stones_beginning_with(left, label):
                        move = DominoMove(stone, (first, second))
                        yield move.with_smaller_label_first() if touch else move

    def _require_legal(self, move: DominoMove) -> None:
        """Raise a `BadInput` error that names the first broken rule, unless the move is legal."""
        first, second = move.cells
        free = self.free
        for row, column in move.cells:
            if not (0 <= row < self.instance.n and 0 <= column < self.instance.n):
                raise BadInput(f"{move}: {row},{column} is off the board (off-board)")
            if (row, column) not in free:
                raise BadInput(f"{move}: a stone already lies on {row},{column} (overlap)")
        if not _adjacent(first, second):
            raise BadInput(f"{move}: the two cells are not neighbours (not-a-domino)")
        if not self.left[move.kind]:
            raise BadInput(f"{move}: no stone {_stone_text(move.stone)} is left (stone-overused)")
        if not self.laid:
            return
        last = self.laid[-1]
        if self.instance.rule == "chain":
            if not _adjacent(last.cells[1], first):
                raise BadInput(f"{move}: it must begin next to the second cell of {last} (chain-gap)")
            if last.stone[1] != move.stone[0]:
                raise BadInput(f"{move}: it must begin with the label {last.stone[1]} (label-mismatch)")
        elif not any(
            label == other_label and _adjacent(cell, other_cell)
            for label, cell in zip(last.stone, last.cells, strict=True)
            for other_label, other_cell in zip(move.stone, move.cells, strict=True)
        ):
            raise BadInput(f"{move}: it does not touch {last} at equal labels (no-touch)")


def neighbours(cell: Cell, n: int) -> Iterator[Cell]:
    """Yield the cells of the board that share a side with the given cell."""
    return (near for near in geometry.neighbours(cell) if 0 <= near[0] < n and 0 <= near[1] < n)


def _adjacent(cell: Cell, other: Cell) -> bool:
    return abs(cell[0] - other[0]) + abs(cell[1] - other[1]) == 1


def _stones_beginning_with(left: Iterable[Stone], label: int | None) -> Iterator[Stone]:
    """Yield the stones, turned if needed, that begin with a label; for None, all stones in both directions."""
    for low, high in left:
        if label in (None, low):
            yield low, high
        if low != high and label in (None, high):
            yield high, low


# --- Notation -----------------------------------------------------------------------------------------


def start(instance: DominoInstance) -> DominoState:
    """Return the initial state, with an empty board."""
    if instance.n > LARGEST_N or instance.parts > MOST_STONES:
        raise BadInput(
            f"domino can be played with up to {LARGEST_N} rows and {MOST_STONES} stones,"
            f" not {instance.n} and {instance.parts}"
        )
    return DominoState(instance)


def parse_state(text: str) -> DominoState:
    instance, _, moves = text.partition("|")
    state = start(parse(instance))
    for number, token in enumerate(moves.split(), 1):
        try:
            state = state.play(parse_move(state, token))
        except BadInput as error:
            raise BadInput(f"move {number}: {error}") from None
    return state


_MOVE = re.compile(
    r"(?:(?P<a>[0-9])(?P<b>[0-9])|(?P<c>[0-9]{1,4})-(?P<d>[0-9]{1,4}))\s*@?\s*"
    r"(?P<row>[0-9]{1,4}),(?P<column>[0-9]{1,4})[\s-]+(?P<row2>[0-9]{1,4}),(?P<column2>[0-9]{1,4})"
)


def parse_move(state: DominoState, text: str) -> DominoMove:
    """Parse a move such as ``25@0,0-0,1`` or, in JSON, ``{"stone": [2, 5], "cells": [[0, 0], [0, 1]]}``."""
    if text.lstrip().startswith("{"):
        return _move_from_json(read_json(text, "the move"))
    match = _MOVE.fullmatch(text.strip())
    if not match:
        raise BadInput(
            f"{text.strip()[:40]!r} is not a move; expected a stone and two cells, such as 25@0,0-0,1"
        )
    a, b, row, column, row2, column2 = (int(number) for number in match.groups() if number is not None)
    return DominoMove((a, b), ((row, column), (row2, column2)))


def _move_from_json(data: Any) -> DominoMove:
    read_object(data, "the move", {"stone", "cells"})
    match data:
        case {
            "stone": [int(a), int(b)],
            "cells": [[int(row), int(column)], [int(row2), int(column2)]],
        } if not any(isinstance(number, bool) for number in (a, b, row, column, row2, column2)):
            return DominoMove((a, b), ((row, column), (row2, column2)))
    raise BadInput('a move must look like {"stone": [2, 5], "cells": [[0, 0], [0, 1]]}')


def _stone_text(stone: Stone) -> str:
    a, b = stone
    return f"{a}{b}" if max(stone) < 10 else f"{a}-{b}"


def _board(n: int, laid: Iterable[DominoMove]) -> str:
    """Return the board as text: labels, a line between the halves of each stone, and dots for free cells."""
    labels: dict[Cell, str] = {}
    joined: set[tuple[Cell, Cell]] = set()
    for move in laid:
        labels |= {cell: str(label) for cell, label in zip(move.cells, move.stone, strict=True)}
        joined.add((min(move.cells), max(move.cells)))
    width = max(map(len, labels.values()), default=1)
    lines = []
    for row in range(n):
        line = below = ""
        for column in range(n):
            cell = (row, column)
            line += labels.get(cell, ".").rjust(width)
            line += "-" if (cell, (row, column + 1)) in joined else " "
            below += ("|" if (cell, (row + 1, column)) in joined else "").rjust(width) + " "
        lines += [line.rstrip(), below.rstrip()]
    return "\n".join(lines[:-1])
