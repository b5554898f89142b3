"""Benchmark instances, from trivial to unsolved, with the best known value and bound of each.

``suites/benchmark_instances.json`` lists the instances, the shapes of the parts, and the methods that proved
each result. Instances of variants F and K on bounded tables also have a data file in ``suites/minizinc_data``
for the published MiniZinc model, ``solvers/published_model.mzn``. The command
``python -m tilewright.games.nmbr9.instances.benchmark_instances_and_results`` regenerates these data files.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tilewright.game import Value
from tilewright.games.nmbr9 import notation
from tilewright.games.nmbr9.instances.bounds_from_proved_facts import INSTANCES_FILE, lower_fact, upper_fact
from tilewright.games.nmbr9.rules import Nmbr9Instance

__all__ = ["DATA_FOLDER", "KnownResult", "data_file", "known_results", "write_data"]

DATA_FOLDER = INSTANCES_FILE.parent / "minizinc_data"


@dataclass(frozen=True, slots=True)
class KnownResult:
    """An instance with its best known value and its proved upper bound."""

    name: str
    instance: Nmbr9Instance
    best: Value | None
    bound: Value | None
    methods: tuple[str, ...]
    """The methods that proved the upper bound of this instance, or that it has no solution."""
    effort: str
    """How long the solver `auto` takes: `quick` (about a second), `minute` or `long`; `open` if unsolved."""
    data: str | None = None
    """The name of the data file for the published model; None if the model does not support the instance."""
    bound_from: str | None = None
    """The name of another instance whose upper bound implies `bound`; None if `bound` was proved directly."""


@cache
def known_results() -> tuple[KnownResult, ...]:
    """Return all instances with their known results, easier instances first.

    `best` and `bound` are the tightest lower and upper bounds on the optimum that the facts imply.
    """
    data = json.loads(INSTANCES_FILE.read_text("utf-8"))
    return tuple(_known_result(each) for each in data["instances"])


def _known_result(data: dict[str, Any]) -> KnownResult:
    instance = notation.from_json(data["instance"])
    lower, upper = lower_fact(instance), upper_fact(instance)
    infeasible = data["best"] is None and data["bound"] is None
    return KnownResult(
        name=data["name"],
        instance=instance,
        best=None if lower is None or infeasible else lower.best,
        bound=None if upper is None or infeasible else upper.bound,
        methods=tuple(data["methods"]),
        effort=data["effort"],
        data=data.get("data"),
        bound_from=None if infeasible or upper is None or upper.instance == instance else upper.name,
    )


def data_file(instance: Nmbr9Instance) -> str:
    """Return the text of the data file for the published model with the repaired area constraint."""
    from tilewright.games.nmbr9.models.published_model_data import PublishedModel
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
    write_data(DATA_FOLDER)
