"""Create puzzles with `tilewright new`, and register them as an installation with pip would."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import tilewright as tw
from tilewright import registry
from tilewright.cli import run
from tilewright.game import Game


def _forget_games() -> None:
    for function in (registry._others, registry._load, registry.broken):
        function.cache_clear()


@contextmanager
def installed_puzzle(folder: Path, name: str, kind: str) -> Iterator[Game]:
    """Create a project in a folder, and yield its game while the project is on the import path."""
    assert run(["new", name, "--kind", kind, "--folder", str(folder), "--json"]) == 0
    project = folder / name
    settings = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    information = project / f"{name.replace('-', '_')}-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {settings['name']}\nVersion: 1.0\n")
    points = [f"{key} = {value}" for key, value in settings["entry-points"]["tilewright.games"].items()]
    (information / "entry_points.txt").write_text("\n".join(["[tilewright.games]", *points, ""]))
    sys.path.insert(0, str(project))
    _forget_games()
    try:
        yield tw.game(name)
    finally:
        sys.path.remove(str(project))
        _forget_games()
