"""Records: every run is stored in its own file, all runs form one table, and queries are sandboxed."""

from __future__ import annotations

import csv
import dataclasses
import errno
import json
import os
import threading
from datetime import datetime
from pathlib import Path
from typing import Any

import duckdb
import pyarrow
import pyarrow.parquet
import pytest

from tilewright.errors import BadInput, OutOfResources
from tilewright.records import COLUMNS, Exported, Records, RunRecord, Table


def a_run(number: int, **changes: Any) -> RunRecord:
    return dataclasses.replace(
        RunRecord(
            run=f"run-{number}",
            key=f"{number:064}",
            sitting="today",
            kind="solve",
            suite="a/quick",
            game="a",
            instance="small",
            solver="exact",
            label="exact",
            options="{}",
            repeat=0,
            status="optimal",
            objective=number,
            bound=number,
            verified=True,
            seconds=number / 10,
            started_at=datetime(2024, 5, 17, 12, 0, number % 60),
            tilewright="0.1.0",
            versions="{}",
            machine="{}",
        ),
        **changes,
    )


@pytest.fixture
def records(tmp_path: Path) -> Records:
    store = Records(tmp_path / "records")
    for number in range(3):
        store.add(a_run(number))
    return store


def test_a_stored_run_is_read_back_unchanged(records: Records) -> None:
    assert records.rows() == [a_run(0), a_run(1), a_run(2)]


def test_runs_are_listed_in_the_order_in_which_they_started(records: Records) -> None:
    records.add(a_run(9, started_at=datetime(2020, 1, 1)))
    assert [row.run for row in Records(records.folder).rows()] == ["run-9", "run-0", "run-1", "run-2"]


def test_rows_can_be_limited_to_one_suite(records: Records) -> None:
    records.add(a_run(3, suite="b/quick"))
    assert [row.run for row in records.rows("b/quick")] == ["run-3"]


def test_loaded_runs_are_read_only_once(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    records.add(a_run(9, suite="b/quick"))
    loaded = records.loaded()
    monkeypatch.setattr(Records, "table", lambda self: pytest.fail("read again"))
    assert [row.run for row in loaded.rows()] == ["run-0", "run-1", "run-2", "run-9"]
    assert [row.run for row in loaded.rows("b/quick")] == ["run-9"]
    assert loaded.sql("SELECT count(*) FROM runs").rows == ((4,),)


def test_a_folder_without_runs_is_an_empty_table(tmp_path: Path) -> None:
    assert Records(tmp_path / "none").rows() == []
    assert Records(tmp_path / "none").sql("SELECT count(*) AS n FROM runs") == Table(("n",), ((0,),))


def test_the_table_has_the_documented_columns_and_types(records: Records) -> None:
    described = records.sql("SELECT column_name, column_type FROM (DESCRIBE runs)")
    assert described.rows == tuple((column.name, column.type) for column in COLUMNS)


def test_every_column_is_documented() -> None:
    document = (Path(__file__).parents[2] / "docs" / "bench.md").read_text()
    for column in COLUMNS:
        assert f"| `{column.name}` | {column.type} | {column.meaning} |" in document


def test_a_query_returns_columns_and_rows(records: Records) -> None:
    table = records.sql("SELECT label, max(objective) AS best, avg(seconds) AS mean FROM runs GROUP BY label")
    assert table.columns == ("label", "best", "mean")
    assert json.loads(json.dumps(table.to_json())) == {
        "columns": ["label", "best", "mean"],
        "rows": [["exact", 2, pytest.approx(0.1)]],
    }


def test_values_of_every_type_can_be_converted_to_json(records: Records) -> None:
    table = records.sql(
        "SELECT *, [1, 2] AS list, {'a': 1.5::DECIMAL(5, 2)} AS record, 'x'::BLOB AS blob,"
        " ['nan'::DOUBLE, '-inf'::DOUBLE] AS endless FROM runs"
    )
    row = dict(
        zip(table.columns, json.loads(json.dumps(table.to_json(), allow_nan=False))["rows"][0], strict=True)
    )
    assert row["started_at"] == "2024-05-17T12:00:00"
    assert row["list"] == [1, 2]
    assert row["record"] == {"a": 1.5}
    assert row["blob"] == "78"
    assert row["endless"] == [None, None]


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM '{folder}/secret.csv'",
        "SELECT * FROM read_csv('{folder}/secret.csv')",
        "SELECT * FROM read_text('{folder}/secret.csv')",
        "SELECT * FROM glob('{folder}/*')",
        "SELECT * FROM incoming",
        "SELECT getenv('HOME')",
    ],
)
def test_a_query_cannot_read_files(records: Records, tmp_path: Path, query: str) -> None:
    (tmp_path / "secret.csv").write_text("secret\n42\n")
    with pytest.raises(BadInput) as caught:
        records.sql(query.format(folder=tmp_path))
    assert str(caught.value).startswith("SQL: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "query",
    [
        "COPY runs TO '{folder}/out.csv'",
        "ATTACH '{folder}/out.db'",
        "EXPORT DATABASE '{folder}/out'",
        "DROP TABLE runs",
        "INSERT INTO runs SELECT * FROM runs",
        "SET enable_external_access = true",
        "INSTALL httpfs",
        "SELECT 1; SELECT 2",
        "PRAGMA database_list",
        "",
        "-- nothing",
    ],
)
def test_a_query_that_is_not_one_select_is_refused(records: Records, tmp_path: Path, query: str) -> None:
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(BadInput, match="expected one SELECT"):
        records.sql(query.format(folder=tmp_path))
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    "query", ["SELEC 1", "SELECT nonsense FROM runs", "SELECT 'x'::INTEGER", "SELECT (", "\0"]
)
def test_bad_sql_is_reported_in_one_line(records: Records, query: str) -> None:
    with pytest.raises(BadInput) as caught:
        records.sql(query)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", [None, "found.csv", "found.parquet"])
