"""Hints: each is true of every solution that extends the state, and together they lead to the end."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from nurikabe_oracle import Rows, random_boards, solutions

from tilewright import registry
from tilewright.errors import BadInput
from tilewright.game import Cell, Hint
from tilewright.games.nurikabe.explain import grade, hint
from tilewright.games.nurikabe.explanations.techniques import (
    BEYOND,
    GRADES,
    MISTAKE,
    NO_SOLUTION,
    NOT_UNIQUE,
    SOLVED,
    TECHNIQUES,
)
from tilewright.games.nurikabe.generate import generate
from tilewright.games.nurikabe.rules import Board, Shading

State = tuple[str, ...]
STEPS = {way.name for way in TECHNIQUES} | {BEYOND}


def has(solution: State, state: State) -> bool:
    return all(
        known in ("-", kind)
        for line, known_line in zip(solution, state, strict=True)
        for kind, known in zip(line, known_line, strict=True)
    )


def with_cells(state: State, cells: tuple[Cell, ...], value: str) -> State:
    changed = [list(line) for line in state]
    for row, column in cells:
        changed[row][column] = value
    return tuple("".join(line) for line in changed)


def clued(rows: Rows) -> State:
    """The state in which only the numbers are decided."""
    return tuple("".join("." if clue else "-" for clue in row) for row in rows)


def undecided(state: State) -> set[Cell]:
    return {(r, c) for r, line in enumerate(state) for c, kind in enumerate(line) if kind == "-"}


def legal_boards(count: int, seed: int) -> Iterator[Rows]:
    """Small boards of all sorts whose numbers are no larger than the board."""
    for rows in random_boards(count, seed):
        if max(map(max, rows)) <= len(rows) * len(rows[0]):
            yield rows


def ask(rows: Rows, state: State) -> Hint:
    return hint(Board(rows), Shading(state))


# --- Against all solutions ----------------------------------------------------------------------------


def test_hints_lead_from_empty_to_the_end_on_boards_of_all_sorts() -> None:
    """To the solution if there is one, to the cells where solutions differ if there are several."""
    ends: Counter[str] = Counter()
    for rows in legal_boards(500, seed=21):
        found = solutions(rows)
        state = clued(rows)
        for _ in range(100):
            told = ask(rows, state)
            if told.technique not in STEPS:
                break
            assert told.value is not None
            assert set(told.cells) <= undecided(state)
            for row, column in told.cells:
                assert all(solution[row][column] == told.value for solution in found), (rows, state, told)
            state = with_cells(state, told.cells, told.value)
        ends[told.technique] += 1
        if not found:
            assert told.technique == NO_SOLUTION
        elif len(found) == 1:
            assert told.technique == SOLVED
            assert [state] == found
        else:
            differing = {
                cell for cell in undecided(clued(rows)) if len({s[cell[0]][cell[1]] for s in found}) > 1
            }
            assert told.technique == NOT_UNIQUE
            assert set(told.cells) == undecided(state) == differing
    assert min(ends[SOLVED], ends[NOT_UNIQUE], ends[NO_SOLUTION]) > 80


def test_a_hint_from_any_state_is_true_of_every_solution_with_that_state() -> None:
    chance = random.Random(22)
    kinds: Counter[str] = Counter()
    for rows in legal_boards(400, seed=22):
        found = solutions(rows)
        for solution in chance.sample(found, min(3, len(found))):
            share = chance.random()
            state = tuple("".join(k if chance.random() < share else "-" for k in line) for line in solution)
            left = [other for other in found if has(other, state)]
            told = ask(rows, state)
            kinds[told.technique] += 1
            if told.technique in STEPS:
                for row, column in told.cells:
                    assert state[row][column] == "-"
                    assert {other[row][column] for other in left} == {told.value}, (rows, state, told)
            elif told.technique == NOT_UNIQUE:
                assert len(left) > 1
                assert all(len({other[r][c] for other in left}) == 2 for r, c in told.cells)
            else:
                assert told.technique == SOLVED
                assert not undecided(state) - {(r, c) for r, c in undecided(state) if rows[r][c]}
    assert len(kinds) > 10


def test_the_first_mistake_is_told() -> None:
    chance = random.Random(23)
    mistakes = 0
    for rows in legal_boards(500, seed=23):
        found = solutions(rows)
        if not found:
            continue
        state = tuple(
            "".join(chance.choice("#.") if chance.random() < 0.4 else "-" for _ in line) for line in found[0]
        )
        told = ask(rows, state)
        if any(has(solution, state) for solution in found):
            assert told.technique != MISTAKE
            continue
        mistakes += 1
        assert told.technique == MISTAKE
        ((row, column),) = told.cells
        kind = state[row][column]
        assert {kind, told.value} == {"#", "."}
        cells = [(r, c) for r, line in enumerate(state) for c, k in enumerate(line) if k != "-"]
        alone = [(r, c) for r, c in cells if all(solution[r][c] != state[r][c] for solution in found)]
        if alone:
            assert (row, column) == alone[0]
        else:  # each cell is right in some solution, but no solution has all up to this one
            before = cells[: cells.index((row, column))]
            left = [s for s in found if all(s[r][c] == state[r][c] for r, c in before)]
            assert left
            assert all(solution[row][column] != kind for solution in left)
    assert mistakes > 150


# --- Words --------------------------------------------------------------------------------------------


def test_a_reason_names_the_number_and_its_place() -> None:
    board = ((0, 0, 0), (0, 1, 0), (0, 0, 0))
    told = ask(board, ("---", "---", "---"))
    assert told == Hint(
        ((0, 1), (1, 0), (1, 2), (2, 1)),
        "#",
        "clue-of-one",
        "The 1 at row 1, column 1 is an island by itself, so its neighbours are sea.",
    )


def test_reasons_are_one_line_without_gaps() -> None:
    for seed, name in enumerate(GRADES):
        instance = generate(seed, rows=8, cols=8, difficulty=name)
        state = clued(instance.rows)
        while (told := hint(instance, Shading(state))).technique != SOLVED:
            assert told.reason.endswith(".")
            assert told.reason[0].isupper()
            assert not set(told.reason) & set("{}\n")
            assert told.value is not None
            state = with_cells(state, told.cells, told.value)


def test_a_mistake_that_breaks_a_rule_says_which() -> None:
    told = ask(((2, 0), (0, 0)), (".#", "##"))
    assert told.technique == MISTAKE
    assert told.reason == (
        "Row 1, column 0 is island in every solution with the decided cells before it, not sea. "
        "As it stands, at row 0, column 0: one cell is an island of the number 2."
    )


def test_a_flooded_number_is_a_mistake() -> None:
    told = ask(((2, 0), (0, 0)), ("#-", "--"))
    assert (told.technique, told.cells, told.value) == (MISTAKE, ((0, 0),), ".")


def test_a_state_of_another_size_is_refused() -> None:
    with pytest.raises(BadInput, match="the state has 1 x 3 cells, the board 2 x 2"):
        ask(((2, 0), (0, 0)), ("---",))


def test_the_command_gives_the_hint_as_json() -> None:
    game = registry.game("nurikabe")
    board = game.parse("1.1\n...")
    told = game.hint(board, '{"rows": ["---", "---"]}').to_json()
    assert told["technique"] == "clue-of-one"
    assert told["value"] == "#"
    assert told["cells"] == [[0, 1], [1, 0]]


# --- Grades -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GRADES)
def test_the_grade_is_that_of_the_hardest_technique_used(name: str) -> None:
    grades = {way.name: way.grade for way in TECHNIQUES}
    for seed in range(3):
        found = grade(generate(seed, rows=9, cols=9, difficulty=name))
        assert found.name == name
        assert grades[found.hardest] == name
        assert max(map(GRADES.index, map(grades.__getitem__, found.steps))) == GRADES.index(name)


def test_only_a_puzzle_with_one_solution_has_a_grade() -> None:
    with pytest.raises(BadInput, match="without a solution"):
        grade(Board(((1, 1), (0, 0))))
    with pytest.raises(BadInput, match="more than one solution"):
        grade(Board(((2, 0), (0, 0))))


def test_the_grade_does_not_change_when_the_board_is_turned() -> None:
    for seed, name in enumerate(GRADES):
        rows = generate(seed, rows=8, cols=7, difficulty=name).rows
        for turned in (rows[::-1], tuple(row[::-1] for row in rows), tuple(zip(*rows, strict=True))):
            assert grade(Board(turned)).name == name
