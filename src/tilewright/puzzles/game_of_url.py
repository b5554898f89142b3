"""Find the game of a puzz.link URL, a puzz.link file or a Penpa link."""

from __future__ import annotations

from tilewright import registry
from tilewright.errors import BadInput
from tilewright.game import Game
from tilewright.puzzles.penpa import is_penpa, named_genres
from tilewright.puzzles.puzzlink import url_type

__all__ = ["game_of_url"]


def game_of_url(text: str) -> Game | None:
    """Return the game of a puzz.link URL, a puzz.link file or a Penpa link; None for any other text.

    >>> game_of_url("https://puzz.link/p?nurikabe/5/5/g5k2o1k3g")
    <Game nurikabe: Nurikabe>
    """
    if is_penpa(text):
        source, types = "Penpa genre", named_genres(text)
        if not types:
            raise BadInput("the Penpa link names no genre; give the name of the game")
    else:
        puzzle_type = url_type(text)
        if puzzle_type is None:
            return None
        source, types = "puzz.link type", (puzzle_type,)
    for game in registry.games():
        if not set(types).isdisjoint(game.puzzlink):
            return game
    known = ", ".join(sorted(each for game in registry.games() for each in game.puzzlink))
    raise BadInput(f"no game has the {source} {' or '.join(map(repr, types))}; the known types are {known}")
