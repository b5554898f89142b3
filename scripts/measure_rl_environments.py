#!/usr/bin/env python3
"""Measure the training environments: steps per CPU second with random legal actions.

The time spent choosing the actions is not measured.

    python scripts/measure_rl_environments.py
"""

from __future__ import annotations

import time
import warnings
from typing import Any

import gymnasium
import numpy as np

from tilewright.envs import nmbr9_v1, patchwork_v0

STEPS = 4000


def environment_speed(name: str, steps: int) -> float:
    """Return the steps per CPU second of a Gymnasium environment; the time of resets is included."""
    rng = np.random.default_rng(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        env = gymnasium.make(name)
    _, info = env.reset(seed=1)
    spent = 0
    for step in range(steps + 50):
        legal = np.flatnonzero(info["action_mask"])
        action = legal[rng.integers(len(legal))]
        started = time.process_time_ns()
        *_, ended, truncated, info = env.step(action)
        if ended or truncated:
            _, info = env.reset()
        if step >= 50:  # the first steps load the compiled code
            spent += time.process_time_ns() - started
    return steps / spent * 1e9


def batch_speed(games: Any, steps: int) -> float:
    """Return the steps of all games of a batch per CPU second; the time of observations is included."""
    rng = np.random.default_rng(0)
    buffers = games.observe()
    spent = 0
    for step in range(steps + 3):
        weights = rng.random(games.masks.shape, np.float32)
        actions = np.where(games.masks, weights, -1.0).argmax(axis=1)
        started = time.process_time_ns()
        games.step(actions)
        games.observe(out=buffers)
        if step >= 3:
            spent += time.process_time_ns() - started
    return steps * len(games) / spent * 1e9


def main() -> None:
    speeds = {
        "tilewright/Nmbr9-v0": environment_speed("tilewright/Nmbr9-v0", STEPS // 20),
        "tilewright/Nmbr9-v1": environment_speed("tilewright/Nmbr9-v1", STEPS),
        "nmbr9_v1.batch(256)": batch_speed(nmbr9_v1.batch(256, auto_reset=True), 40),
        "patchwork_v0.batch(1024)": batch_speed(patchwork_v0.batch(1024, auto_reset=True), 200),
        'patchwork_v0.batch(1024, placement="free")': batch_speed(
            patchwork_v0.batch(1024, placement="free", auto_reset=True), 60
        ),
    }
    for name, speed in speeds.items():
        print(f"{speed:12,.0f}  {name}")


if __name__ == "__main__":
    main()
