"""Train the value network by self-play: `tilewright quilts train`.

Training has two stages. In the *rounds* of the first stage, the network plays many quick games without search
and learns from their results, with targets that combine the winner, the margin and the network's own values. In
the *generations* of the second stage, the tree search plays with the network, and the network learns from the
values of the search and from the results of the games. At the end, the values of the search are calibrated on
further games.

The result of each finished step is stored in a file in a folder, and a later run continues after the last
finished step. Each file contains the digest of its content; if the file of a step is damaged, the step is
repeated. The seed determines all games and all mini-batches, and therefore the weights.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Event
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.damage_detection import seal, unseal
from tilewright.errors import BadInput, OutOfResources
from tilewright.files import report_write_errors, write_atomically
from tilewright.games.patchwork.agents import mcts
from tilewright.games.patchwork.duel import self_play_kernel
from tilewright.games.patchwork.duel import state_kernel as kernel
from tilewright.games.patchwork.duel.calibration import fit_calibration
from tilewright.games.patchwork.duel.fit_value_network import Samples, Trainer, join, samples_of
from tilewright.games.patchwork.duel.kernel_tables import game_tables
from tilewright.games.patchwork.duel.learned_value_kernel import new_network_buffers
from tilewright.games.patchwork.duel.learned_value_network_and_weights import (
    Calibration,
    Net,
    net_from_json,
    net_to_json,
)
from tilewright.games.patchwork.duel.pack_arrays_for_kernels import record_of
from tilewright.games.patchwork.duel.patch_set_and_edition import STANDARD
from tilewright.games.patchwork.duel.search.first_release_settings import FIRST_SETTINGS
from tilewright.games.patchwork.duel.search.puct_kernel import Settings
from tilewright.games.patchwork.duel.self_play_recordings import (
    QUIET_RECIPE,
    TRAINING_RECIPE,
    GameRecorder,
    Recipe,
    Recording,
    read_recording,
    write_recording,
)
from tilewright.games.patchwork.state import random_circle
from tilewright.running import Executor, InProcess, ProcessPool, finished_tasks

__all__ = ["Plan", "train"]

ROUNDS_KEPT = 4
"""The number of most recent rounds whose positions are used for training."""
PLACEMENTS_PER_PATCH = 6
"""The number of placements of each patch that a player without search considers."""
RANDOM_SHARE = 0.08
"""The share of random moves in games without search; in the first round, all moves are random."""
KEPT_SHARE = 0.25
"""The share of positions that are recorded in games without search.

The share is small, because positions of the same game are similar.
"""
MAX_KEPT_PER_GAME = 14
"""The number of positions per game for which a round without search allocates memory."""
TARGET_TRUST = 0.9
"""The weight of the next position's target in a position's target; the position's own value has the remaining
weight."""
ROUND_EPOCHS = 3
ROUND_RATE = 2e-3
"""The learning rate of the first round; it falls linearly from round to round."""
GENERATION_EPOCHS = 4
GENERATION_RATES = (1e-3, 5e-5)
"""The learning rates at the beginning and at the end of the training of a generation."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The parameters of a training run."""

    seed: int
    hidden: int
    rounds: int
    games_per_round: int
    generations: int
    shards: int
    """The number of shards (files) of games in a generation."""
    games_per_shard: int
    iterations: int
    """The number of iterations of each search."""
    calibration_shards: int

    def options(self) -> list[str]:
        """Return the options of the command that carries out this plan."""
        values = {
            "--seed": self.seed,
            "--rounds": self.rounds,
            "--round-games": self.games_per_round,
            "--generations": self.generations,
            "--shards": self.shards,
            "--shard-games": self.games_per_shard,
            "--iterations": self.iterations,
            "--calibration-shards": self.calibration_shards,
            "--hidden": self.hidden,
        }
        return [f"{option} {value}" for option, value in values.items()]


