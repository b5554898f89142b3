"""The PettingZoo environment: PettingZoo's own tests, agreement with the rules, and batches of games."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from tilewright.envs import patchwork_v0
from tilewright.errors import BadInput
from tilewright.games.patchwork.duel.kernel_states import action_of, move_of
from tilewright.games.patchwork.duel.notation import parse_state
from tilewright.games.patchwork.duel.patch_set_and_edition import Variant, all_variants
from tilewright.games.patchwork.duel.rules import opening
from tilewright.games.patchwork.env import SCALARS, PatchworkEnv
from tilewright.games.patchwork.state import random_circle

# PettingZoo warns about observations with an action mask, except for the environments on its own list.
IGNORE_MASK_WARNINGS = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each"
)


def finish(env: PatchworkEnv, seed: int) -> list[int]:
    """Play random legal actions to the end of the game, and return the actions."""
    rng = np.random.default_rng(seed)
    actions = []
    while not env.position.over:
        mask = env.observe(env.agent_selection)["action_mask"]
        actions.append(int(rng.choice(np.flatnonzero(mask))))
        env.step(actions[-1])
    return actions


@IGNORE_MASK_WARNINGS
@pytest.mark.parametrize(("observation", "edition"), [("dict", "classic"), ("flat", "revised")])
@pytest.mark.parametrize(("make", "patches"), [(patchwork_v0.env, "box"), (patchwork_v0.raw_env, "paper")])
def test_pettingzoos_api_test_passes(make: Any, patches: str, observation: str, edition: str) -> None:
    api_test(make(observation=observation, patches=patches, edition=edition), num_cycles=200)


def test_the_spaces_are_the_same_in_all_variants() -> None:
    standard = patchwork_v0.raw_env()
    for variant in all_variants():
        env = patchwork_v0.raw_env(**variant.to_json())
        for player in env.possible_agents:
            assert env.observation_space(player) == standard.observation_space(player)
            assert env.action_space(player) == standard.action_space(player)


def test_the_1x1_patches_of_an_observation_are_those_of_the_edition() -> None:
    env = patchwork_v0.raw_env(edition="revised")
    env.position = parse_state("circle=2,3,5 time=38,38 edition=revised")
    scalars = env.observe("player_0")["observation"]["scalars"]
    assert scalars[-5:].tolist() == [0, 0, 0, 1, 1]  # for the spaces 26, 32, 38, 44 and 50


@IGNORE_MASK_WARNINGS
def test_pettingzoos_seed_test_passes() -> None:
    seed_test(patchwork_v0.env, num_cycles=100)


def test_pettingzoos_render_test_passes(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(patchwork_v0.env)
    assert "player 1" in capsys.readouterr().out


@pytest.mark.parametrize("variant", all_variants(), ids=str)
def test_the_mask_contains_exactly_the_legal_moves(variant: Variant) -> None:
    env = patchwork_v0.raw_env(**variant.to_json())
    env.reset(options={"circle": random_circle(7)})
    assert env.position == opening(random_circle(7), variant)
    rng = random.Random(7)
    while not env.position.over:
        legal = env.position.moves()
        mask = env.observe(env.agent_selection)["action_mask"]
        assert np.flatnonzero(mask).tolist() == sorted(action_of(env.position, move) for move in legal)
        assert not env.observe(env.possible_agents[1 - env.position.to_move])["action_mask"].any()
        action = action_of(env.position, rng.choice(legal))
        expected = env.position.play(move_of(env.position, action))
        env.step(action)
        assert env.position == expected


def test_at_the_end_the_reward_is_1_for_the_winner_and_minus_1_for_the_loser() -> None:
    env = patchwork_v0.raw_env()
    for seed in range(5):
        env.reset(seed=seed)
        finish(env, seed)
        winner = env.position.winner()
        assert winner is not None
        assert env.rewards == {f"player_{winner}": 1.0, f"player_{1 - winner}": -1.0}
        assert all(env.terminations.values())
        assert [info["score"] for info in env.infos.values()] == list(env.position.scores())


def test_an_observation_is_seen_from_the_agents_own_side() -> None:
    env = patchwork_v0.raw_env()
    env.reset(options={"circle": random_circle(3)})
    rng = random.Random(3)
    for _ in range(12):
        env.step(action_of(env.position, rng.choice(env.position.moves())))
    for player, agent in enumerate(env.possible_agents):
        parts = env.observe(agent)["observation"]
        named = dict(zip(SCALARS, parts["scalars"].tolist(), strict=True))
        own, other = env.position.sides[player], env.position.sides[1 - player]
        assert (named["own buttons"], named["own income"], named["own time"]) == (
            own.buttons,
            own.income,
            own.time,
        )
        assert (named["other buttons"], named["other time"]) == (other.buttons, other.time)
        assert named["own turn"] == (env.position.to_move == player)
        covered = sum(1 << 9 * row + column for row, column in np.argwhere(parts["boards"][0]).tolist())
        assert covered == own.quilt
        assert tuple(patch for patch in parts["circle"] if patch) == env.position.circle
        flat = patchwork_v0.raw_env(observation="flat")
        flat.position = env.position
        assert flat.observe(agent)["observation"].tolist() == [
            *parts["boards"].ravel(),
            *parts["circle"],
            *parts["scalars"],
        ]


def test_undo_takes_back_every_move_including_the_last_of_a_game() -> None:
    env = patchwork_v0.raw_env()
    env.reset(seed=11)
    before = [env.position]
    rng = np.random.default_rng(1)
    while not env.position.over:
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
        before.append(env.position)
    while len(before) > 1:
        before.pop()
        env.undo()
        assert env.position == before[-1]
        assert env.agent_selection == f"player_{env.position.to_move}"
        assert not any(env.terminations.values())
    with pytest.raises(BadInput, match="no move to take back"):
        env.undo()


def test_clones_and_unpickled_copies_are_independent() -> None:
    env = patchwork_v0.raw_env()
    env.reset(seed=2)
    actions = finish(env, 2)
    end = env.position
    env.reset(seed=2)
    for action in actions[:20]:
        env.step(action)
    middle = env.position
    for other in (env.clone(), pickle.loads(pickle.dumps(env))):
        for action in actions[20:]:
            other.step(action)
        assert other.position == end
        assert env.position == middle


def test_illegal_actions_and_options_are_refused() -> None:
    env = patchwork_v0.raw_env()
    env.reset(seed=0)
    with pytest.raises(BadInput):
        env.step(5)  # action 5 lays a 1x1 patch, but there is none to lay
    with pytest.raises(BadInput):
        env.step(2026)
    with pytest.raises(BadInput):
        env.step(None)
    with pytest.raises(BadInput):
        env.reset(options={"circle": [1, 2, 3]})
    with pytest.raises(BadInput, match="render mode"):
        patchwork_v0.env(render_mode="film")
    with pytest.raises(BadInput, match="observation"):
        patchwork_v0.env(observation="picture")
    with pytest.raises(BadInput, match="there is no set 'tin'; expected box or paper"):
        patchwork_v0.env(patches="tin")
    with pytest.raises(BadInput, match="there is no edition 'third'; expected classic or revised"):
        patchwork_v0.env(edition="third")


# --- Batches --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("threads", "variant"),
    [(1, Variant()), (2, Variant("paper")), (1, Variant("box", "revised")), (2, Variant("paper", "revised"))],
    ids=str,
)
def test_a_batch_with_free_placement_plays_by_the_plain_rules(threads: int, variant: Variant) -> None:
    games = patchwork_v0.batch(12, seed=5, placement="free", threads=threads, **variant.to_json())
    rng = np.random.default_rng(5)
    plain = [games.position(game) for game in range(12)]
    assert all(position == opening(position.circle, variant) for position in plain)
    while not games.over.all():
        actions = (games.masks * rng.random(games.masks.shape)).argmax(axis=1)
        for game, position in enumerate(plain):
            if not position.over:
                assert games.masks[game].sum() == len(position.moves())
                assert games.to_move[game] == position.to_move
                plain[game] = position.play(move_of(position, int(actions[game])))
        games.step(actions)
        assert plain == [games.position(game) for game in range(12)]
    assert games.scores().tolist() == [list(position.scores()) for position in plain]


def test_a_batch_with_first_fit_makes_legal_moves_and_ends_with_a_winner() -> None:
    games = patchwork_v0.batch(50, seed=1)
    rng = np.random.default_rng(1)
    wins = np.zeros(2)
    while not games.over.all():
        running = ~games.over
        games.step((games.masks * rng.random(games.masks.shape)).argmax(axis=1))
        assert games.legal[running].all()
        wins += (games.rewards[running] == 1).sum(axis=0)
    assert wins.sum() == 50
    for game in range(50):
        position = games.position(game)
        assert position.over
        assert games.rewards[game].argmax() == position.winner()


def test_an_illegal_action_in_a_batch_changes_nothing() -> None:
    games = patchwork_v0.batch(2, seed=1)
    before = games.states.copy()
    games.step(np.array([9, -1]))
    assert not games.legal.any()
    assert (games.states == before).all()


def test_a_reset_of_finished_games_leaves_the_others_unchanged() -> None:
    games = patchwork_v0.batch(20, seed=3)
    rng = np.random.default_rng(3)
    while not games.over.any():
        games.step((games.masks * rng.random(games.masks.shape)).argmax(axis=1))
    ended, before = games.over.copy(), games.states.copy()
    games.reset(finished_only=True)
    assert not games.over.any()
    assert (games.states[~ended] == before[~ended]).all()
    for game in np.flatnonzero(ended):
        assert games.position(game) == opening(games.position(game).circle)
        assert games.masks[game, 0] == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"games": 0},
        {"games": 1, "placement": "thrown"},
        {"games": 1, "threads": 0},
        {"games": 1, "patches": "tin"},
        {"games": 1, "edition": "third"},
    ],
)
def test_invalid_batches_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        patchwork_v0.batch(**wrong)


@pytest.mark.parametrize("placement", ["first-fit", "free"])
def test_the_observations_of_a_batch_are_those_of_the_environment(placement: str) -> None:
    games = patchwork_v0.batch(6, seed=2, placement=placement, edition="revised", auto_reset=True)
    env = patchwork_v0.raw_env(edition="revised")
    buffers = games.observe()
    rng = np.random.default_rng(1)
    ends = 0
    for _ in range(90):
        assert games.observe(out=buffers) == buffers
        for game in (0, 5):
            env._set_position(games.position(game))
            seen = env.observe(env.agent_selection)
            for name, part in seen["observation"].items():
                assert (buffers[name][game] == part).all(), name
            if placement == "free":
                assert (games.masks[game] == seen["action_mask"]).all()
        games.step([int(rng.choice(np.flatnonzero(mask))) for mask in games.masks])
        assert games.legal.all()
        ends += int(games.over.sum())
        assert (games.rewards[games.over].sum(axis=1) == 0).all()
        assert games.masks.any(axis=1).all()
    assert ends > 0


def test_actions_that_are_no_whole_numbers_are_refused() -> None:
    with pytest.raises(BadInput, match="must be whole numbers, not float64"):
        patchwork_v0.batch(2).step([0.0, 0.5])


def test_a_batch_needs_an_action_for_each_game() -> None:
    with pytest.raises(BadInput, match="needs one action per game"):
        patchwork_v0.batch(3).step(np.array([0]))
