"""The Gymnasium environment, tested with Gymnasium's own checker and compared with the rules."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from nmbr9_oracle import ORIGIN, mask, moves

import tilewright.envs
from tilewright import game
from tilewright.errors import BadInput
from tilewright.games.nmbr9.env import ILLEGAL, Environment
from tilewright.games.nmbr9.rules import Nmbr9Instance

NAME = "tilewright/Nmbr9-v0"


def oracle_cells(cells: tuple[tuple[int, int], ...]) -> int:
    """Return the cells as an integer with a bit for each cell of the oracle's board."""
    return mask([(row + ORIGIN, column + ORIGIN) for row, column in cells])


def play(env: Environment, seed: int) -> list[int]:
    """Play an episode with random legal actions and return the actions."""
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    actions, over, total = [], False, 0.0
    while not over:
        actions.append(int(env.action_space.sample(info["action_mask"])))
        _, reward, over, cut_off, info = env.step(np.int64(actions[-1]))
        total += reward
        assert not cut_off
        assert "illegal" not in info
    assert total == info["score"] == env.state.scores()[0]
    return actions


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_the_environment_passes_gymnasiums_own_checker(mode: str) -> None:
    check_env(gymnasium.make(NAME, render_mode=mode).unwrapped)


def test_importing_the_environments_loads_no_game_and_no_compiler() -> None:
    heavy = ("numba", "tilewright.games.nmbr9.env")
    code = f"import sys, tilewright.envs; print([each for each in {heavy} if each in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_an_unknown_environment_is_named_in_the_error() -> None:
    with pytest.raises(AttributeError, match="chess_v0"):
        tilewright.envs.chess_v0  # noqa: B018


def test_an_episode_uses_up_the_deck_and_its_stack_obeys_the_rules() -> None:
    env = Environment(max_value=4, side=14, levels=4)
    for seed in range(5):
        play(env, seed)
        assert len(env.state.placed) == 10
        verdict = game("nmbr9").check(env.state.instance, env.state.to_solution())
        assert verdict.ok
        assert verdict.objective == env.state.scores()[0]


def test_the_action_mask_contains_exactly_the_legal_moves() -> None:
    env = Environment(max_value=3, copies=1, side=7, levels=3)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        env.action_space.seed(seed)
        over = False
        while not over:
            placed = tuple((part.value, part.level, oracle_cells(part.cells)) for part in env.state.placed)
            legal = [move for move in moves(placed, env.state.cards[0], 7, "parts") if move[1] <= 3]
            masked = [env.move(int(action)) for action in np.flatnonzero(info["action_mask"])]
            assert sorted(
                (move.value, move.level, oracle_cells(move.cells)) for move in masked if move
            ) == sorted(legal)
            _, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))


def test_the_observation_shows_the_placed_parts_but_not_the_deck() -> None:
    env = Environment(max_value=4, side=14, levels=4)
    seen, info = env.reset(options={"deck": [1, 0, 4, 2, 3, 0, 1, 2, 3, 4]})
    assert seen["card"].tolist() == [1]
    assert seen["left"].tolist() == [2, 2, 2, 2, 2]
    assert (seen["values"] == -1).all()
    env.action_space.seed(0)
    seen, *_ = env.step(env.action_space.sample(info["action_mask"]))
    placed = env.state.placed[0]
    assert sorted(map(tuple, np.argwhere(seen["values"][0] == 1).tolist())) == sorted(placed.cells)
    assert (seen["parts"] == (seen["values"] + 1 > 0)).all()
    assert seen["card"].tolist() == [0]
    assert seen["left"].tolist() == [2, 1, 2, 2, 2]


def test_an_illegal_action_is_reported_and_changes_nothing() -> None:
    env = Environment(max_value=4, side=14, levels=4)
    _, info = env.reset(seed=3)
    before = env.state
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, cut_off, info = env.step(np.int64(wrong))
    assert (reward, over, cut_off, info["illegal"]) == (ILLEGAL, False, False, True)
    assert env.state == before


def test_the_same_seed_deals_the_same_deck() -> None:
    env = Environment()
    decks = set()
    for seed in (7, 7, 8):
        env.reset(seed=seed)
        decks.add(env.state.instance.deck)
    assert len(decks) == 2


def test_copies_and_pickles_continue_independently() -> None:
    env = Environment(max_value=4, side=14, levels=4)
    actions = play(env, 5)
    env.reset(seed=5)
    for action in actions[:4]:
        env.step(np.int64(action))
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        for action in actions[4:]:
            _, _, over, _, _ = other.step(np.int64(action))
        assert over
        assert len(env.state.placed) == 4


def test_invalid_parameters_are_refused() -> None:
    with pytest.raises(BadInput):
        Environment(max_value=10)
    with pytest.raises(BadInput):
        Environment(side=2)
    with pytest.raises(BadInput, match="render mode"):
        Environment(render_mode="human")
    with pytest.raises(BadInput):
        Environment(max_value=2, copies=1).reset(options={"deck": [0, 0, 1]})


def test_the_default_parameters_are_those_of_the_whole_game() -> None:
    env = Environment()
    env.reset(seed=1)
    assert env.state.instance == Nmbr9Instance("K", 9, 2, 20, env.state.instance.deck, 24, 8, "parts")
