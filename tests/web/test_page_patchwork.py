"""The Patchwork page in a real browser: play, hints, replay, positions, and reloads at any time."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from tilewright.errors import BadInput
from tilewright.games.patchwork.duel.moves import Buy, Special
from tilewright.games.patchwork.duel.rules import PatchworkState
from tilewright.games.patchwork.quilt.reference_quilt import EVALUATIONS, Quilt
from tilewright.games.patchwork.state import deal, parse_move, parse_state, start
from tilewright.games.patchwork.web import ASK, view
from tilewright.play.matches_and_game_records import GameSession, Record, replay
from tilewright.play.state import PlayableGame
from tilewright.registry import game
from tilewright.web.handlers.play import start_game

browser_test = pytest.mark.needs("chromium")

NEARLY_OVER = (
    "circle=2,5,1 quilts=#########/#########/#########/#########/9/9/9/9/9,#########/#########/9/9/9/9/9/9/9 "
    "buttons=20,3 income=3,1 time=44,48 to-move=0"
)
EARLY = "circle=17,5,33,1 quilts=-,##7/#8/9/9/9/9/9/9/9 buttons=5,3 income=0,1 time=0,3 to-move=0"
ONE_TO_LAY = (
    "circle=17,5,33,1 quilts=##7/9/9/9/9/9/9/9/9,- buttons=5,3 time=21,3 specials=26,32,44,50 pending=1"
)


# --- Answers of the server ----------------------------------------------------------------------------


def states_of_a_game() -> list[PatchworkState]:
    """Return the positions of a game in which every move is the middle one in the list of legal moves."""
    state = start(deal(3))
    found = [state]
    while not state.over:
        moves = state.moves()
        state = state.play(moves[len(moves) // 2])
        found.append(state)
    return found


def test_a_view_tells_what_the_rules_say_about_every_position_of_a_game() -> None:
    for state in states_of_a_game():
        answer = json.loads(json.dumps(view(state)))
        moves = state.moves()
        for player, side in enumerate(answer["sides"]):
            assert sum(1 << square for square in side["covered"]) == state.sides[player].quilt
            assert side["score"] == state.scores()[player]
        assert answer["circle"][:3] == [offer["patch"] for offer in answer["offers"]]
        for offer in answer["offers"]:
            bought = [move for move in moves if isinstance(move, Buy) and move.patch == offer["patch"]]
            assert (offer["obstacle"] == "") == bool(bought)
            if bought:
                assert state.play(bought[0]).sides[state.to_move].time == offer["to"]
        assert (answer["advance"] is None) == (state.over or bool(state.pending))
        assert answer["winner"] == state.winner()


@pytest.mark.parametrize("text", [NEARLY_OVER, ONE_TO_LAY])
def test_the_regret_of_every_placement_is_that_of_its_definition(text: str) -> None:
    state = parse_state(text)
    patch = 0 if state.pending else 5
    placements = ASK["regret"]({"state": text, "patch": patch})["placements"]
    covered = frozenset(divmod(square, 9) for square in view(state)["sides"][state.to_move]["covered"])
    singles = len(state.specials) + max(state.pending - 1, 0)
    quilt = Quilt(covered, (*(each for each in state.circle if each != patch), *[0] * singles), state.patches)
    expected = {cells: EVALUATIONS["regret"](quilt, patch, cells) for cells in set(quilt.placements(patch))}
    assert {tuple(map(tuple, each["cells"])): each["regret"] for each in placements} == expected
    assert [each["regret"] for each in placements] == sorted(expected.values())
    legal = {tuple(sorted(m.cells)) for m in state.moves() if isinstance(m, Buy) and m.patch == patch}
    legal |= {(m.cell,) for m in state.moves() if isinstance(m, Special)}
    assert set(expected) == legal


def test_the_page_gets_the_patches_of_every_set_and_the_spaces_of_every_edition() -> None:
    answer = ASK["patches"]({})
    assert [len(answer["sets"][name][4]["cells"]) for name in ("box", "paper")] == [4, 3]
    assert answer["editions"] == {"classic": [20, 26, 32, 44, 50], "revised": [26, 32, 38, 44, 50]}
    described = view(parse_state("circle=4 patches=paper edition=revised"))
    assert (described["patches"], described["edition"]) == ("paper", "revised")
    assert described["specials"] == answer["editions"]["revised"]


@pytest.mark.parametrize(("keys", "patches"), [({}, "box"), ({"patches": "paper"}, "paper")])
def test_a_deal_without_a_set_of_patches_is_a_new_game(keys: dict[str, str], patches: str) -> None:
    circle = list(deal(1).circle)
    for dealt in ({"circle": circle}, json.dumps(circle)):
        answer = start_game({"game": "patchwork", "deal": dealt, "keys": keys, "parts": []})
        assert answer["deal"] == {"circle": circle, "patches": patches, "edition": "classic"}


@pytest.mark.parametrize(
    ("question", "data", "said"),
    [
        ("patches", {"more": 1}, "unknown key"),
        ("views", {"states": "circle=1"}, "a list of at most 200"),
        ("views", {"states": ["circle=1"] * 201}, "a list of at most 200"),
        ("views", {"states": [7]}, "expected a position as a string"),
        ("views", {"states": ["circle=" + "1," * 3000]}, "expected a position as a string"),
        ("regret", {"state": NEARLY_OVER}, "lacks the key 'patch'"),
        ("regret", {"state": NEARLY_OVER, "patch": 33}, "a patch that the player to move may place now"),
        ("regret", {"state": NEARLY_OVER, "patch": True}, "a patch that the player to move may place now"),
        ("regret", {"state": ONE_TO_LAY, "patch": 17}, "a patch that the player to move may place now"),
        ("regret", {"state": "circle=99", "patch": 99}, "circle"),
    ],
)
def test_a_bad_question_is_answered_in_one_line(question: str, data: Any, said: str) -> None:
    with pytest.raises(BadInput, match=re.escape(said)) as caught:
        ASK[question](data)
    assert "\n" not in str(caught.value)


# --- The page in a browser ----------------------------------------------------------------------------


def kept(page: Any, key: str = "sitting") -> Any:
    """Return the value that the browser has saved under a key."""
    return json.loads(
        page.evaluate("key => localStorage.getItem('tilewright/patchwork/' + key)", key) or "null"
    )


def wait_for_message(page: Any, text: str | re.Pattern[str]) -> None:
    page.locator(".area-note .note", has_text=text).wait_for()


def seat(page: Any, first: str, second: str) -> None:
    page.get_by_role("radio", name="Custom").check()
    page.get_by_label("Player 1 (begins)", exact=True).select_option(first)
    page.get_by_label("Player 2", exact=True).select_option(second)


def deal_again(page: Any, seed: int) -> None:
    """Start the deal with the given seed, without changing the players."""
    if not page.get_by_label("Deal", exact=True).is_visible():
        page.get_by_text("Deal and edition").click()
    page.get_by_label("Deal", exact=True).fill(str(seed))
    page.get_by_role("button", name="Start this deal").click()


def begin(visit: Any, first: str, second: str, seed: int = 1) -> Any:
    page = visit.open("/games/patchwork")
    seat(page, first, second)
    deal_again(page, seed)
    return page


def play_from(visit: Any, state: str) -> Any:
    page = visit.open("/games/patchwork")
    page.get_by_role("tab", name="Position").click()
    page.get_by_role("textbox", name="Position").fill(state)
    page.locator(".setup-part .note", has_text="Player 1 is to move").wait_for()
    page.get_by_role("button", name="Play from here").click()
    page.locator(".slot-mine .purse", has_text=f"{parse_state(state).mover.buttons} buttons").wait_for()
    wait_for_message(page, "Choose a patch, or advance.")
    return page


def my_turn(page: Any) -> bool:
    """Wait until it is the person's turn or the game is over; return False if the game is over."""
    page.locator(".area-note .note:not(.busy)").wait_for()
    page.locator(".area-note .note", has_text=re.compile("Choose|Place the 1x1|[Tt]he patch|over")).wait_for()
    return "The game is over" not in page.locator(".area-note .note").inner_text()


