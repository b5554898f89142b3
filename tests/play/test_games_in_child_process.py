"""Games in a separate process: an agent that hangs or kills the process loses."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import domineering
import pytest

from process_watch import descendants
from tilewright.arena_and_standings import play_contest
from tilewright.cli import run
from tilewright.play import PlayableGame, Record, replay
from tilewright.play.contest_plan import Contest
from tilewright.play.game_archive import Archive
from tilewright.play.games_in_child_process import BrokenGame, GameProcess, move_limit, play_games

SHORT = 1.0
"""A time limit per move in seconds; a normal move in these tests takes a ten-thousandth of this time."""


def task(one: str, other: str, limit: float = 300.0) -> dict[str, Any]:
    """Return the task of playing one game on a 4x4 board without holes."""
    keys = (("rows", "4"), ("columns", "4"), ("holes", "0"))
    found = Contest(domineering.game, (one, other), 2, 0, keys, limit).tasks()[0].to_json()
    return {**found, "seatings": [(one, other)]}


def test_a_game_in_a_separate_process_gives_the_same_record() -> None:
    games = [task("perfect", "random"), task("random", "perfect"), task("crasher", "random")]
    with GameProcess() as process:
        assert [process.play(game) for game in games] == [play_games(game) for game in games]


def test_an_agent_that_never_answers_is_killed() -> None:
    before = descendants()
    with GameProcess() as process:
        with pytest.raises(BrokenGame, match="it did not respond within 1 s") as broken:
            process.play(task("sleeper", "eager", SHORT))
        # Each player has made one move; the sleeper never returns its second move.
        assert (len(broken.value.moves), broken.value.mover, broken.value.died) == (2, 0, False)
        assert descendants() == before
        assert process.play(task("perfect", "random")) == play_games(task("perfect", "random"))
    assert descendants() == before


def test_an_agent_that_kills_its_process_loses() -> None:
    with (
        GameProcess() as process,
        pytest.raises(BrokenGame, match="its process was killed by SIGKILL") as broken,
    ):
        process.play(task("eager", "dier"))
    assert (len(broken.value.moves), broken.value.mover, broken.value.died) == (3, 1, True)


class SetDuringAGame(threading.Event):
    """An event that sets itself at the first call of `is_set`, which a contest makes before its first game."""

    def is_set(self) -> bool:
        was_set = super().is_set()
        self.set()
        return was_set


def test_a_cancelled_contest_ends_the_game_that_is_being_played(tmp_path: Path) -> None:
    before = descendants()
    contest = Contest(domineering.game, ("sleeper", "eager"), 2, 0, (("rows", "4"), ("columns", "4")))
    assert play_contest(contest, None, Archive(tmp_path), cancel=SetDuringAGame()) == {}
    assert descendants() == before


def test_the_time_limit_of_a_move_is_ten_times_the_budget_plus_half_a_minute() -> None:
    assert move_limit("mcts") == move_limit("mcts:2000it") == 300
    assert move_limit("mcts:1s") == 40
    assert move_limit("mcts+wide:0.5s") == 35
    assert move_limit("mcts:60s") == 300
    assert move_limit("mcts:1s", limit=7.5) == 7.5


@pytest.mark.parametrize(
    ("agent", "reason"),
    [
        ("sleeper", "it did not respond within 1 s"),
        ("dier", "its process was killed by SIGKILL"),
        ("leaver", "it crashed: SystemExit: 3"),
        ("crasher", "it crashed: ZeroDivisionError: out of ideas"),
    ],
)
def test_the_arena_continues_and_the_record_has_the_reason_of_a_loss(
    agent: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = descendants()
    file = tmp_path / "games.jsonl"
    board = ["--set", "rows=4", "--set", "columns=4", "--set", "holes=0"]
    arguments = [agent, "eager", "--games", "2", *board, "--move-limit", str(SHORT), "--record", str(file)]
    assert run(["arena", "domineering", *arguments, "--json"]) == 0
    table = json.loads(capsys.readouterr().out)
    assert table["agents"][agent]["forfeits"] == table["agents"]["eager"]["wins"] == 2
    lines = file.read_text().splitlines()
    assert len(lines) == 2
    played = PlayableGame(domineering.game)
    for line in lines:
        record = Record.from_line(line)
        seat = record.agents.index(agent)
        assert (record.outcome.forfeit, record.outcome.winner) == (seat, 1 - seat)
        assert record.outcome.reason == reason
        assert len(list(replay(played, record))) == len(record.moves)
    assert descendants() == before
