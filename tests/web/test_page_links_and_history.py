"""URLs in a real browser: links to puzzles, tabs, positions and solves; Back and Forward; links that fail."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from fastapi.testclient import TestClient

import tilewright as tw
from tilewright.play.matches_and_game_records import GameSession
from tilewright.play.state import PlayableGame

EASY = "5x5:2h3f1e4b"

browser_test = pytest.mark.needs("chromium")


def fragment(page: Any) -> dict[str, str]:
    """Return the values in the fragment of the page's URL."""
    return {key: values[0] for key, values in parse_qs(urlsplit(page.url).fragment).items()}


@browser_test
def test_back_and_forward_go_through_puzzles_tabs_and_the_editor(visit: Any) -> None:
    page = visit.open("/games/nurikabe#instance=" + EASY)
    page.get_by_role("button", name="6 x 6, easy", exact=True).click()
    about = page.locator(".play-part .about")
    about.filter(has_text="6 x 6").wait_for()
    six = fragment(page)["instance"]
    assert six.startswith("6x6:")
    page.get_by_role("tab", name="Solve").click()
    assert fragment(page) == {"instance": six, "tab": "Solve"}
    page.go_back()
    about.filter(has_text="6 x 6").wait_for()
    assert page.get_by_role("tab", name="Puzzle").get_attribute("aria-selected") == "true"
    page.get_by_role("radio", name="Edit", exact=True).click()
    assert fragment(page)["mode"] == "edit"
    page.go_back()
    page.locator(".play-part").wait_for()
    page.go_back()
    about.filter(has_text="5 x 5").wait_for()
    assert fragment(page)["instance"] == EASY
    page.go_forward()
    about.filter(has_text="6 x 6").wait_for()
    # After a reload, the page shows the same puzzle.
    page = visit.reload()
    about.filter(has_text="6 x 6").wait_for()


@browser_test
def test_a_link_brings_what_is_filled_in_and_a_bad_one_says_so(visit: Any) -> None:
    page = visit.open(f"/games/nurikabe#instance={EASY}&filled=-%23---------------.-------")
    assert fragment(page) == {"instance": EASY}
    kept = json.loads(page.evaluate("line => localStorage.getItem('tilewright/nurikabe/play ' + line)", EASY))
    assert kept["cells"] == "-#---------------.-------"
    page.goto("about:blank")
    page = visit.open(f"/games/nurikabe#instance={EASY}&filled=-%23q")
    page.locator(".notice", has_text="do not fit the puzzle").wait_for()
    page.goto("about:blank")
    page = visit.open("/games/nurikabe#instance=5x5:nonsense!")
    notice = page.locator(".notice", has_text="The puzzle in the link cannot be opened.")
    notice.get_by_role("button", name="Open a puzzle from the library").click()
    page.locator(".play-part .board-svg:focus").wait_for()
    notice.get_by_role("button", name="Close").click()
    assert page.locator(".notice").count() == 0
    page.goto("about:blank")
    page = visit.open("/games/nurikabe#puzzle=7&tab=Chess")
    page.locator(".notice", has_text="unknown parameter: puzzle").wait_for()
    page.locator(".notice", has_text='the tab "Chess"').wait_for()
    page.locator(".play-part .board-svg").wait_for()


@browser_test
def test_the_instance_and_the_tab_of_a_game_are_in_its_address(visit: Any) -> None:
    page = visit.open("/games/domino#instance=6%3A+01+12")
    page.get_by_role("tab", name="Play").click()
    assert fragment(page) == {"instance": "6: 01 12", "tab": "Play"}
    page.go_back()
    area = page.get_by_label("Instance as text")
    page.get_by_label("Example").select_option("1")
    page.wait_for_function("() => !location.hash.includes('instance=6')")
    page.go_back()
    page.wait_for_function("() => document.querySelector('textarea').value === '6: 01 12'")
    assert area.input_value() == "6: 01 12"


@browser_test
def test_a_solve_is_shared_as_a_link_until_the_server_forgets_it(visit: Any) -> None:
    page = visit.open("/games/powers#instance=3%2C4")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.locator(".run .badge", has_text="optimal").wait_for()
    run = json.loads(page.evaluate("localStorage.getItem('tilewright/powers/lanes')"))[0]
    page.evaluate("localStorage.removeItem('tilewright/powers/lanes')")
    link = f"/games/powers#instance=3%2C4&job={run['id']}&solver=direct&limit=10"
    page.goto("about:blank")
    page = visit.open(link)
    page.locator(".run .badge", has_text="optimal").wait_for()
    page.get_by_role("button", name="Remove direct").click()
    page.goto("about:blank")
    page = visit.open(link.replace(run["id"], "gone"))
    page.locator(".notice", has_text="no longer on the server").get_by_role(
        "button", name="Solve again"
    ).click()
    page.locator(".run .badge", has_text="optimal").wait_for()


POSITION = (
    "circle=17,5,33,1 quilts=-,##7/#8/9/9/9/9/9/9/9 buttons=5,3 income=0,1 time=0,3 to-move=0 "
    "patches=box edition=classic"
)


