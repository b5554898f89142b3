"""Library puzzles: each seed generates its puzzle with its grade, and hints lead to the solutions."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright import registry
from tilewright.game import Game, Hint
from tilewright.puzzles.grades import GRADES
from tilewright.puzzles.kinds_and_states import Kind, Place, State, Value
from tilewright.puzzles.library import Library, LibraryPuzzle

PUZZLES = [
    pytest.param(game, puzzle, id=f"{game.name}-{puzzle.name}")
    for game in registry.games()
    if game.kind
    for puzzle in Library(game.package).puzzles
]
"""All puzzles that `Library` reads. Nurikabe has a library module of its own, with its own tests."""


@pytest.mark.parametrize(("game", "puzzle"), [each for each in PUZZLES if each.values[1].seed is not None])
def test_the_seed_generates_the_puzzle_with_its_grade(game: Game, puzzle: LibraryPuzzle) -> None:
    board: Any = game.parse(puzzle.puzzle)
    options = {"rows": puzzle.rows, "cols": puzzle.cols, "difficulty": puzzle.difficulty}
    assert game.generate(puzzle.seed or 0, **options) == board
    explain: Any = game.module("explain")
    assert explain.grade(board).name == puzzle.difficulty


@pytest.mark.parametrize(("game", "puzzle"), [each for each in PUZZLES if each.values[1].difficulty in GRADES])
def test_hints_lead_from_the_empty_board_to_the_solution(game: Game, puzzle: LibraryPuzzle) -> None:
    """Every step is compared with the only solution, which the default solver finds and proves to be unique."""
    board: Any = game.parse(puzzle.puzzle)
    result: Any = game.solve(board, unique=True)
    assert result.unique
    expected = result.solution.values(board)
    state: dict[Place, Value] = {}
    while (hint := hint_for(game, board, state)).value is not None:
        places: Any = hint.edges or hint.cells
        value: Value = int(hint.value) if game.kind == Kind.NUMBERS else hint.value
        assert all(expected[place] == value for place in places)
        assert not state.keys() & set(places)
        state |= dict.fromkeys(places, value)
    assert hint.technique == "solved"


def hint_for(game: Game, board: Any, state: dict[Place, Value]) -> Hint:
    decided = State(Kind(game.kind), board.height, board.width, dict(state))
    return game.module("explain").hint(board, lambda _: decided)
