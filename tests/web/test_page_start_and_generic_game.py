"""The pages in a real browser: choosing a game, solving, playing, cancelling, reloads and error messages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from process_watch import alive, descendants, wait_until
from tilewright.play.state import PlayableGame
from tilewright.web.game_catalogue import page_file

pytestmark = pytest.mark.needs("chromium")


GENERIC = [
    "domino",
    "labyrinth",
    "powers",
    *(game.name for game in tw.games() if page_file(game.name, "page.js") is None),
]
"""Three games whose pages extend the generic page, and every game without its own page."""

PAGE_BYTES = 80_000
GAME_BYTES = 15_000
"""The start page must be smaller than `PAGE_BYTES` plus `GAME_BYTES` for each game (its entry and picture)."""


def long_maze() -> str:
    labyrinth = tw.game("labyrinth")
    return labyrinth.format(labyrinth.generate(0, **labyrinth.examples["hard"]["cpsat"]["generate"]))


def fill(page: Any, instance: str) -> None:
    page.get_by_label("Instance as text").fill(instance)


def solve(page: Any, *solvers: str, seconds: str = "60") -> None:
    for box in page.locator(".choices input:checked").all():
        box.uncheck()
    for solver in solvers:
        page.locator(f".choices input[value='{solver}']").check()
    page.get_by_label("Seconds").fill(seconds)
    page.get_by_role("button", name="Solve", exact=True).click()


def game_descriptions(page: Any) -> list[dict[str, Any]]:
    return list(page.evaluate("fetch('/api/v1/games').then((response) => response.json())"))


def test_the_start_page_shows_every_game_with_a_picture_and_is_small(visit: Any) -> None:
    sizes: list[int] = []
    visit.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page = visit.open("/")
    for game in tw.games():
        assert page.locator(f"a.card[href='/games/{game.name}']").count() == 1
        if game.has("picture"):
            page.locator(f"a.card[href='/games/{game.name}'] svg").wait_for()
    page.wait_for_load_state("networkidle")
    assert 0 < sum(sizes) < PAGE_BYTES + GAME_BYTES * len(game_descriptions(page))
    steps = page.locator("#tour-steps a")
    assert steps.count() >= 2 + sum(bool(game["tour"]) for game in game_descriptions(page))
    for address in {steps.nth(index).get_attribute("href") for index in range(steps.count())}:
        assert page.request.get(visit.address + address).status == 200, address
    page.get_by_role("link", name="Find the number").click()
    page.get_by_role("heading", name="Powers", exact=True).wait_for()
    assert visit.ready().get_by_label("Instance as text").input_value() == "3,4"
    page.get_by_label("Instance as text").fill("2")
    page = visit.reload()
    assert page.get_by_label("Instance as text").input_value() == "2"


@pytest.mark.parametrize("name", GENERIC)
def test_an_example_of_every_game_can_be_solved(visit: Any, name: str) -> None:
    game = tw.game(name)
    page = visit.open(f"/games/{name}")
    if game.kind:
        page.get_by_role("tab", name="Solve").click()
    solve(page, game.solvers[0].name)
    page.locator(".run .badge", has_text=re.compile("optimal|satisfied|feasible")).wait_for()
    if game.has("picture"):
        assert page.locator(".run .picture svg").bounding_box()["width"] > 50
        page.locator(".instance :is(.picture, .board) svg").locator("visible=true").first.wait_for()


def test_an_error_is_shown_in_one_line_as_on_the_command_line(visit: Any) -> None:
    page = visit.open("/games/powers")
    fill(page, "3,four")
    page.locator(".instance .trouble", has_text="four").wait_for()
    solve(page, "direct")
    page.locator(".run .failed", has_text="four").wait_for()
    fill(page, "3,4")
    page.locator(".instance .trouble:empty").wait_for(state="attached")


def test_a_long_solve_shows_progress_survives_a_reload_and_can_be_cancelled(visit: Any) -> None:
    page = visit.open("/games/labyrinth")
    fill(page, long_maze())
    solve(page, "cpsat")
    page.locator(".run .progress", has_text=re.compile("best")).wait_for()
    page = visit.reload()
    page.locator(".run .progress", has_text=re.compile("best")).wait_for()
    assert page.get_by_label("Instance as text").input_value() == long_maze()
    page.get_by_role("button", name="Cancel").click()
    page.locator(".run .badge", has_text="cancelled").wait_for()
    page.locator(".run .facts", has_text="objective").wait_for()
    page.locator(".run .picture svg").wait_for()
    command = page.locator(".run .command code").inner_text()
    assert command.startswith("tilewright solve labyrinth ")
    page = visit.reload()
    page.locator(".run .badge", has_text="cancelled").wait_for()
    badges = page.evaluate(
        """async () => { const { resultView } = await import('/pages/solve-result.js');
        const facts = { objective: null, bound: 18, unique: null, seconds: 2, verified: false };
        const view = (result, error = null) => resultView({ state: 'cancelled', svg: null, error, result }, {
          game: 'powers', instance: '2', solver: 'direct', time_limit: 1 });
        const jobs = [view({ ...facts, status: 'unknown' }), view(null, 'it was killed')];
        jobs.push(view({ ...facts, status: 'optimal' }));
        const count = (job, selector) => job.querySelectorAll(selector).length;
        return jobs.map((job) => [job.querySelector('.badge').textContent, count(job, '.failed')]); }"""
    )
    assert badges == [["cancelled", 0], ["cancelled", 0], ["optimal", 0]]


def test_several_solvers_run_side_by_side_on_a_generated_instance(visit: Any) -> None:
    page = visit.open("/games/powers")
    page.get_by_text("Generate an instance").click()
    page.get_by_label("exponents").fill("1")
    before = page.get_by_label("Instance as text").input_value()
    page.get_by_role("button", name="Generate", exact=True).click()
    page.wait_for_function("before => document.querySelector('textarea').value !== before", arg=before)
    solve(page, "direct", "cpsat", seconds="5")
    page.locator(".run .result").nth(1).wait_for()
    assert page.locator(".run h4").all_inner_texts() == ["direct", "cpsat"]
    compared = page.locator(".comparison tbody tr")
    assert [row.locator("th").inner_text() for row in compared.all()] == ["direct", "cpsat"]
    of_another = page.get_by_text("for another instance")
    assert not any(mark.is_visible() for mark in of_another.all())
    solved = page.get_by_label("Instance as text").input_value()
    fill(page, "3,five")
    page.locator(".run.other").nth(1).wait_for()
    assert [mark.is_visible() for mark in of_another.all()] == [True] * 3
    page.locator(".instance .picture.stale").wait_for()
    fill(page, solved)
    page.locator(".run:not(.other)").nth(1).wait_for()
    assert not any(mark.is_visible() for mark in of_another.all())
    page.locator(".instance .picture:not(.stale)").wait_for()
    page.get_by_role("button", name="Remove direct").click()
    assert page.locator(".run").count() == 1
    assert page.locator(".comparison").is_hidden()
    page.get_by_label("Instance as text").fill("3,five")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.locator(".comparison td", has_text="refused").nth(1).wait_for()
    page = visit.reload()
    assert page.locator(".run h4").all_inner_texts() == ["cpsat"]


def test_a_page_starts_its_job_again_after_the_server_was_killed(visit: Any, served: Any) -> None:
    page = visit.open("/games/labyrinth")
    fill(page, long_maze())
    solve(page, "cpsat", seconds="4")
    page.locator(".run .progress", has_text=re.compile("best")).wait_for()
    workers = descendants(served.process.pid)
    assert workers
    served.kill()
    served.start()
    page.locator(".run .badge", has_text="feasible").wait_for()
    wait_until(lambda: not [pid for pid in workers if alive(pid)])


def test_the_pages_work_only_with_the_token_in_the_address(
    browser: Any, served: Any, visit: Any, tmp_path: Path
) -> None:
    server = type(served)(tmp_path, "--token", "a-long-token-of-ours")
    other_visit = type(visit)(browser, server.address)
    try:
        other_visit.page.goto(f"http://127.0.0.1:{server.port}/")
        other_visit.page.locator("#games .failed", has_text="token").wait_for()
        other_visit.page.goto("about:blank")
        other_visit.page.goto(server.address)
        other_visit.ready()
        assert "token" not in other_visit.page.url
        other_visit.page.goto(f"http://127.0.0.1:{server.port}/games/powers")
        other_visit.ready().locator(".instance .picture svg").wait_for()
    finally:
        other_visit.context.close()
        server.stop()


def test_a_link_contains_an_instance(visit: Any) -> None:
    page = visit.open("/games/powers#instance=2%3Aonce")
    assert page.get_by_label("Instance as text").input_value() == "2:once"
    page.locator(".instance .picture svg").wait_for()


def test_an_instance_is_solved_with_the_keyboard_alone(visit: Any) -> None:
    page = visit.open("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    for _ in range(60):
        if "/games/powers" in (page.evaluate("document.activeElement.getAttribute('href')") or ""):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Powers", exact=True).wait_for()
    visit.ready()
    page.get_by_label("Instance as text").focus()
    for _ in range(40):
        if page.evaluate("document.activeElement.textContent") == "Solve":
            break
        page.keyboard.press("Tab")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    assert outline == "3px"
    page.keyboard.press("Enter")
    page.locator(".run .badge", has_text="optimal").wait_for()


def test_a_person_plays_undoes_reloads_and_requests_a_hint(visit: Any) -> None:
    page = visit.open("/games/domino")
    page.get_by_role("tab", name="Play").click()
    page.get_by_text("Legal moves").click()
    page.locator(".moves summary").first.click()
    page.locator(".moves summary").last.click()
    page.locator(".moves details[open] button", has_text="65@").first.wait_for()
    assert page.locator(".moves details[open]").count() == 1
    page.get_by_label("Moves", exact=True).fill("00@0,0")
    assert page.locator(".moves details").count() == 0
    page.locator(".moves button").first.click()
    page.locator(".facts", has_text="you: 1").wait_for()
    page.locator(".moves button").first.press("Enter")
    page.locator(".facts", has_text="you: 2").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator(".facts", has_text="you: 1").wait_for()
    page = visit.reload()
    page.locator(".facts", has_text="you: 1").wait_for()
    page.get_by_role("button", name="Redo").click()
    page.locator(".facts", has_text="you: 2").wait_for()
    page.get_by_role("button", name="Hint").click()
    page.locator(".hint", has_text="would play").wait_for()
    page.get_by_label("Player", exact=True).select_option("greedy")
    page.get_by_label("Pause between moves").select_option("0")
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".facts", has_text="The game is over.").wait_for()
    assert page.get_by_role("button", name="Play this instance").is_visible()


def late_patchwork(moves_left: int) -> list[dict[str, Any]]:
    """Return the steps of a Patchwork game in which every move is the last one in the list of legal moves.

    In the position of the last step that is returned, `moves_left` moves of the game remain.
    """
    played = PlayableGame(tw.game("patchwork"))
    states = [played.start(played.deal(1))]
    steps = []
    while not states[-1].over:
        state, move = states[-1], states[-1].moves()[-1]
        mover = {"state": state.to_text(), "mover": state.to_move}
        steps.append({**mover, "move": {"text": str(move), "json": move.to_json()}})
        states.append(state.play(move))
    return steps[: len(steps) - moves_left + 1]


def test_two_agents_play_and_can_be_paused_and_stepped(visit: Any) -> None:
    page = visit.open("/games/faulty")
    visit.trouble.clear()
    *history, now = late_patchwork(moves_left=5)
    played = PlayableGame(tw.game("patchwork"))
    saved = {
        "sitting": {
            "state": now["state"],
            "history": history,
            "deal": played.deal_to_json(played.deal(1)),
            "seed": 1,
        },
        "seat-0": "random",
        "seat-1": "human",
    }
    page.evaluate(
        "saved => Object.entries(saved).forEach(([key, value]) => "
        "localStorage.setItem(`tilewright/faulty/${key}`, JSON.stringify(value)))",
        {**saved, "held": True},
    )
    page.goto("about:blank")
    page = visit.open("/games/faulty#play=patchwork")
    page.get_by_label("Player 1", exact=True).select_option("uct")
    page.get_by_label("Thinking time of player 1").select_option("200it")
    page.get_by_label("Player 2", exact=True).select_option("random")
    assert page.get_by_label("Thinking time of player 2").is_hidden()
    assert page.get_by_role("button", name="Play this instance").is_hidden()
    page = visit.reload()
    assert page.get_by_label("Thinking time of player 1").input_value() == "200it"
    page.get_by_label("Player 1", exact=True).select_option("random")
    page.get_by_text("Moves so far").click()
    played_moves = page.locator(".moves-so-far li")
    assert played_moves.count() == len(history)
    page.get_by_role("button", name="One move").click()
    played_moves.nth(len(history)).wait_for()
    page = visit.reload()
    page.get_by_text("Moves so far").click()
    played_moves.nth(len(history)).wait_for()
    assert played_moves.count() == len(history) + 1
    page.get_by_label("Pause between moves").select_option("0")
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".facts", has_text=re.compile(r"wins|a draw")).wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Start", exact=True).wait_for()


def test_pages_fit_the_width_of_a_phone(phone: Any) -> None:
    for path in ("/", "/games/powers", "/bench"):
        page = phone.open(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    page = phone.open("/games/powers")
    page.get_by_role("button", name="Solve", exact=True).tap()
    page.locator(".run .badge", has_text="optimal").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_new_result_does_not_move_the_runs_below_it(phone: Any) -> None:
    page = phone.open("/games/nmbr9")
    page.get_by_role("tab", name="Solve").click()
    page.get_by_label("Instance as text", exact=True).fill("F-3-1-3 grid=5")
    solve(page, "auto", "literal")
    runs = page.locator(".run")
    runs.nth(1).wait_for()
    # The first run is the reference point, because the instance above the runs can still change its height.
    distance = "runs => runs[1].offsetTop - runs[0].offsetTop"
    below = runs.evaluate_all(distance)
    runs.nth(1).locator(".badge", has_text="optimal").wait_for()
    show = runs.nth(0).get_by_role("button", name="Show the result")
    show.wait_for()
    assert runs.evaluate_all(distance) == below
    assert runs.nth(1).locator(".picture svg").is_visible()
    phone.reload()
    page.get_by_role("tab", name="Solve").click()
    show.tap()
    runs.nth(0).locator(".picture svg").wait_for()
    assert runs.nth(0).evaluate("run => run === document.activeElement")


def test_the_theme_is_remembered(visit: Any) -> None:
    page = visit.open("/")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_role("button", name="System").click()
    page.get_by_role("button", name="Light").click()
    dark = page.evaluate(paper)
    assert dark != light
    page = visit.open("/bench")
    assert page.evaluate(paper) == dark
    page.get_by_text("Not run yet").wait_for()


def test_a_game_has_its_own_page_and_a_hostile_picture_is_harmless(visit: Any) -> None:
    page = visit.open("/games/faulty")
    page.locator("#own", has_text="own page of faulty").wait_for()
    assert "<script>" in page.get_by_role("heading", level=1).inner_text()
    assert page.locator("#hostile svg rect").count() == 1
    assert page.locator("#hostile svg *:not(rect)").count() == 0
    assert page.locator("#hostile svg rect").get_attribute("style") is None
    assert page.evaluate("window.hacked") is None
    # The only errors are the browser's reports that the security policy blocked parts of the picture.
    assert all("Content Security Policy" in message for message in visit.trouble)
    visit.trouble.clear()


def test_the_elapsed_time_is_shown(visit: Any) -> None:
    visit.page.clock.install()
    page = visit.open("/")
    visit.pause_clock()
    page.evaluate(
        """async () => { const { h } = await import('/pages/elements.js');
        const { showElapsed } = await import('/pages/announcements-and-progress.js');
        const node = document.body.appendChild(h('p', { id: 'wait', role: 'status' }));
        showElapsed(node, 'another'); window.stop = showElapsed(node, 'mcts is thinking.'); }"""
    )
    status = page.locator("#wait")
    assert status.inner_text() == "mcts is thinking."
    page.clock.run_for(3000)
    assert status.inner_text() == "mcts is thinking (3 s)."
    # If an agent uses its whole time, or if the server does not respond, the text does not mention compilation.
    page.clock.run_for(9000)
    assert status.inner_text() == "mcts is thinking (12 s)."
    page.evaluate("window.stop()")
    page.clock.run_for(2000)
    assert "(12 s)" in status.inner_text()
    assert status.get_attribute("aria-live") is None


def compile_kernels_of(page: Any, game: str) -> None:
    """Replace the server's status with one in which the kernels of a game are being compiled."""
    kernels = [{"game": game, "title": game.title(), "state": "waiting"}]
    page.route("**/api/v1/status", lambda route: route.fulfill(json={"background": [], "kernels": kernels}))