def centre(page: Any, row: int, column: int) -> tuple[float, float]:
    x, y = page.evaluate(
        """([x, y]) => { const svg = document.querySelector('.area-mine .board-svg');
        const p = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()); return [p.x, p.y]; }""",
        [column + 0.5, row + 0.5],
    )
    return x, y


def plies(page: Any, at_least: int) -> int:
    """Wait until the history has at least this many moves; return the actual number of moves."""
    page.locator(f".slot-history li:nth-child({at_least})").wait_for(state="attached")
    return int(page.locator(".slot-history li").count())


def play_on(page: Any, most: int = 200) -> None:
    """Play on with the keyboard only: buy the first affordable patch at its first legal place, or advance."""
    for _ in range(most):
        if not my_turn(page):
            return
        before = page.locator(".slot-history li").count()
        if "Place the 1x1" not in page.locator(".area-note .note").inner_text():
            free = page.locator(".offer:not(:disabled)")
            if free.count():
                offers = [
                    each.get_attribute("data-patch") for each in page.locator(".slot-offers .offer").all()
                ]
                page.keyboard.press(str(1 + offers.index(free.first.get_attribute("data-patch"))))
                page.locator(".offer.chosen").wait_for()
            else:
                page.keyboard.press("a")
                plies(page, before + 1)
                continue
        page.locator(".ghost.legal").wait_for()
        page.keyboard.press("Enter")
        plies(page, before + 1)


