"""Every technique by itself: what it forces holds in every solution, and what it refuses has none."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from nurikabe_oracle import Rows, random_boards, solutions

from tilewright.games.nurikabe.explanations.techniques import GRADES, HARDEST, TECHNIQUES, Technique, technique
from tilewright.games.nurikabe.kernels import board_kernel as names
from tilewright.games.nurikabe.kernels import deduction_kernel as kernel
from tilewright.games.nurikabe.notation import parse

State = tuple[str, ...]
NUMBERS = {way.name: way.number for way in TECHNIQUES}


def extending(found: list[State], state: State) -> list[State]:
    """The solutions that have all the decided cells of the state."""
    return [
        solution
        for solution in found
        if all(
            known in ("-", kind)
            for line, known_line in zip(solution, state, strict=True)
            for kind, known in zip(line, known_line, strict=True)
        )
    ]


def states(rows: Rows, found: list[State], chance: random.Random) -> Iterator[State]:
    """The empty state, parts of solutions, and cells decided at random."""
    yield tuple("-" * len(row) for row in rows)
    for _ in range(4):
        share = chance.random()
        if found and chance.random() < 0.8:
            solution = chance.choice(found)
            yield tuple("".join(kind if chance.random() < share else "-" for kind in line) for line in solution)
        else:
            yield tuple(
                "".join(chance.choice("#.") if chance.random() < share / 3 else "-" for _ in row)
                for row in rows
            )


def boards(count: int, seed: int) -> Iterator[tuple[Rows, State, list[State]]]:
    """Small boards of all sorts with a state, and all solutions that extend it."""
    chance = random.Random(seed)
    for rows in random_boards(count, seed):
        found = solutions(rows)
        for state in states(rows, found, chance):
            yield rows, state, extending(found, state)


def test_techniques_are_numbered_from_the_simplest_on() -> None:
    assert [way.number for way in TECHNIQUES] == list(range(1, len(TECHNIQUES) + 1))
    assert [way.grade for way in TECHNIQUES] == sorted((way.grade for way in TECHNIQUES), key=GRADES.index)
    assert GRADES == ("easy", "medium", "hard", "expert")


# --- Against all solutions ----------------------------------------------------------------------------


@pytest.mark.parametrize("way", TECHNIQUES, ids=lambda way: way.name)
def test_what_a_technique_forces_holds_in_every_solution(way: Technique) -> None:
    number = way.number
    forced = refused = 0
    for rows, state, left in boards(400, seed=number):
        board = kernel.load(rows, state)
        code = kernel.find_cells(board, number) if board[names.FACTS, names.CODE] == 0 else -1
        if code < 0:
            refused += 1
            assert not left, f"{rows} {state}: refused, but {left[0]} extends it"
            continue
        assert code == len(kernel.finds(board))
        for cell, value, by, _ in kernel.finds(board):
            row, column = kernel.place(board, cell)
            assert by == number
            assert state[row][column] == "-"
            assert rows[row][column] == 0
            assert all(solution[row][column] == "-#."[value] for solution in left), (
                f"{rows} {state} {row} {column}"
            )
            forced += 1
    assert forced >= 10
    assert refused >= 20


@pytest.mark.parametrize("grade", GRADES)
def test_deduction_decides_only_what_holds_in_every_solution(grade: str) -> None:
    outcomes: Counter[tuple[str, int]] = Counter()
    for rows, state, left in boards(400, seed=100 + HARDEST[grade]):
        board = kernel.load(rows, state)
        outcome = kernel.deduce(board, HARDEST[grade], 10**9)
        decided = kernel.unload(board)
        if outcome == kernel.BROKEN:
            assert not left, f"{rows} {state}"
        else:
            assert extending(left, decided) == left, f"{rows} {state} {decided}"
        if outcome == kernel.SOLVED:
            assert left == [decided]
        outcomes[min(len(left), 2), outcome] += 1
    assert outcomes[1, kernel.SOLVED] > 700
    assert outcomes[0, kernel.BROKEN] > 400
    assert outcomes[2, kernel.STUCK] > 400
    assert not outcomes[2, kernel.SOLVED]


def test_deduction_goes_on_where_it_was_paused() -> None:
    for rows, state, _ in boards(60, seed=7):
        whole = kernel.load(rows, state)
        outcome = kernel.deduce(whole, names.EITHER_WAY, 10**9)
        slices = kernel.load(rows, state)
        for _ in range(10_000):
            sliced = kernel.deduce(slices, names.EITHER_WAY, 20)
            if sliced != kernel.PAUSED:
                break
        assert sliced == outcome
        assert outcome == kernel.BROKEN or kernel.unload(slices) == kernel.unload(whole)


def test_a_trial_can_be_taken_back() -> None:
    for rows, state, _ in boards(60, seed=8):
        board = kernel.load(rows, state)
        if (
            board[names.FACTS, names.CODE] < 0
            or kernel.deduce(board, names.SEA_NEEDS_ROOM, 10**9) != kernel.STUCK
        ):
            continue
        before = board[[names.GRID, names.OWNER]].copy()
        decided, logged = (int(board[names.FACTS, fact]) for fact in (names.DECIDED, names.LOGGED))
        for cell, kind in enumerate(before[0].tolist()):
            if kind == names.UNDECIDED:
                for value in (names.SEA, names.ISLAND):
                    kernel.assume(board, cell, value, True)
                    kernel.forget(board, decided, logged)
                    assert (board[[names.GRID, names.OWNER]] == before).all()


def mirrored(lines: tuple[str, ...] | Rows) -> tuple[tuple[object, ...], ...]:
    return tuple(tuple(line[::-1]) for line in lines)


def transposed(lines: tuple[str, ...] | Rows) -> tuple[tuple[object, ...], ...]:
    return tuple(zip(*lines, strict=True))


def direct_finds(rows: object, state: object, number: int) -> set[tuple[int, int, int]] | int:
    board = kernel.load(rows, state)  # type: ignore[arg-type]
    code = int(board[names.FACTS, names.CODE]) or int(kernel.find_cells(board, number))
    if code < 0:
        return -1
    return {(*kernel.place(board, cell), value) for cell, value, _, _ in kernel.finds(board)}


@pytest.mark.parametrize("way", TECHNIQUES[: names.SEA_NEEDS_ROOM], ids=lambda way: way.name)
def test_a_technique_sees_the_same_on_a_turned_board(way: Technique) -> None:
    number = way.number
    for rows, state, _ in boards(100, seed=9):
        found = direct_finds(rows, state, number)
        in_mirror = direct_finds(mirrored(rows), mirrored(state), number)
        across = direct_finds(transposed(rows), transposed(state), number)
        if isinstance(found, int):
            assert in_mirror == across == found
        else:
            width = len(rows[0])
            assert in_mirror == {(row, width - 1 - column, value) for row, column, value in found}
            assert across == {(column, row, value) for row, column, value in found}


# --- By hand ------------------------------------------------------------------------------------------

BY_HAND = {  # a board, a state, and what the technique finds there: the value and all cells
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


@pytest.mark.parametrize("name", BY_HAND)
def test_a_technique_finds_what_a_person_would_find(name: str) -> None:
    rows, state, value, cells = BY_HAND[name]
    board = kernel.load(parse("\n".join(rows.split())).rows, state.split())
    assert kernel.find_cells(board, NUMBERS[name]) == len(cells)
    assert {kernel.place(board, cell) for cell, _, _, _ in kernel.finds(board)} == cells
    assert {"-#."[found] for _, found, _, _ in kernel.finds(board)} == {value}


def test_every_technique_without_a_trial_has_an_example() -> None:
    assert list(BY_HAND) == [way.name for way in TECHNIQUES if way.number < names.CONTRADICTION]
    assert technique(names.CORNER).name == "corner"
