"""Runs as one file to give away: a DuckDB database or a Parquet file; both tell the version of their table."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

import duckdb
import pyarrow
import pyarrow.parquet

from tilewright.errors import BadInput
from tilewright.files import storing, write_whole
from tilewright.records.record import COLUMNS, VERSION

__all__ = ["MARK", "SCHEMA", "read_file", "read_parquet", "refuse_other_version", "write_file"]

MARK = b"tilewright.records"
"""The key under which a Parquet file tells its version; in a database, in the table `meta`, without the b."""

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
    """Write the runs to a .duckdb or .parquet file, which appears whole or not at all."""
    with storing(path):
        if path.suffix == ".parquet":
            sink = pyarrow.BufferOutputStream()
            pyarrow.parquet.write_table(runs, sink)
            write_whole(path, sink.getvalue().to_pybytes())
        else:
            with tempfile.TemporaryDirectory(prefix=".", suffix=".tmp", dir=path.parent) as folder:
                database = Path(folder) / "runs.duckdb"
                _fill(database, runs)
                os.replace(database, path)


def _fill(database: Path, runs: pyarrow.Table) -> None:
    try:
        with contextlib.closing(duckdb.connect(str(database))) as connection:
            connection.register("incoming", runs)
            connection.execute("CREATE TABLE runs AS SELECT * FROM incoming")
            connection.execute("CREATE TABLE meta (key VARCHAR, value VARCHAR)")
            connection.execute("INSERT INTO meta VALUES (?, ?)", [MARK.decode(), VERSION])
            for column in COLUMNS:
                meaning = column.meaning.replace("'", "''")
                connection.execute(f"COMMENT ON COLUMN runs.\"{column.name}\" IS '{meaning}'")
    except duckdb.Error as error:
        # DuckDB tells of a full disk in an error of its own.
        raise OSError(None, str(error).splitlines()[0]) from None


def read_file(path: Path) -> pyarrow.Table:
    """The runs of a file that `write_file` wrote; another version is refused by name."""
    if path.suffix == ".parquet":
        runs = read_parquet(path, "file")
    elif path.suffix == ".duckdb":
        runs = _read_database(path)
    else:
        raise BadInput(f"{path} is neither a .duckdb nor a .parquet file")
    # A column that came later is empty in older rows.
    return pyarrow.concat_tables([SCHEMA.empty_table(), runs], promote_options="default").select(SCHEMA.names)


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
        with contextlib.closing(duckdb.connect(str(path), read_only=True)) as connection:
            meta = dict(connection.sql("SELECT key, value FROM meta").fetchall())
            refuse_other_version(path, str(meta.get(MARK.decode(), "none")), "database")
            runs: pyarrow.Table = connection.sql("SELECT * FROM runs").to_arrow_table()
            return runs
    except duckdb.Error as error:
        line = str(error).splitlines()[0]
        raise BadInput(f"the database {path} holds no runs that can be read: {line}") from None
