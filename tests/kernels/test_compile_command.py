"""The command `tilewright compile`: afterwards, the first answers of a game compile nothing."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tilewright
from kernels.compile_events import compiled_functions
from tilewright import registry
from tilewright.cli import run

PACKAGE = Path(tilewright.__file__).parent
GAMES_WITH_KERNELS = [game.name for game in registry.games() if game.warm_up]


def _states(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, bool]]:
    status = run(["compile", *arguments, "--json"])
    games = json.loads(capfd.readouterr().out)["games"]
    return status, {game["game"]: game["complete"] for game in games}


def test_compile_fills_the_cache_and_check_notices_missing_and_damaged_files(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert _states(capfd, "labyrinth", "powers", "--check") == (1, {"labyrinth": False, "powers": True})
    assert _states(capfd, "labyrinth", "powers") == (0, {"labyrinth": True, "powers": True})
    assert _states(capfd, "labyrinth", "--check") == (0, {"labyrinth": True})
    kernel = next(folder.glob("*.kernel"))
    content = kernel.read_bytes()
    kernel.write_bytes(content[:-1])
    assert _states(capfd, "labyrinth", "--check") == (1, {"labyrinth": False})
    kernel.unlink()
    assert _states(capfd, "labyrinth", "--check") == (1, {"labyrinth": False})


def test_compile_removes_old_files(folder: Path) -> None:
    folder.mkdir()
    names = ("old.kernel-0123.kernel", "new.kernel-0123.kernel")
    for name in names:
        (folder / name).write_bytes(b"")
    os.utime(folder / names[0], (0, 0))
    assert run(["compile", "powers", "--quiet"]) == 0
    assert [file.name for file in folder.iterdir()] == [names[1]]


def test_an_unknown_game_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["compile", "no-such-game"]) == 2
    assert capfd.readouterr().err.startswith("tilewright: no game is called 'no-such-game'")


@pytest.mark.usefixtures("folder")
def test_a_warm_up_that_fails_is_reported(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "/bin/false")
    assert run(["compile", "labyrinth"]) == 1
    output = capfd.readouterr()
    assert "labyrinth: failed" in output.out
    assert "labyrinth: the warm-up" in output.err


# Games with a module `page_preparation` are left out: their first answer builds data, which takes a long time.
@pytest.mark.parametrize(
    "name", [name for name in GAMES_WITH_KERNELS if not registry.game(name).has("page_preparation")]
)
def test_the_examples_of_a_compiled_game_compile_nothing(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Instances that are not part of the warm-up must use the same machine code."""
    assert run(["compile", name, "--quiet"]) == 0
    game = registry.game(name)
    with compiled_functions() as functions:
        for example in game.examples["instances"][:3]:
            instance = example["instance"]
            instance = instance if isinstance(instance, str) else json.dumps(instance)
            assert run(["solve", name, instance, "--time-limit", "10", "--quiet"]) in (0, 1, 3)
    assert functions == []


@pytest.mark.parametrize("name", GAMES_WITH_KERNELS)
def test_every_entry_of_a_warm_up_names_its_game(name: str) -> None:
    game = registry.game(name)
    for entry in game.warm_up + game.rarely_used_warm_up:
        if isinstance(entry, dict) and "prepare" in entry:
            assert entry.keys() - {"rarely_used"} == {"prepare", "solver"}
        else:
            if isinstance(entry, dict):
                assert entry.keys() == {"command", "rarely_used"}
            command = entry["command"] if isinstance(entry, dict) else entry
            assert {name, game.commands} & set(shlex.split(command)[:2])


def test_a_check_of_all_kernels_counts_those_that_are_rarely_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test marks entries of Domino's warm-up as rarely used, because real entries of this kind are slow."""
    package = _copy_with_a_rarely_used_entry(folder.parent / "copy")
    monkeypatch.setenv("PYTHONPATH", str(package.parent))

    def run_copy(*arguments: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "tilewright", "compile", "domino", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd=package.parent)
        return done.returncode, re.sub(r" kernels?,.*", "", done.stdout).strip()

    assert run_copy("--check") == (1, "domino: not compiled")
    assert run_copy() == (0, "domino: 1")
    assert run_copy("--check") == (0, "domino: compiled")
    assert run_copy("--check", "--all") == (1, "domino: not all kernels are compiled")
    assert run_copy("--all") == (0, "domino: 5")
    assert run_copy("--check") == run_copy("--check", "--all") == (0, "domino: compiled")


def _copy_with_a_rarely_used_entry(folder: Path) -> Path:
    """Copy the package, and return the path of the copy.

    In the copy, all but the first entry of Domino's warm-up are marked as rarely used, and the first is moved
    to the end.
    """
    package = folder / "tilewright"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "_kernels"))
    file = package / "games" / "domino" / "warm_up.json"
    first, second, third = json.loads(file.read_text("utf-8"))
    marked = [{"command": second, "rarely_used": True}, {**third, "rarely_used": True}]
    file.write_text(json.dumps([*marked, first]), "utf-8")
    return package


def test_all_kernels_are_compiled_where_none_are_rarely_used(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert registry.game("labyrinth").rarely_used_warm_up == []
    assert _states(capfd, "labyrinth") == (0, {"labyrinth": True})
    assert _states(capfd, "labyrinth", "--check", "--all") == (0, {"labyrinth": True})
