"""Results that do not vanish: every run a small Parquet file, all of them one table to ask by SQL."""

from tilewright.records.record import COLUMNS, Column, RunRecord
from tilewright.records.store import Exported, Records, Runs
from tilewright.records.table import Table, ask

__all__ = ["COLUMNS", "Column", "Exported", "Records", "RunRecord", "Runs", "Table", "ask"]
