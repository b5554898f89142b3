"""Questions in SQL, put to rows in memory by people whom we need not trust: nothing else can be reached."""

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

from tilewright.errors import BadInput, OutOfResources
from tilewright.files import report_write_errors, write_atomically
from tilewright.run import Run

__all__ = ["Table", "ask", "connect", "export"]


@dataclass(frozen=True, slots=True)
class Table:
    """The answer to a question: the columns' names and the rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def to_json(self) -> dict[str, Any]:
        return {"columns": list(self.columns), "rows": _plain(self.rows)}

    def to_csv(self) -> str:
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return stream.getvalue()


def connect(**tables: pyarrow.Table) -> duckdb.DuckDBPyConnection:
    """A database in memory that holds these tables and reaches no file, no network and no setting."""
    connection = duckdb.connect(":memory:")
    for name, rows in tables.items():
        connection.register("incoming", rows)
        connection.execute(f'CREATE TABLE "{name}" AS SELECT * FROM incoming')
        connection.unregister("incoming")
    connection.execute("SET temp_directory = ''")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    return connection


def ask(connection: duckdb.DuckDBPyConnection, query: str, cancel: threading.Event | None = None) -> Table:
    """The answer to one SELECT; a `KeyboardInterrupt` if it is cancelled before."""
    with _explaining(), _interruptible(cancel, connection):
        found = connection.execute(_select(connection, query))
        columns = tuple(str(column[0]) for column in found.description or ())
        return Table(columns, tuple(found.fetchall()))


def export(
    connection: duckdb.DuckDBPyConnection, query: str, path: Path, cancel: threading.Event | None = None
) -> int:
    """Write the answer to one SELECT to a .csv or .parquet file, and tell how many rows it has."""
    if path.suffix == ".csv":
        table = ask(connection, query, cancel)
        data, count = table.to_csv().encode(), len(table.rows)
    elif path.suffix == ".parquet":
        with _explaining(), _interruptible(cancel, connection):
            rows: pyarrow.Table = connection.sql(_select(connection, query)).to_arrow_table()
        sink = pyarrow.BufferOutputStream()
        pyarrow.parquet.write_table(rows, sink)
        data, count = sink.getvalue().to_pybytes(), rows.num_rows
    else:
        raise BadInput(f"{path} is neither a .csv nor a .parquet file")
    with report_write_errors(path):
        write_atomically(path, data)
    return count


def _select(connection: duckdb.DuckDBPyConnection, query: str) -> str:
    """The query itself, if it is one SELECT."""
    statements = connection.extract_statements(query)
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        raise BadInput("expected one SELECT statement; the rows can be read, nothing else")
    return query


def _interruptible(
    cancel: threading.Event | None, connection: duckdb.DuckDBPyConnection
) -> contextlib.AbstractContextManager[None]:
    """Interrupt DuckDB, which does not handle signals while it works, when the event is set."""
    return contextlib.nullcontext() if cancel is None else Run(cancel=cancel).on_stop(connection.interrupt)


@contextlib.contextmanager
def _explaining() -> Iterator[None]:
    """DuckDB's complaints in one line, with the place that they name."""
    try:
        yield
    except duckdb.InterruptException:
        raise KeyboardInterrupt from None
    except duckdb.OutOfMemoryException:
        raise OutOfResources("SQL: the query needs more memory than there is") from None
    except duckdb.Error as error:
        first, *more = str(error).splitlines() or [type(error).__name__]
        place = next((f" ({line})" for line in more if line.startswith("LINE ")), "")
        raise BadInput(f"SQL: {' '.join(first.split())}{place}") from None


def _plain(value: Any) -> Any:
    """A value as JSON can say it."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value if value is None or isinstance(value, bool | int | str) else str(value)
