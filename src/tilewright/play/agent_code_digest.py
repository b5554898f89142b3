"""The digest of the code and data on which games between given agents depend.

Playing archived games again can take hours, so the digest changes only when a change may affect them. It covers

- the modules of this package that play games;
- the game's modules for states, notations and deals, the modules of the agents, and all modules in the game's
  folder that these import;
- all data files in the game's folder, except documents, pictures, examples, signatures, pages and suites;
- for an agent that is an external program, the modules of this package that run such programs, and the files
  that its command names. Other files that the program reads are unknown and not included.

Comments, docstrings and the layout of the modules are ignored.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from importlib import resources

from tilewright.code_digest import digest_files, import_closure, normalised_code, package_files
from tilewright.game import Game
from tilewright.play.agent import Entrant
from tilewright.play.engine_process import split_command

__all__ = ["agent_code_digest"]

_PLAYING = ("agent.py", "games_in_child_process.py", "matches_and_game_records.py", "state.py")
_RULES = ("__init__", "state", "notation", "generate")
_ENGINES = ("engine_player.py", "engine_process.py")
_IGNORED = ("suites", "page", "examples.json", "signature.json", "signature.expected.json")
_IGNORED_SUFFIXES = (".md", ".svg", ".png")


def agent_code_digest(game: Game, agents: Iterable[str]) -> str:
    """Return the digest for games between the given agents."""
    entrants = [Entrant.parse(text) for text in agents]
    names = {entrant.name for entrant in entrants}
    commands = sorted({entrant.command for entrant in entrants if entrant.command})
    entries = [
        (agent.entry or f"agents.{agent.name.replace('-', '_')}").partition(":")[0]
        for agent in game.agents
        if agent.name in names
    ]
    files = package_files(resources.files(game.package), _IGNORED, _IGNORED_SUFFIXES)
    modules = {
        f"play/{name}": normalised_code(resources.files(__package__).joinpath(name).read_bytes())
        for name in (*_PLAYING, *(_ENGINES if commands else ()))
    } | import_closure(game.package, files, [*_RULES, *entries])
    data = [(path, file.read_bytes()) for path, file in files.items() if not path.endswith(".py")]
    programs = [file for command in commands for file in _program_files(command)]
    return digest_files([*((name, code.encode()) for name, code in modules.items()), *data, *programs])[:16]


def _program_files(command: str) -> Iterator[tuple[str, bytes]]:
    """Yield the program and all other files that a command names, with a digest of the content of each file."""
    for word in split_command(command, command):
        if os.path.isfile(word):
            with open(word, "rb") as file:
                yield f"{command}/{word}", hashlib.file_digest(file, "sha256").digest()
