"""Learn the weights of `learned_value_kernel` by least squares from games with moves chosen by simulations.

In each state of these games, several placements of the card are tried. After each of them, games are simulated;
the random orders of the remaining cards are the same for all placements of a state. The *gain* of a placement
is the mean final score minus the score after the placement. The weighted features are fitted to the gains up to
a constant per state, because only the differences between the placements of a state decide which one is chosen.
The first round starts from the weights in `weights.json`. Each round adds a share (STEP) of the least-squares
solution for the gains that the current weights leave unexplained. The next round simulates with the new
weights.

``python -m tilewright.games.nmbr9.playing.value_learning`` prints the contents of ``learned_weights.json``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from random import Random
from typing import Any

import numpy as np

from tilewright.games.nmbr9.parts.shape_arrays import SIZES
from tilewright.games.nmbr9.playing import learned_value_kernel as kernel
from tilewright.games.nmbr9.playing import placement_value_kernel, stack_kernel, weight_tuning
from tilewright.games.nmbr9.playing.weight_tuning import CARDS, RULES, mean_score, shuffled

__all__ = ["Samples", "fitted", "sampled_game", "start", "table", "table_of"]

Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.int64]]

SEED = 1
GAMES = (240,)
"""For each round, the number of games."""
BEST = 12
"""The maximum number of placements with the best evaluations that are tried in a state."""
OTHERS = 6
"""The maximum number of other placements that are tried, so that the learned weights reject bad ones, too."""
SIMULATIONS = 16
"""The number of simulated games after each placement."""
EVALUATION_WEIGHT = 10
"""The weight of the evaluation in the choice of the move; the mean score of the simulations has the weight
SIMULATIONS."""
RIDGE = 1_000.0
"""The penalty on the squared changes of the coefficients, each multiplied by the mean square of its feature."""
STEP = 0.6
"""The share of the least-squares solution that is added to the weights; a share of 1 leads to lower scores."""
EXPONENTS = (0.5, 1.0, 2.0)
"""A weight is a sum of powers of x, each with a coefficient. These are the exponents of x.

