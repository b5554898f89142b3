"""Waits in a real browser: the phases of a solve with their times, and a server that does not respond."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

import tilewright as tw

EASY = "5x5:2h3f1e4b"

browser_test = pytest.mark.needs("chromium")


def job_events(*events: tuple[str, dict[str, Any]]) -> str:
    return "".join(
        f"id: {number}\nevent: {kind}\ndata: {json.dumps(data)}\n\n"
        for number, (kind, data) in enumerate(events, 1)
    )


def hold_job(page: Any, age: float, times: dict[str, float], *events: tuple[str, dict[str, Any]]) -> None:
    """Replace the server's answers with answers about a job that stays in progress after the given events."""
    phase = events[-1][1].get("phase", "working") if events else "queued"
    job = {"id": "held", "kind": "solve", "game": "labyrinth", "state": "running", "result": None, "svg": None}
    answer = {**job, "error": None, "phase": phase, "age": age, "times": times}
    page.route("**/api/v1/jobs", lambda route: route.fulfill(status=202, json=answer))
    page.route("**/api/v1/jobs/held", lambda route: route.fulfill(json=answer))
    page.route(
        "**/api/v1/jobs/held/events",
        lambda route: route.fulfill(content_type="text/event-stream", body=job_events(*events)),
    )


@browser_test
@pytest.mark.parametrize(
    ("events", "times", "text"),
    [
        ((), {}, r"^Waiting in the queue: [2-9]\d s$"),
        ((("phase", {"phase": "starting", "at": 5.0}),), {"queued": 5.0}, r"^Starting: [1-9]\d s$"),
        (
            (("phase", {"phase": "preparing", "at": 8.0}),),
            {"queued": 8.0},
            r"^Compiling and preparing: [1-9]\d s$",
        ),
    ],
)
def test_the_phases_before_a_solve_are_told_with_their_times(
    events: tuple[tuple[str, dict[str, Any]], ...], times: dict[str, float], text: str, visit: Any
) -> None:
    page = visit.open("/games/labyrinth")
    hold_job(page, 20.0, times, *events)
    page.get_by_role("button", name="Solve", exact=True).click()
    page.locator(".run .progress", has_text=re.compile(text)).wait_for()
    # The time limit of 10 seconds applies to solving, so the bar does not move yet.
    assert page.locator(".run progress").get_attribute("value") is None
    page.get_by_role("button", name="Cancel auto").wait_for()


@browser_test
def test_best_and_bound_are_shown_while_a_solve_runs(visit: Any) -> None:
    page = visit.open("/games/labyrinth")
    progress = {"best": 12, "bound": 15, "elapsed": 1.0, "note": ""}
    hold_job(page, 31.0, {"queued": 30.0}, ("phase", {"phase": "working", "at": 30.0}), ("progress", progress))
    page.get_by_role("button", name="Solve", exact=True).click()
    text = re.compile(r"^Solving: \d+\.\d s of 10 s, best 12, bound 15$")
    page.locator(".run .progress", has_text=text).wait_for()
    assert float(page.locator(".run progress").get_attribute("value")) <= 10


@browser_test
def test_a_result_names_the_solver_that_auto_chose(visit: Any) -> None:
    page = visit.open("/games/labyrinth#instance=from+1+to+3+1-2+2-3%3A7")
    page.get_by_role("button", name="Solve", exact=True).click()
    facts = page.locator(".run .facts", has_text="optimal")
    facts.wait_for()
    assert re.search(r"solved in .*by search", facts.inner_text(), re.DOTALL)


def test_a_job_tells_its_phases_and_their_times(client: TestClient) -> None:
    job = client.post("/api/v1/jobs", json={"game": "powers", "instance": "3,4"}).json()
    assert (job["phase"], job["times"]) == ("queued", {})
    with client.stream("GET", f"/api/v1/jobs/{job['id']}/events") as stream:
        events = stream.read().decode()
    phases = re.findall(r'event: phase\ndata: {"phase": "(\w+)", "at": ([\d.]+)}', events)
    assert [phase for phase, _ in phases] == ["starting", "preparing", "working", "checking"]
    begins = [float(at) for _, at in phases]
    assert begins == sorted(begins)
    over = client.get(f"/api/v1/jobs/{job['id']}").json()
    assert over["phase"] == "over"
    assert set(over["times"]) == {"queued", "starting", "preparing", "working", "checking"}
    assert sum(over["times"].values()) == pytest.approx(over["age"], abs=0.1)


