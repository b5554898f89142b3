"""The Nmbr9 page in a real browser: play, the best stack for a deck, replay, and reloads at any time."""

from __future__ import annotations

import json
import random
import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from tilewright.errors import BadInput
from tilewright.game import Run, Status
from tilewright.games.nmbr9 import notation
from tilewright.games.nmbr9.rules import Nmbr9Instance, Nmbr9Solution, Placement, check, orientations
from tilewright.games.nmbr9.solvers import draft
from tilewright.games.nmbr9.state import Nmbr9Move, Nmbr9State, parse_state, start
from tilewright.games.nmbr9.web import ASK, view
from tilewright.play.agent import Entrant
from tilewright.play.analysis import judge_moves
from tilewright.play.matches_and_game_records import GameSession, Record, play_match, replay
from tilewright.play.state import PlayableGame
from tilewright.registry import game

browser_test = pytest.mark.needs("chromium")

SEED, CARDS = 3, 5


# --- Answers of the server ----------------------------------------------------------------------------


def test_the_places_of_a_view_are_those_that_the_rules_allow() -> None:
    state = parse_state("K-9-2-6:9,5,2,7,8,1 | 9@0,0 5@0,-3 2@0,2 7@0,-1^2 8@0,1^2")
    instance, placed = state.instance, state.placed
    allowed = [
        [level, turn, row, column]
        for level in (1, 2, 3, 4)
        for turn, shape in enumerate(orientations(1))
        for row in range(-5, 9)
        for column in range(-8, 10)
        if check(instance, Nmbr9Solution((*placed, Placement(1, 0, level, shape.at(row, column))))).ok
    ]
    data = view(state)
    assert sorted(data["places"]) == sorted(allowed)
    assert data["card"] == 1
    assert data["left"] == [2, 2, 1, 2, 2, 1, 2, 1, 1, 1]
    assert [each["value"] for each in data["placed"]] == [9, 5, 2, 7, 8]


def test_a_view_of_a_finished_game_has_no_card() -> None:
    data = view(parse_state("K-9-2-1:4 | 4@0,0"))
    assert data["card"] is None
    assert data["places"] == []


def test_a_view_lists_at_most_5000_places() -> None:
    assert len(view(parse_state("K-9-2-1:4 grid=100"))["places"]) == 5_000
    assert view(parse_state("F-9-2-20"))["places"] == []


def test_the_set_has_every_part_in_all_its_rotations() -> None:
    parts = ASK["set"]({})["parts"]
    assert [len(part["turns"]) for part in parts] == [2, 4, 4, 4, 4, 4, 4, 4, 2, 4]
    assert [len(part["turns"][0]) for part in parts] == [10, 5, 9, 9, 8, 10, 9, 7, 8, 10]


def test_the_best_known_stacks_are_legal_and_have_the_stated_scores() -> None:
    stacks = ASK["records"]({})["records"]
    assert [(each["score"], each["bound"]) for each in stacks] == [(262, "262"), (241, "247")]
    for each, support in zip(stacks, ("parts", "types"), strict=True):
        solution = notation.parse_solution(json.dumps({"placements": each["placements"]}))
        verdict = check(Nmbr9Instance("F", 9, 2, 20, support=support), solution)
        assert verdict.ok
        assert verdict.objective == each["score"]


def test_all_benchmark_instances_are_listed_and_their_texts_can_be_parsed() -> None:
    listed = ASK["family"]({})["instances"]
    file = resources.files("tilewright.games.nmbr9") / "suites" / "benchmark_instances.json"
    data = json.loads(file.read_text("utf-8"))["instances"]
    assert [each["name"] for each in listed] == [each["name"] for each in data]
    for each, known in zip(listed, data, strict=True):
        assert notation.parse(each["text"]) == notation.from_json(known["instance"])
        assert known["best"] is None or each["best"] == str(known["best"])


@pytest.mark.parametrize("question", sorted(ASK))
def test_a_request_with_an_unknown_key_is_refused(question: str) -> None:
    with pytest.raises(BadInput, match="nonsense"):
        ASK[question]({"nonsense": 1})


