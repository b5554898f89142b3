"""How games are found; a game that cannot be loaded does not affect the other games."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from copy_example_game import copy_example

import tilewright as tw
from tilewright import registry
from tilewright.cli import run


def clear_caches() -> None:
    for cached in (registry._own, registry._others, registry.broken):
        cached.cache_clear()


@pytest.fixture
def own_games(tmp_path: Path) -> Iterator[Path]:
    """A folder whose packages are treated as bundled games during a test."""
    folder = tmp_path / "games"
    folder.mkdir()
    sys.modules["tilewright.games"].__path__.append(str(folder))
    clear_caches()
    yield folder
    sys.modules["tilewright.games"].__path__.remove(str(folder))
    clear_caches()
    for name in folder.iterdir():
        for module in [each for each in sys.modules if each.startswith(f"tilewright.games.{name.name}")]:
            del sys.modules[module]


def test_a_folder_below_games_is_a_game(own_games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy_example(own_games, "found_game")
    assert "found-game" in registry.names()
    assert run(["solve", "found-game", "2@0,0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verified"] is True


def test_games_of_other_packages_are_found_through_their_entry_point() -> None:
    assert "trominoes" in registry.names()
    assert tw.game("trominoes").package == "trominoes"


def test_an_unknown_game_is_refused_with_the_names_that_exist() -> None:
    names = ", ".join(registry.names())
    with pytest.raises(tw.BadInput, match=f"no game is called 'chess'; the games are {names}"):
        tw.game("chess")


BROKEN = {
    "an import that fails": (
        "import no_such_module\n",
        "ModuleNotFoundError: No module named 'no_such_module'",
    ),
    "a syntax error": ("game = = 3\n", "SyntaxError: invalid syntax (__init__.py, line 1)"),
    "an exception": (
        "raise RuntimeError('first line\\nsecond line')\n",
        "RuntimeError: first line second line",
    ),
    "an exit": ("raise SystemExit(3)\n", "SystemExit: 3"),
    "no game": ("", "tilewright.games.ruin/__init__.py must define a Game called 'game', not None"),
    "not a Game": ("game = 3\n", "must define a Game called 'game', not 3"),
    "another name": (
        "from tilewright.game import Game\ngame = Game('chess', title='', summary='', syntax='', solvers=())\n",
        "defines the game 'chess', not 'ruin'",
    ),
    "a wrong declaration": (
        "from tilewright.game import Game\n"
        "game = Game(__name__, title='', summary='', syntax='', solvers=('cover',))\n",
        "solvers must be Solver values, not 'cover'",
    ),
}


@pytest.mark.parametrize(("code", "reason"), BROKEN.values(), ids=BROKEN)
def test_a_broken_game_of_our_own_is_named_and_the_others_work(
    own_games: Path, code: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    others = registry.games()
    (own_games / "ruin").mkdir()
    (own_games / "ruin" / "__init__.py").write_text(code)
    clear_caches()

    assert registry.games() == others
    assert run(["games", "--json"]) == 0
    listed = capsys.readouterr()
    assert [entry["name"] for entry in json.loads(listed.out)] == [game.name for game in others]
    assert listed.err.startswith("tilewright: the game ruin cannot be loaded: ")
    assert reason in listed.err
    assert listed.err.count("\n") == 1

    assert run(["doctor", "--json"]) == 0
    assert reason in json.loads(capsys.readouterr().out)["broken_games"]["ruin"]

    assert run(["solve", "ruin", "1"]) == 2
    refused = capsys.readouterr()
    assert refused.out == ""
    assert refused.err.startswith("tilewright: the game ruin cannot be loaded: ")
    assert reason in refused.err
    assert refused.err.count("\n") == 1

    assert run(["solve", "trominoes", "2@0,0", "--json"]) == 0


def test_commands_that_cannot_be_imported_leave_all_other_commands_working(
    own_games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copy_example(own_games, "half_ruin")
    card = (folder / "__init__.py").read_text("utf-8")
    (folder / "__init__.py").write_text(card.replace("solvers=(", 'commands="ruins",\n    solvers=('))
    (folder / "commands.py").write_text("import no_such_module\n")
    assert run(["solve", "half-ruin", "2@0,0", "--json"]) == 0
    capsys.readouterr()
    line = "the game half-ruin: tilewright/games/half_ruin/commands.py cannot be imported: ModuleNotFoundError"
    assert run(["ruins", "show", "--all"]) == 5
    assert line in capsys.readouterr().err
    assert run(["doctor", "--json"]) == 0
    assert line in json.loads(capsys.readouterr().out)["broken_games"]["half-ruin"]


def test_a_broken_game_of_another_package_is_named_and_the_others_work(tmp_path: Path) -> None:
    info = tmp_path / "ruin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ruin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[tilewright.games]\nruin = ruin:game\n")
    (tmp_path / "ruin.py").write_text("raise RuntimeError('no roof')\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "tilewright", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)

    listed = call("games", "--json")
    assert listed.returncode == 0
    assert "ruin" not in listed.stdout
    assert "no roof" in listed.stderr
    assert "no roof" in call("doctor", "--json").stdout
    refused = call("solve", "ruin", "1")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "no roof" in refused.stderr
