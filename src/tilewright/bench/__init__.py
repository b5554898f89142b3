"""Benchmarks: suites of instances and solvers, with interleaved runs, records and reports.

    import tilewright as tw
    report = tw.bench.run("powers/quick", time_limit=20)
    report.to_pandas()
    tw.bench.runs().sql("SELECT label, median(seconds) FROM runs GROUP BY label").to_pandas()

This module imports its functions when they are first used, so that listing the suites loads neither DuckDB nor
the code that starts processes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from .python_interface import last_report, run, runs
    from .suite_index import find_suite, suites

__all__ = ["find_suite", "last_report", "run", "runs", "suites"]

__getattr__, __dir__ = lazy_exports(
    __name__, {"python_interface": ["last_report", "run", "runs"], "suite_index": ["find_suite", "suites"]}
)
