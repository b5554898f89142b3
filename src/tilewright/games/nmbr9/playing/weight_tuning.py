"""How the weights of a placement's worth were found: by playing decks with random weights.

The cross-entropy method: of many settings drawn around a mean, the best on the same decks give the next mean.
``python -m tilewright.games.nmbr9.playing.weight_tuning`` prints ``weights.json``, on any machine the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib import resources
from random import Random
from typing import Any

import numpy as np

from tilewright.games.nmbr9.playing import placement_value_kernel as worth
from tilewright.games.nmbr9.playing import stack_kernel as kernel

__all__ = ["mean_score", "shuffled", "tune", "weights"]

Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.int64]]

SEED = 1
GENERATIONS = 20
SETTINGS = 60
PARENTS = 12
DECKS = 200
STEP = 0.7
"""How far the mean follows the best settings of a generation."""
LEAST_SPREAD = 0.02
JUDGED_ON = 2_000
"""Decks on which the result is measured; none of them was used before."""

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
"""Where the search begins, and how far around."""


@cache
def weights() -> Floats:
    """The weights that were found, in the order of `WEIGHTS`."""
    data = json.loads(resources.files(__package__).joinpath("weights.json").read_text("utf-8"))
    return np.array([data["weights"][name] for name in worth.WEIGHTS], np.float64)


def shuffled(cards: list[int], count: int, rng: Random) -> Ints:
    """Some shuffles of the same cards."""
    decks = []
    for _ in range(count):
        deck = list(cards)
        # Of all methods of `Random`, only `random` is promised to give the same numbers in every Python.
        for last in range(len(deck) - 1, 0, -1):
            other = int(rng.random() * (last + 1))
            deck[last], deck[other] = deck[other], deck[last]
        decks.append(deck)
    return np.array(decks, np.int64).reshape(count, len(cards))


def mean_score(setting: Floats, decks: Ints) -> float:
    """What the placements of most worth bring, on the mean of some decks of the whole game."""
    window = kernel.Window(1, kernel.SIDE, 1, kernel.SIDE, 16, False, False)
    table, spare = kernel.empty_table(16, False), kernel.empty_table(16, False)
    scores = np.zeros(len(decks), np.int64)
    worth.play_decks(table, spare, window, setting, decks, scores)
    return float(scores.mean())


def tune(
    seed: int, generations: int, settings: int, parents: int, decks: int
) -> Iterator[tuple[Floats, float]]:
    """The mean setting of each generation, and its score on the decks of that generation."""
    rng = Random(seed)
    mean, spread = np.array([START[name] for name in worth.WEIGHTS], np.float64).T
    cards = [value for value in range(10) for _ in range(2)]
    for _ in range(generations):
        dealt = shuffled(cards, decks, rng)
        drawn = [mean, *(mean + spread * _normal(len(mean), rng) for _ in range(settings))]
        scores = [mean_score(each, dealt) for each in drawn]
        yield mean, scores[0]
        best = np.array([drawn[at] for at in np.argsort(scores, kind="stable")[::-1][:parents]])
        mean = (1 - STEP) * mean + STEP * best.mean(axis=0)
        spread = np.maximum((1 - STEP) * spread + STEP * best.std(axis=0), LEAST_SPREAD)
    yield mean, mean_score(mean, dealt)


def _normal(count: int, rng: Random) -> Floats:
    """Nearly normal, from uniform numbers alone."""
    return np.array([sum(rng.random() for _ in range(12)) - 6 for _ in range(count)], np.float64)


def main() -> None:
    *_, (setting, _) = tune(SEED, GENERATIONS, SETTINGS, PARENTS, DECKS)
    found = {name: round(float(weight), 3) for name, weight in zip(worth.WEIGHTS, setting, strict=True)}
    cards = [value for value in range(10) for _ in range(2)]
    fresh = shuffled(cards, JUDGED_ON, Random(f"{SEED}/judged"))
    mean = mean_score(np.array(list(found.values()), np.float64), fresh)
    data = {
        "found_by": "python -m tilewright.games.nmbr9.playing.weight_tuning",
        "mean_score": round(mean, 2),
        "decks": JUDGED_ON,
        "weights": found,
    }
    print(json.dumps(data, indent=2))


if __name__ == "__main__":
    main()
