"""Reading the keys of a TOML table strictly: a key of another type, or an unknown one, is an error."""

from __future__ import annotations

import math
from typing import Any

from tilewright.errors import BadInput

__all__ = ["Keys"]

_REQUIRED = object()
_KINDS = {str: "a text", int: "a whole number", list: "a list", dict: "a table"}


class Keys:
    """The keys of one table, taken out one by one."""

    def __init__(self, data: dict[str, Any], where: str) -> None:
        self.where = where
        self._left = dict(data)
        self._asked: list[str] = []

    def take(self, name: str, kind: type, default: Any = _REQUIRED) -> Any:
        """The value of a key, of just this type."""
        self._asked.append(name)
        if name not in self._left:
            if default is _REQUIRED:
                raise BadInput(f"{self.where}: the key {name!r} is missing")
            return default
        value = self._left.pop(name)
        # True and False are no numbers here.
        if type(value) is not kind:
            raise BadInput(f"{self.where}: {name} must be {_KINDS[kind]}, not {value!r}")
        return value

    def number(self, name: str, default: float | None) -> float | None:
        """The value of a key that is a positive number."""
        self._asked.append(name)
        value = self._left.pop(name, default)
        if value is None:
            return None
        if type(value) not in (int, float) or not 0 < value < math.inf:
            raise BadInput(f"{self.where}: {name} must be a positive number, not {value!r}")
        return float(value)

    def real(self, name: str) -> float | None:
        """The value of a key that is any finite number; None without one."""
        self._asked.append(name)
        value = self._left.pop(name, None)
        if value is not None and (type(value) not in (int, float) or not math.isfinite(value)):
            raise BadInput(f"{self.where}: {name} must be a number, not {value!r}")
        return None if value is None else float(value)

    def texts(self, name: str) -> list[str]:
        """The value of a key that is a list of texts; empty without one."""
        value = self.take(name, list, [])
        for item in value:
            if type(item) is not str:
                raise BadInput(f"{self.where}: {name} must be texts, not {item!r}")
        return list(value)

    def table(self, name: str) -> Keys | None:
        """The keys of a table within this one; None without one."""
        value = self.take(name, dict, None)
        return None if value is None else Keys(value, f"{self.where}, {name}")

    def tables(self, name: str) -> list[Keys]:
        """The tables of an array ``[[name]]``."""
        items = self.take(name, list, [])
        for item in items:
            if type(item) is not dict:
                raise BadInput(f"{self.where}: {name} must be tables, [[{name}]], not {item!r}")
        return [Keys(item, f"{self.where}, {name} {index}") for index, item in enumerate(items, 1)]

    def end(self) -> None:
        """Complain of a key that nobody has taken."""
        for name in self._left:
            raise BadInput(f"{self.where}: unknown key {name!r}; known are {', '.join(self._asked)}")
