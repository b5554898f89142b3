"""`tilewright bench`: run suites, and report and query their results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tilewright.cli.bench_load import load
from tilewright.console import interruptible, print_json, print_table, say, write_chunks
from tilewright.console.command_options import (
    Json,
    Quiet,
    Where,
    argument,
    command_group,
    data_option,
    option,
    output_option,
)
from tilewright.errors import BadInput

if TYPE_CHECKING:
    from tilewright.bench.report import Report
    from tilewright.records import Runs

__all__ = ["app"]

app = command_group("Run suites of instances and solvers, and query the results.")

Data = Annotated[str | None, data_option("the recorded runs")]
SuiteName = Annotated[str, argument("The name of a suite (see `bench list`), or a .toml file.", "SUITE")]

From = Annotated[str | None, option("Read the runs from a .duckdb or .parquet export.", "FILE", "--from")]

NO_RUNS = "no suite has been run yet; run one with: tilewright bench run SUITE (see tilewright bench list)"

HAS_FINDINGS = 1
"""The exit status of `bench run` and `bench report` if there is a finding."""


@app.command("list")
def list_suites(json: Json = False) -> int:
    """List the suites that are included in Tilewright.

    \b
    Examples:
      tilewright bench list
    """
    from tilewright.bench.suite_index import suites

    if json:
        keys = ("name", "title", "game", "runs")
        print_json([{key: getattr(suite, key) for key in keys} for suite in suites()])
    else:
        rows = [(suite.name, suite.title, suite.runs) for suite in suites()]
        print_table(["suite", "what it shows", "runs"], rows)
    return 0


@app.command()
def run(
    suite: SuiteName,
    repeats: Annotated[int | None, option("Number of passes over the suite.", "N")] = None,
    time_limit: Annotated[float | None, option("Time limit of each run.", "SECONDS")] = None,
    fresh: Annotated[bool, option("Repeat all runs, including recorded ones.", None, "--fresh")] = False,
    where: Where = "here",
    json: Json = False,
    data: Data = None,
    quiet: Quiet = False,
) -> int:
    """Run a suite, verify the answers, and record the runs. Recorded runs are repeated only with --fresh.

    Each run has its own process. The exit status is 1 if there is a finding: solvers that contradict each
    other, an answer that the checker rejects, or a command that fails or exceeds its CPU time limit.

    Except with --where here, one worker carries out all runs of an instance in a pass, one after the other.
    Workers on the same machine slow each other down: to compare times, use --where here.

    \b
    Examples:
      tilewright bench run startup
      tilewright bench run domino/quick --repeats 3
      tilewright bench run my-suite.toml --time-limit 5 --json
      tilewright bench run nmbr9/decks --where dask://scheduler:8786
    """
    from tilewright.bench.python_interface import run as run_suite

    made, interrupted = interruptible(
        lambda cancel: run_suite(
            suite,
            repeats=repeats,
            time_limit=time_limit,
            fresh=fresh,
            where=where,
            data=data,
            on_line=None if quiet else say,
            cancel=cancel,
        )
    )
    if json:
        print_json(made.to_json())
    else:
        _print(made)
    return interrupted or _verdict([made])


@app.command()
def report(
    suite: Annotated[
        str | None,
        argument("The suite; by default all recorded suites that are included in Tilewright.", "SUITE"),
    ] = None,
    json: Json = False,
    markdown: Annotated[bool, option("Print Markdown.", None, "--markdown")] = False,
    html: Annotated[str | None, option("Write HTML pages with plots to DIR.", "DIR")] = None,
    source: From = None,
    data: Data = None,
) -> int:
    """Report the measurements: times, scores, and ratios between solvers on the same instance.

    \b
    Examples:
      tilewright bench report
      tilewright bench report domino/quick --markdown
      tilewright bench report domino/quick --html report
    """
    from tilewright.bench.report import report as make_report
    from tilewright.bench.suite_index import find_suite, suites
    from tilewright.bench.suite_run import suite_rows

    records = _runs(data, source).loaded()
    chosen = suites() if suite is None else (find_suite(suite),)
    made = [make_report(one, rows) for one in chosen if (rows := suite_rows(one, records))]
    if suite is not None and not made:
        raise BadInput(f"the suite {suite} has not been run yet; run it with: tilewright bench run {suite}")
    others = False
    if suite is None:
        others = _mention_others({one.name for one in chosen}, records)
        if not made and not others and html is None:
            say(NO_RUNS)
    if html is not None:
        if not made:
            raise BadInput("no built-in suite has been run yet" if others else NO_RUNS)
        return _write_pages(made, Path(html), json)
    if json:
        documents = [one.to_json() for one in made]
        print_json(documents if suite is None else documents[0])
    elif markdown:
        write_chunks(["\n".join(one.to_markdown() for one in made).rstrip("\n")])
    else:
        for one in made:
            _print(one)
    return _verdict(made)


@app.command()
def sql(
    query: Annotated[str, argument("A single SELECT over the table `runs`.", "QUERY")],
    output: Annotated[str | None, output_option("The .csv or .parquet file to write.")] = None,
    source: From = None,
    json: Json = False,
    data: Data = None,
) -> int:
    """Query the recorded runs with SQL. The query can read the table `runs` and nothing else.

    \b
    Examples:
      tilewright bench sql "SELECT suite, count(*) FROM runs GROUP BY suite"
      tilewright bench sql "SELECT label, median(seconds) FROM runs GROUP BY label ORDER BY 2"
      tilewright bench sql "FROM runs" -o runs.csv
      tilewright bench sql "SELECT count(*) FROM runs" --from runs.duckdb
    """
    records = _runs(data, source)
    if output is not None:
        file = Path(output)
        count, _ = interruptible(lambda cancel: records.export(file, query, cancel))
        return _written(count, output, json)
    table, _ = interruptible(lambda cancel: records.sql(query, cancel))
    if json:
        print_json(table.to_json())
    else:
        print_table(table.columns, table.rows)
    return 0


@app.command()
def export(
    file: Annotated[str, argument("The .duckdb, .parquet or .csv file to write or replace.", "FILE")],
    json: Json = False,
    data: Data = None,
) -> int:
    """Write all recorded runs to one DuckDB, Parquet or CSV file.

    \b
    Examples:
      tilewright bench export runs.duckdb
      tilewright bench report domino/quick --from runs.duckdb
    """
    path = Path(file)
    if path.suffix not in (".duckdb", ".parquet", ".csv"):
        raise BadInput(f"{file} is not a .duckdb, .parquet or .csv file")
    return _written(_runs(data).export(path), file, json)


@app.command()
def signature(
    parts: Annotated[bool, option("Print one number per search, as JSON.", None, "--parts")] = False,
    json: Json = False,
) -> int:
    """Run small deterministic searches, and print one number that changes only if their results change.

    \b
    Examples:
      tilewright bench signature
      tilewright bench signature --parts
    """
    from tilewright.bench.behaviour_signature import parts as every_part
    from tilewright.bench.behaviour_signature import signature as number_of

    searches = list(every_part())
    if parts:
        print_json({f"{part.game} {part.question}": part.number for part in searches})
    else:
        print_json(number_of(searches))
    return 0


def _runs(data: str | None, source: str | None = None) -> Runs:
    from tilewright.bench.python_interface import runs

    return runs(data, source)


def _mention_others(reported: set[str], records: Runs) -> bool:
    """Print the names of the recorded suites that are not in `reported`; return whether there are any."""
    others = sorted({row.suite for row in records.rows()} - reported)
    if others:
        say(f"also recorded: {', '.join(others)}; report one of them with: tilewright bench report FILE.toml")
    return bool(others)


def _written(count: int, file: str, json: bool) -> int:
    """Print how many rows were written to a file, and return the exit status."""
    if json:
        print_json({"rows": count, "file": file})
    else:
        say(f"{count} {'row' if count == 1 else 'rows'} written to {file}")
    return 0


def _print(report: Report) -> None:
    for number, table in enumerate(report.tables()):
        print_table(table.headers, table.rows, title="" if number else report.suite.title)
    for failure in report.failures:
        write_chunks([str(failure)])
    write_chunks([" ".join([*report.sources(), report.footnote()])])


def _write_pages(reports: list[Report], folder: Path, json: bool) -> int:
    from tilewright.bench.html_report import write_pages

    page = write_pages(reports, folder)
    if json:
        print_json({"page": str(page), "suites": [report.suite.name for report in reports]})
    else:
        say(f"report written to {page}")
    return _verdict(reports)


def _verdict(reports: list[Report]) -> int:
    """Print the findings of the reports, and return the exit status."""
    findings = [finding for report in reports for finding in report.findings]
    for finding in findings:
        say(f"FINDING ({finding.kind}) {finding.instance}: {finding.message}")
    return HAS_FINDINGS if findings else 0


app.command()(load)
