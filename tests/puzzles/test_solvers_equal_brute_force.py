"""The solvers of pencil puzzles compared with brute force on small random boards, and under symmetries.

All solvers of every game whose folder of tests has a file ``brute_force.py`` are tested.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from game_test_files import TESTS, folder_of_tests, modules_of_games
from grid_functions import symmetric_instances
from judge_by_brute_force import COUNTING, MOST_COUNTED
from tilewright import registry
from tilewright.game import Game, Result, Solver, Status

BOARDS_OF_DEFAULT_SOLVER = 500
BOARDS_OF_OTHER_SOLVERS = 60
BOARDS_FOR_SYMMETRIES = 25

ORACLES = dict(modules_of_games("brute_force"))
"""The puzzles and their brute-force searches (see `game_test_files`)."""


def solver_cases() -> list[Any]:
    """Return every solver with its game and the number of boards on which it is tested."""
    cases = []
    for game in ORACLES:
        for solver in game.solvers:
            boards = BOARDS_OF_DEFAULT_SOLVER if solver is game.solver() else BOARDS_OF_OTHER_SOLVERS
            marks = [pytest.mark.needs(*solver.needs)] if solver.needs else []
            cases.append(pytest.param(game, solver, boards, id=f"{game.name}-{solver.name}", marks=marks))
    return cases


def solve(game: Game, solver: Solver, instance: dict[str, Any]) -> Result:
    return game.solve(game.from_json(instance), solver=solver.name, **COUNTING)


def test_every_puzzle_with_an_oracle_is_compared() -> None:
    folders = {file.parent for file in TESTS.glob("*/brute_force.py")}
    assert {folder_of_tests(game) for game in ORACLES} == folders, registry.broken()
    assert len(folders) >= 7


@pytest.mark.usefixtures("clingo_in_process")
@pytest.mark.parametrize(("game", "solver", "boards"), solver_cases())
def test_a_solver_equals_brute_force_on_random_boards(game: Game, solver: Solver, boards: int) -> None:
    oracle = ORACLES[game]
    rng = random.Random(7)
    sorts, decided = set(), 0
    for _ in range(boards):
        instance = oracle.random_instance(rng)
        expected = oracle.solutions(instance)
        sorts.add(min(len(expected), 2))
        result = solve(game, solver, instance)
        if solver.name in getattr(oracle, "MAY_NOT_DECIDE", ()) and result.status is Status.UNKNOWN:
            continue
        decided += 1
        assert result.status is (Status.SATISFIED if expected else Status.INFEASIBLE), (instance, len(expected))
        assert result.unique is (len(expected) == 1 if expected else None), (instance, len(expected))
        assert result.stats["count"] == min(len(expected), MOST_COUNTED), (instance, len(expected))
        assert result.stats["count_complete"] is (len(expected) <= MOST_COUNTED), (instance, len(expected))
        if result.solution is not None:
            assert oracle.canonical(game.solution_to_json(result.solution)) in expected, instance
    assert sorts == {0, 1, 2}, "some boards have no solution, some one, some several"
    assert decided


@pytest.mark.parametrize("game", ORACLES, ids=lambda game: game.name)
def test_rotating_and_reflecting_a_board_does_not_change_the_answer(game: Game) -> None:
    oracle = ORACLES[game]
    symmetric_boards = getattr(oracle, "symmetric_instances", symmetric_instances)
    rng = random.Random(8)
    for _ in range(BOARDS_FOR_SYMMETRIES):
        instance = oracle.random_instance(rng)
        answers = {
            (result.status, result.unique, result.stats["count"], result.stats["count_complete"])
            for symmetric in symmetric_boards(instance)
            for result in [solve(game, game.solver(), symmetric)]
        }
        assert len(answers) == 1, (instance, answers)
