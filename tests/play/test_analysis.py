"""Analysis of games: the values of moves compared with perfect play, and the command `analyse`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import domineering
import pytest
import short_deck
from domineering.state import DomineeringState, Lay

from tilewright.cli import run
from tilewright.errors import BadInput, EngineFailure
from tilewright.play import Entrant, Outcome, PlayableGame, Record, Review, Valued, play_match, replay
from tilewright.play.analysis import JudgedMove, best_moves, judge_moves, mark_of, totals, value_history

DOMINEERING = PlayableGame(domineering.game)
SHORT_DECK = PlayableGame(short_deck.game)
PERFECT = Entrant.parse("perfect")


def wins(state: DomineeringState) -> bool:
    """Return whether the player to move can force a win, by searching the whole game tree."""
    return any(not wins(state.play(move)) for move in state.moves())


def random_game(seed: int) -> Record:
    return play_match(
        DOMINEERING, DOMINEERING.deal(seed), [Entrant.parse("random"), Entrant.parse("random")], seed
    )


def deck_game(cards: str, *moves: str) -> Record:
    state = SHORT_DECK.start(deck := SHORT_DECK.parse_deal(cards))
    for move in moves:
        state = state.play(SHORT_DECK.parse_move(state, move))
    outcome = Outcome(state.scores(), None, state.over)
    return Record("short-deck", SHORT_DECK.deal_to_json(deck), ("me",), 0, moves, outcome)


# --- Values -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("analyst", ["perfect", "narrow"])
def test_a_move_is_a_blunder_exactly_if_it_loses_a_won_game(analyst: str) -> None:
    blunders = 0
    for seed in range(12):
        record = random_game(seed)
        judged = list(judge_moves(DOMINEERING, record, Entrant.parse(analyst)))
        steps = list(replay(DOMINEERING, record))
        assert [each.ply for each in judged] == [step.ply + 1 for step in steps]
        for each, step in zip(judged, steps, strict=True):
            thrown_away = wins(step.before) and wins(step.after)
            assert each.player == step.before.to_move
            assert each.review.played == Valued(step.move, float(not wins(step.after)))
            assert each.review.best.value == float(wins(step.before))
            assert not wins(step.before.play(each.review.best.move)) or not wins(step.before)
            assert (each.review.loss, each.mark) == ((1, "blunder") if thrown_away else (0, ""))
            blunders += thrown_away
    assert blunders > 5


def test_a_move_with_the_best_value_counts_as_the_best_move() -> None:
    for judged in judge_moves(DOMINEERING, random_game(1), PERFECT):
        if not judged.review.loss:
            assert judged.review.best == judged.review.played


def test_a_review_with_hindsight_uses_hidden_information() -> None:
    # The best two cards of 3, 1, 9, 4 score 9 + 4; after the 3 is taken, the maximum is 12.
    record = deck_game("3,1,9,4", "take", "leave", "take")
    moves = list(judge_moves(SHORT_DECK, record, Entrant.parse("hindsight")))
    assert [each.review.best.value for each in moves] == [13, 12, 12]
    assert [each.review.played.value for each in moves] == [12, 12, 12]
    assert [each.mark for each in moves] == ["inaccuracy", "", ""]
    # Without hindsight, hidden cards are assumed to be nines.
    moves = list(judge_moves(SHORT_DECK, record, Entrant.parse("foresight")))
    assert [each.review.best.value for each in moves] == [18, 12, 12]
    assert [each.review.loss for each in moves] == [6, 0, 0]


@pytest.mark.parametrize(
    ("loss", "of_two", "of_one"),
    [
        (0.0, "", ""),
        (0.049, "", ""),
        (0.05, "inaccuracy", ""),
        (0.3 - 0.2, "mistake", ""),
        (0.2, "blunder", ""),
        (1.0, "blunder", "inaccuracy"),
        (2.9, "blunder", "inaccuracy"),
        (3.0, "blunder", "mistake"),
        (6.0, "blunder", "blunder"),
    ],
)
def test_each_mark_has_a_threshold_of_loss(loss: float, of_two: str, of_one: str) -> None:
    assert mark_of(loss, 2) == of_two
    assert mark_of(loss, 1) == of_one


def test_a_move_valued_above_the_best_has_no_loss() -> None:
    assert Review(Valued("a", 0.4), Valued("b", 0.6)).loss == 0


def judged(ply: int, player: int, best: float, value: float) -> JudgedMove:
    review = Review(Valued(Lay(0, 0), best), Valued(Lay(0, 1), value))
    return JudgedMove(ply, player, review, mark_of(review.loss, 2))


def test_the_values_of_a_game_are_given_from_the_view_of_one_player() -> None:
    moves = [judged(1, 0, 0.6, 0.5), judged(2, 1, 0.5, 0.2), judged(3, 0, 0.8, 0.8)]
    assert value_history(moves, 2) == pytest.approx([0.6, 0.5, 0.8, 0.8])
    assert value_history(moves, 2, Outcome((0, 1), 1)) == pytest.approx([0.6, 0.5, 0.8, 0.0])
    assert value_history(moves, 2, Outcome((1, 1), None)) == pytest.approx([0.6, 0.5, 0.8, 0.5])
    assert value_history(moves, 2, Outcome((0, 1), None, finished=False)) == value_history(moves, 2)
    assert value_history([], 2) == []


def test_the_totals_count_the_marks_of_each_player() -> None:
    moves = [judged(1, 0, 0.6, 0.5), judged(2, 1, 0.5, 0.2), judged(3, 0, 0.8, 0.75)]
    first, second = totals(moves, ["greedy", "random"])
    assert first == {
        "player": 0,
        "agent": "greedy",
        "moves": 2,
        "loss": 0.15,
        "mean_loss": 0.075,
        "inaccuracies": 1,
        "mistakes": 1,
        "blunders": 0,
    }
    assert (second["moves"], second["loss"], second["blunders"]) == (1, 0.3, 1)
    assert totals([], ["greedy"])[0]["mean_loss"] is None


def test_the_error_of_a_failed_review_names_the_agent() -> None:
    class Broken:
        def choose(self, *_: Any) -> None: ...

        def values(self, *_: Any) -> None:
            raise ZeroDivisionError("no\nidea")

    record = random_game(0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tilewright.play.agent.make_player", lambda *_: Broken())
        with pytest.raises(EngineFailure, match="perfect failed on move 1: ZeroDivisionError: no idea"):
            list(judge_moves(DOMINEERING, record, PERFECT))


def test_the_best_moves_of_a_position_are_listed() -> None:
    state = DOMINEERING.parse_state(".../.../... 0")
    found = best_moves(DOMINEERING, state, PERFECT)
    assert len(found) == 6
    assert [each.value for each in found] == sorted((each.value for each in found), reverse=True)
    # On a 3x3 board, only moves in the middle column win for the first player.
    assert {str(each.move) for each in found if each.value == 1} == {"b1", "b2"}
    with pytest.raises(BadInput, match="the game is over in this state"):
        best_moves(DOMINEERING, DOMINEERING.parse_state("## 0"), PERFECT)


# --- The command --------------------------------------------------------------------------------------


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A file with two records. In the second, the first move is a blunder: on a 3x3 board, b2 wins after a1."""
    state = DOMINEERING.start(board := DOMINEERING.parse_deal("3x3"))
    moves: list[Any] = []
    for text in ("a1", "b2"):
        move = DOMINEERING.parse_move(state, text)
        state = state.play(move)
        moves.append(move.to_json())
    outcome = Outcome((0, 1), 1)
    record = Record("domineering", DOMINEERING.deal_to_json(board), ("me", "you"), 0, tuple(moves), outcome)
    file = tmp_path / "games.jsonl"
    file.write_text(random_game(1).to_line() + "\n" + record.to_line() + "\n")
    return file


