"""Hints and grades: the next forced cells with the reason, or the first mistake; the difficulty of a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tilewright.game import Cell, Hint, game_of
from tilewright.games.nurikabe.explanations.reasons import Step, reason
from tilewright.games.nurikabe.explanations.solutions_that_extend_a_state import (
    extending_solution,
    forced_cells,
    undecided_cells,
)
from tilewright.games.nurikabe.explanations.techniques import (
    FORCED_BY_SEARCH,
    TECHNIQUES,
    technique_by_number,
)
from tilewright.games.nurikabe.kernels import board_trail_and_findings_kernel as kernel
from tilewright.games.nurikabe.kernels.deduction_kernel import find_cells, findings, load, unload
from tilewright.games.nurikabe.rules import ISLAND, SEA, UNDECIDED, VALUE_NAMES, Board, Rows, Shading, check
from tilewright.puzzles.board_base_classes import check_state_size
from tilewright.puzzles.grades import (
    GRADES,
    MISTAKE,
    NO_SOLUTION,
    NOT_UNIQUE,
    SOLVED,
    Grade,
    check_one_solution,
)
from tilewright.puzzles.message_text import describe_cell

__all__ = ["Grade", "grade", "hint", "solutions"]

VALUES_IN_ROWS = {kernel.SEA: SEA, kernel.ISLAND: ISLAND}

ONE_BY_ONE = {kernel.BETWEEN_ISLANDS, kernel.TOO_MANY}
"""Techniques whose reason differs from cell to cell, so that a hint names only one cell."""


# --- Hints --------------------------------------------------------------------------------------------


def hint(instance: Board, state: Shading | None = None) -> Hint:
    """Return a hint with the next forced cells and the simplest technique that forces them.

    If the state contains a mistake, the hint is about the first mistake instead. If no cell is forced, the hint
    contains the cells in which the solutions differ.
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
    return _hint_for_step(instance, _next_step(load(instance.rows, rows)), rows, known)


def _with_clues(instance: Board, state: Shading | None) -> Rows:
    """Return the rows of the state, with `ISLAND` in place of every undecided cell that has a number.

    If the state is None, all cells are undecided.
    """
    if state is None:
        rows: Rows = (UNDECIDED * instance.width,) * instance.height
    else:
        check_state_size(state, instance)
        rows = state.rows
    return tuple(
        "".join(ISLAND if clue and kind == UNDECIDED else kind for clue, kind in zip(clues, row, strict=True))
        for clues, row in zip(instance.rows, rows, strict=True)
    )


def _next_step(board: kernel.BoardArray) -> Step | None:
    """Return the first step of the simplest technique that finds a step, or None if no technique does."""
    for technique in TECHNIQUES:
        if find_cells(board, technique.number) > 0:
            _, value, _, cause = findings(board)[0]
            cells = sorted(
                cell
                for cell, other_value, _, other_cause in findings(board)
                if (other_value, other_cause) == (value, cause)
            )
            if technique.number in ONE_BY_ONE:
                del cells[1:]
            return Step(board, technique.number, value, cause, tuple(cells))
    return None


def _hint_for_step(instance: Board, step: Step | None, rows: Rows, known: _KnownSolution) -> Hint:
    """Return the hint for a step; if there is no step, return a hint that is based on a search."""
    if step is None:
        return _hint_by_search(instance, rows, known)
    return Hint(
        step.positions, VALUES_IN_ROWS[step.value], technique_by_number(step.technique).name, reason(step)
    )


def _hint_by_search(instance: Board, rows: Rows, known: _KnownSolution) -> Hint:
    """Return a hint about a cell that only a search shows to be forced, or about cells that are not forced."""
    if known.unique and known.solution is not None:
        first = undecided_cells(rows)[0]
        forced = {first: known.solution[first[0]][first[1]]}
    else:
        forced = forced_cells(instance, rows)
    for cell, kind in forced.items():
        fact = f"{describe_cell(cell)} is {VALUE_NAMES[kind]}"
        message = f"In every solution that agrees with the current state, {fact}. Only a search shows this."
        return Hint((cell,), kind, FORCED_BY_SEARCH, message)
    differing = tuple(undecided_cells(rows))
    where = "this cell" if len(differing) == 1 else f"these {len(differing)} cells"
    message = f"The puzzle has several solutions. They differ in {where}."
    return Hint(differing, None, NOT_UNIQUE, message)


# --- Mistakes -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _KnownSolution:
    """A solution of the board (None if there is none), and whether this solution is the only one."""

    solution: Rows | None
    unique: bool


@lru_cache(maxsize=64)
def _solve(instance: Board) -> _KnownSolution:
    result = game_of(instance).solve(instance, unique=True)
    if not isinstance(result.solution, Shading):
        return _KnownSolution(None, False)
    return _KnownSolution(result.solution.rows, bool(result.unique))


