"""Games that the tree search plays against itself, recorded for training and for calibration.

Most moves are the best moves of the search; the others are drawn at random, so that the positions vary. Each
position of a game is recorded with its value in the search and with the result of the game. If the endgame
solver solves a position, the best move and the value are those of the solver, not of the search. Some positions
inside the search trees are recorded as well, with their values in the search.
"""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.files import report_write_errors, write_atomically
from tilewright.games.patchwork.duel import state_kernel as kernel
from tilewright.games.patchwork.duel.kernel_tables import game_tables
from tilewright.games.patchwork.duel.learned_value_kernel import MARGIN_SCALE, MARGIN_SHARE
from tilewright.games.patchwork.duel.patch_set_and_edition import STANDARD
from tilewright.games.patchwork.duel.rules import LAST_SPACE
from tilewright.games.patchwork.duel.search import endgame_kernel, puct_kernel
from tilewright.games.patchwork.duel.search.puct_kernel import Settings
from tilewright.games.patchwork.duel.search.search_tree import Method
from tilewright.games.patchwork.duel.search.training_positions_in_search_tree_kernel import collect_positions
from tilewright.games.patchwork.state import random_circle

__all__ = [
    "QUIET_RECIPE",
    "TRAINING_RECIPE",
    "GameRecorder",
    "Recipe",
    "Recording",
    "read_recording",
    "write_recording",
]

MAX_COLLECTED = 64
"""At most this many positions of a search tree are collected; a random sample of them is recorded."""
NODES_PER_ITERATION = 20
ENDGAME_STEPS = 24
"""The endgame solver is tried if both players together have at most this many steps left."""


DIGEST = "sha256"
"""The key of the digest in the file of a recording."""


class Recipe(NamedTuple):
    """How the recorded games are played."""

    iterations: int
    """The number of iterations that a search adds to the subtree that remains from the previous search."""
    random_share: float
    """The share of moves that are drawn at random, with equal probabilities.

    They are drawn from the candidate moves of the search or, in a solved position, from all legal moves.
    """
    sampled_share: float
    """The share of moves that are drawn at random, with probabilities proportional to their visits."""
    sampled_plies: int
    """The number of moves at the beginning of a game that are all drawn at random.

    A share of `random_share` is drawn with equal probabilities, the others with probabilities proportional to
    their visits.
    """
    tree_samples: int
    """The maximum number of positions that are recorded from each search tree."""
    least_visits: int = 20
    """A position of a search tree can be recorded only if it has at least this many visits."""
    endgame_positions: int = 2000
    """The maximum number of positions that the endgame solver searches before it gives up."""


TRAINING_RECIPE = Recipe(iterations=160, random_share=0.05, sampled_share=0.1, sampled_plies=6, tree_samples=6)
"""Games in which some moves are random, so that the network sees many kinds of positions."""

QUIET_RECIPE = TRAINING_RECIPE._replace(random_share=0.0, sampled_share=0.0, tree_samples=0)
"""Games in which only the first few moves are random; used for calibration."""


class Recording(NamedTuple):
    """Recorded positions, in the order of the games.

    The arrays have one row for each position or, if their descriptions say so, for each game.
    """

    states: NDArray[np.int64]
    """The positions as state arrays, without the circle."""
    circles: NDArray[np.int8]
    """For each game: the circle."""
    game: NDArray[np.int32]
    """The index of the game that the position belongs to."""
    ply: NDArray[np.int16]
    """The number of moves before the position, or -1 for a position inside a search tree."""
    mean: NDArray[np.float32]
    """The mean value of the visits to the position, for player 0; in a solved position, the solver's value."""
    best: NDArray[np.float32]
    """The value of the most visited move, for player 0.

    In a solved position and in a position inside a search tree, it is equal to `mean`.
    """
    explored: NDArray[np.bool_]
    """Whether a move other than the best one was played; in a solved position, whether the move was random."""
    solved: NDArray[np.bool_]
    """Whether the endgame solver found the value."""
    margin: NDArray[np.int16]
    """For each game: player 0's final score minus player 1's."""
    winner: NDArray[np.int8]
    """For each game: the winner."""

    def whole_states(self) -> NDArray[np.int64]:
        """Return the positions as state arrays with the circle."""
        return np.concatenate([self.states, self.circles[self.game].astype(np.int64)], 1)

    def results(self) -> NDArray[np.float64]:
        """Return, for each game, the training target of the final position for player 0."""
        chances = 1 / (1 + np.exp(-self.margin / MARGIN_SCALE))
        results: NDArray[np.float64] = MARGIN_SHARE * chances + (1 - MARGIN_SHARE) * (self.winner == 0)
        return results


def write_recording(path: Path, recording: Recording) -> None:
    """Write a recording atomically to a file, with the digest of its arrays."""
    stream = io.BytesIO()
    arrays: dict[str, Any] = {**recording._asdict(), DIGEST: np.array(_digest(recording))}
    np.savez_compressed(stream, **arrays)
    with report_write_errors(path):
        write_atomically(path, stream.getvalue())


def read_recording(path: Path) -> Recording | None:
    """Return the recording in a file; None if the file is missing or damaged."""
    try:
        # The file is read here, because NumPy does not close a damaged file that it has opened itself.
        with np.load(io.BytesIO(path.read_bytes())) as data:
            recording = Recording(**{name: data[name] for name in Recording._fields})
            # Files of earlier versions have no digest.
            expected = str(data[DIGEST]) if DIGEST in data else _digest(recording)
    except Exception:
        # A damaged archive can raise many kinds of errors, depending on which part is damaged.
        return None
    return recording if expected == _digest(recording) else None