def test_a_page_that_waits_for_its_first_answer_says_that_kernels_are_being_compiled(visit: Any) -> None:
    compile_kernels_of(visit.page, "patchwork")
    held: list[Any] = []
    visit.page.route("**/ask/patches", lambda route: held.append(route))
    visit.page.goto(visit.address + "/games/patchwork")
    text = re.compile(r"^Loading\. Compiling the kernels of Patchwork: \d+ s$")
    loading = visit.page.locator("main > [role=status]", has_text=text)
    loading.wait_for()
    visit.page.unroute("**/ask/patches")
    for route in held:
        route.continue_()
    visit.ready()
    assert visit.page.locator("main > [role=status]").count() == 0


def test_generating_and_a_hint_can_be_cancelled_before_the_server_responds(visit: Any) -> None:
    page = visit.open("/games/domino")
    held: list[Any] = []
    for path in ("generate", "play/turn"):
        page.route(f"**/api/v1/{path}", lambda route: held.append(route))
    page.get_by_text("Generate an instance").click()
    generate = page.get_by_role("button", name="Generate", exact=True)
    generate.click()
    page.locator(".generator", has_text=re.compile(r"Generating \(\d+ s\)")).wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.locator(".generator", has_text="Cancelled.").wait_for()
    assert generate.is_enabled()
    assert page.get_by_role("button", name="Cancel").count() == 0
    page.get_by_role("tab", name="Play").click()
    page.locator(".facts", has_text="Your move.").wait_for()
    page.get_by_role("button", name="Hint").click()
    page.locator(".hint", has_text=re.compile(r"Looking for the best move \(\d+ s\)")).wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.locator(".hint", has_text="The search was cancelled.").wait_for()
    # If the user cancels a job before the server has answered the request that starts it, the page cancels the
    # job on the server when the answer arrives.
    with page.expect_request(lambda request: request.method == "DELETE") as cancelled:
        held[0].continue_()
    assert "/api/v1/jobs/" in cancelled.value.url


