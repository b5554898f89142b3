"""The start page in a real browser: a person picks a game, solves it, cancels, and is told of mistakes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import tilewright as tw

pytestmark = pytest.mark.needs("chromium")

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
FLAGS += ["--disable-sync", "--no-first-run", "--disable-quic"]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of our own, started as a person starts it, on a free port, with a data folder of its own."""
    command = [sys.executable, "-m", "tilewright", "serve", "--port", "0", "--json"]
    environment = {**os.environ, "TILEWRIGHT_DATA": str(tmp_path_factory.mktemp("data"))}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert server.stdout is not None
    try:
        yield json.loads(server.stdout.readline())["url"]
    finally:
        server.terminate()
        server.wait(30)
        server.stdout.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    page = browser.new_page()
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
    page.goto(address)
    page.get_by_role("button", name=tw.game("powers").title).wait_for()
    page.trouble = trouble
    yield page
    page.close()


def choose(page: Any, game: str) -> None:
    page.get_by_role("button", name=tw.game(game).title, exact=True).click()
    page.get_by_role("heading", name=tw.game(game).title, exact=True).wait_for()


def status(page: Any, pattern: str) -> None:
    """Wait until the status line says so."""
    page.locator("#status", has_text=re.compile(pattern)).wait_for(timeout=180_000)


def test_a_person_solves_an_example_of_every_game(page: Any) -> None:
    for game in tw.games():
        choose(page, game.name)
        page.get_by_label("Seconds").fill("60")
        page.get_by_role("button", name="Solve").click()
        status(page, "optimal|satisfied|feasible")
        if game.has("picture"):
            page.locator("#picture img").wait_for()
            assert page.locator("#picture img").evaluate("image => image.naturalWidth") > 0
    assert page.trouble == []


def test_a_mistake_is_told_in_one_line(page: Any) -> None:
    choose(page, "powers")
    page.get_by_label("The instance").fill("3,four")
    page.get_by_role("button", name="Solve").click()
    page.locator("#status.failed").wait_for()
    assert "four" in page.locator("#status").inner_text()


def test_a_long_solve_shows_progress_and_can_be_cancelled(page: Any) -> None:
    labyrinth = tw.game("labyrinth")
    maze = labyrinth.format(labyrinth.generate(0, **labyrinth.examples["hard"]["cpsat"]["generate"]))
    choose(page, "labyrinth")
    page.get_by_label("The instance").fill(maze)
    page.get_by_label("Solver").select_option("cpsat")
    page.get_by_label("Seconds").fill("60")
    page.get_by_role("button", name="Solve").click()
    status(page, "best")
    page.get_by_role("button", name="Cancel").click()
    status(page, "feasible")
    assert page.get_by_role("button", name="Solve").is_enabled()


def test_the_keyboard_alone_is_enough(page: Any) -> None:
    choose(page, "powers")
    page.get_by_label("The instance").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    status(page, "optimal")
    page.get_by_text("JSON and command line").press("Enter")
    assert "tilewright solve powers" in page.locator("#command").inner_text()
