"""A folder of runs: ``runs/RUN.parquet``, one row each, and ``solutions/RUN.json``.

A run's file appears whole or not at all, so that a killed bench loses nothing that it has finished, and several
may write into one folder at the same time.
"""

from __future__ import annotations

import contextlib
from dataclasses import asdict
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pyarrow
import pyarrow.parquet

from tilewright.errors import BadInput
from tilewright.files import storing, write_whole
from tilewright.records.record import COLUMNS, VERSION, RunRecord
from tilewright.records.table import Table, ask, connect, export

__all__ = ["Records"]

_MARK = b"tilewright.records"
_LARGEST = 10**38
_TYPES = {
    "VARCHAR": pyarrow.string(),
    "BIGINT": pyarrow.int64(),
    "DOUBLE": pyarrow.float64(),
    "BOOLEAN": pyarrow.bool_(),
    "TIMESTAMP": pyarrow.timestamp("us"),
    "DECIMAL(38,0)": pyarrow.decimal128(38, 0),
}
_SCHEMA = pyarrow.schema(
    [(column.name, _TYPES[column.type]) for column in COLUMNS], metadata={_MARK: VERSION.encode()}
)


class Records:
    """The runs that a folder holds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._runs = folder / "runs"
        self._solutions = folder / "solutions"

    def __repr__(self) -> str:
        return f"Records({str(self.folder)!r})"

    def prepare(self) -> None:
        """Make the folders, so that a place that cannot be written to is found before any work is done."""
        with storing(self.folder):
            self._runs.mkdir(parents=True, exist_ok=True)
            self._solutions.mkdir(exist_ok=True)

    def add(self, record: RunRecord) -> None:
        """Keep a run: when this returns, it is on the disk."""
        row = asdict(record)
        for name in ("objective", "bound"):
            value = row[name]
            row[name] = Decimal(value) if value is not None and abs(value) < _LARGEST else None
        sink = pyarrow.BufferOutputStream()
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist([row], _SCHEMA), sink)
        self.prepare()
        with storing(self.folder):
            write_whole(self._runs / f"{record.run}.parquet", sink.getvalue().to_pybytes())

    def solution_path(self, run: str) -> Path:
        return self._solutions / f"{run}.json"

    def rows(self, suite: str | None = None) -> list[RunRecord]:
        """The runs in the order in which they began; only those of one suite, if it is named."""
        rows = [RunRecord(**_from_row(row)) for row in self._table().to_pylist()]
        chosen = (row for row in rows if suite in (None, row.suite))
        return sorted(chosen, key=lambda row: (row.started_at, row.run))

    def connect(self) -> duckdb.DuckDBPyConnection:
        """The runs as the table `runs` of a database in memory that reaches nothing else."""
        return connect(runs=self._table())

    def sql(self, query: str) -> Table:
        """The answer to one SELECT over `runs`."""
        with contextlib.closing(self.connect()) as connection:
            return ask(connection, query)

    def export(self, path: Path, query: str = "SELECT * FROM runs ORDER BY started_at, run") -> int:
        """Write the answer to a .csv or .parquet file; gives the number of rows."""
        with contextlib.closing(self.connect()) as connection:
            return export(connection, query, path)

    def _table(self) -> pyarrow.Table:
        files = sorted(self._runs.glob("*.parquet"))
        tables = [_SCHEMA.empty_table(), *map(_read, files)]
        return pyarrow.concat_tables(tables, promote_options="default").select(_SCHEMA.names)


def _read(file: Path) -> pyarrow.Table:
    try:
        with pyarrow.parquet.ParquetFile(file) as parquet:
            table = parquet.read()
    except (pyarrow.ArrowException, OSError):
        raise BadInput(f"the record {file} is damaged; move it away") from None
    version = (table.schema.metadata or {}).get(_MARK, b"none").decode()
    if version != VERSION:
        raise BadInput(f"the record {file} is of version {version}; this Tilewright reads version {VERSION}")
    return table.replace_schema_metadata(_SCHEMA.metadata)


def _from_row(row: dict[str, Any]) -> dict[str, Any]:
    return {name: int(value) if isinstance(value, Decimal) else value for name, value in row.items()}