def test_a_generator_that_finds_nothing_gives_advice(client: TestClient) -> None:
    request = {"game": "fillomino", "time_limit": 0.001, "options": {"rows": 10, "cols": 10}}
    first = client.post("/api/v1/generate", json={"game": "fillomino", "options": {"rows": 4, "cols": 4}})
    client.get(f"/api/v1/jobs/{first.json()['id']}/events")
    job = client.post("/api/v1/generate", json=request).json()
    client.get(f"/api/v1/jobs/{job['id']}/events")
    over = client.get(f"/api/v1/jobs/{job['id']}").json()
    assert over["state"] == "failed"
    assert re.search(r"nothing was generated within .* s; try another seed", over["error"])


@browser_test
def test_a_hint_offers_retry_while_the_server_is_gone_and_comes_when_it_is_back(
    visit: Any, served: Any
) -> None:
    page = visit.open("/games/nurikabe#instance=" + EASY)
    page.locator(".about", has_text="one solution").wait_for()
    served.kill()
    page.get_by_role("button", name="Hint").click()
    page.locator(".note.busy", has_text="The server is not responding.").wait_for()
    page.locator(".note.broken", has_text="The server is not responding").wait_for()
    assert page.locator(".note.broken").get_by_role("button", name="Retry").is_visible()
    page.locator(".notice", has_text="Is it still running?").get_by_role("button", name="Retry").click()
    served.start()
    page.locator(
        ".note.hint", has_text=tw.game("nurikabe").hint(tw.game("nurikabe").parse(EASY)).reason
    ).wait_for()
    assert page.locator(".notice").count() == 0


class Outage:
    """Simulates a server that accepts requests for an agent's move but dies before it replies."""

    def __init__(self, page: Any) -> None:
        self.page = page
        page.route("**/api/v1/play/turn", self._lose)
        page.route("**/api/v1/status", lambda route: route.abort())

    def _lose(self, route: Any) -> None:
        route.fulfill(content_type="text/event-stream", body="")

    def end(self) -> None:
        self.page.unroute("**/api/v1/play/turn")
        self.page.unroute("**/api/v1/status")


@browser_test
def test_a_wait_for_an_opponent_shows_its_time_can_be_cancelled_and_survives_an_outage(visit: Any) -> None:
    page = visit.open("/games/nmbr9#seed=3&cards=5")
    page.get_by_role("radio", name="Easy").check()
    page.route("**/api/v1/play/turn", lambda route: None)
    page.keyboard.press("n")
    page.get_by_role("button", name="Place", exact=True).click()
    opponent = page.locator(".opponent-stack")
    opponent.locator(".waiting", has_text=re.compile(r"^Easy is thinking \(\d+ s\)\.")).wait_for()
    opponent.get_by_role("button", name="Cancel").click()
    opponent.locator(".waiting", has_text="Easy was stopped.").wait_for()
    page.unroute("**/api/v1/play/turn")
    outage = Outage(page)
    opponent.get_by_role("button", name="Continue").click()
    opponent.locator(".trouble", has_text="not responding").get_by_role("button", name="Retry").wait_for()
    outage.end()
    # The request is repeated although the test does not press Retry.
    opponent.get_by_role("heading", name="Easy: 0 points").wait_for()
    assert opponent.locator(".trouble").inner_text() == ""
    assert page.locator(".notice").count() == 0


