"""Train a player for Nmbr9 on a small table with MaskablePPO from sb3-contrib.

    pip install 'tilewright[rl]' sb3-contrib
    python docs/example_training.py

The table is small (numbers 0 to 3, one copy of each, 8 x 8 cells, 3 levels), so training takes minutes. The
program prints two mean scores on the same random shuffles: of random legal moves, and of the trained player.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import tilewright.envs  # noqa: F401 (registers the environment)

TABLE = {"max_value": 3, "copies": 1, "side": 8, "levels": 3}


def make() -> gymnasium.Env[Any, Any]:
    return gymnasium.make("tilewright/Nmbr9-v1", **TABLE)


def mean_score(choose: Callable[[Any, np.ndarray[Any, Any]], int], episodes: int, seed: int) -> float:
    """Return the mean score of the player `choose(observation, mask)` over a number of episodes."""
    env = make()
    scores = []
    for episode in range(episodes):
        observation, info = env.reset(seed=seed + episode)
        over = False
        while not over:
            observation, _, ended, cut_off, info = env.step(choose(observation, info["action_mask"]))
            over = ended or cut_off
        scores.append(info["score"])
    return float(np.mean(scores))


def train(steps: int, seed: int) -> Any:
    """Return a MaskablePPO model that was trained for at least `steps` steps of the environment."""
    from sb3_contrib import MaskablePPO

    env = make()
    model = MaskablePPO(
        "MultiInputPolicy", env, n_steps=512, batch_size=128, gamma=1.0, seed=seed, device="cpu"
    )
    return model.learn(steps)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=30_000)
    parser.add_argument("--episodes", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)

    def random_move(observation: Any, mask: np.ndarray[Any, Any]) -> int:
        return int(rng.choice(np.flatnonzero(mask)))

    model = train(options.steps, options.seed)

    def trained_move(observation: Any, mask: np.ndarray[Any, Any]) -> int:
        return int(model.predict(observation, action_masks=mask, deterministic=True)[0])

    unseen = 1_000_000
    scores = {
        "random": mean_score(random_move, options.episodes, unseen),
        "trained": mean_score(trained_move, options.episodes, unseen),
    }
    print(json.dumps(scores))


if __name__ == "__main__":
    main()
