"""A sandbox in which DuckDB runs SQL queries from untrusted users.

A sandboxed connection can use its own tables and nothing else: it can access neither files nor the network, and
cannot change settings. A query must be a single SELECT. A query can be cancelled and can have a time limit, and
every error message is one line.
"""

from __future__ import annotations

import contextlib
import csv
import io
import math
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pyarrow
import pyarrow.parquet

from tilewright.arrow_and_pandas import Tabular
from tilewright.errors import BadInput, OutOfResources
from tilewright.files import report_write_errors, write_atomically
from tilewright.run import Limits, Run

__all__ = [
    "QueryTimeout",
    "Table",
    "connect_in_memory",
    "export",
    "open_database",
    "parquet_bytes",
    "select",
    "select_arrow",
    "select_first",
]


class QueryTimeout(Exception):
    """A query did not finish within its time limit."""


@dataclass(frozen=True, slots=True)
class Table(Tabular):
    """The result of a query: column names and rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def to_json(self) -> dict[str, Any]:
        return {"columns": list(self.columns), "rows": _to_json(self.rows)}

    def to_rows(self) -> list[dict[str, Any]]:
        """Return the rows as mappings; if several columns have the same name, the last one is used."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def to_arrow(self) -> pyarrow.Table:
        """Return the rows as an Arrow table, which may have several columns with the same name."""
        columns = zip(*self.rows, strict=True) if self.rows else [()] * len(self.columns)
        arrays = [pyarrow.array(list(column)) for column in columns]
        return pyarrow.Table.from_arrays(arrays, names=list(self.columns))

    def to_csv(self) -> str:
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return stream.getvalue()


# --- Connections --------------------------------------------------------------------------------------


def connect_in_memory(**tables: pyarrow.Table) -> duckdb.DuckDBPyConnection:
    """Return a connection to a sandboxed in-memory database with these tables."""
    connection = duckdb.connect(":memory:")
    for name, rows in tables.items():
        connection.register("incoming", rows)
        connection.execute(f'CREATE TABLE "{name}" AS SELECT * FROM incoming')
        connection.unregister("incoming")
    _restrict(connection)
    return connection


def open_database(path: Path, memory_limit: str) -> duckdb.DuckDBPyConnection:
    """Return a read-only, sandboxed connection to a database file; `memory_limit` is a string such as "1GB"."""
    try:
        connection = duckdb.connect(str(path), read_only=True)
        connection.execute(f"SET memory_limit = '{memory_limit}'")
        _restrict(connection)
    except duckdb.Error as error:
        raise BadInput(f"{path} cannot be read: {_one_line(error)}") from None
    return connection


def _restrict(connection: duckdb.DuckDBPyConnection) -> None:
    """Permanently forbid this connection to access files or the network, or to change settings."""
    connection.execute("SET temp_directory = ''")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


# --- Queries ------------------------------------------------------------------------------------------


def select(connection: duckdb.DuckDBPyConnection, query: str, cancel: threading.Event | None = None) -> Table:
    """Return the whole result of one SELECT; raise `KeyboardInterrupt` if the query is cancelled."""
    with _guarded(connection, query, cancel=cancel):
        result = connection.execute(query)
        return Table(_columns(result), tuple(result.fetchall()))


def select_first(
    connection: duckdb.DuckDBPyConnection, query: str, most: int, time_limit: float
) -> tuple[Table, bool]:
    """Return at most `most` rows of one SELECT and whether these are all rows, or raise `QueryTimeout`."""
    with _guarded(connection, query, time_limit):
        result = connection.execute(query)
        table = Table(_columns(result), tuple(result.fetchmany(most)))
        return table, result.fetchone() is None


def select_arrow(
    connection: duckdb.DuckDBPyConnection,
    query: str,
    time_limit: float | None = None,
    cancel: threading.Event | None = None,
) -> pyarrow.Table:
    """Return the whole result of one SELECT as an Arrow table; raise `QueryTimeout` at the time limit."""
    with _guarded(connection, query, time_limit, cancel):
        rows: pyarrow.Table = connection.sql(query).to_arrow_table()
        return rows


def export(
    connection: duckdb.DuckDBPyConnection, query: str, path: Path, cancel: threading.Event | None = None
) -> int:
    """Write the result of one SELECT to a .csv or .parquet file, and return the number of rows."""
    if path.suffix == ".csv":
        table = select(connection, query, cancel)
        data, count = table.to_csv().encode(), len(table.rows)
    elif path.suffix == ".parquet":
        rows = select_arrow(connection, query, cancel=cancel)
        data, count = parquet_bytes(rows), int(rows.num_rows)
    else:
        raise BadInput(f"{path} is neither a .csv nor a .parquet file")
    with report_write_errors(path):
        write_atomically(path, data)
    return count


def parquet_bytes(table: pyarrow.Table) -> bytes:
    """Return the contents of a Parquet file with this table and a checksum for each page."""
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(table, sink, write_page_checksum=True)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _columns(result: duckdb.DuckDBPyConnection) -> tuple[str, ...]:
    return tuple(str(column[0]) for column in result.description or ())


@contextlib.contextmanager
def _guarded(
    connection: duckdb.DuckDBPyConnection,
    query: str,
    time_limit: float | None = None,
    cancel: threading.Event | None = None,
) -> Iterator[None]:
    """Require a single SELECT, enforce the time limit and cancellation, and translate DuckDB errors."""
    run = Run(Limits(time_limit), cancel=cancel)
    try:
        # DuckDB does not handle signals while it runs a query, so another thread interrupts the query.
        with run.on_stop(connection.interrupt):
            _require_select(connection, query)
            yield
    except duckdb.InterruptException:
        if run.stopped and not run.cancel.is_set():
            raise QueryTimeout from None
        raise KeyboardInterrupt from None
    except duckdb.OutOfMemoryException:
        raise OutOfResources("SQL: the query needs more memory than it is allowed to use") from None
    except duckdb.Error as error:
        raise BadInput(f"SQL: {_one_line(error)}") from None


def _require_select(connection: duckdb.DuckDBPyConnection, query: str) -> None:
    statements = connection.extract_statements(query)
    if len(statements) != 1:
        raise BadInput(f"SQL: expected one SELECT statement, not {len(statements)} statements")
    if statements[0].type != duckdb.StatementType.SELECT:
        kind = statements[0].type.name
        raise BadInput(f"SQL: expected one SELECT statement, not {kind}; the tables can only be read")


def _one_line(error: duckdb.Error) -> str:
    """Return the error message as one line, including the line of the query that DuckDB quotes."""
    first, *others = str(error).splitlines() or [type(error).__name__]
    quoted = next((f" ({' '.join(line.split())})" for line in others if line.startswith("LINE ")), "")
    return " ".join(first.split()) + quoted


def _to_json(value: Any) -> Any:
    """Return the value in a form that JSON can represent."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(key): _to_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_to_json(item) for item in value]
    return value if value is None or isinstance(value, bool | int | str) else str(value)
