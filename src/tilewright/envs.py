"""Reinforcement-learning environments: Gymnasium for one-player games, PettingZoo for two-player games.

    import gymnasium, tilewright.envs
    env = gymnasium.make("tilewright/Nmbr9-v1")

    from tilewright.envs import patchwork_v0
    env = patchwork_v0.env()

    from tilewright.envs import nmbr9_v1
    games = nmbr9_v1.batch(1024, auto_reset=True)

Importing this module registers the Gymnasium environments without importing any ``env.py``. A game names its
environment in `Game(environment=...)` and defines it in ``env.py``. A name such as ``Name-v1`` declares a
Gymnasium environment, and ``env.py`` defines the class `Environment`; a name such as ``name_v0`` declares a
PettingZoo environment, and ``env.py`` defines the functions `env` and `raw_env`. In both cases, this module
provides the game's ``env.py`` under a name such as ``name_v1``. An ``env.py`` may also define a function
`batch`, which creates many games that advance together.
"""

from __future__ import annotations

from typing import Any

from tilewright import registry
from tilewright.optional_packages import named_extras

with named_extras():
    import gymnasium

NAMESPACE = "tilewright"


def _register() -> dict[str, Any]:
    """Register the Gymnasium environments; return the games that have an environment, by module name."""
    modules = {}
    for game in registry.games():
        if not game.environment:
            continue
        modules[game.environment.lower().replace("-", "_")] = game
        if "-v" in game.environment:
            gymnasium.register(
                f"{NAMESPACE}/{game.environment}",
                f"{game.package}.env:Environment",
                max_episode_steps=game.environment_steps or None,
            )
        for old in game.old_environments:
            version = old.rpartition("-")[2].upper()
            gymnasium.register(f"{NAMESPACE}/{old}", f"{game.package}.env:Environment{version}")
    return modules


_MODULES = _register()


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return _MODULES[name].module("env")
    names = ", ".join(_MODULES) or "none"
    raise AttributeError(f"module {__name__!r} has no environment {name!r}; it has {names}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_MODULES])
