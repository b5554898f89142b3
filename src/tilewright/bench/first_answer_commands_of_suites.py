"""First answers: commands that the bench times with and without compiled kernels of a game.

The commands of a game are `solve` with its first example, and the first `hint` and the first `arena` command of
its warm-up, if it has such commands. As in a warm-up, ``{folder}`` stands for a folder for temporary files.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator

from tilewright import registry
from tilewright.bench.strict_toml import Keys, prefixed_errors
from tilewright.bench.suite_entries import CommandEntry
from tilewright.game import Game

__all__ = ["read_first_answers"]


def read_first_answers(keys: Keys) -> list[CommandEntry]:
    """Parse the table ``[first_answers]`` of a suite file and return the commands to time."""
    names = keys.items("games", str, "strings", None)
    repeats = keys.within("repeats", 1, 1000, None)
    limits = {
        "cold": keys.number("cold_at_most"),
        "compiled": keys.number("compiled_at_most"),
        "warm": keys.number("warm_at_most"),
    }
    keys.end()
    with prefixed_errors(keys.where):
        games = registry.games() if names is None else [registry.game(name) for name in names]
    return [
        CommandEntry(
            f"{game.name} {argv[0]}, {kernels}",
            argv,
            cpu_at_most=limit,
            repeats=repeats,
            game=game.name,
            kernels=kernels,
        )
        for game in games
        for argv in _commands(game)
        for kernels, limit in limits.items()
    ]


def _commands(game: Game) -> Iterator[tuple[str, ...]]:
    for example in game.examples["instances"][:1]:
        instance = example["instance"]
        yield "solve", game.name, instance if isinstance(instance, str) else json.dumps(instance)
    # If two arena commands shared a data folder, the second would reuse the stored games of the first.
    for name, *options in (("hint",), ("arena", "--data", "{folder}")):
        lines = [entry for entry in game.warm_up if isinstance(entry, str) and entry.startswith(f"{name} ")]
        for line in lines[:1]:
            yield (*shlex.split(line), *options)
