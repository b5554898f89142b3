"""The training example: MaskablePPO learns to play Nmbr9 on a small table."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[1] / "docs" / "example_training.py"

pytest.importorskip("torch", reason="the training example needs torch: pip install torch sb3-contrib")
pytest.importorskip("sb3_contrib", reason="the training example needs sb3-contrib: pip install sb3-contrib")


def test_the_training_example_learns() -> None:
    done = subprocess.run([sys.executable, str(EXAMPLE)], capture_output=True, text=True, check=True)
    scores = json.loads(done.stdout.splitlines()[-1])
    assert scores["trained"] > 1.5 * scores["random"] + 0.5
