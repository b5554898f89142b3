"""The recorded commands that are marked `fast` still print their recorded output.

`soak/command_outputs.py` records and compares outputs; `make soak` compares the outputs of all commands.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "soak"))

import command_outputs

FAST = [command for command in command_outputs.read_commands() if "fast" in command.marks]


@pytest.fixture(scope="module")
def recorded() -> dict[str, Any]:
    return json.loads(command_outputs.RECORDED.read_text("utf-8"))


@pytest.fixture
def folder() -> Iterator[Path]:
    with command_outputs.workspace() as folder:
        yield folder


@pytest.mark.parametrize("command", FAST, ids=[command.line for command in FAST])
def test_a_command_has_the_recorded_output(
    command: command_outputs.Command, recorded: dict[str, Any], folder: Path
) -> None:
    now = command_outputs.run_one(command, folder)
    assert command_outputs.is_same(recorded[command.line], now), now


def test_the_recording_has_exactly_the_commands_of_the_list(recorded: dict[str, Any]) -> None:
    assert [command.line for command in command_outputs.read_commands()] == list(recorded)