class Task(NamedTuple):
    """The games of one shard."""

    path: Path
    net: Net
    settings: Settings
    recipe: Recipe
    games: int
    name: str
    """The name of the shard, which determines all random choices."""


def train(
    plan: Plan, folder: Path, processes: int = 1, report_progress: Callable[[str], None] = lambda line: None
) -> tuple[Net, Calibration]:
    """Return a trained network and the calibration of its search; save the result of each step in `folder`."""
    _claim(folder, plan)
    training = _Training(plan, folder, processes, report_progress)
    nets = [training.rounds()]
    for _ in range(plan.generations):
        nets.append(training.generation(nets))
    return nets[-1], fit_calibration(training.recordings("calibration", nets[-1], plan.calibration_shards))


def _claim(folder: Path, plan: Plan) -> None:
    """Write the plan into the folder; raise `BadInput` if the folder holds a different or a damaged plan."""
    path = folder / "plan.json"
    try:
        stored = unseal(json.loads(path.read_bytes()), asdict(plan)) if path.exists() else asdict(plan)
    except ValueError:
        raise BadInput(
            f"{path} is damaged; delete it if the other files of the folder were made with the options of this"
            " command"
        ) from None
    if stored != asdict(plan):
        raise BadInput(f"{folder}: the folder holds a training run with other options")
    with report_write_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(seal(asdict(plan))).encode())


def _stored_net(path: Path) -> Net | None:
    """Return the network in a file; None if the file is missing or damaged, so that its step is repeated."""
    try:
        return net_from_json(unseal(json.loads(path.read_bytes()), Net._fields))
    except (FileNotFoundError, ValueError):
        return None


def _store_net(path: Path, net: Net) -> None:
    with report_write_errors(path):
        write_atomically(path, json.dumps(seal(net_to_json(net))).encode())


# --- The steps of a training run ------------------------------------------------------------------------


class _Training(NamedTuple):
    """A training run: its plan, the folder for the results of its steps, and the number of processes."""

    plan: Plan
    folder: Path
    processes: int
    report_progress: Callable[[str], None]

    def rounds(self) -> Net:
        """Return the network after the rounds of games without search.

        If some rounds are missing, a resumed run plays the games of the last few finished rounds again, because
        their positions are not stored.
        """
        plan = self.plan
        paths = [self.folder / f"round-{number:02}.json" for number in range(plan.rounds)]
        done = 0
        nets = [Trainer.random(plan.hidden, plan.seed).net()]
        while done < plan.rounds and (stored := _stored_net(paths[done])) is not None:
            nets.append(stored)
            done += 1
        recent: list[Samples] = []
        first = max(0, done - ROUNDS_KEPT + 1) if done < plan.rounds else done
        for number in range(first, plan.rounds):
            recent = [*recent, _play_round(plan, number, nets[number])][-ROUNDS_KEPT:]
            if number < done:
                continue
            trainer = Trainer.of_net(nets[number])
            rate = ROUND_RATE * (1 - number / plan.rounds)
            trainer.learn(join(recent), ROUND_EPOCHS, (rate, rate), (plan.seed, 0, number))
            nets.append(trainer.net())
            _store_net(paths[number], nets[-1])
            self.report_progress(f"round {number + 1} of {plan.rounds}: {len(recent[-1].targets)} positions")
        return nets[-1]

    def generation(self, nets: Sequence[Net]) -> Net:
        """Return the network after one more generation.

        The tree search plays games with the latest network; then the network learns from the games of all
        generations so far. `nets` contains the earlier networks: the one after the rounds, and the one after
        each earlier generation.
        """
        plan, generation = self.plan, len(nets)
        path = self.folder / f"network-{generation}.json"
        stored = _stored_net(path)
        if stored is not None:
            return stored
        samples = join(
            [
                _samples(recording)
                for number, net in enumerate(nets, 1)
                for recording in self.recordings(f"generation-{number}", net, plan.shards)
            ]
        )
        trainer = Trainer.of_net(nets[-1])
        trainer.learn(samples, GENERATION_EPOCHS, GENERATION_RATES, (plan.seed, generation))
        _store_net(path, trainer.net())
        self.report_progress(f"generation {generation} of {plan.generations}: {len(samples.targets)} positions")
        return trainer.net()

    def recordings(self, name: str, net: Net, shards: int) -> list[Recording]:
        """Play the games of all shards that are not stored yet; return the recordings of all shards."""
        calibrates = name == "calibration"
        recipe = (QUIET_RECIPE if calibrates else TRAINING_RECIPE)._replace(iterations=self.plan.iterations)
        settings = mcts.SETTINGS if calibrates else FIRST_SETTINGS
        paths = [self.folder / f"{name}-{shard:03}.npz" for shard in range(shards)]
        tasks = {
            path.stem: Task(
                path, net, settings, recipe, self.plan.games_per_shard, f"{self.plan.seed} {path.stem}"
            )
            for path in paths
            if read_recording(path) is None
        }
        parallel = self.processes > 1 and len(tasks) > 1
        executor: Executor = ProcessPool(self.processes) if parallel else InProcess()
        outcomes = finished_tasks(executor.run(_record, tasks, Event()), len(tasks))
        for finished, outcome in enumerate(outcomes, len(paths) - len(tasks) + 1):
            self.report_progress(f"{outcome.result.name}: {finished} of {len(paths)}")
        return [_recording(path) for path in paths]


