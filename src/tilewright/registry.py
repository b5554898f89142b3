"""Finds the games: the folders below ``games/``, and other people's through the entry point group."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec

from tilewright.errors import BadInput
from tilewright.game import Game

__all__ = ["GROUP", "broken", "game", "games", "names"]

GROUP = "tilewright.games"


@cache
def _own() -> dict[str, str]:
    """Our games: name to package, found without importing any of them."""
    spec = find_spec("tilewright.games")
    folders = spec.submodule_search_locations if spec else None
    found = pkgutil.iter_modules(folders) if folders else ()
    return {info.name.replace("_", "-"): f"tilewright.games.{info.name}" for info in found if info.ispkg}


@cache
def _others() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def names() -> tuple[str, ...]:
    """The names of all games, ours first."""
    ours = sorted(_own())
    return (*ours, *sorted(set(_others()) - set(ours)))


@cache
def _load(name: str) -> Game:
    if name in _own():
        found = import_module(_own()[name]).game
    else:
        found = _others()[name].load()
    if not isinstance(found, Game) or found.name != name:
        raise BadInput(f"the entry point {name!r} of the group {GROUP} gives {found!r}, not that game")
    return found


def game(name: str) -> Game:
    """A game by its name."""
    if name not in names():
        raise BadInput(f"no game is called {name!r}; there are {', '.join(names())}")
    if name in _others() and name in broken():
        raise BadInput(f"the game {name} cannot be loaded: {broken()[name]}")
    return _load(name)


def games() -> tuple[Game, ...]:
    """All games that can be loaded, ours first, each group in the order of the names."""
    return tuple(game(name) for name in names() if name not in broken())


@cache
def broken() -> dict[str, str]:
    """Other people's games that cannot be loaded, with the reason: they must not take the others down."""
    reasons = {}
    for name in _others():
        try:
            _load(name)
        except Exception as error:
            reasons[name] = f"{type(error).__name__}: {error}"
    return reasons
