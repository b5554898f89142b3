"""The plots of a report, as SVG that uses the colours and fonts of the surrounding page.

Solvers differ not only in colour but also in marker shape and dash pattern, so that readers can distinguish
them without seeing colours. Every plot has a table of its main numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from statistics import geometric_mean

from tilewright.bench.number_and_table_formats import Cells, number, ratio, ratio_with_interval, seconds
from tilewright.bench.report import Report
from tilewright.bench.report_rows import ReportRow
from tilewright.bench.scores import Score
from tilewright.drawing.chart_axes import CountAxis, LogAxis, duration, plain
from tilewright.drawing.chart_elements import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    SERIES,
    TOP,
    WIDTH,
    curve,
    marker,
    stroke,
    words,
    x_axis,
    y_axis,
)

__all__ = ["Plot", "plots"]

_BORDER = 26
"""The distance in drawing units from the end of an axis to the border on which unsolved instances are drawn."""
_NAMES = 72
"""The additional space for the solver names to the left of the ratios, in drawing units."""
_STEP = 34
_NOT_SOLVED = "not solved"
_INSTANT = 1e-6


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot, its description, its legend and the table of its main numbers."""

    name: str
    title: str
    about: str
    pieces: Sequence[str]
    headers: Sequence[str]
    rows: Sequence[Cells]
    unit: str = "seconds"
    """The unit of the numbers in the table."""
    legend: Sequence[tuple[int, str]] = ()
    height: float = HEIGHT


def plots(report: Report) -> Iterator[Plot]:
    """Yield each plot for which the report has enough runs."""
    lines = report.solves
    labels = {line.label for line in lines}
    series = [solver.label for solver in report.suite.solvers if solver.label in labels]
    if not any(line.time is not None for line in lines):
        return
    yield _cactus(lines, series)
    if any(score.ratio not in (None, 1.0) for score in report.scores):
        yield _ratios(report, series)
    if len(series) > 1:
        yield _scatter(lines, series, _reference(report, series))
    if len({line.size for line in lines if line.size and line.time is not None}) > 1:
        sized = [line for line in lines if line.size]
        yield _scaling(sized, series, report.suite.size or "parts", _published(report))


def _cactus(lines: Sequence[ReportRow], series: Sequence[str]) -> Plot:
    times = [
        sorted(line.time for line in lines if line.label == label and line.time is not None) for label in series
    ]
    instances = max(sum(line.label == label for line in lines) for label in series)
    x = LogAxis.over([time for own in times for time in own], LEFT, WIDTH - RIGHT)
    y = CountAxis(instances, HEIGHT - BOTTOM, TOP)
    pieces = [*x_axis(x, duration, "time for one instance"), *y_axis(y, plain, "instances solved")]
    for index, own in enumerate(times):
        steps = "".join(f"H{x.at(time):.1f}V{y.at(count):.1f}" for count, time in enumerate(own, 1))
        if own:
            pieces.append(curve(index, f"M{x.at(own[0]):.1f} {y.at(0):.1f}{steps}H{x.end:.1f}"))
        for count, time in enumerate(own, 1):
            pieces.append(marker(index, x.at(time), y.at(count), f"{count} within {_time_text(time)}"))
    rows = [[count, *map(seconds, row)] for count, row in enumerate(zip_longest(*times), 1)]
    total = "1 instance" if instances == 1 else f"{instances} instances"
    about = f"The number of instances that each solver solves within a given time per instance, out of {total}."
    headers = ["solved", *series]
    title = "Solved within a given time"
    return Plot("cactus", title, about, pieces, headers, rows, legend=list(enumerate(series)))


