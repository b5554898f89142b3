"""A content-addressed store: a folder of files, each named by a key and by the digest of its bytes.

The name of a file is ``KEY-DIGEST.SUFFIX``. The key stands for the input from which the file was computed, the
digest for the output. Files are written atomically, so several processes may share a folder, and a file whose
bytes do not match its digest is never used.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tilewright.files import write_atomically

__all__ = ["ContentStore", "StoredFile", "sha256_of"]

_DIGEST_LENGTH = 16
_CHUNK = 2**20


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file of a store whose bytes match its digest."""

    key: str
    path: Path
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class ContentStore:
    """The files of a folder with a given suffix; other files of the folder are ignored."""

    folder: Path
    suffix: str

    def files(self) -> list[Path]:
        """All files of the store, intact or not, in the order of their names."""
        pattern = re.compile(rf".+-[0-9a-f]{{{_DIGEST_LENGTH}}}{re.escape(self.suffix)}")
        return sorted(path for path in self.folder.iterdir() if pattern.fullmatch(path.name))

    def find(self, keys: Iterable[str], *, remove_damaged: bool = False) -> Iterator[StoredFile]:
        """Yield one intact file for each key that has one."""
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
                path.unlink()

    def add(self, key: str, data: bytes) -> StoredFile:
        """Write a file under a key. It is flushed to the disk before this returns."""
        sha256 = hashlib.sha256(data).hexdigest()
        path = self.folder / f"{key}-{sha256[:_DIGEST_LENGTH]}{self.suffix}"
        write_atomically(path, data)
        return StoredFile(key, path, len(data), sha256)


def sha256_of(path: Path) -> str | None:
    """The SHA-256 of a file; None if it cannot be read."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
    except OSError:
        return None
    return digest.hexdigest()
