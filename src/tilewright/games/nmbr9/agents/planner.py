"""The agent `planner`: simulates the best placements on random orders of the remaining cards.

The agent does not know the deck. The placements with the best evaluations are candidates. For each candidate,
the same random orders are played to the end by a narrow beam search (`beam_playouts_kernel`). The simulations
run in rounds. After each round the worse half of the candidates is dropped, so the better candidates are
compared on more orders. Because the result of a few simulations is unreliable, the evaluation of a candidate is
counted like the result of additional simulations.

An iteration is one simulated game: one candidate on one order of the cards.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tilewright.games.nmbr9.agents.greedy import GreedyPlayer
from tilewright.games.nmbr9.playing import beam_playouts_kernel, learned_value_kernel
from tilewright.games.nmbr9.playing.beam_kernel import empty_beam
from tilewright.games.nmbr9.playing.state_to_kernel_arrays import KernelState
from tilewright.games.nmbr9.playing.value_learning import table
from tilewright.games.nmbr9.playing.weight_tuning import shuffled
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.games.nmbr9.state import Nmbr9Move, Nmbr9State
from tilewright.play import NO_BUDGET, Budget, Valued

__all__ = ["PlannerPlayer", "make"]

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

DEFAULT = Budget(iterations=350)
CANDIDATES = 8
"""The maximum number of placements that are simulated. The best placement rarely has a low evaluation, and with
fewer candidates, each of them is simulated on more orders."""
EVALUATION_WEIGHT = 20
"""The weight of a candidate's evaluation, as a number of simulations."""
WIDTH = 3
"""The number of stacks that a simulated game keeps after each card."""
PORTION = 100
"""The number of simulations of a candidate after which the player checks whether it was stopped."""


def make(budget: Budget) -> PlannerPlayer:
    player = PlannerPlayer(DEFAULT if budget == NO_BUDGET else budget)
    # Compile the kernels now, so that the first move does not wait for the compilation.
    small = Nmbr9State(Nmbr9Instance("U", 9, 1, 3), drawn=1)
    PlannerPlayer(Budget(iterations=1)).values(small, random.Random(0))
    return player


