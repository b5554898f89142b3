"""The SQL sandbox for a database file: it is read-only, and queries have time and memory limits."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from tilewright.errors import BadInput, OutOfResources
from tilewright.records.sql_sandbox import QueryTimeout, open_database, select, select_arrow, select_first

ENDLESS = "SELECT count(*) FROM range(1000000000000000)"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "numbers.duckdb"
    with closing(duckdb.connect(str(path))) as connection:
        connection.execute("CREATE TABLE numbers AS SELECT range AS n FROM range(10)")
    return path


def test_the_first_rows_are_returned_with_a_flag_for_completeness(database: Path) -> None:
    with closing(open_database(database, "100MB")) as connection:
        table, complete = select_first(connection, "SELECT n FROM numbers ORDER BY n", 3, 60)
        assert (table.columns, table.rows, complete) == (("n",), ((0,), (1,), (2,)), False)
        assert select_first(connection, "SELECT n FROM numbers", 10, 60)[1]
        assert select_arrow(connection, "SELECT n FROM numbers", 60).num_rows == 10


def test_a_query_is_stopped_at_its_time_limit_and_the_connection_stays_usable(database: Path) -> None:
    with closing(open_database(database, "100MB")) as connection:
        with pytest.raises(QueryTimeout):
            select_first(connection, ENDLESS, 1, 0.1)
        with pytest.raises(QueryTimeout):
            select_arrow(connection, ENDLESS, 0.1)
        assert select(connection, "SELECT sum(n) FROM numbers").rows == ((45,),)


def test_a_query_that_needs_too_much_memory_is_reported(database: Path) -> None:
    with closing(open_database(database, "20MB")) as connection, pytest.raises(OutOfResources) as caught:
        select(connection, "SELECT count(DISTINCT range) FROM range(50000000)")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("INSERT INTO numbers VALUES (1)", "expected one SELECT statement, not INSERT"),
        ("SELECT 1; SELECT 2", "expected one SELECT statement, not 2"),
        ("SELECT * FROM read_text('/etc/hostname')", "Permission Error"),
        ("SELECT m FROM numbers", "LINE 1: SELECT m"),
    ],
)
def test_a_query_can_only_read_the_tables_of_the_file(database: Path, query: str, message: str) -> None:
    with closing(open_database(database, "100MB")) as connection, pytest.raises(BadInput) as caught:
        select(connection, query)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_a_database_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "text.duckdb").write_text("not a database")
    with pytest.raises(BadInput, match=r"text\.duckdb cannot be read") as caught:
        open_database(tmp_path / "text.duckdb", "100MB")
    assert "\n" not in str(caught.value)
