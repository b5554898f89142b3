"""Request handlers for the bench: the suites, runs of quick suites, and reports on recorded and sample runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from statistics import geometric_mean
from typing import TYPE_CHECKING, Any

from tilewright.errors import BadInput

if TYPE_CHECKING:
    from tilewright.bench.plots import Plot
    from tilewright.bench.report import Report
    from tilewright.bench.suite import Suite
    from tilewright.records import Records, RunRecord

__all__ = ["report", "run", "suites", "validate_run_request"]

MAX_RUNS = 2000
"""The maximum number of individual runs in one answer; if there are more, the oldest are left out."""

QUICK = "/quick"
"""The suffix of the names of suites that a client may run."""

JsonObject = dict[str, Any]


def suites(_request: JsonObject) -> JsonObject:
    """Return Tilewright's suites and other recorded suites, with the numbers of their recorded runs."""
    from tilewright.bench.sample_runs import read_samples
    from tilewright.bench.suite_index import suites as shipped_suites

    recorded_runs: dict[str, set[tuple[str, str, int]]] = {}
    for row in _records().rows():
        recorded_runs.setdefault(row.suite, set()).add((row.instance, row.label, row.repeat))
    listed = [
        {
            "name": suite.name,
            "title": suite.title,
            "game": suite.game,
            "runs": suite.runs,
            "recorded": len(recorded_runs.pop(suite.name, ())),
            "samples": len(read_samples(suite)),
            "quick": suite.name.endswith(QUICK),
        }
        for suite in shipped_suites()
    ]
    return {
        "suites": listed,
        "others": [{"name": name, "recorded": len(runs)} for name, runs in sorted(recorded_runs.items())],
    }


def validate_run_request(request: JsonObject) -> JsonObject:
    """Return the request for a job that runs a suite; raise `BadInput` unless the suite is a quick one."""
    suite = _shipped_suite(request["suite"])
    if not suite.name.endswith(QUICK):
        raise BadInput(f"the suite {suite.name} takes too long for the page; run it in a terminal")
    return {"suite": suite.name, "game": suite.game}


def run(request: JsonObject, report_progress: Callable[[JsonObject], None]) -> JsonObject:
    """Carry out the runs of a suite that are not recorded yet.

    Progress reports contain the number of recorded runs as `best`, and the number of planned runs as `bound`.
    """
    from tilewright.bench.suite_run import run_suite

    counts = [0, 0]

    def on_count(recorded: int, planned: int) -> None:
        counts[:] = recorded, planned

    def on_line(line: str) -> None:
        report_progress({"best": counts[0], "bound": counts[1], "note": line})

    rows = run_suite(_shipped_suite(request["suite"]), _records(), on_line=on_line, on_count=on_count)
    return {
        "suite": request["suite"],
        "runs": len(rows),
        "failed": sum(row.failure is not None for row in rows),
    }


def report(request: JsonObject) -> JsonObject:
    """Return the JSON of ``tilewright bench report --json``, the tables and plots of the report, and the runs.

    If no run of the suite is recorded, the report covers the sample runs that come with the package.
    `solvers` and `instances` select the runs that the report covers; `baseline` replaces the suite's baseline.
    """
    from tilewright.bench.plots import plots
    from tilewright.bench.report import report as make_report
    from tilewright.bench.sample_runs import read_samples
    from tilewright.bench.suite_run import suite_rows

    suite = _shipped_suite(request["suite"])
    all_rows = suite_rows(suite, _records())
    sample = not all_rows
    if sample:
        all_rows = read_samples(suite)
    if not all_rows:
        raise BadInput(
            f"the suite {suite.name} has not been run yet; run it with: tilewright bench run {suite.name}"
        )
    selection = _select(suite, request)
    rows = _selected_rows(selection, all_rows)
    if not rows:
        raise BadInput("no run matches the selection")
    made = make_report(selection, rows)
    tables = (made.score_table(), made.average_table(), made.line_table())
    labels = {row.label for row in all_rows}
    return {
        "report": made.to_json(),
        "sample": sample,
        "tables": [_table(table.title, table.headers, table.rows) for table in tables if table.rows],
        "plots": [_plot(plot) for plot in plots(made)],
        "runs": _run_table(rows[-MAX_RUNS:]),
        "choices": {
            "solvers": [solver.label for solver in suite.solvers if solver.label in labels],
            "baseline": suite.baseline,
        },
        "comparison": _comparison(made),
        "sources": made.sources(),
        "footnote": made.footnote(),
    }


def _shipped_suite(name: str) -> Suite:
    """Return the suite with this name. Unlike the command line, the API accepts no paths to suite files."""
    from tilewright.bench.suite_index import suites as shipped_suites

    suite = next((suite for suite in shipped_suites() if suite.name == name), None)
    if suite is None:
        raise BadInput(f"there is no suite {name!r}")
    return suite


def _records() -> Records:
    from tilewright.console import data_folder
    from tilewright.records import Records

    return Records(data_folder() / "records")


# --- The selection of runs ----------------------------------------------------------------------------


