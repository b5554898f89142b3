"""Where suites lie: in each game's folder as ``GAME/NAME``, in the house as ``NAME``, or in any file."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from tilewright import registry
from tilewright.bench.suite import Suite, parse_suite
from tilewright.bench.toml_keys import read_text
from tilewright.errors import BadInput

__all__ = ["find_suite", "suites"]

FILE_LIMIT = 16 * 2**20
"""Bytes that a suite may have."""


def _shelves() -> Iterator[tuple[str, Path]]:
    """The name and the file of every suite that ships with a game or with the house."""
    packages = [("", "tilewright.bench"), *((f"{game.name}/", game.package) for game in registry.games())]
    for prefix, package in packages:
        folder = Path(str(resources.files(package))) / "suites"
        for file in sorted(folder.glob("*.toml")):
            yield prefix + file.stem, file


def suites() -> tuple[Suite, ...]:
    """All suites that ship, the house's first."""
    return tuple(_load(name, file) for name, file in _shelves())


def find_suite(name: str) -> Suite:
    """A suite by its name, or the user's own by the path of its file."""
    shelves = dict(_shelves())
    if name in shelves:
        return _load(name, shelves[name])
    file = Path(name)
    if file.suffix == ".toml" or file.exists():
        return _load(file.name, file)
    raise BadInput(
        f"no suite is called {name!r}; there are {', '.join(shelves) or 'none'}, or give a .toml file"
    )


def _load(name: str, file: Path) -> Suite:
    return parse_suite(read_text(file, FILE_LIMIT), name, file.parent)
