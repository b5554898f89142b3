"""Manifests of compiled kernels: for each game, the names of the cache files that its warm-up uses.

`tilewright compile` writes a manifest after the warm-up of a game. Its name contains a digest of the kernels'
source files and data files, of the warm-up, of the versions and of the processor. So the manifest of outdated
kernels is not found.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
from importlib import resources
from pathlib import Path

from tilewright.kernel_cache import code_identity, is_intact, kernel_folder, write_file

__all__ = ["missing_files", "remove_old_files", "write_manifest"]

_KEPT_SECONDS = 60 * 24 * 3600


def write_manifest(game: str, package: str, files: list[str]) -> None:
    """Record the cache files of a game's kernels. A folder that cannot be written has been reported before."""
    write_file(kernel_folder() / _name(game, package), json.dumps(sorted(files)).encode())


def missing_files(game: str, package: str) -> tuple[int, int]:
    """Return the number of files in a game's manifest, and how many of them are missing or damaged.

    Without a manifest, the whole game counts as one missing file.
    """
    try:
        names = json.loads((kernel_folder() / _name(game, package)).read_bytes())
    except (OSError, ValueError):
        return 0, 1
    return len(names), sum(not is_intact(name) for name in names)


def remove_old_files() -> None:
    """Remove cache files that are older than sixty days, which are mostly kernels of earlier code.

    A kernel that is still used by another clone is compiled again when it is next needed.
    """
    limit = time.time() - _KEPT_SECONDS
    for file in kernel_folder().glob("*-*.*"):
        with contextlib.suppress(OSError):
            if file.stat().st_mtime < limit:
                file.unlink()


def _name(game: str, package: str) -> str:
    folder = Path(str(resources.files(package)))
    kernels = sorted(folder.rglob("*_kernel.py"))
    digest = hashlib.sha256((folder / "warm_up.json").read_bytes())
    for kernel in kernels:
        digest.update(code_identity(kernel).encode())
    return f"{game}-{digest.hexdigest()[:32]}.json"
