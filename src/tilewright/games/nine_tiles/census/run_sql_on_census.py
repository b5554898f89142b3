"""SQL queries on the tables of the census."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

import duckdb

from tilewright.games.nine_tiles.census.read_census import Census
from tilewright.records.sql_sandbox import Table, open_database, select_arrow

__all__ = ["connect_census", "query_census"]

QUERY_MEMORY = "1GB"
"""The memory limit for a query."""


@contextmanager
def connect_census(census: Census) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the database of the census for queries that can read its tables and nothing else."""
    with closing(open_database(census.database, QUERY_MEMORY)) as connection:
        yield connection


def query_census(census: Census, query: str, time_limit: float | None = None) -> Table:
    """Return the whole result of one SELECT statement; raise `QueryTimeout` at the time limit."""
    with connect_census(census) as connection:
        rows = select_arrow(connection, query, time_limit)
    columns = [column.to_pylist() for column in rows.columns]
    return Table(tuple(rows.column_names), tuple(zip(*columns, strict=True)))
