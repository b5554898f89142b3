"""Solve variants F and K with MiniZinc and Gecode: the model of "Nmbr9 as a Constraint Programming Challenge".

``area=published`` keeps an error of the published program: where it should require that no level has a larger
area than the level below, it adds up the values of the parts instead of their areas. This excludes good
stacks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tilewright.engines import minizinc
from tilewright.game import Answer, Cell, Run, Status
from tilewright.games.nmbr9.models import published_model_data
from tilewright.games.nmbr9.models.published_model_data import PublishedModel
from tilewright.games.nmbr9.rules import LEAST_GRID, Nmbr9Instance

__all__ = ["data", "solve"]


def solve(instance: Nmbr9Instance, run: Run) -> Answer:
    model = PublishedModel.of(instance, "minizinc")
    if instance.grid is not None and instance.grid < LEAST_GRID:
        # No part fits, and MiniZinc rejects an automaton that accepts no placement.
        return Answer(Status.INFEASIBLE)
    area = run.options.get("area", "repaired")
    file = Path(__file__).with_name("published_model.mzn")
    outcome = minizinc.solve(file, data(model, area), run, whole_model=True)
    if outcome.best is None:
        return published_model_data.answer(area, Answer(outcome.status, stats=outcome.stats))
    deck = [part - 1 for part in outcome.best["D"]]
    covered: dict[int, list[Cell]] = {part: [] for part in deck}
    for layer in outcome.best["grid"]:
        for row, cells in enumerate(layer):
            for column, part in enumerate(cells):
                if part:
                    covered[part - 1].append((row, column))
    solution = published_model_data.solution(model, deck, outcome.best["level"], covered)
    return published_model_data.answer(
        area, Answer(outcome.status, solution, outcome.objective, outcome.bound, stats=outcome.stats)
    )


def data(model: PublishedModel, area: str) -> dict[str, Any]:
    """Return the values of the parameters of the MiniZinc model."""
    tables = [model.language(value).dfa().table() for value in range(model.instance.max_value + 1)]
    sizes = [table.states for table in tables]
    spiral = model.spiral()
    return {
        "s": model.size,
        "top": model.levels,
        "m": model.instance.max_value,
        "n": len(model.values),
        "k": model.instance.cards,
        "val": list(model.values),
        "measure": model.measures(area),
        "known": list(model.instance.deck or ()),
        "types": model.instance.support == "types",
        "spiral_row": [row + 1 for row, _ in spiral],
        "spiral_column": [column + 1 for _, column in spiral],
        "states": sizes,
        "first_row": [sum(sizes[:value]) for value in range(len(sizes))],
        "start": [table.start for table in tables],
        "finals": [{"set": list(table.finals)} for table in tables],
        "rows": [list(row) for table in tables for row in table.rows],
    }
