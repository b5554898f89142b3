"""Solve rule `chain` with MiniZinc and Gecode.

``halves.mzn`` is a model that follows the design in "Solving a game of domino with MiniZinc and ASP".
``halves_with_fixed_search.mzn`` (the paper's candidate A) and ``halves_with_restarting_search.mzn`` (candidate
B) include it and differ only in the search strategy on large boards.
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
from tilewright.games.domino.rules import DominoInstance, DominoSolution, require_rule, simple_bound

__all__ = ["solve_a", "solve_b"]

LARGEST_N = 50
"""The largest side of a board that these solvers accept.

For comparison: the model in the paper ran out of memory on boards with a side of more than 40.
"""


def solve_a(instance: DominoInstance, run: Run) -> Answer:
    """Solve with candidate A: assign labels to the halves in the order of the chain, small labels first."""
    return _solve("minizinc-a", "halves_with_fixed_search.mzn", instance, run)


def solve_b(instance: DominoInstance, run: Run) -> Answer:
    """Solve with candidate B: candidate A with large neighbourhood search on boards larger than 33 x 33.

    Large neighbourhood search, with restarts, proves a chain optimal only if the chain fills the board or uses
    all stones; otherwise it continues until the time limit.
    """
    return _solve("minizinc-b", "halves_with_restarting_search.mzn", instance, run)


def _solve(name: str, model: str, instance: DominoInstance, run: Run) -> Answer:
    require_rule(name, instance, "chain")
    if instance.n > LARGEST_N:
        raise BadInput(f"the solver {name} supports boards with sides up to {LARGEST_N}, not {instance.n}")
    upper_bound = simple_bound(instance)
    run.report(bound=upper_bound)
    # The labels that occur are renumbered, because the size of the model grows with the number of labels.
    used_labels, stones = np.unique(instance.stones, return_inverse=True)
    table = table_of(stones.reshape(-1, 2).astype(np.int32), len(used_labels))
    halves = table + np.diag(np.diag(table))
    data = {"n": instance.n, "labels": len(used_labels), "given": halves.tolist()}
    outcome = minizinc.solve(Path(__file__).with_name(model), data, run, whole_model=True)
    if outcome.best is None:
        return Answer(outcome.status, bound=upper_bound, stats=outcome.stats)
    solution = _solution(outcome.best, used_labels)
    bound = upper_bound if outcome.bound is None else outcome.bound
    return Answer(outcome.status, solution, outcome.objective, bound, stats=outcome.stats)


def _solution(values: Mapping[str, Any], used_labels: Any) -> DominoSolution:
    laid = np.count_nonzero(values["label"])
    stones = used_labels[np.array(values["label"][:laid], np.int64) - 1].reshape(-1, 2)
    cells = np.array([values["row"][:laid], values["column"][:laid]], np.int64).T.reshape(-1, 2, 2) - 1
    return DominoSolution(stones, cells)