def test_an_endless_query_can_be_cancelled(records: Records, tmp_path: Path, name: str | None) -> None:
    cancel = threading.Event()
    cancel.set()
    endless = "SELECT count(*) FROM range(1000000000000000)"
    with pytest.raises(KeyboardInterrupt):
        _ = records.sql(endless, cancel) if name is None else records.export(tmp_path / name, endless, cancel)
    assert records.sql("SELECT count(*) FROM runs", threading.Event()).rows == ((3,),)


def test_a_number_too_large_for_its_column_is_only_in_the_json(tmp_path: Path) -> None:
    records = Records(tmp_path)
    large = 10**40
    records.add(a_run(1, objective=large, bound=10**37, result=json.dumps({"objective": large})))
    [row] = records.rows()
    assert (row.objective, row.bound) == (None, 10**37)
    assert json.loads(row.result or "")["objective"] == large


def test_runs_can_be_exported(records: Records, tmp_path: Path) -> None:
    assert records.export(tmp_path / "runs.csv") == 3
    with (tmp_path / "runs.csv").open() as stream:
        assert [row["run"] for row in csv.DictReader(stream)] == ["run-0", "run-1", "run-2"]
    assert records.export(tmp_path / "runs.parquet", "SELECT run FROM runs WHERE objective > 0 ORDER BY 1") == 2
    assert pyarrow.parquet.read_table(tmp_path / "runs.parquet").to_pydict() == {"run": ["run-1", "run-2"]}


@pytest.mark.parametrize("name", ["runs.duckdb", "runs.parquet"])
def test_an_exported_file_contains_the_same_runs(records: Records, tmp_path: Path, name: str) -> None:
    records.add(a_run(4, objective=10**37, objective_real=0.5, verified=None))
    assert records.export(tmp_path / name) == 4
    assert records.export(tmp_path / name) == 4, "a file that exists is replaced"
    exported = Exported(tmp_path / name)
    assert exported.rows() == records.rows()
    assert exported.sql("SELECT run FROM runs").rows == tuple((f"run-{n}",) for n in (0, 1, 2, 4))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["records", name]


def test_an_exported_database_describes_its_columns(records: Records, tmp_path: Path) -> None:
    records.export(tmp_path / "runs.duckdb")
    with duckdb.connect(str(tmp_path / "runs.duckdb"), read_only=True) as connection:
        meta = dict(connection.sql("FROM meta").fetchall())
        assert meta.keys() == {"tilewright.records", "tilewright.sha256"}
        assert meta["tilewright.records"] == "1"
        columns = connection.sql(
            "SELECT column_name, data_type, comment FROM duckdb_columns() WHERE table_name = 'runs'"
        ).fetchall()
    assert columns == [(column.name, column.type, column.meaning) for column in COLUMNS]


WITHOUT_DIGEST = "DELETE FROM meta WHERE key = 'tilewright.sha256'"
"""SQL that removes the digest from a database, because the digest would reveal other changes.

Databases of earlier versions have no digest."""


def test_an_exported_file_without_a_newer_column_can_be_read(records: Records, tmp_path: Path) -> None:
    records.export(tmp_path / "runs.duckdb")
    with duckdb.connect(str(tmp_path / "runs.duckdb")) as connection:
        connection.execute("ALTER TABLE runs DROP COLUMN peak_bytes")
        connection.execute(WITHOUT_DIGEST)
    assert [row.peak_bytes for row in Exported(tmp_path / "runs.duckdb").rows()] == [None] * 3