def _ratios(report: Report, series: Sequence[str]) -> Plot:
    scores = [score for score in report.scores if score.ratio is not None]
    singles = {
        score.label: [line.ratio for line in report.solves if line.label == score.label and line.ratio]
        for score in scores
    }
    every = [1.0, *(value for values in singles.values() for value in values)]
    # An interval based on few samples may be very wide, so it is clipped at a tenth of the smallest ratio and
    # at ten times the largest one.
    ends = [end for score in scores for end in (score.ratio_low, score.ratio_high) if end is not None]
    shown = [min(max(end, min(every) / 10), max(every) * 10) for end in ends]
    x = LogAxis.over([*every, *shown], LEFT + _NAMES, WIDTH - RIGHT)
    height = TOP + BOTTOM + _STEP * len(scores)
    pieces = [
        *x_axis(x, plain, "time divided by the baseline's time", height),
        stroke("even", x.at(1), TOP, x.at(1), height - BOTTOM),
    ]
    for place, score in enumerate(scores):
        level = TOP + _STEP * (place + 0.5)
        pieces += _score_marks(x, level, series.index(score.label), score, singles[score.label])
    rows = [
        [score.label, ratio(score.ratio), ratio(score.ratio_low), ratio(score.ratio_high), len(own)]
        for score, own in zip(scores, singles.values(), strict=True)
    ]
    against = report.suite.baseline or "the fastest solver"
    about = (
        f"For each solver, the geometric mean of its time divided by the time of {against} on the same "
        "instance, with a 95% confidence interval. Small dots are the ratios for individual instances. A "
        "ratio of 2 means that the solver takes twice as long."
    )
    headers = ["solver", "mean ratio", "from", "to", "instances"]
    return Plot(
        "ratios",
        "Time ratios",
        about,
        pieces,
        headers,
        rows,
        "time divided by the baseline's time",
        height=height,
    )


def _score_marks(x: LogAxis, level: float, index: int, score: Score, singles: Sequence[float]) -> Iterator[str]:
    """Yield the SVG of one solver's row: its name, its ratios on the instances, their mean and its interval."""
    yield words(_short(score.label), x.start - 10, level + 4, "end")
    kind = index % SERIES
    for one in singles:
        yield f'<circle class="s{kind} faint" cx="{x.at(one):.1f}" cy="{level}" r="3"/>'
    if score.ratio_low is not None and score.ratio_high is not None:
        low, high = max(x.at(score.ratio_low), x.start), min(x.at(score.ratio_high), x.end)
        ends = f"M{low:.1f} {level - 6}v12M{low:.1f} {level}H{high:.1f}m0 -6v12"
        yield f'<path class="s{kind} bar" d="{ends}"/>'
    text = ratio_with_interval(score.ratio, score.ratio_low, score.ratio_high)
    yield marker(index, x.at(score.ratio or 1.0), level, f"{score.label}: {text}")


def _reference(report: Report, series: Sequence[str]) -> str:
    """Return the solver for the horizontal axis: the baseline, else the solver with the lowest PAR-2.

    If no solver has a PAR-2, return the first solver.
    """
    if report.suite.baseline in series:
        return str(report.suite.baseline)
    scored = {score.label: score.par2 for score in report.scores if score.par2 is not None}
    return min(scored, key=scored.__getitem__) if scored else series[0]


def _scatter(lines: Sequence[ReportRow], series: Sequence[str], base: str) -> Plot:
    """Return a plot of the times of all other solvers against the times of the solver `base`."""
    places = {(line.instance, line.label): line for line in lines}
    instances = [line.instance for line in lines if line.label == base]
    others = [label for label in series if label != base]
    times = [line.time for line in lines if line.time is not None]
    x = LogAxis.over(times, LEFT, WIDTH - RIGHT - _BORDER)
    y = LogAxis.over(times, HEIGHT - BOTTOM, TOP + _BORDER)
    right = WIDTH - RIGHT
    pieces = [
        *x_axis(x, duration, f"time of {_short(base, 40)}"),
        *y_axis(y, duration, "time of the other solver"),
        stroke("even", x.start, y.start, x.end, y.end),
        stroke("border", right, TOP, right, y.start),
        stroke("border", x.start, TOP, right, TOP),
        words(f"the other solver: {_NOT_SOLVED}", x.end, TOP + 14, "end", "small"),
        words(f"{_short(base, 20)}: {_NOT_SOLVED}", right - 8, y.start - 6, name="small", turn=-90),
    ]
    for label in others:
        for instance in instances:
            if (line := places.get((instance, label))) is not None:
                one, other = places[instance, base].time, line.time
                text = f"{instance}: {base} {_time_text(one)}, {label} {_time_text(other)}"
                across, up = right if one is None else x.at(one), TOP if other is None else y.at(other)
                pieces.append(marker(series.index(label), across, up, text))
    rows = [
        [instance, *(_cell(places.get((instance, label))) for label in (base, *others))]
        for instance in instances
    ]
    about = (
        f"Each mark compares {base} with another solver on one instance: the horizontal axis shows the time of "
        f"{base}, the vertical axis the time of the other solver. Above the dashed line, {base} is faster. "
        "A mark on the border is an unsolved instance."
    )
    title = f"{base} against {others[0]}" if len(others) == 1 else f"{base} against the others"
    headers = ["instance", base, *others]
    legend = [(series.index(label), label) for label in others]
    return Plot("scatter", title, about, pieces, headers, rows, legend=legend)


