"""The provenance of a measurement: code digests, versions, Git commit and machine."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from tilewright import __version__
from tilewright.code_digest import digest_files, package_files
from tilewright.engines.engine_list import ENGINES
from tilewright.engines.engine_versions import package_version
from tilewright.errors import TilewrightError
from tilewright.game import Limits, Run
from tilewright.processes.outside_program import run_program

__all__ = ["code", "columns", "commit", "machine", "versions"]

_PACKAGES = ("numba", "numpy")

SHARED = ("tilewright.engines", "tilewright.geometry", "tilewright.puzzles")
"""The packages, other than the game's own, whose code determines the results of a solver."""

_IGNORED = {"__pycache__", "page_preparation.py", "page", "suites", "web.py"}
_IGNORED |= {"examples.json", "signature.json", "signature.expected.json"}
_IGNORED_SUFFIXES = (".md", ".nbc", ".nbi", ".png", ".pyc", ".svg")


def columns() -> dict[str, str | None]:
    """Return the provenance columns of a run record: versions, commit and machine."""
    return {
        "tilewright": __version__,
        "commit": commit(),
        "versions": json.dumps(versions()),
        "machine": json.dumps(machine()),
    }


def versions() -> dict[str, str | None]:
    """Return the versions of Python, the numeric libraries and the engines; None for those not installed."""
    packages = {package: package_version(package) for package in _PACKAGES}
    engines = {engine.name: engine.version() for engine in ENGINES}
    return {"python": platform.python_version(), **packages, **engines}


def code(packages: tuple[str, ...], versions: Mapping[str, str | None]) -> str:
    """Return one SHA-256 digest of the versions and of the code, models and data of the packages.

    Documents, pictures, pages, suites and examples are not included, because they do not affect the results.
    """
    files = [("versions", json.dumps(dict(versions), sort_keys=True).encode())]
    for package in packages:
        contents = package_files(_folder(package), _IGNORED, _IGNORED_SUFFIXES)
        files += [(f"{package}/{path}", file.read_bytes()) for path, file in contents.items()]
    return digest_files(files)


def commit() -> str | None:
    """Return the Git commit, followed by ``-dirty`` if there are uncommitted changes.

    Return None outside a checkout or without Git.
    """
    folder = _folder("tilewright")
    git = ["git", "--no-optional-locks", "-C", str(folder)]
    try:
        # Tilewright may be installed inside the checkout of another project, which does not track Tilewright's
        # files.
        known = run_program([*git, "ls-files", "--error-unmatch", "__init__.py"], Run(Limits(time=10.0)))
        described = run_program(
            [*git, "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"], Run(Limits(time=30.0))
        )
    except TilewrightError:
        return None
    if known.returncode or described.returncode or known.stopped or described.stopped:
        return None
    return described.stdout.strip() or None


def machine() -> dict[str, Any]:
    """Return the processor, the number of available cores, the memory in bytes, and the operating system."""
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "memory": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "system": platform.platform(),
    }


def _folder(package: str) -> Path:
    return Path(str(import_module(package).__file__)).parent


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