@browser_test
@pytest.mark.parametrize("button", ["Start", "Hint"])
def test_the_agents_of_any_game_go_on_after_an_outage(button: str, visit: Any) -> None:
    page = visit.open("/games/domino#tab=Play&instance=6%3A+01+12")
    if button == "Start":
        page.get_by_label("Player", exact=True).select_option("greedy")
    outage = Outage(page)
    page.get_by_role("button", name=button, exact=True).click()
    page.locator(".play .trouble", has_text="not responding").get_by_role("button", name="Retry").wait_for()
    outage.end()
    if button == "Start":
        page.wait_for_function("() => document.querySelectorAll('.moves-so-far li').length > 1")
    else:
        page.locator(".play .hint", has_text="would play").wait_for()
    assert page.locator(".play .trouble").inner_text() == ""


# --- Late answers -------------------------------------------------------------------------------------


class HeldRequests:
    """Holds back the first `most` requests of a page, so that they reach the server only after `release`."""

    def __init__(self, page: Any, pattern: str, most: int = 1000) -> None:
        self.page = page
        self.most = most
        self.routes: list[Any] = []
        page.route(pattern, self._hold)

    def _hold(self, route: Any) -> None:
        if len(self.routes) < self.most:
            self.routes.append(route)
        else:
            route.continue_()

    def wait_for(self, count: int) -> None:
        while len(self.routes) < count:
            self.page.wait_for_timeout(10)

    def release(self) -> None:
        """Let the held requests and all later ones pass."""
        self.most = 0
        for route in self.routes:
            route.continue_()


def open_play_panel(visit: Any, game: str) -> Any:
    """Replace the content of the start page with a game's play panel, which every playable game has."""
    page = visit.open("/")
    page.evaluate(
        """async (name) => {
          const { playPanel } = await import("/pages/play-panel.js");
          const { get } = await import("/pages/api.js");
          const { localStore } = await import("/pages/local-storage.js");
          const game = await get(`/games/${name}`);
          const { element, session } = playPanel({ game, store: localStore("test") });
          document.querySelector("main").replaceChildren(element);
          globalThis.session = session;
        }""",
        game,
    )
    page.wait_for_function("() => session.view")
    return page


def moves_so_far(page: Any) -> list[str]:
    return page.locator(".moves-so-far li").all_text_contents()


def play_first_move(page: Any) -> None:
    page.evaluate("() => session.play(session.view.moves[0].json).then(() => null)")


@browser_test
def test_moves_that_are_taken_back_in_quick_succession_are_redone_one_by_one(visit: Any) -> None:
    page = open_play_panel(visit, "domino")
    play_first_move(page)
    play_first_move(page)
    first, second = moves_so_far(page)
    # A request that fails changes nothing.
    page.route("**/api/v1/play/view", lambda route: route.fulfill(status=422, json={"detail": "no view"}))
    page.get_by_role("button", name="Undo").click()
    page.locator(".play .trouble", has_text="no view").wait_for()
    page.unroute("**/api/v1/play/view")
    assert moves_so_far(page) == [first, second]
    held = HeldRequests(page, "**/api/v1/play/view")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    held.wait_for(1)
    held.release()
    page.locator(".play .facts", has_text="you: 0").wait_for()
    assert moves_so_far(page) == []
    page.get_by_role("button", name="Redo").click()
    page.locator(".play .facts", has_text="you: 1").wait_for()
    assert moves_so_far(page) == [first]
    page.get_by_role("button", name="Redo").click()
    page.locator(".play .facts", has_text="you: 2").wait_for()
    assert moves_so_far(page) == [first, second]


@browser_test
def test_an_agent_does_not_think_about_a_position_that_is_being_taken_back(visit: Any) -> None:
    page = open_play_panel(visit, "patchwork")
    turns = HeldRequests(page, "**/api/v1/play/turn")
    play_first_move(page)
    page.locator(".play .hint", has_text="is thinking").wait_for()
    turns.wait_for(1)
    views = HeldRequests(page, "**/api/v1/play/view")
    page.get_by_role("button", name="Undo").click()
    views.wait_for(1)
    # Give the page time to do everything that it does before the server answers.
    page.evaluate("new Promise((resolve) => setTimeout(resolve, 50))")
    views.release()
    page.wait_for_function("() => !document.querySelector('.moves-so-far li')")
    assert len(turns.routes) == 1
    assert page.locator(".play .trouble").inner_text() == ""
    page.get_by_role("button", name="Pause").wait_for()


