"""Recorded runs that come with the package, so that the bench page shows tables and plots before the first run.

The sample runs of the suite in the file ``NAME.toml`` are in ``NAME.sample-runs.json`` in the same folder: a
JSON object with the key ``shared`` for the columns that have the same value in all runs, and the key ``runs``
for a list with the other columns of each run. The sample runs are never added to the user's own records.
``scripts/make_sample_bench_runs.py`` writes these files.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, fields, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from tilewright.bench.suite import Suite
from tilewright.bench.suite_index import suite_file
from tilewright.records import RunRecord

__all__ = ["MACHINE", "as_sample", "read_samples", "sample_file", "write_samples"]

MACHINE = {"processor": "x86-64, sample shipped with Tilewright", "cores": 2, "memory": None, "system": "Linux"}
"""The description of the machine in all sample runs."""

_KEPT_RESULTS = ("game", "solver", "status", "objective", "bound", "unique", "verified", "seconds")


def sample_file(suite: Suite) -> Path:
    """Return the path of the file with the sample runs of a suite, whether the file exists or not."""
    return suite_file(suite.name).with_suffix(".sample-runs.json")


def read_samples(suite: Suite) -> list[RunRecord]:
    """Return the sample runs of a suite; an empty list if it has none."""
    file = sample_file(suite)
    if not file.is_file():
        return []
    data = json.loads(file.read_text("utf-8"))
    rows = [{**data["shared"], **run} for run in data["runs"]]
    return [RunRecord(**{**row, "started_at": datetime.fromisoformat(row["started_at"])}) for row in rows]


def as_sample(row: RunRecord, number: int) -> RunRecord:
    """Return a copy of a run as sample `number`, without details about the machine, the files or the search."""
    answer = {key: value for key, value in row.answer.items() if key in _KEPT_RESULTS}
    return replace(
        row,
        run=f"sample-{number}",
        sitting="sample",
        machine=json.dumps(MACHINE),
        commit=None,
        instance_file=None,
        solution_file=None,
        result=json.dumps(answer) if answer else None,
    )


def write_samples(file: Path, rows: Sequence[RunRecord]) -> None:
    """Write sample runs; columns without a value are left out."""
    columns = [_columns(row) for row in rows]
    names = [each.name for each in fields(RunRecord)]
    shared = {
        name: columns[0][name]
        for name in names
        if all(name in row and row[name] == columns[0][name] for row in columns)
    }
    runs = [{name: row[name] for name in names if name in row and name not in shared} for row in columns]
    lines = ",\n".join(json.dumps(run) for run in runs)
    file.write_text(f'{{"shared": {json.dumps(shared)},\n"runs": [\n{lines}\n]}}\n', "utf-8")


def _columns(row: RunRecord) -> dict[str, Any]:
    """Return the columns that have a value, with floats rounded to six decimal places."""
    values = {name: value for name, value in asdict(row).items() if value is not None}
    rounded = {name: round(value, 6) for name, value in values.items() if isinstance(value, float)}
    return {**values, **rounded, "started_at": row.started_at.isoformat()}
