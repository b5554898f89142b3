"""Which program plays: a digest of the code and the data that games between some agents depend on.

Kept games are worth hours, so the digest changes when the games might, and not otherwise. It covers

- the files of the play room that play;
- the game's states and deals and the agents that meet, with whatever these import from the game's folder; or
  all code of the folder, if one of them imports a module whose name is not written out;
- all data of the folder, but for what only tells of the game: documents, pictures, examples, pages and suites.

Comments, docstrings and the layout of the code do not count.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import resolve_name

from tilewright.game import Game
from tilewright.play.agent import Entrant

__all__ = ["program_of"]

_PLAYING = ("agent.py", "match.py", "state.py", "watched_game.py")
_RULES = ("__init__", "state", "notation", "generate")
_TOLD_ONLY = (".md", ".svg", ".png", "examples.json", "signature.json", "signature.expected.json")
_LEFT_OUT = ("__pycache__", "suites", "page")
_BY_NAME = ("import_module", "__import__", "module", "entry")
"""What functions are called that import a module by its name."""
_CACHED = 500


def program_of(game: Game, agents: Iterable[str]) -> str:
    """Stands for the program that plays games between these agents."""
    digest = hashlib.sha256()
    for name in _PLAYING:
        digest.update(_essence(resources.files(__package__).joinpath(name).read_bytes()).encode())
    root = resources.files(game.package)
    files = dict(_files(root, ""))
    code = {_module(path): file.read_bytes() for path, file in files.items() if path.endswith(".py")}
    names = {Entrant.parse(text).name for text in agents}
    entries = [
        (agent.entry or f"agents.{agent.name.replace('-', '_')}").partition(":")[0]
        for agent in game.agents
        if agent.name in names
    ]
    for name in sorted(_imported(game.package, code, [*_RULES, *entries])):
        digest.update(f"{name}\0{_essence(code[name])}\0".encode())
    for path, file in sorted(files.items(), key=lambda item: item[0]):
        if not path.endswith((".py", *_TOLD_ONLY)):
            digest.update(f"{path}\0".encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    """The files below a folder by their paths."""
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name not in _LEFT_OUT:
            yield from _files(entry, f"{path}{entry.name}/")
        elif not entry.is_dir():
            yield path + entry.name, entry


def _module(path: str) -> str:
    """A file's dotted name inside the package; that of the package itself is ``__init__``."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imported(package: str, code: dict[str, bytes], names: Iterable[str]) -> set[str]:
    """The modules of a package with these names, and all that they import from it."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in code or name in found:
            continue
        found.add(name)
        above, _, _ = name.rpartition(".")
        by_name, mentioned = _imports(code[name], package, name)
        waiting += [above, *mentioned, *(code if by_name else ())]
    return found


@lru_cache(maxsize=_CACHED)
def _imports(source: bytes, package: str, importer: str) -> tuple[bool, tuple[str, ...]]:
    """Whether some code imports modules by name, and the modules of the package that it mentions."""
    nodes = list(ast.walk(ast.parse(source)))
    by_name = any(isinstance(node, ast.Call) and _called(node) in _BY_NAME for node in nodes)
    return by_name, tuple(name for node in nodes for name in _mentions(node, package, importer))


def _mentions(node: ast.AST, package: str, importer: str) -> Iterator[str]:
    """The modules of the package that an import may mean."""
    absolute: list[str] = []
    if isinstance(node, ast.Import):
        absolute = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        above, _, _ = f"{package}.{importer}".rpartition(".")
        source = resolve_name("." * node.level + (node.module or ""), above)
        absolute = [source, *(f"{source}.{alias.name}" for alias in node.names)]
    for name in absolute:
        if name.startswith(f"{package}."):
            yield name.removeprefix(f"{package}.")


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


@lru_cache(maxsize=_CACHED)
def _essence(source: bytes) -> str:
    """What some code says, without comments, docstrings and layout."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            body[:] = [each for each in body if not _is_remark(each)]
    return ast.dump(tree)


def _is_remark(statement: ast.stmt) -> bool:
    """A text that stands alone: a docstring, or a word on the line above it."""
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )
