"""Files in the test folders of the games, which the shared tests and the soak tests find by their names.

A new game needs no entry in a shared file. Its own test folder ``tests/GAME``, which has the same name as the
folder of the game, can contain the following files:

- ``brute_force.py``, for a pencil puzzle, written from the rules alone, without any code of Tilewright:

  - ``solutions(instance)`` lists all solutions of an instance, which is given as its JSON object. Each solution
    is listed in a hashable canonical form, so that two equal solutions are equal values.
  - ``canonical(solution)`` returns the canonical form of a solution that is given as its JSON object.
  - ``random_instance(rng)`` returns a small random instance. About a third of these instances have no solution,
    a third exactly one, and a third several.
  - ``symmetric_instances(instance)`` (optional) replaces `grid_functions.symmetric_instances`.
  - ``MAY_NOT_DECIDE`` (optional) has the names of the solvers that may leave a board undecided.

- ``fuzz_cases.py``, for a game without ``brute_force.py``: ``cases(game, rng)`` yields random cases without end
  (`judge_by_brute_force.Case`). ``WITHOUT_PROOF`` (optional) has the names of the solvers that prove nothing.
- ``files_to_damage.py``: ``KINDS`` and ``OUTPUTS``, the files that the game writes (see
  `faults.files_to_damage`).
- ``kinds_of_child_processes.py``: ``KINDS``, the processes that the game starts (see
  `faults.kinds_of_child_processes`).
- ``start_page_tour_steps.py``: ``STEPS``, a check for each step of the game's ``page/start_page_tour.json``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from tilewright import registry
from tilewright.game import Game

TESTS = Path(__file__).parent
GAMES = "tilewright.games."


def folder_of_tests(game: Game) -> Path:
    """Return the path of ``tests/GAME``; the folder need not exist."""
    return TESTS / game.package.removeprefix(GAMES)


def module_of(game: Game, name: str) -> ModuleType | None:
    """Import the file ``tests/GAME/NAME.py``; return None if the game has no such file.

    As in pytest, the file can import the other files of its folder.
    """
    folder = folder_of_tests(game)
    file = folder / f"{name}.py"
    if not game.package.startswith(GAMES) or not file.is_file():
        return None
    unique = f"{folder.name}_{name}"
    if unique not in sys.modules:
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
        spec = spec_from_file_location(unique, file)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[unique] = module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules[unique]


def modules_of_games(name: str) -> Iterator[tuple[Game, ModuleType]]:
    """Yield each game that has a file ``tests/GAME/NAME.py``, with the imported file."""
    for game in registry.games():
        module = module_of(game, name)
        if module is not None:
            yield game, module


def with_entries_of_games(shared: Mapping[str, Any], name: str, variable: str) -> dict[str, Any]:
    """Return the shared entries and those in the dictionary `variable` of each file ``tests/GAME/NAME.py``."""
    entries = dict(shared)
    for game, module in modules_of_games(name):
        own = getattr(module, variable, {})
        assert not entries.keys() & own.keys(), f"{game.name}: {sorted(entries.keys() & own.keys())}"
        entries |= own
    return entries