def _published(report: Report) -> dict[str, dict[float, float]]:
    """Return the published times: for each label of published figures, a mapping from size to seconds."""
    sizes = {line.group: line.size for line in report.averages if line.size}
    by_label = {
        f"{one.label} (published)": {
            size: figure.seconds
            for figure in one.figures
            if (size := sizes.get(figure.group)) and figure.seconds is not None
        }
        for one in report.suite.published
    }
    return {label: figures for label, figures in by_label.items() if figures}


def _scaling(
    lines: Sequence[ReportRow], series: Sequence[str], what: str, published: Mapping[str, Mapping[float, float]]
) -> Plot:
    labels = [*series, *published]
    sizes = sorted(
        {line.size for line in lines if line.size} | {size for one in published.values() for size in one}
    )
    groups = {
        (size, label): [line for line in lines if (line.size, line.label) == (size, label)]
        for size in sizes
        for label in series
    }
    means = {place: _mean(group) for place, group in groups.items()}
    means |= {(size, label): time for label, one in published.items() for size, time in one.items()}
    times = [line.time for line in lines if line.time is not None]
    x = LogAxis.over(sizes, LEFT, WIDTH - RIGHT, least=2.0)
    y = LogAxis.over([*times, *(time for time in means.values() if time)], HEIGHT - BOTTOM, TOP + _BORDER)
    pieces = [
        *x_axis(x, plain, what),
        *y_axis(y, duration, "time"),
        stroke("border", x.start, TOP, x.end, TOP),
        words(_NOT_SOLVED, x.start + 8, TOP + 16, name="small"),
    ]
    for index, label in enumerate(labels):
        points = [(size, mean) for size in sizes if (mean := means.get((size, label))) is not None]
        if len(points) > 1:
            path = "L".join(f"{x.at(size):.1f} {y.at(mean):.1f}" for size, mean in points)
            pieces.append(curve(index, f"M{path}"))
        if label in published:
            for size, mean in points:
                pieces.append(marker(index, x.at(size), y.at(mean), f"{label}: {_time_text(mean)}"))
        for size in sizes:
            for line in groups.get((size, label), ()):
                text = f"{label}, {line.instance}: {_time_text(line.time)}"
                pieces.append(marker(index, x.at(size), TOP if line.time is None else y.at(line.time), text))
    rows = [
        [number(size), *(_mean_cell(groups.get((size, label)), means.get((size, label))) for label in labels)]
        for size in sizes
    ]
    about = (
        f"Time against size ({what}) on logarithmic axes, where a power law is a straight line. Lines connect "
        f"the geometric mean times of the solved instances{' or the published times' if published else ''}; a "
        "mark on the upper border is an unsolved instance."
    )
    headers, legend = [what, *labels], list(enumerate(labels))
    return Plot("scaling", "Time against size", about, pieces, headers, rows, "mean seconds", legend)


# --- Numbers and labels -------------------------------------------------------------------------------


def _mean(lines: Sequence[ReportRow]) -> float | None:
    times = [max(line.time, _INSTANT) for line in lines if line.time is not None]
    return geometric_mean(times) if times else None


def _mean_cell(lines: Sequence[ReportRow] | None, mean: float | None) -> str | None:
    """Return the table cell for a mean time; `lines` is None if the time is a published one."""
    if lines is None:
        return None if mean is None else f"{mean:g}"
    if mean is None:
        return _NOT_SOLVED if lines else None
    solved = sum(line.time is not None for line in lines)
    return seconds(mean) if solved == len(lines) else f"{seconds(mean)} ({solved} of {len(lines)} solved)"


def _cell(line: ReportRow | None) -> str | None:
    return None if line is None else _NOT_SOLVED if line.time is None else seconds(line.time)


def _time_text(time: float | None) -> str:
    return _NOT_SOLVED if time is None else duration(float(f"{time:.3g}"))


def _short(label: str, length: int = 16) -> str:
    return label if len(label) <= length else f"{label[: length - 1]}…"
