"""Programs that speak the engine protocol take part in arenas, games and analyses; a faulty program loses.

None of the engines uses Tilewright; of the two correct ones, one is in plain Python and one in Perl.
"""

from __future__ import annotations

import json
import os
import random
import shlex
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import domineering
import pytest

from find_started_processes import StartedProcesses
from process_watch import wait_until
from tilewright.cli import run
from tilewright.errors import BadInput
from tilewright.play import Budget, Entrant, PlayableGame, Record, make_player, play_match, replay
from tilewright.play.agent import close_players
from tilewright.play.agent_code_digest import agent_code_digest
from tilewright.play.engine_process import LIMITS, EngineLimits, EngineProcess, Info

FOREIGN = Path(__file__).parent / "foreign"
PYTHON = shlex.quote(sys.executable)
FIRST = f"exec:{PYTHON} {shlex.quote(str(FOREIGN / 'first_move.py'))}"
LAST = f"exec:perl {shlex.quote(str(FOREIGN / 'last_move.pl'))}"
DOMINEERING = PlayableGame(domineering.game)
GENEROUS = EngineLimits(start=120.0, ready=120.0, grace=120.0, move=120.0, quit=0.1)
"""Limits that a correct engine does not exceed even on a slow machine.

The limit for `quit` is short, so that tests do not wait for engines that ignore `quit`.
"""

perl = pytest.mark.needs("perl")


@pytest.fixture(autouse=True)
def processes(monkeypatch: pytest.MonkeyPatch) -> Iterator[StartedProcesses]:
    """The processes that the test starts; none may be alive when the test ends."""
    mark = uuid.uuid4().hex
    monkeypatch.setenv("TILEWRIGHT_TEST_MARK", mark)
    started = StartedProcesses(mark)
    yield started
    assert started.all_ended(), f"still alive: {started.alive()}"


@pytest.fixture(autouse=True)
def generous_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch)


def limit(monkeypatch: pytest.MonkeyPatch, **limits: float) -> None:
    monkeypatch.setattr("tilewright.play.engine_process.LIMITS", replace(GENEROUS, **limits))  # type: ignore[arg-type]


def misbehaving(how: str) -> str:
    return f"exec:{PYTHON} {shlex.quote(str(FOREIGN / 'misbehaving.py'))} {shlex.quote(how)}"


def play(agent: str, opponent: str = "eager", board: str = "4x4") -> Record:
    entrants = [Entrant.parse(name) for name in (agent, opponent)]
    return play_match(DOMINEERING, DOMINEERING.parse_deal(board), entrants)


# --- Names --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "command", "budget"),
    [
        ("exec:./bot", "./bot", Budget()),
        ("exec:./bot:0.5s", "./bot", Budget(seconds=0.5)),
        ("exec:python3 my_engine.py:200it", "python3 my_engine.py", Budget(iterations=200)),
        ("exec:./bot http://localhost:80/x", "./bot http://localhost:80/x", Budget()),
        ("exec:./bot a:b:2s", "./bot a:b", Budget(seconds=2)),
        ("exec:./bot+all:1s", "./bot+all", Budget(seconds=1)),
        ("exec:5s", "5s", Budget()),
    ],
)
def test_the_name_of_an_engine_has_a_command_and_an_optional_budget(
    text: str, command: str, budget: Budget
) -> None:
    entrant = Entrant.parse(text)
    assert (entrant.text, entrant.name, entrant.command, entrant.budget) == (text, "exec", command, budget)


@pytest.mark.parametrize("text", ["exec:", "exec: ", "exec:./bot:0s", "exec", "exec:'./bot"])
def test_a_malformed_name_is_refused(text: str) -> None:
    with pytest.raises(BadInput) as refusal:
        make_player(domineering.game, Entrant.parse(text))
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("words", "info"),
    [
        ("value 0.5", Info(0.5)),
        ("depth 3 value -1e2 visits 7 move buy 17mr1@3,4", Info(-100, 7, "buy 17mr1@3,4")),
        ("move  a1 ", Info(move="a1")),
        ("value nan visits -3 move value 3", Info(move="value 3")),
        ("value", Info()),
        ("", Info()),
    ],
)
def test_an_info_line_is_read_as_far_as_it_is_understood(words: str, info: Info) -> None:
    assert Info.parse(words) == info


def test_later_lines_about_a_move_replace_only_what_they_name() -> None:
    assert Info(0.5, 3, "a1").completed_by(None) == Info(0.5, 3, "a1")
    assert Info(None, 9, "a1").completed_by(Info(0.5, 3, "a1")) == Info(0.5, 9, "a1")
    assert Info(0.25, None, "a1").completed_by(Info(0.5, 3, "a1")) == Info(0.25, 3, "a1")


# --- Good engines -------------------------------------------------------------------------------------


