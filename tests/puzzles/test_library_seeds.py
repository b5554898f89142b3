"""The seeds of small library puzzles still generate these puzzles; a long test checks all library puzzles."""

from __future__ import annotations

import pytest

from tilewright import registry
from tilewright.game import Game
from tilewright.puzzles.library import Library, LibraryPuzzle

MOST_CELLS = 30
"""Larger puzzles take too long to generate; `soak/test_library_seeds_and_hints_soak.py` covers them."""

PUZZLES = [
    pytest.param(game, puzzle, id=f"{game.name}-{puzzle.name}")
    for game in registry.games()
    if game.kind
    for puzzle in Library(game.package).puzzles
    if puzzle.seed is not None and puzzle.rows * puzzle.cols <= MOST_CELLS
]


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_the_seed_of_a_small_library_puzzle_generates_it(game: Game, puzzle: LibraryPuzzle) -> None:
    """If a change of a solver or generator is intended, generate the changed puzzles of the library again."""
    options = {"rows": puzzle.rows, "cols": puzzle.cols, "difficulty": puzzle.difficulty}
    assert game.generate(puzzle.seed or 0, **options) == game.parse(puzzle.puzzle)