def _play_round(plan: Plan, number: int, net: Net) -> Samples:
    """Play the games of one round; return the recorded positions."""
    rng = random.Random(f"round {number} of {plan.seed}")
    circles = np.array([random_circle(rng.randrange(2**31)) for _ in range(plan.games_per_round)], np.int64)
    capacity = plan.games_per_round * MAX_KEPT_PER_GAME
    states, targets = np.zeros((capacity, kernel.STATE_SIZE), np.int64), np.zeros(capacity)
    count = self_play_kernel.play_games(
        game_tables(STANDARD),
        record_of(net),
        new_network_buffers(plan.hidden),
        circles,
        PLACEMENTS_PER_PATCH,
        1.0 if number == 0 else RANDOM_SHARE,
        KEPT_SHARE,
        1.0 if number == 0 else TARGET_TRUST,
        rng.randrange(2**31),
        states,
        targets,
    )
    return samples_of(states[:count], targets[:count])


def _recording(path: Path) -> Recording:
    recording = read_recording(path)
    if recording is None:
        raise OutOfResources(f"{path} is missing or damaged, although this run has just written or read it")
    return recording


def _record(task: Task) -> Path:
    """Play the games of one shard and store them."""
    recorder = GameRecorder(mcts.method(task.net), task.settings, task.recipe)
    write_recording(task.path, recorder.record(task.games, task.name))
    return task.path


def _samples(recording: Recording) -> Samples:
    """Return the samples of recorded games."""
    states = recording.whole_states()
    targets = mixed_targets(recording)
    return samples_of(states, np.where(states[:, kernel.MOVER] == 0, targets, 1 - targets))


def mixed_targets(recording: Recording) -> NDArray[np.float64]:
    """Return the target of each position for player 0.

    Inside a search tree, the target is the value of the search. In a game, it is a weighted mean of the value
    of the search and the target of the next position; for the last position, the result of the game takes the
    place of that target. If a move other than the best one was played, the rest of the game shows little about
    the value of the position, so the target is the value of the search.
    """
    targets = recording.mean.astype(np.float64)
    results = recording.results()
    following, game = 0.0, -1
    for row in range(len(targets) - 1, -1, -1):
        if recording.ply[row] < 0:
            continue
        if recording.game[row] != game:
            game = recording.game[row]
            following = results[game]
        if not recording.explored[row]:
            targets[row] += TARGET_TRUST * (following - targets[row])
        following = targets[row]
    return targets
