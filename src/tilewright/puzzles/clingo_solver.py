"""Solve a puzzle with its own clingo program, which shares no code with the SAT model.

Every program can use these facts about a board: ``cell(R,C)``; ``clue(R,C,N)`` for a number in a cell, where -1
is an unknown number; ``region(R,C,K)`` for a cell in region K; ``border(R,C,R2,C2)`` for a given border between
two cells, which are in reading order; and ``next(R,C,R2,C2)`` for neighbouring cells, in both directions.
Depending on the kind of the puzzle, the program derives ``shaded(R,C)``, ``number(R,C,N)``, ``join(R,C,R2,C2)``
or ``line(R,C,R2,C2)``; the two cells of an edge are in reading order. Different solutions must differ in these
atoms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.engines import clingo
from tilewright.game import Answer, Run
from tilewright.geometry import neighbours
from tilewright.puzzles.answer_from_solutions import build_answer, solutions_needed
from tilewright.puzzles.board_base_classes import GridBoard
from tilewright.puzzles.kinds_and_states import (
    BORDER,
    CROSS,
    JOIN,
    LINE,
    SHADED,
    UNSHADED,
    Kind,
    Place,
    Value,
    places_of,
)

if TYPE_CHECKING:
    from tilewright.puzzles.puzzle_definition import Puzzle

__all__ = ["solve_program"]

_SHOWN = {Kind.SHADE: "shaded/2", Kind.NUMBERS: "number/3", Kind.REGIONS: "join/4", Kind.LINES: "line/4"}
"""The predicate, with its arity, of the atoms that describe a solution, by the kind of the puzzle."""

_ON_AND_OFF: Mapping[Kind, tuple[Value, Value]] = {
    Kind.SHADE: (SHADED, UNSHADED),
    Kind.REGIONS: (JOIN, BORDER),
    Kind.LINES: (LINE, CROSS),
}
"""The two values of a place: the first if the answer set contains the place's atom, the second otherwise."""


def solve_program(puzzle: Puzzle, instance: GridBoard, run: Run) -> Answer:
    """Solve a board with clingo and return the answer."""
    wanted = solutions_needed(run)
    facts = "".join([*_facts(instance), *(puzzle.facts(instance) if puzzle.facts else ())])
    outcome = clingo.solve(
        run,
        files=[Path(str(resources.files(puzzle.package) / puzzle.program))],
        text=f"{facts}#show {_SHOWN[puzzle.kind]}.\n",
        max_models=wanted,
        options=["--project=show"],
    )
    solutions = [
        puzzle.solution.from_values(instance, _values(puzzle.kind, instance, found["atoms"]))
        for found in outcome.solutions
    ]
    complete = bool(outcome.stats.get("complete", not solutions)) if len(solutions) < wanted else False
    return build_answer(run, solutions, complete=complete, stats=outcome.stats)


def _facts(instance: GridBoard) -> Iterator[str]:
    cells = set(instance.cells())
    for row, column in sorted(cells):
        yield clingo.fact("cell", row, column)
        for other in neighbours((row, column)):
            if other in cells:
                yield clingo.fact("next", row, column, *other)
    for (row, column), number in instance.clues().items():
        yield clingo.fact("clue", row, column, number)
    for row, numbers in enumerate(getattr(instance, "regions", None) or ()):
        for column, number in enumerate(numbers):
            yield clingo.fact("region", row, column, number)
    for first, second in getattr(instance, "borders", ()):
        yield clingo.fact("border", *first, *second)


def _values(kind: Kind, instance: GridBoard, atoms: Sequence[tuple[str, Any]]) -> dict[Place, Value]:
    """Return the values of all places in an answer set that clingo found."""
    if kind is Kind.NUMBERS:
        return {(row, column): number for _, (row, column, number) in atoms}
    on, off = _ON_AND_OFF[kind]
    values: dict[Place, Value] = dict.fromkeys(places_of(kind, instance.height, instance.width), off)
    for _, numbers in atoms:
        place: Any = tuple(numbers) if kind is Kind.SHADE else (tuple(numbers[:2]), tuple(numbers[2:]))
        values[place] = on
    return values
