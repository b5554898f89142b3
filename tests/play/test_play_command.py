"""The command `tilewright play` with input from a pipe."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tilewright import registry
from tilewright.cli import run
from tilewright.play import PlayableGame, Record, replay


class Terminal:
    """A callable that runs the command with the given lines as typed input, and captures the output."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys
        self.out = self.err = ""

    def __call__(self, *arguments: str, typed: str = "") -> int:
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = run(["play", *arguments])
        self.out, self.err = self._capsys.readouterr()
        return status


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)


def test_a_person_plays_by_number_and_by_name_and_wins(play: Terminal) -> None:
    # On a 3x3 board, the first player wins by taking the middle column.
    assert play("domineering", "3x3", "--p2", "random", typed="b1\n1\n1\n1\n") == 0
    assert "player 1 (human), your move" in play.out
    assert "player 2 (random) plays" in play.out
    assert play.out.splitlines()[-1] == "Player 1 (human) wins, 1 : 0"
    assert play.err == ""


def test_the_end_of_the_input_ends_the_game_without_an_error(play: Terminal) -> None:
    assert play("domineering", "3x3", typed="b1\n") == 0
    assert play.out.splitlines()[-1] == "The game stops here, after 2 moves."
    assert play("domino", "3: 01 12", typed="") == 0
    assert play.out.splitlines()[-1] == "The game stops here, after 0 moves."


def test_quit_ends_the_game(play: Terminal) -> None:
    assert play("domino", "3: 01 12", typed="1\nquit\n1\n") == 0
    assert play.out.splitlines()[-1] == "The game stops here, after one move."


def test_undo_takes_back_the_last_own_move_and_the_reply(play: Terminal) -> None:
    assert play("domineering", "4x4", "--p2", "perfect", "--json", typed="b1\nundo\na1\nquit\n") == 0
    record = json.loads(play.out)
    assert record["moves"][0] == [0, 0]
    assert len(record["moves"]) == 2
    assert record["result"] == {"scores": [0, 0], "winner": None, "finished": False}


def test_after_an_undo_an_agent_answers_the_same_move_in_the_same_way(play: Terminal) -> None:
    assert play("domineering", "5x5", "--p2", "random", typed="c1\nundo\nc1\nundo\nc1\n") == 0
    answers = [line for line in play.out.splitlines() if line.startswith("player 2 (random) plays")]
    assert len(answers) == 3
    assert len(set(answers)) == 1


def test_undo_before_the_first_move_is_refused(play: Terminal) -> None:
    assert play("domineering", "3x3", "--p1", "random", "--p2", "human", typed="undo\n") == 0
    assert "you have no move to take back" in play.out
    assert play.out.splitlines()[-1] == "The game stops here, after one move."


def test_a_hint_is_what_an_agent_would_play_and_what_it_expects(play: Terminal) -> None:
    assert play("domineering", "3x3", typed="hint\nhint random\nhint nobody\nhint perfect:1s\nhint x:y\n") == 0
    assert "perfect would play b1, and values it at 1" in play.out
    assert "random would play " in play.out
    assert "domineering has no agent 'nobody'" in play.out
    assert "the agent perfect takes no budget" in play.out
    assert "'y' is not a budget" in play.out


def test_the_analyst_of_a_game_gives_the_hints(play: Terminal) -> None:
    assert play("short-deck", "3,1,9,4", typed="hint\nhint peeker\n") == 0
    # The hints use only the visible cards, and the first card is one of the two best visible cards.
    assert "hindsight would play take" in play.out
    assert "peeker would play take" in play.out


def test_invalid_input_is_explained_and_can_be_repeated(play: Terminal) -> None:
    typed = "z9\n0\n99\n" + "7" * 50 + "\n\nHELP\nmoves\nboard\nb1\n"
    assert play("domineering", "3x3", typed=typed) == 0
    assert "'z9' is not a move; expected a column and a row, such as a1" in play.out
    assert "there is no move 0; the moves are numbered 1 to 6" in play.out
    assert "there is no move 99; the moves are numbered 1 to 6" in play.out
    assert "take back your last move" in play.out
    assert "player 2 (random) plays" in play.out


def test_a_long_list_of_moves_is_shortened_unless_requested(play: Terminal) -> None:
    assert play("domino", "4: 01 12", typed="moves\n") == 0
    # Each of the two stones can lie on 24 pairs of cells; it can begin with either label and in either cell:
    # 2 * 24 * 2 * 2 = 192 moves.
    assert "  and 172 more (type moves to list all)" in play.out
    assert " 192  " in play.out
    assert " 193  " not in play.out


