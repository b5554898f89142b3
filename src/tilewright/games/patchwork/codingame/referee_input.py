"""The lines that the referee writes to a program: the time board once, then a block of lines for each turn.

::

    9                             number of income spaces
    5 11 17 23 29 35 41 47 53     the income spaces
    5                             number of spaces with a 1x1 patch
    20 26 32 44 50                these spaces

    5 0 0                         the player's buttons, time and income
    .........                     nine rows of the player's quilt: O is covered, . is open
    3 2 1                         the opponent's buttons, time and income
    .........                     nine rows of the opponent's quilt
    32                            number of patches in the circle; the first three are on offer
    17 0 2 2 OOO|.O.              id, income, buttons, time and shape of each patch
    0                             the 1x1 patch to lay now, such as -20 for the one on space 20; 0 for none
    1                             number of the opponent's moves since the player's last turn
    PLAY 7 0 0 1 2                the command of each of these moves
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tilewright.errors import BadInput
from tilewright.games.patchwork.duel.notation import quilt_from_rows, quilt_to_rows
from tilewright.games.patchwork.duel.patch_set_and_edition import EDITIONS
from tilewright.games.patchwork.duel.rules import INCOME_SPACES, LAST_SPACE, Side
from tilewright.games.patchwork.pieces.patches import SIDE
from tilewright.geometry import Polyomino

__all__ = ["CONTEST_EDITION", "RefereeInput", "RefereePatch", "Turn", "time_board_lines"]

CONTEST_EDITION = "classic"
"""The edition of the game whose time board the contest uses."""

MAX_PATCHES = 33
MAX_MOVES = 100
MAX_NUMBER = 9999
_PATCH = re.compile(r"(-?\d{1,3}) (\d{1,3}) (\d{1,3}) (\d{1,3}) ([O.|]{1,60})")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class RefereePatch:
    """A patch of the circle as the referee describes it."""

    id: int
    income: int
    buttons: int
    time: int
    shape: Polyomino

    def to_line(self) -> str:
        shape = "|".join(self.shape.to_rows()).replace("#", "O")
        return f"{self.id} {self.income} {self.buttons} {self.time} {shape}"

    @classmethod
    def from_line(cls, line: str) -> RefereePatch:
        match = _PATCH.fullmatch(line)
        if match is None:
            raise BadInput(f"expected the id, income, buttons, time and shape of a patch, not {line[:40]!r}")
        shape = Polyomino.from_rows(match[5].replace("O", "#").split("|"))
        return cls(int(match[1]), int(match[2]), int(match[3]), int(match[4]), shape)


@dataclass(frozen=True, slots=True)
class Turn:
    """The input for one turn."""

    mine: Side
    theirs: Side
    patches: tuple[RefereePatch, ...]
    special: int
    """The id of the 1x1 patch that must be laid now; 0 for none."""
    opponent_moves: tuple[str, ...]

    def to_lines(self) -> list[str]:
        return [
            *_side_lines(self.mine),
            *_side_lines(self.theirs),
            str(len(self.patches)),
            *(patch.to_line() for patch in self.patches),
            str(self.special),
            str(len(self.opponent_moves)),
            *self.opponent_moves,
        ]


def time_board_lines() -> list[str]:
    """Return the lines that precede the first turn."""
    boards = (INCOME_SPACES, EDITIONS[CONTEST_EDITION])
    return [line for spaces in boards for line in (str(len(spaces)), " ".join(map(str, spaces)))]


def _side_lines(side: Side) -> list[str]:
    rows = (row.replace("#", "O") for row in quilt_to_rows(side.quilt))
    return [f"{side.buttons} {side.time} {side.income}", *rows]


class RefereeInput:
    """Reads the referee's lines; for an unexpected line, it raises `BadInput` with the line number."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self._number = 0

    def check_time_board(self) -> bool:
        """Read the lines before the first turn; return False if the input ends before the last of them.

        Raises `BadInput` for any time board but the classic one, because leagues with another time board have
        other rules.
        """
        for expected in time_board_lines():
            line = self._next()
            if line is None:
                return False
            if line != expected:
                raise self._error(f"expected {expected!r}, as in the two highest leagues, not {line[:60]!r}")
        return True

    def read_turn(self) -> Turn | None:
        """Read the input for a turn; return None at the end of the input."""
        mine = self._read_side()
        if mine is None:
            return None
        theirs = self._require(self._read_side())
        patches = tuple(self._parse(RefereePatch.from_line) for _ in range(self._read_number(0, MAX_PATCHES)))
        special = self._read_number(-LAST_SPACE, 0)
        moves = tuple(self._required() for _ in range(self._read_number(0, MAX_MOVES)))
        return Turn(mine, theirs, patches, special, moves)

    def _next(self) -> str | None:
        self._number += 1
        line = next(self._lines, None)
        return None if line is None else line.strip()

    def _required(self) -> str:
        return self._require(self._next())

    def _require(self, found: _T | None) -> _T:
        if found is None:
            raise self._error("the input ends within a turn")
        return found

    def _parse(self, parse: Callable[[str], _T]) -> _T:
        line = self._required()
        try:
            return parse(line)
        except BadInput as error:
            raise self._error(str(error)) from None

    def _read_side(self) -> Side | None:
        line = self._next()
        if line is None:
            return None
        buttons, time, income = self._numbers(line, 3, 0, MAX_NUMBER)
        rows = []
        for _ in range(SIDE):
            squares = self._required()
            if len(squares) != SIDE or set(squares) - set("O."):
                raise self._error(f"expected {SIDE} squares, each 'O' or '.', not {squares[:40]!r}")
            rows.append(squares.replace("O", "#"))
        return Side(quilt_from_rows(rows), buttons, income, time)

    def _read_number(self, low: int, high: int) -> int:
        return self._numbers(self._required(), 1, low, high)[0]

    def _numbers(self, line: str, count: int, low: int, high: int) -> Sequence[int]:
        words = line.split()
        if len(words) == count and all(re.fullmatch(r"-?[0-9]{1,9}", word) for word in words):
            numbers = [int(word) for word in words]
            if all(low <= number <= high for number in numbers):
                return numbers
        amount = "a number" if count == 1 else f"{count} numbers"
        raise self._error(f"expected {amount} from {low} to {high}, not {line[:40]!r}")

    def _error(self, reason: str) -> BadInput:
        return BadInput(f"the referee's input, line {self._number}: {reason}")
