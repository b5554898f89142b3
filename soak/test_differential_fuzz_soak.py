"""The solvers of every game agree with a brute-force search on thousands of random instances.

``TILEWRIGHT_FUZZ`` sets the number of instances of each game; docs/soak.md shows the latest counts.
"""

from __future__ import annotations

import pytest
from differential_fuzz import COUNT, cases_of, compare, solvers_without_proof, table_row, why_not_compared

from tilewright import registry
from tilewright.game import Game

GAMES = [game for game in registry.games() if game.package.startswith("tilewright.")]


@pytest.mark.needs("minizinc", "swipl")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_solvers_agree_with_brute_force(game: Game, capfd: pytest.CaptureFixture[str]) -> None:
    cases = cases_of(game)
    if cases is None:
        pytest.skip(why_not_compared(game))
    done = compare(game, cases, COUNT)
    printed = capfd.readouterr()
    with capfd.disabled():
        print("\n" + table_row(done))
    assert done.disagreements == []
    assert printed == ("", ""), "an engine writes to standard output or standard error"
    assert {solver for solver in done.solved if not done.proved[solver]} <= set(solvers_without_proof(game))
