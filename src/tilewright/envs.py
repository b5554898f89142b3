"""Reinforcement-learning environments: Gymnasium for one-player games, PettingZoo for two-player games.

    import gymnasium, tilewright.envs
    env = gymnasium.make("tilewright/Nmbr9-v0")

    from tilewright.envs import patchwork_v0
    env = patchwork_v0.env()

Importing this module registers the Gymnasium environments without loading the games' code. A game names its
environment in `Game(environment=...)` and defines it in ``env.py``. A name like ``Name-v0`` stands for a
Gymnasium environment, the class `Environment` of that file; a name like ``name_v0`` stands for a PettingZoo
environment, and the file defines the functions `env` and `raw_env`.
"""

from __future__ import annotations

from typing import Any

import gymnasium

from tilewright import registry

NAMESPACE = "tilewright"


def _register() -> dict[str, Any]:
    """Register the Gymnasium environments; return the games that have a PettingZoo environment, by name."""
    two_player = {}
    for game in registry.games():
        if "-v" in game.environment:
            gymnasium.register(f"{NAMESPACE}/{game.environment}", f"{game.package}.env:Environment")
        elif game.environment:
            two_player[game.environment] = game
    return two_player


_TWO_PLAYER = _register()


def __getattr__(name: str) -> Any:
    if name in _TWO_PLAYER:
        return _TWO_PLAYER[name].module("env")
    names = ", ".join(_TWO_PLAYER) or "none"
    raise AttributeError(f"module {__name__!r} has no environment {name!r}; it has {names}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_TWO_PLAYER])
