"""Answers about what the bench has recorded in the data folder."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from statistics import geometric_mean
from typing import TYPE_CHECKING, Any

from tilewright.errors import BadInput

if TYPE_CHECKING:
    from tilewright.bench.plots import Plot
    from tilewright.bench.report import Report
    from tilewright.bench.suite import Suite
    from tilewright.records import Records, RunRecord

__all__ = ["report", "suites"]

MOST_RUNS = 2000
"""Single runs in one answer, the newest of them."""
RUN_HEADERS = (
    "instance",
    "solver",
    "pass",
    "status",
    "objective",
    "bound",
    "seconds",
    "CPU s",
    "MiB",
    "began (UTC)",
    "commit",
    "machine",
    "what went wrong",
)

Question = dict[str, Any]


def suites(question: Question) -> Question:
    """The suites that ship, how many of their runs are kept, and other suites that have runs."""
    from tilewright.bench.suite_index import suites as shipped

    kept: dict[str, set[tuple[str, str, int]]] = {}
    for row in _records().rows():
        kept.setdefault(row.suite, set()).add((row.instance, row.label, row.repeat))
    told = [
        {
            "name": suite.name,
            "title": suite.title,
            "game": suite.game,
            "runs": suite.runs,
            "recorded": len(kept.pop(suite.name, ())),
        }
        for suite in shipped()
    ]
    return {
        "suites": told,
        "others": [{"name": name, "recorded": len(runs)} for name, runs in sorted(kept.items())],
    }


def report(question: Question) -> Question:
    """The document of ``tilewright bench report``, its tables as people read them, its plots, and single runs.

    `solvers`, `instances` and `baseline` narrow it, as if the suite had only those.
    """
    from tilewright.bench.plots import plots
    from tilewright.bench.report import report as make_report
    from tilewright.bench.suite_run import suite_rows

    whole = _shipped(question["suite"])
    every = suite_rows(whole, _records())
    if not every:
        raise BadInput(f"the suite {whole.name} has not been run yet: tilewright bench run {whole.name}")
    suite = _narrowed(whole, question)
    rows = list(_rows_of(suite, every))
    if not rows:
        raise BadInput("no run matches what was chosen")
    made = make_report(suite, rows)
    return {
        "report": made.to_json(),
        "tables": [
            _table(table.title, table.headers, table.rows)
            for table in (made.score_table(), made.average_table(), made.line_table())
            if table.rows
        ],
        "plots": [{**_table(plot.title, plot.headers, plot.rows), **_plot(plot)} for plot in plots(made)],
        "runs": _run_table(rows[-MOST_RUNS:]),
        "choices": _choices(whole, every),
        "comparison": _comparison(made),
        "sources": made.sources(),
        "footnote": made.footnote(),
    }


def _shipped(name: str) -> Suite:
    """A suite that ships; a file a client cannot name."""
    from tilewright.bench.suite_index import suites as shipped

    suite = next((suite for suite in shipped() if suite.name == name), None)
    if suite is None:
        raise BadInput(f"no suite is called {name!r}")
    return suite


def _records() -> Records:
    from tilewright.console import data_folder
    from tilewright.records import Records

    return Records(data_folder() / "records")


# --- What a client chooses ----------------------------------------------------------------------------


def _narrowed(suite: Suite, question: Question) -> Suite:
    """The suite with the chosen solvers, the instances whose names have the words, and another baseline."""
    known = [solver.label for solver in suite.solvers]
    baseline = question.get("baseline")
    for label in [*question.get("solvers", ()), *([] if baseline is None else [baseline])]:
        if label not in known:
            raise BadInput(
                f"the suite {suite.name} has no solver {label!r}; it has {', '.join(known) or 'none'}"
            )
    chosen = set(question.get("solvers") or known) | ({baseline} if baseline else set())
    words = question.get("instances", "").lower().split()
    instances = tuple(each for each in suite.instances if _has(each.label, words))
    groups = {each.group or each.label for each in instances}
    published = (
        replace(one, figures=tuple(figure for figure in one.figures if figure.group in groups))
        for one in suite.published
        if one.solver is None or one.solver in chosen
    )
    kept = suite.baseline if suite.baseline in chosen else None
    return replace(
        suite,
        instances=instances,
        solvers=tuple(each for each in suite.solvers if each.label in chosen),
        commands=tuple(each for each in suite.commands if _has(each.label, words)),
        published=tuple(one for one in published if one.figures),
        baseline=baseline or kept,
    )


def _has(name: str, words: Iterable[str]) -> bool:
    return all(word in name.lower() for word in words)


def _rows_of(suite: Suite, rows: Iterable[RunRecord]) -> Iterator[RunRecord]:
    commands = {each.label for each in suite.commands}
    instances = {each.label for each in suite.instances}
    solvers = {each.label for each in suite.solvers}
    for row in rows:
        if row.instance in commands or (row.instance in instances and row.label in solvers):
            yield row


def _choices(suite: Suite, rows: Iterable[RunRecord]) -> Question:
    """What there is to choose from, and the baseline of the suite itself."""
    met = {row.label for row in rows}
    return {
        "solvers": [solver.label for solver in suite.solvers if solver.label in met],
        "baseline": suite.baseline,
    }


def _comparison(made: Report) -> str | None:
    """Two solvers against each other in a sentence; None for any other number of them."""
    from tilewright.bench.number_formats import ratio

    labels = [solver.label for solver in made.suite.solvers]
    if len(labels) != 2:
        return None
    base = made.suite.baseline or labels[0]
    other = next(label for label in labels if label != base)
    lines = {(line.instance, line.label): line for line in made.solves}
    met = [name for name, label in lines if label == base and (name, other) in lines]
    pairs = [
        (mine.time, yours.time)
        for name in met
        if (mine := lines[name, base]).time is not None and (yours := lines[name, other]).time is not None
    ]
    if not pairs:
        return f"{other} against {base}: there is no instance that both solve."
    faster = sum(yours < mine for mine, yours in pairs)
    slower = sum(yours > mine for mine, yours in pairs)
    mean = geometric_mean([max(yours, 1e-6) / max(mine, 1e-6) for mine, yours in pairs])
    return (
        f"{other} against {base}: both solve {len(pairs)} of the {len(met)} instances that both have met. "
        f"{other} is faster on {faster}, {base} on {slower}; {other} takes {ratio(mean)} times the time, "
        "as a geometric mean."
    )


# --- Tables and plots ---------------------------------------------------------------------------------


def _table(title: str, headers: Sequence[str], rows: Iterable[Sequence[object]]) -> Question:
    told = [["" if cell is None else str(cell) for cell in row] for row in rows]
    return {"title": title, "headers": list(headers), "rows": told}


def _run_table(rows: Sequence[RunRecord]) -> Question:
    from tilewright.bench.number_formats import seconds, without_empty_columns

    cells = [
        (
            row.instance,
            row.label,
            row.repeat + 1,
            row.status,
            row.answer.get("objective"),
            row.answer.get("bound"),
            seconds(row.seconds),
            seconds(row.cpu_seconds),
            None if row.peak_bytes is None else round(row.peak_bytes / 2**20),
            f"{row.started_at:%Y-%m-%d %H:%M:%S}",
            _commit(row),
            _machine(row),
            row.failure,
        )
        for row in rows
    ]
    return _table("Every run", *without_empty_columns(RUN_HEADERS, cells))


def _commit(row: RunRecord) -> str | None:
    """The commit as Git shortens it, with its mark if files were changed since."""
    commit, dash, mark = (row.commit or "").partition("-")
    return f"{commit[:10]}{dash}{mark}" or None


def _machine(row: RunRecord) -> str:
    facts = json.loads(row.machine)
    return f"{facts['processor']}, {facts['cores']} cores"


def _plot(plot: Plot) -> Question:
    from tilewright.bench.plot_elements import WIDTH, curve, marker

    def svg(box: str, pieces: Iterable[str]) -> str:
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{"".join(pieces)}</svg>'

    legend = [
        {"label": label, "svg": svg("-18 -8 36 16", [curve(index, "M-16 0H16"), marker(index, 0, 0)])}
        for index, label in plot.legend
    ]
    return {
        "about": plot.about,
        "unit": plot.unit,
        "legend": legend,
        "svg": svg(f"0 0 {WIDTH} {plot.height:g}", plot.pieces),
    }
