"""The shapes of the ten parts, read from ``parts.json``."""

from __future__ import annotations

import json
from importlib import resources

from tilewright.geometry import Polyomino

__all__ = ["PARTS"]


def _read_parts() -> tuple[Polyomino, ...]:
    data = json.loads(resources.files(__package__).joinpath("parts.json").read_text("utf-8"))
    by_value = {part["value"]: Polyomino.from_rows(part["rows"]) for part in data["parts"]}
    return tuple(by_value[value] for value in range(len(by_value)))


PARTS = _read_parts()
"""The shape of each number's part in its printed orientation; the index is the number."""