@pytest.fixture
def asked(capsys: pytest.CaptureFixture[str]) -> Any:
    def ask(*arguments: str, status: int = 0) -> Any:
        assert run([*arguments, "--json"]) == status
        out, err = capsys.readouterr()
        assert err == ""
        return json.loads(out)

    return ask


def test_the_report_has_the_documented_keys(asked: Any, game: Path) -> None:
    report = asked("analyse", "domineering", str(game), "--line", "2", "--agent", "perfect")
    assert list(report) == ["game", "agent", "moves", "players", "result"]
    assert (report["game"], report["agent"]) == ("domineering", "perfect")
    first, second = report["moves"]
    assert first == {
        "ply": 1,
        "player": 0,
        "move": [0, 0],
        "value": 0.0,
        "best_move": [0, 1],
        "best_value": 1.0,
        "loss": 1.0,
        "mark": "blunder",
    }
    assert (second["player"], second["value"], second["loss"], second["mark"]) == (1, 1.0, 0.0, None)
    assert [each["blunders"] for each in report["players"]] == [1, 0]
    assert report["result"] == {"scores": [0, 1], "winner": 1}


def test_the_default_analyst_is_that_of_the_game(asked: Any, game: Path) -> None:
    assert asked("analyse", "domineering", str(game))["agent"] == "perfect"
    record = deck_game("3,1,9,4", "take", "leave", "take").to_line()
    report = asked("analyse", "short-deck", record)
    assert report["agent"] == "hindsight"
    assert [move["best_value"] for move in report["moves"]] == [13, 12, 12]


