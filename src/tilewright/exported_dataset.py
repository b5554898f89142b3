"""Datasets that a game offers for citation: what they contain, and how their files are written.

A game lists its datasets in ``data_export.py``. A dataset writes its files with a `DatasetWriter`; for the same
data, the same versions of Tilewright and its libraries always write the same bytes.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tilewright.files import report_write_errors
from tilewright.optional_packages import require_package

__all__ = ["Dataset", "DatasetFile", "DatasetWriter"]


@dataclass(frozen=True, slots=True)
class DatasetFile:
    """A written file: what it contains, and the command that computes the same data."""

    name: str
    about: str
    command: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Dataset:
    """A dataset of a game: its name, what it contains, its sources, and the function that writes it."""

    name: str
    title: str
    about: str
    write: Callable[[DatasetWriter], None]
    sources: str = ""


@dataclass(slots=True)
class DatasetWriter:
    """Writes the files of one dataset into a folder."""

    folder: Path
    small: bool = False
    """Whether only a small sample is to be written."""
    data: Path | None = None
    """The folder in which a dataset may store data that is slow to compute; None for the user's data folder."""
    say: Callable[[str], None] = field(default=lambda line: None)
    """Called with one line of text to report progress."""
    files: list[DatasetFile] = field(default_factory=list)

    def bytes(self, name: str, content: bytes, about: str, command: str) -> None:
        """Write a file with the given content."""
        path = self.folder / name
        with report_write_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        digest = hashlib.sha256(content).hexdigest()
        self.files.append(DatasetFile(name, about, command, len(content), digest))

    def json(self, name: str, data: Any, about: str, command: str) -> None:
        """Write one JSON document."""
        self.bytes(name, (json.dumps(data, indent=1) + "\n").encode(), about, command)

    def json_lines(self, name: str, rows: Iterable[Any], about: str, command: str) -> None:
        """Write a file with one line of JSON for each row."""
        self.bytes(name, "".join(json.dumps(row) + "\n" for row in rows).encode(), about, command)

    def csv(
        self, name: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], about: str, command: str
    ) -> None:
        """Write a table as CSV."""
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)
        self.bytes(name, stream.getvalue().encode(), about, command)

    def parquet(self, name: str, table: Any, about: str, command: str) -> None:
        """Write an Arrow table as Parquet; with `small`, only its first thousand rows."""
        require_package("pyarrow")
        import pyarrow
        import pyarrow.parquet

        sink = pyarrow.BufferOutputStream()
        pyarrow.parquet.write_table(table.slice(0, 1000) if self.small else table, sink, compression="zstd")
        self.bytes(name, sink.getvalue().to_pybytes(), about, command)