# --- The page in a browser ----------------------------------------------------------------------------


def dealt() -> Nmbr9State:
    """Return the initial state of the deck that `deal_on` deals on the page."""
    instance = PlayableGame(game("nmbr9")).deal(SEED, {"cards": str(CARDS)})
    return start(instance)


def headline(page: Any, text: str) -> None:
    page.locator(".headline", has_text=text).wait_for()


def deal_on(page: Any) -> Nmbr9State:
    if not page.get_by_label("Deck", exact=True).is_visible():
        page.locator(".deal-toggle").click()
    page.get_by_label("Deck", exact=True).select_option(str(CARDS))
    page.get_by_label("Seed").first.fill(str(SEED))
    page.get_by_role("button", name="Deal", exact=True).click()
    headline(page, f"Card 1 of {CARDS}")
    return dealt()


def point_at(page: Any, state: Nmbr9State, move: Nmbr9Move) -> Any:
    """Choose the level and the rotation of a move on the page; return the dot that represents the move."""
    page.locator(".levels button").nth(move.level - 1).click()
    page.locator(".turns button").nth(move.turn).click()
    same = [each for each in state.moves() if (each.level, each.turn) == (move.level, move.turn)]
    dots = page.locator(".dots circle")
    assert dots.count() == len(same)
    return dots.nth(same.index(move))


def press_on(page: Any, dot: Any, touch: bool = False) -> None:
    dot.scroll_into_view_if_needed()
    box = dot.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if touch:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.move(x, y)
        page.mouse.click(x, y)


def wait_for_state(page: Any, state: Nmbr9State) -> None:
    done = len(state.placed)
    headline(page, f"All {CARDS} cards" if done == CARDS else f"Card {done + 1} of {CARDS}")
    points = state.scores()[0]
    headline(page, "1 point" if points == 1 else f"{points} points")
    assert saved_state(page) == state.to_text()


def saved_state(page: Any) -> str:
    return str(page.evaluate("JSON.parse(localStorage.getItem('tilewright/nmbr9/sitting')).state"))


@browser_test
def test_a_person_plays_a_deck_with_the_mouse_and_sees_the_best_stack(visit: Any) -> None:
    def search_for_a_minute(route: Any) -> None:
        route.continue_(post_data=json.dumps({**route.request.post_data_json, "time_limit": 60}))

    page = visit.open("/games/nmbr9")
    # On a busy machine, the search may need more time than the page gives it.
    page.route("**/api/v1/jobs", search_for_a_minute)
    state = deal_on(page)
    while not state.over:
        if len(state.placed) == 2:
            page = visit.reload()
            wait_for_state(page, state)
        move = state.moves()[0]
        press_on(page, point_at(page, state, move))
        state = state.play(move)
        wait_for_state(page, state)
        assert len(page.locator(".beside .stack .face").all()) == len(state.placed)

    answer = draft.solve(state.instance, Run())  # The page uses another solver.
    assert answer.status is Status.OPTIMAL
    page.locator(".end .facts", has_text=f"best possible: {answer.objective}").wait_for()
    assert page.locator(".end .stack").count() == 2
    assert page.locator(".end .stack").nth(1).locator(".face").count() == CARDS
    page = visit.reload()
    page.locator(".end .facts", has_text=f"You: {state.scores()[0]}").wait_for()
    with page.expect_download() as saved:
        page.locator(".end").get_by_role("button", name="Save record").click()
    record = Record.from_line(saved.value.path().read_text())
    assert [*replay(PlayableGame(game("nmbr9")), record)][-1].after == state
    page.get_by_role("tab", name="Replay").click()
    page.get_by_label("Game", exact=True).select_option("kept 0")
    page.get_by_text(f"Card {CARDS} of {CARDS}").wait_for()
    page.get_by_role("tab", name="Play", exact=True).click()

    page.get_by_role("button", name="Undo").click()
    headline(page, f"Card {CARDS} of {CARDS}")
    assert page.locator(".end").is_hidden()
    # If a new deck is drawn by mistake, the previous game can be restored, even after a reload.
    page.locator(".new-deck").click()
    headline(page, f"Card 1 of {CARDS}")
    seed = page.get_by_label("Seed").first.input_value()
    page.keyboard.press("Enter")  # places the part, and does not deal again
    headline(page, f"Card 2 of {CARDS}")
    assert page.get_by_label("Seed").first.input_value() == seed
    page.get_by_role("button", name="Undo").click()
    headline(page, f"Card 1 of {CARDS}")
    page = visit.reload()
    page.get_by_role("button", name="Undo").click()
    headline(page, f"Card {CARDS} of {CARDS}")
    assert page.get_by_label("Seed").first.input_value() == str(SEED)
    assert page.get_by_role("button", name="Undo").is_enabled()
    page.get_by_role("button", name="Redo").click()
    wait_for_state(page, state)
    page.locator(".end .facts", has_text=f"best possible: {answer.objective}").wait_for()


