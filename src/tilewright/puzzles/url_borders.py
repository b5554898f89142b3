"""Codecs of borders, regions and circles in puzz.link URLs, which pack several values into one character."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.errors import BadInput
from tilewright.puzzles.board_sides_and_clues import split_rows
from tilewright.puzzles.borders import Borders, Regions, borders_between, regions_within
from tilewright.puzzles.message_text import shortened
from tilewright.puzzles.url_codec_base import Reader
from tilewright.puzzles.url_numbers import NUMBERS_16, NumberRows

__all__ = ["BorderLines", "Circles", "NumberedRooms", "RoomNumbers", "Rooms"]

RoomNumbers = tuple[int | None, ...]
"""The number of each region, in the order of the regions: None for no number, -1 for an unknown number."""

DIGITS = "0123456789abcdefghijklmnopqrstuv"


def _read_packed(reader: Reader, count: int, base: int, per_character: int, things: str) -> list[int]:
    """Read values that are packed into characters as digits in a base, the most significant digit first."""
    values: list[int] = []
    while len(values) < count:
        character = reader.take(1)
        if not character:
            raise BadInput(f"the URL is too short: it has {len(values)} of {count} {things}")
        packed = DIGITS[: base**per_character].find(character)
        if packed < 0:
            raise reader.error(f": {shortened(character)} does not encode {things}", back=1)
        values += [packed // base**power % base for power in reversed(range(per_character))]
    return values[:count]


def _write_packed(values: Iterable[int], base: int, per_character: int) -> str:
    text, packed, digits = "", 0, 0
    for value in values:
        packed, digits = packed * base + value, digits + 1
        if digits == per_character:
            text, packed, digits = text + DIGITS[packed], 0, 0
    return text + DIGITS[packed * base ** (per_character - digits)] if digits else text


class BorderLines:
    """The codec of the borders between cells: all vertical borders, then all horizontal ones.

    >>> BorderLines().read(Reader("80", 2, 2))
    Borders(vertical=((False,), (True,)), horizontal=((False, False),))
    """

    def read(self, reader: Reader) -> Borders:
        """Read the borders between all cells."""
        height, width = reader.height, reader.width
        vertical = _read_packed(reader, height * (width - 1), 2, 5, "vertical borders")
        horizontal = _read_packed(reader, (height - 1) * width, 2, 5, "horizontal borders")
        rows = split_rows([value == 1 for value in vertical], width - 1) if width > 1 else ((),) * height
        return Borders(rows, split_rows([value == 1 for value in horizontal], width))

    def write(self, value: Borders) -> str:
        """Write the borders between all cells."""
        return "".join(_write_packed((border for row in rows for border in row), 2, 5) for rows in value)


class Rooms:
    """The codec of the regions of a board, encoded as borders. A border inside a region is an error.

    >>> Rooms().read(Reader("88", 2, 2))
    ((1, 1), (1, 2))
    >>> Rooms().write(((1, 1), (1, 2)))
    '88'
    """

    def read(self, reader: Reader) -> Regions:
        """Read the regions."""
        return regions_within(BorderLines().read(reader), reader.height, reader.width)

    def write(self, value: Regions) -> str:
        """Write the regions."""
        return BorderLines().write(borders_between(value))


class NumberedRooms:
    """The codec of the regions of a board and their numbers: None for no number, -1 for an unknown number.

    >>> NumberedRooms().read(Reader("880g", 2, 2))
    (((1, 1), (1, 2)), (0, None))
    """

    def read(self, reader: Reader) -> tuple[Regions, RoomNumbers]:
        """Read the regions and their numbers."""
        regions = Rooms().read(reader)
        count = max(map(max, regions))
        return regions, tuple(NUMBERS_16.read(reader, count, lambda index: f"region {index + 1}", "regions"))

    def write(self, value: tuple[Regions, RoomNumbers]) -> str:
        """Write the regions and their numbers."""
        return Rooms().write(value[0]) + NUMBERS_16.write(value[1])


class Circles:
    """The codec of circles in cells: 0 is an empty cell, 1 a white circle, 2 a black circle.

    >>> Circles().read(Reader("5", 1, 3))
    ((0, 1, 2),)
    """

    def read(self, reader: Reader) -> NumberRows:
        """Read the circles of all cells."""
        return split_rows(_read_packed(reader, reader.height * reader.width, 3, 3, "circles"), reader.width)

    def write(self, value: NumberRows) -> str:
        """Write the circles of all cells."""
        return _write_packed((circle for row in value for circle in row), 3, 3)
