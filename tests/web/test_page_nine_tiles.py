"""The Nine Tiles Panic page: building towns, races, best towns, and reloads at any time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tilewright.errors import BadInput
from tilewright.games.nine_tiles import page_preparation, web
from tilewright.games.nine_tiles.census import census_access, census_shards, write_census
from tilewright.games.nine_tiles.rules import Town, problems, score
from tilewright.games.nine_tiles.town.tiles import ORIENTED_FACES

EXAMPLE = "036582714004421544"
SHARDS = 7
"""These tests build only this number of census shards, so their census has only some of the towns."""

browser_test = pytest.mark.needs("chromium")


def small_census() -> dict[str, Any]:
    return dict(islice(census_shards.census_shards().items(), SHARDS))


@pytest.fixture(scope="module")
def reports() -> list[tuple[float, str]]:
    """The progress reports of the preparation: pairs of the completed fraction and a note."""
    return []


@pytest.fixture(scope="module", autouse=True)
def data(served: Any, reports: list[tuple[float, str]]) -> Path:
    """The server's data folder with a small census, built as the server builds the whole census."""
    folder: Path = served.data
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TILEWRIGHT_DATA", str(folder))
        patch.setattr(write_census, "census_shards", small_census)
        assert not page_preparation.ready()
        page_preparation.build(lambda done, note: reports.append((done, note)))
    return folder


def clear_caches() -> None:
    """Clear the worker's caches, which contain an open census and results from it."""
    census_access._cache.clear()
    web._best_in_census.cache_clear()


