"""Codecs for borders, regions and circles in puzz.link URLs; a character encodes several borders or circles."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, compress

from tilewright.errors import BadInput
from tilewright.puzzles.borders import Borders, Regions, borders_between, edge_rows, regions_within
from tilewright.puzzles.kinds_and_states import Edge
from tilewright.puzzles.message_text import shortened
from tilewright.puzzles.parse_board_size_and_clues import split_rows
from tilewright.puzzles.url_numbers import NUMBERS_16, NumberRows
from tilewright.puzzles.url_reader_and_codec import Reader

__all__ = [
    "Circles",
    "NumberedRegions",
    "RegionBorders",
    "RegionNumbers",
    "read_borders",
    "write_borders",
]

RegionNumbers = tuple[int | None, ...]
"""The number of each region, in the order of the regions: None for no number, -1 for an unknown number."""

DIGITS = "0123456789abcdefghijklmnopqrstuv"


def _read_packed(reader: Reader, count: int, base: int, per_character: int, things: str) -> list[int]:
    """Read values that are packed into characters as digits of a given base, most significant digit first."""
    values: list[int] = []
    while len(values) < count:
        character = reader.take(1)
        if not character:
            raise BadInput(f"the URL is too short: it has {len(values)} of the {count} {things}")
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


def read_borders(reader: Reader) -> Borders:
    """Read the borders between cells: all vertical borders, then all horizontal ones.

    >>> read_borders(Reader("80", 2, 2))
    (((1, 0), (1, 1)),)
    """
    borders: list[Edge] = []
    for rows, name in zip(edge_rows(reader.height, reader.width), ("vertical", "horizontal"), strict=True):
        edges = list(chain(*rows))
        borders += compress(edges, _read_packed(reader, len(edges), 2, 5, f"{name} borders"))
    return tuple(borders)


def write_borders(borders: Iterable[Edge], height: int, width: int) -> str:
    """Write the borders between the cells of a board.

    >>> write_borders([((1, 0), (1, 1))], 2, 2)
    '80'
    """
    found = set(borders)
    return "".join(
        _write_packed((edge in found for edge in chain(*rows)), 2, 5) for rows in edge_rows(height, width)
    )


class RegionBorders:
    """The codec of the regions of a board, encoded as borders. A border inside a region is an error.

    >>> RegionBorders().read(Reader("88", 2, 2))
    ((1, 1), (1, 2))
    >>> RegionBorders().write(((1, 1), (1, 2)))
    '88'
    """

    def read(self, reader: Reader) -> Regions:
        """Read the regions."""
        return regions_within(read_borders(reader), reader.height, reader.width)

    def write(self, value: Regions) -> str:
        """Write the regions."""
        return write_borders(borders_between(value), len(value), len(value[0]))


class NumberedRegions:
    """The codec of the regions of a board and their numbers: None for no number, -1 for an unknown number.

    >>> NumberedRegions().read(Reader("880g", 2, 2))
    (((1, 1), (1, 2)), (0, None))
    """

    def read(self, reader: Reader) -> tuple[Regions, RegionNumbers]:
        """Read the regions and their numbers."""
        regions = RegionBorders().read(reader)
        count = max(map(max, regions))
        return regions, tuple(NUMBERS_16.read(reader, count, lambda index: f"region {index + 1}", "regions"))

    def write(self, value: tuple[Regions, RegionNumbers]) -> str:
        """Write the regions and their numbers."""
        return RegionBorders().write(value[0]) + NUMBERS_16.write(value[1])


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
