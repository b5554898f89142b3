"""Digests that are stored with files and compared when the files are opened, to detect damaged files.

A small JSON document contains its own digest (`seal`, `unseal`). It can also contain the digests of
large files. `CheckedFiles` hashes a large file only if its size or a time stamp has changed since the last
stored check, because hashing hundreds of megabytes takes longer than answering a typical request.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilewright.files import write_atomically

__all__ = ["CheckedFiles", "FileState", "seal", "sha256_of", "unseal"]

_KEY = "sha256"
CHECKS = ".checked.json"
"""The name of the file that lists which files of its folder have already been compared with their digests."""
RECENT_SECONDS = 2.0
"""The check of a file is stored only if the last change of the file is more than this many seconds old.

Time stamps are rounded, so two changes in quick succession may leave the same time stamp.
"""


def sha256_of(path: Path) -> str | None:
    """Return the SHA-256 of a file, or None if the file cannot be read."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return None


def seal(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of a JSON document, with the digest of the document under the key ``sha256``."""
    return {**document, _KEY: _digest(document)}


def unseal(document: Any, keys: Collection[str]) -> dict[str, Any]:
    """Return a sealed document without its digest; raise `ValueError` if the digest does not match.

    Documents of earlier versions have no digest and are returned unchanged. `keys` contains all keys that a
    document may have. Other keys are rejected, because damage may have changed the name of the key ``sha256``.
    """
    if not isinstance(document, dict) or not document.keys() <= {*keys, _KEY}:
        raise ValueError("expected a JSON object with only the known keys")
    content = {key: value for key, value in document.items() if key != _KEY}
    if document.get(_KEY, _digest(content)) != _digest(content):
        raise ValueError("the content does not match its digest")
    return content


def _digest(document: Mapping[str, Any]) -> str:
    # The keys of a document that has not been written yet may be numbers; JSON converts them to strings.
    plain = json.loads(json.dumps(document))
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class FileState:
    """The size and the time stamps of a file. If the content changes, at least one of these values changes."""

    size: int
    modified: int
    changed: int
    """The time of the last change (`st_ctime_ns`), which only the operating system can set."""

    @classmethod
    def of(cls, path: Path) -> FileState | None:
        """Return the state of a file, or None if the file does not exist or is not accessible."""
        try:
            found = os.stat(path)
        except OSError:
            return None
        return cls(found.st_size, found.st_mtime_ns, found.st_ctime_ns)


class CheckedFiles:
    """Compares the files of a folder with their digests.

    A file in the folder lists the completed comparisons, so that other processes need not repeat them. If the
    list is damaged or cannot be written, the files are compared again.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def match(self, digests: Mapping[str, str]) -> str | None:
        """Return the name of the first file that is missing or does not match its digest, or None."""
        checks, added = self._read(), False
        for name, digest in digests.items():
            path = self._folder / name
            state = FileState.of(path)
            if state is None:
                return name
            check = [state.size, state.modified, state.changed, digest]
            if checks.get(name) == check:
                continue
            started = time.time_ns()
            if sha256_of(path) != digest:
                return name
            if started - state.changed > RECENT_SECONDS * 1e9:
                checks[name] = check
                added = True
        if added:
            self._write(checks)
        return None

    def _read(self) -> dict[str, Any]:
        try:
            checks = unseal(json.loads((self._folder / CHECKS).read_bytes()), {"files"})["files"]
        except (OSError, ValueError, KeyError):
            return {}
        return checks if isinstance(checks, dict) else {}

    def _write(self, checks: Mapping[str, Any]) -> None:
        with contextlib.suppress(OSError):  # the folder may be read-only, or its disk full
            write_atomically(self._folder / CHECKS, json.dumps(seal({"files": checks})).encode())