@pytest.fixture
def prepared(data: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The prepared data folder, which this process uses during one test."""
    monkeypatch.setenv("TILEWRIGHT_DATA", str(data))
    return data


@pytest.fixture
def ask(prepared: Path) -> Iterator[Callable[..., dict[str, Any]]]:
    clear_caches()
    yield lambda question, **data: web.ASK[question](data)
    clear_caches()


# --- Answers of the server ----------------------------------------------------------------------------


def test_every_direction_of_every_tile_has_a_picture_and_its_roads() -> None:
    tile_set = web.ASK["set"]({})
    for tile, sides in enumerate(tile_set["tiles"]):
        for direction, side in enumerate(sides):
            assert sides[side["look"]]["svg"].startswith("<svg ")
            assert ORIENTED_FACES[tile][side["look"]] == ORIENTED_FACES[tile][direction]
            assert side["edges"] == sorted(
                {edge for road in ORIENTED_FACES[tile][direction].roads for edge in road.edges}
            )
    assert [theme["number"] for theme in tile_set["themes"]] == list(range(1, 27))
    assert all(theme["counts"].endswith(".") for theme in tile_set["themes"])


def test_a_town_is_scored_without_turning_it_whether_it_is_complete_or_not() -> None:
    complete = web.ASK["score"]({"town": EXAMPLE})
    assert complete["complete"]
    assert list(complete["points"][:9]) == [1, 0, 1, 0, 4, 3, 2, 1, 5]
    broken = web.ASK["score"]({"town": "012345678000000000"})
    assert not broken["complete"]
    assert {problem["rule"] for problem in broken["problems"]} == {"edge-mismatch"}


def test_an_explanation_marks_every_thing_that_counts() -> None:
    explanation = web.ASK["explain"]({"town": EXAMPLE, "theme": 14})
    assert explanation["points"] == len(explanation["places"]) == 4
    assert {segment["position"] for segment in explanation["stretches"]} == {2, 4, 5, 7}


@pytest.mark.parametrize(
    ("question", "data", "message"),
    [
        ("score", {}, "lacks the key 'town'"),
        ("score", {"town": 7}, "18 digits"),
        ("score", {"town": "0" * 100_000}, "has 100000"),
        ("score", {"town": "99" * 9}, "position 0"),
        ("score", {"town": "๓" * 18}, "digit 1"),
        ("explain", {"town": EXAMPLE, "theme": 27}, "1 to 26"),
        ("explain", {"town": EXAMPLE, "theme": [1] * 10_000}, "1 to 26"),
        ("standing", {"town": EXAMPLE, "themes": "1,2,3"}, "list of three"),
        ("standing", {"town": "012345678000000000", "themes": [1, 2, 3]}, "not complete"),
        ("best", {"themes": [1, 2, 2], "rank": "max"}, "occurs twice"),
        ("best", {"themes": [1, 2, 3], "rank": {}}, "max, distance or duel"),
        ("best", {"themes": [1, 2, 3], "rank": "max", "limit": 10**9}, "from 1 to 24"),
        ("set", {"more": 1}, "unknown key"),
    ],
)
def test_a_bad_request_is_refused_in_one_line(question: str, data: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message) as refused:
        web.ASK[question](data)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 200


def test_everything_but_the_cover_is_answered_without_a_census(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path))
    clear_caches()
    assert web.ASK["prepared"]({}) == {"census": False, "cover": False}
    with pytest.raises(BadInput, match="not built yet"):
        web.ASK["cover"]({})
    # The article that the README cites states two numbers: the number of all towns, and the number of towns
    # with the maximum score in each of the themes 9, 25 and 26.
    totals = web.ASK["census"]({})
    assert totals["towns"] == 526_070_976
    assert {sum(towns for _, towns in scores) for scores in totals["themes"].values()} == {526_070_976}
    best = web.ASK["best"]({"themes": [9, 25, 26], "rank": "max"})
    assert (best["towns"], len(best["examples"])) == (46_080, 1)
    standing = web.ASK["standing"]({"town": best["examples"][0]["town"], "themes": [9, 25, 26]})
    assert [theme["above"] for theme in standing["themes"]] == [0, 0, 0]
    assert standing["duel"]["lost_to"] == 0
    assert not page_preparation.ready()
    assert not list(tmp_path.iterdir())


def test_the_preparation_reports_its_progress_and_repairs_a_damaged_cover(
    prepared: Path, reports: list[tuple[float, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    shares = [done for done, _ in reports]
    assert shares == sorted(shares)
    assert 0 <= shares[0] < shares[-1] <= 1
    notes = [note for _, note in reports]
    assert any(note.startswith("merging the score vectors") for note in notes)
    assert notes[-1] == "choosing the towns of the smallest cover"
    assert page_preparation.ready()
    cover = prepared / "nine_tiles" / "cover.json"
    content = cover.read_bytes()
    cover.write_bytes(content[:-2])
    assert not page_preparation.ready()
    monkeypatch.setattr(write_census, "census_shards", small_census)
    page_preparation.build(lambda done, note: None)
    assert page_preparation.ready()
    assert cover.read_bytes() == content


def test_the_best_towns_are_complete_and_have_the_reported_scores(ask: Callable[..., dict[str, Any]]) -> None:
    for rank in ("distance", "duel"):
        best = ask("best", themes=[5, 8, 21], rank=rank, limit=4)
        assert 1 <= len(best["examples"]) <= 4
        for example in best["examples"]:
            town = Town.from_pattern(example["town"])
            assert not problems(town)
            assert list(score(town)) == example["points"]
            assert [example["points"][theme - 1] for theme in (5, 8, 21)] in [list(p) for p in best["points"]]


# --- The page in a browser ----------------------------------------------------------------------------


def town_of(page: Any, key: str = "town") -> str:
    """Return the town that the browser has saved."""
    history = json.loads(page.evaluate("key => localStorage.getItem('tilewright/nine-tiles/' + key)", key))
    return str(history["towns"][history["at"]])


def tile(page: Any, position: int, part: str = "#part-Build") -> Any:
    return page.locator(f"{part} .tile").nth(position)


def drag(page: Any, one: int, other: int, part: str = "#part-Build") -> None:
    boxes = [tile(page, position, part).bounding_box() for position in (one, other)]
    (x0, y0), (x1, y1) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes)
    page.mouse.move(x0, y0)
    page.mouse.down()
    page.mouse.move((x0 + x1) / 2, (y0 + y1) / 2)
    page.mouse.move(x1, y1)
    page.mouse.up()


def wait_for_scores(page: Any, pattern: str) -> None:
    """Wait until the list shows the scores of a town. Scores of an incomplete town are shown in brackets."""
    town = Town.from_pattern(pattern)
    form = "({})" if problems(town) else "{}"
    expected = [form.format(str(points).replace("-", "−")) for points in score(town)]
    expected[3] = "–"  # the points of theme 4 are for the player who finishes first
    page.wait_for_function(
        """expected => [...document.querySelectorAll("#part-Build .theme .points")]
        .every((each, index) => each.textContent === expected[index])""",
        arg=expected,
    )


def turned(pattern: str, position: int, quarters: int) -> str:
    direction = int(pattern[9 + position])
    return changed(pattern, position, direction // 4 * 4 + (direction + quarters) % 4)


def flipped(pattern: str, position: int) -> str:
    return changed(pattern, position, (int(pattern[9 + position]) + 4) % 8)


def changed(pattern: str, position: int, direction: int) -> str:
    return pattern[: 9 + position] + str(direction) + pattern[10 + position :]


def swapped(pattern: str, one: int, other: int) -> str:
    digits = list(pattern)
    for base in (0, 9):
        digits[base + one], digits[base + other] = digits[base + other], digits[base + one]
    return "".join(digits)


@browser_test
def test_a_town_is_built_with_the_mouse_and_its_scores_change(visit: Any) -> None:
    page = visit.open("/games/nine-tiles")
    wait_for_scores(page, EXAMPLE)
    page.get_by_text("Complete: no dead ends").wait_for()
    page.locator("[data-theme='14']").click()
    page.locator("#part-Build .reasons li").first.wait_for()
    assert page.locator("#part-Build .counted circle").count() == 4
    offsets = "list => [...list.querySelectorAll('.theme')].map((each) => [each.offsetLeft, each.offsetTop])"
    layout = page.locator("#part-Build .themes").evaluate(offsets)

    tile(page, 4).click()
    assert town_of(page) == EXAMPLE
    tile(page, 4).click()
    town = turned(EXAMPLE, 4, -1)
    wait_for_scores(page, town)
    page.get_by_text("Not complete").wait_for()
    assert page.locator("#part-Build .wrong-ends circle").count() == len(problems(Town.from_pattern(town)))
    tile(page, 4).click(button="right")
    town = flipped(town, 4)
    drag(page, 4, 0)
    town = swapped(town, 4, 0)
    assert town_of(page) == town
    wait_for_scores(page, town)
    page.get_by_role("button", name="Swap").click()
    tile(page, 8).click()
    town = swapped(town, 0, 8)
    assert town_of(page) == town
    assert page.locator("#part-Build .themes").evaluate(offsets) == layout

    page = visit.reload()
    wait_for_scores(page, town)
    assert page.locator("[data-theme='14']").get_attribute("aria-pressed") == "true"
    for _ in range(4):
        page.get_by_role("button", name="Undo").first.click()
    wait_for_scores(page, EXAMPLE)
    page.get_by_label("The town as 18 digits").fill("123")
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_text("A town has 18 digits").wait_for()


@browser_test
def test_everything_can_be_done_by_keyboard_alone(visit: Any) -> None:
    page = visit.open("/games/nine-tiles#town=" + EXAMPLE)
    press = page.keyboard.press
    for _ in range(12):
        press("Tab")
        if page.evaluate("document.activeElement.classList.contains('tile')"):
            break
    town = EXAMPLE
    acts: list[tuple[list[str], Callable[[str], str]]] = [
        (["ArrowRight", "ArrowDown", "r"], lambda now: turned(now, 4, -1)),
        (["Shift+R"], lambda now: turned(now, 4, 1)),
        (["Enter"], lambda now: turned(now, 4, -1)),
        (["f"], lambda now: flipped(now, 4)),
        (["Shift+ArrowRight"], lambda now: swapped(now, 4, 5)),
        (["s", "ArrowUp", "ArrowLeft", "Enter"], lambda now: swapped(now, 5, 1)),
        (["s", "ArrowLeft", "Escape", "l"], lambda now: turned(now, 0, 1)),
    ]
    steps = []
    for keys, after in acts:
        town = after(town)
        steps.append((keys, town))
    for keys, expected in steps:
        for key in keys:
            press(key)
        assert town_of(page) == expected, keys
    wait_for_scores(page, town)
    for _ in steps:
        press("Control+z")
    assert town_of(page) == EXAMPLE
    press("Control+y")
    assert town_of(page) == steps[0][1]

    page.get_by_role("tab", name="Build").focus()
    press("ArrowRight")
    page.get_by_role("button", name="Draw three cards").focus()
    press("Enter")
    assert page.evaluate("document.activeElement.classList.contains('tile')")
    before = town_of(page, "race-town")
    press("f")
    assert town_of(page, "race-town") == flipped(before, 0)
    # The keys also work when no tile has the focus.
    page.evaluate("document.activeElement.blur()")
    press("f")
    assert town_of(page, "race-town") == before
    press("?")
    page.locator(".key-help", has_text="Swap with another tile").wait_for()


def build_by_touch(page: Any, goal: str) -> None:
    """Build a town on the race's board with taps only."""
    board = "#part-Race"
    for position in range(9):
        current = town_of(page, "race-town").index(goal[position])
        tile(page, current, board).tap()
        if current != position:
            page.locator(f"{board} .tools button", has_text="Swap").tap()
            tile(page, position, board).tap()
        direction, wanted = int(town_of(page, "race-town")[9 + position]), int(goal[9 + position])
        if direction // 4 != wanted // 4:
            page.locator(f"{board} .tools button", has_text="Flip").tap()
        for _ in range((direction - wanted) % 4):
            tile(page, position, board).tap()
    assert town_of(page, "race-town") == goal


@browser_test
def test_a_race_by_touch_against_an_opponent_is_not_ended_by_mistake(
    phone: Any, ask: Callable[..., dict[str, Any]]
) -> None:
    page = phone.open("/games/nine-tiles")
    page.get_by_role("tab", name="Race").tap()
    page.get_by_role("radio", name="Easy").check()
    page.get_by_label("Time limit", exact=True).select_option("0")
    page.get_by_role("button", name="Draw three cards").tap()
    cards = [int(text) for text in page.locator(".drawn .number").all_inner_texts()]
    assert len(set(cards)) == 3
    assert 4 not in cards
    page = phone.reload()
    assert [int(text) for text in page.locator(".drawn .number").all_inner_texts()] == cards
    # Make the town incomplete. Now the button "Finish" shows a warning, the button "Give up" asks for
    # confirmation, and the race goes on.
    page.evaluate(
        """() => { const towns = ["012345678000000000"];
        localStorage.setItem("tilewright/nine-tiles/race-town", JSON.stringify({ towns, at: 0 })); }"""
    )
    page = phone.reload()
    page.get_by_role("button", name="Finish", exact=True).tap()
    warning = page.locator(
        ".race-warning",
        has_text="not complete, so the race goes on. A road ends between the tiles at row 1, column",
    )
    warning.wait_for()
    page.get_by_role("button", name="Give up", exact=True).tap()
    page.get_by_role("button", name="Go on").tap()
    assert page.locator("[data-race]").get_attribute("data-race") == "running"
    page.locator("#part-Race").scroll_into_view_if_needed()
    page.evaluate("scrolls = 0; addEventListener('scrollend', () => scrolls++)")
    build_by_touch(page, EXAMPLE)
    assert page.evaluate("scrolls") <= 2
    page.get_by_role("button", name="Finish", exact=True).tap()
    standing = ask("standing", town=EXAMPLE, themes=cards)
    rank = standing["duel"]["lost_to"] + 1
    page.get_by_text(f"Rank {rank:,} of {standing['towns']:,} towns").wait_for()
    page.locator(
        ".duel-result", has_text=re.compile("You beat Easy|Easy beats you|You and Easy tie")
    ).wait_for()
    assert page.locator(".race-result .town").count() == 3
    page = phone.reload()
    page.get_by_text(f"Rank {rank:,} of").wait_for()
    page.get_by_role("button", name="Best towns for these cards").tap()
    page.locator("[data-rank=duel] .town-button").first.wait_for()
    chosen = page.locator("#part-Best .chip[aria-pressed=true] b").all_inner_texts()
    assert [int(text) for text in chosen] == cards
    page.get_by_role("tab", name="Race").tap()
    page.get_by_role("button", name="Rematch").tap()
    assert [int(text) for text in page.locator(".drawn .number").all_inner_texts()] == cards
    page.get_by_role("button", name="Give up", exact=True).tap()
    page.get_by_role("button", name="Yes, give up").tap()
    page.get_by_role("button", name="Draw three cards").wait_for()


@browser_test
def test_the_clock_ends_a_race_while_the_page_is_closed(visit: Any) -> None:
    page = visit.open("/games/nine-tiles")
    page.get_by_role("tab", name="Race").click()
    page.get_by_label("Time limit", exact=True).select_option("90")
    page.get_by_role("button", name="Draw three cards").click()
    page.evaluate(
        """() => { const key = "tilewright/nine-tiles/race"; const race = JSON.parse(localStorage.getItem(key));
        localStorage.setItem(key, JSON.stringify({ ...race, began: race.began - 3_600_000 }));
        const towns = ["012345678000000000"];
        localStorage.setItem("tilewright/nine-tiles/race-town", JSON.stringify({ towns, at: 0 })); }"""
    )
    page = visit.reload()
    page.get_by_role("heading", name="Your town is not complete").wait_for()
    page.get_by_text("After 1:30").wait_for()


@browser_test
def test_best_towns_and_cover_sheet_are_shown_and_open_in_build(
    visit: Any, ask: Callable[..., dict[str, Any]]
) -> None:
    page = visit.open("/games/nine-tiles")
    page.get_by_role("tab", name="Best").click()
    chips = page.locator("#part-Best .chip")
    # Each click replaces the theme that was chosen first. Theme 8 is clicked last because it is one of the
    # initial themes: before it has been replaced, a click would deselect it.
    for number in (5, 21, 8):
        chips.nth(number - 1).click()
    best = ask("best", themes=[5, 8, 21], rank="distance", limit=6)
    page.locator(
        "[data-rank=distance] .rank-body", has_text=f"sum of squared distances {best['distance']}."
    ).wait_for()
    page.locator("[data-rank=duel] .town-button").first.wait_for()
    page.locator("[data-rank=max] .rank-body p").first.wait_for()
    page.locator("[data-rank=distance] .town-button").first.click()
    wait_for_scores(page, best["examples"][0]["town"])

    page.get_by_role("tab", name="Cover").click()
    sheet = ask("cover")
    page.get_by_text(f"{sheet['size']} towns are enough").wait_for()
    page.locator(".sheet .town-button").nth(2).click()
    page.get_by_role("heading", name="Town 3").wait_for()
    page = visit.reload()
    page.get_by_role("heading", name="Town 3").wait_for()
    page.get_by_role("button", name="Open in Build").click()
    wait_for_scores(page, sheet["towns"][2]["town"])


@browser_test
def test_the_page_shows_the_progress_of_the_census_and_continues_when_it_is_ready(visit: Any) -> None:
    state = {"game": "nine-tiles", "title": "", "state": "running", "done": 0.42, "note": "counting all towns"}
    prepared = {"census": False, "cover": False}
    refused: list[str] = []
    visit.page.on("response", lambda response: response.ok or refused.append(response.url))
    visit.page.route("**/api/v1/status", lambda route: route.fulfill(json={"background": [state]}))
    visit.page.route("**/ask/prepared", lambda route: route.fulfill(json=prepared))
    page = visit.open("/games/nine-tiles")
    wait_for_scores(page, EXAMPLE)
    page.get_by_role("tab", name="Best").click()
    page.locator("#part-Best .census", has_text="(42%)").wait_for()
    page.locator("[data-rank=duel] .town-button").first.wait_for()
    page.get_by_role("tab", name="Cover").click()
    page.locator("#part-Cover .census", has_text="(42%)").wait_for()
    assert refused == []
    prepared.update(census=True, cover=True)
    state.update(state="ready", done=1.0)
    page.get_by_text("towns are enough").wait_for()
    assert page.locator("#part-Cover .census").is_hidden()


@browser_test
def test_unreadable_saved_data_is_dropped(visit: Any) -> None:
    page = visit.open("/games/nine-tiles")
    for key in ("town", "race", "races", "themes", "cover", "theme"):
        page.evaluate(
            "key => localStorage.setItem('tilewright/nine-tiles/' + key, '{\"state\": \"done\"}')", key
        )
    page = visit.reload()
    for part in ("Race", "Best", "Cover", "Build"):
        page.get_by_role("tab", name=part).click()
    wait_for_scores(page, EXAMPLE)


@browser_test
def test_a_town_is_built_on_a_phone_by_taps_and_drags(phone: Any) -> None:
    page = phone.open("/games/nine-tiles")
    wait_for_scores(page, EXAMPLE)
    tile(page, 0).tap()
    tile(page, 0).tap()
    town = turned(EXAMPLE, 0, -1)
    assert town_of(page) == town
    page.get_by_role("button", name="Flip").first.tap()
    town = flipped(town, 0)
    boxes = [tile(page, position).bounding_box() for position in (0, 5)]
    (x0, y0), (x1, y1) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes)
    finger = phone.context.new_cdp_session(page)
    for kind, x, y in (("touchStart", x0, y0), ("touchMove", (x0 + x1) / 2, y1), ("touchMove", x1, y1)):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    town = swapped(town, 0, 5)
    wait_for_scores(page, town)
    assert town_of(page) == town
    for part in ("Race", "Best", "Cover", "Build"):
        page.get_by_role("tab", name=part).tap()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("tab", name="Race").tap()
    page.evaluate("scrollTo(0, 120)")
    page.get_by_role("button", name="Draw three cards and start").tap()
    # The clock, the cards and all tiles are visible at the same time.
    clock = page.locator("#part-Race .clock").bounding_box()
    last = tile(page, 8, "#part-Race").bounding_box()
    assert clock["y"] >= 0
    assert last["y"] + last["height"] <= 844
