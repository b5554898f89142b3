"""The rules: a solution is a number that does not exceed the number in the instance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tilewright.game import BrokenRule, Instance, Solution, Verdict

RULES = {"too-big": "The number does not exceed the number in the instance."}


@dataclass(frozen=True, slots=True)
class StubbornInstance(Instance):
    game: ClassVar[str] = "stubborn"
    n: int


@dataclass(frozen=True, slots=True)
class StubbornSolution(Solution):
    game: ClassVar[str] = "stubborn"
    n: int


def check(instance: StubbornInstance, solution: StubbornSolution) -> Verdict:
    if solution.n > instance.n:
        return Verdict((BrokenRule("too-big", f"{solution.n} is more than {instance.n}"),))
    return Verdict(objective=solution.n)