@pytest.mark.parametrize(
    "statement", ["DROP TABLE meta", "DROP TABLE runs", "DELETE FROM meta", "UPDATE meta SET value = '2'"]
)
def test_a_database_without_tilewright_runs_is_refused(
    records: Records, tmp_path: Path, statement: str
) -> None:
    file = tmp_path / "runs.duckdb"
    records.export(file)
    with duckdb.connect(str(file)) as connection:
        connection.execute(statement)
    with pytest.raises(
        BadInput, match=r"the database .*runs\.duckdb (has format version|has no readable table)"
    ) as caught:
        Exported(file)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("statements", "line"),
    [
        (["ALTER TABLE runs ALTER seconds TYPE VARCHAR"], "the column seconds of .* is string, not DOUBLE"),
        (["ALTER TABLE runs DROP COLUMN label"], "has a run without label"),
        (["UPDATE runs SET machine = NULL"], "has a run without machine"),
        (
            [
                "ALTER TABLE runs RENAME TO kept",
                "CREATE VIEW runs AS FROM kept SELECT * REPLACE ((FROM read_csv('{0}') LIMIT 1) AS label)",
            ],
            "file system operations are disabled",
        ),
    ],
)
def test_a_modified_database_is_refused(
    records: Records, tmp_path: Path, statements: list[str], line: str
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("x")
    file = tmp_path / "runs.duckdb"
    records.export(file)
    with duckdb.connect(str(file)) as connection:
        for statement in [*statements, WITHOUT_DIGEST]:
            connection.execute(statement.format(secret))
    with pytest.raises(BadInput, match=line):
        Exported(file)


@pytest.mark.parametrize("name", ["bad.duckdb", "bad.parquet"])
def test_a_damaged_export_is_reported_with_its_path(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"x" * 5000)
    with pytest.raises(BadInput, match=name):
        Exported(tmp_path / name)


def test_a_full_disk_leaves_the_existing_export_unchanged(
    records: Records, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "runs.duckdb"
    records.export(file)
    before = file.read_bytes()

    def fill(source: object, target: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def refuse(path: str) -> object:
        raise duckdb.IOException(f'IO Error: Could not write file "{path}": No space left on device')

    with monkeypatch.context() as patch:
        patch.setattr(duckdb, "connect", refuse)
        with pytest.raises(OutOfResources, match=r"cannot write '.*runs\.duckdb': No space left on device"):
            records.export(file)
    monkeypatch.setattr(os, "replace", fill)
    with pytest.raises(OutOfResources, match="No space left on device"):
        records.export(file)
    assert file.read_bytes() == before
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["records", "runs.duckdb"]


@pytest.mark.parametrize("name", ["runs.xlsx", "runs", "nowhere/runs.csv", "nowhere/runs.duckdb"])
def test_an_export_to_an_invalid_path_is_refused(records: Records, tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput):
        records.export(tmp_path / name)


def test_a_record_with_an_unknown_version_is_refused(records: Records) -> None:
    file = records.folder / "runs" / "run-1.parquet"
    table = pyarrow.parquet.read_table(file).replace_schema_metadata({b"tilewright.records": b"99"})
    pyarrow.parquet.write_table(table, file)
    with pytest.raises(BadInput, match=r"run-1\.parquet has format version 99; expected 1"):
        records.rows()


def test_a_record_without_a_newer_column_can_be_read(records: Records) -> None:
    file = records.folder / "runs" / "run-1.parquet"
    table = pyarrow.parquet.read_table(file)
    metadata = {b"tilewright.records": b"1"}
    pyarrow.parquet.write_table(table.drop_columns(["peak_bytes"]).replace_schema_metadata(metadata), file)
    assert [row.run for row in records.rows()] == ["run-0", "run-1", "run-2"]


def test_a_changed_value_of_a_record_is_noticed(records: Records) -> None:
    file = records.folder / "runs" / "run-1.parquet"
    table = pyarrow.parquet.read_table(file)
    changed = table.set_column(table.column_names.index("seed"), "seed", pyarrow.array([99], pyarrow.int64()))
    pyarrow.parquet.write_table(changed.replace_schema_metadata(table.schema.metadata), file)
    with pytest.raises(BadInput, match=r"run-1\.parquet is damaged: its digest does not match"):
        records.rows()


def test_a_changed_value_of_an_exported_database_is_noticed(records: Records, tmp_path: Path) -> None:
    database = tmp_path / "runs.duckdb"
    records.export(database)
    with duckdb.connect(str(database)) as connection:
        connection.execute("UPDATE runs SET seed = 99 WHERE run = 'run-1'")
    with pytest.raises(BadInput, match=r"runs\.duckdb is damaged: its digest does not match"):
        Exported(database)


def test_a_damaged_instance_is_written_again(records: Records) -> None:
    _, file = records.keep_instance("3,4")
    file.write_text("3,5")
    records.keep_instance("3,4")
    assert file.read_text() == "3,4"


@pytest.mark.parametrize("content", [b"", b"PAR1 not quite", b"x" * 1000])
def test_a_damaged_record_is_reported_with_its_path(records: Records, content: bytes) -> None:
    (records.folder / "runs" / "run-1.parquet").write_bytes(content)
    with pytest.raises(BadInput, match=r"run-1\.parquet is damaged"):
        records.rows()


def test_a_full_disk_loses_no_stored_run(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fill)
        with pytest.raises(OutOfResources, match="No space left on device"):
            records.add(a_run(7))
    assert len(records.rows()) == 3
    assert sorted(file.name for file in (records.folder / "runs").iterdir()) == [
        f"run-{number}.parquet" for number in range(3)
    ]


def test_a_folder_that_cannot_be_created_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="cannot write"):
        Records(tmp_path / "file").prepare()