@browser_test
def test_a_reload_in_the_middle_of_a_game_loses_nothing(visit: Any) -> None:
    page = begin(visit, "greedy", "human", seed=5)
    plies(page, 1)
    assert my_turn(page)
    play_on(page, most=3)
    my_turn(page)
    page.locator(".offer:not(:disabled)").first.click()
    page.keyboard.press("r")
    hand, before = kept(page, "hand"), kept(page)
    page = visit.reload()
    my_turn(page)
    page.locator(".offer.chosen").wait_for()
    assert kept(page) == before
    assert kept(page, "hand") == hand
    assert page.locator(".slot-history li").count() == len(before["history"])


@browser_test
def test_the_mouse_previews_turns_flips_lays_and_takes_back(visit: Any) -> None:
    page = begin(visit, "human", "human")
    wait_for_message(page, "Player 1: Choose a patch, or advance.")
    first, second = (page.locator(".slot-offers .offer").nth(at) for at in (0, 1))
    first.click()
    page.mouse.move(*centre(page, 4, 4))
    page.locator(".ghost.legal").wait_for()
    page.mouse.click(*centre(page, 4, 4))
    plies(page, 1)
    wait_for_message(page, "Player 2: Choose")
    page.keyboard.press("a")
    wait_for_message(page, "Player 1: Choose")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Redo").click()
    wait_for_message(page, "Player 1: Choose")
    assert [step["move"]["text"].split("@")[0] for step in kept(page)["history"]] == ["buy 28", "advance"]
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    plies_left = page.locator(".slot-history li")
    plies_left.first.wait_for(state="detached")
    second.click()
    for button, turn in (("Rotate", "r1"), ("Flip", "mr3"), ("Rotate", "m")):
        page.get_by_role("button", name=button).click()
        grip = kept(page, "hand")
        quarters = f"r{grip['quarters']}" if grip["quarters"] else ""
        assert ("m" if grip["over"] else "") + quarters == turn
    page.mouse.click(*centre(page, 0, 0))
    plies(page, 1)
    laid = kept(page)["history"][0]["move"]
    assert (
        min(row for row, _ in laid["json"]["cells"]) == min(column for _, column in laid["json"]["cells"]) == 0
    )
    assert page.locator(".slot-other .quilt .patch, .area-mine .quilt .patch").count() == 1


@browser_test
def test_what_does_not_fit_is_shown_by_shape_and_refused(visit: Any) -> None:
    page = play_from(visit, NEARLY_OVER)
    page.keyboard.press("1")
    page.mouse.move(*centre(page, 1, 4))
    page.locator(".ghost.illegal .hatch").wait_for()
    assert page.locator(".ghost.illegal .crosses").count() == 1
    page.mouse.click(*centre(page, 1, 4))
    page.locator(".area-note .note.broken", has_text="does not fit here").wait_for()
    assert kept(page)["history"] == []


@browser_test
def test_the_regret_map_shows_the_least_and_leads_there(visit: Any) -> None:
    page = play_from(visit, NEARLY_OVER)
    page.keyboard.press("2")
    page.keyboard.press("m")
    page.locator(".heat").first.wait_for()
    best = ASK["regret"]({"state": NEARLY_OVER, "patch": 5})["placements"]
    page.get_by_role("button", name="Go there").click()
    page.locator(".slot-regret", has_text=f"Regret here: {best[0]['regret']}.").wait_for()
    page.keyboard.press("Enter")
    plies(page, 1)
    assert kept(page)["history"][0]["move"]["json"] == {"buy": 5, "cells": best[0]["cells"]}


