"""The learned value: comparison with plain Python, training that can be resumed, and calibration."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from importlib import resources
from pathlib import Path

import numpy as np
import plain_learned_value
import pytest

from tilewright.errors import BadInput
from tilewright.games.patchwork.commands.calibration import calibration as run_calibration
from tilewright.games.patchwork.commands.train import train as run_training
from tilewright.games.patchwork.duel import features_kernel, greedy_playouts_kernel, value_training
from tilewright.games.patchwork.duel import state_kernel as kernel
from tilewright.games.patchwork.duel.calibration import fit_calibration, reliability
from tilewright.games.patchwork.duel.fit_value_network import Trainer, samples_of
from tilewright.games.patchwork.duel.kernel_states import action_of, pack, unpack
from tilewright.games.patchwork.duel.kernel_tables import game_tables
from tilewright.games.patchwork.duel.learned_value_kernel import evaluate_moves, new_network_buffers
from tilewright.games.patchwork.duel.learned_value_network_and_weights import (
    Calibration,
    Net,
    calibration_from_json,
    net_from_json,
    net_to_json,
    shipped_net,
    write_net,
)
from tilewright.games.patchwork.duel.pack_arrays_for_kernels import record_of
from tilewright.games.patchwork.duel.patch_set_and_edition import STANDARD
from tilewright.games.patchwork.duel.rules import PatchworkState, Side, opening
from tilewright.games.patchwork.duel.self_play_recordings import Recording
from tilewright.games.patchwork.duel.value_training import Plan, mixed_targets, train
from tilewright.games.patchwork.duel.version_1 import learned_value_network as version_1
from tilewright.games.patchwork.duel.version_1.learned_value_kernel import FEATURES, winning_chance
from tilewright.games.patchwork.state import random_circle

LOOKUP = game_tables(STANDARD)
HIDDEN = 128
SMALL = Plan(
    seed=3,
    hidden=HIDDEN,
    rounds=2,
    games_per_round=20,
    generations=1,
    shards=2,
    games_per_shard=1,
    iterations=8,
    calibration_shards=1,
)


def random_positions(seed: int) -> list[PatchworkState]:
    """Return the positions of a game in which some moves are random and the others greedy."""
    rng = random.Random(seed)
    packed, offer_slots = pack(opening(random_circle(seed))), np.zeros(3, np.int64)
    actions, positions = np.zeros(kernel.ACTIONS, np.int64), []
    while not kernel.is_over(packed):
        positions.append(unpack(packed, STANDARD))
        if rng.random() < 0.3:
            kernel.play(LOOKUP, packed, actions[rng.randrange(kernel.list_actions(LOOKUP, packed, actions))])
        else:
            greedy_playouts_kernel.step_greedily(LOOKUP, packed, offer_slots, True)
    return positions


def near_bonus() -> PatchworkState:
    """Return a position in which one placement of patch 1 completes a 7x7 square and others do not."""
    full = (1 << 81) - 1
    gaps = [(6, 5), (6, 6), (7, 7), (7, 8), (8, 7), (8, 8)]
    quilt = full & ~sum(1 << 9 * row + column for row, column in gaps)
    return PatchworkState(
        circle=(1, 7, 8, 2, 13),
        sides=(Side(quilt, 12, 3, 40), Side(full >> 30, 5, 4, 41)),
        to_move=0,
        specials=(44, 50),
        bonus=None,
        first_home=None,
    )


def test_features_equal_those_of_plain_python() -> None:
    positions = [position for seed in range(6) for position in random_positions(seed)] + [near_bonus()]
    states = np.array([pack(position) for position in positions])
    numbers = np.zeros((len(states), features_kernel.NUMBERS), np.float32)
    patches = np.zeros((len(states), features_kernel.PATCHES_AHEAD), np.int64)
    features_kernel.write_features(LOOKUP, states, numbers, patches)
    for position, row, ahead in zip(positions, numbers, patches, strict=True):
        expected, expected_patches = plain_learned_value.features(position)
        assert row.tolist() == pytest.approx(expected, abs=1e-6)
        assert ahead.tolist() == expected_patches


def test_the_value_of_each_move_equals_that_of_plain_python() -> None:
    rng = np.random.default_rng(5)
    net = Net(
        rng.normal(0, 0.2, (features_kernel.ROWS, HIDDEN)).astype(np.float32),
        rng.normal(0, 0.2, HIDDEN).astype(np.float32),
    )
    record, buffers = record_of(net), new_network_buffers(HIDDEN)
    chooser = random.Random(5)
    positions = [position for seed in (7, 8) for position in chooser.sample(random_positions(seed), 12)]
    for position in [*positions, near_bonus()]:
        moves = sorted(
            chooser.sample(position.moves(), min(10, len(position.moves()))),
            key=lambda move: action_of(position, move),
        )
        actions = np.array([action_of(position, move) for move in moves], np.int64)
        values = np.zeros(len(moves))
        best = evaluate_moves(LOOKUP, record, pack(position), actions, len(moves), buffers, values)
        for move, value in zip(moves, values, strict=True):
            after = position.play(move)
            chance = plain_learned_value.winning_chance(net, after)
            expected = chance if after.to_move == position.to_move else 1 - chance
            assert value == pytest.approx(expected, abs=1e-4)
        assert values[best] == values.max()


def test_the_prediction_of_the_trainer_equals_the_value_of_the_network() -> None:
    positions = random_positions(11)
    trainer = Trainer.random(HIDDEN, seed=4)
    states = np.array([pack(position) for position in positions])
    chances = trainer.predict(samples_of(states, np.zeros(len(states))))
    for position, chance in zip(positions, chances, strict=True):
        assert chance == pytest.approx(plain_learned_value.winning_chance(trainer.net(), position), abs=0.01)


def test_learning_reduces_the_error_on_the_positions() -> None:
    states = np.array([pack(position) for seed in range(4) for position in random_positions(seed)])
    targets = (states[:, kernel.BUTTONS] > states[:, kernel.SIDE_SIZE + kernel.BUTTONS]).astype(float)
    samples, trainer = samples_of(states, targets), Trainer.random(HIDDEN, seed=1)
    before = np.mean((trainer.predict(samples) - targets) ** 2)
    trainer.learn(samples, 60, (3e-3, 1e-3), (1,))
    assert np.mean((trainer.predict(samples) - targets) ** 2) < before / 2


def test_training_with_the_same_seed_gives_the_same_weights_and_resumes(tmp_path: Path) -> None:
    lines: list[str] = []
    net, calibration = train(SMALL, tmp_path / "first", 1, lines.append)
    assert lines[-1] == "calibration-000.npz: 1 of 1"
    folder = tmp_path / "second"
    train(SMALL, folder)
    for name in ("round-01.json", "generation-1-001.npz", "network-1.json", "calibration-000.npz"):
        (folder / name).unlink()
    again, calibration_again = train(SMALL, folder)
    assert net_to_json(again) == net_to_json(net)
    assert calibration_again == calibration
    lines.clear()
    train(SMALL, folder, 1, lines.append)
    assert lines == []
    with pytest.raises(BadInput, match="a training run with other options"):
        train(replace(SMALL, seed=4), folder)


def test_finished_steps_are_not_computed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    net, _ = train(SMALL, tmp_path)
    (tmp_path / "network-1.json").unlink()

    def refuse(*arguments: object) -> None:
        raise AssertionError("a finished step is computed again")

    monkeypatch.setattr(value_training, "_record", refuse)
    monkeypatch.setattr(value_training, "_play_round", refuse)
    again, _ = train(SMALL, tmp_path)
    assert net_to_json(again) == net_to_json(net)


def test_targets_mix_the_values_of_the_search_with_the_result() -> None:
    recording = Recording(
        states=np.zeros((4, kernel.CIRCLE), np.int64),
        circles=np.zeros((1, 33), np.int8),
        game=np.zeros(4, np.int32),
        ply=np.array([0, -1, 1, 2], np.int16),
        mean=np.array([0.5, 0.2, 0.4, 0.9], np.float32),
        best=np.zeros(4, np.float32),
        explored=np.array([False, False, True, False]),
        solved=np.zeros(4, np.bool_),
        margin=np.array([0], np.int16),
        winner=np.array([0], np.int8),
    )
    result = 0.3 * 0.5 + 0.7
    expected = [0.9 * 0.4 + 0.1 * 0.5, 0.2, 0.4, 0.9 * result + 0.1 * 0.9]
    assert mixed_targets(recording).tolist() == pytest.approx(expected)


def synthetic_recording(slope: float, offset: float) -> Recording:
    """Return a recording in which the values of the search must be calibrated with `slope` and `offset`.

    If x is the log-odds of the value for the player to move, this player wins with log-odds
    `slope` * x + `offset`.
    """
    rng = np.random.default_rng(1)
    count = 40_000
    states = np.zeros((count, kernel.CIRCLE), np.int64)
    states[:, kernel.MOVER] = rng.integers(2, size=count)
    log_odds = rng.normal(0, 1, count)
    wins = rng.random(count) < 1 / (1 + np.exp(-slope * log_odds - offset))
    value = 1 / (1 + np.exp(-log_odds))
    first = states[:, kernel.MOVER] == 0
    return Recording(
        states,
        np.zeros((count, 33), np.int8),
        np.arange(count, dtype=np.int32),
        np.zeros(count, np.int16),
        value.astype(np.float32),
        np.where(first, value, 1 - value).astype(np.float32),
        np.zeros(count, np.bool_),
        np.zeros(count, np.bool_),
        np.zeros(count, np.int16),
        np.where(wins == first, 0, 1).astype(np.int8),
    )


def test_the_calibration_of_known_chances_is_found_and_makes_them_reliable() -> None:
    recording = synthetic_recording(1.6, 0.2)
    calibration = fit_calibration([recording])
    assert calibration == pytest.approx((1.6, 0.2), abs=0.05)
    bins = reliability([recording], calibration)
    assert sum(each.positions for each in bins) == 40_000
    assert all(abs(each.error) < 0.03 for each in bins)
    uncalibrated = reliability([recording], Calibration(1.0, 0.0))
    assert max(abs(each.error) for each in uncalibrated) > 0.05


def test_calibration_keeps_certain_values_and_the_order_of_values() -> None:
    calibration = Calibration(1.5, -0.1)
    assert (calibration.apply(0.0), calibration.apply(1.0)) == (0.0, 1.0)
    values = [calibration.apply(value / 10) for value in range(11)]
    assert values == sorted(values)


def test_weights_survive_a_round_trip_through_the_file() -> None:
    net = shipped_net()
    data = json.loads(write_net(net, Calibration(1.2, 0.1), "a command"))
    parsed = net_from_json(data)
    assert all((before == after).all() for before, after in zip(net, parsed, strict=True))
    assert calibration_from_json(data) == Calibration(1.2, 0.1)
    with pytest.raises(BadInput, match="expected weights for"):
        net_from_json({"inner": [[1.0]], "outer": [1.0]})
    with pytest.raises(BadInput, match="no calibration"):
        calibration_from_json({"inner": [[1.0]], "outer": [1.0]})


@pytest.mark.parametrize(
    ("package", "file", "beginning"),
    [
        ("tilewright.games.patchwork.duel", "value.json", "tilewright quilts train --seed "),
        (
            "tilewright.games.patchwork.duel.version_1",
            "value_v1.json",
            "12 rounds of self-play with 8000 games ",
        ),
    ],
)
def test_the_shipped_weights_tell_how_they_were_made(package: str, file: str, beginning: str) -> None:
    text = resources.files(package).joinpath(file).read_text("utf-8")
    assert json.loads(text)["made_by"].startswith(beginning)


# --- Version 1 ------------------------------------------------------------------------------------------


def test_the_value_of_version_1_equals_the_formula_of_its_network() -> None:
    net = version_1.shipped_net()
    features, hidden = np.zeros(FEATURES, np.float32), np.zeros(len(net.outer), np.float32)
    for position in random_positions(3)[::6]:
        value = winning_chance(LOOKUP, net, pack(position), features, hidden)
        logit = np.maximum(features @ net.inner, 0) @ net.outer + features @ net.direct
        assert value == pytest.approx(1 / (1 + np.exp(-float(logit))), rel=1e-4)


# --- Commands -------------------------------------------------------------------------------------------


def test_the_training_command_writes_weights_that_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "value.json"
    options = {"rounds": 1, "round_games": 20, "generations": 0, "shards": 1, "shard_games": 1}
    assert (
        run_training(
            seed=2, **options, iterations=4, calibration_shards=1, hidden=HIDDEN, output=str(file), quiet=True
        )
        == 0
    )
    data = json.loads(file.read_text())
    assert data["made_by"].startswith("tilewright quilts train --seed 2 --rounds 1 --round-games 20 ")
    assert net_from_json(data).inner.shape == (features_kernel.ROWS, HIDDEN)
    with pytest.raises(BadInput, match="power of two"):
        run_training(hidden=48)


def test_the_calibration_command_prints_the_diagram(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "reliability.svg"
    assert run_calibration(games=1, seed=2, iterations=8, json=True, svg=str(picture)) == 0
    document = json.loads(capsys.readouterr().out)
    assert len(document["bins"]) == 10
    assert document["positions"] == sum(each["positions"] for each in document["bins"])
    assert "<svg" in picture.read_text("utf-8")
    assert run_calibration(games=1, seed=2, iterations=8) == 0
    assert len(capsys.readouterr().out.splitlines()) == 11
