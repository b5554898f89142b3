"""Manifests of compiled kernels: for each game, the names of the cache files that its warm-up uses.

`tilewright compile` writes a manifest after the warm-up of a game. Its name contains a digest of the kernels'
source files and data files, of the warm-up, of the versions and of the processor. So the manifest of outdated
kernels is not found. `tilewright compile --all` writes a second manifest, which also contains the kernels that
are rarely used; it is the same file if the game has none. A released wheel contains the manifests of its
kernels.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
from importlib import resources
from pathlib import Path

from tilewright.kernel_cache import code_identity, is_intact, kernel_folder, kernel_folders, write_file
from tilewright.warm_up_commands import read_warm_up

__all__ = ["missing_files", "remove_old_files", "write_manifest"]

_KEPT_SECONDS = 60 * 24 * 3600


def write_manifest(game: str, package: str, files: list[str], *, rarely_used: bool = False) -> None:
    """Record the cache files of a game's kernels, with or without those that are rarely used.

    A folder that cannot be written has been reported before.
    """
    names = sorted(files)
    if names not in _manifests(game, package, rarely_used):
        write_file(_name(game, package, rarely_used), json.dumps(names).encode())


def missing_files(game: str, package: str, *, rarely_used: bool = False) -> tuple[int, int]:
    """Return the number of files in a game's manifest, and how many of them are missing or damaged.

    With `rarely_used`, this is the manifest that also contains the kernels that are rarely used. Of several
    manifests, the one with the fewest missing files counts. Without a manifest, the whole game counts as one
    missing file.
    """
    manifests = _manifests(game, package, rarely_used)
    counts = [(len(names), sum(not is_intact(name) for name in names)) for names in manifests]
    return min(counts, key=lambda count: count[1], default=(0, 1))


def remove_old_files() -> None:
    """Remove cache files that are older than sixty days, which are mostly kernels of earlier code.

    A kernel that is still used by another clone is compiled again when it is next needed.
    """
    folder = kernel_folder()
    limit = time.time() - _KEPT_SECONDS
    for file in folder.glob("*-*.*") if folder else ():
        with contextlib.suppress(OSError):
            if file.stat().st_mtime < limit:
                file.unlink()


def _manifests(game: str, package: str, rarely_used: bool) -> list[list[str]]:
    """Return the manifests of a game: of the user's cache folder and of the kernels in the package."""
    found = []
    for folder, processor in kernel_folders():
        with contextlib.suppress(OSError, ValueError):
            found.append(json.loads((folder / _name(game, package, rarely_used, processor)).read_bytes()))
    return found


def _name(game: str, package: str, rarely_used: bool, processor: str | None = None) -> str:
    folder = Path(str(resources.files(package)))
    kernels = sorted(folder.rglob("*_kernel.py"))
    entries = read_warm_up(package, rarely_used=False)
    if rarely_used:
        entries += read_warm_up(package, rarely_used=True)
    digest = hashlib.sha256(json.dumps(entries).encode())
    for kernel in kernels:
        digest.update(code_identity(kernel, processor).encode())
    return f"{game}-{digest.hexdigest()[:32]}.json"