@browser_test
def test_an_agent_tells_what_it_thinks_a_hint_is_played_and_the_game_is_analysed(visit: Any) -> None:
    page = begin(visit, "one-ply", "human", seed=2)
    plies(page, 1)
    assert my_turn(page)
    page.locator(".slot-thinking .thought").first.wait_for()
    page.get_by_role("button", name="Hint").click()
    wait_for_message(page, "Best move:")
    rows = page.locator(".slot-thinking button.thought")
    words = [each.inner_text().partition("%")[2] for each in rows.all()]
    assert len(words) == len(set(words)) > 1
    hinted = kept(page, "thought")["values"][1]["json"]
    rows.nth(1).click()
    wait_for_message(page, "Possible move:")
    before = page.locator(".slot-history li").count()
    page.get_by_role("button", name="Do it").click()
    plies(page, before + 1)
    assert kept(page)["history"][before]["move"]["json"] == hinted
    my_turn(page)
    before = page.locator(".slot-history li").count()
    page.keyboard.press("a")
    plies(page, before + 1)
    my_turn(page)
    page.get_by_text("Moves so far").click()
    page.get_by_role("button", name="Analyse").first.click()
    page.locator(".replay-part .note.good", has_text="Analysis by one-ply").wait_for()
    page.locator(".win-chance-plot .chances").wait_for()
    page.get_by_role("button", name="Last", exact=True).click()
    record = kept(page, "replay")["record"]
    moves = [step.move for step in replay(PlayableGame(game("patchwork")), Record.from_json(record))]
    assert len(moves) == len(kept(page)["history"])
    page.locator(".judgement", has_text=f"Move {len(moves)}:").wait_for()
    page.locator("body").press("ArrowLeft")
    page.locator(".judgement", has_text=f"Move {len(moves) - 1}:").wait_for()
    page = visit.reload()
    page.locator(".judgement", has_text=f"Move {len(moves) - 1}:").wait_for()
    page.locator(".win-chance-plot .chances").wait_for()


@browser_test
def test_a_hint_that_takes_long_counts_seconds_and_nobody_has_to_wait_for_it(visit: Any) -> None:
    page = begin(visit, "human", "human")
    wait_for_message(page, "Player 1: Choose")
    held: list[Any] = []
    page.route("**/play/turn", lambda route: held.append(route))
    page.get_by_role("button", name="Hint").click()
    wait_for_message(page, re.compile(r"Looking for the best move \(\d+ s\)\."))
    page.get_by_role("button", name="Cancel").click()
    wait_for_message(page, "The search was cancelled.")
    page.keyboard.press("h")
    wait_for_message(page, "Looking for the best move.")
    page.keyboard.press("a")
    wait_for_message(page, "Player 2: Choose")
    for each in held:
        each.continue_()
    page.unroute("**/play/turn")
    page.keyboard.press("h")
    wait_for_message(page, "Best move:")


@browser_test
def test_a_thinking_agent_goes_on_after_a_reload_and_a_restart_and_can_be_stopped(
    visit: Any, served: Any
) -> None:
    page = visit.open("/games/patchwork")
    seat(page, "mcts", "human")
    page.get_by_label("Thinking time of player 1").select_option("3s")
    deal_again(page, 1)
    wait_for_message(page, "Mcts:3s is thinking.")
    assert page.locator(".offer:not(:disabled)").count() == 0
    page = visit.reload()
    wait_for_message(page, "Mcts:3s is thinking.")
    served.kill()
    served.start()
    done = plies(page, 1)
    assert my_turn(page)
    page.keyboard.press("a")
    wait_for_message(page, "Mcts:3s is thinking.")
    page.get_by_role("button", name="Stop").click()
    wait_for_message(page, "Mcts:3s was stopped.")
    assert len(kept(page)["history"]) == done + 1
    seat(page, "random", "human")
    plies(page, done + 2)
    assert my_turn(page)
    wait_for_message(page, "Random: ")


@browser_test
def test_two_agents_are_watched_with_step_start_pause_and_a_reload(visit: Any) -> None:
    page = begin(visit, "random", "random")
    wait_for_message(page, "1: Random against 2: Random.")
    page.get_by_role("button", name="Step", exact=True).click()
    wait_for_message(page, "Move 1, 1: Random: ")
    page.get_by_role("button", name="Continue").click()
    done = plies(page, 2)
    page = visit.reload()
    plies(page, done + 1)
    page.keyboard.press("p")
    page.get_by_role("button", name="Continue").wait_for()
    done = page.locator(".slot-history li").count()
    assert len(kept(page)["history"]) == done
    page.get_by_role("button", name="Undo").click()
    wait_for_message(page, f"Move {done - 1}, ")
    page.keyboard.press("n")
    wait_for_message(page, f"Move {done}, ")
    assert page.locator(".offer:not(:disabled)").count() == 0


