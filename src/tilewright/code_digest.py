"""Digests of code, and the normalised code of modules, without comments, docstrings or layout."""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources.abc import Traversable
from importlib.util import resolve_name

from tilewright.paused_garbage_collection import paused_garbage_collection

__all__ = ["digest_files", "import_closure", "normalised_code", "package_files"]

_IMPORT_FUNCTIONS = ("import_module", "__import__", "module", "entry")
"""The names of functions that can import a module whose name is computed at run time."""
_IMPORT_FUNCTION = re.compile(rf"\b(?:{'|'.join(_IMPORT_FUNCTIONS)})\b".encode())
_STATEMENT_FIELDS = ("body", "orelse", "finalbody", "handlers", "cases")
_CACHE_SIZE = 500


def digest_files(files: Iterable[tuple[str, bytes]]) -> str:
    """Return one SHA-256 digest of all files; `files` contains pairs of name and content, in any order."""
    digest = hashlib.sha256()
    for name, content in sorted(files):
        digest.update(f"{name} {hashlib.sha256(content).hexdigest()}\n".encode())
    return digest.hexdigest()


def package_files(
    folder: Traversable, ignored: Collection[str] = (), ignored_suffixes: tuple[str, ...] = ()
) -> dict[str, Traversable]:
    """Return a mapping from relative paths to files of a package, without hidden or ignored files."""

    def walk(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
        for entry in folder.iterdir():
            name = entry.name
            if name == "__pycache__" or name in ignored or name.startswith("."):
                continue
            if entry.is_dir():
                yield from walk(entry, f"{path}{name}/")
            elif not name.endswith(ignored_suffixes):
                yield path + name, entry

    return dict(walk(folder, ""))


def import_closure(package: str, files: dict[str, Traversable], roots: Iterable[str]) -> dict[str, str]:
    """Return a mapping from module names to normalised code for `roots` and all modules that they import.

    Imports are followed recursively; modules outside the package are left out. If a module calls a function
    that can import modules by computed names, such as `import_module`, the result contains the whole package.
    The package's own file has the name ``__init__``.
    """
    code = {_module_name(path): file.read_bytes() for path, file in files.items() if path.endswith(".py")}
    packages = {_module_name(path) for path in files if path.endswith("/__init__.py")}
    closure: dict[str, str] = {}
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in code or name in closure:
            continue
        module = _analyse(code[name])
        closure[name] = module.normalised
        parent, _, _ = name.rpartition(".")
        importer = f"{name}.__init__" if name in packages else name
        imported = [found for node in module.imports for found in _imported_names(node, package, importer)]
        waiting += [parent, *imported, *(code if module.imports_computed_names else ())]
    return closure


def normalised_code(source: bytes) -> str:
    """Return the syntax tree of source code as a string, without comments, docstrings or layout."""
    return _analyse(source).normalised


@dataclass(frozen=True, slots=True)
class _Code:
    """The normalised code of a module, its imports, and whether it may import modules by computed names."""

    normalised: str
    imports: tuple[ast.Import | ast.ImportFrom, ...]
    imports_computed_names: bool


@lru_cache(maxsize=_CACHE_SIZE)
def _analyse(source: bytes) -> _Code:
    # A syntax tree has very many nodes, and garbage collection would take longer than parsing.
    with paused_garbage_collection():
        tree = ast.parse(source)
        computed = _IMPORT_FUNCTION.search(source) is not None and any(
            isinstance(node, ast.Call) and _called_name(node) in _IMPORT_FUNCTIONS for node in ast.walk(tree)
        )
        imports = []
        for node in _statements(tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                imports.append(node)
            body = getattr(node, "body", None)
            if isinstance(body, list):
                node.body = [each for each in body if not _is_docstring(each)]  # type: ignore[attr-defined]
        return _Code(ast.dump(tree), tuple(imports), computed)


def _statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the module and all its statements, exception handlers and cases of match statements."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for field in _STATEMENT_FIELDS:
            waiting += getattr(node, field, ())


def _is_docstring(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _module_name(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imported_names(node: ast.Import | ast.ImportFrom, package: str, importer: str) -> Iterator[str]:
    """Yield the names in the package that an import statement may refer to."""
    if isinstance(node, ast.Import):
        absolute = [alias.name for alias in node.names]
    else:
        parent, _, _ = f"{package}.{importer}".rpartition(".")
        source = resolve_name("." * node.level + (node.module or ""), parent)
        absolute = [source, *(f"{source}.{alias.name}" for alias in node.names)]
    for name in absolute:
        if name.startswith(f"{package}."):
            yield name.removeprefix(f"{package}.")


def _called_name(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""
