"""Rule chain by MiniZinc with Gecode: the model of "Solving a game of domino with MiniZinc and ASP".

``halves.mzn`` is the model; ``candidate_a.mzn`` and ``candidate_b.mzn`` differ in their search on large boards.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tilewright.engines import minizinc
from tilewright.errors import BadInput
from tilewright.game import Answer, Run
from tilewright.games.domino.label_graph.stone_counts import table_of
from tilewright.games.domino.rules import DominoInstance, DominoSolution, capacity

__all__ = ["solve_a", "solve_b"]

LARGEST = 50
"""Beyond a side of 40 the text reports too little memory: there are n^2 labels^2 counters of stones."""


def solve_a(instance: DominoInstance, run: Run) -> Answer:
    """Labels in order, small ones first."""
    return _solve("minizinc-a", "candidate_a.mzn", instance, run)


def solve_b(instance: DominoInstance, run: Run) -> Answer:
    """As candidate A up to a side of 33; beyond it random labels, restarts and a large neighbourhood.

    Such a search proves a chain longest only if it fills the board or uses all stones; else it goes on until
    its limit.
    """
    return _solve("minizinc-b", "candidate_b.mzn", instance, run)


def _solve(name: str, model: str, instance: DominoInstance, run: Run) -> Answer:
    if instance.rule != "chain":
        raise BadInput(f"{name} plays rule chain, not {instance.rule}")
    if instance.n > LARGEST:
        raise BadInput(f"{name} plays boards up to a side of {LARGEST}, not {instance.n}")
    most = min(capacity(instance.n), len(instance.stones))
    run.report(bound=most)
    names, stones = np.unique(instance.stones, return_inverse=True)  # only labels that occur cost anything
    table = table_of(stones.reshape(-1, 2).astype(np.int32), len(names))
    halves = table + np.diag(np.diag(table))
    data = {"n": instance.n, "labels": len(names), "given": halves.tolist()}
    outcome = minizinc.solve(Path(__file__).with_name(model), data, run)
    if outcome.best is None:
        return Answer(outcome.status, bound=most, stats=outcome.stats)
    solution = _solution(outcome.best, names)
    bound = most if outcome.bound is None else outcome.bound
    return Answer(outcome.status, solution, outcome.objective, bound, stats=outcome.stats)


def _solution(found: Mapping[str, Any], names: Any) -> DominoSolution:
    laid = np.count_nonzero(found["label"])
    stones = names[np.array(found["label"][:laid], np.int64) - 1].reshape(-1, 2)
    cells = np.array([found["row"][:laid], found["column"][:laid]], np.int64).T.reshape(-1, 2, 2) - 1
    return DominoSolution(stones, cells)