The base x is the number of following cards, divided by `FOLLOWING` - 1.
"""
TEST_DECKS = 2_000
"""The number of decks on which the result is measured. These decks are not used for learning, but RIDGE and
STEP were chosen by the scores on the first half of them."""


@cache
def table() -> Floats:
    """Return the learned weights, indexed by the number of following cards, the level and the feature."""
    data = json.loads(resources.files(__package__).joinpath("learned_weights.json").read_text("utf-8"))
    coefficients = np.array([data["coefficients"][name] for name in kernel.FEATURES], np.float64)
    return table_of(coefficients.transpose(1, 2, 0))


def powers(following: Ints) -> Floats:
    """Return, for each number n of following cards, a row with powers of n / (`FOLLOWING` - 1).

    The exponents are those in `EXPONENTS`.
    """
    share = following / (kernel.FOLLOWING - 1)
    result: Floats = np.stack([share**exponent for exponent in EXPONENTS], axis=-1)
    return result


def table_of(coefficients: Floats) -> Floats:
    """Return the table of weights for coefficients that are indexed by level, exponent and feature."""
    result: Floats = np.einsum("fe,lek->flk", powers(np.arange(kernel.FOLLOWING)), coefficients)
    return result


def start() -> Floats:
    """Return the initial coefficients; they evaluate placements almost like `placement_value_kernel`."""
    named = dict(zip(placement_value_kernel.WEIGHTS, weight_tuning.weights().tolist(), strict=True))
    coefficients = np.zeros((kernel.LEVELS, len(EXPONENTS), len(kernel.FEATURES)))
    for level, of_level in enumerate(coefficients[:, 0]):
        for value in range(10):
            of_level[value] = level * (named["height"] + named["bulk"] * SIZES[value] + named["value"] * value)
        for name in ("open", "met", "edge", "pit", "seam", "room", "taken"):
            of_level[kernel.FEATURES.index(name)] = named[name] * (1 + named["growth"] * level)
        for name in ("alone", "box"):
            of_level[kernel.FEATURES.index(name)] = named[name]
    return coefficients


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """The placements that were tried in one or more states."""

    states: Ints
    """For each sample, the number of the state to which it belongs."""
    following: Ints
    levels: Ints
    features: Floats
    gains: Floats
    """For each sample, the mean final score minus the score after the placement."""

    @classmethod
    def joined(cls, samples: list[Samples]) -> Samples:
        """Concatenate the samples; renumber the states so that no two states have the same number."""
        firsts = np.cumsum([0, *(len(np.unique(each.states)) for each in samples)])
        return cls(
            np.concatenate([each.states + first for each, first in zip(samples, firsts, strict=False)]),
            np.concatenate([each.following for each in samples]),
            np.concatenate([each.levels for each in samples]),
            np.concatenate([each.features for each in samples]),
            np.concatenate([each.gains for each in samples]),
        )


def sampled_game(weights: Floats, deck: Ints, rng: Random) -> Samples:
    """Play a deck; return the samples of all states except those before the first and the last card."""
    stack, spare, after = (stack_kernel.empty_stack(16, False) for _ in range(3))
    stack_kernel.place(stack, RULES, deck[0], 0, 0, stack_kernel.SIDE // 2, stack_kernel.SIDE // 2)
    samples: list[Samples] = []
    everywhere = np.zeros((stack_kernel.MOST_POSITIONS, 4), np.int64)
    for index in range(1, len(deck) - 1):
        value, following = deck[index], len(deck) - 1 - index
        positions = everywhere[: stack_kernel.write_positions(stack, RULES, value, everywhere)]
        values = np.zeros(len(positions))
        kernel.evaluate(stack, weights, following, value, positions, values)
        tried = _tried(values, rng)
        orders = shuffled(deck[index + 1 :].tolist(), SIMULATIONS, rng)
        means = np.zeros(len(tried))
        for i, position in enumerate(positions[tried]):
            stack_kernel.copy_stack(stack, after)
            stack_kernel.place(after, RULES, value, *position)
            scores = np.zeros(SIMULATIONS, np.int64)
            kernel.play_decks(after, spare, RULES, weights, orders, scores)
            means[i] = scores.mean()
        levels = positions[tried, 0]
        features = np.zeros((len(tried), len(kernel.FEATURES)))
        kernel.write_features(stack, value, positions[tried], features)
        gains = means - stack.totals[1] - value * levels
        samples.append(
            Samples(np.zeros(len(tried), np.int64), np.full(len(tried), following), levels, features, gains)
        )
        best = tried[np.argmax(SIMULATIONS * means + EVALUATION_WEIGHT * values[tried])]
        stack_kernel.place(stack, RULES, value, *positions[best])
    return Samples.joined(samples)


def _tried(values: Floats, rng: Random) -> Ints:
    """Return the indexes of the best values and of some random others, with a preference for good ones."""
    order = np.argsort(-values, kind="stable")
    others = len(order) - BEST
    drawn = {BEST + int(others * rng.random() ** 2) for _ in range(OTHERS)} if others > 0 else set()
    return order[[*range(min(BEST, len(order))), *sorted(drawn)]]


def fitted(samples: Samples, coefficients: Floats, ridge: float) -> Floats:
    """Return the coefficients plus the least-squares solution for the gains that they leave unexplained."""
    levels = np.minimum(samples.levels, kernel.LEVELS - 1)
    predicted = np.einsum("nk,nk->n", samples.features, table_of(coefficients)[samples.following, levels])
    columns = np.zeros((len(levels), *coefficients.shape))
    columns[np.arange(len(levels)), levels] = (
        powers(samples.following)[:, :, np.newaxis] * samples.features[:, np.newaxis, :]
    )
    matrix = _centred(columns.reshape(len(levels), -1), samples.states)
    target = _centred((samples.gains - predicted)[:, np.newaxis], samples.states)[:, 0]
    square = matrix.T @ matrix
    scale = np.sqrt(np.diag(square) / len(levels)) + 0.001  # The constant avoids a division by 0.
    penalty = ridge * np.eye(len(square))
    change = np.linalg.solve(square / np.outer(scale, scale) + penalty, matrix.T @ target / scale) / scale
    return coefficients + change.reshape(coefficients.shape)


def _centred(columns: Floats, states: Ints) -> Floats:
    """Subtract from each column its mean over the samples of the same state."""
    _, index, counts = np.unique(states, return_inverse=True, return_counts=True)
    sums = np.zeros((len(counts), columns.shape[1]))
    np.add.at(sums, index, columns)
    centred: Floats = columns - (sums / counts[:, np.newaxis])[index]
    return centred


def text(coefficients: Floats) -> str:
    """Return the contents of ``learned_weights.json``.

    The mean score is that of games in which the evaluation alone, without simulations, chooses the placements.
    """
    decks = shuffled(CARDS, TEST_DECKS, Random(f"{SEED}/judged"))
    data = {
        "found_by": "python -m tilewright.games.nmbr9.playing.value_learning",
        "mean_score": round(mean_score(table_of(coefficients), decks, kernel.play_decks), 2),
        "decks": TEST_DECKS,
    }
    by_feature = zip(kernel.FEATURES, coefficients.transpose(2, 0, 1).tolist(), strict=True)
    lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(by_level)}" for name, by_level in by_feature)
    return json.dumps(data, indent=2)[:-2] + f',\n  "coefficients": {{\n{lines}\n  }}\n}}'


def main() -> None:
    rng = Random(SEED)
    coefficients = start()
    for games in GAMES:
        weights = table_of(coefficients)
        samples = [sampled_game(weights, deck, rng) for deck in shuffled(CARDS, games, rng)]
        change = fitted(Samples.joined(samples), coefficients, RIDGE) - coefficients
        coefficients = coefficients + STEP * change
    print(text(coefficients.round(3)))


if __name__ == "__main__":
    main()
