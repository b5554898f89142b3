"""The pages of Labyrinth, Domino and Powers in a real browser: editing instances and playing."""

from __future__ import annotations

import json
from typing import Any

import pytest

import tilewright as tw
from tilewright.errors import BadInput
from tilewright.games.domino import web as domino_web
from tilewright.games.domino.state import parse_state
from tilewright.games.labyrinth import web as labyrinth_web
from tilewright.games.labyrinth.notation import parse as parse_labyrinth

browser_test = pytest.mark.needs("chromium")


def text(page: Any) -> str:
    return str(page.get_by_label("Instance as text").input_value())


def fill(page: Any, instance: str) -> None:
    page.get_by_label("Instance as text").fill(instance)


def point(page: Any, row: float, column: float) -> tuple[float, float]:
    """Return the screen position of the centre of a cell."""
    page.locator(".board-svg").scroll_into_view_if_needed()
    x, y = page.evaluate(
        """([x, y]) => { const svg = document.querySelector('.board-svg');
        const p = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()); return [p.x, p.y]; }""",
        [column + 0.5, row + 0.5],
    )
    return x, y


def drag(page: Any, *cells: tuple[int, int]) -> None:
    page.mouse.move(*point(page, *cells[0]))
    page.mouse.down()
    for cell in cells[1:]:
        page.mouse.move(*point(page, *cell), steps=6)
    page.mouse.up()


def choose_solver(page: Any, name: str) -> None:
    for box in page.locator(".choices input:checked").all():
        box.uncheck()
    page.locator(f".choices input[value='{name}']").check()
    page.get_by_role("button", name="Solve", exact=True).click()


# --- Labyrinth ----------------------------------------------------------------------------------------


def labyrinth(page: Any) -> tuple[set[frozenset[int]], int, int]:
    """Return the edges, the start and the target of the instance on the page."""
    read = parse_labyrinth(text(page))
    return {frozenset(edge[:2]) for edge in read.edges}, read.start, read.target


def test_nodes_have_places_if_they_fit_on_a_grid() -> None:
    def ask(instance: str) -> Any:
        return labyrinth_web.ASK["places"]({"instance": instance})["places"]

    found = {node: (row, column) for node, row, column in ask("from 7 to 1 7-5 5-1 1-9 9-7 9-2")}
    assert len(set(found.values())) == 5
    for one, other in ((7, 5), (5, 1), (1, 9), (9, 7), (9, 2)):
        (row, column), (row2, column2) = found[one], found[other]
        assert abs(row - row2) + abs(column - column2) == 1
    assert ask("from 1 to 3 1-2 2-3 3-1") is None
    assert ask("from 1 to 6 1-2 1-3 1-4 1-5 1-6") is None
    assert ask("from 1 to 202 " + " ".join(f"{node}-{node + 1}" for node in range(1, 202))) is None
    for bad in ({}, {"instance": 3}, {"instance": "from 1 to 2"}):
        with pytest.raises(BadInput):
            labyrinth_web.ASK["places"](bad)


@browser_test
def test_passages_are_opened_and_closed_by_mouse_and_keyboard_and_the_text_keeps_step(visit: Any) -> None:
    page = visit.open("/games/labyrinth")
    page.locator(".junction").nth(19).wait_for()
    before, *ends = labyrinth(page)
    assert ends == [1, 13]
    page.mouse.click(*point(page, 0, 3))
    assert labyrinth(page)[0] == before - {frozenset({1, 2})}
    drag(page, (2, 3), (2, 4), (2, 5), (2, 6), (2, 7))
    closed = {frozenset(edge) for edge in ((1, 2), (5, 6), (6, 7), (7, 8))}
    assert labyrinth(page)[0] == before - closed
    # With the keyboard: move from the last cell of the drag back to the first passage and open it again.
    page.locator(".board-svg").focus()
    for key in ("ArrowLeft", "ArrowUp", "ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowLeft", "Space"):
        page.keyboard.press(key)
    page.get_by_role("status").filter(has_text="passage from 1 to 2: open").wait_for(state="attached")
    assert labyrinth(page)[0] == before - closed | {frozenset({1, 2})}
    page.keyboard.press("ArrowRight")
    page.keyboard.press("t")
    assert labyrinth(page)[1:] == (1, 2)
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert labyrinth(page) == (before - closed, 1, 13)
    page = visit.reload()
    page.get_by_role("button", name="Redo").click()
    assert labyrinth(page)[0] == before - closed | {frozenset({1, 2})}
    fill(page, "from 1 to 6 1-2 2-3:7 4-5 5-6 1-4 3-6")
    page.wait_for_function("() => document.querySelectorAll('.junction').length === 6")
    assert page.locator(".bar").count() == 1
    assert page.locator(".cost").all_text_contents() == ["7"]