@browser_test
def test_an_illegal_placement_is_refused_with_a_reason(visit: Any) -> None:
    page = visit.open("/games/nmbr9")
    state = deal_on(page)
    first = state.moves()[0]
    press_on(page, point_at(page, state, first))
    state = state.play(first)
    wait_for_state(page, state)
    press_on(page, page.locator(".board-svg .part .digit").first)
    message = page.locator(".trouble", has_text="cannot be placed there: some of its cells are not free").first
    message.wait_for()
    assert 0 <= message.bounding_box()["y"] < page.viewport_size["height"] - 24
    assert page.locator(".ghost.unfit").count() == 1
    wait_for_state(page, state)


@browser_test
def test_a_deck_can_be_played_with_the_keyboard_and_hints_only(visit: Any) -> None:
    page = visit.open(f"/games/nmbr9#seed={SEED}&cards={CARDS}")
    headline(page, f"Card 1 of {CARDS}")
    press = page.keyboard.press
    for _ in range(25):
        press("Tab")
        if page.evaluate("document.activeElement.classList.contains('board-svg')"):
            break
    press("r")
    assert page.locator(".turns button").nth(1).get_attribute("aria-pressed") == "true"
    press("Shift+R")
    press("Enter")
    headline(page, f"Card 2 of {CARDS}")
    press("n")
    press("n")
    press("p")
    press("Enter")
    headline(page, f"Card 3 of {CARDS}")
    press("Control+z")
    headline(page, f"Card 2 of {CARDS}")
    press("Control+y")
    for done in range(2, CARDS):
        headline(page, f"Card {done + 1} of {CARDS}")
        press("h")
        page.get_by_text("It expects").wait_for()
        assert page.locator(".ghost.hinted").count() == 1
        if done == 2:
            press("ArrowUp")
            press("ArrowDown")
        press("Enter")
    headline(page, f"All {CARDS} cards")
    assert parse_state(saved_state(page)).over
    page.locator(".end .facts", has_text="best possible").wait_for()


@browser_test
def test_the_cancel_button_and_the_placement_of_a_part_cancel_a_hint(visit: Any) -> None:
    page = visit.open(f"/games/nmbr9#seed={SEED}&cards={CARDS}")
    headline(page, f"Card 1 of {CARDS}")
    page.get_by_role("button", name="Copy link to this deck").wait_for()
    page.get_by_role("button", name="Place", exact=True).click()
    page.locator(".trouble", has_text="Choose a placement first").wait_for()
    held_requests: list[Any] = []
    page.route("**/play/turn", lambda route: held_requests.append(route))
    page.get_by_role("button", name="Hint").click()
    page.get_by_text(re.compile(r"remaining cards \(\d+ s\)\.")).wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("The search was cancelled.").wait_for()
    page.keyboard.press("h")
    page.get_by_role("button", name="Cancel").wait_for()
    page.keyboard.press("n")
    page.get_by_role("button", name="Place", exact=True).click()
    headline(page, f"Card 2 of {CARDS}")
    for each in held_requests:
        each.continue_()
    page.unroute("**/play/turn")
    page.keyboard.press("h")
    page.get_by_text("It expects").wait_for()
    assert page.get_by_role("button", name="Cancel").is_hidden()


