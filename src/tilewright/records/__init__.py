"""Records of benchmark runs: one small Parquet file per run, queried together by SQL."""

from tilewright.records.record_store import Exported, Records, Runs
from tilewright.records.run_record import COLUMNS, Column, RunRecord
from tilewright.records.sql_sandbox import Table

__all__ = ["COLUMNS", "Column", "Exported", "Records", "RunRecord", "Runs", "Table"]
