"""The number that the test game parses, and a check that accepts every answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tilewright.game import Instance, Solution, Verdict

RULES: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class FaultyInstance(Instance):
    game: ClassVar[str] = "faulty"
    n: int


@dataclass(frozen=True, slots=True)
class FaultySolution(Solution):
    game: ClassVar[str] = "faulty"
    n: int


def check(instance: FaultyInstance, solution: FaultySolution) -> Verdict:
    return Verdict(objective=solution.n)