@browser_test
def test_a_replay_and_a_position_are_in_the_address_of_patchwork(visit: Any) -> None:
    played = PlayableGame(tw.game("patchwork"))
    session = GameSession(played, played.deal(1), ["human", "human"], 1)
    for _ in range(4):
        session.play(session.state.moves()[-1])
    record = session.record()
    link = f"/games/patchwork#tab=Replay&ply=2&record={quote(record.to_line())}"
    page = visit.open(link)
    page.locator(".replay-part .note", has_text="4 moves, You against You.").wait_for()
    assert fragment(page)["ply"] == "2"
    page.get_by_role("button", name="Next", exact=True).click()
    assert fragment(page)["ply"] == "3"
    page.get_by_role("tab", name="Play", exact=True).click()
    page.go_back()
    page.locator(".replay-part").wait_for()
    page.goto("about:blank")
    page = visit.open(f"/games/patchwork#tab=Position&state={quote(POSITION)}")
    page.locator(".setup-part .note", has_text="Player 1 is to move").wait_for()
    page.goto("about:blank")
    page = visit.open("/games/patchwork#tab=Replay&record=%7Bbroken")
    page.locator(".replay-part .note.broken", has_text="contains no game that can be read").wait_for()
    page.goto("about:blank")
    page = visit.open("/games/patchwork#tab=Position&state=nonsense")
    page.locator(".setup-part .note.broken").wait_for()


TOWNS = ("036582714004421544", "583201764425441001")


@browser_test
def test_the_town_of_nine_tiles_is_in_the_address_and_a_link_does_not_lose_the_saved_town(visit: Any) -> None:
    page = visit.open("/games/nine-tiles#town=" + TOWNS[0])
    page.wait_for_function("town => document.querySelector('.digits').value === town", arg=TOWNS[0])
    page.locator("[role=tabpanel]:visible .tile").first.focus()
    page.keyboard.press("f")
    changed = fragment(page)["town"]
    assert changed != TOWNS[0]
    page = visit.reload()
    page.wait_for_function("town => document.querySelector('.digits').value === town", arg=changed)
    # A link replaces the saved town, and Undo returns to the saved town.
    page.goto("about:blank")
    page = visit.open("/games/nine-tiles#town=" + TOWNS[1])
    page.wait_for_function("town => document.querySelector('.digits').value === town", arg=TOWNS[1])
    page.get_by_role("button", name="Undo").first.click()
    page.wait_for_function("town => document.querySelector('.digits').value === town", arg=changed)
    assert fragment(page) == {"tab": "Build", "town": changed}
    page.get_by_role("tab", name="Race").click()
    page = visit.reload()
    assert page.get_by_role("tab", name="Race").get_attribute("aria-selected") == "true"
    page.goto("about:blank")
    page = visit.open("/games/nine-tiles#town=123")
    page.get_by_text("A town has 18 digits").wait_for()
    assert fragment(page)["town"] == changed
    page.wait_for_function("town => document.querySelector('.digits').value === town", arg=changed)


@browser_test
def test_the_deck_of_nmbr9_is_in_the_address_and_a_link_does_not_lose_the_game(visit: Any) -> None:
    page = visit.open("/games/nmbr9#seed=3&cards=5")
    headline = page.locator(".headline")
    headline.filter(has_text="Card 1 of 5").wait_for()
    page.keyboard.press("n")
    page.get_by_role("button", name="Place", exact=True).click()
    headline.filter(has_text="Card 2 of 5").wait_for()
    assert fragment(page) == {"seed": "3", "cards": "5"}
    page = visit.reload()
    headline.filter(has_text="Card 2 of 5").wait_for()
    page.goto("about:blank")
    page = visit.open("/games/nmbr9#seed=4&cards=8")
    headline.filter(has_text="Card 1 of 8").wait_for()
    page.get_by_role("button", name="Undo", exact=True).click()
    headline.filter(has_text="Card 2 of 5").wait_for()
    page.get_by_role("button", name="New deck").first.click()
    headline.filter(has_text="Card 1 of 8").wait_for()
    assert fragment(page)["cards"] == "8"
    page.goto("about:blank")
    page = visit.open("/games/nmbr9#seed=4&cards=7")
    page.locator(".notice", has_text="The link does not name a valid deck.").wait_for()
    headline.filter(has_text="Card 1 of 8").wait_for()


def test_an_unknown_path_is_a_page_for_browsers_and_json_for_programs(client: TestClient) -> None:
    page = client.get("/no/such/page", headers={"Accept": "text/html,*/*"})
    assert (page.status_code, page.headers["content-type"].split(";")[0]) == (404, "text/html")
    assert "There is no such page" in page.text
    assert 'href="/"' in page.text
    for path in ("/no/such/page", "/api/v1/nothing"):
        answer = client.get(path)
        assert (answer.status_code, set(answer.json())) == (404, {"detail"})
    api = client.get("/api/v1/nothing", headers={"Accept": "text/html"})
    assert api.headers["content-type"] == "application/json"
