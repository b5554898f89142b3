"""Find the games: the folders in ``games/``, and the games that other packages declare as entry points.

A game that cannot be loaded, whether built in or from another package, is listed in `broken` instead of
`games`. The other games are not affected.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from tilewright.errors import BadInput, InvalidGame
from tilewright.game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["GROUP", "broken", "game", "games", "names"]

GROUP = "tilewright.games"
"""The entry point group in which other packages declare their games."""


@cache
def _own() -> dict[str, str]:
    """Return the package of each built-in game by the game's name, without importing the packages."""
    spec = find_spec("tilewright.games")
    folders = spec.submodule_search_locations if spec else None
    modules = pkgutil.iter_modules(folders) if folders else ()
    return {
        module.name.replace("_", "-"): f"tilewright.games.{module.name}" for module in modules if module.ispkg
    }


@cache
def _others() -> dict[str, EntryPoint]:
    """Return the entry points of the games in other packages, by the name of the game."""
    # This import would delay every command, and a command for a built-in game does not need it.
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


def names() -> tuple[str, ...]:
    """Return the names of all games, the built-in games first."""
    own = sorted(_own())
    return (*own, *sorted(set(_others()) - set(own)))


@cache
def _load(name: str) -> Game:
    if name in _own():
        source = f"{_own()[name]}/__init__.py"
        loaded = getattr(import_module(_own()[name]), "game", None)
    else:
        source = f"the entry point {name!r} of the group {GROUP}"
        loaded = _others()[name].load()
    if not isinstance(loaded, Game):
        raise InvalidGame(f"{source} must define a Game called 'game', not {loaded!r}")
    if loaded.name != name:
        raise InvalidGame(f"{source} defines the game {loaded.name!r}, not {name!r}")
    return loaded


def game(name: str) -> Game:
    """Return a game by its name; raise `BadInput` if it does not exist or cannot be loaded."""
    if name not in _own() and name not in _others():
        raise BadInput(f"no game is called {name!r}; the games are {', '.join(names())}")
    try:
        return _load(name)
    except (Exception, SystemExit) as error:
        raise BadInput(f"the game {name} cannot be loaded: {_reason(error)}") from error


def games() -> tuple[Game, ...]:
    """Return all games that can be loaded: first the built-in ones by name, then the others by name."""
    return tuple(game(name) for name in names() if name not in broken())


@cache
def broken() -> dict[str, str]:
    """Return the names of the games that cannot be loaded, each with the reason on one line."""
    reasons = {}
    for name in names():
        try:
            _load(name)
        except (Exception, SystemExit) as error:
            reasons[name] = _reason(error)
    return reasons


def _reason(error: BaseException) -> str:
    text = str(error) if isinstance(error, InvalidGame) else f"{type(error).__name__}: {error}"
    return " ".join(text.split())