def _select(suite: Suite, request: JsonObject) -> Suite:
    """Return the suite with only the requested solvers and instances, and with the requested baseline."""
    known = [solver.label for solver in suite.solvers]
    baseline = request.get("baseline")
    for label in [*request.get("solvers", ()), *([] if baseline is None else [baseline])]:
        if label not in known:
            raise BadInput(
                f"the suite {suite.name} has no solver {label!r}; it has {', '.join(known) or 'none'}"
            )
    chosen = set(request.get("solvers") or known) | ({baseline} if baseline else set())
    words = request.get("instances", "").lower().split()
    instances = tuple(each for each in suite.instances if _contains_all(each.label, words))
    groups = {each.group or each.label for each in instances}
    published = (
        replace(source, figures=tuple(figure for figure in source.figures if figure.group in groups))
        for source in suite.published
        if source.solver is None or source.solver in chosen
    )
    own_baseline = suite.baseline if suite.baseline in chosen else None
    return replace(
        suite,
        instances=instances,
        solvers=tuple(each for each in suite.solvers if each.label in chosen),
        commands=tuple(each for each in suite.commands if _contains_all(each.label, words)),
        published=tuple(source for source in published if source.figures),
        baseline=baseline or own_baseline,
    )


def _contains_all(name: str, words: Iterable[str]) -> bool:
    return all(word in name.lower() for word in words)


def _selected_rows(suite: Suite, rows: Iterable[RunRecord]) -> list[RunRecord]:
    """Return the rows that belong to the suite's commands, or to its solvers and instances."""
    selected = {(command.label, command.label) for command in suite.commands}
    selected |= {(instance.label, solver.label) for instance in suite.instances for solver in suite.solvers}
    return [row for row in rows if (row.instance, row.label) in selected]


def _comparison(made: Report) -> str | None:
    """Return a comparison of two solvers in words; None unless the report covers exactly two solvers."""
    from tilewright.bench.number_and_table_formats import ratio

    labels = [solver.label for solver in made.suite.solvers]
    if len(labels) != 2:
        return None
    base = made.suite.baseline or labels[0]
    other = next(label for label in labels if label != base)
    base_times = {line.instance: line.time for line in made.solves if line.label == base}
    other_times = {line.instance: line.time for line in made.solves if line.label == other}
    pairs = [(time, other_times[instance]) for instance, time in base_times.items() if instance in other_times]
    solved = [(one, two) for one, two in pairs if one is not None and two is not None]
    if not solved:
        return f"{other} against {base}: no instance was solved by both."
    faster = sum(other_time < base_time for base_time, other_time in solved)
    slower = sum(other_time > base_time for base_time, other_time in solved)
    mean = geometric_mean([max(other_time, 1e-6) / max(base_time, 1e-6) for base_time, other_time in solved])
    return (
        f"{other} against {base}: of {len(pairs)} {'instance' if len(pairs) == 1 else 'instances'} "
        f"on which both were run, both solve {len(solved)}. {other} is faster on {faster}, {base} on {slower}; "
        f"the time of {other} is {ratio(mean)} times that of {base} (geometric mean)."
    )


# --- Tables and plots ---------------------------------------------------------------------------------


def _table(title: str, headers: Sequence[str], rows: Iterable[Sequence[object]]) -> JsonObject:
    texts = [["" if cell is None else str(cell) for cell in row] for row in rows]
    return {"title": title, "headers": list(headers), "rows": texts}


def _run_table(rows: Sequence[RunRecord]) -> JsonObject:
    from tilewright.bench.number_and_table_formats import seconds, without_empty_columns

    cells = [
        {
            "instance": row.instance,
            "solver": row.label,
            "pass": row.repeat + 1,
            "status": row.status,
            "objective": row.answer.get("objective"),
            "bound": row.answer.get("bound"),
            "seconds": seconds(row.seconds),
            "CPU s": seconds(row.cpu_seconds),
            "MiB": None if row.peak_bytes is None else round(row.peak_bytes / 2**20),
            "began (UTC)": f"{row.started_at:%Y-%m-%d %H:%M:%S}",
            "commit": _commit(row),
            "machine": _machine(row),
            "what went wrong": row.failure,
        }
        for row in rows
    ]
    return _table("Every run", *without_empty_columns(cells))


def _commit(row: RunRecord) -> str | None:
    """Return the first ten digits of the commit, followed by ``-dirty`` if there were uncommitted changes."""
    commit, dash, mark = (row.commit or "").partition("-")
    return f"{commit[:10]}{dash}{mark}" or None


def _machine(row: RunRecord) -> str:
    facts = json.loads(row.machine)
    return f"{facts['processor']}, {facts['cores']} cores"


def _plot(plot: Plot) -> JsonObject:
    from tilewright.drawing.chart_elements import WIDTH, curve, marker

    def svg(box: str, pieces: Iterable[str]) -> str:
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{"".join(pieces)}</svg>'

    legend = [
        {"label": label, "svg": svg("-18 -8 36 16", [curve(index, "M-16 0H16"), marker(index, 0, 0)])}
        for index, label in plot.legend
    ]
    return {
        **_table(plot.title, plot.headers, plot.rows),
        "about": plot.about,
        "unit": plot.unit,
        "legend": legend,
        "svg": svg(f"0 0 {WIDTH} {plot.height:g}", plot.pieces),
    }
