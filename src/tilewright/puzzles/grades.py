"""Grades of puzzles, and the special technique names of hints that contain no next step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tilewright.errors import BadInput
from tilewright.game import Game, Hint, Instance

__all__ = [
    "GRADES",
    "MISTAKE",
    "NOT_UNIQUE",
    "NO_SOLUTION",
    "SOLVED",
    "Grade",
    "check_one_solution",
    "find_grade",
]

GRADES = ("easy", "medium", "hard", "expert")
"""The grades, the easiest first."""

MISTAKE, NO_SOLUTION, NOT_UNIQUE, SOLVED = "mistake", "no-solution", "not-unique", "solved"
"""The `technique` of a hint that contains no next step is one of these names."""


@dataclass(frozen=True, slots=True)
class Grade:
    """The difficulty of a board: its grade, its hardest technique, and how often each technique is used.

    A technique is used only if no simpler technique finds a step. `hardest_step` is the first of the hardest
    steps; it is None if the board needs no step.
    """

    name: str
    hardest: str
    steps: Mapping[str, int]
    hardest_step: Hint | None = None
    most_rules: int = 0
    """The number of rules that the hardest step combines; if the hardest step is a search, one more than the
    number of rules in the board's model."""

    def to_json(self) -> dict[str, Any]:
        """Return the grade as JSON; ``grade --json`` adds the keys ``status`` and ``unique``."""
        step = self.hardest_step and self.hardest_step.to_json()
        return {"grade": self.name, "hardest": self.hardest, "steps": dict(self.steps), "hardest_step": step}


def check_one_solution(count: int) -> None:
    """Raise an error unless a puzzle has one solution: only such puzzles have a grade."""
    if count != 1:
        problem = "more than one solution" if count else "no solution"
        raise BadInput(f"a puzzle with {problem} has no grade")


def find_grade(game: Game, instance: Instance) -> tuple[int, Grade | None]:
    """Return the number of solutions (2 if there are several) and, if there is exactly one, the grade."""
    explain: Any = game.module("explain") if game.has("explain") else None
    if not hasattr(explain, "grade") or not hasattr(explain, "solutions"):
        raise BadInput(f"{game.name} has no grades")
    count = explain.solutions(instance)
    return count, explain.grade(instance) if count == 1 else None