def test_a_solve_says_that_kernels_are_being_compiled(visit: Any) -> None:
    page = visit.open("/games/labyrinth")
    compile_kernels_of(page, "labyrinth")
    fill(page, long_maze())
    solve(page, "cpsat")
    page.locator(".run .progress", has_text="Compiling the kernels of Labyrinth: ").wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.locator(".run .badge", has_text="cancelled").wait_for()


def test_the_page_of_an_unknown_game_shows_an_error(visit: Any) -> None:
    visit.page.goto(visit.address + "/games/chess")
    visit.page.locator(".failed", has_text="no game is called 'chess'").wait_for()


# --- The board ----------------------------------------------------------------------------------------


def board_page(visit: Any) -> Any:
    page = visit.open("/games/faulty")
    visit.trouble.clear()
    page.locator(".board").scroll_into_view_if_needed()
    return page


def centre(page: Any, row: int, column: int) -> tuple[float, float]:
    """Return the screen position of the centre of a cell."""
    matrix = page.evaluate(
        """([x, y]) => { const svg = document.querySelector('.board-svg');
        const p = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()); return [p.x, p.y]; }""",
        [column + 0.5, row + 0.5],
    )
    return matrix[0], matrix[1]


def board_events(page: Any) -> list[str]:
    """Return the events that the board has logged since the last call."""
    events = page.locator("#log").inner_text().split(";")[:-1]
    page.locator("#log").evaluate("element => element.textContent = ''")
    return list(events)


