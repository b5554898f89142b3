"""Solve models of the powers' digits with MiniZinc and Gecode: one model for `once`, one for `at-least-once`.

The model is solved for one window at a time. The search order of the model ensures that the first solution is
the smallest n in the window.
"""

from __future__ import annotations

from functools import reduce
from pathlib import Path
from typing import Any

from tilewright.engines import minizinc
from tilewright.game import Answer, Run
from tilewright.games.powers.arithmetic.powers_as_products import chain
from tilewright.games.powers.arithmetic.search_windows import Window, first_found, solve_by_windows
from tilewright.games.powers.rules import PowersInstance

__all__ = ["solve"]

MODELS = {"once": "once.mzn", "at-least-once": "at_least_once.mzn"}


def solve(instance: PowersInstance, run: Run) -> Answer:
    """Find the smallest n, or prove that there is none."""
    model = Path(__file__).with_name(MODELS[instance.digits])

    def smallest(window: Window) -> Answer | None:
        # With several threads, the first solution might not be the smallest n.
        outcome = minizinc.solve(model, _data(instance, window), run.part(threads=1))
        n = None
        if outcome.best is not None:
            n = reduce(lambda n, digit: n * instance.base + digit, outcome.best["leading_first"], 0)
        return first_found(n, outcome.status, window)

    return solve_by_windows(instance, run, smallest)


def _data(instance: PowersInstance, window: Window) -> dict[str, Any]:
    entries = chain(instance, window)
    index = {entry.exponent: position for position, entry in enumerate(entries, 1)}
    return {
        "base": instance.base,
        "entries": len(entries),
        "width": max(entry.places for entry in entries),
        "left": [0 if entry.left is None else entry.left + 1 for entry in entries],
        "right": [0 if entry.right is None else entry.right + 1 for entry in entries],
        "places": [entry.places for entry in entries],
        "exact": [entry.exact for entry in entries],
        "wanted": [index[exponent] for exponent in instance.exponents],
    }