@browser_test
def test_a_position_is_set_up_and_asked_for_its_best_moves(visit: Any) -> None:
    visit.page.clock.install()
    page = visit.open("/games/patchwork")
    page.get_by_role("tab", name="Position").click()
    text = page.get_by_role("textbox", name="Position")
    text.fill("circle=17,17")
    page.locator(".setup-part .note.broken", has_text="17").wait_for()
    text.fill(EARLY)
    page.locator(".setup-part .note", has_text="Player 1 is to move").wait_for()
    page.get_by_role("button", name="Best moves").click()
    page.locator(".setup-part .note.good", has_text="Best moves by mcts:2000it").wait_for()
    page.locator(".best-moves .thought", has_text="buy the patch").first.click()
    assert page.locator(".setup-part .ghost.hinted").count() == 1
    # Typed text is parsed after a delay. Best moves that are found before it is parsed stay on the page.
    visit.pause_clock()
    text.fill(EARLY.replace("buttons=5,3", "buttons=6,3"))
    page.locator(".setup-part select").first.select_option("one-ply")
    page.get_by_role("button", name="Best moves").click()
    page.locator(".setup-part .note.good", has_text="Best moves by one-ply").wait_for()
    page.clock.run_for(2_000)
    assert page.locator(".setup-part .note.good", has_text="Best moves by one-ply").count() == 1
    page.locator(".best-moves .thought").first.wait_for()
    page = visit.reload()
    page.locator(".setup-part .note", has_text="Player 1 is to move").wait_for()


@browser_test
def test_what_is_painted_and_typed_is_written_into_the_position(visit: Any) -> None:
    from playwright.sync_api import expect

    page = visit.open("/games/patchwork")
    page.get_by_role("tab", name="Position").click()
    page.get_by_role("textbox", name="Position").fill(EARLY)
    board = page.locator(".quilt-editor .board-svg").first
    page.locator(".quilt-editor .quilt").first.wait_for()
    board.focus()
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    text = page.get_by_role("textbox", name="Position")
    expect(text).to_have_value(re.compile(r"quilts=9/1#7/9/9/9/9/9/9/9,##7/#8/"))
    page.locator(".quilt-editor input[data-key=time]").first.fill("9")
    page.keyboard.press("Tab")
    page.locator(".setup-part .note", has_text="Player 2 is to move").wait_for()
    state = parse_state(text.input_value())
    assert state.sides[0].quilt == 1 << 10
    assert [side.time for side in state.sides] == [9, 3]
    page.get_by_text("Choose the patches of the circle").click()
    page.get_by_role("button", name="Remove all").click()
    for patch in (33, 7, 2, 7):
        page.locator(".all-patches button").nth(patch - 1).click()
    expect(text).to_have_value(re.compile("circle=33,2 "))
    assert page.locator(".all-patches [aria-pressed=true]").count() == 2


@browser_test
def test_patch_4_is_a_square_unless_the_set_of_the_paper_is_chosen(visit: Any) -> None:
    page = play_from(visit, "circle=4,2,3 buttons=9,9")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.locator(".moves-so-far li", has_text="buy the patch of 4 squares").wait_for(state="attached")
    assert parse_state(kept(page)["state"]).sides[0].quilt.bit_count() == 4


@browser_test
def test_a_new_game_has_the_chosen_edition_and_set_of_patches(visit: Any) -> None:
    page = visit.open("/games/patchwork")
    page.get_by_label("Spaces with a 1x1 patch: 20, 26, 32, 44, 50").wait_for()
    page.get_by_text("Deal and edition").click()
    page.get_by_label("Edition").select_option("revised")
    page.get_by_label("Set of patches").select_option("paper")
    page.get_by_role("button", name="New game").click()
    page.get_by_label("Spaces with a 1x1 patch: 26, 32, 38, 44, 50").wait_for()
    assert kept(page)["state"].endswith(" patches=paper edition=revised")
    page = visit.reload()
    page.get_by_label("Spaces with a 1x1 patch: 26, 32, 38, 44, 50").wait_for()
    assert page.get_by_label("Edition").input_value() == "revised"
    assert page.get_by_label("Set of patches").input_value() == "paper"


