"""Solve rule `chain` by answer set programming (ASP) with clingo.

``successors_published.lp`` is the model in the paper "Solving a game of domino with MiniZinc and ASP". It
mishandles doubles; ``successors_corrected.lp`` is a corrected version. ``slots.lp`` is Tilewright's own model:
it chooses only the order of the stones, and the stones are then laid row by row.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from tilewright.engines import clingo
from tilewright.engines.outcome import Outcome
from tilewright.errors import BadInput
from tilewright.game import Answer, Run, Status
from tilewright.games.domino.label_graph.stone_counts import table_of
from tilewright.games.domino.rules import DominoInstance, DominoSolution, require_rule, simple_bound
from tilewright.games.domino.solvers.trail import lay_row_by_row

__all__ = ["solve", "solve_published", "solve_slots"]

MOST_PAIRS = 50_000_000
"""The limit for the successor models on the number of combinations of two halves, a time step and a cell."""

MOST_SLOTS = 1_000_000
"""The limit for the slot model on the number of combinations of a slot, a kind of stone and a direction."""


def solve(instance: DominoInstance, run: Run) -> Answer:
    """Solve with the corrected model."""
    return _solve_follows("asp", "successors_corrected.lp", instance, run)


def solve_published(instance: DominoInstance, run: Run) -> Answer:
    """Solve with the model as published.

    The solutions are valid chains, but the model may exclude longer chains, so a chain that it claims to be
    optimal is not reported as optimal.
    """
    answer = _solve_follows("asp-published", "successors_published.lp", instance, run)
    stats = {**answer.stats, "model": "as published"}
    if answer.status is Status.OPTIMAL:
        answer = replace(answer, status=Status.FEASIBLE)
        stats["claimed"] = answer.objective
    return replace(answer, bound=simple_bound(instance), stats=stats)


def solve_slots(instance: DominoInstance, run: Run) -> Answer:
    """Solve with the model that chooses a kind of stone and a direction for each slot of the chain."""
    require_rule("asp-slots", instance, "chain")
    upper_bound = simple_bound(instance)
    table = np.triu(table_of(instance.stones, instance.labels))
    kinds = np.argwhere(table).tolist()
    if upper_bound * 2 * len(kinds) > MOST_SLOTS:
        raise BadInput(
            f"the solver asp-slots supports small instances only: {len(kinds)} kinds of stones, two directions"
            f" and {upper_bound} slots make more than {MOST_SLOTS:,} combinations"
        )
    if upper_bound == 0:
        return Answer(Status.OPTIMAL, DominoSolution([], []), 0, 0)
    run.report(bound=upper_bound)
    facts = "".join(clingo.fact("kind", a, b, int(table[a, b])) for a, b in kinds)
    model = Path(__file__).with_name("slots.lp")
    outcome = clingo.solve(run, files=[model], text=facts, constants={"slots": upper_bound}, maximise=True)
    if outcome.best is None:
        return Answer(Status.UNKNOWN, bound=upper_bound, stats=outcome.stats)
    chain = sorted(arguments for _, arguments in outcome.best["atoms"])
    if not chain:  # clingo's first answer sets may contain no stones
        return _answer(outcome, DominoSolution([], []), upper_bound)
    labels = np.array([chain[0][1], *(second for _, _, second in chain)], np.int16)
    return _answer(outcome, lay_row_by_row(labels, instance.n), upper_bound)


def _solve_follows(name: str, model: str, instance: DominoInstance, run: Run) -> Answer:
    require_rule(name, instance, "chain")
    n, stone_count = instance.n, len(instance.stones)
    pairs = (2 * stone_count * n * n) ** 2
    if pairs > MOST_PAIRS:
        raise BadInput(
            f"the solver {name} supports small instances only: with {stone_count} stones and side {n} there are"
            f" {pairs:,} combinations of two halves, a time step and a cell; the limit is {MOST_PAIRS:,}"
        )
    upper_bound = simple_bound(instance)
    if upper_bound == 0:  # the model requires at least one stone
        return Answer(Status.OPTIMAL, DominoSolution([], []), 0, 0)
    run.report(bound=upper_bound)
    facts = "".join(f"stone(({a},{b}),{i}).\n" for i, (a, b) in enumerate(instance.stones.tolist()))
    outcome = clingo.solve(
        run, files=[Path(__file__).with_name(model)], text=facts, constants={"n": n}, maximise=True
    )
    if outcome.best is None:
        return Answer(Status.UNKNOWN, bound=upper_bound, stats=outcome.stats)
    halves = sorted((time, label, y - 1, x - 1) for _, (x, y, time, label, _) in outcome.best["atoms"])
    stones = [label for _, label, _, _ in halves]
    cells = [cell for _, _, *cell in halves]
    solution = DominoSolution(np.reshape(stones, (-1, 2)), np.reshape(cells, (-1, 2, 2)))
    return _answer(outcome, solution, upper_bound)


def _answer(outcome: Outcome, solution: DominoSolution, upper_bound: int) -> Answer:
    bound = upper_bound if outcome.bound is None else min(upper_bound, outcome.bound)
    return Answer(outcome.status, solution, len(solution), bound, stats=outcome.stats)
