"""Read command arguments: a file, standard input, inline JSON, another inline notation or a URL."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, TypeVar

from tilewright.errors import BadInput

__all__ = ["INPUT_LIMIT", "parse_argument", "read_argument", "read_settings"]

INPUT_LIMIT = 256 * 2**20
"""The default size limit for an input, in bytes."""

_CHUNK = 2**20
_T = TypeVar("_T")


def parse_argument(
    argument: str, parse: Callable[[str], _T], what: str, *, limit: int = INPUT_LIMIT, specs: bool = False
) -> _T:
    """Read an argument and return the parsed value.

    The message of a parse error contains the argument and `what`, the expected kind of value, such as
    "instance".
    """
    text = read_argument(argument, what, limit=limit, specs=specs)
    try:
        return parse(text)
    except BadInput as error:
        if text is argument and not _is_inline(argument):
            raise BadInput(f"{what} {_short(argument)}: {error} (and no file has that name)") from None
        source = "standard input" if argument == "-" else _short(argument)
        raise BadInput(f"{what} {source}: {error}") from None


def read_argument(argument: str, what: str, *, limit: int = INPUT_LIMIT, specs: bool = False) -> str:
    """Return the text for an argument: the content of a file or of standard input, or the argument itself.

    With `specs`, an argument that is neither a file nor JSON, and that does not look like the path of a missing
    file, is an inline notation and is returned unchanged.
    """
    if argument == "-":
        if sys.stdin is None:
            raise BadInput("standard input is closed")
        return _decode(_read(sys.stdin.buffer, limit, "standard input"), "standard input")
    if _is_inline(argument):
        return argument
    name = _short(argument)
    try:
        mode = os.stat(argument).st_mode
    except (FileNotFoundError, NotADirectoryError):
        if specs and not _looks_like_path(argument):
            return argument
        raise BadInput(f"there is no file {name}") from None
    except (OSError, ValueError):
        if specs:
            return argument
        raise BadInput(f"{what} {name} is neither a file nor JSON") from None
    if stat.S_ISDIR(mode):
        raise BadInput(f"{name} is a folder, not a file")
    try:
        with open(argument, "rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            if size > limit:
                raise _too_large(name, limit)
            return _decode(_read(stream, limit, name), name)
    except OSError as error:
        raise BadInput(f"{name} cannot be read: {error.strerror}") from None


def read_settings(settings: Sequence[str] | None) -> dict[str, str]:
    """Return the keys and values of the ``--set key=value`` options, in order."""
    values: dict[str, str] = {}
    for setting in settings or ():
        key, equals, value = setting.partition("=")
        if not equals or not key.strip():
            raise BadInput(f"--set {_short(setting)}: expected key=value")
        values[key.strip()] = value.strip()
    return values


def _read(stream: IO[bytes], limit: int, name: str) -> bytes:
    pieces = []
    left = limit
    while piece := stream.read(min(_CHUNK, left + 1)):
        left -= len(piece)
        if left < 0:
            raise _too_large(name, limit)
        pieces.append(piece)
    return b"".join(pieces)


def _decode(data: bytes, name: str) -> str:
    zero = data.find(b"\0")
    if zero >= 0:
        raise BadInput(f"{name} is binary: a zero byte at offset {zero}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{name} is not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}") from None
    if not text or text.isspace():
        raise BadInput(f"{name} is empty")
    return text


def _too_large(name: str, limit: int) -> BadInput:
    size = f"{limit / 2**20:g} MiB"
    return BadInput(f"{name} is larger than the input limit of {size}; --input-limit MIB changes the limit")


def _is_inline(argument: str) -> bool:
    return argument.lstrip()[:1] in ("{", "[") or "://" in argument[:40]


def _looks_like_path(argument: str) -> bool:
    starts = argument.startswith((os.sep, f".{os.sep}", f"..{os.sep}", "~"))
    return starts or Path(argument).suffix in (".json", ".jsonl", ".txt", ".toml", ".url")


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
