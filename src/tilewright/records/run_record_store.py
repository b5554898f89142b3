"""Stores of recorded runs: a folder to which runs are added, or one exported file.

In a folder, the record of a run is a file ``runs/RUN.parquet`` with one row. The solution of the run is in
``solutions/RUN.json``, and its instance is in ``instances/SHA256.txt``, which other runs can share. A record is
written atomically, after the solution and the instance. So a benchmark that is killed loses no recorded run,
and several processes can write to one folder at the same time.
"""

from __future__ import annotations

import contextlib
import hashlib
import threading
from abc import ABC, abstractmethod
from dataclasses import asdict
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pyarrow
import pyarrow.compute

from tilewright.arrow_and_pandas import Tabular
from tilewright.damage_detection import sha256_of
from tilewright.files import report_write_errors, write_atomically
from tilewright.records.run_record import RunRecord
from tilewright.records.run_records_file import SCHEMA, read_file, read_parquet, runs_bytes, write_file
from tilewright.records.sql_sandbox import Table, connect_in_memory, export, select

__all__ = ["Exported", "Records", "Runs"]

_DECIMAL_LIMIT = 10**38
_ALL_RUNS = "SELECT * FROM runs ORDER BY started_at, run"


class Runs(Tabular, ABC):
    """Recorded runs, which can be queried with SQL and returned as a table."""

    @abstractmethod
    def table(self) -> pyarrow.Table:
        """Return all runs as an Arrow table with the columns of `COLUMNS`."""

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each run, with the columns of `COLUMNS`."""
        rows: list[dict[str, Any]] = self.table().to_pylist()
        return rows

    def to_arrow(self) -> pyarrow.Table:
        """Return all runs as an Arrow table with the columns of `COLUMNS`."""
        return self.table()

    def rows(self, suite: str | None = None) -> list[RunRecord]:
        """Return all runs, or the runs of one suite, in the order in which they started."""
        table = self.table()
        if suite is not None:
            table = table.filter(pyarrow.compute.field("suite") == suite)
        rows = [RunRecord(**_from_row(row)) for row in table.to_pylist()]
        return sorted(rows, key=lambda row: (row.started_at, row.run))

    def loaded(self) -> Runs:
        """Return an in-memory snapshot of the runs, for repeated queries."""
        return _Loaded(self.table())

    def connect(self) -> duckdb.DuckDBPyConnection:
        """Return a connection to a sandboxed in-memory database whose table `runs` contains the runs."""
        return connect_in_memory(runs=self.table())

    def sql(self, query: str, cancel: threading.Event | None = None) -> Table:
        """Return the result of one SELECT over `runs`; raise `KeyboardInterrupt` if the query is cancelled."""
        with contextlib.closing(self.connect()) as connection:
            return select(connection, query, cancel)

    def export(self, path: Path, query: str | None = None, cancel: threading.Event | None = None) -> int:
        """Write all runs to a .duckdb, .csv or .parquet file, or the result of a query to .csv or .parquet.

        Return the number of rows. `Exported` can read a .duckdb or .parquet file of all runs.
        """
        if query is None and path.suffix in (".duckdb", ".parquet"):
            runs = self.table().sort_by([("started_at", "ascending"), ("run", "ascending")])
            write_file(runs, path)
            return int(runs.num_rows)
        with contextlib.closing(self.connect()) as connection:
            return export(connection, query or _ALL_RUNS, path, cancel)


class Records(Runs):
    """The recorded runs in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._runs = folder / "runs"
        self._solutions = folder / "solutions"
        self._instances = folder / "instances"

    def __repr__(self) -> str:
        return f"Records({str(self.folder)!r})"

    def prepare(self) -> None:
        """Create the folders, so that an error is raised before the first run if they cannot be created."""
        with report_write_errors(self.folder):
            self._runs.mkdir(parents=True, exist_ok=True)
            self._solutions.mkdir(exist_ok=True)
            self._instances.mkdir(exist_ok=True)

    def add(self, record: RunRecord) -> None:
        """Store the record of a run; the file is flushed to disk before this method returns."""
        row = asdict(record)
        for name in ("objective", "bound"):
            value = row[name]
            row[name] = Decimal(value) if value is not None and abs(value) < _DECIMAL_LIMIT else None
        data = runs_bytes(pyarrow.Table.from_pylist([row], SCHEMA))
        self.prepare()
        with report_write_errors(self.folder):
            write_atomically(self._runs / f"{record.run}.parquet", data)

    def keep_instance(self, text: str) -> tuple[str, Path]:
        """Store the text of an instance; return the SHA-256 of the text and the path of the file."""
        data = text.encode()
        digest = hashlib.sha256(data).hexdigest()
        file = self._instances / f"{digest}.txt"
        # If the file of an earlier run is intact, it is not written again.
        if sha256_of(file) != digest:
            self.prepare()
            with report_write_errors(self.folder):
                write_atomically(file, data)
        return digest, file

    def solution_path(self, run: str) -> Path:
        return self._solutions / f"{run}.json"

    def table(self) -> pyarrow.Table:
        files = sorted(self._runs.glob("*.parquet"))
        tables = [SCHEMA.empty_table(), *map(read_parquet, files)]
        runs = pyarrow.concat_tables(tables, promote_options="default").select(SCHEMA.names)
        # If every file remained a separate chunk, a query over thousands of runs would take seconds.
        return runs.combine_chunks()


class _Loaded(Runs):
    """Recorded runs in memory."""

    def __init__(self, table: pyarrow.Table) -> None:
        self._table = table

    def table(self) -> pyarrow.Table:
        return self._table


class Exported(_Loaded):
    """The recorded runs in one exported file."""

    def __init__(self, file: Path) -> None:
        super().__init__(read_file(file))
        self.file = file

    def __repr__(self) -> str:
        return f"Exported({str(self.file)!r})"


def _from_row(row: dict[str, Any]) -> dict[str, Any]:
    return {name: int(value) if isinstance(value, Decimal) else value for name, value in row.items()}
