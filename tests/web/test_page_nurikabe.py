"""The Nurikabe page in a real browser: play, hints, the editor, import, and reloads at any time."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import tilewright as tw
from tilewright.errors import BadInput
from tilewright.games.nurikabe.notation import parse, to_line
from tilewright.games.nurikabe.rules import Shading, check
from tilewright.games.nurikabe.web import ASK

EASY = "5x5:2h3f1e4b"
SEVERAL = "5x5:2h3f1e?b"
URL = "https://puzz.link/p?nurikabe/10/9/h2h2r4g2g1g2h1t2g2h4q11g2q1h2h1h1k3"

browser_test = pytest.mark.needs("chromium")


def solution_of(line: str) -> list[str]:
    result = tw.game("nurikabe").solve(parse(line), unique=True)
    assert result.unique
    assert isinstance(result.solution, Shading)
    return list(result.solution.rows)


def sea_of(line: str) -> list[tuple[int, int]]:
    rows = solution_of(line)
    return [(row, column) for row, kinds in enumerate(rows) for column, kind in enumerate(kinds) if kind == "#"]


def begin(visit: Any, line: str) -> Any:
    page = visit.open("/games/nurikabe#instance=" + line.replace("?", "%3F"))
    page.locator(".play-part .about", has_text="solution").wait_for()
    return page


def centre(page: Any, row: int, column: int, part: str = ".play-part") -> tuple[float, float]:
    x, y = page.evaluate(
        """([part, x, y]) => { const svg = document.querySelector(part + ' .board-svg');
        const p = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()); return [p.x, p.y]; }""",
        [part, column + 0.5, row + 0.5],
    )
    return x, y


def click(page: Any, row: int, column: int, **how: Any) -> None:
    page.mouse.click(*centre(page, row, column), **how)


def kept(page: Any, line: str) -> dict[str, Any]:
    """Return the progress that the browser has saved for a puzzle."""
    text = page.evaluate("line => localStorage.getItem('tilewright/nurikabe/play ' + line)", line)
    return dict(json.loads(text))


def rows_of(page: Any, line: str) -> list[str]:
    width = parse(line).width
    cells = kept(page, line)["cells"]
    return [cells[at : at + width] for at in range(0, len(cells), width)]


def marked(page: Any, name: str, part: str = ".play-part") -> set[tuple[int, int]]:
    """Return the cells of the board that are marked in the given way."""
    path = page.locator(f"{part} .board .{name} .wash").get_attribute("d") or ""
    return {(int(row), int(column)) for column, row in re.findall(r"M(\d+) (\d+)h", path)}


# --- Playing ------------------------------------------------------------------------------------------


@browser_test
def test_a_person_solves_a_puzzle_by_clicks_with_one_mistake_marked_and_one_hint_taken(visit: Any) -> None:
    page = begin(visit, EASY)
    for cell in ((0, 1), (0, 2), (1, 1), (1, 2)):
        assert page.locator(".note.broken").count() == 0
        click(page, *cell)
    page.locator(".note.broken", has_text="No 2 x 2 block is all sea.").wait_for()
    assert marked(page, "broken") == {(0, 1), (0, 2), (1, 1), (1, 2)}
    for _ in range(4):
        page.get_by_role("button", name="Undo").click()
    assert marked(page, "broken") == set()
    page.get_by_role("button", name="Hint").click()
    page.locator(".note.hint", has_text=tw.game("nurikabe").hint(parse(EASY)).reason).wait_for()
    assert marked(page, "hint") == {(2, 1), (3, 0), (3, 2), (4, 1)}
    page.get_by_role("button", name="Do it").click()
    assert [(r, c) for r, row in enumerate(rows_of(page, EASY)) for c, k in enumerate(row) if k == "#"] == [
        (2, 1),
        (3, 0),
        (3, 2),
        (4, 1),
    ]
    for cell in sea_of(EASY):
        if cell not in ((2, 1), (3, 0), (3, 2), (4, 1)):
            click(page, *cell)
    page.locator(".note.good", has_text=re.compile(r"Solved in \d+:\d\d, with one hint\.")).wait_for()
    page.get_by_role("button", name="5 x 5, easy, solved").wait_for()
    assert kept(page, EASY)["solved"]
    page = visit.reload()
    page.locator(".note.good", has_text="Solved in").wait_for()


@browser_test
@pytest.mark.parametrize("screen", ["visit", "phone"])
def test_hints_lead_from_the_library_to_the_end(screen: str, request: pytest.FixtureRequest) -> None:
    page = request.getfixturevalue(screen).open("/games/nurikabe")
    page.get_by_role("button", name="5 x 5, easy", exact=True).click()
    page.locator(".play-part .board-svg:focus").wait_for()
    page.evaluate("() => { globalThis.scrolls = 0; addEventListener('scroll', () => globalThis.scrolls++); }")
    steps = 0
    while page.locator(".note.good").count() == 0:
        page.get_by_role("button", name="Hint", exact=True).click()
        page.get_by_role("button", name="Do it").click()
        page.locator(".play-part .note:is(.quiet, .good)").wait_for()
        page.locator(".play-part .note", has_text=re.compile("No rule is broken|Solved in")).wait_for()
        steps += 1
    assert page.evaluate("globalThis.scrolls") <= 2 * steps
    page.locator(".note.good", has_text=f"with {steps} hints.").wait_for()
    rows = [row.replace("-", ".") for row in rows_of(page, EASY)]
    assert rows == solution_of(EASY)


@browser_test
def test_the_mouse_paints_drags_turns_over_and_leaves_numbers_alone(visit: Any) -> None:
    page = begin(visit, EASY)
    page.mouse.move(*centre(page, 1, 0))
    page.mouse.down()
    page.mouse.move(*centre(page, 1, 4))  # a single jump, as in a fast mouse movement
    page.mouse.up()
    assert rows_of(page, EASY)[1] == "####-"
    # Repeated clicks make a cell sea, then island, then empty; with the right button, Shift or Ctrl, the first
    # click makes it island.
    click(page, 1, 0)
    assert rows_of(page, EASY)[1] == ".###-"
    click(page, 1, 0)
    assert rows_of(page, EASY)[1] == "-###-"
    click(page, 2, 0, button="right")
    page.keyboard.down("Shift")
    click(page, 3, 0)
    page.keyboard.up("Shift")
    page.keyboard.down("Control")
    click(page, 3, 2)
    page.keyboard.up("Control")
    assert rows_of(page, EASY)[3] == ".-.--"
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("radio", name="Island").click()
    click(page, 2, 1)
    click(page, 2, 2, button="right")
    assert rows_of(page, EASY)[2] == "..#--"
    page.get_by_role("radio", name="Clear").click()
    click(page, 2, 0)
    click(page, 0, 0)
    assert rows_of(page, EASY) == ["-----", "-###-", "-.#--", "-----", "-----"]


@browser_test
def test_start_over_is_undone_with_its_clock_and_a_pause_hides_the_board(visit: Any) -> None:
    visit.page.clock.install()
    page = begin(visit, EASY)
    clock = page.locator(".clock")
    click(page, 0, 1)
    page.clock.run_for(3600_000)
    page.get_by_role("button", name="Start over").click()
    assert clock.inner_text() < "1"
    assert rows_of(page, EASY) == ["-----"] * 5
    page.get_by_role("button", name="Undo").click()
    page.clock.run_for(2_000)
    assert clock.inner_text() >= "1:00:02"
    assert rows_of(page, EASY)[0] == "-#---"
    page.get_by_role("button", name="Pause").click()
    stopped = clock.inner_text()
    page.clock.run_for(60_000)
    assert clock.inner_text() == stopped
    assert page.locator(".board-svg").first.is_hidden()
    page.get_by_role("button", name="Continue").click()
    page.clock.run_for(2_000)
    assert clock.inner_text() > stopped
    assert page.locator(".board-svg").first.is_visible()


@browser_test
def test_keys_work_wherever_the_focus_is_and_a_hint_leaves_it_on_the_page(visit: Any) -> None:
    page = begin(visit, EASY)
    page.locator("body").press("h")
    page.get_by_role("button", name="Do it").click()
    assert page.evaluate("document.activeElement.textContent") == "Hint"
    page.keyboard.press("c")
    page.locator(".note.good", has_text="Everything is correct so far.").wait_for()
    page.keyboard.press("u")
    assert rows_of(page, EASY) == ["-----"] * 5


@browser_test
def test_colours_and_personal_bests_are_kept(visit: Any) -> None:
    page = begin(visit, EASY)
    page.get_by_role("radio", name="Colour").click()
    click(page, 1, 1)
    click(page, 1, 1)
    click(page, 0, 0)
    page = visit.reload()
    assert page.locator(".colours .colour-2").get_attribute("d") == "M1 1h1v1h-1z"
    assert page.locator(".colours .colour-1").get_attribute("d") == "M0 0h1v1h-1z"
    assert rows_of(page, EASY) == ["-----"] * 5
    page.get_by_role("button", name="Undo").click()
    assert page.locator(".colours .colour-1").get_attribute("d") == ""
    page.evaluate("""localStorage.setItem('tilewright/nurikabe/bests', '{"5 x 5, easy": 5000}')""")
    page.get_by_role("radio", name="Sea").click()
    page.locator(".about", has_text="easy").wait_for()
    for cell in sea_of(EASY):
        click(page, *cell)
    page.locator(".note.good", has_text="for 5 x 5, easy; the previous best was 1:23:20.").wait_for()


@browser_test
def test_the_keyboard_alone_solves_a_puzzle(visit: Any) -> None:
    page = begin(visit, EASY)
    page.keyboard.press("Tab")
    for _ in range(30):
        if page.evaluate("document.activeElement.getAttribute('role')") == "application":
            break
        page.keyboard.press("Tab")
    page.get_by_role("status").filter(has_text="Row 1, column 1: the number 2").wait_for(state="attached")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("x")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("i")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+Enter")
    assert rows_of(page, EASY) == ["-#---", "-.---", "-#---", "-----", "-----"]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+Enter")
    page.keyboard.press("Delete")
    page.keyboard.press("Control+z")
    assert rows_of(page, EASY)[3] == "--.--"
    page.keyboard.press("c")
    page.locator(".note.broken", has_text="2 cells are wrong").wait_for()
    assert marked(page, "wrong") == {(1, 1), (3, 2)}
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+y")
    page.keyboard.press("h")
    page.locator(".note.hint", has_text="not island").wait_for()
    page.keyboard.press("h")
    assert rows_of(page, EASY)[1] == "-#---"
    for _ in range(5):
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowLeft")
    for kinds in solution_of(EASY):
        for kind in kinds:
            if kind == "#":
                page.keyboard.press("s")
            page.keyboard.press("ArrowRight")
        for _ in range(5):
            page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowDown")
    page.locator(".note.good", has_text="Solved in").wait_for()


@browser_test
def test_a_reload_in_the_middle_loses_nothing(visit: Any) -> None:
    page = begin(visit, EASY)
    for cell in ((0, 1), (1, 0), (2, 3)):
        click(page, *cell)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("radio", name="Island").click()
    page.locator(".clock", has_text=re.compile("0:0[2-9]|0:[1-9]|[1-9]:")).wait_for()
    before = kept(page, EASY)
    page = visit.reload()
    after = kept(page, EASY)
    assert (after["cells"], after["past"], after["future"]) == (
        before["cells"],
        before["past"],
        before["future"],
    )
    assert after["seconds"] >= 2
    assert page.get_by_role("radio", name="Island").is_checked()
    page.get_by_role("button", name="Redo").click()
    assert rows_of(page, EASY) == ["-#---", "#----", "---#-", "-----", "-----"]
    # After switching to another puzzle and back, the first puzzle is unchanged.
    page.get_by_role("button", name="6 x 6, easy", exact=True).click()
    page.locator(".about", has_text="6 x 6").wait_for()
    page.get_by_role("button", name="5 x 5, easy, started").click()
    page.locator(".about", has_text="5 x 5").wait_for()
    page.get_by_role("button", name="Undo").click()
    assert rows_of(page, EASY) == ["-#---", "#----", "-----", "-----", "-----"]


@browser_test
def test_two_tabs_go_on_with_the_same_puzzle(visit: Any) -> None:
    page = begin(visit, EASY)
    page.evaluate("document.body.dataset.before = true")
    other = visit.context.new_page()
    other.goto(visit.address + "/games/nurikabe")
    other.locator("html[data-ready]").wait_for(state="attached")
    click(other, 0, 1)
    page.get_by_role("button", name="Undo").and_(page.locator(":enabled")).wait_for()
    click(page, 1, 0)
    assert rows_of(page, EASY)[:2] == ["-#---", "#----"]
    other.locator(".play-part .shaded[d^='M1 0'][d*='M0 1']").wait_for()
    # When the user returns to a tab after another tab has changed the puzzle, the tab reloads the page.
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.locator("body:not([data-before])").wait_for()
    visit.ready()


@browser_test
def test_a_phone_paints_by_touch_and_two_fingers_paint_nothing(phone: Any) -> None:
    page = begin(phone, EASY)
    fits = "document.documentElement.scrollWidth <= innerWidth"
    assert page.evaluate(fits)
    page.get_by_role("radio", name="Edit", exact=True).tap()
    page.get_by_role("button", name="Clear board").tap()
    page.get_by_role("button", name="7", exact=True).tap()
    page.locator(".editor-part .note", has_text=re.compile("solution")).wait_for()
    assert page.evaluate(fits)
    page.get_by_role("radio", name="Play").tap()
    for cell in sea_of(EASY)[:3]:
        page.touchscreen.tap(*centre(page, *cell))
    page.get_by_role("radio", name="Island").tap()
    page.touchscreen.tap(*centre(page, 2, 2))
    before = rows_of(page, EASY)
    assert sum(row.count("#") for row in before) == 3
    assert before[2][2] == "."
    fingers = [centre(page, 3, 3), centre(page, 4, 4)]
    points = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(fingers)]
    touch = phone.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    points[1]["y"] += 60
    touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert rows_of(page, EASY) == before
    page.locator(".board.zoomed").wait_for()


@browser_test
def test_nothing_moves_while_the_page_loads(phone: Any) -> None:
    phone.page.add_init_script(
        """globalThis.jumped = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries())
        jumped += entry.value; }).observe({ type: 'layout-shift', buffered: true });"""
    )
    page = begin(phone, EASY)
    page.locator(".library button").first.wait_for()
    page.get_by_role("button", name="Hint").tap()
    page.locator(".note.hint").wait_for()
    assert page.evaluate("jumped") < 0.05


# --- Editing, opening, sharing ------------------------------------------------------------------------


@browser_test
def test_a_draft_shows_where_it_is_not_unique_until_it_is(visit: Any) -> None:
    page = begin(visit, SEVERAL)
    page.get_by_role("button", name="Show where they differ").click()
    page.locator(".compared svg").nth(1).wait_for()
    first, second = two_solutions(SEVERAL)
    differ = {(r, c) for r in range(5) for c in range(5) if first[r][c] != second[r][c]}
    count = "marked cell" if len(differ) == 1 else f"{len(differ)} marked cells"
    page.locator(".note.broken", has_text=f"differ in the {count}.").wait_for()
    assert marked(page, "differs", ".editor-part") == differ
    page.mouse.click(*centre(page, 4, 2, ".editor-part"))
    page.keyboard.press("4")
    page.locator(".editor-part .note.good", has_text="Exactly one solution. Difficulty: easy").wait_for()
    assert marked(page, "differs", ".editor-part") == set()
    page = visit.reload()
    page.locator(".editor-part .note.good", has_text="Exactly one solution").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator(".editor-part .note.broken", has_text="Several solutions").wait_for()
    page.get_by_role("button", name="Redo").click()
    page.get_by_role("button", name="Play this puzzle").click()
    page.locator(".play-part .about", has_text="Your puzzle").wait_for()
    assert rows_of(page, EASY) == ["-----"] * 5


def two_solutions(line: str) -> tuple[list[str], list[str]]:
    result = tw.game("nurikabe").solve(parse(line), unique=True)
    assert isinstance(result.solution, Shading)
    return list(result.solution.rows), list(result.stats["second_solution"])


@browser_test
def test_a_draft_is_written_by_hand_from_an_empty_board(visit: Any) -> None:
    page = begin(visit, EASY)
    page.get_by_role("radio", name="Edit", exact=True).click()
    page.get_by_role("button", name="Clear board").click()
    page.locator(".editor-part").get_by_label("Rows", exact=True).fill("4")
    page.locator(".editor-part").get_by_label("Columns", exact=True).fill("3")
    page.keyboard.press("Tab")
    page.locator(".note", has_text="Select a cell").wait_for()
    for cell, typed in (((0, 0), "12"), ((0, 2), "25"), ((3, 0), "?")):
        page.mouse.click(*centre(page, *cell, ".editor-part"))
        for sign in typed:
            page.keyboard.press(sign)
    page.mouse.click(*centre(page, 2, 2, ".editor-part"))
    page.get_by_role("button", name="7", exact=True).click()
    page.get_by_role("button", name="Remove the number").click()
    page.locator(".editor-part .note.broken", has_text="No solution").wait_for()
    # A board of twelve cells has no room for an island of 25 cells, so only the last digit, 5, is kept.
    page.get_by_text("Share, export, print").click()
    page.wait_for_function(
        "end => [...document.querySelectorAll('input')].some((field) => field.value.endsWith(end))",
        arg="#instance=4x3%3A12a5f%3Fb",
    )


@browser_test
def test_a_board_that_is_cleared_before_its_analysis_keeps_the_instructions(visit: Any) -> None:
    visit.page.clock.install()
    page = begin(visit, EASY)
    visit.pause_clock()
    page.get_by_role("radio", name="Edit", exact=True).click()
    page.locator(".editor-part .note.busy", has_text="Looking for solutions").wait_for()
    page.get_by_role("button", name="Clear board").click()
    # The editor asks the server only after a short delay; the clock now advances past the end of the delay.
    page.clock.run_for(2_000)
    note = page.locator(".editor-part .note.quiet")
    assert note.inner_text().startswith("Select a cell")


@browser_test
def test_a_puzzle_comes_and_goes_as_a_puzz_link_url(visit: Any) -> None:
    page = visit.open("/games/nurikabe")
    page.get_by_text("Import", exact=True).click()
    page.get_by_label("A puzzle in any notation").fill(URL[:-1])
    page.get_by_role("button", name="Open").click()
    with pytest.raises(BadInput) as refused:
        parse(URL[:-1])
    page.locator(".trouble", has_text=str(refused.value)[1:]).wait_for()
    page.get_by_label("A puzzle in any notation").fill(URL)
    page.get_by_role("button", name="Open").click()
    page.locator(".about", has_text="9 x 10").wait_for()
    assert rows_of(page, to_line(parse(URL))) == ["-" * 10] * 9
    page.get_by_text("Share, export, print").click()
    page.wait_for_function(
        "url => [...document.querySelectorAll('input')].some((field) => field.value === url)", arg=URL
    )
    link = page.get_by_label("Link to this puzzle", exact=True).input_value()
    page = visit.open("/games/nurikabe")
    page.get_by_role("button", name="5 x 5, hard").click()
    page.locator(".about", has_text="5 x 5").wait_for()
    page = visit.open(link.removeprefix(visit.address))
    page.locator(".about", has_text="9 x 10").wait_for()


@browser_test
def test_unreadable_saved_data_is_dropped(visit: Any) -> None:
    page = visit.open("/games/nurikabe")
    for key in ("puzzle", "draft", "recent", "generator", "composing"):
        page.evaluate("key => localStorage.setItem('tilewright/nurikabe/' + key, '{\"rows\": [[1], []]}')", key)
    page = visit.reload()
    page.locator(".about", has_text="7 x 7").wait_for()


@browser_test
def test_a_file_brings_what_is_filled_in(visit: Any) -> None:
    page = visit.open("/games/nurikabe")
    page.get_by_text("Import", exact=True).click()
    page.get_by_label("A puzzle in any notation").fill("pzprv3\nnurikabe\n2\n3\n2 + #\n# # . \n")
    page.get_by_role("button", name="Open").click()
    page.locator(".about", has_text="2 x 3").wait_for()
    assert rows_of(page, "2x3:2e") == ["-.#", "##-"]


@browser_test
def test_a_puzzle_is_generated_over_a_restart_solved_on_demand_and_printed(visit: Any, served: Any) -> None:
    page = visit.open("/games/nurikabe")
    page.get_by_text("Generate a puzzle").click()
    page.locator("form").get_by_label("Rows", exact=True).fill("6")
    page.locator("form").get_by_label("Columns", exact=True).fill("5")
    page.get_by_label("difficulty").select_option("easy")
    page.get_by_label("Seed", exact=True).fill("3")
    # The page must not learn that the job is done before the server is killed.
    page.route("**/api/v1/jobs/*/events", lambda route: route.abort())
    with page.expect_response("**/api/v1/generate"):
        page.get_by_role("button", name="Generate").click()
    served.kill()
    page.get_by_role("button", name="6 x 6, easy", exact=True).click()
    page.locator(".message.failed", has_text="The server is not responding").wait_for()
    served.start()
    page.unroute("**/api/v1/jobs/*/events")
    page = visit.reload()
    page.locator(".about", has_text=re.compile("Seed 3.*6 x 5.*easy.*one solution")).wait_for()
    line = to_line(tw.game("nurikabe").generate(3, rows=6, cols=5, difficulty="easy"))  # type: ignore[arg-type]
    page.get_by_role("button", name="Solve", exact=True).click()
    page.locator(".note.good", has_text="This is a solution.").wait_for()
    assert "".join(rows_of(page, line)).replace("-", ".") == "".join(solution_of(line))
    assert not kept(page, line)["solved"]
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".printed svg .clue").count() == len(parse(line).clues())
    assert not page.get_by_role("button").first.is_visible()


@browser_test
def test_a_reload_repeats_a_request_to_generate_that_the_server_never_answered(visit: Any) -> None:
    page = visit.open("/games/shikaku")
    page.get_by_text("Generate a puzzle").click()
    page.locator("form").get_by_label("Rows", exact=True).fill("4")
    page.locator("form").get_by_label("Columns", exact=True).fill("5")
    page.get_by_label("Seed", exact=True).fill("3")
    page.route("**/api/v1/generate", lambda route: route.abort())
    page.get_by_role("button", name="Generate").click()
    page.locator("form [role=status]", has_text="The server is not responding").wait_for()
    page.unroute("**/api/v1/generate")
    page = visit.reload()
    page.locator(".about", has_text=re.compile("Seed 3.*4 x 5")).wait_for()
    # The request is done, so another reload does not repeat it.
    page.wait_for_function("localStorage.getItem('tilewright/shikaku/composing') === null")


@browser_test
def test_a_puzzle_that_takes_long_gives_no_hint_and_its_solve_can_be_cancelled(visit: Any) -> None:
    long_board = tw.game("nurikabe").examples["hard"]["auto"]["instance"]
    page = visit.open(f"/games/nurikabe#instance={long_board}")
    page.get_by_role("button", name="Hint").click()
    page.locator(".note.broken", has_text="takes too long to solve").wait_for()
    page.get_by_role("button", name="Solve", exact=True).click()
    page.get_by_role("button", name="Cancel").click()
    page.locator(".note.quiet", has_text="The search was cancelled.").wait_for()


@browser_test
def test_a_hint_that_takes_long_says_what_it_waits_for_and_can_be_cancelled(visit: Any) -> None:
    page = begin(visit, EASY)
    kernels = {"game": "nurikabe", "title": "Nurikabe", "state": "running"}
    held: list[Any] = []
    page.route("**/api/v1/status", lambda route: route.fulfill(json={"background": [], "kernels": [kernels]}))
    page.route("**/api/v1/hint", lambda route: held.append(route))
    page.get_by_role("button", name="Hint").click()
    words = page.locator(".play-part .note .words")
    compiling = r"^Looking for the next step\. Compiling the kernels of Nurikabe: \d+ s$"
    words.filter(has_text=re.compile(compiling)).wait_for()
    kernels["state"] = "ready"
    words.filter(has_text=re.compile(r"^Looking for the next step \(\d+ s\)\.$")).wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.locator(".note.quiet", has_text="The search was cancelled.").wait_for()
    assert len(held) == 1
    page.unroute("**/api/v1/hint")
    page.get_by_role("button", name="Hint").click()
    page.locator(".note.hint", has_text=tw.game("nurikabe").hint(parse(EASY)).reason).wait_for()


@browser_test
def test_waiting_for_the_first_answer_of_the_server_can_be_cancelled(visit: Any) -> None:
    visit.page.route("**/ask/judge", lambda route: None)
    page = visit.open("/games/nurikabe#instance=" + EASY)
    for name in ("Hint", "Check", "Solve"):
        page.get_by_role("button", name=name, exact=True).click()
        page.locator(".note.busy").wait_for()
        page.get_by_role("button", name="Cancel").click()
        page.locator(".note.quiet", has_text="The search was cancelled.").wait_for()


# --- Answers of the server ----------------------------------------------------------------------------


def test_the_library_is_told_with_its_grades() -> None:
    puzzles = ASK["library"]({})["puzzles"]
    assert (puzzles[0]["name"], puzzles[0]["puzzle"]) == ("5x5-easy", EASY)


def test_a_board_is_judged_unique_ambiguous_or_impossible() -> None:
    only = ASK["judge"]({"board": EASY})
    assert (only["status"], only["unique"], only["second"]) == ("satisfied", True, None)
    several = ASK["judge"]({"board": SEVERAL})
    assert several["unique"] is False
    for state in (several["solution"], several["second"]):
        assert check(parse(SEVERAL), Shading(tuple(state["rows"]))).ok
    assert several["solution"] != several["second"]
    assert ASK["judge"]({"board": "1x2:1_1"})["status"] == "infeasible"
    assert ASK["grade"]({"board": "library:10x10-hard"})["grade"] == "hard"


@pytest.mark.parametrize("question", sorted(ASK))
@pytest.mark.parametrize(
    "data",
    [
        {"board": 5},
        {"board": None},
        {"board": ""},
        {"board": "9999999x9999999:z"},
        {"board": "250x250:" + "z" * 2403 + "v"},
        {"board": "library:../../etc/passwd"},
        {"board": EASY, "more": 1},
        {"boards": EASY},
        {"board": {"rows": []}},
        [EASY],
        None,
    ],
)
def test_a_strange_question_is_refused_in_one_line(question: str, data: Any) -> None:
    large = isinstance(data, dict) and str(data.get("board")).startswith("250x250:")
    if question in ("open", "export") and large:
        assert ASK[question](data)["line"] == data["board"]
        return
    with pytest.raises(BadInput) as refused:
        ASK[question](data)
    assert "\n" not in str(refused.value)