def test_agents_play_without_input_and_the_record_is_saved(play: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    for seed in ("1", "2"):
        arguments = ("--p1", "perfect", "--p2", "random", "--seed", seed, "--record", str(file))
        assert play("domineering", *arguments) == 0
    lines = file.read_text().splitlines()
    assert len(lines) == 2
    played = PlayableGame(registry.game("domineering"))
    for line in lines:
        list(replay(played, Record.from_line(line)))
    assert play("domineering", "--replay", str(file), "--line", "2") == 0
    record = json.loads(lines[1])
    assert play.out.count("player 1 (perfect) plays") + play.out.count("player 2 (random) plays") == len(
        record["moves"]
    )
    assert play.err == "this is the game on line 2 of 2; --line N selects another game\n"


def test_with_json_only_the_record_is_on_standard_output(play: Terminal) -> None:
    assert play("domineering", "3x3", "--json", "--seed", "4", typed="b1\n1\n1\n") == 0
    record = json.loads(play.out)
    assert list(record) == ["game", "instance", "agents", "seed", "moves", "result"]
    assert record["agents"] == ["human", "random"]
    assert record["seed"] == 4
    assert "your move" in play.err


def test_a_replay_as_json_has_every_state(play: Terminal) -> None:
    assert play("domino", "3: 01 12", "--json", typed="01@0,0-0,1\n12@0,2-1,2\n") == 0
    line = play.out
    assert play("domino", "--replay", line, "--json") == 0
    shown = json.loads(play.out)
    assert shown["verified"] is True
    assert shown["states"] == [
        "3: 01 12 |",
        "3: 01 12 | 01@0,0-0,1",
        "3: 01 12 | 01@0,0-0,1 12@0,2-1,2",
    ]


def test_the_same_seed_deals_the_same_game(play: Terminal) -> None:
    outs = set()
    for _ in range(2):
        assert play("domino", "--p1", "random", "--seed", "9", "--set", "n=4", "--set", "rule=touch") == 0
        outs.add(play.out)
    assert len(outs) == 1
    assert play("domino", "--p1", "random", "--seed", "10", "--set", "n=4", "--json") == 0
    assert json.loads(play.out)["instance"]["n"] == 4


def test_a_player_does_not_see_hidden_information(play: Terminal) -> None:
    assert play("short-deck", "3,1,9,4", typed="leave\n") == 0
    assert "9" not in play.out
    assert play("short-deck", "3,1,9,4", typed="take\ntake\n") == 0
    assert "(3, 1, 9, 4)" in play.out


def test_the_game_continues_if_the_agent_that_gives_hints_fails(play: Terminal) -> None:
    assert play("domineering", "2x2", "--p2", "crasher", typed="hint cheater\nhint crasher\na1\n") == 0
    assert "cheater would play f6" in play.out
    assert play.out.splitlines()[-1] == "Player 1 (human) wins, 1 : 0"


def test_a_one_player_game_with_its_own_deals_can_be_played(play: Terminal) -> None:
    assert play("short-deck", "3,1,9,4", typed="take\nleave\ntake\n") == 0
    assert play.out.splitlines()[-1] == "The game is over; score 12"
    assert play("short-deck", "--set", "cards=3", "--p1", "random", "--json") == 0
    assert len(json.loads(play.out)["deck"]) == 3


def test_an_agent_that_crashes_loses_the_game(play: Terminal) -> None:
    assert play("domineering", "5x5", "--p1", "crasher") == 0
    assert play.out.splitlines()[-1].startswith(
        "player 1 (crasher) loses the game: it crashed: ZeroDivisionError"
    )


GOOD = '{"game": "domineering", "instance": {"rows": [".", "."]}, "agents": ["a", "b"], "seed": 0, '


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["powers"], "powers cannot be played move by move; the games that can are "),
        (["nothing"], "no game is called 'nothing'"),
        (["domino", "3: 01", "--p2", "random"], "domino is a one-player game, so --p2 is not allowed"),
        (["domino", "-"], "the deal and a person's moves cannot both come from standard input"),
        (["domino", "0: 01", "--p1", "random"], "n must lie between"),
        (["domino", "--p1", "nobody"], "domino has no agent 'nobody'; it has planner, greedy, random"),
        (["domino", "--p1", "random", "--seed", "-1"], "the seed must be between"),
        (["domino", "--set", "size=3"], "domino has no instance key 'size'"),
        (["domino", "--p1", "random", "--record", "/nowhere/games"], "cannot be written"),
        (["domino", "--replay", "nowhere.jsonl"], "there is no file 'nowhere.jsonl'"),
        (["domino", "3: 01", "--replay", "{}"], "--replay takes no INSTANCE"),
        (["domino", "3: 01", "--agent", "greedy"], "--agent needs --replay"),
        (["domino", "--replay", "{}", "--agent", "greedy:x"], "'x' is not a budget"),
        (["domino", "--replay", "{}"], "a record needs the key 'game', a string"),
        (["domino", "--replay", "{"], "the record is malformed at line 1"),
        (
            ["domino", "--replay", GOOD + '"moves": [], "result": {"scores": [0, 0], "winner": null}}'],
            "not domino",
        ),
        (
            ["domineering", "--replay", GOOD + '"moves": [[3, 3]], "result": {"scores": [0, 0], "winner": 0}}'],
            "move 1 of",
        ),
        (
            ["domineering", "--replay", GOOD + '"moves": [], "result": {}}', "--line", "2"],
            "--line 2: the number of records is 1",
        ),
    ],
)
def test_bad_input_gives_one_line_and_exit_status_2(play: Terminal, arguments: list[str], message: str) -> None:
    assert play(*arguments, "--json") == 2
    assert play.out == ""
    assert message in play.err
    assert play.err.count("\n") == 1


def test_an_endless_line_is_refused(play: Terminal) -> None:
    assert play("domino", "3: 01", typed="x" * 200_000) == 2
    assert "longer than 100000 characters" in play.err


def test_input_that_is_not_text_is_refused() -> None:
    command = [sys.executable, "-m", "tilewright", "play", "domino", "3: 01"]
    done = subprocess.run(command, input=b"\xff\xfe\n", capture_output=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.decode() == "tilewright: standard input is not UTF-8\n"


def test_an_interrupted_game_prints_its_record_and_exits_with_130(
    play: Terminal, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupted(io.StringIO):
        def readline(self, *_: Any) -> str:
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Interrupted())
    assert run(["play", "domineering", "3x3", "--p1", "random", "--p2", "human", "--json"]) == 130
    assert len(json.loads(capsys.readouterr().out)["moves"]) == 1
