"""Puzzles in the formats of puzz.link: URLs, and files whose content starts with ``pzprv3``.

A URL such as ``https://puzz.link/p?shikaku/6/6/j3g56h6t6h23g5j`` contains the puzzle type, the numbers of
columns and rows, and a text that describes the cells. `PuzzLink` combines the codec for this text with the file
format of the same puzzle type. It can also read boards from Penpa+ links (`tilewright.puzzles.penpa`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import unquote

from tilewright.errors import BadInput
from tilewright.puzzles.board_base_classes import Sized
from tilewright.puzzles.message_text import shortened
from tilewright.puzzles.parse_board_size_and_clues import check_sides, parse_side
from tilewright.puzzles.penpa import Drawing, is_penpa, read_drawing
from tilewright.puzzles.pzprv3 import FILE_START, FileFormat, FileLines
from tilewright.puzzles.url_reader_and_codec import Codec, Reader

__all__ = ["PuzzLink", "url_type"]

URL_START = "https://puzz.link/p?"
_TYPE = re.compile(r"([a-z][a-z0-9-]*?)(?:_edit|_play)?")
_WITH_QUERY = re.compile(r"[^\s\"?]*\?")
_BARE = re.compile(rf"{_TYPE.pattern}/(?:v:[^/]*/)?(?:[a-z]+/)?[0-9]+/[0-9]+/")


Instance = TypeVar("Instance", bound=Sized)
Parts = TypeVar("Parts")


def url_type(text: str) -> str | None:
    """Return the puzzle type that a URL or a file names, or None if the text is neither.

    >>> url_type("https://puzz.link/p?shikaku_edit/6/6/j3g56h6t6h23g5j")
    'shikaku'
    >>> url_type("numlin/5/5/1j2h3m1h2j3")
    'numlin'
    >>> url_type("3 . 1") is None
    True
    """
    stripped = text.strip()
    if not stripped.startswith(FILE_START) and not _WITH_QUERY.match(stripped):
        bare = _BARE.match(stripped)
        return bare[1] if bare else None
    segments = _segments(text)
    if segments[0].startswith(FILE_START):
        lines = re.split(r"[\r\n/]+", unquote(stripped.partition(FILE_START)[2]))
        segments = [line.strip() for line in lines[1:]]
    elif len(segments) < 2:
        return None
    named = _TYPE.fullmatch(segments[0]) if segments else None
    return named[1] if named else None


@dataclass(frozen=True)
class PuzzLink(Generic[Instance, Parts]):
    """The formats of one puzzle type.

    `to_parts` and `from_parts` convert an instance to the codec's value and back; the file format uses the same
    value. URLs and files with one of the `refused_flags` are rejected, because these flags change the rules or
    the encoding. `penpa` returns the codec's value for a drawing in a Penpa+ link; without it, such links are
    rejected.
    """

    type_name: str
    codec: Codec[Parts]
    file_format: FileFormat[Parts]
    to_parts: Callable[[Instance], Parts]
    from_parts: Callable[[Parts], Instance]
    aliases: tuple[str, ...] = ()
    refused_flags: str = ""
    penpa: Callable[[Drawing], Parts] | None = None

    def from_text(self, text: str) -> Instance:
        """Return the instance that a URL or the content of a file describes."""
        return self.from_file(text) if text.strip().startswith(FILE_START) else self.from_url(text)

    def from_url(self, text: str) -> Instance:
        """Return the instance that a URL, or the part of a URL after the question mark, describes."""
        if is_penpa(text):
            return self.from_penpa(text)
        segments = _segments(text)
        if segments[0].startswith(FILE_START):
            return self.from_file(_percent_decoded("/".join(segments)))
        if segments[0].lower() in ("http:", "https:"):
            raise BadInput(f"{shortened(text.strip())} is neither a puzz.link URL nor a Penpa link")
        self._check_type(re.sub(r"_(edit|play)$", "", segments[0]), "URL")
        parts = segments[1:]
        if parts and parts[0].startswith("v:"):
            del parts[0]
        if parts and not parts[0][:1].isdecimal():
            self._check_flags(parts.pop(0), "URL")
        if len(parts) > 3 and parts[-1] == "":
            del parts[-1]
        if len(parts) < 3:
            raise BadInput(f"the URL is too short: expected {self.type_name}/COLUMNS/ROWS/CELLS")
        if len(parts) > 3:
            raise BadInput(f"the URL has {shortened(parts[3])} after the cells")
        width, height = parse_side(parts[0], "columns"), parse_side(parts[1], "rows")
        check_sides(height, width)
        reader = Reader(parts[2], height, width)
        value = self.codec.read(reader)
        reader.finish()
        return self.from_parts(value)

    def from_penpa(self, text: str) -> Instance:
        """Return the instance in a Penpa+ link; a link that names only other genres is rejected."""
        drawing = read_drawing(text)
        if drawing.genres and not {self.type_name, *self.aliases}.intersection(drawing.genres):
            names = " and ".join(map(shortened, drawing.genres))
            genres = f"genre {names}" if len(drawing.genres) == 1 else f"genres {names}"
            raise BadInput(f"the Penpa link has the {genres}, not {self.type_name!r}")
        if self.penpa is None:
            raise BadInput(f"{self.type_name!r} cannot be read from a Penpa link; give a text grid or JSON")
        return self.from_parts(self.penpa(drawing))

    def to_url(self, instance: Instance) -> str:
        """Return the puzz.link URL of an instance."""
        body = self.codec.write(self.to_parts(instance))
        # Programs that detect URLs in text often cut off a punctuation mark at the end, so a slash is added.
        closing = "" if body[-1:].isalnum() else "/"
        return f"{URL_START}{self.type_name}/{instance.width}/{instance.height}/{body}{closing}"

    def from_file(self, text: str) -> Instance:
        """Return the instance in the content of a file; ignore the values that a player has entered."""
        return self.from_parts(self.file_format.read(self._file_lines(text)))

    def shading_from_file(self, text: str) -> tuple[str, ...]:
        """Return the rows of the state in a file's content, for a puzzle in which cells are shaded."""
        self.from_file(text)
        return self.file_format.read_shading(self._file_lines(text))

    def to_file(self, instance: Instance, shading: Sequence[str] | None = None) -> str:
        """Return the content of a file with an instance and, if given, the rows of a state."""
        header = [FILE_START, self.type_name, str(instance.height), str(instance.width)]
        lines = self.file_format.write(self.to_parts(instance), instance.height, instance.width, shading)
        return "\n".join(header + lines)

    def _file_lines(self, text: str) -> FileLines:
        """Check the header of a file and return the lines after it."""
        lines = FileLines(text)
        self._check_type(lines.puzzle_type, f"{FILE_START} text")
        lines.read_size()
        self._check_flags(lines.flags, f"{FILE_START} text")
        return lines

    def _check_type(self, puzzle_type: str, source: str) -> None:
        if puzzle_type not in (self.type_name, *self.aliases):
            raise BadInput(f"the {source} has the puzzle type {shortened(puzzle_type)}, not {self.type_name!r}")

    def _check_flags(self, flags: str, source: str) -> None:
        for flag in self.refused_flags:
            if flag in flags:
                problem = f"the flag {flag!r}, which is not supported for {self.type_name!r}"
                raise BadInput(f"the {source} has {problem}")


def _segments(text: str) -> list[str]:
    """Return the segments of a URL's query; a variant (``v:...``) before an embedded file is dropped."""
    query = re.sub(r"[\r\n]", "", text.strip())
    query = query.partition("?")[2] if "?" in query else query
    query = re.sub(r"^([^/&=]*=[^/&]*&)+", "", query)
    segments = query.split("/")
    if len(segments) > 1 and segments[0].startswith("v:") and segments[1].startswith(FILE_START):
        del segments[0]
    return segments


def _percent_decoded(text: str) -> str:
    try:
        return unquote(text, errors="strict")
    except UnicodeDecodeError:
        raise BadInput("the URL has escape sequences that are not valid UTF-8") from None