@perl
@pytest.mark.parametrize("where", ["here", "processes:2"])
def test_foreign_engines_play_in_the_arena(
    where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    agents = [FIRST, f"{LAST}:60s", "perfect"]
    arguments = [*agents, "--games", "2", "--where", where, "--record", str(file)]
    assert run(["arena", "domineering", *arguments, "--json"]) == 0
    table = json.loads(capsys.readouterr().out)
    assert list(table["agents"]) == agents
    assert all(row["forfeits"] == 0 for row in table["agents"].values())
    records = [Record.from_line(line) for line in file.read_text().splitlines()]
    assert len(records) == 6
    for record in records:
        steps = list(replay(DOMINEERING, record))
        assert record.outcome.finished
        for step in steps:
            listed = step.before.moves()
            expected = {FIRST: listed[0], agents[1]: listed[-1]}.get(
                record.agents[step.before.to_move], step.move
            )
            assert step.move == expected


def test_an_engine_keeps_its_process_for_a_whole_game(processes: StartedProcesses) -> None:
    player = make_player(domineering.game, Entrant.parse(FIRST))
    engine = processes.alive()
    state = DOMINEERING.parse_state("..../.... 0")
    for _ in range(3):
        assert str(player.choose(state, random.Random(0))) == "a1"
    assert processes.alive() == engine
    close_players([player, player])
    assert processes.all_ended()


def test_a_person_plays_against_an_engine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["hint " + FIRST, "1", "quit"])
    monkeypatch.setattr("tilewright.cli.play._read_line", lambda: next(answers))
    assert run(["play", "domineering", "3x4", "--p2", FIRST]) == 0
    out = capsys.readouterr().out
    assert f"{FIRST} would play a1, and values it at 0.25" in out
    assert f"player 2 ({FIRST}) plays b1" in out


