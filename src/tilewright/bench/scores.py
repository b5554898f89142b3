"""Aggregates over many instances: the scores of a suite's solvers, and their means beside published figures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from tilewright.bench.number_and_table_formats import number, ratio, seconds
from tilewright.bench.ratio_means import Mean
from tilewright.bench.report_rows import ReportRow, settles, stopped
from tilewright.bench.suite import Suite
from tilewright.bench.suite_entries import Figure
from tilewright.records import RunRecord

__all__ = ["Average", "Score", "averages", "scores", "spent"]


@dataclass(frozen=True, slots=True)
class Score:
    """A solver's score on a suite: how many instances it solved, its PAR-2 time and its mean ratio."""

    label: str
    settled: int
    """The number of instances on which every run was conclusive: optimal, satisfied or infeasible."""
    solved: int
    instances: int
    par2: float | None
    ratio: float | None = None
    ratio_low: float | None = None
    ratio_high: float | None = None

    def cells(self) -> dict[str, object]:
        low, high = ratio(self.ratio_low), ratio(self.ratio_high)
        return {
            "solver": self.label,
            "solved": f"{self.solved} of {self.instances}",
            "PAR-2 s": seconds(self.par2),
            "mean ratio": ratio(self.ratio),
            "95% interval": None if low is None else f"{low} to {high}",
        }


@dataclass(frozen=True, slots=True)
class Average:
    """The means of a solver over the runs of one suite entry, and the published figures for the entry."""

    group: str
    label: str
    size: float | None = None
    parts: float | None = None
    seconds: float | None = None
    at_least: bool = False
    """Whether the time limit or a failure ended a run, so that `seconds` is only a lower bound."""
    objective: float | None = None
    cost: float | None = None
    samples: int = 0
    """The number of runs."""
    answered: int = 0
    """The number of runs with an objective; `objective` and `cost` are means over these runs."""
    settled: int = 0
    published: Figure | None = None

    def cells(self) -> dict[str, object]:
        mean = seconds(self.seconds)
        published = self.published or Figure(self.group)
        return {
            "instances": self.group,
            "size": number(self.size),
            "parts": number(self.parts),
            "solver": self.label,
            "mean s": f"≥ {mean}" if mean is not None and self.at_least else mean,
            "mean objective": self._of_answered(self.objective),
            "mean cost": self._of_answered(self.cost),
            "samples": self.samples or None,
            "published s": None if published.seconds is None else f"{published.seconds:g}",
            "published objective": number(published.objective),
            "published cost": number(published.cost),
            "published samples": published.samples,
        }

    def _of_answered(self, mean: float | None) -> str | None:
        text = number(mean)
        if text is None or self.answered == self.samples:
            return text
        return f"{text} ({self.answered} of {self.samples})"


def spent(rows: Iterable[RunRecord]) -> dict[tuple[str, int], float]:
    """Return the seconds used, by solver label and pass; a failed run adds the time of its whole process."""
    used: defaultdict[tuple[str, int], float] = defaultdict(float)
    for row in rows:
        used[row.label, row.repeat] += row.elapsed or 0.0
    return used


def scores(
    suite: Suite, lines: Sequence[ReportRow], rows: Sequence[RunRecord], time_limit: float
) -> Iterator[Score]:
    """Yield the score of each solver that has runs.

    PAR-2 is the mean time over the instances on which all these solvers were run, where an unsolved run counts
    as twice the time limit. If a solver was not run on an instance because its time budget was used up, the
    instance counts as twice the time limit for this solver; if a solver was not run for another reason, the
    instance is ignored.
    """
    solvers = [
        (solver, own)
        for solver in suite.solvers
        if (own := {line.instance: line for line in lines if line.label == solver.label})
    ]
    out_of_budget = {
        label for (label, _), used in spent(rows).items() if suite.batch is not None and used >= suite.batch
    }
    measured = {line.instance for line in lines}
    shared = [
        entry.label
        for entry in suite.instances
        if entry.label in measured
        and all(
            entry.runs_with(solver) and (entry.label in own or solver.label in out_of_budget)
            for solver, own in solvers
        )
    ]
    for solver, own in solvers:
        times = [own[instance].par2 if instance in own else 2 * time_limit for instance in shared]
        yield Score(
            solver.label,
            sum(line.settled for line in own.values()),
            sum(line.solved for line in own.values()),
            len(own),
            fmean(times) if times else None,
            *_mean_ratio([line for line in own.values() if line.ratio is not None]),
        )


def _mean_ratio(lines: Sequence[ReportRow]) -> Mean | tuple[()]:
    """Return the mean ratio over the instances; for a single instance, the mean over its passes."""
    if len(lines) == 1:
        return Mean(lines[0].ratio or 1.0, lines[0].ratio_low, lines[0].ratio_high)
    ratios = [line.ratio for line in lines if line.ratio is not None]
    return () if not ratios else Mean(1.0) if set(ratios) == {1.0} else Mean.of(ratios)


def averages(suite: Suite, rows: Sequence[RunRecord], time_limit: float) -> Iterator[Average]:
    """Yield the means of each solver on each suite entry for which the solver has runs or published figures."""
    figures = {
        (one.solver or one.label, figure.group): figure for one in suite.published for figure in one.figures
    }
    labels = dict.fromkeys([solver.label for solver in suite.solvers] + [label for label, _ in figures])
    for group, entries in suite.groups.items():
        costs = {entry.label: entry.cost for entry in entries}
        group_rows = [row for row in rows if row.kind == "solve" and row.instance in costs]
        for label in labels:
            own = [row for row in group_rows if row.label == label]
            if not own and (label, group) not in figures:
                continue
            objectives = [
                (costs[row.instance], row.objective_real) for row in own if row.objective_real is not None
            ]
            yield Average(
                group,
                label,
                size=_mean([row.size for row in group_rows]),
                parts=_mean([row.parts for row in group_rows]),
                seconds=_mean([row.elapsed for row in own]),
                at_least=any(stopped(row, time_limit) for row in own),
                objective=_mean([value for _, value in objectives]),
                cost=_mean([cost.of(value) for cost, value in objectives if cost is not None]),
                samples=len(own),
                answered=len(objectives),
                settled=sum(map(settles, own)),
                published=figures.get((label, group)),
            )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None
