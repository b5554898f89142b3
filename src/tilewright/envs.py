"""The games as environments: Gymnasium for games of one, PettingZoo for games of two.

    import gymnasium, tilewright.envs
    env = gymnasium.make("tilewright/Nmbr9-v0")

    from tilewright.envs import patchwork_v0
    env = patchwork_v0.env()

Importing this module registers the Gymnasium environments, and loads no game. A game names its environment in
its `Game` and keeps it in its file ``env.py``: ``Name-v0`` is one of Gymnasium, the class `Environment` there;
``name_v0`` is one of PettingZoo, and the file itself has the functions `env` and `raw_env`.
"""

from __future__ import annotations

from typing import Any

import gymnasium

from tilewright import registry

NAMESPACE = "tilewright"


def _register() -> dict[str, Any]:
    found = {}
    for game in registry.games():
        if "-v" in game.environment:
            gymnasium.register(f"{NAMESPACE}/{game.environment}", f"{game.package}.env:Environment")
        elif game.environment:
            found[game.environment] = game
    return found


_OF_TWO = _register()


def __getattr__(name: str) -> Any:
    if name in _OF_TWO:
        return _OF_TWO[name].module("env")
    names = ", ".join(_OF_TWO) or "none"
    raise AttributeError(f"module {__name__!r} has no environment {name!r}; it has {names}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_OF_TWO])
