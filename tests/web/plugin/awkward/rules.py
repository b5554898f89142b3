from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tilewright.game import Instance, Solution, Verdict

RULES: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class AwkwardInstance(Instance):
    game: ClassVar[str] = "awkward"
    n: int


@dataclass(frozen=True, slots=True)
class AwkwardSolution(Solution):
    game: ClassVar[str] = "awkward"
    n: int


def check(instance: AwkwardInstance, solution: AwkwardSolution) -> Verdict:
    return Verdict(objective=solution.n)
