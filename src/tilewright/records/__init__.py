"""Results that do not vanish: every run a small Parquet file, all of them one table to ask by SQL."""

from tilewright.records.record_store import Exported, Records, Runs
from tilewright.records.run_record import COLUMNS, Column, RunRecord
from tilewright.records.sql_sandbox import Table

__all__ = ["COLUMNS", "Column", "Exported", "Records", "RunRecord", "Runs", "Table"]
