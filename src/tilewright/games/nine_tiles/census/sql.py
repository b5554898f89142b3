"""SQL over the census, from people whom we need not trust: nothing but its tables can be read."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import duckdb
import pyarrow
import pyarrow.csv
import pyarrow.parquet

from tilewright.errors import BadInput, OutOfResources
from tilewright.files import report_write_errors, write_atomically
from tilewright.records import Table

__all__ = ["Database", "OutOfTime"]

MEMORY = "1GB"
"""What a query may use."""


class OutOfTime(Exception):
    """The query did not end within its time."""


class Database:
    """The database of a census, opened for reading; its queries share one time limit in seconds each."""

    def __init__(self, path: Path, time_limit: float) -> None:
        self._time_limit = time_limit
        try:
            self._connection = duckdb.connect(str(path), read_only=True)
            self._connection.execute(f"SET memory_limit = '{MEMORY}'")
            self._connection.execute("SET temp_directory = ''")
            self._connection.execute("SET enable_external_access = false")
            self._connection.execute("SET lock_configuration = true")
        except duckdb.Error as error:
            raise BadInput(f"{path} cannot be read: {_first_line(error)}") from None

    def __enter__(self) -> Database:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def ask(self, query: str, rows: int) -> tuple[Table, bool]:
        """The first rows of the answer to one SELECT, and whether these are all."""
        with self._limited(query):
            found = self._connection.execute(query)
            columns = tuple(str(column[0]) for column in found.description or ())
            table = Table(columns, tuple(found.fetchmany(rows)))
            return table, found.fetchone() is None

    def export(self, query: str, path: Path) -> int:
        """Write the answer to one SELECT to a .csv or .parquet file, and tell how many rows it has."""
        if path.suffix not in (".csv", ".parquet"):
            raise BadInput(f"{path} is neither a .csv nor a .parquet file")
        with self._limited(query):
            rows: pyarrow.Table = self._connection.sql(query).to_arrow_table()
        write_table(rows, path)
        return int(rows.num_rows)

    @contextlib.contextmanager
    def _limited(self, query: str) -> Iterator[None]:
        """One SELECT, stopped when its time is up; what DuckDB complains of in one line, with its place."""
        late = threading.Event()

        def stop() -> None:
            late.set()
            self._connection.interrupt()

        timer = threading.Timer(self._time_limit, stop)
        timer.daemon = True
        timer.start()
        try:
            self._expect_select(query)
            yield
        except duckdb.InterruptException:
            if late.is_set():
                raise OutOfTime from None
            raise KeyboardInterrupt from None
        except duckdb.OutOfMemoryException:
            raise OutOfResources(f"SQL: the query needs more than {MEMORY} of memory") from None
        except duckdb.Error as error:
            raise BadInput(f"SQL: {_first_line(error)}") from None
        finally:
            timer.cancel()

    def _expect_select(self, query: str) -> None:
        statements = self._connection.extract_statements(query)
        if len(statements) != 1:
            raise BadInput(f"SQL: expected one SELECT statement, not {len(statements)}")
        if statements[0].type != duckdb.StatementType.SELECT:
            kind = statements[0].type.name
            raise BadInput(f"SQL: expected a SELECT statement, not {kind}: the census can only be read")


def write_table(rows: pyarrow.Table, path: Path) -> None:
    """A table as .csv or .parquet, as the file's name ends."""
    sink = pyarrow.BufferOutputStream()
    if path.suffix == ".csv":
        pyarrow.csv.write_csv(rows, sink)
    else:
        pyarrow.parquet.write_table(rows, sink)
    with report_write_errors(path):
        write_atomically(path, sink.getvalue().to_pybytes())


def _first_line(error: duckdb.Error) -> str:
    first, *more = str(error).splitlines() or [type(error).__name__]
    place = next((f" ({' '.join(line.split())})" for line in more if line.startswith("LINE ")), "")
    return " ".join(first.split()) + place
