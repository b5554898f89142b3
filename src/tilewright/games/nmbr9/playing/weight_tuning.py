"""Find the weights of `placement_value_kernel` with the cross-entropy method.

Each generation draws many weight vectors around a mean and plays the same decks with each vector; the best
vectors determine the next mean. ``python -m tilewright.games.nmbr9.playing.weight_tuning`` prints the contents
of ``weights.json``; the result is the same on every machine.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from random import Random
from typing import Any

import numpy as np

from tilewright.games.nmbr9 import generate
from tilewright.games.nmbr9.playing import placement_value_kernel
from tilewright.games.nmbr9.playing import stack_kernel as kernel

__all__ = ["CARDS", "RULES", "mean_score", "shuffled", "tune", "weights"]

Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.int64]]

CARDS = [value for value in range(10) for _ in range(2)]
"""The cards of the whole game."""
RULES = kernel.StackRules(1, kernel.SIDE, 1, kernel.SIDE, 16, False, False)

SEED = 1
GENERATIONS = 20
VECTORS = 60
PARENTS = 12
DECKS = 200
STEP = 0.7
"""The share of a generation's best vectors in the next mean and spread; the share of the previous values is
1 - STEP."""
LEAST_SPREAD = 0.02
TEST_DECKS = 2_000
"""The number of decks on which the result is measured; these decks are not used in the search."""

START = {
    "open": (-0.5, 0.4),
    "met": (0.5, 0.4),
    "edge": (-0.2, 0.4),
    "pit": (-0.3, 0.5),
    "seam": (0.0, 0.3),
    "height": (-0.2, 1.0),
    "bulk": (-0.1, 0.2),
    "value": (0.0, 0.2),
    "alone": (0.0, 2.0),
    "box": (0.0, 0.3),
    "room": (0.1, 0.3),
    "taken": (0.1, 0.3),
    "growth": (0.2, 0.3),
    "fade": (0.4, 0.3),
}
"""The initial mean and spread of each weight."""


@cache
def weights() -> Floats:
    """Return the tuned weights in the order of `WEIGHTS`."""
    data = json.loads(resources.files(__package__).joinpath("weights.json").read_text("utf-8"))
    return np.array([data["weights"][name] for name in placement_value_kernel.WEIGHTS], np.float64)


def shuffled(cards: list[int], count: int, rng: Random) -> Ints:
    """Return random orders of the same cards, one per row."""
    decks = [generate.shuffled(cards, rng) for _ in range(count)]
    return np.array(decks, np.int64).reshape(count, len(cards))


def mean_score(
    vector: Floats, decks: Ints, play_decks: Callable[..., None] = placement_value_kernel.play_decks
) -> float:
    """Return the mean score of the given decks if each card is placed at the best position.

    Each row of `decks` contains all cards of the game in one order. The kernel `play_decks` evaluates the
    positions with the weights in `vector`.
    """
    stack, spare = kernel.empty_stack(16, False), kernel.empty_stack(16, False)
    scores = np.zeros(len(decks), np.int64)
    play_decks(stack, spare, RULES, vector, decks, scores)
    return float(scores.mean())


def tune(seed: int, generations: int, vectors: int, parents: int, decks: int) -> Iterator[tuple[Floats, float]]:
    """Yield the mean vector with its mean score, before each generation and once more after the last one.

    The score is measured on the decks of the generation, and at the end on the decks of the last generation.
    """
    rng = Random(seed)
    mean, spread = np.array([START[name] for name in placement_value_kernel.WEIGHTS], np.float64).T
    for _ in range(generations):
        dealt = shuffled(CARDS, decks, rng)
        drawn = [mean, *(mean + spread * _normal(len(mean), rng) for _ in range(vectors))]
        scores = [mean_score(each, dealt) for each in drawn]
        yield mean, scores[0]
        best = np.array([drawn[index] for index in np.argsort(scores, kind="stable")[::-1][:parents]])
        mean = (1 - STEP) * mean + STEP * best.mean(axis=0)
        spread = np.maximum((1 - STEP) * spread + STEP * best.std(axis=0), LEAST_SPREAD)
    yield mean, mean_score(mean, dealt)


def _normal(count: int, rng: Random) -> Floats:
    """Return approximately normal random numbers, each computed from twelve uniform random numbers."""
    return np.array([sum(rng.random() for _ in range(12)) - 6 for _ in range(count)], np.float64)


def main() -> None:
    *_, (vector, _) = tune(SEED, GENERATIONS, VECTORS, PARENTS, DECKS)
    tuned = {
        name: round(float(weight), 3)
        for name, weight in zip(placement_value_kernel.WEIGHTS, vector, strict=True)
    }
    test_decks = shuffled(CARDS, TEST_DECKS, Random(f"{SEED}/judged"))
    mean = mean_score(np.array(list(tuned.values()), np.float64), test_decks)
    data = {
        "found_by": "python -m tilewright.games.nmbr9.playing.weight_tuning",
        "mean_score": round(mean, 2),
        "decks": TEST_DECKS,
        "weights": tuned,
    }
    print(json.dumps(data, indent=2))


if __name__ == "__main__":
    main()
