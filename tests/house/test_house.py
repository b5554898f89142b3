"""What holds for the whole house: the arrows between rooms, the public names, the light start."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import tilewright as tw
from tilewright import registry

ROOT = Path(__file__).parents[2]
ROOMS = [
    "processes",
    "geometry",
    "engines",
    "drawing",
    "running",
    "records",
    "play",
    "console",
    "bench",
    "cli",
    "web",
]
HEAVY = ["numba", "ortools", "duckdb", "pyarrow", "fastapi", "clingo", "pysat", "numpy", "rich"]


def test_imports_between_rooms_point_downward_only() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("room", ["", *(f".{room}" for room in ROOMS)])
def test_every_public_name_exists(room: str) -> None:
    module = import_module(f"tilewright{room}")
    for name in getattr(module, "__all__", []):
        assert hasattr(module, name), name


def test_everything_public_in_the_library_is_in_its_list_of_names() -> None:
    public = {name for name, value in vars(tw).items() if not name.startswith("_") and callable(value)}
    assert public - set(tw.__all__) <= {"Callable", "Any", "annotations", "game_of"}


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from tilewright.cli import run; run(['--help']); "
        f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "solve" in done.stdout
    assert done.stderr.strip() == "[]"


def test_the_top_floors_name_no_game() -> None:
    names = {name.replace("-", "_") for name in registry.names()} | set(registry.names())
    for room in ("bench", "cli", "web", "game.py", "registry.py", *ROOMS):
        path = ROOT / "src" / "tilewright" / room
        for file in [path] if path.is_file() else path.rglob("*.py"):
            code = "\n".join(
                line for line in file.read_text("utf-8").splitlines() if "import" in line or '["' in line
            )
            assert not [name for name in names if f"games.{name}" in code], file


def test_games_of_other_packages_are_found_through_their_entry_point() -> None:
    assert "trominoes" in registry.names()
    assert tw.game("trominoes").package == "trominoes"


def test_a_broken_game_of_another_package_does_not_take_the_others_down(tmp_path: Path) -> None:
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
    assert "no roof" in call("doctor", "--json").stdout
    refused = call("solve", "ruin", "1")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "no roof" in refused.stderr


def test_an_unknown_game_is_refused_with_the_names_that_exist() -> None:
    with pytest.raises(tw.BadInput, match="no game is called 'chess'; there are domino, labyrinth"):
        tw.game("chess")
