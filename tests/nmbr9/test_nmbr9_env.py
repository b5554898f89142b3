"""The Gymnasium environments and batches, tested with Gymnasium's own checker and compared with the rules."""

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
from tilewright.envs import nmbr9_v1
from tilewright.errors import BadInput
from tilewright.games.nmbr9.env import ILLEGAL, Environment, EnvironmentV0
from tilewright.games.nmbr9.rules import Nmbr9Instance

NAME = "tilewright/Nmbr9-v1"
SMALL = {"max_value": 4, "side": 14, "levels": 4}


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


def test_version_0_stays_available_and_plays_like_version_1() -> None:
    with pytest.warns(DeprecationWarning, match="out of date"):
        old = gymnasium.make("tilewright/Nmbr9-v0", **SMALL).unwrapped
    assert isinstance(old, EnvironmentV0)
    new = Environment(**SMALL)
    for seed in range(2):
        (seen, info), (now, current) = old.reset(seed=seed), new.reset(seed=seed)
        over = False
        while not over:
            assert (info["action_mask"] == current["action_mask"]).all()
            assert info["score"] == current["score"]
            for name, key in (("values", "numbers"), ("parts", "parts"), ("card", "card"), ("left", "left")):
                assert (seen[name] == now[key]).all()
            action = np.flatnonzero(info["action_mask"])[-1]
            seen, reward, over, _, info = old.step(action)
            now, *others, current = new.step(action)
            assert others == [reward, over, False]
        assert new.state == old.state


def test_an_episode_of_illegal_actions_is_truncated() -> None:
    env = gymnasium.make(NAME, **SMALL)
    env.reset(seed=1)
    steps, cut_off = 0, False
    while not cut_off:
        _, _, _, cut_off, _ = env.step(env.action_space.n - 1)
        steps += 1
    assert steps == env.spec.max_episode_steps == 200


def test_all_frames_have_the_same_size() -> None:
    env = Environment(**SMALL, render_mode="rgb_array")
    _, info = env.reset(seed=1)
    shapes = {env.render().shape}
    for _ in range(3):
        *_, info = env.step(np.flatnonzero(info["action_mask"])[0])
        shapes.add(env.render().shape)
    assert shapes == {(800, 800, 3)}


def test_undo_takes_back_legal_actions_one_by_one() -> None:
    env = Environment(**SMALL)
    seen, info = env.reset(seed=2)
    past = []
    for _ in range(4):
        past.append((seen, info, env.state))
        seen, *_, info = env.step(np.flatnonzero(info["action_mask"])[-1])
    env.step(np.int64(env.actions - 1))
    for before, known, state in reversed(past):
        seen, info = env.undo()
        assert all((seen[name] == before[name]).all() for name in before)
        assert (info["action_mask"] == known["action_mask"]).all()
        assert (info["score"], env.state) == (known["score"], state)
    with pytest.raises(BadInput, match="no action to take back"):
        env.undo()


def test_importing_the_environments_loads_no_game_and_no_compiler() -> None:
    heavy = ("numba", "tilewright.games.nmbr9.env")
    code = f"import sys, tilewright.envs; print([each for each in {heavy} if each in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_an_unknown_environment_is_named_in_the_error() -> None:
    with pytest.raises(AttributeError, match="chess_v0"):
        tilewright.envs.chess_v0  # noqa: B018


def test_an_episode_uses_up_the_deck_and_its_stack_obeys_the_rules() -> None:
    env = Environment(**SMALL)
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
    env = Environment(**SMALL)
    seen, info = env.reset(options={"deck": [1, 0, 4, 2, 3, 0, 1, 2, 3, 4]})
    assert seen["card"].tolist() == [1]
    assert seen["left"].tolist() == [2, 2, 2, 2, 2]
    assert (seen["numbers"] == -1).all()
    env.action_space.seed(0)
    seen, *_ = env.step(env.action_space.sample(info["action_mask"]))
    placed = env.state.placed[0]
    assert sorted(map(tuple, np.argwhere(seen["numbers"][0] == 1).tolist())) == sorted(placed.cells)
    assert (seen["parts"] == (seen["numbers"] + 1 > 0)).all()
    assert seen["card"].tolist() == [0]
    assert seen["left"].tolist() == [2, 1, 2, 2, 2]


def test_an_illegal_action_is_reported_and_changes_nothing() -> None:
    env = Environment(**SMALL)
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
    env = Environment(**SMALL)
    actions = play(env, 5)
    env.reset(seed=5)
    for action in actions[:4]:
        env.step(np.int64(action))
    for other in (env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        for action in actions[4:]:
            _, _, over, _, _ = other.step(np.int64(action))
        assert over
        assert len(env.state.placed) == 4


def test_invalid_parameters_are_refused() -> None:
    with pytest.raises(BadInput):
        Environment(max_value=10)
    with pytest.raises(BadInput):
        Environment(side=2)
    with pytest.raises(BadInput, match=r"an action is a whole number, not 0\.5"):
        Environment(**SMALL).step(0.5)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="render mode"):
        Environment(render_mode="human")
    with pytest.raises(BadInput):
        Environment(max_value=2, copies=1).reset(options={"deck": [0, 0, 1]})