class PlannerPlayer:
    """A player that begins new simulations for each move; it keeps no results between moves."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self.stopped = threading.Event()
        """If this event is set, the simulations end early; the caller may replace the event between moves."""

    def choose(self, state: Nmbr9State, rng: random.Random) -> Nmbr9Move:
        kernel_state = KernelState.of(state)
        if kernel_state is None:
            return GreedyPlayer().choose(state, rng)
        candidates = _candidates(state, kernel_state)
        if len(candidates.moves) == 1:
            return candidates.moves[0]
        best: Nmbr9Move = self._simulate(state, kernel_state, candidates, rng)[0].move
        return best

    def values(self, state: Nmbr9State, rng: random.Random) -> list[Valued]:
        """Return the candidates with their expected final scores, best first."""
        kernel_state = KernelState.of(state)
        if kernel_state is None:
            return GreedyPlayer().values(state, rng)
        return self._simulate(state, kernel_state, _candidates(state, kernel_state), rng)

    def _simulate(
        self, state: Nmbr9State, kernel_state: KernelState, candidates: _Candidates, rng: random.Random
    ) -> list[Valued]:
        simulations = _Simulations(state, kernel_state, candidates, rng)
        remaining = list(range(len(candidates.moves)))
        rounds = max(1, (len(remaining) - 1).bit_length())
        begin = time.perf_counter()
        for number in range(1, rounds + 1):
            if number > 1 and self.stopped.is_set():
                break
            if self._budget.iterations is not None:
                self._run_counted(simulations, remaining, self._budget.iterations // (rounds * len(remaining)))
            else:
                share = (self._budget.seconds or 0.0) * number / rounds
                simulations.run(remaining, 1)
                while time.perf_counter() - begin < share and not self.stopped.is_set():
                    simulations.run(remaining, 1)
            remaining = simulations.better_half(remaining)
        return simulations.values(remaining[0])

    def _run_counted(self, simulations: _Simulations, candidates: Sequence[int], count: int) -> None:
        """Run `count` simulations of each candidate, or fewer if the player is stopped, but at least one."""
        for done in range(0, max(1, count), PORTION):
            simulations.run(candidates, min(PORTION, max(1, count) - done))
            if self.stopped.is_set():
                return


@dataclass(frozen=True, slots=True, eq=False)
class _Candidates:
    """The placements with the best evaluations, best first."""

    moves: tuple[Nmbr9Move, ...]
    evaluations: Floats


def _candidates(state: Nmbr9State, kernel_state: KernelState) -> _Candidates:
    left = state.instance.cards - len(state.placed) - 1
    ranked: list[tuple[float, Nmbr9Move]] = []
    for card in state.cards:
        positions = kernel_state.positions(card)
        if not state.placed and state.instance.grid is None:
            positions = positions[:1]  # All rotations of the first part are equivalent.
        evaluations = np.zeros(len(positions), np.float64)
        learned_value_kernel.evaluate(kernel_state.stack, table(), left, card, positions, evaluations)
        ranked += (
            (-float(evaluation), kernel_state.move_of(card, position))
            for evaluation, position in zip(evaluations, positions, strict=True)
        )
    ranked.sort()
    best = ranked[:CANDIDATES]
    return _Candidates(tuple(move for _, move in best), np.array([-value for value, _ in best], np.float64))


class _Simulations:
    """Simulated games, each of which begins with a candidate placement, and their scores."""

    def __init__(
        self, state: Nmbr9State, kernel_state: KernelState, candidates: _Candidates, rng: random.Random
    ) -> None:
        self._state = state
        self._rules = kernel_state.rules
        self._moves = candidates.moves
        self._evaluations = EVALUATION_WEIGHT * candidates.evaluations
        self._rng = rng
        levels, types = kernel_state.rules.levels, kernel_state.rules.types
        self._beams = [empty_beam(WIDTH, levels, types) for _ in range(2)]
        self._stacks = [kernel_state.after(move) for move in candidates.moves]
        self._scores: list[list[int]] = [[] for _ in candidates.moves]

    def run(self, candidates: Sequence[int], count: int) -> None:
        """Simulate each of the candidates on the same `count` random orders of the remaining cards."""
        following = self._state.instance.cards - len(self._state.placed) - 1
        orders = shuffled(sorted(self._state.left.elements()), count, self._rng)
        for index in candidates:
            decks = np.ascontiguousarray(_without(orders, self._moves[index].value)[:, :following])
            scores = np.zeros(count, np.int64)
            beam_playouts_kernel.play_decks(
                self._stacks[index], *self._beams, self._rules, table(), decks, scores
            )
            self._scores[index] += scores.tolist()

    def better_half(self, candidates: Sequence[int]) -> list[int]:
        """Return the better half of the given candidates, which were all simulated on the same orders."""
        ranked = sorted(candidates, key=lambda index: -self._evaluations[index] - sum(self._scores[index]))
        return ranked[: (len(ranked) + 1) // 2]

    def values(self, winner: int) -> list[Valued]:
        """Return all candidates with their expected final scores; `winner`, the best candidate, comes first.

        Each candidate is compared with the winner on the orders on which both were simulated.
        """
        own = self._scores[winner]
        best = sum(own) / len(own)
        result = []
        for index, scores in enumerate(self._scores):
            lead = self._evaluations[winner] + sum(own[: len(scores)]) - self._evaluations[index] - sum(scores)
            value = float(best - lead / (EVALUATION_WEIGHT + len(scores)))
            result.append(Valued(self._moves[index], value))
        # The winner comes first even if other candidates have the same value.
        return sorted(result, key=lambda each: (-each.value, each.move != self._moves[winner]))


def _without(orders: Ints, value: int) -> Ints:
    """Return the orders, each without its first card of the given value.

    Every order contains a card of that value.
    """
    keep = np.ones(orders.shape, np.bool_)
    keep[np.arange(len(orders)), (orders == value).argmax(axis=1)] = False
    return orders[keep].reshape(len(orders), -1)
