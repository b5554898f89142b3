"""Every game's folder has the same layout: files of the contract at its root, everything else in packages."""

from __future__ import annotations

from importlib import resources

import pytest

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
