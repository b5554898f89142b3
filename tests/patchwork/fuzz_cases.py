"""Random orders of patches and strategies for the fuzz test."""

from __future__ import annotations

import random
from collections.abc import Iterator

from judge_by_brute_force import Case
from tilewright.game import Game, Result, Status

WITHOUT_PROOF = ("auto", "regular")
"""The names of the solvers that follow a strategy and prove nothing."""


def cases(game: Game, rng: random.Random) -> Iterator[Case]:
    """Yield instances with a short order of patches and a random strategy.

    The solver `rules` is the reference: it applies the definition of the strategies to plain sets of squares.
    """
    policies = ("in-order-some", "in-order-every", "size-some", "first-fail-some", "bl-every", "pareto-bl-some")
    evaluations = ("first", "regret", "reverse-regret", "left", "bottom-fixed", "area-fixed")
    while True:
        order = rng.sample(range(1, 34), rng.randint(1, 4))
        evaluation = rng.choice(evaluations)
        data = {
            "order": order,
            "strategy": f"{rng.choice(policies)}+{evaluation}",
            "patches": rng.choice(("paper", "box")),
        }
        instance = game.from_json(data)
        reference = game.solve(instance, solver="rules")

        def agrees(solver: str, result: Result, reference: Result = reference) -> bool:
            # An order has at most four patches, which always fit together, so `offline` can prove its quilt
            # optimal.
            if solver == "offline":
                return (
                    reference.objective is not None
                    and result.status is Status.OPTIMAL
                    and result.objective >= reference.objective  # type: ignore[operator]
                )
            return result.solution == reference.solution

        regular = ["regular"] if evaluation in evaluations[:3] else []
        yield Case(instance, ["auto", *regular, "offline"], agrees)
