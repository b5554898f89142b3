"""The method that suits the instance: it tells which one in ``stats["answered_by"]``."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

from tilewright.game import Answer, Run
from tilewright.games.domino.rules import DominoInstance

__all__ = ["prepare", "solve"]

SMALL = 5
"""Up to this side, CP-SAT solves rule touch on the whole board."""


def prepare(instance: DominoInstance) -> None:
    module = _module(_method(instance))
    if hasattr(module, "prepare"):
        module.prepare(instance)


def solve(instance: DominoInstance, run: Run) -> Answer:
    method = _method(instance)
    answer: Answer = _module(method).solve(instance, run)
    return replace(answer, stats={**answer.stats, "answered_by": method})


def _method(instance: DominoInstance) -> str:
    if instance.rule == "chain":
        return "trail"
    return "cpsat" if instance.n <= SMALL else "strips"


def _module(method: str) -> Any:
    return import_module(f"tilewright.games.domino.solvers.{method}")
