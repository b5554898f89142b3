"""The page about the engine protocol is correct: its dialogue is reproduced, and its example engine plays."""

from __future__ import annotations

import ast
import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tilewright.cli import run
from tilewright.play import Record

DOCS = Path(__file__).parents[2] / "docs"
ENGINE = DOCS / "example_playing_engine.py"
PAGE = (DOCS / "engines-protocol.md").read_text("utf-8")


def test_the_dialogue_takes_place_as_shown() -> None:
    dialogue = next(block for block in PAGE.split("```")[1::2] if block.startswith("\n> tw 1"))
    lines = dialogue.strip().splitlines()
    sent = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
    answers = [line for line in lines if not line.startswith("> ")]
    done = subprocess.run(
        [sys.executable, str(ENGINE)], input="\n".join(sent), capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == answers


def test_the_example_engine_is_short_and_needs_no_library() -> None:
    text = ENGINE.read_text("utf-8")
    assert len(text.splitlines()) <= 50
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [ast.unparse(node) for node in imports] == ["import sys"]


@pytest.mark.parametrize("setting", ["n=4", "labels=12"])
def test_the_example_engine_plays_in_the_arena(
    setting: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    agent = f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(ENGINE))}"
    file = tmp_path / "games.jsonl"
    arguments = [agent, "random", "--games", "4", "--set", setting, "--record", str(file), "--json"]
    assert run(["arena", "domino", *arguments]) == 0
    table = json.loads(capsys.readouterr().out)
    assert table["agents"][agent]["forfeits"] == 0
    records = [Record.from_line(line) for line in file.read_text().splitlines()]
    assert all(record.outcome.finished for record in records)
    game = next(record for record in records if record.agents == (agent,))
    assert run(["analyse", "domino", game.to_line(), "--agent", agent, "--json"]) == 0
    moves = json.loads(capsys.readouterr().out)["moves"]
    assert [move["value"] for move in moves] == list(range(1, len(game.moves) + 1))