@browser_test
def test_a_late_parse_of_an_earlier_text_does_not_replace_the_text_that_was_typed_since(visit: Any) -> None:
    page = visit.open("/games/labyrinth")
    page.locator(".junction").nth(19).wait_for()
    held: list[Any] = []
    page.route("**/parse", lambda route: held.append(route) if not held else route.continue_())
    with page.expect_request("**/parse"):
        page.mouse.click(*point(page, 0, 3))
    fill(page, "from 1 to 6 1-2 2-3:7 4-5 5-6 1-4 3-6")
    with page.expect_response("**/parse"):
        held[0].continue_()
    page.wait_for_function("() => document.querySelectorAll('.junction').length === 6")
    assert page.locator(".cost").all_text_contents() == ["7"]


@browser_test
def test_an_empty_text_is_no_instance(visit: Any) -> None:
    page = visit.open("/games/labyrinth")
    copy_buttons = page.locator(".notations button")
    copy_buttons.first.wait_for()
    fill(page, "from 1 to")
    page.locator("textarea[aria-invalid=true]").wait_for()
    fill(page, "")
    page.locator("textarea[aria-invalid=false]").wait_for()
    assert page.locator(".grid-editor.stale").count() == page.locator(".picture.stale").count() == 1
    assert copy_buttons.count() == 0
    page.get_by_role("button", name="Solve", exact=True).click()
    page.locator(".solver .trouble", has_text="There is no instance to solve.").wait_for()
    fill(page, "from 1 to 6 1-2 2-3:7 4-5 5-6 1-4 3-6")
    copy_buttons.first.wait_for()
    assert page.locator(".stale").count() == 0


@browser_test
def test_a_labyrinth_is_drawn_walked_and_solved(visit: Any) -> None:
    page = visit.open("/games/labyrinth")
    page.locator(".junction").nth(19).wait_for()
    page.locator(".grid-editor").get_by_label("Rows", exact=True).fill("2")
    page.locator(".grid-editor").get_by_label("Columns", exact=True).fill("3")
    page.get_by_role("button", name="Open all").click()
    page.get_by_label("Start", exact=True).check()
    page.mouse.click(*point(page, 0, 0))
    page.get_by_label("Target", exact=True).check()
    page.mouse.click(*point(page, 0, 4))
    page.get_by_role("radio", name="Costs").check()
    page.get_by_label("This cost").fill("40")
    page.mouse.click(*point(page, 0, 1))
    ring = "1-2:40 1-4 2-3 2-5 3-6 4-5 5-6"
    assert text(page) == f"from 1 to 3 cost 10\n{ring}"
    page.get_by_label("Walk", exact=True).check()
    page.mouse.click(*point(page, 0, 2))
    page.mouse.click(*point(page, 0, 4))
    page.locator(".note", has_text="reaches the target: 2 steps, cost 50.").wait_for()
    page = visit.reload()
    page.locator(".note", has_text="reaches the target: 2 steps, cost 50.").wait_for()
    page.mouse.click(*point(page, 0, 2))
    drag(page, (0, 2), (2, 2), (2, 4), (0, 4))
    page.locator(".note", has_text="reaches the target: 4 steps, cost 70.").wait_for()
    choose_solver(page, "search")
    page.locator(".note", has_text="The costliest path costs 70.").wait_for()
    assert page.locator(".junction.found").count() == 5
    page.get_by_label("Passages", exact=True).check()
    page.mouse.click(*point(page, 1, 4))
    assert page.locator(".junction.found").count() == 0
    assert text(page) == f"from 1 to 3 cost 10\n{ring.replace('3-6 ', '')}"


