"""The bench page: reports on recorded runs and on samples, filters, comparisons, and runs of quick suites."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tilewright.bench.run_plan import belongs_to
from tilewright.bench.sample_runs import MACHINE, read_samples, sample_file
from tilewright.bench.suite_index import find_suite
from tilewright.console import data_folder
from tilewright.errors import BadInput
from tilewright.records import Records, RunRecord
from tilewright.registry import games
from tilewright.web.handlers.bench import report, suites, validate_run_request

SUITE = "domino/quick"
SMALL, LARGE = "trivial: n=6, 41 stones", "very easy: n=10, 56 stones"
SECONDS = {"trail": (0.001, 0.002), "minizinc-a": (0.4, 0.8), "minizinc-b": (0.5, 0.2)}
"""The seconds that each solver takes on the small board and on the large board, if its run is not stopped."""


def add_runs(folder: Path) -> None:
    """Record runs of three solvers on two boards. One run is stopped at its time limit; one answer is wrong."""
    records = Records(folder / "records")
    for solver, times in SECONDS.items():
        for size, instance in ((6, f"{SMALL} #1"), (10, f"{LARGE} #1")):
            stopped = solver == "minizinc-b" and size == 10
            objective = 17 if solver == "minizinc-b" and size == 6 else 3 * size
            answer = {"objective": objective, "bound": objective}
            number = len(records.rows())
            records.add(
                RunRecord(
                    run=f"run-{number}",
                    key=f"key-{number}",
                    sitting="today",
                    kind="solve",
                    suite=SUITE,
                    game="domino",
                    instance=instance,
                    parts=41,
                    size=float(size),
                    solver=solver,
                    label=solver,
                    options="{}",
                    repeat=0,
                    time_limit=20.0,
                    status="unknown" if stopped else "optimal",
                    verified=None if stopped else True,
                    seconds=20.0 if stopped else times[size == 10],
                    result=json.dumps({} if stopped else answer),
                    started_at=datetime(2026, 1, 2) + timedelta(seconds=number),
                    tilewright="0.1.0",
                    commit="0123456789abcdef-dirty",
                    versions="{}",
                    machine=json.dumps(
                        {"processor": "Abacus", "cores": 2, "memory": 4 * 2**30, "system": "Sand"}
                    ),
                )
            )


@pytest.fixture
def recorded_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_runs(tmp_path)
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path))


@pytest.mark.usefixtures("recorded_runs")
def test_a_report_has_single_runs_sources_and_units() -> None:
    answer = report({"suite": SUITE})
    first = dict(zip(answer["runs"]["headers"], answer["runs"]["rows"][0], strict=True))
    assert first == {
        "instance": f"{SMALL} #1",
        "solver": "trail",
        "pass": "1",
        "status": "optimal",
        "objective": "18",
        "bound": "18",
        "seconds": "0.001",
        "began (UTC)": "2026-01-02 00:00:00",
        "commit": "0123456789-dirty",
        "machine": "Abacus, 2 cores",
    }
    assert "Solving a game of domino with MiniZinc and ASP" in answer["sources"][0]
    assert [plot["unit"] for plot in answer["plots"]][:2] == ["seconds", "time divided by the baseline's time"]
    assert [finding["kind"] for finding in answer["report"]["findings"]] == ["disagreement"] * 2
    assert suites({})["others"] == []
    records = Records(data_folder() / "records")
    records.add(replace(records.rows()[0], run="own", key="own", suite="good.toml"))
    assert suites({})["others"] == [{"name": "good.toml", "recorded": 1}]
    recorded = {suite["name"]: suite["recorded"] for suite in suites({})["suites"]}
    assert recorded[SUITE] == 6
    assert sum(recorded.values()) == 6


@pytest.mark.usefixtures("recorded_runs")
def test_two_solvers_are_compared_on_the_instances_that_both_solve() -> None:
    answer = report({"suite": SUITE, "solvers": ["minizinc-b"], "baseline": "minizinc-a"})
    assert answer["report"]["baseline"] == "minizinc-a"
    assert answer["comparison"] == (
        "minizinc-b against minizinc-a: of 2 instances on which both were run, both solve 1. "
        "minizinc-b is faster on 0, minizinc-a on 1; "
        "the time of minizinc-b is 1.25 times that of minizinc-a (geometric mean)."
    )
    assert {line["label"] for line in answer["report"]["lines"]} == {"minizinc-a", "minizinc-b"}
    assert answer["choices"] == {"solvers": list(SECONDS), "baseline": "trail"}
    assert "minizinc-a against minizinc-b" in [plot["title"] for plot in answer["plots"]]


@pytest.mark.usefixtures("recorded_runs")
def test_instances_are_selected_by_words_in_their_names() -> None:
    answer = report({"suite": SUITE, "instances": "EASY n=10"})
    assert {line["instance"] for line in answer["report"]["lines"]} == {f"{LARGE} #1"}
    assert answer["comparison"] is None
    with pytest.raises(BadInput, match="no run matches"):
        report({"suite": SUITE, "instances": "chess"})
    with pytest.raises(BadInput, match="has no solver 'chess'; it has trail, minizinc-a"):
        report({"suite": SUITE, "solvers": ["chess"]})


QUICK_SUITES = [f"{game.name}/quick" for game in games() if game.package.startswith("tilewright.games.")]


@pytest.mark.parametrize("name", QUICK_SUITES)
def test_a_quick_suite_has_small_samples_that_belong_to_it(name: str) -> None:
    """If this fails because the suite was changed, run scripts/make_sample_bench_runs.py."""
    suite = find_suite(name)
    rows = read_samples(suite)
    assert rows
    assert all(map(belongs_to(suite), rows))
    assert {row.machine for row in rows} == {json.dumps(MACHINE)}
    assert {row.commit for row in rows} == {None}
    assert sample_file(suite).stat().st_size < 60_000
    assert not [row.failure for row in rows if row.failure]


def test_samples_are_reported_as_long_as_nothing_is_recorded() -> None:
    answer = report({"suite": "powers/quick"})
    assert answer["sample"]
    assert answer["tables"]
    assert answer["plots"]
    listed = {suite["name"]: suite for suite in suites({})["suites"]}
    assert listed["powers/quick"]["recorded"] == 0
    assert listed["powers/quick"]["samples"] == len(answer["runs"]["rows"])
    assert Records(data_folder() / "records").rows() == []
    add_runs(data_folder())
    assert not report({"suite": SUITE})["sample"]


def test_only_quick_suites_are_run_for_the_page() -> None:
    assert validate_run_request({"suite": "powers/quick"}) == {"suite": "powers/quick", "game": "powers"}
    with pytest.raises(BadInput, match="takes too long for the page"):
        validate_run_request({"suite": "powers/full"})
    with pytest.raises(BadInput, match="there is no suite"):
        validate_run_request({"suite": "../powers/quick"})


@pytest.mark.needs("chromium")
def test_a_newcomer_sees_samples_and_runs_a_quick_suite(visit: Any, served: Any) -> None:
    page = visit.open("/bench")
    page.get_by_text("You have no recorded runs yet.").wait_for()
    page.locator("tr", has_text="powers/quick").get_by_role("link").click()
    page.get_by_role("note").filter(has_text="samples that come with Tilewright").wait_for()
    assert page.locator("figure.panel svg.plot").count()
    page.go_back()
    page.get_by_role("button", name="Run powers/quick").click()
    # The page may miss the first progress reports, so the first run that it shows may have any number.
    page.get_by_role("status").filter(has_text=re.compile(r"\[\d+/28\]")).wait_for()
    assert page.get_by_role("button", name="Run shikaku/quick").is_disabled()
    # Another client cannot start a second suite, and a reloaded page shows the suite that is running.
    second = page.request.post(f"{served.address}/api/v1/bench/run", data={"suite": "shikaku/quick"})
    assert (second.status, "powers/quick is running" in second.json()["detail"]) == (409, True)
    page = visit.reload()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("Cancelled. The finished runs are recorded.").wait_for()
    page.get_by_role("table", name="Recorded").get_by_role("link").click()
    page.locator(".plots").wait_for()
    assert page.get_by_role("note").count() == 0
    recorded = Records(served.data / "records").rows()
    assert 1 <= len(recorded) < 28
    assert {row.suite for row in recorded} == {"powers/quick"}
    for file in (served.data / "records").rglob("*.*"):
        file.unlink()


@pytest.mark.needs("chromium")
def test_the_page_follows_a_suite_that_was_started_elsewhere_when_its_own_ends(visit: Any) -> None:
    page = visit.open("/bench")
    answer = page.evaluate("fetch('/api/v1/bench/suites').then((response) => response.json())")
    answer["running"] = {"id": "other", "suite": "shikaku/quick"}
    job = {"id": "own", "kind": "bench", "state": "cancelled", "phase": "over", "result": None, "error": None}
    other = {**job, "id": "other", "state": "running", "phase": "working"}
    page.route("**/api/v1/bench/run", lambda route: route.fulfill(status=202, json=job))
    page.route("**/api/v1/bench/suites", lambda route: route.fulfill(json=answer))
    page.route("**/api/v1/jobs/other/events", lambda route: None)
    page.route("**/api/v1/jobs/other", lambda route: route.fulfill(json=other))
    with page.expect_request("**/api/v1/jobs/other/events"):
        page.get_by_role("button", name="Run powers/quick").click()
    page.get_by_role("heading", name="Running shikaku/quick").wait_for()
    assert page.get_by_role("button", name="Run powers/quick").is_disabled()
    with page.expect_request(lambda request: request.method == "DELETE"):
        page.get_by_role("button", name="Cancel").click()


@pytest.mark.needs("chromium")
def test_the_bench_page_filters_and_compares_recorded_runs(visit: Any, served: Any) -> None:
    page = visit.open("/bench")
    page.get_by_text("tilewright bench run SUITE").wait_for()
    add_runs(served.data)
    records = Records(served.data / "records")
    records.add(replace(records.rows()[0], run="own", key="own", suite="good.toml"))
    page = visit.reload()
    page.get_by_text("Also recorded: good.toml (1 run)").wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    inside = "list => list.every((each) => each.getBoundingClientRect().right <= innerWidth)"
    assert page.locator(".suites button").evaluate_all(inside)
    page.set_viewport_size({"width": 1280, "height": 900})
    assert page.evaluate(
        "[...document.querySelectorAll('.suites')].every((e) => e.scrollHeight <= e.clientHeight)"
    )
    page.get_by_role("link", name="Domino, rule chain: the two smallest").click()
    page.get_by_role("alert").filter(has_text="disagreement").wait_for()
    assert page.locator("figure.panel svg.plot").count() == page.locator("figure.panel table").count() == 4
    page.locator("footer", has_text="Published figures").wait_for()
    page.get_by_label("Status", exact=True).select_option("unknown")
    every = page.get_by_role("region", name="Every run")
    assert every.locator("tbody tr").count() == 1
    page.get_by_label("Status", exact=True).select_option("")
    page.get_by_role("checkbox", name="trail").uncheck()
    page.get_by_label("Compare with").select_option("minizinc-a")
    page.locator(".compared", has_text="minizinc-b against minizinc-a").wait_for()
    page.get_by_role("searchbox", name="Instances").fill("n=6")
    page.locator(".compared", has_text="of 1 instance on which").wait_for()
    page = visit.reload()
    page.locator(".compared", has_text="of 1 instance on which").wait_for()
    assert not page.get_by_role("checkbox", name="trail").is_checked()
    page.get_by_role("searchbox", name="Instances").fill("chess")
    page.locator(".trouble", has_text="no run matches").wait_for()
    assert page.locator("figure.panel:visible, .table:visible").count() == 0
    page.get_by_role("button", name="Show everything").click()
    page.get_by_role("heading", name="trail against the others").wait_for()
    solvers = page.get_by_role("region", name="Solvers")
    solvers.get_by_role("button", name="solver", exact=True).click()
    assert re.match("minizinc-a", solvers.locator("tbody tr").first.inner_text())
    # If a report arrives after the user has left the report's page, it is not shown.
    page = visit.open("/bench")
    held_requests: list[Any] = []
    page.route("**/bench/report?**", lambda route: held_requests.append(route))
    page.get_by_role("link", name="Domino, rule chain: the two smallest").click()
    page.get_by_text("reading the records").wait_for()
    page.go_back()
    page.get_by_role("heading", name="Recorded").wait_for()
    with page.expect_response("**/bench/report?**") as answered:
        held_requests[0].continue_()
    answered.value.finished()
    page.evaluate("fetch('/api/v1/status').then((response) => response.json())")
    assert page.get_by_role("heading", name="Recorded").is_visible()
