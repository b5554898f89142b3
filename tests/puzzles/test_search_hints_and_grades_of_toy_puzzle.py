"""Search, hints and grades of the shared package, tested with a toy puzzle and compared with brute force."""

from __future__ import annotations

import random
from itertools import product

import pytest
from toy_puzzle import Board, brute_force, build

from tilewright.errors import BadInput
from tilewright.game import Run
from tilewright.puzzles.hints import Explanations
from tilewright.puzzles.kinds_and_states import SHADED, UNSHADED, Kind, Place, State, Value
from tilewright.puzzles.rule_model import Model
from tilewright.puzzles.sat_search import ModelSearch


def explanations() -> Explanations:
    return Explanations(build, {SHADED: "shaded", UNSHADED: "unshaded"})


def random_board(rng: random.Random, clues: int) -> Board:
    """Return a board of 3 x 4 cells with the clues of a random shading; one clue may be wrong."""
    rows = [[0] * 4 for _ in range(3)]
    dark = {(r, c) for r in range(3) for c in range(4) if rng.random() < 0.6}
    for row, column in rng.sample([(r, c) for r in range(3) for c in range(4)], clues):
        near = sum((r, c) in dark for r in range(row - 1, row + 2) for c in range(column - 1, column + 2))
        rows[row][column] = near
    if rng.random() < 0.2:
        rows[rng.randrange(3)][rng.randrange(4)] = rng.randrange(1, 10)
    return Board(tuple(map(tuple, rows)))


def boards() -> list[Board]:
    rng = random.Random(7)
    return [random_board(rng, rng.randrange(3, 12)) for _ in range(60)]


def state(board: Board, values: dict[Place, Value]) -> State:
    return State(Kind.SHADE, board.height, board.width, values)


def test_all_solutions_are_found_once() -> None:
    counts = set()
    for board in boards():
        expected = list(brute_force(board))
        model = Model()
        build(board, model)
        with ModelSearch(model) as search:
            found, complete = search.find_all(Run(), 5000)
        assert complete
        shadings = [model.values_in(truth) for truth in found]
        assert len(shadings) == len(expected)
        assert all(shading in shadings for shading in expected)
        counts.add(min(len(expected), 2))
    assert counts == {0, 1, 2}, "some boards have no solution, some one, some several"


def test_the_common_values_are_those_of_all_solutions() -> None:
    for board in boards():
        solutions = list(brute_force(board))
        model = Model()
        build(board, model)
        with ModelSearch(model) as search:
            common = search.common_values(Run())
        expected = {
            cell: value
            for cell, value in (solutions[0].items() if solutions else ())
            if all(other[cell] == value for other in solutions)
        }
        assert common == expected


def test_hints_lead_to_the_solution_and_are_true() -> None:
    solved = 0
    for board in boards():
        solutions = list(brute_force(board))
        hints = explanations()
        decided: dict[Place, Value] = {}
        while True:
            hint = hints.hint(board, state(board, decided))
            if hint.value is None:
                break
            for cell in hint.cells:
                assert cell not in decided
                assert all(solution[cell] == hint.value for solution in solutions)
                decided[cell] = hint.value
            assert hint.reason.endswith(".")
        if len(solutions) == 1:
            assert (hint.technique, decided) == ("solved", solutions[0])
            solved += 1
        else:
            assert hint.technique == ("not-unique" if solutions else "no-solution")
    assert solved > 5


def test_a_hint_needs_all_rules_that_it_names() -> None:
    """If any of the named rules is removed, the cell can also have the other value."""
    checked = 0
    for board in boards():
        if len(list(brute_force(board))) != 1:
            continue
        hint = explanations().hint(board)
        model = Model()
        build(board, model)
        named = [rule for rule in model.rules if rule.sentence in hint.reason]
        assert named
        for left_out in named:
            smaller = Model()
            build(board, smaller)
            kept = {rule.sentence for rule in named if rule is not left_out}
            smaller.rules = [rule for rule in smaller.rules if rule.sentence in kept]
            with ModelSearch(smaller) as search:
                opposite = -smaller.values[hint.cells[0]][hint.value or ""]
                assert search.find(Run(), [opposite]) is not False
            checked += 1
    assert checked > 10


