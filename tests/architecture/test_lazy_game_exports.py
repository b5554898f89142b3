"""The public types: every game's package exports its own types and imports them on first use."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module

import pytest

from tilewright import registry
from tilewright.game import Game
from tilewright.lazy_exports import lazy_exports
from tilewright.play import PlayableGame

SHIPPED = [game for game in registry.games() if game.package.startswith("tilewright.")]
each_game = pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)


@each_game
def test_every_exported_name_exists_and_is_listed(game: Game) -> None:
    package = import_module(game.package)
    for name in package.__all__:
        assert getattr(package, name) is not None
    assert set(package.__all__) <= set(dir(package))
    assert len(set(package.__all__)) == len(package.__all__)


@each_game
def test_instances_solutions_and_states_have_exported_types(game: Game) -> None:
    package = import_module(game.package)
    exported = {getattr(package, name) for name in package.__all__ if name != "game"}
    for example in game.examples["instances"]:
        text = example["instance"]
        assert type(game.parse(text if isinstance(text, str) else json.dumps(text))) in exported
    for example in game.examples["broken"].values():
        assert type(game.parse_solution(json.dumps(example["solution"]))) in exported
    if game.has("state"):
        played = PlayableGame(game)
        assert type(played.start(played.deal(0))) in exported


@each_game
def test_a_name_that_is_not_exported_is_refused(game: Game) -> None:
    with pytest.raises(AttributeError, match=f"module '{game.package}' has no attribute 'Chess'"):
        _ = import_module(game.package).Chess


def test_importing_a_package_imports_none_of_its_modules() -> None:
    packages = ", ".join(game.package for game in SHIPPED)
    code = f"import sys, {packages}; print([name for name in sys.modules if re.match(pattern, name)])"
    code = rf"import re; pattern = r'tilewright\.games\.\w+\.'; {code}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_an_export_is_imported_on_first_use() -> None:
    get_attribute, list_names = lazy_exports("json", {"decoder": ["JSONDecodeError"]})
    assert get_attribute("JSONDecodeError") is json.JSONDecodeError
    assert {"JSONDecodeError", "dumps"} <= set(list_names())
