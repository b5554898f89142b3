"""The files that a training run of Patchwork stores (see `faults.files_to_damage`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from faults.files_to_damage import MISSING, StoredFile


def write_recording(folder: Path) -> None:
    from tilewright.games.patchwork.duel import self_play_recordings, state_kernel

    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(1)
    columns = {"mean": np.float32, "best": np.float32, "explored": np.bool_, "solved": np.bool_}
    recording = self_play_recordings.Recording(
        states=rng.integers(0, 9, (6, state_kernel.CIRCLE)),
        circles=rng.integers(0, 33, (2, 33)).astype(np.int8),
        game=np.array([0, 0, 0, 1, 1, 1], np.int32),
        ply=np.arange(6, dtype=np.int16),
        **{name: rng.random(6).astype(kind) for name, kind in columns.items()},
        margin=np.array([3, -4], np.int16),
        winner=np.array([0, 1], np.int8),
    )
    self_play_recordings.write_recording(folder / "generation-1-000.npz", recording)


def read_recording(folder: Path) -> Any:
    from tilewright.games.patchwork.duel.self_play_recordings import read_recording

    recording = read_recording(folder / "generation-1-000.npz")
    return MISSING if recording is None else [array.tolist() for array in recording]


def write_network(folder: Path) -> None:
    from tilewright.games.patchwork.duel import value_training
    from tilewright.games.patchwork.duel.fit_value_network import Trainer

    folder.mkdir(parents=True, exist_ok=True)
    value_training._store_net(folder / "network-1.json", Trainer.random(2, 1).net())


def read_network(folder: Path) -> Any:
    from tilewright.games.patchwork.duel import value_training

    net = value_training._stored_net(folder / "network-1.json")
    return MISSING if net is None else [weights.tolist() for weights in net]


def claim_training(folder: Path) -> str:
    from tilewright.games.patchwork.duel import value_training

    value_training._claim(folder, value_training.Plan(1, 2, 3, 4, 5, 6, 7, 8, 9))
    return "claimed"


TRAINING = ("games.patchwork.duel.value_training",)
KINDS = {
    "recorded games": StoredFile(
        write_recording, "*.npz", read_recording, ("games.patchwork.duel.self_play_recordings",)
    ),
    "network of a training": StoredFile(write_network, "network-1.json", read_network, TRAINING),
    "plan of a training": StoredFile(claim_training, "plan.json", claim_training, TRAINING),
}

OUTPUTS = {
    "games.patchwork.data_export": "a dataset for the user, see data_export",
    "games.patchwork.commands.strategy_table_and_comparison": "a page for the user",
    "games.patchwork.commands.train": "the weights that a release contains",
}
