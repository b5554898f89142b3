"""Solve with SWI-Prolog and CLP(FD): the first solution of ``powers.pl`` is the smallest n in a window."""

from __future__ import annotations

from pathlib import Path

from tilewright.engines import prolog
from tilewright.game import Answer, Run
from tilewright.games.powers.arithmetic.search_windows import Window, first_found, length_of, solve_by_windows
from tilewright.games.powers.rules import PowersInstance

__all__ = ["solve"]

PROGRAM = Path(__file__).with_name("powers.pl")


def solve(instance: PowersInstance, run: Run) -> Answer:
    """Find the smallest n, or prove that there is none."""

    def smallest(window: Window) -> Answer | None:
        outcome = prolog.solve(PROGRAM, _goal(instance, window), run, max_solutions=1)
        return first_found(outcome.best["N"] if outcome.best else None, outcome.status, window)

    return solve_by_windows(instance, run, smallest)


def _goal(instance: PowersInstance, window: Window) -> str:
    # If the total number of digits equals the base, every digit occurs exactly once in both modes.
    mode = "once" if window.total == instance.base else "at_least_once"
    pairs = zip(instance.exponents, window.lengths, strict=True)
    powers = ", ".join(f"{exponent}-{length}" for exponent, length in pairs)
    length = length_of(window.low, instance.base)
    return f"powers({mode}, {instance.base}, [{powers}], {window.low}, {window.high}, {length}, N)"
