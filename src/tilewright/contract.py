"""The contract for a game's folder: what each file must define, and functions that check the files.

Each protocol below describes one file. The functions and values that a protocol lists are required, except that
a game without solvers does not need those in `_FOR_SOLUTIONS`; the docstring of a protocol names the optional
ones. `load` imports and checks a file; `load_entry` imports the function of a solver or an agent (see
`tilewright.game.Solver` and `tilewright.game.Agent`). A folder that breaks the contract is reported as an
`InvalidGame` error, which names the game and the file.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from tilewright.errors import BadInput, InvalidGame, TilewrightError
from tilewright.optional_packages import missing_package
from tilewright.run import Option, Run, Value

if TYPE_CHECKING:
    from tilewright.game import Hint, Instance, Solution, Verdict

__all__ = [
    "FILES",
    "RESERVED_AGENTS",
    "CertificateModule",
    "ClausesModule",
    "CommandsModule",
    "DataExportModule",
    "EnvironmentModule",
    "ExplainModule",
    "GenerateModule",
    "LibraryModule",
    "NotationModule",
    "PictureModule",
    "PreparationModule",
    "RulesModule",
    "StateModule",
    "TasksModule",
    "WebModule",
    "check_agent_names",
    "check_items",
    "check_options",
    "check_texts",
    "file_of",
    "load",
    "load_entry",
    "missing_entry",
    "name_of",
    "provides",
]


# --- The files ----------------------------------------------------------------------------------------


class NotationModule(Protocol):
    """``notation.py``: instances and solutions as text and JSON.

    Optional: ``FORMATS``, a mapping from the name of a notation to the function that writes an instance in that
    notation; ``OMITTED_KEYS``, a mapping that gives the default value of each key that ``to_json`` may omit;
    ``parse_state(text)`` for games with hints; ``json_chunks(instance)`` and
    ``solution_json_chunks(solution)``, which yield the JSON of very large values in pieces.
    """

    def parse(self, text: str, /) -> Instance: ...

    def from_json(self, data: Any, /) -> Instance: ...

    def to_json(self, instance: Any, /) -> dict[str, Any]: ...

    def parse_solution(self, text: str, /) -> Solution: ...

    def solution_to_json(self, solution: Any, /) -> dict[str, Any]: ...


class RulesModule(Protocol):
    """``rules.py``: the checker, and the rules as a mapping from codes to sentences."""

    RULES: Mapping[str, str]

    def check(self, instance: Any, solution: Any, /) -> Verdict: ...


class PictureModule(Protocol):
    """``picture.py``: the drawing of an instance, a solution, or both.

    Optional: ``state_scene(state)``, which draws a state of a game that can be played move by move.
    """

    def scene(self, instance: Any, solution: Any, verdict: Verdict | None, /) -> Any: ...


class GenerateModule(Protocol):
    """``generate.py``: the generator; its options are declared in ``Game(generator=...)``."""

    def generate(self, seed: int, /, **options: Any) -> Instance: ...


class ExplainModule(Protocol):
    """``explain.py``: hints. `state` is what ``notation.parse_state`` returns, or None for an empty board.

    Optional, for pencil puzzles: ``solutions(instance)``, which returns the number of solutions (0, 1, or 2 if
    there are several), and ``grade(instance)``, which returns an object with the attributes of
    `tilewright.puzzles.grades.Grade`.
    """

    def hint(self, instance: Any, state: Any, /) -> Hint: ...


class LibraryModule(Protocol):
    """``library.py`` or the folder ``library``: puzzles that come with a game.

    A puzzle has the attributes of `tilewright.puzzles.library.LibraryPuzzle`. `puzzle` returns the puzzle with
    the given name, or raises `BadInput` if there is none.
    """

    puzzles: Sequence[Any]

    def puzzle(self, name: str, /) -> Any: ...


class StateModule(Protocol):
    """``state.py``: states and moves of a game that is played move by move (see `tilewright.play.state`).

    Optional, and described there: ``deal``, ``parse_deal``, ``deal_to_json`` and ``deal_from_json``;
    ``seen(state)``; ``epilogue(state)``.
    """

    def start(self, deal: Any, /) -> Any: ...

    def parse_state(self, text: str, /) -> Any: ...

    def parse_move(self, state: Any, text: str, /) -> Any: ...


class WebModule(Protocol):
    """``web.py``: functions that answer requests from the game's own page.

    Optional: ``ASK``, a mapping from the name of a question to the function that answers it; ``view(state)``,
    which returns the JSON form of a state.
    """


class PreparationModule(Protocol):
    """``page_preparation.py``: data that the web server computes in the background for the game's page.

    Optional: ``NEEDED_TO_PLAY``. If it is False, the game can be played before the data are complete.
    """

    def ready(self) -> bool: ...

    def build(self, progress: Callable[[float, str], None], /) -> None: ...


class CommandsModule(Protocol):
    """``commands.py``: the game's own commands, as a Typer app."""

    app: Any


