"""Reading the answers of an engine that prints one JSON object a line."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from tilewright.engines.process import Finished, first_line
from tilewright.errors import EngineFailure
from tilewright.game import Run

__all__ = ["Reader"]

_PATIENCE = 1000
"""Lines of something else that are read before the program is given up; its last words may explain them."""


class Reader(ABC):
    """Takes in an engine's lines and keeps its solutions: with an objective the best one, else all."""

    def __init__(
        self, engine: str, run: Run, on_solution: Callable[[Mapping[str, Any]], None] | None = None
    ) -> None:
        self.engine = engine
        self.solutions: list[Mapping[str, Any]] = []
        self.objective: int | None = None
        self._run = run
        self._on_solution = on_solution
        self._strange: list[str] = []

    @abstractmethod
    def take(self, message: Any) -> Mapping[str, Any] | None:
        """Take in one object and hand back the solution in it, if any; sets `objective` where it is told."""

    def read(self, line: str) -> None:
        if not line.strip():
            return
        try:
            solution = self.take(json.loads(line))
        except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
            self._strange.append(line[:60])
            if len(self._strange) >= _PATIENCE:
                self.reject_strange_lines()
        else:
            if solution is not None:
                self._keep(solution)

    def reject_strange_lines(self) -> None:
        if self._strange:
            raise EngineFailure(f"{self.engine} printed {self._strange[0]!r}, which is no answer")

    def failure(self, finished: Finished) -> EngineFailure:
        """Why a program that ended by itself has not answered."""
        said = first_line(finished.stderr) or "without an answer"
        return EngineFailure(f"{self.engine} {finished.ending}: {said}")

    def _keep(self, solution: Mapping[str, Any]) -> None:
        if self.objective is not None:
            self.solutions.clear()
            self._run.report(best=self.objective)
        self.solutions.append(solution)
        if self._on_solution is not None:
            self._on_solution(solution)
