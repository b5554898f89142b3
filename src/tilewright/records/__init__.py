"""Records of benchmark runs: each record is a small Parquet file, and all runs can be queried with SQL."""

from tilewright.optional_packages import named_extras

with named_extras():
    from tilewright.records.run_record import COLUMNS, Column, RunRecord
    from tilewright.records.run_record_store import Exported, Records, Runs
    from tilewright.records.sql_sandbox import Table

__all__ = ["COLUMNS", "Column", "Exported", "Records", "RunRecord", "Runs", "Table"]
