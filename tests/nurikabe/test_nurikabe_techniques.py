"""Each technique alone: forced cells are correct in all solutions, and reported contradictions are correct."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from nurikabe_oracle import Rows, all_solutions, extends, random_boards

from tilewright.games.nurikabe.explanations.techniques import (
    HARDEST_OF_GRADE,
    TECHNIQUES,
    Technique,
    technique_by_number,
)
from tilewright.games.nurikabe.kernels import board_trail_and_findings_kernel as constants
from tilewright.games.nurikabe.kernels import deduction_kernel as kernel
from tilewright.games.nurikabe.notation import parse
from tilewright.puzzles.grades import GRADES

State = tuple[str, ...]
NUMBERS = {technique.name: technique.number for technique in TECHNIQUES}


def states(rows: Rows, solutions: list[State], rng: random.Random) -> Iterator[State]:
    """Yield states of a board: the empty state, parts of solutions, and states with randomly decided cells."""
    yield tuple("-" * len(row) for row in rows)
    for _ in range(4):
        share = rng.random()
        if solutions and rng.random() < 0.8:
            solution = rng.choice(solutions)
            yield tuple("".join(kind if rng.random() < share else "-" for kind in line) for line in solution)
        else:
            yield tuple(
                "".join(rng.choice("#.") if rng.random() < share / 3 else "-" for _ in row) for row in rows
            )


def boards(count: int, seed: int) -> Iterator[tuple[Rows, State, list[State]]]:
    """Yield random small boards, each with a state and with all solutions that extend this state."""
    rng = random.Random(seed)
    for rows in random_boards(count, seed):
        solutions = all_solutions(rows)
        for state in states(rows, solutions, rng):
            yield rows, state, [solution for solution in solutions if extends(solution, state)]


def test_techniques_are_numbered_from_the_simplest_to_the_hardest() -> None:
    assert [technique.number for technique in TECHNIQUES] == list(range(1, len(TECHNIQUES) + 1))
    grades = [technique.grade for technique in TECHNIQUES]
    assert grades == sorted((technique.grade for technique in TECHNIQUES), key=GRADES.index)
    assert GRADES == ("easy", "medium", "hard", "expert")


# --- Comparison with all solutions --------------------------------------------------------------------


@pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda technique: technique.name)
def test_values_that_a_technique_forces_hold_in_every_solution(technique: Technique) -> None:
    number = technique.number
    forced = contradictions = 0
    for rows, state, extensions in boards(400, seed=number):
        board = kernel.load(rows, state)
        code = kernel.find_cells(board, number) if board[constants.SCALARS, constants.FAILURE] == 0 else -1
        if code < 0:
            contradictions += 1
            assert not extensions, f"{rows} {state}: contradiction, but {extensions[0]} extends it"
            continue
        assert code == len(kernel.findings(board))
        for cell, value, finding_technique, _ in kernel.findings(board):
            row, column = kernel.row_and_column(board, cell)
            assert finding_technique == number
            assert state[row][column] == "-"
            assert rows[row][column] == 0
            assert all(solution[row][column] == "-#."[value] for solution in extensions), (
                f"{rows} {state} {row} {column}"
            )
            forced += 1
    assert forced >= 10
    assert contradictions >= 20


@pytest.mark.parametrize("grade", GRADES)
def test_deduction_decides_only_values_that_hold_in_every_solution(grade: str) -> None:
    outcomes: Counter[tuple[str, int]] = Counter()
    for rows, state, extensions in boards(400, seed=100 + HARDEST_OF_GRADE[grade]):
        board = kernel.load(rows, state)
        outcome = kernel.deduce(board, HARDEST_OF_GRADE[grade], 10**9)
        decided = kernel.unload(board)
        if outcome == kernel.BROKEN:
            assert not extensions, f"{rows} {state}"
        else:
            assert all(extends(solution, decided) for solution in extensions), f"{rows} {state} {decided}"
        if outcome == kernel.SOLVED:
            assert extensions == [decided]
        outcomes[min(len(extensions), 2), outcome] += 1
    assert outcomes[1, kernel.SOLVED] > 700
    assert outcomes[0, kernel.BROKEN] > 400
    assert outcomes[2, kernel.STUCK] > 400
    assert not outcomes[2, kernel.SOLVED]


def test_deduction_continues_after_a_pause_with_the_same_result() -> None:
    for rows, state, _ in boards(60, seed=7):
        whole = kernel.load(rows, state)
        outcome = kernel.deduce(whole, constants.EITHER_WAY, 10**9)
        slices = kernel.load(rows, state)
        for _ in range(10_000):
            sliced = kernel.deduce(slices, constants.EITHER_WAY, 20)
            if sliced != kernel.PAUSED:
                break
        assert sliced == outcome
        assert outcome == kernel.BROKEN or kernel.unload(slices) == kernel.unload(whole)


def test_a_trial_can_be_undone() -> None:
    for rows, state, _ in boards(60, seed=8):
        board = kernel.load(rows, state)
        if (
            board[constants.SCALARS, constants.FAILURE] < 0
            or kernel.deduce(board, constants.SEA_NEEDS_ROOM, 10**9) != kernel.STUCK
        ):
            continue
        before = board[[constants.GRID, constants.OWNER]].copy()
        decided, logged = (
            int(board[constants.SCALARS, fact])
            for fact in (constants.DECIDED_COUNT, constants.OWNER_LOG_LENGTH)
        )
        for cell, kind in enumerate(before[0].tolist()):
            if kind == constants.UNDECIDED:
                for value in (constants.SEA, constants.ISLAND):
                    kernel.assume(board, cell, value, True)
                    kernel.undo_to(board, decided, logged)
                    assert (board[[constants.GRID, constants.OWNER]] == before).all()


def mirrored(lines: tuple[str, ...] | Rows) -> tuple[tuple[object, ...], ...]:
    return tuple(tuple(line[::-1]) for line in lines)


def transposed(lines: tuple[str, ...] | Rows) -> tuple[tuple[object, ...], ...]:
    return tuple(zip(*lines, strict=True))


def forced_positions(rows: object, state: object, number: int) -> set[tuple[int, int, int]] | int:
    board = kernel.load(rows, state)  # type: ignore[arg-type]
    code = int(board[constants.SCALARS, constants.FAILURE]) or int(kernel.find_cells(board, number))
    if code < 0:
        return -1
    return {(*kernel.row_and_column(board, cell), value) for cell, value, _, _ in kernel.findings(board)}


@pytest.mark.parametrize(
    "technique", TECHNIQUES[: constants.SEA_NEEDS_ROOM], ids=lambda technique: technique.name
)
def test_a_technique_finds_the_same_cells_on_mirrored_and_transposed_boards(technique: Technique) -> None:
    number = technique.number
    for rows, state, _ in boards(100, seed=9):
        positions = forced_positions(rows, state, number)
        on_mirrored = forced_positions(mirrored(rows), mirrored(state), number)
        on_transposed = forced_positions(transposed(rows), transposed(state), number)
        if isinstance(positions, int):
            assert on_mirrored == on_transposed == positions
        else:
            width = len(rows[0])
            assert on_mirrored == {(row, width - 1 - column, value) for row, column, value in positions}
            assert on_transposed == {(column, row, value) for row, column, value in positions}


# --- Hand-made examples -------------------------------------------------------------------------------

EXAMPLES = {  # board, state, and the expected result of the technique: the value and all cells
    "clue-of-one": ("... .1. ...", "--- --- ---", "#", {(0, 1), (1, 0), (1, 2), (2, 1)}),
    "complete-island": ("2... ....", "..-- ----", "#", {(0, 2), (1, 0), (1, 1)}),
    "between-islands": ("2.2 ...", "--- ---", "#", {(0, 1)}),
    "surrounded": ("1.. ... ..1", ".## #-# ##.", "#", {(1, 1)}),
    "pool-must-break": ("4... ....", "---# -###", ".", {(0, 2)}),
    "sea-must-escape": ("1.2 ...", "-#- ---", "#", {(1, 1)}),
    "island-must-grow": ("3.. ...", ".#- ---", ".", {(1, 0)}),
    "too-many": ("2....4 ......", ".-..-. ------", "#", {(0, 1)}),
    "corner": ("2.. ...", "--- ---", "#", {(1, 1)}),
    "unreachable": ("2...", "----", "#", {(0, 2), (0, 3)}),
    "walled-in": ("..6. ....", "--.# --.-", ".", {(0, 0), (0, 1), (1, 0), (1, 1)}),
    "would-be-divided": ("3.3 ... ...", ".#. --- .#.", "#", {(1, 1)}),
    "number-needed": ("3....", "--.--", ".", {(0, 1)}),
    "bottleneck": ("3....", "-----", ".", {(0, 1), (0, 2)}),
    "only-number": ("....4.... .........", "-------.- -----##--", ".", {(0, 5), (0, 6)}),
    "sea-needs-room": ("1..1", "-#--", "#", {(0, 2)}),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_technique_finds_the_cells_of_a_hand_made_example(name: str) -> None:
    rows, state, value, cells = EXAMPLES[name]
    board = kernel.load(parse("\n".join(rows.split())).rows, state.split())
    assert kernel.find_cells(board, NUMBERS[name]) == len(cells)
    assert {kernel.row_and_column(board, cell) for cell, _, _, _ in kernel.findings(board)} == cells
    assert {"-#."[forced] for _, forced, _, _ in kernel.findings(board)} == {value}


def test_every_technique_without_a_trial_has_an_example() -> None:
    assert list(EXAMPLES) == [
        technique.name for technique in TECHNIQUES if technique.number < constants.CONTRADICTION
    ]
    assert technique_by_number(constants.CORNER).name == "corner"