def _digest(recording: Recording) -> str:
    digest = hashlib.sha256()
    for name, array in recording._asdict().items():
        digest.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


class GameRecorder:
    """Plays games by tree search and records their positions."""

    def __init__(self, method: Method, settings: Settings, recipe: Recipe) -> None:
        self._method, self._settings, self._recipe = method, settings, recipe
        self._buffers = method.new_buffers()
        capacity = 4 * NODES_PER_ITERATION * recipe.iterations + 1000
        self._tree, self._spare = puct_kernel.new_tree(capacity), puct_kernel.new_tree(capacity)
        self._endgame_buffers = endgame_kernel.new_endgame_buffers()
        self._best = np.zeros(1, np.int64)
        self._collected = np.zeros((MAX_COLLECTED, kernel.STATE_SIZE), np.int64)
        self._values = np.zeros(MAX_COLLECTED)

    def record(self, games: int, name: str) -> Recording:
        """Play games and return their recording; the name determines all random choices."""
        rng = np.random.default_rng(list(name.encode()))
        rows: list[tuple[Any, ...]] = []
        circles, margins, winners = [], [], []
        for game in range(games):
            circles.append(np.array(random_circle(int(rng.integers(2**31))), np.int64))
            final = self._play(game, circles[-1], rng, rows)
            margins.append(kernel.score(final, 0) - kernel.score(final, 1))
            winners.append(kernel.winner(final))
        states, game_of, ply, mean, best, explored, solved = zip(*rows, strict=True)
        return Recording(
            np.array(states, np.int64),
            np.array(circles, np.int8),
            np.array(game_of, np.int32),
            np.array(ply, np.int16),
            np.array(mean, np.float32),
            np.array(best, np.float32),
            np.array(explored, np.bool_),
            np.array(solved, np.bool_),
            np.array(margins, np.int16),
            np.array(winners, np.int8),
        )

    def _play(self, game: int, circle: Any, rng: np.random.Generator, rows: list[tuple[Any, ...]]) -> Any:
        """Play one game, append its rows, and return the final position."""
        lookup = game_tables(STANDARD)
        state = np.zeros(kernel.STATE_SIZE, np.int64)
        kernel.start(circle, state)
        puct_kernel.clear(self._tree)
        ply = 0
        while not kernel.is_over(state):
            solved = self._solve(state)
            if solved is None:
                tree = self._tree
                self._method.grow(
                    lookup,
                    self._method.net,
                    tree,
                    state,
                    self._settings,
                    self._recipe.iterations,
                    self._buffers,
                )
                first, count = int(tree.first_child[0]), int(tree.child_count[0])
                visits = tree.visits[first : first + count].astype(float)
                most = int(np.argmax(visits))
                mean = tree.total[0] / tree.visits[0]
                best = (tree.total[first + most] + tree.initial_value[first + most]) / (visits[most] + 1)
                chosen = self._draw(visits, most, ply, rng)
                self._add_tree_samples(game, first + chosen, state, rng, rows)
                action = int(tree.action[first + chosen])
                explored = chosen != most
            else:
                mean = best = solved
                action, explored = int(self._best[0]), False
                if rng.random() < self._recipe.random_share:
                    actions = np.zeros(kernel.ACTIONS, np.int64)
                    action = int(actions[rng.integers(kernel.list_actions(lookup, state, actions))])
                    explored = True
            rows.append((state[: kernel.CIRCLE].copy(), game, ply, mean, best, explored, solved is not None))
            kernel.play(lookup, state, action)
            if solved is None:
                puct_kernel.copy_subtree(self._tree, first + chosen, self._spare)
                self._tree, self._spare = self._spare, self._tree
            else:
                puct_kernel.clear(self._tree)
            ply += 1
        return state

    def _draw(self, visits: NDArray[np.float64], most: int, ply: int, rng: np.random.Generator) -> int:
        """Return the index of the move to play: a random one, or `most`, the index of the most visited move."""
        chance = rng.random()
        if chance < self._recipe.random_share:
            return int(rng.integers(len(visits)))
        if ply < self._recipe.sampled_plies or chance < self._recipe.random_share + self._recipe.sampled_share:
            return int(np.searchsorted(np.cumsum(visits), rng.random() * visits.sum(), side="right"))
        return most

    def _add_tree_samples(
        self, game: int, chosen: int, state: Any, rng: np.random.Generator, rows: list[tuple[Any, ...]]
    ) -> None:
        count = collect_positions(
            game_tables(STANDARD),
            self._tree,
            state,
            chosen,
            self._recipe.least_visits,
            self._collected,
            self._values,
        )
        for index in rng.permutation(count)[: self._recipe.tree_samples]:
            position, value = self._collected[index], self._values[index]
            if not kernel.is_over(position):
                rows.append((position[: kernel.CIRCLE].copy(), game, -1, value, value, False, False))

    def _solve(self, state: Any) -> float | None:
        """Return the value of a position for player 0, or None if the endgame solver does not solve it.

        The best move is written to `_best`.
        """
        steps_left = 2 * LAST_SPACE - int(state[kernel.TIME]) - int(state[kernel.SIDE_SIZE + kernel.TIME])
        if steps_left > ENDGAME_STEPS:
            return None
        solved, value = endgame_kernel.solve(
            game_tables(STANDARD), self._endgame_buffers, state, self._recipe.endgame_positions, self._best
        )
        if not solved:
            return None
        chance = 1 / (1 + np.exp(-value / 2 / MARGIN_SCALE))
        return float(MARGIN_SHARE * chance + (1 - MARGIN_SHARE) * (value > 0))
