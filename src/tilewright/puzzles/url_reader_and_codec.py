"""The reader of puzz.link URLs, and the protocol of codecs, which decode text and encode values.

The encodings are those of pzpr, the program behind puzz.link. Codecs can be combined: `Pair` applies one codec
after another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from tilewright.errors import BadInput
from tilewright.puzzles.message_text import describe_cell, shortened

__all__ = ["Codec", "Pair", "Reader"]

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")


class Codec(Protocol[T]):
    """Decodes a value from text, and encodes a value as text."""

    def read(self, reader: Reader) -> T:
        """Return the decoded value and advance the reader."""

    def write(self, value: T) -> str:
        """Return the text that encodes a value."""


class Reader:
    """A text, the position of the next character to read, and the size of the board that the text describes."""

    def __init__(self, text: str, height: int, width: int) -> None:
        self.text = text
        self.height = height
        self.width = width
        self.position = 0

    def peek(self, length: int) -> str:
        """Return the next `length` characters, or fewer at the end of the text."""
        return self.text[self.position : self.position + length]

    def take(self, length: int) -> str:
        """Return the next `length` characters, or fewer at the end of the text, and advance past them."""
        characters = self.peek(length)
        self.position += len(characters)
        return characters

    def error(self, problem: str, back: int = 0) -> BadInput:
        """Return an error about the character that is `back` characters before the current position.

        `problem` begins with a comma or a colon.
        """
        return BadInput(f"character {self.position - back + 1} of the URL's cells{problem}")

    def cell_name(self, index: int) -> str:
        """Return the name of a cell by its index in reading order."""
        return describe_cell(divmod(index, self.width))

    def finish(self) -> None:
        """Raise an error if text is left."""
        rest = self.text[self.position :]
        if rest:
            raise self.error(f": {shortened(rest)} is left over after {self.height} x {self.width} cells")


@dataclass(frozen=True)
class Pair(Generic[A, B]):
    """A codec that applies two codecs, one after the other."""

    first: Codec[A]
    second: Codec[B]

    def read(self, reader: Reader) -> tuple[A, B]:
        """Read both values."""
        return self.first.read(reader), self.second.read(reader)

    def write(self, value: tuple[A, B]) -> str:
        """Write both values."""
        return self.first.write(value[0]) + self.second.write(value[1])
