"""What stands beside every measurement: the code and the versions of what was measured, and the machine."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from tilewright import __version__
from tilewright.engines.engine_list import ENGINES
from tilewright.errors import TilewrightError
from tilewright.game import Limits, Run
from tilewright.processes.outside_program import run_program

__all__ = ["code", "columns", "commit", "machine", "versions"]

_PACKAGES = ("numba", "numpy")

SHARED = ("tilewright.engines", "tilewright.geometry")
"""The rooms that a game's solvers may use."""

_ASIDE = {"__pycache__", "preparation.py", "page", "suites", "web.py"}
_ASIDE |= {"examples.json", "signature.json", "signature.expected.json"}
_ASIDE_SUFFIXES = {".md", ".nbc", ".nbi", ".png", ".pyc", ".svg"}


def columns() -> dict[str, str | None]:
    """The columns of a run that tell where it was made, and with what."""
    return {
        "tilewright": __version__,
        "commit": commit(),
        "versions": json.dumps(versions()),
        "machine": json.dumps(machine()),
    }


def versions() -> dict[str, str | None]:
    """Python, what our kernels run on, and the engines; None for one that is missing."""
    found: dict[str, str | None] = {"python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
    found |= {engine.name: engine.version() for engine in ENGINES}
    return found


def code(packages: tuple[str, ...], versions: Mapping[str, str | None]) -> str:
    """SHA-256 of all that decides what these packages do: program texts, models, data, and the versions.

    Documents, pictures, pages, suites and examples are left aside: they change no answer.
    """
    digest = hashlib.sha256(json.dumps(dict(versions), sort_keys=True).encode())
    for package in packages:
        folder = _folder(package)
        for file in sorted(_files(folder)):
            content = hashlib.sha256(file.read_bytes()).hexdigest()
            digest.update(f"{package}/{file.relative_to(folder).as_posix()} {content}\n".encode())
    return digest.hexdigest()


def commit() -> str | None:
    """The Git commit of this Tilewright, if it is run from a checkout and Git is there."""
    folder = _folder("tilewright")
    git = ["git", "--no-optional-locks", "-C", str(folder)]
    try:
        # An installed package may lie inside a checkout of something else, which does not know its files.
        known = run_program([*git, "ls-files", "--error-unmatch", "__init__.py"], Run(Limits(time=10.0)))
        told = run_program(
            [*git, "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"], Run(Limits(time=30.0))
        )
    except TilewrightError:
        return None
    if known.returncode or told.returncode or known.stopped or told.stopped:
        return None
    return told.stdout.strip() or None


def machine() -> dict[str, Any]:
    """Processor, cores that we may use, memory in bytes, and system."""
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "memory": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "system": platform.platform(),
    }


def _folder(package: str) -> Path:
    return Path(str(import_module(package).__file__)).parent


def _files(folder: Path) -> Iterator[Path]:
    for entry in folder.iterdir():
        if entry.name in _ASIDE or entry.name.startswith(".") or entry.suffix in _ASIDE_SUFFIXES:
            continue
        if entry.is_dir():
            yield from _files(entry)
        else:
            yield entry


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