@browser_test
def test_undo_and_redo_do_not_end_a_pause_of_the_agents(visit: Any) -> None:
    page = open_play_panel(visit, "patchwork")
    turns = HeldRequests(page, "**/api/v1/play/turn")
    play_first_move(page)
    turns.wait_for(1)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("() => !document.querySelector('.moves-so-far li')")
    page.get_by_role("button", name="Redo").click()
    page.wait_for_function("() => document.querySelector('.moves-so-far li')")
    page.get_by_role("button", name="Start", exact=True).click()
    turns.wait_for(2)
    assert len(turns.routes) == 2
    # A new game is not paused, and Undo ends a pause that an agent's failure has caused.
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Pause").wait_for()
    page.unroute("**/api/v1/play/turn")
    page.route("**/api/v1/play/turn", lambda route: route.fulfill(status=422, json={"detail": "no turn"}))
    play_first_move(page)
    page.locator(".play .trouble", has_text="no turn").wait_for()
    page.get_by_role("button", name="Start", exact=True).wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Pause").wait_for()


@browser_test
def test_a_move_ends_the_search_for_a_hint(visit: Any) -> None:
    page = open_play_panel(visit, "domino")
    HeldRequests(page, "**/api/v1/play/turn")
    page.get_by_role("button", name="Hint").click()
    page.locator(".play .hint", has_text="Looking for the best move").wait_for()
    play_first_move(page)
    page.get_by_role("button", name="Hint").wait_for()
    assert page.locator(".play .hint").inner_text() == ""


@browser_test
def test_the_puzzle_that_was_chosen_last_is_opened(visit: Any) -> None:
    page = visit.open("/games/nurikabe#instance=" + EASY)
    puzzles = page.locator(".library td button")
    held = HeldRequests(page, "**/ask/open", most=1)
    puzzles.nth(0).click()
    held.wait_for(1)
    puzzles.nth(1).click()
    page.wait_for_function("easy => !location.hash.includes(encodeURIComponent(easy))", arg=EASY)
    chosen = page.url
    with page.expect_response("**/ask/open"):
        held.release()
    page.evaluate("new Promise((resolve) => setTimeout(resolve, 50))")
    assert page.url == chosen


@browser_test
def test_the_answer_to_the_last_request_of_the_player_is_shown(visit: Any) -> None:
    held = HeldRequests(visit.page, "**/ask/judge")
    hints = HeldRequests(visit.page, "**/api/v1/hint")
    page = visit.open("/games/nurikabe#instance=" + EASY)
    page.get_by_role("button", name="Hint").click()
    page.locator(".note.busy", has_text="Looking for the next step").wait_for()
    page.get_by_role("button", name="Check").click()
    page.locator(".note.busy", has_text="Comparing with the solution").wait_for()
    with page.expect_request("**/ask/grade"):
        held.release()
    page.locator(".note.good", has_text="Everything is correct so far.").wait_for()
    assert hints.routes == []


@browser_test
def test_a_task_that_is_restarted_waits_for_the_end_of_the_one_before(visit: Any) -> None:
    page = visit.open("/")
    log = page.evaluate(
        """async () => {
          const { cancellableButton } = await import("/pages/form-fields.js");
          const log = [];
          const button = cancellableButton("Go", async (signal) => {
            log.push("start");
            const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
            if (log.length === 1) await aborted.then(() => new Promise((resolve) => setTimeout(resolve, 20)));
            log.push("end");
          });
          button.click();
          await button.restart();
          return log;
        }"""
    )
    assert log[:3] == ["start", "end", "start"]


@browser_test
def test_words_that_were_typed_on_the_page_of_a_suite_do_not_change_the_address_of_another(visit: Any) -> None:
    visit.page.clock.install()
    page = visit.open("/bench")
    links = page.locator(".suites a")
    addresses = [link.get_attribute("href") for link in links.all()]
    links.nth(0).click()
    page.get_by_label("Instances", exact=True).fill("abc")
    page.evaluate("address => { location.hash = address; }", addresses[1])
    page.clock.run_for(2_000)
    assert page.url.endswith(addresses[1])
