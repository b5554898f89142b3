"""The PettingZoo environment `patchwork_v0`: the two-player game for reinforcement learning.

    from tilewright.envs import patchwork_v0
    env = patchwork_v0.env()
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        done = terminated or truncated
        action = None if done else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

An observation is ``{"observation": ..., "action_mask": ...}`` from the agent's point of view: the agent's
values come before the opponent's. By default the inner observation is a dict with `boards`, `circle` and
`scalars`; with ``env(observation="flat")`` it is one array of the same numbers. There are 2026 actions with
fixed numbers: 0 advances; 1 + square lays a 1x1 patch; 82 + 648 * i + 81 * o + square buys the i-th patch on
offer and lays it in its o-th distinct orientation with the top left corner of its bounding box on that square.
Squares are numbered 9 * row + column; rows, columns, i and o are counted from 0. At the end of the game the
winner's reward is +1 and the loser's is -1.

``env(patches="paper", edition="revised")`` chooses another set of patches and another edition of the time
board. The observation space and the action space are the same in all variants.

In addition to the PettingZoo interface, the environment has `clone`, `undo` and `position` (the state that
`tilewright.play` uses), and can be pickled in the middle of a game. `batch` creates thousands of games that are
stepped together.
"""

from __future__ import annotations

import copy
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tilewright.drawing import scene_to_pixels as pixels
from tilewright.errors import BadInput
from tilewright.games.patchwork.duel import state_kernel as kernel
from tilewright.games.patchwork.duel.batch_environment import Batch
from tilewright.games.patchwork.duel.kernel_states import ACTIONS, move_of, pack
from tilewright.games.patchwork.duel.kernel_tables import game_tables
from tilewright.games.patchwork.duel.notation import complete_circle
from tilewright.games.patchwork.duel.patch_set_and_edition import Variant
from tilewright.games.patchwork.duel.picture import state_scene
from tilewright.games.patchwork.duel.rules import PatchworkState, opening
from tilewright.games.patchwork.pieces.patches import ONE_BY_ONE_COPIES, PATCH_COUNT, SIDE

__all__ = ["SCALARS", "PatchworkEnv", "batch", "env", "raw_env"]

PLAYERS = ("player_0", "player_1")
RENDER_MODES = ("human", "ansi", "rgb_array")
CIRCLE_SIZE = PATCH_COUNT - 1
SCALARS = (
    *(f"{owner} {name}" for owner in ("own", "other") for name in ("buttons", "income", "time")),
    "own turn",
    "1x1 patches to lay now",
    *(f"{owner} {name}" for owner in ("own", "other") for name in ("7x7", "home first")),
    *(f"1x1 patch {number} on the time board" for number in range(1, ONE_BY_ONE_COPIES + 1)),
)
"""The names of the elements of `scalars`. Truth values are stored as 1 or 0.

The 1x1 patches are numbered in the order of their spaces, which depend on the edition.
"""
MAX_NUMBER = 999
"""An upper bound on the absolute value of every number in an observation."""
DICT_SPACE = spaces.Dict(
    {
        "boards": spaces.Box(0, 1, (2, SIDE, SIDE), np.int16),
        "circle": spaces.Box(0, CIRCLE_SIZE, (CIRCLE_SIZE,), np.int16),
        "scalars": spaces.Box(-MAX_NUMBER, MAX_NUMBER, (len(SCALARS),), np.int16),
    }
)

Observation = dict[str, Any]


def env(
    render_mode: str | None = None,
    observation: Literal["dict", "flat"] = "dict",
    patches: str = "box",
    edition: str = "classic",
) -> Any:
    """Return the environment inside PettingZoo's wrappers: an illegal action ends the game with reward -1."""
    raw = raw_env(render_mode, observation, patches, edition)
    wrapped = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def raw_env(
    render_mode: str | None = None,
    observation: Literal["dict", "flat"] = "dict",
    patches: str = "box",
    edition: str = "classic",
) -> PatchworkEnv:
    """Return the environment without wrappers: an illegal action raises `BadInput`."""
    return PatchworkEnv(render_mode, observation, Variant(patches, edition))


def batch(
    games: int,
    seed: int = 0,
    placement: Literal["first-fit", "free"] = "first-fit",
    threads: int = 1,
    patches: str = "box",
    edition: str = "classic",
    auto_reset: bool = False,
) -> Batch:
    """Return a batch of games that are stepped together; `Batch.observe` describes the observations."""
    return Batch(games, seed, placement, threads, patches, edition, auto_reset)


class PatchworkEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """The environment of one game; `player_0` moves first."""

    metadata = {  # noqa: RUF012 (PettingZoo expects a dict)
        "name": "patchwork_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, render_mode: str | None, observation: str, variant: Variant) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadInput(f"there is no render mode {render_mode!r}; expected 'human', 'ansi' or 'rgb_array'")
        if observation not in ("dict", "flat"):
            raise BadInput(f"there is no observation {observation!r}; expected 'dict' or 'flat'")
        self.render_mode = render_mode
        self.variant = variant
        self.possible_agents = list(PLAYERS)
        self._flat = observation == "flat"
        self._rng = np.random.default_rng()
        space = spaces.Dict(
            {
                "observation": spaces.flatten_space(DICT_SPACE) if self._flat else DICT_SPACE,
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = {player: copy.deepcopy(space) for player in PLAYERS}
        self.action_spaces = {player: spaces.Discrete(ACTIONS) for player in PLAYERS}
        self._past: list[PatchworkState] = []
        self._set_position(opening((*range(2, CIRCLE_SIZE + 1), 1), variant))

    def __repr__(self) -> str:
        return f"<PatchworkEnv, moves played: {len(self._past)}>"

    def __str__(self) -> str:
        return "patchwork_v0"

    # --- Playing the game -------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game with a random circle, or with the circle in `options`.

        A circle is given as ``options={"circle": [33 patch ids, patch 1 last]}``.
        """
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        if options and "circle" in options:
            circle = complete_circle(list(options["circle"]))
        else:
            circle = (*self._rng.permutation(np.arange(2, CIRCLE_SIZE + 1)).tolist(), 1)
        self._past = []
        self._set_position(opening(circle, self.variant))

    def step(self, action: int | None) -> None:
        """Play an action of the agent to move; after the end of the game, the action must be None."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadInput(
                "action: expected the number of an action; None is allowed only after the end of the game"
            )
        before = self.position
        after = before.play(move_of(before, int(action)))
        self._past.append(before)
        self._set_position(after)
        if self.render_mode == "human":
            self.render()

    def undo(self) -> None:
        """Take back the last move; raise `BadInput` if no move has been played."""
        if not self._past:
            raise BadInput("there is no move to take back")
        self._set_position(self._past.pop())

    def clone(self) -> PatchworkEnv:
        """Return an independent copy of the environment."""
        return copy.deepcopy(self)

    def _set_position(self, position: PatchworkState) -> None:
        """Set the position and update all attributes that PettingZoo expects."""
        self.position = position
        self.agents = list(PLAYERS)
        self.agent_selection = PLAYERS[position.to_move]
        winner = position.winner() if position.over else None
        rewards = [0.0 if winner is None else 1.0 if winner == player else -1.0 for player in range(2)]
        self.rewards = dict(zip(PLAYERS, rewards, strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(PLAYERS, position.over)
        self.truncations = dict.fromkeys(PLAYERS, False)
        self.infos = {
            player: {"score": score} for player, score in zip(PLAYERS, position.scores(), strict=True)
        }

    # --- Observations -----------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        player = PLAYERS.index(agent)
        parts = _observation_parts(self.position, player)
        mask = np.zeros(ACTIONS, np.int8)
        if not self.position.over and player == self.position.to_move:
            kernel.fill_mask(game_tables(self.position.variant), pack(self.position), mask)
        return {"observation": _flattened(parts) if self._flat else parts, "action_mask": mask}

    def state(self) -> NDArray[np.int16]:
        """Return the state as one array: the flat observation of `player_0`."""
        return _flattened(_observation_parts(self.position, 0))

    def render(self) -> Any:
        """Return the position as text or as an array of pixels; in the mode `human`, print it as text."""
        if self.render_mode is None:
            gymnasium.logger.warn('nothing is rendered: choose a mode, as in env(render_mode="ansi")')
            return None
        scene = state_scene(self.position)
        if self.render_mode == "rgb_array":
            return pixels.render(scene)
        text = scene.to_text(False)
        if self.render_mode == "ansi":
            return text
        print(text, flush=True)
        return None

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""


def _flattened(parts: dict[str, NDArray[np.int16]]) -> NDArray[np.int16]:
    """Return the parts of an observation as one array."""
    return np.concatenate([part.ravel() for part in parts.values()])


def _observation_parts(position: PatchworkState, player: int) -> dict[str, NDArray[np.int16]]:
    """Return the parts of a player's observation by name; the circle is padded with zeros at the end."""
    sides = position.sides[player], position.sides[1 - player]
    boards = [[side.quilt >> square & 1 for square in range(SIDE * SIDE)] for side in sides]
    flags = [
        flag
        for owner in (player, 1 - player)
        for flag in (position.bonus == owner, position.first_home == owner)
    ]
    scalars = [
        *(number for side in sides for number in (side.buttons, side.income, side.time)),
        not position.over and position.to_move == player,
        position.pending if position.to_move == player else 0,
        *flags,
        *(space in position.specials for space in position.variant.special_spaces),
    ]
    return {
        "boards": np.array(boards, np.int16).reshape(2, SIDE, SIDE),
        "circle": np.array([*position.circle, *[0] * (CIRCLE_SIZE - len(position.circle))], np.int16),
        "scalars": np.array(scalars, np.int16),
    }
