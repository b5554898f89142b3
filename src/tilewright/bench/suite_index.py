"""Find suites by name: ``GAME/NAME`` in a game's folder, ``NAME`` in the bench's package, or a TOML file."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from tilewright import registry
from tilewright.bench.strict_toml import read_text
from tilewright.bench.suite import Suite, parse_suite
from tilewright.errors import BadInput

__all__ = ["find_suite", "suite_file", "suites"]

FILE_LIMIT = 16 * 2**20
"""The size limit for a suite file, in bytes."""


def _suite_files() -> Iterator[tuple[str, Path]]:
    """Yield the name and the file of every suite that comes with the bench or with a game."""
    packages = [("", "tilewright.bench"), *((f"{game.name}/", game.package) for game in registry.games())]
    for prefix, package in packages:
        folder = Path(str(resources.files(package))) / "suites"
        for file in sorted(folder.glob("*.toml")):
            yield prefix + file.stem, file


def suites() -> tuple[Suite, ...]:
    """Return all suites that come with the bench or with a game; those of the bench are first."""
    return tuple(_load(name, file) for name, file in _suite_files())


def suite_file(name: str) -> Path:
    """Return the file of a suite that comes with the bench or with a game."""
    return dict(_suite_files())[name]


def find_suite(name: str) -> Suite:
    """Return the suite with this name, or the suite in the file with this path."""
    files = dict(_suite_files())
    if name in files:
        return _load(name, files[name])
    file = Path(name)
    if file.suffix == ".toml" or file.exists():
        return _load(file.name, file)
    raise BadInput(f"there is no suite {name!r}; expected {', '.join(files)}, or a .toml file")


def _load(name: str, file: Path) -> Suite:
    return parse_suite(read_text(file, FILE_LIMIT), name, file.parent)