def record_of_random_play() -> Record:
    session = GameSession(PlayableGame(game("nmbr9")), dealt().instance, ["random"], SEED)
    rng = random.Random(1)
    while not session.state.over:
        session.play(rng.choice(session.state.moves()))
    return session.record()


@browser_test
def test_a_record_can_be_opened_replayed_analysed_and_continued(visit: Any, tmp_path: Path) -> None:
    page = visit.open("/games/nmbr9")
    record = record_of_random_play()
    file = tmp_path / "games.jsonl"
    file.write_text(f"{record.to_line()}\n{record.to_line()}\n")
    page.get_by_role("tab", name="Replay").click()
    page.get_by_label("A file of records").set_input_files(file)
    page.get_by_text(f"Card {CARDS} of {CARDS}").wait_for()
    assert page.get_by_label("Game", exact=True).locator("option[value^=file]").count() == 2
    assert page.locator(".replay .stack .face").count() == CARDS

    page.get_by_role("button", name="Analyse").click()
    page.get_by_text("lost in hindsight").wait_for()
    played, judge = PlayableGame(game("nmbr9")), Entrant.parse("hindsight:6it")
    losses = [judged.to_json()["loss"] for judged in judge_moves(played, record, judge, 0)]
    shown = page.locator(".moves-table tbody td:nth-child(5)").all_inner_texts()
    assert [float(text or 0) for text in shown] == losses
    page.keyboard.press("Home")
    page = visit.reload()
    page.get_by_text("No card has been placed yet").wait_for()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.get_by_text(f"Card 2 of {CARDS}").wait_for()
    with page.expect_download() as saved:
        page.locator(".replay").get_by_role("button", name="Save record").click()
    assert Record.from_line(saved.value.path().read_text()) == record

    page.get_by_role("button", name="Continue from here").click()
    headline(page, f"Card 3 of {CARDS}")
    page.get_by_role("button", name="Redo").click()
    headline(page, f"Card 4 of {CARDS}")
    page.get_by_role("tab", name="Replay").click()
    page.get_by_text("Paste a record").click()
    page.get_by_label("Record", exact=True).fill('{"game": "nmbr9"}')
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator(".replay .trouble", has_text="a record needs the key").wait_for()


@browser_test
def test_the_best_known_stack_is_shown_by_level_and_instances_open_in_the_solver(visit: Any) -> None:
    page = visit.open("/games/nmbr9")
    page.get_by_role("tab", name="Best known").click()
    page.get_by_text("Level 7 of 7").wait_for()
    assert page.locator(".records .stack .face").count() == 20
    page.get_by_role("slider", name="Level").focus()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    page.get_by_text("Level 2 of 7").wait_for()
    levels = [each["level"] for each in ASK["records"]({})["records"][0]["placements"]]
    assert page.locator(".records .stack .face").count() == levels.count(1) + levels.count(2)
    page = visit.reload()
    page.get_by_text("Level 2 of 7").wait_for()
    page.get_by_text("proved to be the best possible").wait_for()
    page.get_by_label("Best known stack").select_option("F-9-2-20 support=types")
    page.get_by_text("upper bound 247").wait_for()

    instances = ASK["family"]({})["instances"]
    assert page.locator(".records tbody tr").count() == len(instances)
    page.get_by_label("Variant").first.select_option("K")
    known = [each for each in instances if each["variant"] == "K"]
    assert page.locator(".records tbody tr").count() == len(known)
    page.locator(".records tbody tr").first.get_by_role("button").click()
    assert page.get_by_role("textbox", name="Instance as text").input_value() == known[0]["text"]
    page.get_by_role("heading", name="Solve").wait_for()


def in_view(page: Any, selector: str) -> bool:
    """Return whether an element is completely on the screen of the phone, without scrolling."""
    box = page.locator(selector).first.bounding_box()
    return bool(box and box["y"] >= 0 and box["y"] + box["height"] <= 844)


