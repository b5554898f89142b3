"""The architecture: imports between packages, public names, and no slow imports at start-up."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import tilewright as tw
from tilewright import registry

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "tilewright"
MODULES = sorted(module.name for module in pkgutil.iter_modules(tw.__path__) if module.name != "__main__")
HEAVY = ["numba", "ortools", "duckdb", "pyarrow", "fastapi", "clingo", "pysat", "numpy", "rich"]


def test_imports_between_layers_point_downward_only() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", ["tilewright", *(f"tilewright.{name}" for name in MODULES)])
def test_every_public_name_exists(name: str) -> None:
    module = import_module(name)
    for public in getattr(module, "__all__", []):
        assert hasattr(module, public), public


def test_everything_public_in_the_library_is_in_its_list_of_names() -> None:
    own = {
        name
        for name, value in vars(tw).items()
        if callable(value) and getattr(value, "__module__", "").startswith("tilewright")
    }
    public = {name for name in own if not name.startswith("_")}
    assert len(public) > 20
    assert public - set(tw.__all__) == {"game_of"}


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from tilewright.cli import run; run(['--help']); "
        f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "solve" in done.stdout
    assert done.stderr.strip() == "[]"


def test_nothing_outside_the_games_imports_a_game() -> None:
    names = {name.replace("-", "_") for name in registry.names()} | set(registry.names())
    for file in SOURCE.rglob("*.py"):
        if file.is_relative_to(SOURCE / "games"):
            continue
        code = "\n".join(
            line for line in file.read_text("utf-8").splitlines() if "import" in line or '["' in line
        )
        assert not [name for name in names if f"games.{name}" in code], file
