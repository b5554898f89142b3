"""Manifests of compiled kernels: for each game, the names of the cache files that its warm-up uses.

`tilewright compile` writes a manifest after the warm-up of a game. The name of the manifest contains a digest
of the kernels' source files and data files, the warm-up commands, the versions of Python and Numba, and the
processor. So a manifest of outdated kernels is never found. `tilewright compile --all` writes a second
manifest, which also contains the rarely used kernels; for a game without such kernels, both are the same file.
A released wheel contains the manifests of its kernels.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
from importlib import resources
from pathlib import Path

from tilewright.kernel_cache import code_identity, is_intact, kernel_folder, kernel_folders, write_file
from tilewright.warm_up_file import read_warm_up

__all__ = ["missing_files", "remove_old_files", "write_manifest"]

_KEPT_SECONDS = 60 * 24 * 3600


def write_manifest(game: str, package: str, files: list[str], *, rarely_used: bool = False) -> None:
    """Write the manifest of a game's kernels, with or without the rarely used ones.

    If the folder cannot be written to, `write_file` prints a warning, and there is no manifest.
    """
    names = sorted(files)
    if names not in _manifests(game, package, rarely_used):
        write_file(_name(game, package, rarely_used), json.dumps(names).encode())


def missing_files(game: str, package: str, *, rarely_used: bool = False) -> tuple[int, int]:
    """Return the number of files in a game's manifest, and how many of them are missing or damaged.

    With `rarely_used`, the manifest that also contains the rarely used kernels is examined. If both the cache
    folder and the package have a manifest, the one with fewer missing files is used. Without a manifest, the
    result is ``(0, 1)``.
    """
    manifests = _manifests(game, package, rarely_used)
    counts = [(len(names), sum(not is_intact(name) for name in names)) for names in manifests]
    return min(counts, key=lambda count: count[1], default=(0, 1))


def remove_old_files() -> None:
    """Remove cache files that are older than sixty days, which are mostly kernels of earlier code.

    If a removed kernel is still used, for example by another clone of the repository, it is compiled again.
    """
    folder = kernel_folder()
    limit = time.time() - _KEPT_SECONDS
    for file in folder.glob("*-*.*") if folder else ():
        with contextlib.suppress(OSError):
            if file.stat().st_mtime < limit:
                file.unlink()


def _manifests(game: str, package: str, rarely_used: bool) -> list[list[str]]:
    """Return the manifests of a game in the user's cache folder and in the package."""
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
