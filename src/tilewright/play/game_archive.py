"""An archive of played games: a folder with one file for each task of a contest.

A file is named ``KEY-DIGEST.jsonl``, after its task (:meth:`Task.key`) and the digest of its bytes. Files are
written atomically, so several arenas may share a folder; a file that does not match its digest is ignored.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tilewright.files import report_write_errors, write_atomically
from tilewright.play.match import Record

__all__ = ["Archive"]

SUFFIX = ".jsonl"
_DIGEST = 16


@dataclass(frozen=True, slots=True)
class Archive:
    """A folder of played games."""

    folder: Path

    def find(self, keys: Iterable[str]) -> dict[str, list[Record]]:
        """Return the archived records by key, for those keys that have any."""
        wanted = set(keys)
        records = {}
        with report_write_errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            for file in sorted(self.folder.glob(f"*-*{SUFFIX}")):
                key, _, digest = file.name.removesuffix(SUFFIX).partition("-")
                if key in wanted:
                    data = file.read_bytes()
                    if _digest(data) == digest:
                        records[key] = _records(data)
        return records

    def keep(self, key: str, data: bytes) -> list[Record]:
        """Store records, given as JSON lines, and return them."""
        with report_write_errors(self.folder):
            write_atomically(self.folder / f"{key}-{_digest(data)}{SUFFIX}", data)
        return _records(data)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_DIGEST]


def _records(data: bytes) -> list[Record]:
    return [Record.from_line(line) for line in data.decode().splitlines()]
