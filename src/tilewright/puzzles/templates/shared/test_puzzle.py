"""My Puzzle satisfies the contract, its library is reproducible, and its solvers agree."""

from __future__ import annotations

import json
from typing import Any

import pytest

import tilewright as tw
from tilewright.testing import Check, checks

GAME = tw.game("puzzle-name")
LIBRARY: Any = GAME.module("library")


@pytest.mark.parametrize("check", list(checks(GAME)), ids=lambda check: check.name)
def test_the_puzzle_satisfies_the_contract(check: Check) -> None:
    check.run()


@pytest.mark.parametrize("entry", LIBRARY.puzzles, ids=lambda entry: entry.name)
def test_a_library_puzzle_has_its_grade_and_is_made_from_its_seed(entry: Any) -> None:
    instance = GAME.parse(entry.puzzle)
    options = {"rows": entry.rows, "cols": entry.cols, "difficulty": entry.difficulty}
    assert GAME.generate(entry.seed, **options) == instance
    assert GAME.module("explain").grade(instance).name == entry.difficulty  # type: ignore[attr-defined]


@pytest.mark.parametrize("entry", LIBRARY.puzzles, ids=lambda entry: entry.name)
def test_the_solvers_find_the_same_only_solution(entry: Any) -> None:
    instance = GAME.parse(entry.puzzle)
    results = [GAME.solve(instance, solver=solver.name, unique=True) for solver in GAME.solvers]
    assert all(result.unique for result in results)
    solutions = [json.dumps(result.to_json()["solution"]) for result in results]
    assert len(set(solutions)) == 1
