"""The next step of a board and why it is forced, the first mistake, and how hard the whole board is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tilewright.errors import BadInput
from tilewright.game import Cell, Hint, game_of
from tilewright.games.nurikabe.explanations.extending_solutions import (
    Rows,
    extending,
    forced_cells,
    undecided_cells,
)
from tilewright.games.nurikabe.explanations.reasons import Step, reason, words
from tilewright.games.nurikabe.explanations.techniques import (
    BEYOND,
    GRADES,
    MISTAKE,
    NO_SOLUTION,
    NOT_UNIQUE,
    SOLVED,
    TECHNIQUES,
    technique,
)
from tilewright.games.nurikabe.kernels import board_kernel as kernel
from tilewright.games.nurikabe.kernels.deduction_kernel import find_cells, finds, load, unload
from tilewright.games.nurikabe.rules import ISLAND, SEA, UNDECIDED, Board, Shading, check

__all__ = ["Grade", "grade", "hint", "solutions"]

SIGNS = {kernel.SEA: SEA, kernel.ISLAND: ISLAND}
NAMES = {SEA: "sea", ISLAND: "island"}

ONE_BY_ONE = {kernel.BETWEEN_ISLANDS, kernel.TOO_MANY}
"""Techniques whose reason differs from cell to cell."""


# --- Hints --------------------------------------------------------------------------------------------


def hint(instance: Board, state: Shading | None = None) -> Hint:
    """The next cells that are forced, by the simplest technique that shows it.

    Or the first mistake of the state; or, when nothing more is forced, the cells where the solutions differ.
    """
    rows = _with_clues(instance, state)
    known = _solve(instance)
    if known.solution is None:
        return Hint((), None, NO_SOLUTION, "The puzzle has no solution.")
    mistake = _first_mistake(instance, rows, known)
    if mistake is not None:
        return mistake
    if not undecided_cells(rows):
        return Hint((), None, SOLVED, "The puzzle is solved.")
    return _hint(instance, _next_step(load(instance.rows, rows)), rows, known)


def _with_clues(instance: Board, state: Shading | None) -> Rows:
    """The state's rows, in which a cell with a number is island unless it was flooded."""
    if state is None:
        rows: Rows = (UNDECIDED * instance.width,) * instance.height
    else:
        rows = state.rows
        sides = len(rows), len(rows[0])
        if sides != (instance.height, instance.width):
            raise BadInput(
                f"the state has {sides[0]} x {sides[1]} cells, the board {instance.height} x {instance.width}"
            )
    return tuple(
        "".join(ISLAND if clue and kind == UNDECIDED else kind for clue, kind in zip(clues, row, strict=True))
        for clues, row in zip(instance.rows, rows, strict=True)
    )


def _next_step(board: kernel.Table) -> Step | None:
    """What the simplest technique that finds anything finds first."""
    for way in TECHNIQUES:
        if find_cells(board, way.number) > 0:
            _, value, _, cause = finds(board)[0]
            cells = tuple(sorted(found[0] for found in finds(board) if (found[1], found[3]) == (value, cause)))
            return Step(board, way.number, value, cause, cells[:1] if way.number in ONE_BY_ONE else cells)
    return None


def _hint(instance: Board, step: Step | None, rows: Rows, known: _Known) -> Hint:
    """The step in words; without one, what only a search can tell."""
    if step is None:
        return _beyond(instance, rows, known)
    return Hint(step.places, SIGNS[step.value], technique(step.technique).name, reason(step))


def _beyond(instance: Board, rows: Rows, known: _Known) -> Hint:
    """What only a search can tell: a cell that is forced all the same, or that none is."""
    if known.unique and known.solution is not None:
        first = undecided_cells(rows)[0]
        forced = {first: known.solution[first[0]][first[1]]}
    else:
        forced = forced_cells(instance, rows)
    for cell, kind in forced.items():
        other = NAMES[SEA if kind == ISLAND else ISLAND]
        message = f"No solution has {other} at {words(cell)}: a search shows it, no technique does."
        return Hint((cell,), kind, BEYOND, message)
    differing = tuple(undecided_cells(rows))
    message = f"The puzzle has several solutions, which differ in these {len(differing)} cells."
    return Hint(differing, None, NOT_UNIQUE, message)


# --- Mistakes -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Known:
    """A solution of the board if there is one, and whether it is the only one."""

    solution: Rows | None
    unique: bool


@lru_cache(maxsize=64)
def _solve(instance: Board) -> _Known:
    result = game_of(instance).solve(instance, unique=True)
    if not isinstance(result.solution, Shading):
        return _Known(None, False)
    return _Known(result.solution.rows, bool(result.unique))


