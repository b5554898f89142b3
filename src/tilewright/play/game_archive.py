"""An archive of played games: a content-addressed store with one file for each task of a contest.

The key of a file is the key of its task (:meth:`tilewright.play.contest_plan.Task.key`); the file contains one
record per line.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tilewright.content_store import ContentStore
from tilewright.files import report_write_errors
from tilewright.play.matches_and_game_records import Record

__all__ = ["Archive"]


@dataclass(frozen=True, slots=True)
class Archive:
    """A folder of played games."""

    folder: Path

    @property
    def _store(self) -> ContentStore:
        return ContentStore(self.folder, ".jsonl")

    def find(self, keys: Iterable[str]) -> dict[str, list[Record]]:
        """Return the archived records of the given keys, by key; keys without records are left out."""
        with report_write_errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            return {file.key: _records(file.path.read_bytes()) for file in self._store.find(keys)}

    def keep(self, key: str, data: bytes) -> list[Record]:
        """Store records, given as JSON lines, and return the parsed records."""
        with report_write_errors(self.folder):
            self._store.add(key, data)
        return _records(data)


def _records(data: bytes) -> list[Record]:
    return [Record.from_line(line) for line in data.decode().splitlines()]