@browser_test
def test_a_labyrinth_too_large_for_the_grid_says_so_and_a_new_grid_can_be_begun(phone: Any) -> None:
    page = phone.open("/games/labyrinth")
    page.locator(".junction").nth(19).wait_for()
    wide = tw.game("labyrinth").generate(0, rows=3, cols=21, holes=0)
    fill(page, tw.game("labyrinth").format(wide))
    page.get_by_text("No grid of at most 20×20 junctions was found").wait_for()
    page.locator(".instance .picture.stage svg").wait_for()
    page = phone.reload()
    page.get_by_role("button", name="Open all").tap()
    page.touchscreen.tap(*point(page, 0, 1))
    assert frozenset({1, 2}) not in labyrinth(page)[0]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# --- Domino -------------------------------------------------------------------------------------------


def test_a_view_of_domino_tells_what_lies_and_what_is_left() -> None:
    answer = domino_web.view(parse_state("4: 01 21 21 33 | 01@0,0-0,1 12@0,2-0,3"))
    assert (answer["n"], answer["rule"]) == (4, "chain")
    assert [each["stone"] for each in answer["laid"]] == [[0, 1], [1, 2]]
    assert answer["laid"][1]["cells"] == [[0, 2], [0, 3]]
    assert answer["left"] == [[1, 2, 1], [3, 3, 1]]


def dealt(page: Any, kinds: int) -> None:
    """Wait until the page shows the given number of kinds of stones."""
    page.wait_for_function(
        "kinds => document.querySelectorAll('.hand .kinds button').length === kinds", arg=kinds
    )


@browser_test
def test_stones_are_chosen_by_clicks_and_the_text_keeps_step(visit: Any) -> None:
    page = visit.open("/games/domino#instance=4%3A+10+33")
    pressed = page.locator(".kinds button:not(.none)")
    page.locator(".stone-editor", has_text="2 stones. The board of 4×4 cells has room for 8.").wait_for()
    assert [one.locator(".unseen").inner_text() for one in pressed.all()] == ["Stone 0-1: 1", "Stone 3-3: 1"]
    page.get_by_role("button", name="Stone 0-1").click()
    page.get_by_role("button", name="Stone 5-6").press("+")
    assert text(page) == "4: 01 01 33 56"
    page.get_by_label("Remove", exact=True).check()
    page.get_by_role("button", name="Stone 3-3").click()
    page.get_by_label("Side of the board").fill("5")
    page.keyboard.press("Enter")
    page.get_by_label("touch", exact=True).check()
    assert text(page) == "5 touch: 01 01 56"
    page.locator(".stone-editor").get_by_label("Labels", exact=True).fill("11")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Stone 9-10").press("+")
    assert text(page) == "5 touch labels=11: 01 01 56 9-10"
    page = visit.reload()
    page.locator(".kinds button:not(.none)", has_text="×2").wait_for()
    page.get_by_role("button", name="Undo").click()
    assert text(page) == "5 touch labels=11: 01 01 56"
    fill(page, "2: 00 12")
    page.locator(".stone-editor", has_text="2 stones. The board of 2×2 cells has room for 2.").wait_for()
    assert page.locator(".kinds button").count() == 28
    fill(page, "40 labels=13: 01")
    page.get_by_text("up to 12 labels").wait_for()
    assert page.locator(".kinds").is_hidden()
    page.get_by_role("button", name="New board").click()
    assert text(page) == "6:"
    page.get_by_text("Generate an instance").click()
    page.get_by_label("N", exact=True).fill("300")
    page.get_by_role("button", name="Generate", exact=True).click()
    message = page.locator(".generator .failed", has_text="49500 parts, too many for this page")
    assert "tilewright generate domino --seed 0 --set n=300 " in message.inner_text()
    assert text(page) == "6:"


