"""The Python interface of the bench: run a suite, report its recorded runs, and open the records."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tilewright.bench.report import Report, report
from tilewright.bench.suite import Suite
from tilewright.bench.suite_index import find_suite
from tilewright.bench.suite_run import run_suite, suite_rows
from tilewright.console import data_folder
from tilewright.errors import BadInput
from tilewright.records import Exported, Records, Runs
from tilewright.running import executor_named

__all__ = ["last_report", "run", "runs"]


def runs(data: str | Path | None = None, source: str | Path | None = None) -> Runs:
    """Return the recorded runs of a data folder (by default, the user's data folder), or of an exported file.

    The methods `to_arrow` and `to_pandas` return the runs as a table, and `sql` queries them.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     runs(folder).sql("SELECT count(*) AS runs FROM runs").to_pandas()["runs"].tolist()
    [0]
    """
    return Records(data_folder(data) / "records") if source is None else Exported(Path(source))


def run(
    suite: Suite | str,
    *,
    repeats: int | None = None,
    time_limit: float | None = None,
    fresh: bool = False,
    where: str = "here",
    data: str | Path | None = None,
    on_line: Callable[[str], None] | None = None,
    cancel: threading.Event | None = None,
) -> Report:
    """Carry out the runs of a suite that are not recorded yet (with `fresh`, all runs); return the report.

    `suite` is a suite, its name, or the path of a .toml file. `on_line` is called with a line of text after
    each run that was carried out, and for each solver that is left out.
    """
    chosen = find_suite(suite) if isinstance(suite, str) else suite
    if repeats is not None:
        chosen = replace(chosen, repeats=repeats)
    if time_limit is not None:
        chosen = replace(chosen, time_limit=time_limit)
    records = Records(data_folder(data) / "records")
    executor = None if where == "here" else executor_named(where)
    rows = run_suite(chosen, records, fresh=fresh, executor=executor, on_line=on_line, cancel=cancel)
    return report(chosen, rows)


def last_report(
    suite: Suite | str, *, data: str | Path | None = None, source: str | Path | None = None
) -> Report:
    """Return the report of the recorded runs of a suite; raise `BadInput` if the suite has not been run."""
    chosen = find_suite(suite) if isinstance(suite, str) else suite
    rows = suite_rows(chosen, runs(data, source))
    if not rows:
        line = f"run it with: tilewright bench run {chosen.name}"
        raise BadInput(f"the suite {chosen.name} has not been run yet; {line}")
    return report(chosen, rows)
