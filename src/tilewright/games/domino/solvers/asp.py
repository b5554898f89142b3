"""Rule chain by answer sets.

``follows_published.lp`` is the model of "Solving a game of domino with MiniZinc and ASP", which mishandles
doubles; ``follows_repaired.lp`` is its repair, and ``slots.lp`` a model of our own that leaves the board to the
snake.
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
from tilewright.games.domino.rules import DominoInstance, DominoSolution, capacity
from tilewright.games.domino.solvers.trail import lay_in_a_snake

__all__ = ["solve", "solve_published", "solve_slots"]

MOST_PAIRS = 50_000_000
"""A `follows` model has a rule for each pair of halves, time and cell; many more do not fit into memory."""

MOST_SLOTS = 1_000_000
"""The slot model has a choice for each slot and each way round of a kind of stone."""


def solve(instance: DominoInstance, run: Run) -> Answer:
    """The repaired `follows` model."""
    return _follow("asp", "follows_repaired.lp", instance, run)


def solve_published(instance: DominoInstance, run: Run) -> Answer:
    """The model as published: its stones are a chain, but what it claims to be the longest may not be.

    So nothing that it claims counts as proved, neither an optimum nor that there is no chain.
    """
    answer = _follow("asp-published", "follows_published.lp", instance, run)
    stats = {**answer.stats, "model": "as published"}
    if answer.status is not Status.OPTIMAL:
        return replace(answer, bound=_most(instance), stats=stats)
    stats["claimed"] = answer.objective
    return replace(answer, status=Status.FEASIBLE, bound=_most(instance), stats=stats)


def solve_slots(instance: DominoInstance, run: Run) -> Answer:
    """Which kind of stone comes when, and which way round; the snake lays them."""
    _expect_chain("asp-slots", instance)
    most = _most(instance)
    table = np.triu(table_of(instance.stones, instance.labels))
    kinds = np.argwhere(table).tolist()
    if most * 2 * len(kinds) > MOST_SLOTS:
        raise BadInput(f"asp-slots plays no {len(kinds)} kinds of stones in {most} slots: too many choices")
    if most == 0:
        return Answer(Status.OPTIMAL, DominoSolution([], []), 0, 0)
    run.report(bound=most)
    facts = "".join(clingo.fact("kind", a, b, int(table[a, b])) for a, b in kinds)
    model = Path(__file__).with_name("slots.lp")
    outcome = clingo.solve(run, files=[model], text=facts, constants={"slots": most}, maximise=True)
    if outcome.best is None:
        return Answer(Status.UNKNOWN, bound=most, stats=outcome.stats)
    chain = sorted(arguments for _, arguments in outcome.best["atoms"])
    labels = np.array([chain[0][1], *(second for _, _, second in chain)], np.int16)
    return _answer(outcome, lay_in_a_snake(labels, instance.n), most)


def _follow(name: str, model: str, instance: DominoInstance, run: Run) -> Answer:
    _expect_chain(name, instance)
    n, given = instance.n, len(instance.stones)
    pairs = (2 * given * n * n) ** 2
    if pairs > MOST_PAIRS:
        raise BadInput(
            f"{name} plays no {given} stones on a board of side {n}: {pairs:,} pairs of halves to follow"
        )
    most = _most(instance)
    if most == 0:  # the model lays at least one stone
        return Answer(Status.OPTIMAL, DominoSolution([], []), 0, 0)
    run.report(bound=most)
    facts = "".join(f"stone(({a},{b}),{i}).\n" for i, (a, b) in enumerate(instance.stones.tolist()))
    outcome = clingo.solve(
        run, files=[Path(__file__).with_name(model)], text=facts, constants={"n": n}, maximise=True
    )
    if outcome.best is None:
        return Answer(Status.UNKNOWN, bound=most, stats=outcome.stats)
    halves = sorted((time, label, y - 1, x - 1) for _, (x, y, time, label, _) in outcome.best["atoms"])
    stones = [label for _, label, _, _ in halves]
    cells = [cell for _, _, *cell in halves]
    solution = DominoSolution(np.reshape(stones, (-1, 2)), np.reshape(cells, (-1, 2, 2)))
    return _answer(outcome, solution, most)


def _answer(outcome: Outcome, solution: DominoSolution, most: int) -> Answer:
    bound = most if outcome.bound is None else min(most, outcome.bound)
    return Answer(outcome.status, solution, len(solution), bound, stats=outcome.stats)


def _most(instance: DominoInstance) -> int:
    return min(capacity(instance.n), len(instance.stones))


def _expect_chain(name: str, instance: DominoInstance) -> None:
    if instance.rule != "chain":
        raise BadInput(f"{name} plays rule chain, not {instance.rule}")
