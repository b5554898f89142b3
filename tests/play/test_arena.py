"""Contests: each deal is played twice with swapped seats, and the table does not depend on the executor."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import domineering
import pytest
import short_deck

from tilewright import registry
from tilewright.cli import run
from tilewright.console import LiveLine
from tilewright.errors import BadInput
from tilewright.game import Progress
from tilewright.play import Record
from tilewright.play.contest_plan import Contest
from tilewright.play.games_in_child_process import play_games
from tilewright.play.standings import points_so_far, standings
from tilewright.running import InProcess


def played(contest: Contest) -> dict[str, list[Record]]:
    games = {task.name: play_games(json.loads(json.dumps(task.to_json()))) for task in contest.tasks()}
    return {
        name: [Record.from_line(line) for line in data.decode().splitlines()] for name, data in games.items()
    }


def records(games: dict[str, list[Record]]) -> list[dict[str, Any]]:
    return [record.to_json() for _, found in sorted(games.items()) for record in found]


def test_two_games_share_a_deal_with_the_seats_swapped() -> None:
    found = records(played(Contest(domineering.game, ("perfect", "random"), 20, 3)))
    assert len(found) == 20
    for first, second in zip(found[::2], found[1::2], strict=True):
        assert first["agents"] == ["perfect", "random"]
        assert second["agents"] == ["random", "perfect"]
        assert first["instance"] == second["instance"]
        assert first["seed"] == second["seed"]
    assert len({json.dumps(game["instance"]) for game in found}) > 5


def test_a_perfect_player_is_rated_above_a_random_one() -> None:
    contest = Contest(domineering.game, ("perfect", "random"), 60, 1)
    table = standings(contest, played(contest))
    perfect, other = table["agents"]["perfect"], table["agents"]["random"]
    assert table["games"] == 60
    assert perfect["wins"] + perfect["draws"] + perfect["losses"] == 60
    assert (perfect["wins"], perfect["losses"]) == (other["losses"], other["wins"])
    assert perfect["wins"] > 35
    assert perfect["elo"] == -other["elo"] > perfect["elo_error"] == other["elo_error"] > 0
    # On every deal, one of the two seats can force a win, so a perfect player wins at least one of the two
    # games.
    lost_both, *_ = table["pairs"][0]["deals"]
    assert lost_both == 0


def test_the_table_has_the_documented_keys() -> None:
    contest = Contest(domineering.game, ("random", "perfect"), 4)
    table = standings(contest, played(contest))
    assert json.loads(json.dumps(table)) == table
    assert list(table["agents"]) == ["random", "perfect"]
    assert {"wins", "draws", "losses", "elo", "elo_error"} <= set(table["agents"]["random"])
    (pair,) = table["pairs"]
    assert pair["agents"] == ["random", "perfect"]
    low, high = pair["score_interval"]
    assert low < pair["score"] < high or pair["score"] in (0, 1)
    assert sum(pair["deals"]) == 2


def test_in_a_one_player_game_the_higher_score_on_a_deal_wins() -> None:
    contest = Contest(short_deck.game, ("peeker", "random"), 40)
    games = played(contest)
    found = records(games)
    assert len(found) == 40
    by_agent = {name: [game for game in found if game["agents"] == [name]] for name in contest.agents}
    pairs = list(zip(by_agent["peeker"], by_agent["random"], strict=True))
    assert all(one["deck"] == other["deck"] for one, other in pairs)
    scores = [(one["result"]["scores"][0], other["result"]["scores"][0]) for one, other in pairs]
    table = standings(contest, games)
    peeker = table["agents"]["peeker"]
    assert peeker["wins"] == sum(one > other for one, other in scores)
    assert peeker["draws"] == sum(one == other for one, other in scores)
    assert peeker["losses"] == sum(one < other for one, other in scores)
    assert peeker["points"] == round(sum(one for one, _ in scores) / 20, 2)


def test_three_agents_all_play_each_other_and_the_totals_agree() -> None:
    contest = Contest(registry.game("domino"), ("planner", "greedy", "random"), 10, 0, (("n", "4"),))
    table = standings(contest, played(contest))
    assert [pair["agents"] for pair in table["pairs"]] == [
        ["planner", "greedy"],
        ["planner", "random"],
        ["greedy", "random"],
    ]
    for name, row in table["agents"].items():
        met = [pair for pair in table["pairs"] if name in pair["agents"]]
        assert row["wins"] == sum(pair["wins" if pair["agents"][0] == name else "losses"] for pair in met)
        assert row["wins"] + row["draws"] + row["losses"] == 10
    assert table["agents"]["planner"]["losses"] == 0, "no agent can lay more stones under rule chain"
    assert table["agents"]["planner"]["elo"] > table["agents"]["random"]["elo"]


def test_ratings_are_relative_to_the_anchor() -> None:
    contest = Contest(domineering.game, ("perfect", "random", "narrow"), 20, 1)
    games = played(contest)
    plain, anchored = standings(contest, games), standings(contest, games, "random")
    assert anchored["anchor"] == "random"
    assert (anchored["agents"]["random"]["rating"], anchored["agents"]["random"]["rating_error"]) == (0, 0)
    # `elo` is the lead over the mean of the other two agents, so two thirds of `elo` is the lead over the mean
    # of all three.
    lead = {agent: row["elo"] * 2 / 3 for agent, row in plain["agents"].items()}
    for agent, row in anchored["agents"].items():
        assert row["rating"] == pytest.approx(lead[agent] - lead["random"], abs=0.2)
        assert {key: row[key] for key in plain["agents"][agent]} == plain["agents"][agent]


def test_an_agent_that_forfeits_loses_and_is_counted() -> None:
    contest = Contest(domineering.game, ("cheater", "random"), 10)
    row = standings(contest, played(contest))["agents"]["cheater"]
    assert (row["wins"], row["losses"], row["forfeits"]) == (0, 10, 10)


def test_the_table_does_not_depend_on_the_order_in_which_games_finish() -> None:
    contest = Contest(domineering.game, ("perfect", "random", "crasher"), 12, 5)
    games = played(contest)
    turned = dict(reversed(games.items()))
    assert json.dumps(standings(contest, games)) == json.dumps(standings(contest, turned))


def test_an_interrupted_contest_is_rated_by_its_complete_deals() -> None:
    contest = Contest(domineering.game, ("perfect", "random", "crasher"), 12, 5)
    games = played(contest)
    del games[contest.tasks()[4].name]
    table = standings(contest, games)
    assert table["games"] == 10
    assert all(sum(row[key] for key in ("wins", "draws", "losses")) == 20 for row in table["agents"].values())
    assert standings(contest, {}) == {"game": "domineering", "games": 0, "seed": 5, "agents": {}, "pairs": []}


@pytest.mark.parametrize(
    ("agents", "games", "seed", "message"),
    [
        (("random", "perfect"), 3, 0, "the number of games must be positive and even, not 3"),
        (("random", "perfect"), 0, 0, "the number of games must be positive and even, not 0"),
        (("random", "perfect"), -2, 0, "the number of games must be positive and even, not -2"),
        (("random",), 2, 0, "an arena needs at least two agents"),
        (("random", "random"), 2, 0, "the agent random is named twice"),
        (("random", "nobody"), 2, 0, "domineering has no agent 'nobody'"),
        (("random", "human"), 2, 0, "the player 'human' is available only in the terminal"),
        (("random", "perfect"), 2, -1, "the seed must be between 0 and"),
    ],
)
def test_an_invalid_contest_is_refused(agents: Any, games: int, seed: int, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Contest(domineering.game, agents, games, seed)


def test_a_larger_contest_includes_the_games_of_a_smaller_one() -> None:
    def keys(agents: tuple[str, ...], games: int, **options: Any) -> set[str]:
        contest = Contest(domineering.game, agents, games, **options)
        return set(contest.keys_of(contest.tasks()).values())

    small = keys(("perfect", "random"), 4)
    assert len(small) == 2
    assert small < keys(("perfect", "random"), 20)
    assert small == keys(("random", "perfect"), 4)
    assert small < keys(("eager", "random", "perfect"), 4)
    assert not small & keys(("perfect", "random"), 4, seed=1)
    assert not small & keys(("perfect", "random"), 4, keys=(("rows", "2"),))
    assert not small & keys(("perfect", "random"), 4, move_limit=1.0)


def test_the_current_points_list_the_leader_first() -> None:
    contest = Contest(domineering.game, ("random", "perfect"), 20)
    games = played(contest)
    points = points_so_far(contest, games)
    assert list(points) == ["perfect", "random"]
    assert points == {name: row["score"] for name, row in standings(contest, games)["agents"].items()}
    assert points_so_far(contest, {}) == {}


# --- The command --------------------------------------------------------------------------------------

ARENA = ["arena", "domineering", "perfect", "random", "--games", "8", "--json"]


def table_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert run([*ARENA, *arguments]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_result_does_not_depend_on_the_executor(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    here = table_of(capsys, "--data", str(tmp_path / "a"), "--record", str(tmp_path / "a.jsonl"))
    there = table_of(
        capsys, "--data", str(tmp_path / "b"), "--record", str(tmp_path / "b.jsonl"), "--where", "processes:2"
    )
    assert here == there
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    assert len((tmp_path / "a.jsonl").read_text().splitlines()) == 8


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list to which each arena appends the number of tasks that it runs."""
    counts: list[int] = []
    run_tasks = InProcess.run

    def counted(self: InProcess, function: Any, tasks: Any, cancel: Any) -> Any:
        counts.append(len(tasks))
        return run_tasks(self, function, tasks, cancel)

    monkeypatch.setattr(InProcess, "run", counted)
    return counts


