"""Write recorded runs to DuckDB and Parquet files, and read these files."""

from __future__ import annotations

import contextlib
import hashlib
import json
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
from tilewright.records.sql_sandbox import parquet_bytes

__all__ = ["MARK", "SCHEMA", "read_file", "read_parquet", "refuse_other_version", "runs_bytes", "write_file"]

MARK = b"tilewright.records"
"""The key of the format version in the metadata of a Parquet file and in the `meta` table of a database."""

DIGEST = b"tilewright.sha256"
"""The key of the digest of all values, in the same places as `MARK`. Files that early versions of Tilewright
wrote have no digest."""

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


def refuse_other_version(path: Path, version: str, kind: str = "record") -> None:
    """Raise `BadInput` unless `version`, the format version of a file, is the one that Tilewright reads."""
    if version != VERSION:
        raise BadInput(f"the {kind} {path} has format version {version}; expected {VERSION}")


def runs_bytes(runs: pyarrow.Table) -> bytes:
    """Return the contents of a Parquet file with these runs and the digest of their values."""
    metadata = {**(SCHEMA.metadata or {}), DIGEST: _digest(runs).encode()}
    return parquet_bytes(runs.replace_schema_metadata(metadata))


def _digest(runs: pyarrow.Table) -> str:
    """Return the SHA-256 of the names, types and values of all columns.

    The checksums inside a Parquet file or a database do not cover all bytes; for example, they do not cover the
    footer of a Parquet file. With this digest, every changed value is detected.
    """
    values = runs.to_pydict()
    columns = {field.name: [str(field.type), values[field.name]] for field in runs.schema}
    return hashlib.sha256(json.dumps(columns, sort_keys=True, default=str).encode()).hexdigest()


def write_file(runs: pyarrow.Table, path: Path) -> None:
    """Write the runs atomically to a .duckdb or .parquet file."""
    with report_write_errors(path):
        if path.suffix == ".parquet":
            write_atomically(path, runs_bytes(runs))
            return
        with tempfile.TemporaryDirectory(prefix=".", suffix=".tmp", dir=path.parent) as folder:
            database = Path(folder) / "runs.duckdb"
            try:
                _fill(database, runs)
            except duckdb.Error as error:
                # The temporary folder next to the file could be created, so the likely cause is a full disk.
                # DuckDB's message contains the path of the temporary file; only the text after it is kept.
                reason = str(error).splitlines()[0].rpartition('": ')[2]
                raise OutOfResources(f"cannot write '{path}': {reason}") from None
            os.replace(database, path)


def _fill(database: Path, runs: pyarrow.Table) -> None:
    with contextlib.closing(duckdb.connect(str(database))) as connection:
        connection.register("incoming", runs)
        connection.execute("CREATE TABLE runs AS SELECT * FROM incoming")
        connection.execute("CREATE TABLE meta (key VARCHAR, value VARCHAR)")
        meta = [[MARK.decode(), VERSION], [DIGEST.decode(), _digest(runs)]]
        connection.executemany("INSERT INTO meta VALUES (?, ?)", meta)
        for column in COLUMNS:
            meaning = column.meaning.replace("'", "''")
            connection.execute(f"COMMENT ON COLUMN runs.\"{column.name}\" IS '{meaning}'")


def read_file(path: Path) -> pyarrow.Table:
    """Return the runs in a file that `write_file` wrote; raise `BadInput` if the file cannot be read."""
    if path.suffix == ".parquet":
        runs = read_parquet(path, "file")
    elif path.suffix == ".duckdb":
        runs = _read_database(path)
    else:
        raise BadInput(f"{path} is neither a .duckdb nor a .parquet file")
    return _as_runs(runs, path)


def _as_runs(runs: pyarrow.Table, path: Path) -> pyarrow.Table:
    """Return a table with the current columns; columns that an older file lacks are null.

    Raise `BadInput` if a column has another type, or if a required value is missing.
    """
    columns = []
    for field, column in zip(SCHEMA, COLUMNS, strict=True):
        if field.name not in runs.column_names:
            values = pyarrow.nulls(len(runs), field.type)
        elif (values := runs.column(field.name)).type != field.type:
            raise BadInput(f"the column {field.name} of {path} is {values.type}, not {column.type}")
        if column.required and values.null_count:
            raise BadInput(f"{path} has a run without {field.name}")
        columns.append(values)
    return pyarrow.Table.from_arrays(columns, schema=SCHEMA)


def read_parquet(path: Path, kind: str = "record") -> pyarrow.Table:
    """Return the runs in a Parquet file; `kind` is the noun for the file in error messages."""
    try:
        with pyarrow.parquet.ParquetFile(path, page_checksum_verification=True) as parquet:
            runs = parquet.read()
        metadata = runs.schema.metadata or {}
        digest = _digest(runs)
    except FileNotFoundError:
        raise BadInput(f"cannot read {path}: No such file or directory") from None
    except (pyarrow.ArrowException, OSError, ValueError, OverflowError):
        raise BadInput(f"the {kind} {path} is damaged; move or delete it") from None
    refuse_other_version(path, metadata.get(MARK, b"none").decode(errors="replace"), kind)
    if metadata.get(DIGEST, digest.encode()) != digest.encode():
        raise BadInput(f"the {kind} {path} is damaged: its digest does not match; move or delete it")
    return runs.replace_schema_metadata(SCHEMA.metadata)


def _read_database(path: Path) -> pyarrow.Table:
    if not path.is_file():
        raise BadInput(f"cannot read {path}: No such file")
    try:
        # In a file from an unknown source, `runs` may be a view that reads other files; this setting forbids
        # such reads.
        config: dict[str, Any] = {"enable_external_access": "false"}
        with contextlib.closing(duckdb.connect(str(path), read_only=True, config=config)) as connection:
            meta = dict(connection.sql("SELECT key, value FROM meta").fetchall())
            refuse_other_version(path, str(meta.get(MARK.decode(), "none")), "database")
            runs: pyarrow.Table = connection.sql("SELECT * FROM runs").to_arrow_table()
            if meta.get(DIGEST.decode(), digest := _digest(runs)) != digest:
                raise BadInput(f"the database {path} is damaged: its digest does not match; move or delete it")
            return runs
    except UnicodeDecodeError:
        raise BadInput(f"the database {path} is damaged; move or delete it") from None
    except duckdb.Error as error:
        line = str(error).splitlines()[0]
        raise BadInput(f"the database {path} has no readable table of runs: {line}") from None
