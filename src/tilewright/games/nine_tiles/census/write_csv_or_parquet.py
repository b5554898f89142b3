"""Write Arrow tables to CSV or Parquet files."""

from __future__ import annotations

from pathlib import Path

import pyarrow
import pyarrow.csv

from tilewright.errors import BadInput
from tilewright.files import report_write_errors, write_atomically
from tilewright.records.sql_sandbox import parquet_bytes

__all__ = ["require_table_name", "write_table"]


def require_table_name(path: Path) -> None:
    """Raise `BadInput` unless the file name ends in .csv or .parquet."""
    if path.suffix not in (".csv", ".parquet"):
        raise BadInput(f"{path} is neither a .csv nor a .parquet file")


def write_table(table: pyarrow.Table, path: Path) -> None:
    """Write a table to a .csv or .parquet file."""
    require_table_name(path)
    if path.suffix == ".csv":
        sink = pyarrow.BufferOutputStream()
        pyarrow.csv.write_csv(table, sink)
        data = sink.getvalue().to_pybytes()
    else:
        data = parquet_bytes(table)
    with report_write_errors(path):
        write_atomically(path, data)
