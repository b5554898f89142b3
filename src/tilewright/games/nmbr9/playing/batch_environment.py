"""Batches of thousands of games for reinforcement learning; compiled code plays one step of all games at once.

    games = Batch(1024, seed=1, auto_reset=True)
    buffers = games.observe()
    for _ in range(100):
        games.step(choose(games.observe(out=buffers), games.masks))

The actions, rewards and observations are those of the environment ``tilewright/Nmbr9-v1``, with the game as an
additional first dimension.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import BadInput
from tilewright.games.nmbr9.playing import batch_step_kernel as kernel
from tilewright.games.nmbr9.playing.stack_kernel import SIDE as MOST_SIDE
from tilewright.games.nmbr9.playing.stack_kernel import StackRules
from tilewright.games.nmbr9.rules import LEAST_GRID, Nmbr9Instance, Placement
from tilewright.games.nmbr9.state import Nmbr9State
from tilewright.play.batch_environment_base_class import GameBatch, read_actions, write_observation

__all__ = ["Batch"]

OBSERVED = ("numbers", "parts", "card", "left")
"""The keys of an observation."""


class Batch(GameBatch):
    """Games that are stepped together. Each step overwrites the arrays: copy the values that you need later."""

    def __init__(
        self,
        games: int,
        seed: int = 0,
        *,
        max_value: int = 9,
        copies: int = 2,
        cards: int | None = None,
        support: str = "parts",
        side: int = 24,
        levels: int = 8,
        auto_reset: bool = False,
        threads: int = 1,
    ) -> None:
        super().__init__(games, seed, threads, auto_reset)
        if not LEAST_GRID <= side <= MOST_SIDE:
            raise BadInput(f"the side of the table must be between {LEAST_GRID} and {MOST_SIDE}, not {side}")
        all_cards = (max_value + 1) * copies
        self.instance = Nmbr9Instance(
            "U", max_value, copies, all_cards if cards is None else cards, None, side, levels, support
        )
        self.actions = levels * kernel.MOST_TURNS * side * side
        """The number of different actions."""
        self._rules = StackRules(1, side, 1, side, levels, support == "types", True)
        self._games = self._allocate(games)
        self.masks: NDArray[np.int8] = self._games.masks
        """For each game and action: 1 if the action is legal, else 0."""
        self.rewards: NDArray[np.float64] = self._games.rewards
        """For each game: the points of the last action, -1 if it was illegal, 0 if the game was over before."""
        self.over = self._games.over
        self.legal: NDArray[np.bool_] = self._games.legal
        """For each game: whether the last action was legal. An illegal action does not change the game."""
        self.final_scores = np.zeros(games, np.int64)
        self.reset()

    def _allocate(self, games: int) -> kernel.Games:
        instance = self.instance
        levels, side = int(instance.levels or 0), int(instance.grid or 0)
        words, board = (games, levels, side + 2), (games, levels, side, side)
        numbers = 10 if instance.support == "types" else 1
        return kernel.Games(
            cells=np.zeros(words, np.uint64),
            across=np.zeros(words, np.uint64),
            down=np.zeros(words, np.uint64),
            spans=np.zeros((games, levels, 4), np.int64),
            same=np.zeros((games, numbers, levels, side + 2), np.uint64),
            totals=np.zeros((games, 2), np.int64),
            decks=np.zeros((games, instance.cards), np.int64),
            placed=np.zeros(games, np.int64),
            numbers=np.full(board, -1, np.int8),
            parts=np.zeros(board, np.int16),
            card=np.full((games, 1), -1, np.int8),
            left=np.zeros((games, instance.max_value + 1), np.int16),
            masks=np.zeros((games, self.actions), np.int8),
            rewards=np.zeros(games, np.float64),
            over=np.ones(games, np.bool_),
            legal=np.ones(games, np.bool_),
        )

    def __repr__(self) -> str:
        return f"Batch(games={len(self)}, over={int(self.over.sum())})"

    def deal(self, game: int, deck: tuple[int, ...]) -> None:
        """Restart one game with a given deck, which must be legal."""
        self._games.decks[game] = deck
        kernel.restart(self._games, self._rules, np.array([game]), self.instance.copies)

    def _restart(self, games: NDArray[np.intp]) -> None:
        if not len(games):
            return
        cards = np.repeat(np.arange(self.instance.max_value + 1), self.instance.copies)
        shuffled = self._rng.permuted(np.tile(cards, (len(games), 1)), axis=1)
        self._games.decks[games] = shuffled[:, : self.instance.cards]
        kernel.restart(self._games, self._rules, games, self.instance.copies)

    def _scores_of(self, games: NDArray[np.intp]) -> NDArray[np.int64]:
        scores: NDArray[np.int64] = self._games.totals[games, 1]
        return scores

    def step(self, actions: Any) -> None:
        """Play one action in each game.

        A finished game does not change and gives the reward 0. With `auto_reset`, a game that ends is restarted
        at once: `over`, `rewards` and `final_scores` describe the end of the old game, `masks` and `observe`
        the start of the new one.
        """
        chosen = read_actions(actions, len(self))
        self._run_on_slices(
            lambda actions, *games: kernel.step(kernel.Games(*games), self._rules, actions),
            chosen,
            *self._games,
        )
        self._end_step()

    def scores(self) -> NDArray[np.int64]:
        """Return, for each game, the score so far."""
        scores: NDArray[np.int64] = self._games.totals[:, 1].copy()
        return scores

    def observe(self, out: Mapping[str, NDArray[Any]] | None = None) -> dict[str, NDArray[Any]]:
        """Return the observations of all games, or write them into the arrays of `out`.

        - ``numbers``: int8 (games, levels, side, side), the number of the part on each cell, or -1 if empty
        - ``parts``: int16 (games, levels, side, side), the part on each cell: 1, 2, ... in order of play, or 0
        - ``card``: int8 (games, 1), the card to be placed now, -1 after the last card
        - ``left``: int16 (games, max_value + 1), how many copies of each number have not been placed
        """
        return write_observation({name: getattr(self._games, name) for name in OBSERVED}, out)

    def position(self, game: int) -> Nmbr9State:
        """Return the state of one game, with its whole deck, in the form that `tilewright.play` uses."""
        games = self._games
        deck = tuple(games.decks[game].tolist())
        placed = []
        for number in range(1, int(games.placed[game]) + 1):
            level, rows, columns = np.nonzero(games.parts[game] == number)
            value = deck[number - 1]
            copy = deck[: number - 1].count(value)
            cells = tuple(zip(rows.tolist(), columns.tolist(), strict=True))
            placed.append(Placement(value, copy, int(level[0]) + 1, cells))
        return Nmbr9State(replace(self.instance, variant="K", deck=deck), tuple(placed))
