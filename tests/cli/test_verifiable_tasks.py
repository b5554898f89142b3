"""Tasks for programs and language models: the checker accepts a correct answer; a seed determines the tasks."""

from __future__ import annotations

import io
import json
import shlex
import sys
from typing import Any

import pytest

import tilewright as tw
from tilewright.cli import run

WITH_TASKS = [
    game.name for game in tw.games() if game.package.startswith("tilewright.") and game.has("verifiable_tasks")
]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    assert run(["tasks", *arguments]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_almost_every_game_has_tasks() -> None:
    assert len(WITH_TASKS) >= 13


@pytest.mark.parametrize("game", WITH_TASKS)
def test_the_checker_accepts_the_best_answer_and_finds_the_expected_objective(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (task,) = printed(capsys, game, "--count", "1", "--seed", "4", "--level", "easy", "--solutions")
    assert task["difficulty"] == "easy"
    assert json.dumps(task["instance"]) in task["prompt"]
    assert all(sentence in task["prompt"] for sentence in tw.game(game).rules.values())
    program, *arguments = shlex.split(task["checker"])
    assert program == "tilewright"
    answer = io.TextIOWrapper(io.BytesIO(json.dumps(task["solution"]).encode()))
    monkeypatch.setattr(sys, "stdin", answer)
    assert run(arguments) == 0
    verdict = json.loads(capsys.readouterr().out)
    assert verdict["ok"]
    assert verdict["objective"] == task["expected"]["objective"]
    has_objective = task["expected"]["objective"] is not None
    assert task["expected"]["status"] == ("optimal" if has_objective else "satisfied")
    # The generator of a puzzle that must have exactly one solution has the option `difficulty`.
    if any(option.name == "difficulty" for option in tw.game(game).generator):
        assert task["expected"]["unique"] is True


def test_a_seed_gives_the_same_tasks_and_the_levels_take_turns(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tasks = printed(capsys, "shikaku", "--count", "4", "--seed", "9")
    assert tasks == printed(capsys, "shikaku", "--count", "4", "--seed", "9")
    assert [task["difficulty"] for task in tasks] == ["easy", "medium", "hard", "easy"]
    assert len({json.dumps(task["instance"]) for task in tasks}) == 4
    assert "solution" not in tasks[0]
    assert printed(capsys, "shikaku", "--count", "1", "--seed", "10")[0]["instance"] != tasks[0]["instance"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nine-tiles"], "nine-tiles has no tasks; the games with tasks are"),
        (["powers", "--count", "0"], "the number of tasks must be between 1 and 100,000, not 0"),
        (["powers", "--level", "harder"], "powers has no level 'harder'; it has easy, medium, hard"),
        (["powers", "--time-limit", "0"], "the time limit must be a positive number"),
        (["powers", "--seed", "-1"], "the seed must be between"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["tasks", *arguments]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert message in output.err
    assert output.err.count("\n") == 1