def test_the_first_mistake_is_told() -> None:
    board = next(board for board in boards() if len(list(brute_force(board))) == 1)
    (solution,) = brute_force(board)
    cell = (1, 2)
    wrong = SHADED if solution[cell] == UNSHADED else UNSHADED
    hint = explanations().hint(board, state(board, {(0, 0): solution[0, 0], cell: wrong, (2, 3): "#"}))
    assert (hint.technique, hint.cells, hint.value) == ("mistake", (cell,), solution[cell])
    names = {SHADED: "shaded", UNSHADED: "unshaded"}
    right = names[solution[cell]]  # type: ignore[index]
    assert hint.reason == f"In every solution, row 2, column 3 is {right}; here it is {names[wrong]}."


def test_the_sentence_of_a_hint_suits_the_number_of_its_cells() -> None:
    hints = explanations()
    claims = [
        hints._claim(places, SHADED) for places in (((0, 0),), ((0, 0), (0, 1)), ((0, 0), (0, 1), (1, 1)))
    ]
    assert claims == [
        "Row 1, column 1 is shaded",
        "Row 1, column 1 and row 1, column 2 are shaded",
        "Row 1, column 1 and 2 more cells are shaded",
    ]


def test_a_state_that_no_solution_of_an_ambiguous_board_has_is_a_mistake() -> None:
    board = Board(((0, 0, 2), (0, 0, 0), (2, 0, 0)))
    solutions = list(brute_force(board))
    assert len(solutions) > 1
    outcomes = set()
    for values in product("#.", repeat=3):
        board_state = dict(zip(((0, 2), (2, 0), (1, 1)), values, strict=True))
        agrees = any(all(s[c] == v for c, v in board_state.items()) for s in solutions)
        hint = explanations().hint(board, state(board, board_state))
        assert (hint.technique == "mistake") == (not agrees)
        outcomes.add(agrees)
    assert outcomes == {True, False}


def test_grades_count_the_steps_of_a_unique_board() -> None:
    graded = 0
    for board in boards():
        count = min(len(list(brute_force(board))), 2)
        hints = explanations()
        assert hints.solutions(board) == count
        if count != 1:
            with pytest.raises(BadInput, match="has no grade"):
                hints.grade(board)
            continue
        grade = hints.grade(board)
        assert grade.name in ("easy", "medium", "hard", "expert")
        assert grade.hardest in grade.steps
        assert sum(grade.steps.values()) > 0
        graded += 1
    assert graded > 5


def test_a_board_whose_steps_need_no_rule_has_a_hardest_step() -> None:
    def build_without_rules(board: Board, model: Model) -> None:
        """Shade all cells by definitions; the only rule, that one of the cells is shaded, is not needed."""
        shaded = model.decide_shading(board.cells())
        for variable in shaded.values():
            model.define(variable)
        model.rule("A cell is shaded").add(*shaded.values())

    grade = Explanations(build_without_rules, {}).grade(Board(((0, 0),)))
    assert (grade.name, grade.hardest, grade.steps) == ("easy", "one-rule", {"one-rule": 1})
    assert grade.hardest_step is not None
    assert grade.hardest_step.cells == ((0, 0), (0, 1))


def test_the_same_board_gives_the_same_grade_and_hint() -> None:
    for board in boards()[:10]:
        if explanations().solutions(board) == 1:
            assert explanations().grade(board) == explanations().grade(board)
            assert explanations().hint(board) == explanations().hint(board)


def test_a_state_of_another_size_is_refused() -> None:
    board = boards()[0]
    with pytest.raises(BadInput, match="3 x 3 cells"):
        explanations().hint(board, State(Kind.SHADE, 3, 3, {(0, 0): "#"}))
