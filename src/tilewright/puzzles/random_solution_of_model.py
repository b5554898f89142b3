"""Random solutions of a model, for generators."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tilewright.game import Run
from tilewright.puzzles.kinds_and_states import Place, Value
from tilewright.puzzles.rule_model import Model
from tilewright.puzzles.sat_search import ModelSearch

__all__ = ["random_solution"]


def random_solution(model: Model, preferred: Value, rng: random.Random) -> dict[Place, Value] | None:
    """Return a random solution in which many places have the value `preferred`; None if no solution exists.

    The places are considered in random order. A place gets the preferred value if a solution exists with this
    value and with all values that were chosen before.
    """
    assumptions: list[int] = []
    with ModelSearch(model) as search:
        truth: Sequence[bool] | bool | None = search.find(Run())
        if truth is None or isinstance(truth, bool):
            return None
        for place in rng.sample(list(model.values), len(model.values)):
            literal = model.values[place][preferred]
            found = search.find(Run(), [*assumptions, literal])
            if found is not None and not isinstance(found, bool):
                assumptions.append(literal)
                truth = found
    return model.values_in(truth)
