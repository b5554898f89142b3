"""Find the game that a command's arguments refer to; with ``auto``, the game of a puzz.link or Penpa link."""

from __future__ import annotations

from tilewright import registry
from tilewright.console import command_options as opts
from tilewright.console import read_argument
from tilewright.errors import BadInput
from tilewright.game import Game

__all__ = ["AUTO", "choose_game"]

AUTO = "auto"
"""The word that may replace a game's name if the instance is a puzz.link URL or file, or a Penpa link."""


def choose_game(name: str, instance: str, input_limit: float) -> tuple[Game, str]:
    """Return the game with the given name, and the argument from which the instance is to be read.

    For ``auto``, this function reads the instance and returns its text instead of the argument, because
    standard input can be read only once.
    """
    if name != AUTO:
        return registry.game(name), instance
    from tilewright.puzzles.game_of_url import game_of_url

    text = read_argument(instance, "instance", limit=opts.bytes_of(input_limit), specs=True)
    game = game_of_url(text)
    if game is None:
        raise BadInput(
            "auto needs a puzz.link URL or file, or a Penpa+ link; for any other instance, name the game"
        )
    return game, text
