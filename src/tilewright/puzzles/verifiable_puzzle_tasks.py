"""A puzzle's tasks for programs and language models, from ``verifiable_tasks.json`` or default values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from importlib import resources
from typing import Any

__all__ = ["PuzzleTasks"]

DEFAULT: Mapping[str, Any] = {
    "levels": {grade: {"difficulty": grade} for grade in ("easy", "medium", "hard")},
    "goal": "Find the only solution.",
    "answer": "a solution as JSON, as in the example",
}


class PuzzleTasks:
    """The tasks that a puzzle poses (see `tilewright.contract.TasksModule`).

    The optional file ``verifiable_tasks.json`` in the puzzle's folder has the keys ``levels`` (the generator's
    options for each difficulty), ``goal`` (a sentence) and ``answer`` (the form of a solution). Missing keys
    have the values in `DEFAULT`.
    """

    def __init__(self, package: str) -> None:
        self._package = package

    @cached_property
    def _data(self) -> Mapping[str, Any]:
        file = resources.files(self._package).joinpath("verifiable_tasks.json")
        return {**DEFAULT, **json.loads(file.read_text("utf-8"))} if file.is_file() else DEFAULT

    @property
    def LEVELS(self) -> Mapping[str, Mapping[str, Any]]:
        return dict(self._data["levels"])

    @property
    def GOAL(self) -> str:
        return str(self._data["goal"])

    @property
    def ANSWER(self) -> str:
        return str(self._data["answer"])
