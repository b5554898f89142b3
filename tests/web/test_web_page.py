"""The pages in a real browser: choosing a game, solving, playing, cancelling, reloads and error messages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tilewright.web.catalogue import page_file

import tilewright as tw
from process_watch import alive, descendants, wait_until
from tilewright.play.state import PlayableGame

pytestmark = pytest.mark.needs("chromium")


GENERIC = [
    "domino",
    "labyrinth",
    "powers",
    *(game.name for game in tw.games() if page_file(game.name, "page.js") is None),
]
"""Three games whose page extends the generic one, and every game without a page of its own."""

PAGE_BYTES = 80_000
GAME_BYTES = 15_000
"""The start page has at most this size: a fixed part, and a part for each game (its entry and picture)."""


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


def described(page: Any) -> list[dict[str, Any]]:
    return list(page.evaluate("fetch('/api/v1/games').then((answer) => answer.json())"))


def test_the_start_page_shows_every_game_with_a_picture_and_is_small(visit: Any) -> None:
    sizes: list[int] = []
    visit.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page = visit.open("/")
    for game in tw.games():
        assert page.locator(f"a.card[href='/games/{game.name}']").count() == 1
        if game.has("picture"):
            page.locator(f"a.card[href='/games/{game.name}'] svg").wait_for()
    page.wait_for_load_state("networkidle")
    assert 0 < sum(sizes) < PAGE_BYTES + GAME_BYTES * len(described(page))
    steps = page.locator("#tour-steps a")
    assert steps.count() >= 2 + sum(bool(game["tour"]) for game in described(page))
    for address in {steps.nth(at).get_attribute("href") for at in range(steps.count())}:
        assert page.request.get(visit.address + address).status == 200, address
    page.get_by_role("link", name="Find the number").click()
    page.get_by_role("heading", name="Powers", exact=True).wait_for()
    assert visit.ready().get_by_label("Instance as text").input_value() == "3,4"
    page.get_by_label("Instance as text").fill("2")
    page = visit.reload()
    assert page.get_by_label("Instance as text").input_value() == "2"


@pytest.mark.parametrize("name", GENERIC)
def test_a_person_solves_an_example_of_every_game(visit: Any, name: str) -> None:
    game = tw.game(name)
    page = visit.open(f"/games/{name}")
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
    told = page.evaluate(
        """async () => { const { resultView } = await import('/pages/solve-result.js');
        const facts = { objective: null, bound: 18, unique: null, seconds: 2, verified: false };
        const told = (result, error = null) => resultView({ state: 'cancelled', svg: null, error, result }, {
          game: 'powers', instance: '2', solver: 'direct', time_limit: 1 });
        const jobs = [told({ ...facts, status: 'unknown' }), told(null, 'it was killed')];
        jobs.push(told({ ...facts, status: 'optimal' }));
        const count = (job, what) => job.querySelectorAll(what).length;
        return jobs.map((job) => [job.querySelector('.badge').textContent, count(job, '.failed')]); }"""
    )
    assert told == [["cancelled", 0], ["cancelled", 0], ["optimal", 0]]


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
    of_another = page.get_by_text("of another instance")
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


def test_a_killed_and_restarted_server_loses_nothing(visit: Any, served: Any) -> None:
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


def test_a_token_in_the_address_opens_the_workbench_and_nothing_else_does(
    browser: Any, served: Any, visit: Any, tmp_path: Path
) -> None:
    server = type(served)(tmp_path, "--token", "a-long-token-of-ours")
    guest = type(visit)(browser, server.address)
    try:
        guest.page.goto(f"http://127.0.0.1:{server.port}/")
        guest.page.locator("#games .failed", has_text="token").wait_for()
        guest.page.goto("about:blank")
        guest.page.goto(server.address)
        guest.ready()
        assert "token" not in guest.page.url
        guest.page.goto(f"http://127.0.0.1:{server.port}/games/powers")
        guest.ready().locator(".instance .picture svg").wait_for()
    finally:
        guest.context.close()
        server.stop()


def test_a_link_carries_an_instance(visit: Any) -> None:
    page = visit.open("/games/powers#instance=2%3Aonce")
    assert page.get_by_label("Instance as text").input_value() == "2:once"
    page.locator(".instance .picture svg").wait_for()


def test_the_keyboard_alone_is_enough(visit: Any) -> None:
    page = visit.open("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
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


def test_a_person_plays_takes_back_reloads_and_asks_for_a_hint(visit: Any) -> None:
    page = visit.open("/games/domino")
    page.get_by_role("tab", name="Play").click()
    page.get_by_text("List of moves").click()
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
    assert page.get_by_role("button", name="Play the instance").is_visible()


def late_patchwork(moves_left: int) -> list[dict[str, Any]]:
    """The moves of a Patchwork game in which both players only advance, up to shortly before its end."""
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
    page = visit.open("/games/awkward")
    visit.trouble.clear()
    *history, now = late_patchwork(moves_left=5)
    played = PlayableGame(tw.game("patchwork"))
    kept = {
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
        "kept => Object.entries(kept).forEach(([key, value]) => "
        "localStorage.setItem(`tilewright/awkward/${key}`, JSON.stringify(value)))",
        {**kept, "held": True},
    )
    page.goto("about:blank")
    page = visit.open("/games/awkward#play=patchwork")
    page.get_by_label("Player 1", exact=True).select_option("uct")
    page.get_by_label("Thinking time of player 1").select_option("200it")
    page.get_by_label("Player 2", exact=True).select_option("random")
    assert page.get_by_label("Thinking time of player 2").is_hidden()
    assert page.get_by_role("button", name="Play the instance").is_hidden()
    page = visit.reload()
    assert page.get_by_label("Thinking time of player 1").input_value() == "200it"
    page.get_by_label("Player 1", exact=True).select_option("random")
    page.get_by_text("Moves so far").click()
    story = page.locator(".moves-so-far li")
    assert story.count() == len(history)
    page.get_by_role("button", name="One move").click()
    story.nth(len(history)).wait_for()
    page = visit.reload()
    page.get_by_text("Moves so far").click()
    story.nth(len(history)).wait_for()
    assert story.count() == len(history) + 1
    page.get_by_label("Pause between moves").select_option("0")
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".facts", has_text=re.compile(r"wins|a draw")).wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Start", exact=True).wait_for()


def test_a_phone_shows_everything_in_its_width(phone: Any) -> None:
    for path in ("/", "/games/powers", "/bench"):
        page = phone.open(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    page = phone.open("/games/powers")
    page.get_by_role("button", name="Solve", exact=True).tap()
    page.locator(".run .badge", has_text="optimal").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_result_that_comes_moves_no_run_below_it(phone: Any) -> None:
    page = phone.open("/games/nmbr9")
    page.get_by_role("tab", name="Solve").click()
    page.get_by_label("Instance as text", exact=True).fill("F-3-1-3 grid=5")
    solve(page, "auto", "literal")
    runs = page.locator(".run")
    runs.nth(1).wait_for()
    below = runs.nth(1).evaluate("run => run.offsetTop")
    runs.nth(1).locator(".badge", has_text="optimal").wait_for()
    show = runs.nth(0).get_by_role("button", name="Show the result")
    show.wait_for()
    assert runs.nth(1).evaluate("run => run.offsetTop") == below
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


def test_a_game_brings_its_own_page_and_a_hostile_picture_does_nothing(visit: Any) -> None:
    page = visit.open("/games/awkward")
    page.locator("#own", has_text="own page of awkward").wait_for()
    assert "<script>" in page.get_by_role("heading", level=1).inner_text()
    assert page.locator("#hostile svg rect").count() == 1
    assert page.locator("#hostile svg *:not(rect)").count() == 0
    assert page.locator("#hostile svg rect").get_attribute("style") is None
    assert page.evaluate("window.hacked") is None
    # The browser tells that it refused what it met while reading the picture; nothing else went wrong.
    assert all("Content Security Policy" in told for told in visit.trouble)
    visit.trouble.clear()


def test_the_elapsed_time_is_shown_and_compiling_is_explained_the_first_time(visit: Any) -> None:
    visit.page.clock.install()
    page = visit.open("/")
    page.evaluate(
        """async () => { const { h } = await import('/pages/elements.js');
        const { showElapsed } = await import('/pages/feedback.js');
        const node = document.body.appendChild(h('p', { id: 'wait', role: 'status' }));
        showElapsed(node, 'another'); window.stop = showElapsed(node, 'mcts is thinking.'); }"""
    )
    told = page.locator("#wait")
    assert told.inner_text() == "mcts is thinking."
    page.clock.run_for(3000)
    assert told.inner_text() == "mcts is thinking (3 s)."
    page.clock.run_for(9000)
    assert told.inner_text() == "mcts is thinking (12 s). The first time takes longer because code is compiled."
    page.evaluate("window.stop()")
    page.clock.run_for(2000)
    assert "(12 s)" in told.inner_text()
    assert told.get_attribute("aria-live") is None


def test_a_page_that_does_not_exist_says_so(visit: Any) -> None:
    visit.page.goto(visit.address + "/games/chess")
    visit.page.locator(".failed", has_text="no game is called 'chess'").wait_for()


# --- The board ----------------------------------------------------------------------------------------


def board_page(visit: Any) -> Any:
    page = visit.open("/games/awkward")
    visit.trouble.clear()
    page.locator(".board").scroll_into_view_if_needed()
    return page


def centre(page: Any, row: int, column: int) -> tuple[float, float]:
    """Return the screen position of the middle of a cell."""
    matrix = page.evaluate(
        """([x, y]) => { const svg = document.querySelector('.board-svg');
        const p = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()); return [p.x, p.y]; }""",
        [column + 0.5, row + 0.5],
    )
    return matrix[0], matrix[1]


def told(page: Any) -> list[str]:
    steps = page.locator("#told").inner_text().split(";")[:-1]
    page.locator("#told").evaluate("element => element.textContent = ''")
    return list(steps)


def test_a_board_responds_to_the_mouse(visit: Any) -> None:
    page = board_page(visit)
    page.mouse.click(*centre(page, 1, 2))
    assert told(page) == ["primary 1,2", "end"]
    page.mouse.click(*centre(page, 2, 0), button="right")
    assert told(page) == ["secondary 2,0", "end"]
    page.mouse.move(*centre(page, 0, 0))
    page.mouse.down()
    page.mouse.move(*centre(page, 0, 3), steps=20)
    page.mouse.up()
    assert told(page) == ["primary 0,0", "primary+ 0,1", "primary+ 0,2", "primary+ 0,3", "end"]


def test_a_board_responds_to_the_keyboard(visit: Any) -> None:
    page = board_page(visit)
    page.locator(".board-svg").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "Enter", "ArrowUp", "ArrowUp", "Shift+Enter", "x"):
        page.keyboard.press(key)
    assert told(page) == ["primary key 1,2", "end", "secondary key 0,2", "end", "x 0,2"]
    page.get_by_role("status").filter(has_text="row 1, column 3").wait_for(state="attached")


def test_a_board_zooms_and_fits_again(visit: Any) -> None:
    page = board_page(visit)
    box = "document.querySelector('.board-svg').getAttribute('viewBox')"
    whole = page.evaluate(box)
    picture = page.locator(".board-svg").bounding_box()
    for button in page.locator(".board .zoom button").all():
        assert button.bounding_box()["y"] >= picture["y"] + picture["height"]
    page.get_by_role("button", name="Zoom in").click()
    assert page.evaluate(box) != whole
    page.mouse.click(*centre(page, 1, 1))
    assert told(page)[0] == "primary 1,1"
    page.get_by_role("button", name="Fit").click()
    assert page.evaluate(box) == whole


def test_a_board_responds_to_a_finger(phone: Any) -> None:
    page = board_page(phone)
    page.touchscreen.tap(*centre(page, 2, 3))
    assert told(page) == ["primary 2,3", "end"]
