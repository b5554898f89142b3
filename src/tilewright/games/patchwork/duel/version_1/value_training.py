"""Train the value network of version 1 by self-play: `tilewright quilts train-v1`.

Each round plays games with the value learned so far: each move is the best of a few candidates or, sometimes, a
random candidate. Then the network is trained on positions of the last rounds, with targets that combine the
winner, the margin and the network's own values. The same seed gives the same games and the same mini-batches.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.games.patchwork.duel.kernel_tables import game_tables
from tilewright.games.patchwork.duel.variant import STANDARD
from tilewright.games.patchwork.duel.version_1 import self_play_kernel
from tilewright.games.patchwork.duel.version_1.learned_value import DIGITS, Net
from tilewright.games.patchwork.duel.version_1.learned_value_kernel import FEATURES
from tilewright.games.patchwork.state import random_circle

__all__ = ["RoundReport", "train"]

Array = NDArray[np.float64]

HIDDEN = 32
ROUNDS = 12
ROUNDS_KEPT = 4
"""The number of most recent rounds whose positions are used for training."""
PLACEMENTS_PER_PATCH = 6
"""The number of placements of each patch that a player considers."""
RANDOM_SHARE = 0.08
"""The share of moves that are chosen at random."""
KEPT_SHARE = 0.25
"""The share of positions that are recorded; it is small because positions of the same game are similar."""
MAX_KEPT_PER_GAME = 20
"""The largest number of recorded positions per game, on average over the games of a round."""
EPOCHS = 3
MINI_BATCH = 256
LEARNING_RATE = 2e-3
"""The learning rate of the first round; it decreases linearly from round to round."""
WEIGHT_DECAY = 1e-5
"""The weight decay: each gradient is increased by this factor times the weight."""
TARGET_TRUST = 0.9
"""The weight of the next position's target in a position's target; the network's own value has the rest."""


@dataclass(frozen=True, slots=True)
class RoundReport:
    """The result of a training round."""

    round: int
    positions: int
    loss: float
    """The cross entropy on the positions of the round, before training on them."""
    share_won: float
    """The share of games won against the previous network, on the same deals with sides swapped."""

    def __str__(self) -> str:
        return (
            f"round {self.round}: {self.positions} positions, loss {self.loss:.4f}, "
            f"wins {self.share_won:.1%} of games against the previous network"
        )


def train(games: int, seed: int, report_progress: Callable[[RoundReport], None] = lambda report: None) -> Net:
    """Return a network that is trained on about `games` games of self-play."""
    rng = np.random.default_rng(seed)
    trainer = _Trainer(rng)
    games_per_round = max(1, games // ROUNDS)
    recent: list[tuple[Array, Array]] = []
    for number in range(ROUNDS):
        net = trainer.net()
        samples = _play(net, games_per_round, seed + number, 1.0 if number == 0 else RANDOM_SHARE)
        loss = trainer.loss(*samples)
        recent = [*recent, samples][-ROUNDS_KEPT:]
        features, targets = (np.concatenate(parts) for parts in zip(*recent, strict=True))
        for _ in range(EPOCHS):
            order = rng.permutation(len(targets))
            learning_rate = LEARNING_RATE * (1 - number / ROUNDS)
            for begin in range(0, len(targets), MINI_BATCH):
                rows = order[begin : begin + MINI_BATCH]
                trainer.learn(features[rows], targets[rows], learning_rate)
        share_won = _share_won(trainer.net(), net, min(games_per_round, 200))
        report_progress(RoundReport(number + 1, len(samples[1]), loss, share_won))
    return trainer.net()


def _circles(games: int, name: str) -> NDArray[np.int64]:
    rng = random.Random(name)
    return np.array([random_circle(rng.randrange(2**31)) for _ in range(games)], np.int64)


def _play(net: Net, games: int, seed: int, random_share: float) -> tuple[Array, Array]:
    """Play games; return the features and the targets of the recorded positions."""
    capacity = games * MAX_KEPT_PER_GAME
    features, targets = np.zeros((capacity, FEATURES), np.float32), np.zeros(capacity)
    circles = _circles(games, f"train {seed}")
    trust = 1.0 if random_share == 1.0 else TARGET_TRUST
    count = self_play_kernel.play_games(
        game_tables(STANDARD),
        net,
        circles,
        PLACEMENTS_PER_PATCH,
        random_share,
        KEPT_SHARE,
        trust,
        seed,
        features,
        targets,
    )
    return features[:count].astype(np.float64), targets[:count]


def _share_won(net: Net, previous: Net, circles: int) -> float:
    """Return the share of games that a network wins against the previous one."""
    wins = np.zeros(2, np.int64)
    self_play_kernel.play_match(
        game_tables(STANDARD), net, previous, _circles(circles, "match"), PLACEMENTS_PER_PATCH, wins
    )
    return float(wins[0] / wins.sum())


class _Trainer:
    """The weights of the network, and the moments of the gradients for the optimiser Adam."""

    def __init__(self, rng: np.random.Generator) -> None:
        scale = np.sqrt(2 / FEATURES)
        self.weights: list[Array] = [
            rng.normal(0, scale, (FEATURES, HIDDEN)),
            rng.normal(0, 0.1, HIDDEN),
            np.zeros(FEATURES),
        ]
        self.first = [np.zeros_like(weight) for weight in self.weights]
        self.second = [np.zeros_like(weight) for weight in self.weights]
        self.steps = 0

    def net(self) -> Net:
        return Net(*(np.round(weight, DIGITS).astype(np.float32) for weight in self.weights))

    def _forward(self, x: Array) -> tuple[Array, Array]:
        inner, outer, direct = self.weights
        hidden = np.maximum(x @ inner, 0)
        return hidden, 1 / (1 + np.exp(-(hidden @ outer + x @ direct)))

    def loss(self, x: Array, targets: Array) -> float:
        """Return the cross entropy of the network's winning chances and the targets."""
        _, chance = self._forward(x)
        chance = np.clip(chance, 1e-9, 1 - 1e-9)
        return float(-np.mean(targets * np.log(chance) + (1 - targets) * np.log(1 - chance)))

    def learn(self, x: Array, targets: Array, learning_rate: float) -> None:
        """Do one step of Adam to reduce the cross entropy on a mini-batch."""
        hidden, chance = self._forward(x)
        error = (chance - targets) / len(targets)
        back = np.outer(error, self.weights[1]) * (hidden > 0)
        gradients = [x.T @ back, hidden.T @ error, x.T @ error]
        self.steps += 1
        for weight, gradient, first, second in zip(
            self.weights, gradients, self.first, self.second, strict=True
        ):
            gradient = gradient + WEIGHT_DECAY * weight
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            unbiased = first / (1 - 0.9**self.steps), second / (1 - 0.999**self.steps)
            weight -= learning_rate * unbiased[0] / (np.sqrt(unbiased[1]) + 1e-8)
