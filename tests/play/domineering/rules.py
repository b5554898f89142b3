"""The instance: the board before the first move."""

from dataclasses import dataclass
from typing import ClassVar

from tilewright.errors import BadInput
from tilewright.game import Instance


@dataclass(frozen=True, slots=True)
class Board(Instance):
    rows: tuple[str, ...]
    game: ClassVar[str] = "domineering"

    def __post_init__(self) -> None:
        if len({len(row) for row in self.rows}) != 1 or set("".join(self.rows)) - set(".#"):
            raise BadInput("the rows must have equal lengths and consist of . and #")
