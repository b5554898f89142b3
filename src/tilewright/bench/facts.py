"""What stands beside every measurement: the versions of what was measured, and the machine."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from tilewright.engines.catalogue import ENGINES

__all__ = ["machine", "versions"]

_PACKAGES = ("numba", "numpy")


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


def machine() -> dict[str, Any]:
    """Processor, cores that we may use, memory in bytes, and system."""
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "memory": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "system": platform.platform(),
    }


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