@browser_test
def test_a_game_that_was_saved_without_a_variant_is_resumed_with_the_patches_of_the_paper(visit: Any) -> None:
    page = visit.open("/games/patchwork#opponent=Strong")
    assert kept(page, "seat-1") == "mcts:100it"
    page.get_by_label("Spaces with a 1x1 patch: 20, 26, 32, 44, 50").wait_for()
    assert kept(page)["state"].endswith(" patches=box edition=classic")
    page.evaluate(
        "([key, text]) => localStorage.setItem(key, localStorage.getItem(key).replace(text, ''))",
        ["tilewright/patchwork/sitting", " patches=box edition=classic"],
    )
    # Earlier versions saved the budget of an agent separately from its name.
    page.evaluate("localStorage.setItem('tilewright/patchwork/seat-1', '[\"mcts\", \"3s\"]')")
    page = visit.reload()
    page.get_by_label("Spaces with a 1x1 patch: 20, 26, 32, 44, 50").wait_for()
    assert kept(page)["state"].endswith(" patches=paper edition=classic")
    page.get_by_role("radio", name="Custom").check()
    assert page.get_by_label("Player 2", exact=True).input_value() == "mcts"
    assert page.get_by_label("Thinking time of player 2").input_value() == "3s"


def record_of_random_play(*agents: str) -> Record:
    sitting = GameSession(PlayableGame(game("patchwork")), deal(3), agents, 3)
    rng = random.Random(3)
    while not sitting.state.over:
        sitting.play(rng.choice(sitting.state.moves()))
    return sitting.record()


@browser_test
def test_a_record_is_opened_and_played_on_from_and_a_bad_one_refused_in_one_line(
    visit: Any, tmp_path: Path
) -> None:
    page = visit.open("/games/patchwork")
    page.get_by_role("tab", name="Replay").click()
    page.get_by_role("textbox", name="Record").fill('{"game": "patchwork"}')
    page.get_by_role("button", name="Open the record").click()
    page.locator(".replay-part .note.broken").wait_for()
    page.get_by_role("textbox", name="Record").fill("no record")
    page.get_by_role("button", name="Open the record").click()
    page.locator(".replay-part .note.broken", has_text="not a record").wait_for()

    record, other = record_of_random_play("human", "random"), record_of_random_play("random", "random")
    file = tmp_path / "games.jsonl"
    file.write_text(f"{other.to_line()}\n{record.to_line()}\n")
    page.get_by_label("From a file").set_input_files(file)
    page.locator(".replay-part .note", has_text=f"{len(record.moves)} moves, Random against Random").wait_for()
    page.get_by_label("Line", exact=True).fill("2")
    page.get_by_role("button", name="Open the record").click()
    page.locator(".replay-part .note", has_text="You against Random").wait_for()
    page.get_by_label("Move", exact=True).fill("3")
    page.get_by_role("button", name="Continue from here").click()
    plies(page, 3)
    assert kept(page)["deal"] == dict(record.deal)
    assert len(kept(page)["undone"]) == len(record.moves) - 3


# --- A whole game by touch ----------------------------------------------------------------------------


def in_view(page: Any, selector: str) -> bool:
    """Return whether the whole height of an element is on the screen, without scrolling."""
    box = page.locator(selector).bounding_box()
    return bool(box and box["y"] >= 0 and box["y"] + box["height"] <= 844)


def touch_move(page: Any) -> None:
    """Play a move with taps only: buy the first affordable patch at the proposed place, or advance."""
    if "Place the 1x1" not in page.locator(".area-note .note").inner_text():
        free = page.locator(".slot-offers .offer:not(:disabled)")
        if not free.count():
            page.locator(".advance").tap()
            return
        free.first.tap()
    page.locator(".ghost.legal").wait_for()
    page.locator(".controls button", has_text="Place").tap()


