"""Every game's folder has the same layout: modules of the contract at its root, all other modules in packages.

The fuzz test finds the brute-force search for a game by its file name in the folder of the game's tests. A game
whose comparison with brute force is published must have such a file.
"""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

from game_test_files import module_of
from tilewright import contract, registry
from tilewright.game import Game

ROOT_MODULES = {*contract.FILES, "__init__", "puzzle"}


@pytest.fixture(params=registry.games(), ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    value: Game = request.param
    return value


def modules(game: Game, folder: str = "") -> set[str]:
    """Return the names of the modules in a folder of the game; an absent folder has none."""
    path = resources.files(game.package).joinpath(folder)
    entries = path.iterdir() if path.is_dir() else ()
    return {entry.name.removesuffix(".py") for entry in entries if entry.name.endswith(".py")}


def test_the_root_holds_only_files_of_the_contract(game: Game) -> None:
    assert modules(game) - ROOT_MODULES == set()


@pytest.mark.parametrize("folder", ["solvers", "agents"])
def test_each_module_in_the_folder_is_a_declared_solver_or_agent(game: Game, folder: str) -> None:
    declared = game.solvers if folder == "solvers" else game.agents
    entries = {(each.entry or f"{folder}.{each.name.replace('-', '_')}").partition(":")[0] for each in declared}
    assert {f"{folder}.{name}" for name in modules(game, folder) - {"__init__"}} <= entries


def test_every_game_with_published_results_is_compared_with_brute_force() -> None:
    """The fuzz test skips a game without a brute-force search; only this test detects that one was removed."""
    document = (Path(__file__).parents[2] / "docs" / "soak.md").read_text("utf-8")
    _, section = document.split("\n## Solvers against brute force\n")
    compared = re.findall(r"^\| ([a-z0-9-]+) \| [\d,]+ \|", section.partition("\n## ")[0], flags=re.M)
    assert len(compared) >= 14
    files = ("fuzz_cases", "brute_force")
    assert [name for name in compared if not any(module_of(registry.game(name), file) for file in files)] == []