def test_the_default_parameters_are_those_of_the_whole_game() -> None:
    env = Environment()
    env.reset(seed=1)
    assert env.state.instance == Nmbr9Instance("K", 9, 2, 20, env.state.instance.deck, 24, 8, "parts")


# --- Batches ------------------------------------------------------------------------------------------


def first_legal(games: nmbr9_v1.Batch) -> np.ndarray:
    return games.masks.argmax(axis=1)


@pytest.mark.parametrize(("support", "threads"), [("parts", 1), ("types", 2)])
def test_a_batch_plays_by_the_plain_rules(support: str, threads: int) -> None:
    games = nmbr9_v1.batch(4, seed=3, **SMALL, cards=6, support=support, threads=threads)
    env = Environment(**SMALL, cards=6, support=support)
    while not games.over.all():
        states = [games.position(number) for number in range(4)]
        seen = games.observe()
        for number, state in enumerate(states):
            legal = sorted(env.action(move) for move in state.moves())
            assert np.flatnonzero(games.masks[number]).tolist() == legal
            assert bool(games.over[number]) == state.over
            assert seen["card"][number, 0] == (state.cards[0] if state.cards else -1)
            assert (seen["numbers"][number] >= 0).sum() == sum(len(part.cells) for part in state.placed)
        games.step(first_legal(games))
        for number, state in enumerate(states):
            gained = games.position(number).scores()[0] - state.scores()[0]
            assert games.rewards[number] == gained
    checker = game("nmbr9").check
    for number in range(4):
        state = games.position(number)
        if len(state.placed) == 6:
            assert checker(state.instance, state.to_solution()).objective == games.scores()[number]


def test_finished_games_of_a_batch_restart_by_themselves() -> None:
    games = nmbr9_v1.batch(3, seed=1, max_value=2, copies=1, side=8, levels=3, auto_reset=True)
    buffers = games.observe()
    ends = 0
    for _ in range(9):
        games.step(first_legal(games).tolist())
        assert games.observe(out=buffers) == buffers
        assert games.masks.any(axis=1).all()
        for number in np.flatnonzero(games.over):
            ends += 1
            assert games.position(number).placed == ()
            assert (buffers["left"][number] == 1).all()
    assert ends == 9
    other = nmbr9_v1.batch(3, seed=5, max_value=2, copies=1, side=8, levels=3)
    games.reset(seed=5)
    assert (games.masks == other.masks).all()


def test_an_illegal_first_action_does_not_change_a_restarted_game() -> None:
    games = nmbr9_v1.batch(2, seed=1, max_value=2, copies=1, side=8, levels=3, auto_reset=True)
    while not games.over.all():
        games.step(first_legal(games).tolist())
    finals, masks = games.final_scores.copy(), games.masks.copy()
    decks = [games.position(number) for number in range(2)]
    games.step([-1, -1])
    assert games.rewards.tolist() == [-1, -1]
    assert not games.legal.any()
    assert not games.over.any()
    assert (games.final_scores == finals).all()
    assert (games.masks == masks).all()
    assert [games.position(number) for number in range(2)] == decks


def test_wrong_arguments_of_a_batch_are_named() -> None:
    games = nmbr9_v1.batch(2, **SMALL)
    for actions, message in (
        ([0], "needs one action per game"),
        ([0.0, 1.0], "must be whole numbers, not float64"),
        ([[0], [1, 2]], "must be an array of whole numbers"),
        (None, "needs one action per game"),
        (["a", "b"], "must be whole numbers"),
    ):
        with pytest.raises(BadInput, match=message):
            games.step(actions)
    games.step([games.actions - 1, -1])
    assert games.legal.tolist() == [False, False]
    assert games.rewards.tolist() == [ILLEGAL, ILLEGAL]
    with pytest.raises(BadInput, match="exactly the arrays numbers, parts, card, left"):
        games.observe(out={})
    buffers = games.observe()
    with pytest.raises(BadInput, match="cannot hold int16"):
        games.observe(out={**buffers, "left": buffers["left"].astype(np.int8)})
    with pytest.raises(BadInput, match="must be an array of shape"):
        games.observe(out={**buffers, "card": np.zeros(3, np.int8)})
    with pytest.raises(BadInput, match="a batch has 1 to"):
        nmbr9_v1.batch(0)
