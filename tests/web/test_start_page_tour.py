"""The tour on the start page: each step opens a page in the state that its text promises.

The checks of a game's steps are in ``tests/GAME/start_page_tour_steps.py`` (see `game_test_files`). A step
without a check must open a page without an error.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest
from playwright.sync_api import expect

from game_test_files import modules_of_games
from tilewright import registry
from tilewright.game import Game

pytestmark = pytest.mark.needs("chromium")


def compare_on_the_bench(page: Any) -> None:
    page.locator("figure.panel svg.plot").first.wait_for()
    page.locator("footer", has_text="Published figures").wait_for()


def use_it_from_other_programs(page: Any) -> None:
    for title in ("On the command line", "In Python", "Over HTTP"):
        expect(page.get_by_role("heading", name=title)).to_be_visible()
    page.get_by_text("POST /api/v1/hint").wait_for()


def titles_of(game: Game) -> list[str]:
    """Return the titles of the steps that a game contributes to the tour."""
    file = resources.files(game.package) / "page" / "start_page_tour.json"
    return [step["title"] for step in json.loads(file.read_text("utf-8"))] if file.is_file() else []


STEPS = [(game.name, title) for game in registry.games() for title in titles_of(game)]
"""The steps of the games: the name of the game, and the title of the step."""

CHECKS: dict[tuple[str, str], Callable[[Any], None]] = {
    ("", "Compare solvers on the bench"): compare_on_the_bench,
    ("", "Use Tilewright from other programs"): use_it_from_other_programs,
    **{
        (game.name, title): check
        for game, module in modules_of_games("start_page_tour_steps")
        for title, check in module.STEPS.items()
    },
}
"""The checks by the name of the game (empty if a step belongs to no game) and the title of the step."""


def steps_on_page(page: Any) -> dict[tuple[str, str], str]:
    """Return the address of each step of the tour on the start page, with the same keys as `CHECKS`."""
    addresses = {}
    for link in page.locator("#tour-steps a").all():
        address = link.get_attribute("href")
        _, _, name = address.partition("#")[0].partition("/games/")
        assert (name, link.inner_text()) not in addresses
        addresses[name, link.inner_text()] = address
    return addresses


def test_the_tour_has_the_steps_of_all_games(visit: Any) -> None:
    addresses = steps_on_page(visit.open("/"))
    assert sorted(step for step in addresses if step[0]) == sorted(STEPS)
    assert addresses.keys() >= CHECKS.keys()


@pytest.mark.parametrize(("name", "title"), [*CHECKS, *(step for step in STEPS if step not in CHECKS)])
def test_a_step_of_the_tour_opens_what_its_text_promises(visit: Any, name: str, title: str) -> None:
    page = visit.open("/")
    address = steps_on_page(page)[name, title]
    page.goto("about:blank")
    visit.open(address)
    CHECKS.get((name, title), lambda page: None)(page)
