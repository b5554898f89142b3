"""A family of instances from trivial to open, with what is known of each, for any solver that wants to try.

``suites/family/instances.json`` lists them, with the parts and what was proved by which methods. Beside it lie
data files for the published model, ``solvers/seed.mzn``, for those that it can play: variants F and K on
bounded tables. ``python -m tilewright.games.nmbr9.instances.instance_set`` writes these files anew.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from tilewright.game import Value
from tilewright.games.nmbr9 import notation
from tilewright.games.nmbr9.rules import Nmbr9Instance

__all__ = ["FOLDER", "Known", "data_file", "family", "write_data"]

FOLDER = Path(str(resources.files("tilewright.games.nmbr9"))) / "suites" / "family"


@dataclass(frozen=True, slots=True)
class Known:
    """An instance, the best value that was found, and what is proved that none exceeds."""

    name: str
    instance: Nmbr9Instance
    best: Value | None
    bound: Value | None
    methods: tuple[str, ...]
    """Who proved that the best is best, or, where both are None, that there is no solution."""
    effort: str
    """For the solver `auto`: `quick` (about a second), `minute`, `long`, or `open`."""
    data: str | None = None
    """The data file for the published model."""


@cache
def family() -> tuple[Known, ...]:
    """All of them, easier ones first."""
    data = json.loads((FOLDER / "instances.json").read_text("utf-8"))
    return tuple(
        Known(
            name=each["name"],
            instance=notation.from_json(each["instance"]),
            best=_value(each["best"]),
            bound=_value(each["bound"]),
            methods=tuple(each["methods"]),
            effort=each["effort"],
            data=each.get("data"),
        )
        for each in data["instances"]
    )


def _value(told: int | str | None) -> Value | None:
    """Means are written as exact fractions, "689/180"."""
    return Fraction(told) if isinstance(told, str) else told


def data_file(instance: Nmbr9Instance) -> str:
    """The text of the data file for the published model, area repaired."""
    from tilewright.games.nmbr9.models.published_model import SeedModel
    from tilewright.games.nmbr9.solvers import minizinc

    values: dict[str, Any] = minizinc.data(SeedModel.of(instance, "the published model"), "repaired")
    return (
        "{\n"
        + ",\n".join(f" {json.dumps(key)}: {json.dumps(value)}" for key, value in values.items())
        + "\n}\n"
    )


def write_data(folder: Path) -> None:
    for each in family():
        if each.data is not None:
            (folder / each.data).write_text(data_file(each.instance), "utf-8")


if __name__ == "__main__":
    write_data(FOLDER)
