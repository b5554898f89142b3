"""Create the sample records that the bench page shows to people who have no records of their own.

    .venv/bin/python scripts/make_sample_bench_runs.py [SUITE ...]

The script runs one pass of each named suite; without arguments, of every suite whose name ends in ``/quick``.
The runs are recorded in a temporary folder, so the user's own records are neither used nor changed. Run the
script on an idle machine. Run it again if a test reports that sample records do not match their suite.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tilewright.bench.sample_runs import as_sample, sample_file, write_samples
from tilewright.bench.suite_index import find_suite, suites
from tilewright.bench.suite_run import run_suite
from tilewright.records import Records


def make(name: str) -> None:
    """Run a suite once and write its sample file."""
    suite = find_suite(name)
    with TemporaryDirectory(prefix="tilewright-") as folder:
        rows = run_suite(replace(suite, repeats=1), Records(Path(folder)), on_line=print)
    write_samples(sample_file(suite), [as_sample(row, number) for number, row in enumerate(rows, 1)])
    print(f"{sample_file(suite).name} of {name}: {len(rows)} runs")


def main() -> None:
    for name in sys.argv[1:] or [suite.name for suite in suites() if suite.name.endswith("/quick")]:
        make(name)


if __name__ == "__main__":
    main()