def test_the_printed_table_marks_the_mistakes(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", "domineering", str(game), "--line", "2"]) == 0
    out, err = capsys.readouterr()
    assert err == "this is the game on line 2 of 2; --line N selects another game\n"
    rows = [line.split() for line in out.splitlines()]
    assert ["1", "1", "a1", "0.0%", "b1", "100.0%", "100.0%", "??"] in rows
    assert out.splitlines()[0] == "Domineering, analysed by perfect"
    assert out.splitlines()[-1] == "Player 2 (you) wins, 0 : 1"


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_the_values_of_the_game_are_drawn(ending: str, asked: Any, game: Path, tmp_path: Path) -> None:
    file = tmp_path / f"course.{ending}"
    asked("analyse", "domineering", str(game), "--line", "2", "--svg", str(file))
    drawn = file.read_bytes()
    assert drawn.startswith(b"\x89PNG" if ending == "png" else b"<svg")
    if ending == "svg":
        assert b"1. a1, a loss of 100.0%" in drawn
    deck = deck_game("3,1,9,4", "take", "leave", "take").to_line()
    asked("analyse", "short-deck", deck, "--svg", str(file))
    assert file.read_bytes() != drawn


def test_an_interrupted_analysis_prints_the_finished_part(
    game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: Any) -> Iterator[JudgedMove]:
        yield next(judge_moves(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr("tilewright.play.analysis.judge_moves", interrupted)
    assert run(["analyse", "domineering", str(game), "--json"]) == 130
    out, err = capsys.readouterr()
    assert len(json.loads(out)["moves"]) == 1
    assert err.startswith("1 of ")


def test_the_best_moves_of_a_given_position_are_printed(
    asked: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = ".../.../... 0"
    found = asked("analyse", "domineering", "--state", text, "--top", "3")
    assert list(found) == ["game", "agent", "state", "player", "moves"]
    assert (found["state"], found["player"]) == (text, 0)
    assert [each["value"] for each in found["moves"]] == [1, 1, 0]
    file = tmp_path / "position.txt"
    file.write_text(text + "\n")
    assert asked("analyse", "domineering", "--state", str(file), "--top", "3") == found
    with file.open() as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        assert asked("analyse", "domineering", "--state", "-", "--top", "3") == found
    assert run(["analyse", "domineering", "--state", text, "--top", "1"]) == 0
    out = capsys.readouterr().out
    assert "Player 1 to move, analysed by perfect" in out
    assert out.splitlines()[-1].split() == ["1", "b1", "100.0%"]


def test_a_replay_shows_the_values_of_each_move_by_an_agent(
    asked: Any, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replayed = ["play", "domineering", "--replay", str(game), "--line", "2", "--agent", "perfect"]
    assert run(replayed) == 0
    out = capsys.readouterr().out
    assert "perfect: a1 (a blunder) is worth 0.0%, but b1 is worth 100.0%" in out
    assert "perfect: b2 is worth 100.0%, and no move is better" in out
    shown = asked(*replayed)
    assert [review["ply"] for review in shown["reviews"]] == [1, 2]
    assert shown["verified"] is True


RECORD = (
    '{"game": "domineering", "instance": {"rows": ["..", ".."]}, "agents": ["a", "b"], "seed": 0, "moves": '
)
OVER = ', "result": {"scores": [1, 0], "winner": 0}}'
ONE_MOVE = RECORD + "[[0, 0]]" + OVER


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["powers", "{}"], "powers cannot be played move by move"),
        (["domineering"], "either a RECORD or --state TEXT"),
        (["domineering", "{}", "--state", "x"], "either a RECORD or --state TEXT"),
        (["domineering", "{}"], "a record needs the key 'game', a string"),
        (["domineering", "nowhere.jsonl"], "there is no file 'nowhere.jsonl'"),
        (["domineering", RECORD + "[[1, 1]]" + OVER], "move 1 of the record: b2: row 2, column 1 is not free"),
        (
            ["domineering", RECORD + "[]" + OVER],
            "says that the game is finished, but there are legal moves left",
        ),
        (["domineering", ONE_MOVE, "--line", "2"], "--line 2: the number of records is 1"),
        (["domineering", ONE_MOVE, "--agent", "random"], "random cannot evaluate moves"),
        (["domineering", ONE_MOVE, "--agent", "nobody"], "no agent 'nobody'"),
        (
            ["domineering", ONE_MOVE, "--agent", "perfect:x"],
            "is not a budget",
        ),
        (["domineering", ONE_MOVE, "--svg", "x.gif"], "must end in .svg or .png"),
        (["domineering", ONE_MOVE, "--svg", "/nowhere/x.svg"], "cannot write"),
        (["domineering", "--state", "## 0"], "the game is over in this state"),
        (["domineering", "--state", "nowhere.txt"], "there is no file"),
        (["domineering", "--state", ".. 1", "--svg", "x.svg"], "--svg needs a recorded game"),
        (["domineering", "--state", ".. 1", "--top", "0"], "--top"),
        (["short-deck", "--state", "3,1,9,4 0 "], "hindsight reviews moves, but does not list the best ones"),
        (["domino", "--state", "4: 01 | x"], "state '4: 01 | x': "),
    ],
)
def test_bad_input_gives_one_line_and_exit_status_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["analyse", *arguments, "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert err.count("\n") == 1
