"""The rows of a report: the runs of one solver on one instance, compared with other solvers on that instance.

A ratio is the time of a solver divided by the time of the baseline in the same pass of the same session. With
several passes, the ratio is the geometric mean over the passes, with a confidence interval. The baseline is the
solver that the suite specifies, else the fastest solver. Only conclusive answers are compared; if there are
none, answers with equal objectives are compared if their solvers ended before the time limit. A solver that was
stopped by the time limit has no ratio.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, geometric_mean, median

from tilewright.bench.confidence_intervals import Mean
from tilewright.bench.number_formats import ratio_with_interval, seconds
from tilewright.game import Status
from tilewright.records import RunRecord

__all__ = ["HEADERS", "ReportRow", "instance_lines", "settles", "stopped"]

SETTLED = (Status.OPTIMAL, Status.SATISFIED, Status.INFEASIBLE, "done")
HEADERS = (
    "instance",
    "solver",
    "status",
    "objective",
    "runs",
    "median s",
    "min s",
    "max s",
    "ratio",
    "cpu s",
    "MiB",
)
_INSTANT = 1e-6
_NEAR = 0.9
"""The fraction of the time limit from which a run counts as stopped by the limit."""


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
    parts: int | None = None
    size: float | None = None
    solved: bool = False
    """Whether the solver solved the instance: every run was conclusive or, if no solver is conclusive on the
    instance, every run ended before the time limit."""
    par2: float | None = None
    """The mean number of seconds; an unsolved run counts as twice the time limit."""
    ratio: float | None = None
    ratio_low: float | None = None
    ratio_high: float | None = None
    objectives: tuple[int | float, ...] = ()
    """The distinct objectives of the runs, in ascending order."""
    paired: bool = True
    """Whether the ratio compares runs of the same session."""

    @property
    def settled(self) -> bool:
        """Whether every run was conclusive: optimal, satisfied or infeasible."""
        return all(status in SETTLED for status in self.status.split("/"))

    @property
    def time(self) -> float | None:
        """The time for plots: the median in seconds if the solver solved the instance, else None."""
        return self.median if self.solved else None

    def cells(self) -> tuple[object, ...]:
        peak = None if self.peak_bytes is None else round(self.peak_bytes / 2**20)
        times = (seconds(self.median), seconds(self.least), seconds(self.most))
        objectives = self.objectives
        objective = self.objective if len(objectives) < 2 else f"{objectives[0]} to {objectives[-1]}"
        head = (self.instance, self.label, self.status, objective, self.runs)
        ratio = ratio_with_interval(self.ratio, self.ratio_low, self.ratio_high)
        return (*head, *times, ratio if self.paired else f"~{ratio}", seconds(self.cpu), peak)


def settles(row: RunRecord) -> bool:
    return row.status in SETTLED


def stopped(row: RunRecord, time_limit: float) -> bool:
    """Whether the time limit or a failure ended a run, so that the measured time is only a lower bound."""
    if settles(row):
        return False
    return row.failure is not None or row.seconds is None or row.seconds >= _NEAR * time_limit


def instance_lines(
    groups: Mapping[str, Sequence[RunRecord]], baseline: str | None, time_limit: float
) -> list[ReportRow]:
    """Build the report rows of one instance from the run records, which are grouped by solver label."""
    lines = {label: _line(rows) for label, rows in groups.items()}
    solved = _solved(lines, groups, time_limit)
    for label, rows in groups.items():
        done = label in solved
        scores = [
            row.seconds if row.seconds is not None and (done or settles(row)) else 2 * time_limit
            for row in rows
        ]
        lines[label] = replace(lines[label], solved=done, par2=fmean(scores))
    base = baseline if baseline else min(solved, key=lambda label: _typical(groups[label]), default=None)
    if base not in solved or len(groups) < 2:
        return list(lines.values())
    for label in solved:
        if lines[label].settled or lines[label].objectives == lines[base].objectives:
            lines[label] = _compared(lines[label], groups[label], groups[base])
    return list(lines.values())


def _line(rows: Sequence[RunRecord]) -> ReportRow:
    times = [row.seconds for row in rows if row.seconds is not None]
    cpu = [row.cpu_seconds for row in rows if row.cpu_seconds is not None]
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
        cpu=median(cpu) if cpu else None,
        peak_bytes=max((row.peak_bytes for row in rows if row.peak_bytes is not None), default=None),
        parts=rows[-1].parts,
        size=rows[-1].size,
        objectives=tuple(sorted(set(objectives))),
    )


def _solved(
    lines: Mapping[str, ReportRow], groups: Mapping[str, Sequence[RunRecord]], time_limit: float
) -> list[str]:
    """Return the solvers with conclusive answers, or if there are none, those that ended before the limit."""
    settled = [label for label, line in lines.items() if line.settled and line.median is not None]
    return settled or [
        label
        for label, line in lines.items()
        if line.status == Status.FEASIBLE and not any(stopped(row, time_limit) for row in groups[label])
    ]


def _compared(line: ReportRow, rows: Sequence[RunRecord], base: Sequence[RunRecord]) -> ReportRow:
    if line.label == base[0].label:
        return replace(line, ratio=1.0)
    others = {(row.sitting, row.repeat): row for row in base}
    pairs = [(row, others[key]) for row in rows if (key := (row.sitting, row.repeat)) in others]
    if not pairs:
        return replace(line, ratio=_typical(rows) / _typical(base), paired=False)
    mean = Mean.of([_time(own) / _time(other) for own, other in pairs])
    return replace(line, ratio=mean.value, ratio_low=mean.low, ratio_high=mean.high)


def _typical(rows: Sequence[RunRecord]) -> float:
    return geometric_mean([_time(row) for row in rows])


def _time(row: RunRecord) -> float:
    return max(row.seconds or 0.0, _INSTANT)
