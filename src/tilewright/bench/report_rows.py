"""The rows of a report: the runs of one solver on one instance, compared with other solvers on that instance.

A ratio is the time of a solver divided by the time of the baseline in the same pass of the same sitting. With
several passes, the ratio is the geometric mean over the passes, with a confidence interval if there are at
least three. If the two solvers have no such pass in common, the geometric means of their times are divided, and
the ratio is marked with ~. The baseline is the solver that the suite specifies or, if it specifies none, the
fastest solver on the instance. Only conclusive answers (optimal, satisfied, infeasible) are compared; if there
are none, answers with equal objectives are compared, provided that their solvers ended before the time limit. A
solver that was stopped by the time limit has no ratio.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, geometric_mean, median

from tilewright.bench.number_and_table_formats import ratio_with_interval, seconds
from tilewright.bench.ratio_means import Mean
from tilewright.game import Status
from tilewright.records import RunRecord

__all__ = ["ReportRow", "instance_lines", "settles", "stopped"]

SETTLED = (Status.OPTIMAL, Status.SATISFIED, Status.INFEASIBLE, "done")
_INSTANT = 1e-6
"""Shorter times are rounded up to this number of seconds, so that the divisor of a ratio is never zero."""
_NEAR = 0.9
"""An inconclusive run that takes at least this fraction of the time limit counts as stopped by the limit."""


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A row of a report: the runs of one solver on one instance, or of one command."""

    instance: str
    label: str
    status: str
    objective: int | float | None
    """The objective of the last run that has an objective."""
    runs: int
    median: float | None
    least: float | None
    most: float | None
    cpu: float | None
    peak_bytes: int | None
    parts: int | None
    size: float | None
    solved: bool
    """Whether the solver solved the instance: every run was conclusive or, if no solver achieved this on the
    instance, every run found a solution and ended before the time limit."""
    par2: float
    """The mean time in seconds; an unsolved run counts as twice the time limit."""
    ratio: float | None = None
    ratio_low: float | None = None
    ratio_high: float | None = None
    objectives: tuple[int | float, ...] = ()
    """The distinct objectives of the runs, in ascending order."""
    paired: bool = True
    """Whether the ratio compares runs in the same pass of the same sitting (one call of `bench run`)."""
    import_cpu: float | None = None
    """The median CPU seconds that a command used to start Python and to import modules; the next three fields
    cover the other phases."""
    compile_cpu: float | None = None
    load_cpu: float | None = None
    work_cpu: float | None = None
    compiled_functions: int | None = None
    """The largest number of functions that any run of the command compiled."""
    loaded_kernels: int | None = None

    @property
    def settled(self) -> bool:
        """Whether every run was conclusive: optimal, satisfied or infeasible; for a command, done."""
        return all(status in SETTLED for status in self.status.split("/"))

    @property
    def time(self) -> float | None:
        """The time for plots: the median in seconds if the solver solved the instance, else None."""
        return self.median if self.solved else None

    def cells(self) -> dict[str, object]:
        objectives = self.objectives
        ratio = ratio_with_interval(self.ratio, self.ratio_low, self.ratio_high)
        return {
            "instance": self.instance,
            "solver": self.label,
            "status": self.status,
            "objective": self.objective if len(objectives) < 2 else f"{objectives[0]} to {objectives[-1]}",
            "runs": self.runs,
            "median s": seconds(self.median),
            "min s": seconds(self.least),
            "max s": seconds(self.most),
            "ratio": ratio if self.paired else f"~{ratio}",
            "cpu s": seconds(self.cpu),
            "import s": seconds(self.import_cpu),
            "compile s": seconds(self.compile_cpu),
            "load s": seconds(self.load_cpu),
            "work s": seconds(self.work_cpu),
            "compiled": self.compiled_functions,
            "loaded": self.loaded_kernels,
            "MiB": None if self.peak_bytes is None else round(self.peak_bytes / 2**20),
        }


