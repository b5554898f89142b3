"""`tilewright bench load`: a load test of the web page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tilewright.console import interruptible, print_json, print_table, say, write_chunks
from tilewright.console.command_options import Json, Quiet, Seed, option
from tilewright.errors import BadInput

if TYPE_CHECKING:
    from tilewright.web.load_test import LoadResult

__all__ = ["load"]

HAS_FINDINGS = 1


def load(
    clients: Annotated[int, option("Number of concurrent clients.", "N")] = 50,
    seconds: Annotated[float, option("Duration of the test, excluding the warm-up.", "SECONDS")] = 30.0,
    seed: Seed = 0,
    pause: Annotated[float, option("Mean time between two clicks of a client.", "SECONDS")] = 1.0,
    restart: Annotated[
        bool, option("Kill and restart the server halfway through the test.", None, "--restart")
    ] = False,
    median_at_most: Annotated[
        float | None,
        option("Report a finding if the median response time of page actions exceeds SECONDS.", "SECONDS"),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Start a web server, let many simulated clients use it at the same time, and measure the response times.

    The exit status is 1 if there is a finding: an unexpected response, a process left running, or a median
    response time above --median-at-most.

    \b
    Examples:
      tilewright bench load
      tilewright bench load --clients 10 --seconds 5 --json
      tilewright bench load --restart --median-at-most 0.2
    """
    from tilewright.web.load_test import LoadPlan, run_load

    if median_at_most is not None and not median_at_most > 0:
        raise BadInput(f"--median-at-most must be above 0 s, not {median_at_most:g} s")
    plan = LoadPlan(clients=clients, seconds=seconds, seed=seed, pause=pause, restart=restart)
    report_progress = None if quiet else say
    result, interrupted = interruptible(
        lambda cancel: run_load(plan, report_progress=report_progress, cancel=cancel)
    )
    if json:
        print_json(result.to_json())
    else:
        _print(result)
    findings = result.findings(median_at_most)
    for finding in findings:
        say(f"FINDING {finding}")
    return interrupted or (HAS_FINDINGS if findings else 0)


def _print(result: LoadResult) -> None:
    clients = "client" if result.plan.clients == 1 else "clients"
    print_table(
        ["what", "number", "median", "90%", "99%", "longest"],
        [
            (name, times.count, *(f"{1000 * seconds:,.0f} ms" for seconds in times.figures))
            for name, times in result.times.items()
        ],
        title=f"{result.plan.clients} {clients} for {result.plan.seconds:g} s",
    )
    write_chunks([result.footnote()])
