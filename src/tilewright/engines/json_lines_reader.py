"""Read the output of an engine that prints one JSON object per line."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from tilewright.errors import EngineFailure
from tilewright.game import Run
from tilewright.processes.outside_program import ProgramResult, first_line

__all__ = ["Reader"]

_MOST_STRANGE_LINES = 1000
"""The number of invalid lines after which the program is stopped.

The program is not stopped at the first invalid line, because a later line may be an error message that
explains it.
"""


class Reader(ABC):
    """Reads the lines of an engine and keeps its solutions: the last one if there is an objective, else all."""

    def __init__(
        self, engine: str, run: Run, on_solution: Callable[[Mapping[str, Any]], None] | None = None
    ) -> None:
        self.engine = engine
        self.solutions: list[Mapping[str, Any]] = []
        self.objective: int | None = None
        self.stats: dict[str, Any] = {}
        self._run = run
        self._on_solution = on_solution
        self._strange: list[str] = []

    @abstractmethod
    def take(self, message: Any) -> Mapping[str, Any] | None:
        """Return the solution that a JSON object contains, or None; store any objective in `objective`."""

    def read(self, line: str) -> None:
        if not line.strip():
            return
        try:
            solution = self.take(json.loads(line))
        except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
            self._strange.append(line[:60])
            if len(self._strange) >= _MOST_STRANGE_LINES:
                self.reject_strange_lines()
        else:
            if solution is not None:
                self._keep(solution)

    def reject_strange_lines(self) -> None:
        if self._strange:
            raise EngineFailure(f"{self.engine} printed {self._strange[0]!r}, which is not a valid answer")

    def failure(self, finished: ProgramResult) -> EngineFailure:
        """Return the error for a program that ended without an answer and was not stopped."""
        cause = first_line(finished.stderr) or "it printed no answer"
        return EngineFailure(f"{self.engine} {finished.ending}: {cause}")

    def _keep(self, solution: Mapping[str, Any]) -> None:
        if self.objective is not None:
            self.solutions.clear()
            self._run.report(best=self.objective)
        self.solutions.append(solution)
        if self._on_solution is not None:
            self._on_solution(solution)
