"""The installed versions of engines, found without importing Python packages."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, version

from tilewright.errors import TilewrightError
from tilewright.game import Limits, Run
from tilewright.processes.outside_program import run_program

__all__ = ["package_version", "program_version"]


def package_version(package: str) -> str | None:
    """Return the version of a Python package, or None if the package is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def program_version(program: str) -> str | None:
    """Return the version that ``PROGRAM --version`` prints; None if the program is missing or prints none."""
    try:
        finished = run_program([program, "--version"], Run(Limits(time=10.0)))
    except TilewrightError:
        return None
    match = re.search(r"version (\d[\w.]*)", finished.stdout)
    return match[1] if match else None