def test_a_board_responds_to_the_mouse(visit: Any) -> None:
    page = board_page(visit)
    page.mouse.click(*centre(page, 1, 2))
    assert board_events(page) == ["primary 1,2", "end"]
    page.mouse.click(*centre(page, 2, 0), button="right")
    assert board_events(page) == ["secondary 2,0", "end"]
    page.mouse.move(*centre(page, 0, 0))
    page.mouse.down()
    page.mouse.move(*centre(page, 0, 3), steps=20)
    page.mouse.up()
    assert board_events(page) == ["primary 0,0", "primary+ 0,1", "primary+ 0,2", "primary+ 0,3", "end"]


def test_a_board_responds_to_the_keyboard(visit: Any) -> None:
    page = board_page(visit)
    page.locator(".board-svg").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "Enter", "ArrowUp", "ArrowUp", "Shift+Enter", "x"):
        page.keyboard.press(key)
    assert board_events(page) == ["primary key 1,2", "end", "secondary key 0,2", "end", "x 0,2"]
    page.get_by_role("status").filter(has_text="row 1, column 3").wait_for(state="attached")


def test_a_board_responds_to_a_finger(phone: Any) -> None:
    page = board_page(phone)
    page.touchscreen.tap(*centre(page, 2, 3))
    assert board_events(page) == ["primary 2,3", "end"]
