"""Boards of any size in a real browser: fitted to the page, zoomed, panned and solved, in both themes."""

from __future__ import annotations

import json
import zlib
from typing import Any
from urllib.parse import quote

import pytest
from test_web_accessibility import GRAPHIC_CONTRAST, TEXT_CONTRAST, contrast

import tilewright as tw

pytestmark = pytest.mark.needs("chromium")

SIDE = 50
ROWS_OF_50 = json.dumps({"rows": [[SIDE] + [0] * (SIDE - 1) for _ in range(SIDE)]})
"""A Shikaku board whose only solution has one rectangle in each row: any other rectangle with 50 cells that
contains the number at the beginning of a row also contains other numbers."""

CELL = """([row, column]) => { const svg = document.querySelector('.play-part .board-svg');
const matrix = svg.getScreenCTM();
const p = new DOMPoint(column + 0.5, row + 0.5).matrixTransform(matrix); return [p.x, p.y, matrix.a]; }"""


TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def cell(page: Any, row: int, column: int) -> tuple[float, float]:
    x, y, _ = page.evaluate(CELL, [row, column])
    return x, y


def cell_size(page: Any) -> float:
    return float(page.evaluate(CELL, [0, 0])[2])


def box_of(page: Any, selector: str) -> dict[str, float]:
    return dict(page.locator(selector).bounding_box())


def filled_rows(rows: int) -> str:
    """Return the player's entries as they are written in the URL, with the first `rows` rows filled in.

    For each cell, there are two characters: one for the edge to its right, and one for the edge below it.
    """
    last = SIDE - 1
    edges = (
        ("=" if row < rows and column < last else "-") + ("|" if row < rows and row < last else "-")
        for row in range(SIDE)
        for column in range(SIDE)
    )
    return "".join(edges)


def open_large(visit: Any, filled: str = "-" * 2 * SIDE * SIDE) -> Any:
    shikaku = tw.game("shikaku")
    instance = quote(shikaku.format(shikaku.parse(ROWS_OF_50), "url"))
    page = visit.open(f"/games/shikaku#instance={instance}&filled={quote(filled)}")
    page.locator(".about", has_text="one solution").wait_for()
    return page


def is_in_view(page: Any) -> bool:
    """Return whether the cursor is inside the visible part of the board and inside the window."""
    view, cursor = box_of(page, ".play-part .board-view"), box_of(page, ".play-part .cursor")
    across = view["x"] - 1 <= cursor["x"] and cursor["x"] + cursor["width"] <= view["x"] + view["width"] + 1
    down = view["y"] - 1 <= cursor["y"] and cursor["y"] + cursor["height"] <= view["y"] + view["height"] + 1
    return across and down and 0 <= cursor["y"] <= 900


def test_a_board_of_50_x_50_fills_its_panel_and_is_zoomed_panned_and_solved(visit: Any) -> None:
    page = open_large(visit, filled_rows(40))
    panel, view = box_of(page, ".main-part"), box_of(page, ".play-part .board-view")
    assert view["width"] > panel["width"] - 50
    assert view["height"] == pytest.approx(view["width"], rel=0.05)

    # The wheel zooms around the pointer, and does not scroll the page.
    x, y = cell(page, 12, 20)
    page.mouse.move(x - 3, y)
    page.mouse.move(x, y)
    small = cell_size(page)
    for _ in range(5):
        page.mouse.wheel(0, -240)
    page.locator(".board.zoomed").wait_for()
    page.wait_for_function(f"least => ({CELL})([0, 0])[2] > least", arg=4 * small)
    assert cell(page, 12, 20) == pytest.approx((x, y), abs=6)
    assert page.evaluate("scrollY") == 0

    # A drag with the middle button moves the board; after "Move by dragging", the left button also moves it.
    page.mouse.down(button="middle")
    page.mouse.move(x - 120, y - 60, steps=3)
    page.mouse.up(button="middle")
    assert cell(page, 12, 20) == pytest.approx((x - 120, y - 60), abs=6)
    page.get_by_role("button", name="Move by dragging").click()
    before = cell(page, 12, 20)
    page.mouse.move(400, 500)
    page.mouse.down()
    page.mouse.move(450, 530, steps=3)
    page.mouse.up()
    assert cell(page, 12, 20) == pytest.approx((before[0] + 50, before[1] + 30), abs=2)
    page.get_by_role("button", name="Move by dragging").click()

    # Scroll bars and keys also move the board, and the cursor stays visible.
    assert page.evaluate("getComputedStyle(document.querySelector('.board-view')).overflowX") == "auto"
    before = cell(page, 12, 20)
    page.locator(".play-part .board-svg").focus()
    page.keyboard.press("Control+ArrowRight")
    assert cell(page, 12, 20)[0] < before[0] - 100
    for _ in range(20):
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
    assert is_in_view(page)
    page.keyboard.press("0")
    assert cell_size(page) == pytest.approx(small)

    page.evaluate("scrollTo(0, 400)")
    for row in range(40, SIDE):
        page.mouse.move(*cell(page, row, 0))
        page.mouse.down()
        page.mouse.move(*cell(page, row, SIDE - 1))
        page.mouse.up()
    page.locator(".note.good", has_text="Solved in").wait_for()


