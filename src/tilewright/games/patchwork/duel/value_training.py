"""Learning the value by self-play: `tilewright quilts train`.

A round plays games with the value learned so far, each move the best of a few good ones or, sometimes, any of
them; then the network learns from the positions of the last rounds who won, and by how much. The same seed
gives the same games and the same batches.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.games.patchwork.duel import self_play_kernel as training_kernel
from tilewright.games.patchwork.duel.kernel_tables import tables
from tilewright.games.patchwork.duel.learned_value import DIGITS, Net
from tilewright.games.patchwork.duel.learned_value_kernel import FEATURES
from tilewright.games.patchwork.state import deal

__all__ = ["Progress", "train"]

Array = NDArray[np.float64]

HIDDEN = 32
ROUNDS = 12
REMEMBERED = 4
"""Rounds whose positions are learned from."""
EACH = 6
"""Placements of a patch that a player looks at."""
RANDOM_SHARE = 0.08
KEPT_SHARE = 0.25
"""Of the positions: those of one game are much alike."""
MOST_KEPT = 20
EPOCHS = 3
BATCH = 256
STEP = 2e-3
DECAY = 1e-5
TRUST = 0.9
"""How much of what comes later counts, at each move back, beside what the value says."""


@dataclass(frozen=True, slots=True)
class Progress:
    """After a round."""

    round: int
    positions: int
    loss: float
    """Cross entropy on the positions of the round, before it learned from them."""
    step_wins: float
    """The share of games that the net wins against the one before, on the same deals with seats swapped."""

    def __str__(self) -> str:
        return (
            f"round {self.round}: {self.positions} positions, loss {self.loss:.4f}, "
            f"beats the one before in {self.step_wins:.1%} of games"
        )


def train(games: int, seed: int, report: Callable[[Progress], None] = lambda progress: None) -> Net:
    """Weights learned from about so many games."""
    rng = np.random.default_rng(seed)
    learner = _Learner(rng)
    each = max(1, games // ROUNDS)
    memory: list[tuple[Array, Array]] = []
    for number in range(ROUNDS):
        net = learner.net()
        made = _play(net, each, seed + number, 1.0 if number == 0 else RANDOM_SHARE)
        loss = learner.loss(*made)
        memory = [*memory, made][-REMEMBERED:]
        features, goals = (np.concatenate(parts) for parts in zip(*memory, strict=True))
        for _ in range(EPOCHS):
            order = rng.permutation(len(goals))
            step = STEP * (1 - number / ROUNDS)
            for begin in range(0, len(goals), BATCH):
                rows = order[begin : begin + BATCH]
                learner.learn(features[rows], goals[rows], step)
        report(Progress(number + 1, len(made[1]), loss, _share_won(learner.net(), net, min(each, 200))))
    return learner.net()


def _circles(games: int, name: str) -> NDArray[np.int64]:
    rng = random.Random(name)
    return np.array([deal(rng.randrange(2**31)) for _ in range(games)], np.int64)


def _play(net: Net, games: int, seed: int, random_share: float) -> tuple[Array, Array]:
    """Positions of new games, and the goals for them."""
    room = games * MOST_KEPT
    features, goals = np.zeros((room, FEATURES), np.float32), np.zeros(room)
    circles = _circles(games, f"train {seed}")
    trust = 1.0 if random_share == 1.0 else TRUST
    kept = training_kernel.play_games(
        tables(), net, circles, EACH, random_share, KEPT_SHARE, trust, seed, features, goals
    )
    return features[:kept].astype(np.float64), goals[:kept]


def _share_won(net: Net, before: Net, circles: int) -> float:
    won = np.zeros(2, np.int64)
    training_kernel.play_match(tables(), net, before, _circles(circles, "match"), EACH, won)
    return float(won[0] / won.sum())


class _Learner:
    """The weights, and Adam's moments of their gradients."""

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

    def loss(self, x: Array, goals: Array) -> float:
        _, chance = self._forward(x)
        chance = np.clip(chance, 1e-9, 1 - 1e-9)
        return float(-np.mean(goals * np.log(chance) + (1 - goals) * np.log(1 - chance)))

    def learn(self, x: Array, goals: Array, step: float) -> None:
        """One step of Adam on the cross entropy."""
        hidden, chance = self._forward(x)
        error = (chance - goals) / len(goals)
        back = np.outer(error, self.weights[1]) * (hidden > 0)
        gradients = [x.T @ back, hidden.T @ error, x.T @ error]
        self.steps += 1
        for weight, gradient, first, second in zip(
            self.weights, gradients, self.first, self.second, strict=True
        ):
            gradient = gradient + DECAY * weight
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            fixed = first / (1 - 0.9**self.steps), second / (1 - 0.999**self.steps)
            weight -= step * fixed[0] / (np.sqrt(fixed[1]) + 1e-8)