def _first_mistake(instance: Board, rows: Rows, known: _KnownSolution) -> Hint | None:
    """Return a hint about the first mistake in the state, or None if some solution agrees with the state."""
    if known.unique and known.solution is not None:
        wrong = next(_differing(rows, known.solution), None)
        where = "the only solution"
    elif extending_solution(instance, rows) is not None:
        return None
    else:
        wrong, where = _first_contradicting_cell(instance, rows)
    if wrong is None:
        return None
    row, column = wrong
    kind = rows[row][column]
    correct = ISLAND if kind == SEA else SEA
    message = (
        f"{describe_cell(wrong).capitalize()} is {VALUE_NAMES[correct]}, not {VALUE_NAMES[kind]}, in {where}."
    )
    broken = [rule for rule in check(instance, Shading(rows)).broken if rule.rule != "undecided"]
    if broken:
        message += f" The current state breaks a rule at {broken[0].message}."
    return Hint((wrong,), correct, MISTAKE, message)


def _differing(rows: Rows, solution: Rows) -> Iterator[Cell]:
    """Yield the decided cells that differ from the solution."""
    for row, (line, correct) in enumerate(zip(rows, solution, strict=True)):
        for column, (kind, right_kind) in enumerate(zip(line, correct, strict=True)):
            if kind not in (UNDECIDED, right_kind):
                yield row, column


def _first_contradicting_cell(instance: Board, rows: Rows) -> tuple[Cell, str]:
    """Return the first cell that makes a state impossible, and a phrase for the solutions in which it is wrong.

    The cell is the first that is wrong in every solution or, if there is no such cell, the first that is wrong
    in every solution that agrees with the decided cells before it. The phrase states which case applies.
    """
    decided = [
        (row, column) for row, line in enumerate(rows) for column, kind in enumerate(line) if kind != UNDECIDED
    ]
    solutions_so_far: list[Rows] = []
    for cell in decided:
        if all(rows[cell[0]][cell[1]] != solution[cell[0]][cell[1]] for solution in solutions_so_far):
            solution = extending_solution(instance, _restricted_to(rows, [cell]))
            if solution is None:
                return cell, "every solution"
            solutions_so_far.append(solution)
    # Some solution agrees with the first `correct` decided cells, but none with the first `wrong` of them.
    correct, wrong = 0, len(decided)
    while wrong - correct > 1:
        middle = (correct + wrong) // 2
        if extending_solution(instance, _restricted_to(rows, decided[:middle])) is None:
            wrong = middle
        else:
            correct = middle
    return decided[wrong - 1], "every solution that agrees with the decided cells before it"


def _restricted_to(rows: Rows, cells: list[Cell]) -> Rows:
    """Return the state in which only the given cells are decided."""
    kept = set(cells)
    return tuple(
        "".join(kind if (row, column) in kept else UNDECIDED for column, kind in enumerate(line))
        for row, line in enumerate(rows)
    )


# --- Grades -------------------------------------------------------------------------------------------


def solutions(instance: Board) -> int:
    """Return the number of solutions of the board: 0, 1, or 2 if there are several."""
    known = _solve(instance)
    return 0 if known.solution is None else 1 if known.unique else 2


def grade(instance: Board) -> Grade:
    """Return the grade of a board that has exactly one solution."""
    check_one_solution(solutions(instance))
    known = _solve(instance)
    steps: Counter[str] = Counter()
    hardest, hardest_step = 0, None
    board = load(instance.rows)
    while undecided_cells(unload(board)):
        step = _next_step(board)
        number = len(TECHNIQUES) + 1 if step is None else step.technique
        if number > hardest:
            hardest, hardest_step = number, _hint_for_step(instance, step, unload(board), known)
        if step is None:
            next_hint = _hint_by_search(instance, unload(board), known)
            steps[FORCED_BY_SEARCH] += 1
            _apply_hint(board, next_hint)
        else:
            steps[technique_by_number(step.technique).name] += 1
            board[kernel.GRID, list(step.cells)] = step.value
        kernel.read_grid(board)
    names = [*(technique.name for technique in TECHNIQUES), FORCED_BY_SEARCH]
    counts = {name: steps[name] for name in names if steps[name]}
    grades = {technique.name: technique.grade for technique in TECHNIQUES} | {FORCED_BY_SEARCH: GRADES[-1]}
    last = next(reversed(counts), "")
    return Grade(grades.get(last, GRADES[0]), last, counts, hardest_step)


def _apply_hint(board: kernel.BoardArray, next_hint: Hint) -> None:
    """Write the value of a hint into the hint's cells on the board."""
    stride = int(board[kernel.SCALARS, kernel.STRIDE])
    value = kernel.SEA if next_hint.value == SEA else kernel.ISLAND
    for row, column in next_hint.cells:
        board[kernel.GRID, (row + 1) * stride + column + 1] = value