@perl
def test_an_engine_with_values_analyses_a_game_and_one_without_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], processes: StartedProcesses
) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(play("perfect", "random").to_line())
    assert run(["analyse", "domineering", str(file), "--agent", FIRST, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["agent"] == FIRST
    assert {move["best_value"] for move in report["moves"]} <= {0.25, 0.75, 0.0, 1.0, 0.125}
    assert run(["analyse", "domineering", "--state", "..../.... 0", "--agent", FIRST, "--json"]) == 0
    moves = json.loads(capsys.readouterr().out)["moves"]
    assert moves[0] == {"move": [0, 0], "value": 0.25}
    assert sorted(move["move"] for move in moves[1:]) == [[0, 1], [0, 2], [0, 3]]
    assert {move["value"] for move in moves[1:]} == {0.125}
    assert run(["analyse", "domineering", str(file), "--agent", LAST]) == 2
    assert "gives no value for its move" in capsys.readouterr().err


@perl
def test_an_engine_without_values_gives_a_hint_without_a_value(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter([f"hint {LAST}", "quit"])
    monkeypatch.setattr("tilewright.cli.play._read_line", lambda: next(answers))
    assert run(["play", "domineering", "3x4"]) == 0
    assert f"{LAST} would play d2\n" in capsys.readouterr().out


def test_an_engine_that_fails_in_an_analysis_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(play("perfect", "random").to_line())
    assert run(["analyse", "domineering", str(file), "--agent", misbehaving("dies")]) == 5
    assert "failed on move 1: it crashed: its process ended with status 1" in capsys.readouterr().err


def test_stored_games_are_played_again_if_a_file_of_the_command_changes(tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text("one")
    agents = (f"exec:{PYTHON} {engine}", "random")
    before = agent_code_digest(domineering.game, agents)
    assert agent_code_digest(domineering.game, agents) == before
    engine.write_text("two")
    assert agent_code_digest(domineering.game, agents) != before


def test_the_default_limits_are_those_of_the_protocol() -> None:
    assert (LIMITS.start, LIMITS.grace) == (10.0, 2.0)


# --- Engines that are refused -------------------------------------------------------------------------


UNSUITABLE = {
    "absent": ("exec:/no/such/program", {}, "there is no program '/no/such/program'"),
    "not executable": (f"exec:{shlex.quote(str(FOREIGN / 'first_move.py'))}", {}, "there is no program"),
    "ends": (
        misbehaving("ends at once"),
        {},
        "ended with status 1 before twok; its last line on standard error: no licence found",
    ),
    "ends well": ("exec:true", {}, "its process ended with status 0 before twok"),
    "says nothing": (misbehaving("says nothing"), {"start": 0.2}, "it did not answer with twok within 0.2 s"),
    "floods": (misbehaving("floods at once"), {}, "it printed more than 1048576 bytes before twok"),
    "other game": (misbehaving("plays another game"), {}, "does not play domineering; it plays domino"),
    "never ready": (
        misbehaving("is never ready"),
        {"ready": 0.2},
        "it did not answer with readyok within 0.2 s",
    ),
}


@pytest.mark.parametrize(("agent", "limits", "reason"), UNSUITABLE.values(), ids=UNSUITABLE)
def test_an_engine_that_does_not_start_is_bad_input(
    agent: str,
    limits: dict[str, float],
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    limit(monkeypatch, **limits)
    for command in (
        ["arena", "domineering", "eager", agent, "--games", "2"],
        ["play", "domineering", "--p1", "eager", "--p2", agent],
        ["analyse", "domineering", "--state", "..../.... 0", "--agent", agent],
    ):
        assert run(command) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert reason in captured.err
        assert captured.err.count("\n") == 1


def test_an_engine_that_does_not_start_again_is_reported_and_no_game_is_stored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    agent = f"{misbehaving('starts only once')} {shlex.quote(str(tmp_path / 'marker'))}"
    assert run(["arena", "domineering", agent, "eager", "--games", "2", "--data", str(tmp_path)]) == 5
    error = capsys.readouterr().err
    assert "1 of 1 tasks failed" in error
    assert "the trial period is over" in error
    assert not list(tmp_path.rglob("*.jsonl"))


# --- Engines that lose --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "limits", "reason"),
    [
        (
            "dies",
            {},
            "it crashed: its process ended with status 1; its last line on standard error: has lost its mind",
        ),
        ("is killed", {}, "it crashed: its process was killed by SIGKILL"),
        ("dies and leaves a child", {}, "it crashed: its process ended with status 7"),
        ("hangs", {"move": 0.3}, "it made no move within 0.3 s"),
        ("prints errors for ever", {"move": 0.3}, "it made no move within 0.3 s"),
        ("floods", {}, "it printed more than 1048576 bytes"),
        ("prints a long line", {}, "it printed a line of more than 65536 bytes"),
        ("prints garbage", {}, "its move xyzzy \x00 [ is not legal: 'xyzzy"),
        ("moves illegally", {}, "its move f6 is not legal: f6: row 5, column 5 is not free"),
        ("names no move", {}, "it sent bestmove without a move"),
        ("prints bytes", {}, "it printed bytes that are not UTF-8"),
        ("closes its output", {}, "it crashed: its process closed its standard output"),
        ("reports an error", {}, "it reported an error: I do not like this position"),
    ],
)
def test_an_engine_that_misbehaves_loses_the_game_and_the_record_says_why(
    how: str, limits: dict[str, float], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit(monkeypatch, **limits)
    agent = misbehaving(how)
    record = play(agent)
    assert record.agents == (agent, "eager")
    assert (record.outcome.forfeit, record.outcome.winner, record.outcome.finished) == (0, 1, False)
    assert record.outcome.reason.startswith(reason)
    assert Record.from_line(record.to_line()) == record
    assert list(replay(DOMINEERING, record)) == []


def test_the_grace_is_added_to_a_budget_of_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, grace=0.2)
    record = play(misbehaving("hangs") + ":0.1s")
    assert record.outcome.reason == "it made no move within 0.3 s"


@pytest.mark.parametrize("how", ["ignores quit", "forks"])
def test_an_engine_that_does_not_end_properly_leaves_no_process(how: str, processes: StartedProcesses) -> None:
    record = play(misbehaving(how))
    assert record.outcome.finished
    assert record.outcome.forfeit is None
    assert processes.all_ended()


def test_the_arena_counts_the_games_that_an_engine_loses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    agent, file = misbehaving("moves illegally"), tmp_path / "games.jsonl"
    assert run(["arena", "domineering", agent, "eager", "--games", "2", "--record", str(file), "--json"]) == 0
    table = json.loads(capsys.readouterr().out)
    assert table["agents"][agent]["forfeits"] == table["agents"]["eager"]["wins"] == 2
    for line in file.read_text().splitlines():
        assert Record.from_line(line).outcome.reason.startswith("its move f6 is not legal")


def test_the_move_limit_of_the_arena_holds_for_engines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    agent, file = misbehaving("hangs"), tmp_path / "games.jsonl"
    arguments = [agent, "eager", "--games", "2", "--move-limit", "1", "--record", str(file)]
    assert run(["arena", "domineering", *arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["agents"][agent]["forfeits"] == 2
    for line in file.read_text().splitlines():
        assert Record.from_line(line).outcome.reason == "it did not respond within 1 s"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_an_engine_does_not_outlive_a_host_that_is_killed(
    number: signal.Signals, processes: StartedProcesses
) -> None:
    command = misbehaving("ignores quit").removeprefix("exec:")
    code = f"""
import time
from tilewright.play.engine_process import EngineProcess
engine = EngineProcess({command!r}, "engine")
print("started", flush=True)
time.sleep(1000)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as host:
        assert host.stdout is not None
        assert host.stdout.readline() == b"started\n"
        assert len(processes.alive()) > 1
        os.kill(host.pid, number)
    wait_until(lambda: not processes.alive())


def test_an_engine_tells_its_name_and_its_games() -> None:
    engine = EngineProcess(FIRST.removeprefix("exec:"), "first")
    engine.close()
    assert (engine.name, engine.version, engine.games) == ("first move", "2", ["domineering", "chess"])
