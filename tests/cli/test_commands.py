"""The output and the exit status of each command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import tilewright as tw
from tilewright import registry
from tilewright.cli import run
from tilewright.cli.app import build

Asked = Callable[..., Any]
COMMAND = [sys.executable, "-m", "tilewright"]


@pytest.fixture
def asked(capsys: pytest.CaptureFixture[str]) -> Asked:
    """A function that runs a command, checks its exit status, and returns the JSON document that it prints."""

    def call(*arguments: str, status: int = 0) -> Any:
        assert run([*arguments, "--json"]) == status
        return json.loads(capsys.readouterr().out)

    return call


def test_games_lists_every_game_with_its_solvers(asked: Asked) -> None:
    listed = {entry["name"]: entry for entry in asked("games")}
    assert set(listed) == set(registry.names())
    for name, entry in listed.items():
        assert entry["solvers"] == [solver.name for solver in tw.game(name).solvers]
        assert entry["title"]
        assert entry["syntax"]


def test_games_with_a_name_shows_the_details_of_one_game(
    asked: Asked, capsys: pytest.CaptureFixture[str]
) -> None:
    (entry,) = asked("games", "domino")
    assert [agent["name"] for agent in entry["agents"]] == ["planner", "greedy", "random"]
    assert asked("games", "powers")[0]["agents"] == []
    for name, game in ((each.name, each) for each in registry.games()):
        assert run(["games", name]) == 0
        printed = capsys.readouterr().out
        assert game.title in printed
        assert all(level.name in printed for level in game.levels)
    assert run(["games", "domino"]) == 0
    printed = capsys.readouterr().out
    for thing in (*tw.game("domino").solvers, *tw.game("domino").agents):
        assert f"\n  {thing.name} " in printed
    assert run(["games", "chess"]) == 2


def test_solve_reads_a_file_inline_text_and_standard_input_alike(tmp_path: Path) -> None:
    (tmp_path / "powers.json").write_text('{"exponents": [3, 4]}')
    sources = [
        ("3,4", None),
        ('{"exponents": [3, 4]}', None),
        (str(tmp_path / "powers.json"), None),
        ("-", "3,4\n"),
    ]
    for argument, typed in sources:
        done = subprocess.run(
            [*COMMAND, "solve", "powers", argument, "--json"],
            input=typed,
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(done.stdout)["solution"] == {"n": 18}
        assert done.stderr == ""


def test_set_changes_keys_of_the_instance(asked: Asked) -> None:
    assert asked("solve", "powers", "2", "--set", "exponents=3,4")["solution"] == {"n": 18}
    assert (
        asked("solve", "powers", "3,4", "--set", "digits=at-least-once")["instance"]["digits"]
        == "at-least-once"
    )
    assert asked("check", "powers", "2", '{"n": 18}', "--set", "exponents=[3, 4]")["ok"] is True


def test_check_reports_every_broken_rule_with_exit_status_1(
    asked: Asked, capsys: pytest.CaptureFixture[str]
) -> None:
    verdict = asked("check", "powers", "3,4", '{"n": 19}', status=1)
    assert verdict["ok"] is False
    assert verdict["objective"] is None
    assert {broken["rule"] for broken in verdict["broken"]} <= set(tw.game("powers").rules)
    assert asked("check", "powers", "3,4", '{"n": 18}') == {"ok": True, "objective": 18, "broken": []}
    assert run(["check", "powers", "3,4", '{"n": 18}']) == 0
    assert capsys.readouterr().out == "legal, objective 18\n"


def test_solve_accepts_the_output_of_generate(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("domino", "labyrinth"):
        assert run(["generate", name, "--seed", "3"]) == 0
        made = capsys.readouterr().out
        assert run(["generate", name, "--seed", "3", "--json"]) == 0
        assert capsys.readouterr().out == made
        assert run(["solve", name, made, "--json"]) == 0
        result = json.loads(capsys.readouterr().out)
        assert result["status"] == "optimal"
        assert result["verified"] is True


def test_generate_can_set_keys_of_the_instance(asked: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    plain = asked("generate", "labyrinth", "--set", "rows=3")
    assert asked("generate", "labyrinth", "--set", "rows=3", "--set", "edge_cost=7") == plain | {"edge_cost": 7}
    assert run(["generate", "labyrinth", "--set", "colour=7"]) == 2
    assert "no option 'colour'; it has shape, rows" in capsys.readouterr().err


def test_draw_writes_svg_and_png_and_draws_in_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for suffix, start in (("svg", b"<svg"), ("png", b"\x89PNG")):
        path = tmp_path / f"picture.{suffix}"
        assert run(["draw", "powers", "3,4", '{"n": 18}', "-o", str(path)]) == 0
        assert path.read_bytes().startswith(start)
    assert capsys.readouterr().out == ""
    assert run(["draw", "powers", "3,4", '{"n": 18}']) == 0
    assert "18" in capsys.readouterr().out
    assert run(["solve", "powers", "3,4", "--svg", str(tmp_path / "solved.svg")]) == 0
    assert (tmp_path / "solved.svg").read_bytes().startswith(b"<svg")


def test_doctor_lists_missing_programs_with_their_install_commands(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    engines = {engine["name"]: engine for engine in asked("doctor")["engines"]}
    assert engines["minizinc"]["version"] is None
    assert "apt-get install" in engines["minizinc"]["install"]
    assert engines["cpsat"]["version"]


def test_the_data_option_may_come_before_or_after_the_command(tmp_path: Path, asked: Asked) -> None:
    one, other = str(tmp_path / "one"), str(tmp_path / "other")
    assert asked("--data", one, "doctor")["data"] == one
    assert asked("doctor", "--data", other)["data"] == other
    # The environment variable passes the folder on to the worker processes of a command.
    assert asked("solve", "powers", "3,4", "--data", one)["status"] == "optimal"
    assert os.environ["TILEWRIGHT_DATA"] == one


@pytest.mark.parametrize(("solver", "program"), [("minizinc", "minizinc"), ("prolog", "swipl")])
def test_a_missing_program_gives_status_4_and_its_install_command(
    solver: str, program: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert run(["solve", "powers", "3,4", "--solver", solver, "--json"]) == 4
    printed = capsys.readouterr()
    assert printed.out == ""
    assert program in printed.err
    assert "apt-get install" in printed.err
    assert printed.err.count("\n") == 1


def test_infeasible_is_a_successful_result(asked: Asked) -> None:
    result = asked("solve", "labyrinth", '{"edges": [[1, 2], [3, 4]], "start": 1, "target": 4}')
    assert result["status"] == "infeasible"
    assert result["solution"] is None


def test_a_wrong_answer_is_never_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tilewright.game import Answer, Status
    from tilewright.games.powers.rules import PowersSolution
    from tilewright.games.powers.solvers import direct

    lie = Answer(Status.OPTIMAL, PowersSolution(19), 19)
    monkeypatch.setattr(direct, "solve", lambda instance, run: lie)
    assert run(["solve", "powers", "3,4", "--solver", "direct", "--json"]) == 5
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "the checker rejects" in printed.err


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_solve_prints_its_best_so_far(number: int, status: int) -> None:
    hard = tw.game("labyrinth").examples["hard"]["cpsat"]
    maze = tw.game("labyrinth").format(tw.game("labyrinth").generate(0, **hard["generate"]))
    started = subprocess.Popen(
        [*COMMAND, "solve", "labyrinth", "-", "--solver", "cpsat", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert started.stdin is not None
    started.stdin.write(maze)
    started.stdin.close()
    started.stdin = None
    wait_until_it_listens(started.pid)
    started.send_signal(number)
    out, _ = started.communicate(timeout=60)
    assert started.returncode == status
    assert json.loads(out)["status"] in ("feasible", "unknown")


def wait_until_it_listens(pid: int) -> None:
    """Wait until the process has installed its handler for SIGTERM; Python handles SIGINT from the start."""
    wanted = 1 << (signal.SIGTERM - 1)
    while True:
        status = Path(f"/proc/{pid}/status").read_text()
        caught = int(next(line for line in status.splitlines() if line.startswith("SigCgt")).split()[1], 16)
        if caught & wanted:
            return
        time.sleep(0.02)


def test_a_closed_output_pipe_causes_no_error_message() -> None:
    made = "tilewright generate domino --set n=60 --set stones=200000".replace("tilewright", " ".join(COMMAND))
    done = subprocess.run(f"{made} | head -c 10", shell=True, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("{")
    assert done.stderr == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_is_reported_as_a_resource_error() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([*COMMAND, "games"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 5
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "command", ["games", "solve", "check", "generate", "draw", "play", "arena", "analyse", "serve", "doctor"]
)
def test_help_shows_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    assert f"tilewright {command}" in capsys.readouterr().out.partition("Example")[2]


def test_completion_is_offered_for_games_and_solvers() -> None:
    words = {"_TILEWRIGHT_COMPLETE": "complete_bash", "COMP_WORDS": "tilewright solve pow", "COMP_CWORD": "2"}
    done = subprocess.run(
        ["tilewright"],
        executable=str(Path(sys.executable).with_name("tilewright")),
        env={**os.environ, **words},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "powers" in done.stdout


def test_a_command_is_the_same_whether_the_other_commands_are_built_or_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def names(only: str | None = None) -> list[str]:
        group: Any = get_command(build(only))
        return list(group.commands)

    def help_text(command: str, only: str | None = None) -> str:
        build(only)([command, "--help"], prog_name="tilewright", standalone_mode=False)
        return capsys.readouterr().out

    assert len(names()) > 10
    for name in names():
        assert names(name) == [name]
        assert help_text(name, name) == help_text(name)
    assert names("no-such-command") == names()
