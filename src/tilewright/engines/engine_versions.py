"""Which version of an engine is installed, without starting to use it."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, version

from tilewright.errors import TilewrightError
from tilewright.game import Limits, Run
from tilewright.processes.outside_program import run_program

__all__ = ["package_version", "program_version"]


def package_version(package: str) -> str | None:
    """The version of an installed Python package; None without one."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def program_version(program: str) -> str | None:
    """What ``PROGRAM --version`` tells after the word version; None where the program is absent or unwell."""
    try:
        finished = run_program([program, "--version"], Run(Limits(time=10.0)))
    except TilewrightError:
        return None
    found = re.search(r"version (\d[\w.]*)", finished.stdout)
    return found[1] if found else None
