"""The tasks of a puzzle for programs and models: ``tasks.json`` of its folder, or tasks of every grade."""

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
    "answer": "the JSON of a solution, as in the example",
}


class PuzzleTasks:
    """What a puzzle asks of programs and models (see `tilewright.contract.TasksModule`).

    The file ``tasks.json`` has the keys ``levels`` (options of the generator for each difficulty), ``goal`` and
    ``answer`` (the form of a solution).
    """

    def __init__(self, package: str) -> None:
        self._package = package

    @cached_property
    def _data(self) -> Mapping[str, Any]:
        file = resources.files(self._package).joinpath("tasks.json")
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