def test_two_fingers_zoom_and_move_a_large_board_on_a_phone(phone: Any) -> None:
    page = open_large(phone)
    small = cell_size(page)
    assert box_of(page, ".play-part .board-view")["width"] > 320
    touch = phone.context.new_cdp_session(page)
    x, y = cell(page, 20, 20)
    points = [{"x": x - 20, "y": y, "id": 0}, {"x": x + 20, "y": y, "id": 1}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    for distance in (40, 70, 100):
        points = [{**points[0], "x": x - distance}, {**points[1], "x": x + distance}]
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
    page.evaluate(TWO_FRAMES)  # the browser delivers touch events once per frame
    assert cell_size(page) == pytest.approx(5 * small, rel=0.05)
    assert cell(page, 20, 20) == pytest.approx((x, y), abs=8)
    points = [{**point, "y": y + 50} for point in points]
    touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
    page.evaluate(TWO_FRAMES)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert cell(page, 20, 20) == pytest.approx((x, y + 50), abs=8)
    assert page.get_by_role("button", name="Undo").is_disabled()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_wheel_scrolls_the_page_over_a_board_with_large_cells(visit: Any) -> None:
    page = visit.open("/games/nurikabe#instance=5x5:2h3f1e4b")
    page.mouse.move(*cell(page, 2, 2))
    page.mouse.wheel(0, 200)
    page.wait_for_function("() => scrollY > 100")
    assert page.locator(".board.zoomed").count() == 0
    page.keyboard.down("Control")
    page.mouse.wheel(0, -240)
    page.keyboard.up("Control")
    page.locator(".board.zoomed").wait_for()


@pytest.mark.parametrize("game", ["labyrinth", "domino", "nmbr9", "patchwork", "nine-tiles"])
def test_the_boards_of_all_games_zoom(game: str, visit: Any) -> None:
    page = visit.open(f"/games/{game}")
    if game == "domino":
        page.get_by_role("tab", name="Play").click()
    view = page.locator(".board-view").first
    view.wait_for()
    view.scroll_into_view_if_needed()
    box = view.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -240)
    page.keyboard.up("Control")
    page.locator(".board.zoomed").wait_for()
    content = page.locator(".board-content").first.bounding_box()
    assert content["width"] > 1.2 * box["width"]
    page.get_by_role("button", name="Fit").click()
    assert page.locator(".board.zoomed").count() == 0


def pixel(page: Any, x: float, y: float) -> str:
    """Return the colour of a point of the window, from a screenshot of one pixel."""
    image = page.screenshot(clip={"x": x, "y": y, "width": 1, "height": 1})
    compressed, start = b"", 8
    while start < len(image):
        length, kind = int.from_bytes(image[start : start + 4], "big"), image[start + 4 : start + 8]
        if kind == b"IDAT":
            compressed += image[start + 8 : start + 8 + length]
        start += length + 12
    return "#" + zlib.decompress(compressed)[1:4].hex()


def test_the_dark_theme_darkens_boards_and_pictures_and_keeps_their_contrast(visit: Any) -> None:
    visit.page.emulate_media(color_scheme="dark")
    page = visit.open("/games/nurikabe#instance=5x5:2h3f1e4b")
    page.mouse.click(*cell(page, 2, 2))
    page.locator(".play-part .shaded[d^='M2 2']").wait_for(state="attached")
    page.mouse.move(5, 5)
    land, shaded = pixel(page, *cell(page, 2, 3)), pixel(page, *cell(page, 2, 2))
    assert contrast(land, "#000000") < 1.5
    assert contrast(land, shaded) >= GRAPHIC_CONTRAST
    x, y = cell(page, 0, 0)
    size = cell_size(page)
    clue = max(
        (pixel(page, x, y + share * size) for share in (-0.2, -0.1, 0, 0.1, 0.2)),
        key=lambda c: contrast(c, land),
    )
    assert contrast(land, clue) >= TEXT_CONTRAST
    # In the dark theme, the colours of an instance's picture are also inverted.
    page = visit.open("/games/powers#instance=3%2C4")
    svg = page.locator(".instance .picture svg")
    svg.wait_for()
    assert "invert" in svg.evaluate("svg => getComputedStyle(svg).filter")
    page.emulate_media(color_scheme="light")
    assert svg.evaluate("svg => getComputedStyle(svg).filter") == "none"
