"""HTML reports: self-contained pages without scripts or external resources."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources
from pathlib import Path

from tilewright.bench.number_and_table_formats import Cells
from tilewright.bench.plots import Plot, plots
from tilewright.bench.report import Report, ReportTable
from tilewright.drawing.chart_elements import WIDTH, curve, marker
from tilewright.files import report_write_errors, write_atomically

__all__ = ["write_pages"]

# With this policy, the browser loads no resources and runs no scripts, even if a label contains markup.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_NUMBER = re.compile(r"([~≥]? ?-?\d[\d.e+-]*( to -?\d[\d.e+-]*| \(.*\))?)?|not solved")


def write_pages(reports: Sequence[Report], folder: Path) -> Path:
    """Write one page per suite; return the path of `index.html`, the only page or an index of several pages."""
    index = folder / "index.html"
    with report_write_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        if len(reports) == 1:
            pages = {index: _suite_page(reports[0])}
        else:
            names = _file_names(reports)
            pages = {
                folder / name: _suite_page(report, "index.html")
                for name, report in zip(names, reports, strict=True)
            }
            pages[index] = _index_page(reports, names)
        for file, text in pages.items():
            write_atomically(file, text.encode())
    return index


def _file_names(reports: Sequence[Report]) -> list[str]:
    """Return a portable file name for each suite; a number is added to duplicate names."""
    names: list[str] = []
    for report in reports:
        stem = re.sub(r"[^a-z0-9]+", "-", report.suite.name.lower()).strip("-") or "suite"
        stem = f"suite-{stem}" if stem == "index" else stem
        equal_names = sum(re.fullmatch(rf"{stem}(-\d+)?\.html", name) is not None for name in names)
        names.append(f"{stem}-{equal_names + 1}.html" if equal_names else f"{stem}.html")
    return names


# --- Pages --------------------------------------------------------------------------------------------


def _index_page(reports: Sequence[Report], names: Sequence[str]) -> str:
    rows = "".join(
        f'<tr><th scope="row"><a href="{escape(name)}">{escape(report.suite.title)}</a></th>'
        f"<td><code>{escape(report.suite.name)}</code></td>"
        f'<td class="number">{sum(line.runs for line in report.lines)}</td>'
        f"<td>{len(report.findings) or 'none'}</td></tr>"
        for name, report in zip(names, reports, strict=True)
    )
    head = "".join(_heading(name, name == "runs") for name in ("suite", "name", "runs", "findings"))
    body = [
        "<h1>Tilewright bench</h1>",
        "<p>The results of each suite are on a separate page. All solutions are checked against the rules.</p>",
        '<section><div class="table" role="region" aria-label="Suites" tabindex="0"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div></section>",
    ]
    return _page("Tilewright bench", body)


def _suite_page(report: Report, back: str = "") -> str:
    suite = report.suite
    body = [
        f'<nav><a href="{escape(back)}">All suites</a></nav>' if back else "",
        f"<h1>{escape(suite.title)}</h1>",
        f'<p class="quiet"><code>tilewright bench run {escape(suite.name)}</code>, '
        f"at most {report.time_limit:g} s for each run.</p>",
        _findings(report),
        _section(report.score_table()),
        _section(report.average_table()),
        *(_figure(plot) for plot in plots(report)),
        _section(report.line_table()),
        _failures(report),
        _footer(report),
    ]
    return _page(suite.title, body)


def _findings(report: Report) -> str:
    if not report.findings:
        return ""
    items = [
        f"<li><strong>{escape(one.kind)}</strong> on {escape(one.instance)}: {escape(one.message)}</li>"
        for one in report.findings
    ]
    return f'<section class="alarm"><h2>Findings</h2><ul>{"".join(items)}</ul></section>'


def _failures(report: Report) -> str:
    items = "".join(f"<li>{escape(str(failure))}</li>" for failure in report.failures)
    return f"<section><h2>Failures</h2><ul>{items}</ul></section>" if items else ""


def _footer(report: Report) -> str:
    notes = [*report.sources(), report.footnote(), *report.versions]
    explanation = (
        "Times are in seconds. The time of a solver does not include starting Python, importing modules, "
        "reading the instance, preparing the solver (for example, compiling kernels) or checking the answer; "
        "the time of a command includes everything. PAR-2 is the mean time, where an unsolved run counts as "
        "twice the time limit. Confidence intervals are Student's t intervals, computed on the logarithms of "
        "the time ratios."
    )
    paragraphs = "".join(f"<p>{escape(note)}</p>" for note in [explanation, *notes])
    return f'<footer class="quiet">{paragraphs}</footer>'


def _page(title: str, body: Iterable[str]) -> str:
    style = resources.files("tilewright.bench").joinpath("report.css").read_text("utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(piece for piece in body if piece)
        + "\n</main>\n</body>\n</html>\n"
    )


# --- Tables and figures -------------------------------------------------------------------------------


def _section(table: ReportTable) -> str:
    if not table.rows:
        return ""
    return f"<section><h2>{escape(table.title)}</h2>{_table(table.headers, table.rows, table.title)}</section>"


def _figure(plot: Plot) -> str:
    return (
        f'<figure><figcaption><h2 id="{plot.name}">{escape(plot.title)}</h2>'
        f'<p class="quiet" id="{plot.name}-about">{escape(plot.about)}</p>{_legend(plot)}</figcaption>'
        f'<svg class="plot" viewBox="0 0 {WIDTH} {plot.height:g}" role="img" aria-labelledby="{plot.name}" '
        f'aria-describedby="{plot.name}-about">{"".join(plot.pieces)}</svg>'
        f"{_table(plot.headers, plot.rows, f'{plot.title}: table', plot.unit)}</figure>"
    )


def _legend(plot: Plot) -> str:
    items = [
        f'<li><svg viewBox="-18 -8 36 16" aria-hidden="true">{curve(index, "M-16 0H16")}'
        f"{marker(index, 0, 0)}</svg>{escape(label)}</li>"
        for index, label in plot.legend
    ]
    return f'<ul class="legend">{"".join(items)}</ul>' if items else ""


def _table(headers: Sequence[str], rows: Sequence[Cells], name: str, caption: str = "") -> str:
    """Return an HTML table in a scrollable, focusable frame; the first cell of each row is the row header."""
    right_aligned = [all(_is_number(row[index]) for row in rows) for index in range(len(headers))]
    head = "".join(_heading(cell, side) for cell, side in zip(headers, right_aligned, strict=True))
    body, above = [], None
    for first, *others in rows:
        cells = [_cell("td", cell, side) for cell, side in zip(others, right_aligned[1:], strict=True)]
        # Screen readers need a header in every row; a header that repeats the one above is shown in a lighter
        # colour.
        repeated = ' class="again"' if first == above else ""
        body.append(f"<tr{repeated}>{_cell('th', first, right_aligned[0], 'row')}{''.join(cells)}</tr>")
        above = first
    caption_element = f"<caption>{escape(caption)}</caption>" if caption else ""
    return (
        f'<div class="table" role="region" aria-label="{escape(name)}" tabindex="0"><table>{caption_element}'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )


def _heading(name: str, right: bool) -> str:
    """Return the HTML of a column header, which the browser may break between words but not at hyphens."""
    side = ' class="number"' if right else ""
    return f'<th scope="col"{side}>{" ".join(f"<span>{escape(word)}</span>" for word in name.split())}</th>'


def _cell(tag: str, cell: object, right: bool, scope: str = "") -> str:
    side = ' class="number"' if right else ""
    names = f' scope="{scope}"' if scope else ""
    return f"<{tag}{names}{side}>{'' if cell is None else escape(str(cell))}</{tag}>"


def _is_number(cell: object) -> bool:
    return cell is None or isinstance(cell, int | float) or _NUMBER.fullmatch(str(cell)) is not None
