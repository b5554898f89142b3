"""A content-addressed store: a folder of files, each named after a key and the digest of its content.

The name of a file is ``KEY-DIGEST.SUFFIX``. The key identifies the input from which the file was computed, and
the digest identifies the content of the file. Files are written atomically, so several processes may share a
folder, and a file whose content does not match its digest is never used.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tilewright.damage_detection import sha256_of
from tilewright.files import write_atomically

__all__ = ["ContentStore", "StoredFile"]

_DIGEST_LENGTH = 16


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file in the store whose content matches the digest in its name."""

    key: str
    path: Path
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class ContentStore:
    """A store that consists of the files with a given suffix in a folder; other files are ignored."""

    folder: Path
    suffix: str

    def files(self) -> list[Path]:
        """Return all files of the store, intact or damaged, sorted by name."""
        pattern = re.compile(rf".+-[0-9a-f]{{{_DIGEST_LENGTH}}}{re.escape(self.suffix)}")
        return sorted(path for path in self.folder.iterdir() if pattern.fullmatch(path.name))

    def find(self, keys: Iterable[str], *, remove_damaged: bool = False) -> Iterator[StoredFile]:
        """Yield one intact file for each key that has one.

        Damaged files are skipped; with `remove_damaged`, a damaged file is deleted when it is skipped.
        """
        missing = set(keys)
        for path in self.files():
            key, _, digest = path.name.removesuffix(self.suffix).rpartition("-")
            if key not in missing:
                continue
            sha256 = sha256_of(path)
            if sha256 is not None and sha256.startswith(digest):
                missing.remove(key)
                yield StoredFile(key, path, path.stat().st_size, sha256)
            elif remove_damaged:
                path.unlink(missing_ok=True)  # Another process may have deleted it.

    def add(self, key: str, data: bytes) -> StoredFile:
        """Write a file for a key, flush it to the disk, and return its description."""
        sha256 = hashlib.sha256(data).hexdigest()
        path = self.folder / f"{key}-{sha256[:_DIGEST_LENGTH]}{self.suffix}"
        write_atomically(path, data)
        return StoredFile(key, path, len(data), sha256)
