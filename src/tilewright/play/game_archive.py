"""Games that were played, kept in a folder: one file for each task of a contest.

A file is named by its content, ``KEY-DIGEST.jsonl``: the key stands for the question (:meth:`Task.key`), the
digest for the bytes. It appears whole or not at all, so that any number of arenas may share a folder, and what
does not fit its digest is not believed.
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
    """A folder of games."""

    folder: Path

    def find(self, keys: Iterable[str]) -> dict[str, list[Record]]:
        """The records that are kept under some of the keys."""
        wanted = set(keys)
        found = {}
        with report_write_errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            for file in sorted(self.folder.glob(f"*-*{SUFFIX}")):
                key, _, digest = file.name.removesuffix(SUFFIX).partition("-")
                if key in wanted:
                    data = file.read_bytes()
                    if _digest(data) == digest:
                        found[key] = _records(data)
        return found

    def keep(self, key: str, data: bytes) -> list[Record]:
        """Keep some records, one a line, and give them back."""
        with report_write_errors(self.folder):
            write_atomically(self.folder / f"{key}-{_digest(data)}{SUFFIX}", data)
        return _records(data)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_DIGEST]


def _records(data: bytes) -> list[Record]:
    return [Record.from_line(line) for line in data.decode().splitlines()]