class CertificateModule(Protocol):
    """``certificate.py``: the check of a file that proves that no solution is better than a given objective."""

    def verify(self, instance: Any, objective: Value | None, path: Path, run: Run, /) -> dict[str, Any]: ...


class TasksModule(Protocol):
    """``verifiable_tasks.py``: problems for programs and language models, with answers that a solver proves.

    `LEVELS` maps each difficulty to options of the generator, `GOAL` is a sentence that states the problem, and
    `ANSWER` describes the JSON of a solution. Optional: ``SOLVER``, the name of the solver that proves the
    answers, by default the first solver of the game; ``given_facts(instance)``, which returns facts that
    the rules take for granted, such as the shapes of pieces.
    """

    LEVELS: Mapping[str, Mapping[str, Any]]
    GOAL: str
    ANSWER: str


class ClausesModule(Protocol):
    """``clauses.py``: the clauses of an instance, as a `tilewright.puzzles.exportable_clauses.ClauseModel`."""

    def clause_model(self, instance: Any, /) -> Any: ...


class DataExportModule(Protocol):
    """``data_export.py``: the datasets of the game, as a list of `tilewright.exported_dataset.Dataset`."""

    DATASETS: Sequence[Any]


class EnvironmentModule(Protocol):
    """``env.py``: the class ``Environment`` (Gymnasium), or ``env`` and ``raw_env`` (PettingZoo)."""


FILES: Mapping[str, type] = {
    "notation": NotationModule,
    "rules": RulesModule,
    "picture": PictureModule,
    "generate": GenerateModule,
    "explain": ExplainModule,
    "library": LibraryModule,
    "state": StateModule,
    "web": WebModule,
    "page_preparation": PreparationModule,
    "commands": CommandsModule,
    "certificate": CertificateModule,
    "env": EnvironmentModule,
    "verifiable_tasks": TasksModule,
    "data_export": DataExportModule,
    "clauses": ClausesModule,
}
"""The protocol of each file that a game's folder may contain, by module name."""


# --- Loading ------------------------------------------------------------------------------------------


_FOR_SOLUTIONS = {"RULES", "check", "parse_solution", "solution_to_json"}
"""The definitions that are not required of a game without solvers, which can be played but not solved."""


PUZZLE_FILE = "puzzle"
"""The file in which a pencil puzzle defines ``PUZZLE``; its attributes replace files that the folder lacks."""

_FROM_PUZZLE = {
    "notation",
    "picture",
    "generate",
    "explain",
    "library",
    "web",
    "verifiable_tasks",
    "data_export",
    "clauses",
}
"""The files that ``PUZZLE`` can replace; it has an attribute with the name of each file that it replaces."""


def provides(package: str, file: str) -> bool:
    """Return whether a game's folder has a file, or a ``puzzle.py`` that can replace it; import neither."""
    return _exists(package, file) or (file in _FROM_PUZZLE and _exists(package, PUZZLE_FILE))


@cache
def load(package: str, file: str, has_solvers: bool = True) -> Any:
    """Import a file of a game's folder and check that it defines everything that its protocol lists."""
    module = _import_or_replace(package, file)
    protocol = FILES[file]
    optional = set() if has_solvers else _FOR_SOLUTIONS
    for name in getattr(protocol, "__annotations__", {}):
        if name not in optional and not hasattr(module, name):
            raise _broken(package, file, f"has no {name}{_similar(module, name)}")
    for name, function in vars(protocol).items():
        if inspect.isfunction(function) and not name.startswith("_") and name not in optional:
            _function(package, file, module, name)
    return module


def load_entry(package: str, owner: str, entry: str) -> tuple[ModuleType, Callable[..., Any]]:
    """Return the module and the function that an entry such as ``solvers.cpsat:solve`` names.

    `owner` describes the solver or the agent (``the solver cpsat``) in the error message for a missing file.
    """
    for problem in missing_entry(package, owner, entry):
        raise InvalidGame(problem)
    file, _, function = entry.partition(":")
    module = _import(package, file)
    return module, _function(package, file, module, function)


def missing_entry(package: str, owner: str, entry: str) -> Iterator[str]:
    """Yield an error message if the file of an entry does not exist. The file is not imported."""
    file = entry.partition(":")[0]
    if not _exists(package, file):
        path = file_of(package, file)
        yield f"the game {name_of(package)}: {owner} needs the file {path}, which does not exist"


def name_of(package: str) -> str:
    """Return the name of the game that a package defines."""
    return package.rpartition(".")[2].replace("_", "-")


def file_of(package: str, file: str) -> str:
    """Return the path of a module in a game's folder, as shown in messages."""
    path = f"{package}.{file}".replace(".", "/")
    spec = find_spec(f"{package}.{file}") if _exists(package, file) else None
    is_package = spec is not None and spec.submodule_search_locations is not None
    return f"{path}/__init__.py" if is_package else f"{path}.py"