def _first_mistake(instance: Board, rows: Rows, known: _Known) -> Hint | None:
    """The first decided cell, in reading order, that is wrong."""
    if known.unique and known.solution is not None:
        wrong = next(_differing(rows, known.solution), None)
        where = "the only solution"
    elif extending(instance, rows) is not None:
        return None
    else:
        wrong, where = _impossible(instance, rows)
    if wrong is None:
        return None
    row, column = wrong
    kind = rows[row][column]
    right = ISLAND if kind == SEA else SEA
    message = f"{words(wrong).capitalize()} is {NAMES[right]} in {where}, not {NAMES[kind]}."
    broken = [rule for rule in check(instance, Shading(rows)).broken if rule.rule != "undecided"]
    if broken:
        message += f" As it stands, at {broken[0].message}."
    return Hint((wrong,), right, MISTAKE, message)


def _differing(rows: Rows, solution: Rows) -> Iterator[Cell]:
    for row, (line, right) in enumerate(zip(rows, solution, strict=True)):
        for column, (kind, right_kind) in enumerate(zip(line, right, strict=True)):
            if kind not in (UNDECIDED, right_kind):
                yield row, column


def _impossible(instance: Board, rows: Rows) -> tuple[Cell, str]:
    """Where a state that no solution extends goes wrong first: a cell alone, or with the cells before it."""
    decided = [
        (row, column) for row, line in enumerate(rows) for column, kind in enumerate(line) if kind != UNDECIDED
    ]
    seen: list[Rows] = []
    for cell in decided:
        if all(rows[cell[0]][cell[1]] != solution[cell[0]][cell[1]] for solution in seen):
            solution = extending(instance, _only(rows, [cell]))
            if solution is None:
                return cell, "every solution"
            seen.append(solution)
    right, wrong = 0, len(decided)  # so many of the cells can be extended, so many cannot
    while wrong - right > 1:
        middle = (right + wrong) // 2
        if extending(instance, _only(rows, decided[:middle])) is None:
            wrong = middle
        else:
            right = middle
    return decided[wrong - 1], "every solution with the decided cells before it"


def _only(rows: Rows, cells: list[Cell]) -> Rows:
    """The state with just these cells decided."""
    kept = set(cells)
    return tuple(
        "".join(kind if (row, column) in kept else UNDECIDED for column, kind in enumerate(line))
        for row, line in enumerate(rows)
    )


# --- Grades -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a board is: its grade, the hardest technique that it needs, and how often each is used.

    A technique is used only where all simpler ones are at their end. `hardest_step` is the first step that
    takes the hardest technique; None where there is no step to take.
    """

    name: str
    hardest: str
    steps: Mapping[str, int]
    hardest_step: Hint | None = None

    def to_json(self) -> dict[str, Any]:
        step = self.hardest_step and self.hardest_step.to_json()
        return {"grade": self.name, "hardest": self.hardest, "steps": dict(self.steps), "hardest_step": step}


def solutions(instance: Board) -> int:
    """How many solutions the board has: 0, 1, or 2 for several."""
    known = _solve(instance)
    return 0 if known.solution is None else 1 if known.unique else 2


def grade(instance: Board) -> Grade:
    """The grade of a board, from the techniques that it needs; it must have exactly one solution."""
    known = _solve(instance)
    if known.solution is None:
        raise BadInput("a puzzle without a solution has no grade")
    if not known.unique:
        raise BadInput("a puzzle with more than one solution has no grade")
    steps: Counter[str] = Counter()
    hardest, hardest_step = 0, None
    board = load(instance.rows)
    while undecided_cells(unload(board)):
        step = _next_step(board)
        number = len(TECHNIQUES) + 1 if step is None else step.technique
        if number > hardest:
            hardest, hardest_step = number, _hint(instance, step, unload(board), known)
        if step is None:
            told = _beyond(instance, unload(board), known)
            steps[BEYOND] += 1
            _write(board, told)
        else:
            steps[technique(step.technique).name] += 1
            board[kernel.GRID, list(step.cells)] = step.value
        kernel.begin(board)
    names = [*(way.name for way in TECHNIQUES), BEYOND]
    counts = {name: steps[name] for name in names if steps[name]}
    grades = {way.name: way.grade for way in TECHNIQUES} | {BEYOND: GRADES[-1]}
    last = next(reversed(counts), "")
    return Grade(grades.get(last, GRADES[0]), last, counts, hardest_step)


def _write(board: kernel.Table, told: Hint) -> None:
    """Decide the cells of a hint."""
    stride = int(board[kernel.FACTS, kernel.STRIDE])
    for row, column in told.cells:
        board[kernel.GRID, (row + 1) * stride + column + 1] = kernel.SEA if told.value == SEA else kernel.ISLAND
