"""Exports recorded runs to one DuckDB or Parquet file, which contains the version of the table."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Any

import duckdb
import pyarrow
import pyarrow.parquet

from tilewright.errors import BadInput, OutOfResources
from tilewright.files import report_write_errors, write_atomically
from tilewright.records.run_record import COLUMNS, VERSION

__all__ = ["MARK", "SCHEMA", "read_file", "read_parquet", "refuse_other_version", "write_file"]

MARK = b"tilewright.records"
"""The metadata key of the version in a Parquet file; a database has it as text in the table `meta`."""

_TYPES = {
    "VARCHAR": pyarrow.string(),
    "BIGINT": pyarrow.int64(),
    "DOUBLE": pyarrow.float64(),
    "BOOLEAN": pyarrow.bool_(),
    "TIMESTAMP": pyarrow.timestamp("us"),
    "DECIMAL(38,0)": pyarrow.decimal128(38, 0),
}
SCHEMA = pyarrow.schema(
    [(column.name, _TYPES[column.type]) for column in COLUMNS], metadata={MARK: VERSION.encode()}
)


def refuse_other_version(path: Path, version: str, what: str = "record") -> None:
    if version != VERSION:
        raise BadInput(f"the {what} {path} is of version {version}; this Tilewright reads version {VERSION}")


def write_file(runs: pyarrow.Table, path: Path) -> None:
    """Write the runs atomically to a .duckdb or .parquet file."""
    with report_write_errors(path):
        if path.suffix == ".parquet":
            sink = pyarrow.BufferOutputStream()
            pyarrow.parquet.write_table(runs, sink)
            write_atomically(path, sink.getvalue().to_pybytes())
        else:
            with tempfile.TemporaryDirectory(prefix=".", suffix=".tmp", dir=path.parent) as folder:
                database = Path(folder) / "runs.duckdb"
                try:
                    _fill(database, runs)
                except duckdb.Error as error:
                    # The folder was just made there, so it is the disk that gives out. The name that DuckDB
                    # tells before its reason is none that anybody knows.
                    reason = str(error).splitlines()[0].rpartition('": ')[2]
                    raise OutOfResources(f"cannot write '{path}': {reason}") from None
                os.replace(database, path)


def _fill(database: Path, runs: pyarrow.Table) -> None:
    with contextlib.closing(duckdb.connect(str(database))) as connection:
        connection.register("incoming", runs)
        connection.execute("CREATE TABLE runs AS SELECT * FROM incoming")
        connection.execute("CREATE TABLE meta (key VARCHAR, value VARCHAR)")
        connection.execute("INSERT INTO meta VALUES (?, ?)", [MARK.decode(), VERSION])
        for column in COLUMNS:
            meaning = column.meaning.replace("'", "''")
            connection.execute(f"COMMENT ON COLUMN runs.\"{column.name}\" IS '{meaning}'")


def read_file(path: Path) -> pyarrow.Table:
    """Read the runs of a file that `write_file` wrote; an unknown version is refused."""
    if path.suffix == ".parquet":
        runs = read_parquet(path, "file")
    elif path.suffix == ".duckdb":
        runs = _read_database(path)
    else:
        raise BadInput(f"{path} is neither a .duckdb nor a .parquet file")
    return _as_runs(runs, path)


def _as_runs(runs: pyarrow.Table, path: Path) -> pyarrow.Table:
    """Convert a table to the current columns and types; columns that older files lack are empty."""
    columns = []
    for field, column in zip(SCHEMA, COLUMNS, strict=True):
        if field.name not in runs.column_names:
            found = pyarrow.nulls(len(runs), field.type)
        elif (found := runs.column(field.name)).type != field.type:
            raise BadInput(f"the column {field.name} of {path} is {found.type}, not {column.type}")
        if column.required and found.null_count:
            raise BadInput(f"{path} has a run without {field.name}")
        columns.append(found)
    return pyarrow.Table.from_arrays(columns, schema=SCHEMA)


def read_parquet(path: Path, what: str = "record") -> pyarrow.Table:
    try:
        with pyarrow.parquet.ParquetFile(path) as parquet:
            runs = parquet.read()
    except FileNotFoundError:
        raise BadInput(f"cannot read {path}: No such file or directory") from None
    except (pyarrow.ArrowException, OSError):
        raise BadInput(f"the {what} {path} is damaged; move it away") from None
    refuse_other_version(path, (runs.schema.metadata or {}).get(MARK, b"none").decode(), what)
    return runs.replace_schema_metadata(SCHEMA.metadata)


def _read_database(path: Path) -> pyarrow.Table:
    if not path.is_file():
        raise BadInput(f"cannot read {path}: No such file")
    try:
        # What calls itself the table may be a view, which somebody else has written.
        closed: dict[str, Any] = {"enable_external_access": "false"}
        with contextlib.closing(duckdb.connect(str(path), read_only=True, config=closed)) as connection:
            meta = dict(connection.sql("SELECT key, value FROM meta").fetchall())
            refuse_other_version(path, str(meta.get(MARK.decode(), "none")), "database")
            runs: pyarrow.Table = connection.sql("SELECT * FROM runs").to_arrow_table()
            return runs
    except duckdb.Error as error:
        line = str(error).splitlines()[0]
        raise BadInput(f"the database {path} holds no runs that can be read: {line}") from None
