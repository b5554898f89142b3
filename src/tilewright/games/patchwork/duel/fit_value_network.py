"""The gradient descent that fits the network of the learned value to targets."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.games.patchwork.duel import features_kernel
from tilewright.games.patchwork.duel.features_kernel import NO_PATCH, NUMBERS, PATCH_KINDS, PATCHES_AHEAD
from tilewright.games.patchwork.duel.kernel_tables import game_tables
from tilewright.games.patchwork.duel.learned_value_network_and_weights import DIGITS, Net
from tilewright.games.patchwork.duel.patch_set_and_edition import STANDARD

__all__ = ["Samples", "Trainer", "Weights", "join", "samples_of"]

Array = NDArray[np.float32]

MINI_BATCH = 512
WEIGHT_DECAY = 1e-5
"""The weight decay: each gradient is increased by this factor times the weight."""
ATTRIBUTES = 4
"""The number of attributes of a patch: cost, time, income and area."""


class Samples(NamedTuple):
    """Positions to learn from; each row of the arrays belongs to one position."""

    numbers: NDArray[np.float16]
    patches: NDArray[np.int8]
    targets: Array
    """The win chance, from 0 to 1, that the network should predict for the player to move."""


def samples_of(states: NDArray[np.int64], targets: NDArray[np.float64]) -> Samples:
    """Return samples with the features of the positions; the targets are for the player to move."""
    numbers = np.zeros((len(states), NUMBERS), np.float32)
    patches = np.zeros((len(states), PATCHES_AHEAD), np.int64)
    features_kernel.write_features(game_tables(STANDARD), states, numbers, patches)
    return Samples(numbers.astype(np.float16), patches.astype(np.int8), targets.astype(np.float32))


def join(samples: list[Samples]) -> Samples:
    """Return the samples of all elements of a list, concatenated."""
    return Samples(*(np.concatenate(parts) for parts in zip(*samples, strict=True)))


class Weights(NamedTuple):
    """The weights that are trained; the network adds up a patch's own weights and those of its attributes.

    The weights of the attributes are shared by all patches, so they can be learned from fewer positions than
    the patches' own weights.
    """

    numbers: Array
    """The weight of each *number* (see ``features_kernel.py``) for each hidden unit."""
    places: Array
    """The weight of each patch in each place for each hidden unit.

    Each row belongs to one pair of a place and a patch. The place of a patch is its index among the next
    patches of the circle.
    """
    attributes: Array
    """The weight of each attribute of a patch in each place for each hidden unit."""
    outer: Array
    """The weight of each hidden unit in the output."""


class Trainer:
    """The weights of the network, and the moments of the gradients for the optimiser Adam."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._first = [np.zeros_like(weight) for weight in weights]
        self._second = [np.zeros_like(weight) for weight in weights]
        self._steps = 0
        tables = game_tables(STANDARD)
        columns = (tables.cost / 10, tables.time / 6, tables.income / 3, tables.area / 8)
        self._attributes = np.stack(columns, 1).astype(np.float32)
        self._attributes[NO_PATCH] = 0
        self._identity = np.eye(PATCH_KINDS, dtype=np.float32)

    @classmethod
    def random(cls, hidden: int, seed: int) -> Trainer:
        """Return a trainer with random weights."""
        rng = np.random.default_rng(seed)
        weights = Weights(
            rng.normal(0, 0.12, (NUMBERS, hidden)).astype(np.float32),
            rng.normal(0, 0.02, (PATCHES_AHEAD * PATCH_KINDS, hidden)).astype(np.float32),
            rng.normal(0, 0.1, (PATCHES_AHEAD, ATTRIBUTES, hidden)).astype(np.float32),
            rng.normal(0, 0.15, hidden).astype(np.float32),
        )
        for weight in weights[:3]:
            weight[..., 0] = 0
        weights.outer[0] = 1
        return cls(weights)

    @classmethod
    def of_net(cls, net: Net) -> Trainer:
        """Return a trainer that continues with the weights of a network."""
        hidden = len(net.outer)
        attributes = np.zeros((PATCHES_AHEAD, ATTRIBUTES, hidden), np.float32)
        return cls(
            Weights(net.inner[:NUMBERS].copy(), net.inner[NUMBERS:].copy(), attributes, net.outer.copy())
        )

    def net(self) -> Net:
        """Return the network, with rounded weights."""
        inner = np.concatenate([self.weights.numbers, self._patch_rows()])
        return Net(*(np.round(each, DIGITS).astype(np.float32) for each in (inner, self.weights.outer)))

    def learn(self, samples: Samples, epochs: int, rates: tuple[float, float], seed: tuple[int, ...]) -> None:
        """Train for `epochs` epochs; the learning rate falls from the first of the `rates` to the second."""
        rng = np.random.default_rng(seed)
        count = len(samples.targets)
        batches = [
            rows
            for _ in range(epochs)
            for rows in np.split(rng.permutation(count), range(MINI_BATCH, count, MINI_BATCH))
        ]
        for index, rows in enumerate(batches):
            rate = rates[0] + (rates[1] - rates[0]) * index / len(batches)
            batch = Samples(samples.numbers[rows], samples.patches[rows], samples.targets[rows])
            self._step(batch, rate)

    def predict(self, samples: Samples) -> Array:
        """For each sample, return the predicted win chance of the player to move."""
        rows = self._patch_rows()
        parts = np.split(np.arange(len(samples.targets)), range(8192, len(samples.targets), 8192))
        return np.concatenate(
            [self._forward(samples.numbers[part], samples.patches[part], rows)[-1] for part in parts]
        )

    def _patch_rows(self) -> Array:
        """Return, for each place and patch, the patch's own weights plus those of its attributes.

        The places are the positions in the circle, counted from the marker.
        """
        shared = np.einsum("pa,kah->kph", self._attributes, self.weights.attributes)
        rows: Array = self.weights.places + shared.reshape(self.weights.places.shape)
        return rows

    def _forward(
        self, numbers: NDArray[np.float16], patches: NDArray[np.int8], rows: Array
    ) -> tuple[Array, Array, Array, Array, Array]:
        scaled = numbers.astype(np.float32)
        one_hot = self._identity[patches].reshape(len(patches), -1)
        sums = scaled @ self.weights.numbers + one_hot @ rows
        hidden = np.maximum(sums, 0)
        hidden[:, 0] = sums[:, 0]
        log_odds: Array = hidden @ self.weights.outer
        chance = np.asarray(1 / (1 + np.exp(-log_odds)), np.float32)
        return scaled, one_hot, sums, hidden, chance

    def _step(self, batch: Samples, rate: float) -> None:
        """Do one step of Adam to reduce the cross entropy on a mini-batch."""
        scaled, one_hot, sums, hidden, chance = self._forward(batch.numbers, batch.patches, self._patch_rows())
        error = (chance - batch.targets) / np.float32(len(batch.targets))
        back = np.outer(error, self.weights.outer)
        back[:, 1:] *= sums[:, 1:] > 0
        places = one_hot.T @ back
        by_place = places.reshape(PATCHES_AHEAD, PATCH_KINDS, -1)
        gradients = Weights(
            scaled.T @ back,
            places,
            np.einsum("pa,kph->kah", self._attributes, by_place),
            hidden.T @ error,
        )
        gradients.outer[0] = 0
        self._steps += 1
        first_scale, second_scale = 1 - 0.9**self._steps, 1 - 0.999**self._steps
        for weight, gradient, first, second in zip(
            self.weights, gradients, self._first, self._second, strict=True
        ):
            gradient += np.float32(WEIGHT_DECAY) * weight
            first += np.float32(0.1) * (gradient - first)
            second += np.float32(0.001) * (gradient**2 - second)
            weight -= np.float32(rate) * (first / first_scale) / (np.sqrt(second / second_scale) + 1e-8)