@browser_test
def test_a_deck_is_played_by_touch_against_an_opponent_on_the_same_deck(phone: Any) -> None:
    page = phone.open("/games/nmbr9")
    page.locator(".deal-toggle").tap()
    page.get_by_role("radio", name="Easy").check()
    state = deal_on(page)
    page.evaluate("scrollTo(0, 0)")
    page.evaluate("scrolls = 0; addEventListener('scroll', () => scrolls++)")
    while not state.over:
        for part in (".levels", ".messages", ".play-board .board-svg", ".tools"):
            assert in_view(page, part), part
        highest = max(move.level for move in state.moves())
        page.locator(".levels button").nth(highest - 1).tap()
        press_on(page, page.locator(".dots circle").first, touch=True)
        page.locator(".ghost.fits").wait_for()
        page.get_by_role("button", name="Place", exact=True).tap()
        done = len(state.placed) + 1
        headline(page, f"All {CARDS} cards" if done == CARDS else f"Card {done + 1} of {CARDS}")
        state = parse_state(saved_state(page))
        assert len(state.placed) == done
        if not state.over:
            assert page.evaluate("scrolls") == 0
    # On this deck, the opponent makes the same moves as the agent `greedy` does in a match.
    played = PlayableGame(game("nmbr9"))
    record = play_match(played, state.instance, [Entrant.parse("greedy")], SEED)
    own, other = state.scores()[0], record.outcome.scores[0]
    page.locator(".versus-result", has_text=f"{own} to {other}.").wait_for()
    assert page.locator(".end .stack").count() >= 2
    page.locator(".end").get_by_role("button", name="Rematch").tap()
    headline(page, f"Card 1 of {CARDS}")
    assert parse_state(saved_state(page)).instance == state.instance


@browser_test
def test_no_level_is_clipped_and_keys_work_wherever_the_focus_is(phone: Any) -> None:
    page = phone.open("/games/nmbr9")
    headline(page, "Card 1 of 20")
    played = PlayableGame(game("nmbr9"))
    record = play_match(played, played.deal(5, {"cards": "20"}), [Entrant.parse("greedy")], 5)
    tower = next(
        step.after for step in replay(played, record) if any(each.level == 4 for each in step.after.placed)
    )
    assert not tower.over
    page.evaluate(
        """state => { const key = "tilewright/nmbr9/sitting";
        const saved = JSON.parse(localStorage.getItem(key));
        localStorage.setItem(key, JSON.stringify({ ...saved, state, history: [], deal: null })); }""",
        tower.to_text(),
    )
    page = phone.reload()
    page.locator(".levels button").nth(4).wait_for()
    assert page.evaluate("(row => row.scrollWidth <= row.clientWidth)(document.querySelector('.levels'))")
    for chip in page.locator(".levels button").all():
        assert chip.bounding_box()["x"] + chip.bounding_box()["width"] <= 390
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    page.locator(".ghost").first.wait_for()
    page.keyboard.press("?")
    page.locator(".key-help", has_text="Next or previous legal placement").wait_for()
    page.keyboard.press("?")
    page.locator(".key-help").wait_for(state="hidden")


@browser_test
def test_on_a_phone_the_first_tap_shows_a_placement_and_the_second_tap_places_the_part(phone: Any) -> None:
    page = phone.open("/games/nmbr9")
    state = deal_on(page)
    first = state.moves()[0]
    dot = point_at(page, state, first)
    press_on(page, dot, touch=True)
    page.locator(".ghost.fits").wait_for()
    assert saved_state(page) == state.to_text()
    press_on(page, dot, touch=True)
    state = state.play(first)
    wait_for_state(page, state)
    second = state.moves()[-1]
    press_on(page, point_at(page, state, second), touch=True)
    page.get_by_role("button", name="Place", exact=True).tap()
    wait_for_state(page, state.play(second))
    for name in ("Replay", "Best known", "Solve", "Play"):
        page.get_by_role("tab", name=name, exact=True).tap()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
