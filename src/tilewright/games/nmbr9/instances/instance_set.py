"""Benchmark instances from trivial to open, with the best known value and bound of each.

``suites/family/instances.json`` lists the instances, the shapes of the parts, and the methods that proved each
result. Variants F and K on bounded tables also have a data file for the published MiniZinc model,
``solvers/seed.mzn``. ``python -m tilewright.games.nmbr9.instances.instance_set`` regenerates these data files.
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

__all__ = ["FOLDER", "KnownResult", "data_file", "known_results", "write_data"]

FOLDER = Path(str(resources.files("tilewright.games.nmbr9"))) / "suites" / "family"


@dataclass(frozen=True, slots=True)
class KnownResult:
    """An instance with its best known value and its proved upper bound."""

    name: str
    instance: Nmbr9Instance
    best: Value | None
    bound: Value | None
    methods: tuple[str, ...]
    """The methods that proved that `best` is optimal or, if `best` is None, that no solution exists."""
    effort: str
    """How long the solver `auto` takes: `quick` (about a second), `minute` or `long`; `open` if unsolved."""
    data: str | None = None
    """The name of the data file for the published model, if there is one."""


@cache
def known_results() -> tuple[KnownResult, ...]:
    """Return all instances with their known results, easier instances first."""
    data = json.loads((FOLDER / "instances.json").read_text("utf-8"))
    return tuple(
        KnownResult(
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


def _value(data: int | str | None) -> Value | None:
    """Read a value; means are stored as exact fractions such as "689/180"."""
    return Fraction(data) if isinstance(data, str) else data


def data_file(instance: Nmbr9Instance) -> str:
    """Return the text of the data file for the published model with the repaired area constraint."""
    from tilewright.games.nmbr9.models.published_model import PublishedModel
    from tilewright.games.nmbr9.solvers import minizinc

    values: dict[str, Any] = minizinc.data(PublishedModel.of(instance, "the published model"), "repaired")
    return (
        "{\n"
        + ",\n".join(f" {json.dumps(key)}: {json.dumps(value)}" for key, value in values.items())
        + "\n}\n"
    )


def write_data(folder: Path) -> None:
    for each in known_results():
        if each.data is not None:
            (folder / each.data).write_text(data_file(each.instance), "utf-8")


if __name__ == "__main__":
    write_data(FOLDER)
