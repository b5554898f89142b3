"""Every recorded command prints its recorded output and ends with its recorded exit status."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("command_outputs.py")


@pytest.mark.needs("minizinc", "swipl")
def test_all_recorded_commands_have_the_recorded_output() -> None:
    # PYTHONPATH would add the example game of the tests, but the recording covers only the bundled games.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, str(SCRIPT), "compare"]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 0, done.stdout
