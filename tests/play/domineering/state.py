"""The state of a game: player 0 lays vertical dominoes, player 1 horizontal ones."""

import re
from dataclasses import dataclass
from typing import ClassVar

from domineering.rules import Board
from tilewright.errors import BadInput


@dataclass(frozen=True, slots=True)
class Lay:
    """A move, given by the upper or left cell of the domino."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{'abcdef'[self.column]}{self.row + 1}"

    def to_json(self) -> list[int]:
        return [self.row, self.column]


@dataclass(frozen=True, slots=True)
class DomineeringState:
    players: ClassVar[int] = 2
    rows: tuple[str, ...]
    to_move: int = 0

    @property
    def over(self) -> bool:
        return not self.moves()

    def moves(self) -> tuple[Lay, ...]:
        cells = ((row, column) for row in range(len(self.rows)) for column in range(len(self.rows[0])))
        return tuple(Lay(*cell) for cell in cells if all(map(self._free, self._covered(Lay(*cell)))))

    def play(self, move: Lay) -> "DomineeringState":
        covered = self._covered(move)
        for row, column in covered:
            if not self._free((row, column)):
                raise BadInput(f"{move}: row {row}, column {column} is not free")
        rows = [list(row) for row in self.rows]
        for row, column in covered:
            rows[row][column] = "|-"[self.to_move]
        return DomineeringState(tuple(map("".join, rows)), 1 - self.to_move)

    def scores(self) -> tuple[int, int]:
        winner = self.winner()
        return (int(winner == 0), int(winner == 1))

    def bounds(self) -> tuple[int, int]:
        return 0, 1

    def winner(self) -> int | None:
        return 1 - self.to_move if self.over else None

    def to_text(self) -> str:
        return f"{'/'.join(self.rows)} {self.to_move}"

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def _covered(self, move: Lay) -> tuple[tuple[int, int], tuple[int, int]]:
        down, right = (1, 0) if self.to_move == 0 else (0, 1)
        return (move.row, move.column), (move.row + down, move.column + right)

    def _free(self, cell: tuple[int, int]) -> bool:
        row, column = cell
        return 0 <= row < len(self.rows) and 0 <= column < len(self.rows[0]) and self.rows[row][column] == "."


def start(board: Board) -> DomineeringState:
    return DomineeringState(board.rows)


def parse_state(text: str) -> DomineeringState:
    rows, to_move = text.split()
    return DomineeringState(tuple(rows.split("/")), int(to_move))


def parse_move(state: DomineeringState, text: str) -> Lay:
    if cell := re.fullmatch(r"\[(\d), (\d)\]", text):
        return Lay(int(cell[1]), int(cell[2]))
    if len(text) == 2 and text[0] in "abcdef" and text[1].isdecimal():
        return Lay(int(text[1]) - 1, "abcdef".index(text[0]))
    raise BadInput(f"{text!r} is not a move; expected a column and a row, such as a1")
