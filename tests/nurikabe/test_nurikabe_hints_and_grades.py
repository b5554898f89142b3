"""Every hint is correct in all solutions that extend the state, and together the hints lead to the solution."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from nurikabe_oracle import Rows, all_solutions, extends, random_boards

from tilewright import registry
from tilewright.errors import BadInput
from tilewright.game import Cell, Hint
from tilewright.games.nurikabe.explain import grade, hint
from tilewright.games.nurikabe.explanations.techniques import FORCED_BY_SEARCH, TECHNIQUES
from tilewright.games.nurikabe.generate import generate
from tilewright.games.nurikabe.rules import Board, Shading
from tilewright.puzzles.grades import GRADES, MISTAKE, NO_SOLUTION, NOT_UNIQUE, SOLVED

State = tuple[str, ...]
STEPS = {technique.name for technique in TECHNIQUES} | {FORCED_BY_SEARCH}


def with_cells(state: State, cells: tuple[Cell, ...], value: str) -> State:
    changed = [list(line) for line in state]
    for row, column in cells:
        changed[row][column] = value
    return tuple("".join(line) for line in changed)


def only_numbers(rows: Rows) -> State:
    """Return the state in which only the cells with numbers are decided."""
    return tuple("".join("." if clue else "-" for clue in row) for row in rows)


def undecided(state: State) -> set[Cell]:
    return {(r, c) for r, line in enumerate(state) for c, kind in enumerate(line) if kind == "-"}


def legal_boards(count: int, seed: int) -> Iterator[Rows]:
    """Yield random small boards on which no number exceeds the number of cells."""
    for rows in random_boards(count, seed):
        if max(map(max, rows)) <= len(rows) * len(rows[0]):
            yield rows


def hint_for(rows: Rows, state: State) -> Hint:
    return hint(Board(rows), Shading(state))


# --- Comparison with all solutions --------------------------------------------------------------------


def test_hints_lead_from_an_empty_board_to_its_solutions() -> None:
    """The last hint reports a solved board, no solution, or the cells in which several solutions differ."""
    last_techniques: Counter[str] = Counter()
    for rows in legal_boards(500, seed=21):
        solutions = all_solutions(rows)
        state = only_numbers(rows)
        for _ in range(100):
            next_hint = hint_for(rows, state)
            if next_hint.technique not in STEPS:
                break
            assert next_hint.value is not None
            assert set(next_hint.cells) <= undecided(state)
            for row, column in next_hint.cells:
                assert all(solution[row][column] == next_hint.value for solution in solutions), (
                    rows,
                    state,
                    next_hint,
                )
            state = with_cells(state, next_hint.cells, next_hint.value)
        last_techniques[next_hint.technique] += 1
        if not solutions:
            assert next_hint.technique == NO_SOLUTION
        elif len(solutions) == 1:
            assert next_hint.technique == SOLVED
            assert [state] == solutions
        else:
            differing = {
                cell
                for cell in undecided(only_numbers(rows))
                if len({s[cell[0]][cell[1]] for s in solutions}) > 1
            }
            assert next_hint.technique == NOT_UNIQUE
            assert set(next_hint.cells) == undecided(state) == differing
    assert min(last_techniques[SOLVED], last_techniques[NOT_UNIQUE], last_techniques[NO_SOLUTION]) > 80


def test_a_hint_for_any_state_holds_in_every_solution_that_extends_it() -> None:
    rng = random.Random(22)
    techniques: Counter[str] = Counter()
    for rows in legal_boards(400, seed=22):
        solutions = all_solutions(rows)
        for solution in rng.sample(solutions, min(3, len(solutions))):
            share = rng.random()
            state = tuple("".join(k if rng.random() < share else "-" for k in line) for line in solution)
            extensions = [other for other in solutions if extends(other, state)]
            next_hint = hint_for(rows, state)
            techniques[next_hint.technique] += 1
            if next_hint.technique in STEPS:
                for row, column in next_hint.cells:
                    assert state[row][column] == "-"
                    assert {other[row][column] for other in extensions} == {next_hint.value}, (
                        rows,
                        state,
                        next_hint,
                    )
            elif next_hint.technique == NOT_UNIQUE:
                assert len(extensions) > 1
                assert all(len({other[r][c] for other in extensions}) == 2 for r, c in next_hint.cells)
            else:
                assert next_hint.technique == SOLVED
                assert not undecided(state) - {(r, c) for r, c in undecided(state) if rows[r][c]}
    assert len(techniques) > 10


def test_a_hint_reports_the_first_mistake() -> None:
    rng = random.Random(23)
    mistakes = 0
    for rows in legal_boards(500, seed=23):
        solutions = all_solutions(rows)
        if not solutions:
            continue
        state = tuple(
            "".join(rng.choice("#.") if rng.random() < 0.4 else "-" for _ in line) for line in solutions[0]
        )
        next_hint = hint_for(rows, state)
        if any(extends(solution, state) for solution in solutions):
            assert next_hint.technique != MISTAKE
            continue
        mistakes += 1
        assert next_hint.technique == MISTAKE
        ((row, column),) = next_hint.cells
        kind = state[row][column]
        assert {kind, next_hint.value} == {"#", "."}
        cells = [(r, c) for r, line in enumerate(state) for c, k in enumerate(line) if k != "-"]
        wrong_everywhere = [
            (r, c) for r, c in cells if all(solution[r][c] != state[r][c] for solution in solutions)
        ]
        if wrong_everywhere:
            assert (row, column) == wrong_everywhere[0]
        else:  # each cell is right in some solution, but no solution agrees with all cells up to the hint
            before = cells[: cells.index((row, column))]
            extensions = [s for s in solutions if all(s[r][c] == state[r][c] for r, c in before)]
            assert extensions
            assert all(solution[row][column] != kind for solution in extensions)
    assert mistakes > 150


# --- Reasons ------------------------------------------------------------------------------------------


def test_a_reason_names_the_number_and_its_position() -> None:
    board = ((0, 0, 0), (0, 1, 0), (0, 0, 0))
    next_hint = hint_for(board, ("---", "---", "---"))
    assert next_hint == Hint(
        ((0, 1), (1, 0), (1, 2), (2, 1)),
        "#",
        "clue-of-one",
        "The 1 at row 2, column 2 is an island by itself, so its neighbours are sea.",
    )


def test_reasons_are_one_line_with_all_placeholders_filled_in() -> None:
    for seed, name in enumerate(GRADES):
        instance = generate(seed, rows=8, cols=8, difficulty=name)
        state = only_numbers(instance.rows)
        while (next_hint := hint(instance, Shading(state))).technique != SOLVED:
            assert next_hint.reason.endswith(".")
            assert next_hint.reason[0].isupper()
            assert not set(next_hint.reason) & set("{}\n")
            assert next_hint.value is not None
            state = with_cells(state, next_hint.cells, next_hint.value)


def test_a_mistake_that_breaks_a_rule_names_the_violation() -> None:
    next_hint = hint_for(((2, 0), (0, 0)), (".#", "##"))
    assert next_hint.technique == MISTAKE
    assert next_hint.reason == (
        "Row 2, column 1 is island, not sea, in every solution that agrees with the decided cells before it. "
        "The current state breaks a rule at row 1, column 1: the island with the number 2 has only 1 cell."
    )


def test_a_number_marked_as_sea_is_a_mistake() -> None:
    next_hint = hint_for(((2, 0), (0, 0)), ("#-", "--"))
    assert (next_hint.technique, next_hint.cells, next_hint.value) == (MISTAKE, ((0, 0),), ".")


def test_a_state_of_another_size_is_rejected() -> None:
    with pytest.raises(BadInput, match="the state has 1 x 3 cells, the board 2 x 2"):
        hint_for(((2, 0), (0, 0)), ("---",))


def test_a_hint_is_available_as_json() -> None:
    game = registry.game("nurikabe")
    board = game.parse("1.1\n...")
    next_hint = game.hint(board, '{"rows": ["---", "---"]}').to_json()
    assert next_hint["technique"] == "clue-of-one"
    assert next_hint["value"] == "#"
    assert next_hint["cells"] == [[0, 1], [1, 0]]


# --- Grades -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GRADES)
def test_the_grade_is_that_of_the_hardest_technique_used(name: str) -> None:
    grades = {technique.name: technique.grade for technique in TECHNIQUES}
    for seed in range(3):
        graded = grade(generate(seed, rows=9, cols=9, difficulty=name))
        assert graded.name == name
        assert grades[graded.hardest] == name
        assert max(map(GRADES.index, map(grades.__getitem__, graded.steps))) == GRADES.index(name)


def test_only_a_puzzle_with_one_solution_has_a_grade() -> None:
    with pytest.raises(BadInput, match="no solution"):
        grade(Board(((1, 1), (0, 0))))
    with pytest.raises(BadInput, match="more than one solution"):
        grade(Board(((2, 0), (0, 0))))


def test_the_grade_does_not_change_when_the_board_is_mirrored_or_transposed() -> None:
    for seed, name in enumerate(GRADES):
        rows = generate(seed, rows=8, cols=7, difficulty=name).rows
        for turned in (rows[::-1], tuple(row[::-1] for row in rows), tuple(zip(*rows, strict=True))):
            assert grade(Board(turned)).name == name