@browser_test
def test_domino_is_played_on_the_board_by_mouse_and_by_keyboard(visit: Any) -> None:
    page = visit.open("/games/domino#instance=3%3A+01+12+13+22")
    page.get_by_role("tab", name="Play").click()
    page.get_by_role("button", name="Play this instance").click()
    dealt(page, 4)
    page.get_by_role("button", name="Stone 0-1", exact=True).click()
    page.mouse.click(*point(page, 0, 0))
    page.mouse.click(*point(page, 0, 1))
    page.locator(".facts", has_text="you: 1").wait_for()
    dealt(page, 3)
    assert page.get_by_role("button", name="Stone 2-2", exact=True).is_disabled()
    page.get_by_role("button", name="Stone 1-3", exact=True).click()
    assert page.locator(".mark.good").count() == 2
    drag(page, (0, 2), (1, 2))
    page.locator(".facts", has_text="The game is over.").wait_for()
    assert page.locator(".hand .kinds button:enabled").count() == 0
    page.get_by_role("button", name="Undo").click()
    # With the keyboard: select a stone, then select the previous stone instead, and lay that one.
    dealt(page, 3)
    page.get_by_role("button", name="Stone 1-3", exact=True).press("Enter")
    assert page.evaluate("document.activeElement.matches('.board-svg')")
    page.keyboard.press("p")
    page.get_by_role("button", name="Stone 1-2", exact=True, pressed=True).wait_for()
    page = visit.reload()
    page.get_by_role("button", name="Stone 1-2", exact=True, pressed=True).wait_for()
    page.locator(".board-svg").focus()
    for key in ("ArrowRight", "ArrowDown", "Enter", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.locator(".facts", has_text="you: 2").wait_for()
    page.get_by_text("Moves so far").click()
    assert page.locator(".moves-so-far li").all_inner_texts() == ["01@0,0-0,1", "12@1,1-1,2"]
    page.get_by_role("button", name="Hint").click()
    page.locator(".stone.hinted").wait_for(state="attached")


@browser_test
def test_under_rule_touch_a_stone_is_turned_and_laid_by_a_finger(phone: Any) -> None:
    page = phone.open("/games/domino#instance=3+touch%3A+01+02+12")
    page.get_by_role("tab", name="Play").click()
    page.get_by_role("button", name="Play this instance").tap()
    dealt(page, 3)
    page.get_by_role("button", name="Stone 0-1", exact=True).tap()
    page.get_by_role("button", name="Turn").tap()
    page.touchscreen.tap(*point(page, 1, 1))
    page.touchscreen.tap(*point(page, 1, 0))
    page.locator(".facts", has_text="you: 1").wait_for()
    page.get_by_role("button", name="Stone 1-2", exact=True).tap()
    page.get_by_role("button", name="Turn").tap()
    page.touchscreen.tap(*point(page, 0, 2))
    page.touchscreen.tap(*point(page, 0, 1))
    page.locator(".facts", has_text="you: 2").wait_for()
    page.get_by_text("Moves so far").tap()
    assert page.locator(".moves-so-far li").all_inner_texts() == ["10@1,1-1,0", "21@0,2-0,1"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# --- Powers -------------------------------------------------------------------------------------------


@browser_test
def test_powers_are_asked_for_by_clicks_and_numbers_are_tried(visit: Any) -> None:
    page = visit.open("/games/powers")
    page.get_by_label("Try a number n").fill("17")
    page.locator(".verdict", has_text="17: missing: 0 6 7; more than once: 1 3.").wait_for()
    page.get_by_role("button", name="Next number").click()
    page.locator(".verdict.good", has_text="18 is a solution").wait_for()
    assert page.locator(".digit.shown").count() == 4 + 6 + 10
    page.get_by_label("New exponent").fill("2")
    page.keyboard.press("Enter")
    page.get_by_label("at least once").check()
    assert text(page) == "3,4,2:at-least-once"
    page.get_by_role("button", name="Remove n to the power 3").click()
    page.get_by_role("button", name="Remove n to the power 4").click()
    page.get_by_label("once", exact=True).check()
    page.locator(".powers-editor").get_by_label("Base", exact=True).fill("6")
    page.keyboard.press("Enter")
    assert json.loads(text(page)) == {"exponents": [2], "base": 6, "digits": "once"}
    page = visit.reload()
    # According to the table in RESULTS.md of Powers, the square of 195 is 452013 in base 6.
    choose_solver(page, "direct")
    page.get_by_role("button", name="Show 195").click()
    page.locator(".verdict.good", has_text="195 is a solution").wait_for()
    assert "".join(page.locator(".powers .digits").first.locator(".digit").all_text_contents()) == "452013"
    for _ in range(3):
        page.get_by_role("button", name="Undo").click()
    assert text(page) == "4,2:at-least-once"
    fill(page, "5")
    page.locator(".chip sup", has_text="5").wait_for()
    assert page.locator(".powers-editor").get_by_label("Base", exact=True).input_value() == "10"
    page.get_by_label("Try a number n").fill("0")
    page.locator(".verdict", has_text="Enter a positive whole number").wait_for()
