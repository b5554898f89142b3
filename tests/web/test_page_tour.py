"""The tour on the start page: each step opens a page in the state that its text promises."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.needs("chromium")


def ticked_solvers(page: Any) -> list[str]:
    boxes = page.get_by_role("group", name="Solvers").get_by_role("checkbox").all()
    return [box.input_value() for box in boxes if box.is_checked()]


def compare_solvers(page: Any) -> None:
    expect(page.get_by_role("tab", name="Solve", exact=True)).to_have_attribute("aria-selected", "true")
    expect(page.get_by_label("Instance as text")).to_have_value(re.compile("^6: 33 65"))
    assert ticked_solvers(page) == ["auto", "trail", "cpsat"]


def draw_a_labyrinth(page: Any) -> None:
    expect(page.get_by_label("Passages", exact=True)).to_be_checked()
    expect(page.get_by_label("Walk", exact=True)).to_be_visible()
    expect(page.locator(".grid-editor").get_by_label("Rows", exact=True)).to_have_value("6")


def watch_a_proof(page: Any) -> None:
    expect(page.locator(".grid-editor").get_by_label("Rows", exact=True)).to_have_value("18")
    expect(page.locator(".grid-editor").get_by_label("Columns", exact=True)).to_have_value("18")
    assert ticked_solvers(page) == ["frontier", "cuts"]
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()


def build_a_town(page: Any) -> None:
    expect(page.get_by_role("tab", name="Build", exact=True)).to_have_attribute("aria-selected", "true")
    # The scores of the town in the picture of the game; the points of theme 4 are for the player who finishes
    # first.
    points = [1, 0, 1, "–", 4, 3, 2, 1, 5, 3, 3, 3, 1, 4, "−3", 1, 2, 0, 1, 0, 7, 6, 1, 3, 3, 4]
    expect(page.locator("#part-Build .theme .points")).to_have_text(list(map(str, points)))
    expect(page.get_by_role("tab", name="Race", exact=True)).to_be_visible()


def stack_a_deck(page: Any) -> None:
    expect(page.get_by_role("tab", name="Play", exact=True)).to_have_attribute("aria-selected", "true")
    expect(page.get_by_label("Deck", exact=True)).to_have_value("20")
    expect(page.get_by_label("Seed", exact=True)).to_have_value("1")
    page.get_by_role("button", name="Rotation 1 of", exact=False).wait_for()


def solve_by_logic(page: Any) -> None:
    expect(page.get_by_label("Play", exact=True)).to_be_checked()
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Do it").wait_for()


def open_from_the_web(page: Any) -> None:
    expect(page.get_by_label("Edit", exact=True)).to_be_checked()
    page.locator(".editor-part .note", has_text=re.compile("one solution", re.I)).wait_for()


def play_a_strong_opponent(page: Any) -> None:
    """After the person's move, the page requests a move of a searching agent, not of the default agent."""
    expect(page.get_by_role("tab", name="Play", exact=True)).to_have_attribute("aria-selected", "true")
    with page.expect_request(lambda request: "mcts" in (request.post_data or "")):
        page.get_by_role("button", name=re.compile("^Advance")).click()


def find_the_number(page: Any) -> None:
    expect(page.get_by_label("Instance as text")).to_have_value("3,4")
    assert {"direct", "cpsat"} <= set(ticked_solvers(page))


def compare_on_the_bench(page: Any) -> None:
    page.locator("figure.panel svg.plot").first.wait_for()
    page.locator("footer", has_text="Published figures").wait_for()


def use_it_from_other_programs(page: Any) -> None:
    for title in ("On the command line", "In Python", "Over HTTP"):
        expect(page.get_by_role("heading", name=title)).to_be_visible()
    page.get_by_text("POST /api/v1/hint").wait_for()


STEPS: dict[str, Callable[[Any], None]] = {
    "Compare solvers": compare_solvers,
    "Draw a labyrinth": draw_a_labyrinth,
    "Watch a proof of optimality": watch_a_proof,
    "Build a town": build_a_town,
    "Stack a shuffled deck": stack_a_deck,
    "Solve a puzzle by logic": solve_by_logic,
    "Open a puzzle from the web": open_from_the_web,
    "Play a strong opponent": play_a_strong_opponent,
    "Find the number": find_the_number,
    "Compare solvers on the bench": compare_on_the_bench,
    "Use Tilewright from other programs": use_it_from_other_programs,
}


def test_every_step_of_the_tour_opens_what_its_text_promises(visit: Any) -> None:
    page = visit.open("/")
    links = page.locator("#tour-steps a")
    addresses = dict(
        zip(links.all_inner_texts(), [link.get_attribute("href") for link in links.all()], strict=True)
    )
    assert addresses.keys() == STEPS.keys()
    for title, check in STEPS.items():
        page.goto("about:blank")
        visit.open(addresses[title])
        check(page)
