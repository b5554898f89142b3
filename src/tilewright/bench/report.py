"""Reports on the runs of one suite, as tables, Markdown or JSON."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tilewright.arrow_and_pandas import Tabular
from tilewright.bench.contradictions_and_failures import Failure, Finding, failures, findings
from tilewright.bench.number_and_table_formats import Cells, markdown_table, without_empty_columns
from tilewright.bench.report_rows import ReportRow, instance_lines
from tilewright.bench.scores import Average, Score, averages, scores
from tilewright.bench.suite import Suite
from tilewright.records import RunRecord

__all__ = ["Report", "ReportTable", "report"]


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table of a report, with a title."""

    title: str
    headers: Sequence[str]
    rows: Sequence[Cells]


@dataclass(frozen=True, slots=True)
class Report(Tabular):
    """The results of a suite: rows, means, scores, findings and failures.

    The table (`to_arrow`, `to_pandas`) has a row for each solver on each instance and for each command. A
    notebook displays the report as tables.
    """

    suite: Suite
    time_limit: float
    sittings: int
    machines: tuple[str, ...]
    versions: tuple[str, ...]
    lines: tuple[ReportRow, ...]
    averages: tuple[Average, ...]
    scores: tuple[Score, ...]
    findings: tuple[Finding, ...]
    failures: tuple[Failure, ...] = ()

    @property
    def solves(self) -> tuple[ReportRow, ...]:
        """The report rows of solvers, without the rows of commands."""
        commands = {command.label for command in self.suite.commands}
        return tuple(line for line in self.lines if line.label not in commands)

    def tables(self) -> list[ReportTable]:
        """Return the tables that are not empty, beginning with the means."""
        tables = (self.average_table(), self.line_table(), self.score_table())
        return [table for table in tables if table.rows]

    def average_table(self) -> ReportTable:
        """Return the table of each solver's means over the runs of each suite entry.

        The table is empty if it would only repeat the report rows.
        """
        if not self.suite.published and all(line.samples < 2 for line in self.averages):
            return ReportTable("Means", (), ())
        title = "Means and published figures" if self.suite.published else "Means"
        rows = [line.cells() for line in self.averages]
        if self.suite.size is None:
            rows = [row | {"size": None} for row in rows]
        headers, cells = without_empty_columns(rows)
        return ReportTable(
            title, [(self.suite.size or name) if name == "size" else name for name in headers], cells
        )

    def line_table(self) -> ReportTable:
        """Return the table of all report rows."""
        return ReportTable("Every instance", *without_empty_columns([line.cells() for line in self.lines]))

    def score_table(self) -> ReportTable:
        """Return the table of the solvers' scores."""
        return ReportTable("Solvers", *without_empty_columns([score.cells() for score in self.scores]))

    def to_json(self) -> dict[str, Any]:
        return {
            "suite": self.suite.name,
            "title": self.suite.title,
            "baseline": self.suite.baseline,
            "time_limit": self.time_limit,
            "sittings": self.sittings,
            "machines": list(self.machines),
            "versions": list(self.versions),
            "lines": [asdict(line) for line in self.lines],
            "averages": [asdict(line) for line in self.averages],
            "summary": [asdict(score) for score in self.scores],
            "published": [
                {"label": one.label, "source": one.source, "solver": one.solver} for one in self.suite.published
            ],
            "findings": [asdict(finding) for finding in self.findings],
            "failures": [asdict(failure) for failure in self.failures],
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each solver on each instance and for each command."""
        return [{"suite": self.suite.name, **asdict(line)} for line in self.lines]

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def to_markdown(self) -> str:
        """Return the report as Markdown: findings, tables, failures and sources."""
        parts = [f"## {self.suite.title}", f"`tilewright bench run {self.suite.name}`"]
        parts += [f"**{finding.kind}** on {finding.instance}: {finding.message}" for finding in self.findings]
        parts += [markdown_table(table.headers, table.rows) for table in self.tables()]
        parts += [*map(str, self.failures), *self.sources(), self.footnote()]
        return "\n\n".join(parts) + "\n"

    def sources(self) -> list[str]:
        """Return one sentence for each source of published figures."""
        labels: dict[str, list[str]] = {}
        for one in self.suite.published:
            beside = "" if one.solver in (None, one.label) else f" (compared with {one.solver})"
            labels.setdefault(one.source, []).append(one.label + beside)
        return [f"Published figures: {source}: {', '.join(names)}." for source, names in labels.items()]

    def footnote(self) -> str:
        """Return sentences about the baseline, the number of sittings and the machines."""
        if not self.machines:
            return "There are no recorded runs of this suite."
        against = f"the solver {self.suite.baseline}" if self.suite.baseline else "the fastest solver"
        calls = "one call" if self.sittings == 1 else f"{self.sittings} calls"
        ratio = f"Ratios are relative to {against} on each instance. " if len(self.suite.solvers) > 1 else ""
        if not all(line.paired for line in self.lines):
            ratio += "Ratios marked with ~ compare runs from different calls of 'tilewright bench run'. "
        return f"{ratio}Measured in {calls} of 'tilewright bench run', on {'; '.join(self.machines)}."


def report(suite: Suite, rows: Sequence[RunRecord]) -> Report:
    """Build the report of a suite from its run records."""
    limits = [row.time_limit for row in rows if row.time_limit is not None]
    time_limit = limits[-1] if limits else suite.time_limit
    runs: defaultdict[tuple[str, str], list[RunRecord]] = defaultdict(list)
    for row in rows:
        runs[row.instance, row.label].append(row)

    def lines(instance: str, labels: Sequence[str], baseline: str | None) -> list[ReportRow]:
        groups = {label: runs[instance, label] for label in labels if (instance, label) in runs}
        return instance_lines(groups, baseline, time_limit)

    labels = [solver.label for solver in suite.solvers]
    commands = [line for entry in suite.commands for line in lines(entry.label, [entry.label], None)]
    solves = [line for entry in suite.instances for line in lines(entry.label, labels, suite.baseline)]
    return Report(
        suite=suite,
        time_limit=time_limit,
        sittings=len({row.sitting for row in rows}),
        machines=tuple(sorted({_machine(row) for row in rows})),
        versions=tuple(sorted({_versions(row) for row in rows})),
        lines=(*commands, *solves),
        averages=tuple(averages(suite, rows, time_limit)),
        scores=tuple(scores(suite, solves, rows, time_limit)),
        findings=tuple(findings(suite, rows)),
        failures=tuple(failures(rows)),
    )


def _machine(row: RunRecord) -> str:
    facts = json.loads(row.machine)
    memory = "" if facts["memory"] is None else f" {facts['memory'] / 2**30:.0f} GiB,"
    cores = "1 core" if facts["cores"] == 1 else f"{facts['cores']} cores"
    return f"{facts['processor']}, {cores},{memory} {facts['system']}"


def _versions(row: RunRecord) -> str:
    engines = [f"{name} {version}" for name, version in json.loads(row.versions).items() if version]
    return ", ".join([f"Tilewright {row.tilewright}" + (f" at {row.commit}" if row.commit else ""), *engines])
