"""The library of a pencil puzzle as a dataset: every puzzle with its solution and its grade."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tilewright import registry
from tilewright.exported_dataset import Dataset, DatasetWriter
from tilewright.game import Game, Status
from tilewright.puzzles.grades import GRADES

__all__ = ["library_dataset"]

SMALL = 3
"""The number of puzzles in a small sample of the dataset."""


def library_dataset(name: str) -> Dataset:
    """Return the dataset with all library puzzles of a game."""

    def write(writer: DatasetWriter) -> None:
        game = registry.game(name)
        writer.json_lines(
            "library.jsonl",
            _rows(game, writer.small),
            "one puzzle per line: instance, solution (null if there is none), whether the solution is unique,"
            " grade, and origin",
            f"tilewright library {name} --json; tilewright solve {name} library:NAME --set unique=true --json",
        )

    return Dataset(
        "library",
        "Puzzles with solutions and grades",
        "The puzzles that come with the game. Every solution is accepted by the game's checker. The grade of a"
        " generated puzzle depends on the hardest step that is needed to solve it with hints; any other"
        " puzzle has a descriptive word instead of a grade.",
        write,
    )


def _rows(game: Game, small: bool) -> Iterator[dict[str, Any]]:
    puzzles = game.module("library").puzzles
    for entry in puzzles[:SMALL] if small else puzzles:
        instance = game.parse(entry.puzzle)
        result = game.solve(instance, unique=True)
        assert result.status in (Status.SATISFIED, Status.INFEASIBLE), f"library:{entry.name} is not solved"
        yield {
            "name": entry.name,
            "rows": entry.rows,
            "cols": entry.cols,
            "grade": entry.difficulty if entry.difficulty in GRADES else None,
            "kind": None if entry.difficulty in GRADES else entry.difficulty,
            "instance": game.to_json(instance),
            "puzzle": entry.puzzle,
            "status": result.status.value,
            "solution": None if result.solution is None else game.solution_to_json(result.solution),
            "unique": result.unique,
            "made_by": entry.command,
        }