def test_a_repeated_command_plays_only_the_missing_games(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, asked: list[int]
) -> None:
    first = table_of(capsys, "--data", str(tmp_path))
    kept = sorted(tmp_path.rglob("*.jsonl"))
    assert len(kept) == 4
    kept[1].unlink()
    kept[2].write_bytes(kept[2].read_bytes()[:-20])
    assert table_of(capsys, "--data", str(tmp_path)) == first
    assert table_of(capsys, "--data", str(tmp_path)) == first
    assert asked == [4, 2], "if no game is missing, no task is run"


def test_a_contest_can_be_extended(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, asked: list[int]
) -> None:
    table_of(capsys, "--data", str(tmp_path))
    grown = table_of(capsys, "--data", str(tmp_path), "--games", "12")
    assert grown == table_of(capsys, "--data", str(tmp_path / "new"), "--games", "12")
    assert run(["arena", "domineering", "eager", *ARENA[2:], "--data", str(tmp_path)]) == 0
    # The four arenas play, in turn: four deals; two more deals; all six deals in a new folder; and four deals
    # for each of the two pairs that include the third agent.
    assert asked == [4, 2, 6, 8]


def test_the_progress_line_shows_the_finished_games_and_the_points(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    notes: list[str] = []

    class RecordingLine(LiveLine):
        def __call__(self, progress: Progress) -> None:
            notes.append(progress.note)

    monkeypatch.setattr("tilewright.cli.arena.LiveLine", RecordingLine)
    monkeypatch.setattr("tilewright.cli.arena._PERIOD", 0.0)
    table = table_of(capsys, "--sprt", "0,50")
    shares = ", ".join(f"{name} {row['score']:.1%}" for name, row in table["agents"].items())
    assert len(notes) == 4
    assert notes[-1] == f"8 of 8 games   LLR {table['sprt']['llr']:+.2f}   {shares}"


def test_the_printed_tables_list_the_strongest_agent_first_and_every_pair(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["arena", "domineering", "random", "perfect", "--games", "20", "--anchor", "random"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines() if line.strip()]
    assert [line[0] for line in lines[2:4]] == ["perfect", "random"]
    assert lines[0][1] == "rating"
    assert lines[3][1:4] == ["+0", "±", "0"]
    assert lines[-1][:3] == ["random", "-", "perfect"]
    assert lines[-1].count("to") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["arena", "powers", "random", "greedy"],
            "powers cannot be played move by move; the games that can are ",
        ),
        (["arena", "nothing", "random", "greedy"], "no game is called 'nothing'"),
        (["arena", "domineering", "random", "perfect", "--games", "7"], "must be positive and even"),
        (["arena", "domineering", "random", "perfect", "--games", "x"], "--games"),
        (["arena", "domineering", "random", "perfect", "--set", "rows=99"], "rows=99: must be at most 6"),
        (["arena", "domineering", "random", "perfect", "--set", "size=3"], "no instance key 'size'"),
        (["arena", "domineering", "random", "perfect", "--where", "moon"], "'moon' is not an executor"),
        (["arena", "domineering", "random", "perfect", "--record", "/nowhere/x"], "cannot be written"),
        (["arena", "domineering", "random:1s", "perfect"], "takes no budget"),
        (["arena", "domineering", "random+x", "perfect"], "has no variants"),
        (["arena", "domineering", "random", "perfect", "--move-limit", "0"], "a positive number of seconds"),
        (["arena", "domineering", "random", "perfect", "--move-limit", "nan"], "a positive number of seconds"),
        (
            ["arena", "domineering", "random", "perfect", "--anchor", "eager"],
            "expected one of the agents, random",
        ),
        (
            ["arena", "domineering", "random", "perfect", "--sprt", "10"],
            "two Elo figures for the test, such as 0,10, not '10'",
        ),
        (["arena", "domineering", "random", "perfect", "--sprt", "10,0"], "two increasing Elo figures"),
        (["arena", "domineering", "random", "perfect", "--sprt", "0,nan"], "two increasing Elo figures"),
        (["arena", "domineering", "random", "perfect", "eager", "--sprt", "0,9"], "exactly two agents, not 3"),
    ],
)
def test_bad_input_gives_one_line_and_exit_status_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*arguments, "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert err.count("\n") == 1