def _exists(package: str, file: str) -> bool:
    try:
        return find_spec(f"{package}.{file}") is not None
    except ModuleNotFoundError:  # for example, there is no folder `solvers`
        return False


def _import(package: str, file: str) -> ModuleType:
    if not _exists(package, file):
        raise InvalidGame(f"the game {name_of(package)} has no file {file_of(package, file)}")
    try:
        return import_module(f"{package}.{file}")
    except (TilewrightError, MemoryError, OSError):
        raise
    except Exception as error:
        missing = missing_package(error)
        if missing is not None:
            raise missing from error
        raise _broken(package, file, f"cannot be imported: {type(error).__name__}: {error}") from error


def _import_or_replace(package: str, file: str) -> Any:
    """Import a file, or return the attribute of the folder's ``PUZZLE`` that replaces it."""
    if _exists(package, file) or not provides(package, file):
        return _import(package, file)
    puzzle = getattr(_import(package, PUZZLE_FILE), "PUZZLE", None)
    replacement = getattr(puzzle, file, None)
    if replacement is None:
        raise _broken(package, PUZZLE_FILE, f"has no PUZZLE with the attribute {file!r}")
    return replacement


def _function(package: str, file: str, module: ModuleType, name: str) -> Callable[..., Any]:
    """Return a function of a module; a name with dots, such as ``PUZZLE.sat``, names a method of an object."""
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part, None)
    function: Callable[..., Any] | None = found
    if not callable(function):
        raise _broken(package, file, f"has no function {name!r}{_similar(module, name)}")
    return function


def _similar(module: ModuleType, name: str) -> str:
    """Return " (it has NAME)" for the name in the module that is most similar to a missing name, or ""."""
    own = [
        each
        for each, value in vars(module).items()
        if getattr(value, "__module__", module.__name__) == module.__name__
    ]
    matches = get_close_matches(name, [each for each in own if not each.startswith("__")], 1)
    return f" (it has {matches[0]!r})" if matches else ""


def _broken(package: str, file: str, problem: str) -> InvalidGame:
    return InvalidGame(f"the game {name_of(package)}: {file_of(package, file)} {problem}")


# --- What the `Game` declares -------------------------------------------------------------------------

RESERVED_AGENTS = ("random", "human", "exec")
"""Agent names that mean the same in every game (see `tilewright.play.agent`); no game may declare them."""


def check_texts(package: str, /, **texts: Any) -> None:
    """Raise `InvalidGame` unless the given arguments of a `Game` are strings."""
    for name, text in texts.items():
        if not isinstance(text, str):
            raise _broken_declaration(package, f"{name} must be a string, not {text!r}")


def check_items(package: str, name: str, items: Sequence[Any], kind: type) -> None:
    """Check that the solvers, agents or levels of a `Game` have the right type and different names."""
    for item in items:
        if not isinstance(item, kind):
            raise _broken_declaration(package, f"{name} must be {kind.__name__} values, not {item!r}")
    _check_names(package, name, [item.name for item in items])


def check_agent_names(package: str, names: Iterable[str]) -> None:
    """Raise `InvalidGame` if a game declares an agent with a reserved name."""
    for name in names:
        if name in RESERVED_AGENTS:
            raise _broken_declaration(package, f"agents: the name {name!r} is reserved; choose another name")


def check_options(package: str, owner: str, options: Sequence[Any]) -> None:
    """Check the options of a solver or of the generator: their types, names and defaults."""
    for option in options:
        if not isinstance(option, Option):
            raise _broken_declaration(package, f"the options of {owner} must be Option values, not {option!r}")
        if option.default is not None and type(option.default) not in (bool, int, float, str, list):
            kind = type(option.default).__name__
            line = f"the default of {option.name} must be a bool, int, float, str, list or None, not a {kind}"
            raise _broken_declaration(package, f"{owner}: {line}")
        try:
            if option.default is not None:
                option.read(option.default)
        except (BadInput, TypeError) as error:
            raise _broken_declaration(package, f"{owner}: the default of an option is wrong: {error}") from None
    _check_names(package, f"the options of {owner}", [option.name for option in options])


def _check_names(package: str, owner: str, names: Iterable[Any]) -> None:
    seen: set[str] = set()
    for name in names:
        if not isinstance(name, str) or not name:
            raise _broken_declaration(package, f"{owner}: a name must be a non-empty string, not {name!r}")
        if name in seen:
            raise _broken_declaration(package, f"{owner}: the name {name!r} occurs twice")
        seen.add(name)


def _broken_declaration(package: str, problem: str) -> InvalidGame:
    return InvalidGame(f"the game {name_of(package)}: {package.replace('.', '/')}/__init__.py: {problem}")
