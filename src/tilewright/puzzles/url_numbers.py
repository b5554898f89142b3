"""Codecs for numbers in puzz.link URLs: entries in reading order, with letters for runs of empty entries."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from tilewright.errors import BadInput
from tilewright.puzzles.message_text import shortened
from tilewright.puzzles.parse_board_size_and_clues import split_rows
from tilewright.puzzles.url_reader_and_codec import Reader

__all__ = ["NUMBERS_16", "UNKNOWN", "Arrow", "ArrowNumbers", "Entries", "NumberRows", "Numbers4", "Numbers16"]

T = TypeVar("T")
NumberRows = tuple[tuple[int, ...], ...]
HEXADECIMAL = "0123456789abcdef"

UNKNOWN = -1
"""An unknown number, which is ``?`` in pictures of the board and ``.`` in a URL."""


@dataclass(frozen=True)
class Entries(Generic[T]):
    """The codec for a list of entries, some of which may be empty.

    A letter from `first_skip` to ``z`` encodes a run of empty entries: `first_skip` means one empty entry, the
    next letter two, and so on. The text of an entry may also include empty entries after it. `read_entry` gets
    a reader and the name of the entry's cell or region for messages; it returns the entry and a None for each
    empty entry that its text includes. `write_entry` gets an entry and the number of empty entries after it, at
    most 2; it returns the text and the number of empty entries that the text includes.
    """

    first_skip: str
    read_entry: Callable[[Reader, str], list[T | None]]
    write_entry: Callable[[T, int], tuple[str, int]]

    def read(self, reader: Reader, count: int, name: Callable[[int], str], things: str) -> list[T | None]:
        entries: list[T | None] = []
        while len(entries) < count:
            character = reader.peek(1)
            if not character:
                raise BadInput(f"the URL is too short: it has {len(entries)} of the {count} {things}")
            if self.first_skip <= character <= "z":
                skipped = ord(character) - ord(self.first_skip) + 1
                left = count - len(entries)
                if skipped > left:
                    problem = f"{character!r} skips {skipped} {things}; the number of {things} left is {left}"
                    raise reader.error(f": {problem}")
                reader.take(1)
                entries += [None] * skipped
            else:
                entries += self.read_entry(reader, name(len(entries)))
        return entries[:count]

    def write(self, entries: Sequence[T | None]) -> str:
        text, index = "", 0
        longest = ord("z") - ord(self.first_skip) + 1
        while index < len(entries):
            entry = entries[index]
            if entry is None:
                start, end = index, min(index + longest, len(entries))
                while index < end and entries[index] is None:
                    index += 1
                text += chr(ord(self.first_skip) + index - start - 1)
            else:
                piece, included = self.write_entry(entry, _empty_entries(entries, index + 1, 2))
                text += piece
                index += 1 + included
        return text


class _CellCodec(Generic[T]):
    """The codec for a board with one entry for each cell; None is an empty cell."""

    entries: ClassVar[Entries[Any]]

    def read(self, reader: Reader) -> tuple[tuple[T | None, ...], ...]:
        """Read the entries of all cells."""
        values = self.entries.read(reader, reader.height * reader.width, reader.cell_name, "cells")
        return split_rows(values, reader.width)

    def write(self, value: tuple[tuple[T | None, ...], ...]) -> str:
        """Write the entries of all cells."""
        return self.entries.write([entry for row in value for entry in row])


def _empty_entries(entries: Sequence[object], start: int, most: int) -> int:
    """Return the number of consecutive empty entries from index `start` on, at most `most`.

    Entries beyond the end count as empty.
    """
    for index, entry in enumerate(entries[start : start + most]):
        if entry is not None:
            return index
    return most


class _NumberFormat(NamedTuple):
    """The format of a number after a prefix.

    `digits` is the number of hexadecimal digits, `offset` is added to their value, and `least` is the smallest
    number that may have this format.
    """

    digits: int
    offset: int
    least: int


_NUMBER_FORMATS = {
    "": _NumberFormat(1, 0, 0),
    "-": _NumberFormat(2, 0, 16),
    "+": _NumberFormat(3, 0, 256),
    "=": _NumberFormat(3, 4096, 4096),
    "@": _NumberFormat(3, 8192, 8192),
    "%": _NumberFormat(3, 8192, 8192),
    "*": _NumberFormat(4, 12240, 12240),
    "$": _NumberFormat(5, 77776, 77776),
}
_WRITTEN_PREFIXES = ("", "-", "+", "=", "@", "*", "$")
"""The prefixes that are used for writing. ``%`` is only read, because it starts an escape sequence in a URL."""


def _read_hexadecimal(reader: Reader, length: int, what: str, name: str) -> int:
    """Read hexadecimal digits.

    For error messages, `what` is the text before the digits, and `name` names the entry's cell or region.
    """
    digits = reader.take(length)
    if len(digits) < length or set(digits) - set(HEXADECIMAL):
        expected = "a hexadecimal digit" if length == 1 else f"{length} hexadecimal digits"
        raise reader.error(
            f", {name}: {expected} must follow {what}, not {shortened(digits)}", back=len(digits)
        )
    return int(digits, 16)


def _read_number16(reader: Reader, name: str) -> list[int | None]:
    character = reader.take(1)
    if character == ".":
        return [UNKNOWN]
    if character in HEXADECIMAL:
        return [int(character, 16)]
    number_format = _NUMBER_FORMATS.get(character)
    if number_format is None:
        problem = f"{shortened(character)} is neither a number nor a count of empty places"
        raise reader.error(f", {name}: {problem}", back=1)
    number = _read_hexadecimal(reader, number_format.digits, repr(character), name) + number_format.offset
    if number < number_format.least:
        problem = f"the number after {character!r} is {number}, but it must be at least {number_format.least}"
        raise reader.error(f", {name}: {problem}", back=number_format.digits)
    return [number]


def _write_number16(number: int, following: int) -> tuple[str, int]:
    if number == UNKNOWN:
        return ".", 0
    if number < 16:
        return HEXADECIMAL[number], 0
    prefix = next(prefix for prefix in reversed(_WRITTEN_PREFIXES) if _NUMBER_FORMATS[prefix].least <= number)
    number_format = _NUMBER_FORMATS[prefix]
    digits = f"{number - number_format.offset:0{number_format.digits}x}"
    if len(digits) > number_format.digits:
        raise BadInput(f"the number {number} is too large for a URL")
    return prefix + digits, 0


NUMBERS_16 = Entries("g", _read_number16, _write_number16)
"""The codec for a list of numbers, each 0 or more, or -1 for an unknown number; None is an empty entry."""


class Numbers16:
    """The codec for cells with positive hexadecimal numbers; 0 is an empty cell, and -1 an unknown number.

    A prefix shows that a number has several digits.

    >>> Numbers16().read(Reader("g5k.h", 2, 5))
    ((0, 5, 0, 0, 0), (0, 0, -1, 0, 0))
    >>> Numbers16().write(((0, 5, 0, 0, 0), (0, 0, 17, 0, 0)))
    'g5k-11h'
    """

    def read(self, reader: Reader) -> NumberRows:
        """Read the numbers of all cells from a URL."""
        numbers = NUMBERS_16.read(reader, reader.height * reader.width, reader.cell_name, "cells")
        if 0 in numbers:
            raise BadInput(f"{reader.cell_name(numbers.index(0))}: the number 0 is not positive")
        return split_rows([number or 0 for number in numbers], reader.width)

    def write(self, value: NumberRows) -> str:
        """Return the URL text for the numbers of all cells."""
        return NUMBERS_16.write([number or None for row in value for number in row])


def _read_number4(reader: Reader, name: str) -> list[int | None]:
    character = reader.take(1)
    if character == ".":
        return [UNKNOWN]
    if not character or character not in HEXADECIMAL[:15]:
        problem = f"{shortened(character)} is neither a number nor a count of empty places"
        raise reader.error(f", {name}: {problem}", back=1)
    following, number = divmod(int(character, 16), 5)
    return [number] + [None] * following


def _write_number4(number: int, following: int) -> tuple[str, int]:
    if number == UNKNOWN:
        return ".", 0
    if not 0 <= number <= 4:
        raise BadInput(f"the number {number} is not between 0 and 4")
    return HEXADECIMAL[number + 5 * following], following


class Numbers4(_CellCodec[int]):
    """The codec for cells that contain numbers from 0 to 4; -1 is an unknown number, and None an empty cell.

    A hexadecimal digit encodes a number and up to two empty cells after it.

    >>> Numbers4().read(Reader("8c1", 2, 3))
    ((3, None, 2), (None, None, 1))
    """

    entries = Entries("g", _read_number4, _write_number4)


class Arrow(NamedTuple):
    """A number that can have an arrow.

    `direction` is 0 for no arrow, 1 for up, 2 for down, 3 for left, or 4 for right. `number` is -1 for an
    unknown number.
    """

    direction: int
    number: int


def _read_arrow(reader: Reader, name: str) -> list[Arrow | None]:
    start = re.match(r"-[0-4]|[0-9]", reader.peek(2))
    if start is None:
        problem = f"{shortened(reader.peek(2))} is neither an arrow nor a count of empty places"
        raise reader.error(f", {name}: {problem}")
    text = reader.take(start.end())
    larger, direction = divmod(int(text[-1]), 5)
    length = 3 if text.startswith("-") else 1 + larger
    if length == 1 and reader.peek(1) == ".":
        reader.take(1)
        return [Arrow(direction, UNKNOWN)]
    return [Arrow(direction, _read_hexadecimal(reader, length, repr(text), name))]


def _write_arrow(arrow: Arrow, following: int) -> tuple[str, int]:
    direction, number = arrow
    if number == UNKNOWN:
        return f"{direction}.", 0
    if number >= 4096:
        raise BadInput(f"the number {number} is too large for a URL")
    if number >= 256:
        return f"-{direction}{number:03x}", 0
    return (f"{direction + 5}{number:02x}" if number >= 16 else f"{direction}{number:x}"), 0


class ArrowNumbers(_CellCodec[Arrow]):
    """The codec for cells that contain a number, which can have an arrow; None is an empty cell.

    >>> ArrowNumbers().read(Reader("a32b", 2, 2))
    ((None, Arrow(direction=3, number=2)), (None, None))
    """

    entries = Entries("a", _read_arrow, _write_arrow)
