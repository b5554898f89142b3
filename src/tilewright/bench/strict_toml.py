"""Read text files, and read TOML tables strictly: a wrong type or an unknown key is an error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tilewright.errors import BadInput

__all__ = ["Keys", "prefixed_errors", "read_text"]

_LARGEST = sys.float_info.max
_MAX_BITS = 1024
_REQUIRED = object()
_KINDS = {str: "a string", int: "a whole number", list: "a list", dict: "a table"}


def read_text(file: Path, limit: int) -> str:
    """Return the text of a UTF-8 file; raise `BadInput` if it cannot be read or has more than `limit` bytes."""
    try:
        with file.open("rb") as stream:
            # The size that the file system reports cannot be trusted: devices report 0.
            data = stream.read(limit + 1)
    except (OSError, ValueError) as error:  # Python raises ValueError for a name with a null byte
        reason = getattr(error, "strerror", None) or error
        raise BadInput(f"cannot read {_shown(file)}: {reason}") from None
    if len(data) > limit:
        raise BadInput(f"{_shown(file)} is larger than {limit // 2**20} MiB")
    try:
        return data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise BadInput(f"{_shown(file)} is not UTF-8: the byte at offset {error.start} is invalid") from None


def _shown(file: Path) -> str:
    name = str(file)
    return name if name.isprintable() else repr(name)


@contextmanager
def prefixed_errors(where: str) -> Iterator[None]:
    """Prefix the message of each `BadInput` raised in the block with `where`, the location of the error."""
    try:
        yield
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None


class Keys:
    """The keys of one TOML table. `end` raises an error if there are keys that were not read."""

    def __init__(self, data: dict[str, Any], where: str) -> None:
        self.where = where
        self._left = dict(data)
        self._known: list[str] = []

    def take(self, name: str, kind: type, default: Any = _REQUIRED) -> Any:
        """Return the value of a key, whose type must be exactly `kind`; if the key is missing, the default."""
        self._known.append(name)
        if name not in self._left:
            if default is _REQUIRED:
                raise BadInput(f"{self.where}: the key {name!r} is missing")
            return default
        value = self._left.pop(name)
        # bool is a subclass of int, but a bool is not accepted as a number.
        if type(value) is not kind:
            raise BadInput(f"{self.where}: {name} must be {_KINDS[kind]}, not {_short(value)}")
        if _too_large(value):
            raise BadInput(f"{self.where}: {name} is too large")
        return value

    def within(self, name: str, low: int, high: int, default: int | None) -> int | None:
        """Return the value of a key, which must be a whole number from `low` to `high`."""
        value: int | None = self.take(name, int, default)
        if value is not None and not low <= value <= high:
            raise BadInput(f"{self.where}: {name} must be between {low} and {high}, not {_short(value)}")
        return value

    def number(
        self, name: str, default: float | None = None, *, positive: bool = True, most: float = _LARGEST
    ) -> float | None:
        """Return the value of a key: a finite number, at most `most` and, if `positive` is true, above 0."""
        self._known.append(name)
        value = self._left.pop(name, default)
        if value is None:
            return None
        if type(value) not in (int, float) or not abs(value) <= _LARGEST or (positive and value <= 0):
            kind = "a positive number" if positive else "a number"
            raise BadInput(f"{self.where}: {name} must be {kind}, not {_short(value)}")
        if value > most:
            raise BadInput(f"{self.where}: {name} must be at most {most:.0f}, not {_short(value)}")
        return float(value)

    def items(self, name: str, kind: type, kind_name: str, default: list[Any] | None) -> Any:
        """Return the value of a key, which must be a list of values that have exactly the type `kind`."""
        value = self.take(name, list, default)
        for item in value or ():
            if type(item) is not kind:
                raise BadInput(f"{self.where}: {name} must be {kind_name}, not {_short(item)}")
            if _too_large(item):
                raise BadInput(f"{self.where}: {name} contains a number that is too large")
        return value

    def table(self, name: str) -> Keys | None:
        """Return the keys of a nested table; None if the table is missing."""
        value = self.take(name, dict, None)
        return None if value is None else Keys(value, f"{self.where}, {name}")

    def tables(self, name: str) -> list[Keys]:
        """Return the tables of a ``[[name]]`` array."""
        items = self.items(name, dict, f"tables, [[{name}]]", [])
        return [Keys(item, f"{self.where}, {name} {index}") for index, item in enumerate(items, 1)]

    def end(self) -> None:
        """Raise `BadInput` if the table has a key that was not read."""
        for name in self._left:
            raise BadInput(f"{self.where}: unknown key {name!r}; the known keys are {', '.join(self._known)}")


def _short(value: object) -> str:
    """Return a short form of the value for an error message."""
    if _too_large(value):
        return "a number that is too large"
    try:
        text = repr(value)
    except ValueError:  # a list or table contains an integer that Python refuses to convert to a string
        return "a value with a number that is too large"
    return text if len(text) <= 80 else f"{text[:77]}..."


def _too_large(value: object) -> bool:
    """Return whether the value is an integer that Python may refuse to convert to a string or to a float."""
    return isinstance(value, int) and value.bit_length() > _MAX_BITS