def settles(row: RunRecord) -> bool:
    return row.status in SETTLED


def stopped(row: RunRecord, time_limit: float) -> bool:
    """Return whether the time limit or a failure ended a run; the measured time is then only a lower bound."""
    if settles(row):
        return False
    return row.failure is not None or row.seconds is None or row.seconds >= _NEAR * time_limit


def instance_lines(
    groups: Mapping[str, Sequence[RunRecord]], baseline: str | None, time_limit: float
) -> list[ReportRow]:
    """Build the report rows of one instance from the run records, which are grouped by solver label."""
    solved = _solved(groups, time_limit)
    lines = {label: _line(rows, label in solved, time_limit) for label, rows in groups.items()}
    base = baseline or min(solved, key=lambda label: _typical(groups[label]), default=None)
    if base in solved and len(groups) > 1:
        for label in solved:
            if lines[label].settled or lines[label].objectives == lines[base].objectives:
                lines[label] = _compared(lines[label], groups[label], groups[base])
    return list(lines.values())


def _line(rows: Sequence[RunRecord], solved: bool, time_limit: float) -> ReportRow:
    times = [row.seconds for row in rows if row.seconds is not None]
    objectives = [value for row in rows if (value := row.answer.get("objective")) is not None]
    return ReportRow(
        instance=rows[0].instance,
        label=rows[0].label,
        status="/".join(sorted({row.status for row in rows})),
        objective=objectives[-1] if objectives else None,
        runs=len(rows),
        median=median(times) if times else None,
        least=min(times, default=None),
        most=max(times, default=None),
        cpu=_median(row.cpu_seconds for row in rows),
        peak_bytes=_largest(row.peak_bytes for row in rows),
        parts=rows[-1].parts,
        size=rows[-1].size,
        solved=solved,
        par2=fmean(
            row.seconds if row.seconds is not None and (solved or settles(row)) else 2 * time_limit
            for row in rows
        ),
        objectives=tuple(sorted(set(objectives))),
        import_cpu=_median(row.import_cpu_seconds for row in rows),
        compile_cpu=_median(row.compile_cpu_seconds for row in rows),
        load_cpu=_median(row.load_cpu_seconds for row in rows),
        work_cpu=_median(row.work_cpu_seconds for row in rows),
        compiled_functions=_largest(row.compiled_functions for row in rows),
        loaded_kernels=_largest(row.loaded_kernels for row in rows),
    )


def _median(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None


def _largest(values: Iterable[int | None]) -> int | None:
    return max((value for value in values if value is not None), default=None)


def _solved(groups: Mapping[str, Sequence[RunRecord]], time_limit: float) -> list[str]:
    """Return the solvers all of whose runs were conclusive.

    If there are none, return the solvers all of whose runs found a solution and ended before the limit.
    """
    settled = [
        label
        for label, rows in groups.items()
        if all(map(settles, rows)) and any(row.seconds is not None for row in rows)
    ]
    return settled or [
        label
        for label, rows in groups.items()
        if all(row.status == Status.FEASIBLE and not stopped(row, time_limit) for row in rows)
    ]


def _compared(line: ReportRow, rows: Sequence[RunRecord], base: Sequence[RunRecord]) -> ReportRow:
    if line.label == base[0].label:
        return replace(line, ratio=1.0)
    others = {(row.sitting, row.repeat): row for row in base}
    pairs = [(row, others[key]) for row in rows if (key := (row.sitting, row.repeat)) in others]
    if not pairs:
        return replace(line, ratio=_typical(rows) / _typical(base), paired=False)
    ratio, low, high = Mean.of([_time(own) / _time(other) for own, other in pairs])
    return replace(line, ratio=ratio, ratio_low=low, ratio_high=high)


def _typical(rows: Sequence[RunRecord]) -> float:
    return geometric_mean([_time(row) for row in rows])


def _time(row: RunRecord) -> float:
    return max(row.seconds or 0.0, _INSTANT)
