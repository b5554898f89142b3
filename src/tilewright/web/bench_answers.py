"""Answers about what the bench has recorded in the data folder."""

from __future__ import annotations

from typing import Any

from tilewright.errors import BadInput

__all__ = ["report", "suites"]


def suites(question: dict[str, Any]) -> dict[str, Any]:
    """The suites that ship, and how many of their runs are kept."""
    from collections import Counter

    from tilewright.bench.shelf import suites as shipped

    kept = Counter(row.suite for row in _records().rows())
    return {
        "suites": [
            {
                "name": suite.name,
                "title": suite.title,
                "game": suite.game,
                "runs": suite.runs,
                "recorded": kept[suite.name],
            }
            for suite in shipped()
        ]
    }


def report(question: dict[str, Any]) -> dict[str, Any]:
    """The document of ``tilewright bench report``, its tables as people read them, and its plots."""
    from tilewright.bench.plots import plots
    from tilewright.bench.report import report as make_report
    from tilewright.bench.run import suite_rows
    from tilewright.bench.shelf import suites as shipped

    # A client names a suite that ships; a file it cannot name.
    suite = next((suite for suite in shipped() if suite.name == question["suite"]), None)
    if suite is None:
        raise BadInput(f"no suite is called {question['suite']!r}")
    rows = suite_rows(suite, _records())
    if not rows:
        raise BadInput(f"the suite {suite.name} has not been run yet: tilewright bench run {suite.name}")
    made = make_report(suite, rows)
    return {
        "report": made.to_json(),
        "tables": [_table(table.title, table.headers, table.rows) for table in made.tables() if table.rows],
        "plots": [{**_table(plot.title, plot.headers, plot.rows), **_plot(plot)} for plot in plots(made)],
        "footnote": made.footnote(),
    }


def _records() -> Any:
    from tilewright.console import data_folder
    from tilewright.records import Records

    return Records(data_folder() / "records")


def _table(title: str, headers: Any, rows: Any) -> dict[str, Any]:
    told = [["" if cell is None else str(cell) for cell in row] for row in rows]
    return {"title": title, "headers": list(headers), "rows": told}


def _plot(plot: Any) -> dict[str, Any]:
    from tilewright.bench.canvas import WIDTH, curve, marker

    def svg(box: str, pieces: Any) -> str:
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{"".join(pieces)}</svg>'

    legend = [
        {"label": label, "svg": svg("-18 -8 36 16", [curve(index, "M-16 0H16"), marker(index, 0, 0)])}
        for index, label in plot.legend
    ]
    return {"about": plot.about, "legend": legend, "svg": svg(f"0 0 {WIDTH} {plot.height:g}", plot.pieces)}
