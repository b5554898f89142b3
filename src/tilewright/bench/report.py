"""Reports: times and ratios within the runs of one suite, as rows, Markdown or JSON.

A ratio compares medians on one instance: how many times the baseline's time a solver takes. The baseline is the
one that the suite names, else the fastest. Answers that settle the question are compared; where there are none,
those that came to the same objective by themselves. A solver that stopped at its limit has no time to compare.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from statistics import geometric_mean, median
from typing import Any

from tilewright.bench.findings import Finding, findings
from tilewright.bench.suite import Suite
from tilewright.game import Status
from tilewright.records import RunRecord

__all__ = ["Line", "Report", "Summary", "report"]

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
SUMMARY_HEADERS = ("solver", "settled", "mean ratio")
_INSTANT = 1e-6


@dataclass(frozen=True, slots=True)
class Line:
    """The runs of one solver on one instance, or of one command."""

    instance: str
    label: str
    status: str
    objective: int | float | None
    runs: int
    median: float | None
    least: float | None
    most: float | None
    cpu: float | None
    peak_bytes: int | None
    ratio: float | None = None

    @property
    def settled(self) -> bool:
        """Whether every run answered the question for good."""
        return all(status in SETTLED for status in self.status.split("/"))

    def cells(self) -> tuple[object, ...]:
        peak = None if self.peak_bytes is None else round(self.peak_bytes / 2**20)
        times = (_seconds(self.median), _seconds(self.least), _seconds(self.most))
        head = (self.instance, self.label, self.status, self.objective, self.runs)
        return (*head, *times, _ratio(self.ratio), _seconds(self.cpu), peak)


@dataclass(frozen=True, slots=True)
class Summary:
    """A solver over the whole suite: what it settled, and the geometric mean of its ratios."""

    label: str
    settled: int
    instances: int
    ratio: float | None

    def cells(self) -> tuple[object, ...]:
        return self.label, f"{self.settled} of {self.instances}", _ratio(self.ratio)


@dataclass(frozen=True, slots=True)
class Report:
    """What the runs of a suite show."""

    suite: Suite
    sittings: int
    machines: tuple[str, ...]
    lines: tuple[Line, ...]
    summaries: tuple[Summary, ...]
    findings: tuple[Finding, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "suite": self.suite.name,
            "title": self.suite.title,
            "baseline": self.suite.baseline,
            "sittings": self.sittings,
            "machines": list(self.machines),
            "lines": [asdict(line) for line in self.lines],
            "summary": [asdict(summary) for summary in self.summaries],
            "findings": [finding.to_json() for finding in self.findings],
        }

    def to_markdown(self) -> str:
        parts = [f"## {self.suite.title}", f"`tilewright bench run {self.suite.name}`"]
        parts += [f"**{finding.kind}** on {finding.instance}: {finding.message}" for finding in self.findings]
        parts.append(_markdown(HEADERS, [line.cells() for line in self.lines]))
        if self.summaries:
            parts.append(_markdown(SUMMARY_HEADERS, [summary.cells() for summary in self.summaries]))
        parts.append(self.footnote())
        return "\n\n".join(parts) + "\n"

    def footnote(self) -> str:
        against = f"the solver {self.suite.baseline}" if self.suite.baseline else "the fastest solver"
        sittings = "one sitting" if self.sittings == 1 else f"{self.sittings} sittings"
        ratio = f"Ratios are against {against} on the same instance. " if self.summaries else ""
        return f"{ratio}Measured in {sittings} on {'; '.join(self.machines) or 'no machine yet'}."


def report(suite: Suite, rows: Sequence[RunRecord]) -> Report:
    """The report of a suite's rows."""
    commands = [line for entry in suite.commands for line in _lines([entry.label], entry.label, rows, suite)]
    labels = [solver.label for solver in suite.solvers]
    solves = [line for entry in suite.instances for line in _lines(labels, entry.label, rows, suite)]
    return Report(
        suite=suite,
        sittings=len({row.sitting for row in rows}),
        machines=tuple(sorted({_machine(row) for row in rows})),
        lines=(*commands, *solves),
        summaries=_summaries(labels, solves) if len(labels) > 1 else (),
        findings=tuple(findings(suite, rows)),
    )


def _lines(labels: Sequence[str], instance: str, rows: Sequence[RunRecord], suite: Suite) -> list[Line]:
    """A line for each solver that has met the instance, in the suite's order."""
    lines = []
    for label in labels:
        group = [row for row in rows if (row.instance, row.label) == (instance, label)]
        if group:
            lines.append(_line(group))
    compared = _compared(lines, suite.time_limit)
    base = compared.get(suite.baseline) if suite.baseline else min(compared.values(), key=_median, default=None)
    if base is None or len(labels) < 2:
        return lines
    return [
        replace(line, ratio=max(_median(line), _INSTANT) / max(_median(base), _INSTANT))
        if line.label in compared and (line.settled or line.objective == base.objective)
        else line
        for line in lines
    ]


def _compared(lines: Sequence[Line], time_limit: float) -> dict[str, Line]:
    """Those that settled the question; if there are none, those that came to an end of their own."""
    settled = {line.label: line for line in lines if line.settled and line.median is not None}
    return settled or {
        line.label: line
        for line in lines
        if line.status == Status.FEASIBLE and line.most is not None and line.most < 0.9 * time_limit
    }


def _median(line: Line) -> float:
    return float("inf") if line.median is None else line.median


def _line(group: Sequence[RunRecord]) -> Line:
    seconds = [row.seconds for row in group if row.seconds is not None]
    cpu = [row.cpu_seconds for row in group if row.cpu_seconds is not None]
    return Line(
        instance=group[0].instance,
        label=group[0].label,
        status="/".join(sorted({row.status for row in group})),
        objective=group[-1].answer.get("objective"),
        runs=len(group),
        median=median(seconds) if seconds else None,
        least=min(seconds, default=None),
        most=max(seconds, default=None),
        cpu=median(cpu) if cpu else None,
        peak_bytes=max((row.peak_bytes for row in group if row.peak_bytes is not None), default=None),
    )


def _summaries(labels: Sequence[str], lines: Sequence[Line]) -> tuple[Summary, ...]:
    summaries = []
    for label in labels:
        own = [line for line in lines if line.label == label]
        ratios = [line.ratio for line in own if line.ratio is not None]
        mean = geometric_mean(ratios) if ratios else None
        summaries.append(Summary(label, sum(line.settled for line in own), len(own), mean))
    return tuple(summaries)


def _machine(row: RunRecord) -> str:
    facts = json.loads(row.machine)
    return f"{facts['processor']}, {facts['cores']} cores, {facts['memory'] / 2**30:.0f} GiB, {facts['system']}"


def _seconds(value: float | None) -> str | None:
    return None if value is None else f"{value:.3g}"


def _ratio(value: float | None) -> str | None:
    return None if value is None else f"{value:.2f}"


def _markdown(headers: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [headers, ["---"] * len(headers), *rows]
    return "\n".join("| " + " | ".join(_cell(value) for value in line) + " |" for line in lines)


def _cell(value: object) -> str:
    return "" if value is None else str(value).replace("|", "\\|")
