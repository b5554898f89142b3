"""Aggregates over many instances: solver scores for a suite, and means with published figures beside them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from tilewright.bench.confidence_intervals import Mean
from tilewright.bench.number_formats import number, ratio, seconds
from tilewright.bench.report_rows import ReportRow, settles, stopped
from tilewright.bench.suite import Suite
from tilewright.bench.suite_entries import Figure, InstanceEntry
from tilewright.records import RunRecord

__all__ = ["AVERAGE_HEADERS", "SCORE_HEADERS", "Average", "Score", "averages", "scores", "spent"]

SCORE_HEADERS = ("solver", "solved", "PAR-2 s", "mean ratio", "95 % interval")
AVERAGE_HEADERS = (
    "instances",
    "size",
    "parts",
    "solver",
    "mean s",
    "mean objective",
    "mean cost",
    "samples",
    "published s",
    "published objective",
    "published cost",
    "published samples",
)


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a solver on a suite: numbers of conclusive and solved instances, PAR-2, and mean ratio."""

    label: str
    settled: int
    solved: int
    instances: int
    par2: float | None
    ratio: float | None = None
    ratio_low: float | None = None
    ratio_high: float | None = None

    def cells(self) -> tuple[object, ...]:
        low, high = ratio(self.ratio_low), ratio(self.ratio_high)
        interval = None if low is None else f"{low} to {high}"
        return self.label, f"{self.solved} of {self.instances}", seconds(self.par2), ratio(self.ratio), interval


@dataclass(frozen=True, slots=True)
class Average:
    """The means of a solver over the samples of one suite entry, and the published figures for the entry."""

    group: str
    label: str
    size: float | None = None
    parts: float | None = None
    seconds: float | None = None
    at_least: bool = False
    """Whether the run on a sample was stopped by the time limit, so that `seconds` is only a lower bound."""
    objective: float | None = None
    cost: float | None = None
    samples: int = 0
    answered: int = 0
    """The number of samples with an objective; `objective` and `cost` are means over these samples."""
    settled: int = 0
    published: Figure | None = None

    def cells(self) -> tuple[object, ...]:
        mean = seconds(self.seconds)
        theirs = self.published or Figure(self.group)
        return (
            self.group,
            number(self.size),
            number(self.parts),
            self.label,
            f"≥ {mean}" if mean is not None and self.at_least else mean,
            self._of_answered(self.objective),
            self._of_answered(self.cost),
            self.samples or None,
            None if theirs.seconds is None else f"{theirs.seconds:g}",
            number(theirs.objective),
            number(theirs.cost),
            theirs.samples,
        )

    def _of_answered(self, mean: float | None) -> str | None:
        text = number(mean)
        return (
            text
            if text is None or self.answered == self.samples
            else f"{text} ({self.answered} of {self.samples})"
        )


def spent(rows: Iterable[RunRecord]) -> dict[tuple[str, int], float]:
    """Return the seconds used by each solver in each pass; a failed run counts with its whole process."""
    used: defaultdict[tuple[str, int], float] = defaultdict(float)
    for row in rows:
        used[row.label, row.repeat] += (row.wall_seconds if row.seconds is None else row.seconds) or 0.0
    return used


def scores(
    suite: Suite, lines: Sequence[ReportRow], rows: Sequence[RunRecord], time_limit: float
) -> Iterator[Score]:
    """Yield the score of each solver that has runs.

    PAR-2 is the mean over the instances on which all solvers were run. If a solver was not run on an instance
    because its time budget was used up, the instance counts as unsolved; if it was not run for another reason,
    the instance is left out.
    """
    own = {
        solver.label: {line.instance: line for line in lines if line.label == solver.label}
        for solver in suite.solvers
    }
    met = {label: found for label, found in own.items() if found}
    asked = {
        solver.label: {entry.label for entry in suite.instances if entry.runs_with(solver)}
        for solver in suite.solvers
    }
    common = set.intersection(*(asked[label] for label in met)) if met else set()
    out_of_budget = {
        label for (label, _), used in spent(rows).items() if suite.batch is not None and used >= suite.batch
    }
    known = {instance for found in met.values() for instance in found}
    shared = (common & known).intersection(
        *(found for label, found in met.items() if label not in out_of_budget)
    )
    for label, found in met.items():
        points = [_points(found.get(instance), time_limit) for instance in shared]
        mean = _mean_ratio([line for line in found.values() if line.ratio is not None])
        yield Score(
            label,
            settled=sum(line.settled for line in found.values()),
            solved=sum(line.solved for line in found.values()),
            instances=len(found),
            par2=fmean(points) if points else None,
            ratio=None if mean is None else mean.value,
            ratio_low=None if mean is None else mean.low,
            ratio_high=None if mean is None else mean.high,
        )


def _mean_ratio(lines: Sequence[ReportRow]) -> Mean | None:
    """Return the mean ratio over the instances; for a single instance, the mean over its passes."""
    if len(lines) == 1:
        return Mean(lines[0].ratio or 1.0, lines[0].ratio_low, lines[0].ratio_high)
    ratios = [line.ratio for line in lines if line.ratio is not None]
    return None if not ratios else Mean(1.0) if set(ratios) == {1.0} else Mean.of(ratios)


def _points(line: ReportRow | None, time_limit: float) -> float:
    return 2 * time_limit if line is None or line.par2 is None else line.par2


def averages(suite: Suite, rows: Sequence[RunRecord], time_limit: float) -> Iterator[Average]:
    """Yield the means of each solver on each suite entry, if there are runs or published figures for them."""
    figures = {
        (one.solver or one.label, figure.group): figure for one in suite.published for figure in one.figures
    }
    labels = dict.fromkeys([solver.label for solver in suite.solvers] + [label for label, _ in figures])
    for group, entries in suite.groups.items():
        known = {entry.label: entry for entry in entries}
        here = [row for row in rows if row.kind == "solve" and row.instance in known]
        for label in labels:
            own = [row for row in here if row.label == label]
            theirs = figures.get((label, group))
            if own or theirs:
                yield _average(group, label, own, here, known, theirs, time_limit)


def _average(
    group: str,
    label: str,
    own: Sequence[RunRecord],
    here: Sequence[RunRecord],
    known: Mapping[str, InstanceEntry],
    theirs: Figure | None,
    time_limit: float,
) -> Average:
    objectives = [(known[row.instance].cost, value) for row in own if (value := row.objective_real) is not None]
    return Average(
        group,
        label,
        size=_mean([row.size for row in here]),
        parts=_mean([row.parts for row in here]),
        seconds=_mean([row.wall_seconds if row.seconds is None else row.seconds for row in own]),
        at_least=any(stopped(row, time_limit) for row in own),
        objective=_mean([value for _, value in objectives]),
        cost=_mean([cost.of(value) for cost, value in objectives if cost is not None]),
        samples=len(own),
        answered=len(objectives),
        settled=sum(map(settles, own)),
        published=theirs,
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None