@browser_test
def test_a_whole_game_is_played_by_touch_against_easy_with_one_request_for_each_turn(phone: Any) -> None:
    page = phone.open("/games/patchwork")
    page.locator(".opponent-toggle").tap()
    page.get_by_role("radio", name="Easy").check()
    page.get_by_role("button", name="New game").tap()
    assert my_turn(page)
    assert page.locator(".slot-other strong").inner_text() == "Easy"
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url) if "/api/" in request.url else None)
    page.evaluate("scrolls = 0; addEventListener('scroll', () => scrolls++)")
    turns = 0
    while my_turn(page):
        before = len(kept(page)["history"])
        for part in (".slot-offers", ".advance", ".area-mine .board", ".controls", ".area-note"):
            assert in_view(page, part), part
        touch_move(page)
        plies(page, before + 1)
        page.locator(".area-note .note:not(.busy)").wait_for()
        turns += 1
    assert page.evaluate("scrolls") == 0
    played = [url for url in requests if "/play/" in url]
    assert {url.rpartition("/")[2] for url in played} == {"turn"}
    assert len(played) == turns
    sitting = kept(page)
    state = start(deal(sitting["seed"]))
    for step in sitting["history"]:
        assert step["mover"] == state.to_move
        state = state.play(parse_move(state, step["move"]["text"]))
    assert state.over
    winner = state.winner()
    wait_for_message(page, "You win" if winner == 0 else "Easy wins")
    wait_for_message(page, f"{state.scores()[winner]} to {state.scores()[1 - winner]}")

    # The banner at the end of the game has buttons for the analysis, a rematch and a new game.
    for name in ("Analyse", "Rematch", "New game"):
        assert in_view(page, f".area-note button:text-is('{name}')")
    page.locator(".area-note button", has_text="Analyse").tap()
    page.locator(".replay-part .note.good", has_text="Analysis by one-ply").wait_for()
    page.locator(".replay-moves button").nth(4).tap()
    page.locator(".judgement", has_text="Move 5:").wait_for()
    box = page.locator(".win-chance-plot").bounding_box()
    page.locator(".win-chance-plot").tap(position={"x": box["width"] - 8, "y": box["height"] / 2})
    page.locator(".judgement", has_text=f"Move {len(state_moves := sitting['history'])}:").wait_for()
    assert page.locator(".replay-moves button").count() == len(state_moves)
    page.get_by_role("tab", name="Play", exact=True).tap()
    # The rematch has the edition of the finished game, even if another one has been chosen for the next game.
    page.locator("summary", has_text="Deal and edition").tap()
    page.get_by_label("Edition").select_option("revised")
    page.locator(".area-note button", has_text="Rematch").tap()
    wait_for_message(page, "Choose a patch, or advance.")
    assert {key: kept(page)[key] for key in ("seed", "deal", "history")} == {
        "seed": sitting["seed"],
        "deal": sitting["deal"],
        "history": [],
    }
    assert page.get_by_label("Edition").input_value() == "classic"


@browser_test
def test_a_rematch_of_a_continued_record_has_its_variant_even_if_the_record_names_none(visit: Any) -> None:
    record = Path(__file__).parents[1] / "patchwork" / "old_record.jsonl"
    moves = json.loads(record.read_text().splitlines()[0])["moves"]
    page = visit.open("/games/patchwork")
    page.get_by_role("tab", name="Replay").click()
    page.get_by_label("From a file").set_input_files(record)
    page.locator(".replay-part .note", has_text=f"{len(moves)} moves").wait_for()
    page.get_by_label("Move", exact=True).fill(str(len(moves) - 1))
    page.get_by_role("button", name="Continue from here").click()
    plies(page, len(moves) - 1)
    page.get_by_role("button", name="Redo").click()
    page.locator(".area-note button", has_text="Rematch").click()
    wait_for_message(page, "Choose a patch, or advance.")
    assert (kept(page)["deal"]["patches"], kept(page)["deal"]["edition"]) == ("paper", "classic")
    assert page.get_by_label("Set of patches").input_value() == "paper"


@browser_test
def test_on_a_phone_a_tap_moves_the_patch_and_a_tap_on_the_patch_places_it(phone: Any) -> None:
    page = phone.open("/games/patchwork")
    my_turn(page)
    page.locator(".offer:not(:disabled)").first.tap()
    page.touchscreen.tap(*centre(page, 4, 4))
    page.locator(".ghost.legal").wait_for()
    assert kept(page)["history"] == []
    assert kept(page, "hand")["cell"] == [4, 4]
    page.touchscreen.tap(*centre(page, 4, 4))
    plies(page, 1)
    assert [4, 4] in kept(page)["history"][0]["move"]["json"]["cells"]
    for name in ("Play", "Replay", "Position", "Quilts"):
        page.get_by_role("tab", name=name, exact=True).click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
