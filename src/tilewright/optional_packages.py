"""The optional libraries that extras of the package install, and the error for a missing one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from tilewright.errors import MissingProgram

__all__ = ["EXTRAS", "MissingPackage", "install_line", "missing_package", "named_extras", "require_package"]

EXTRAS = {
    "clingo": "solvers",
    "ortools": "solvers",
    "fastapi": "web",
    "starlette": "web",
    "uvicorn": "web",
    "duckdb": "data",
    "pandas": "data",
    "pyarrow": "data",
    "gymnasium": "rl",
    "pettingzoo": "rl",
    "resvg_py": "png",
    "dask": "cluster",
    "distributed": "cluster",
    "mcp": "mcp",
    "mcp_types": "mcp",
}
"""For the import name of each optional library: the extra of Tilewright that installs the library."""


class MissingPackage(MissingProgram, ModuleNotFoundError):
    """An optional library is not installed. The message contains the command that installs it.

    >>> raise MissingPackage("ortools")
    Traceback (most recent call last):
    ...
    tilewright.optional_packages.MissingPackage: ortools is not installed; install it with: pip install ...
    """

    def __init__(self, library: str) -> None:
        super().__init__(library, install_line(library))
        self.name = library


def install_line(library: str) -> str:
    """Return the command that installs the extra of Tilewright that contains an optional library.

    >>> install_line("duckdb")
    "pip install 'tilewright[data]'"
    """
    return f"pip install 'tilewright[{EXTRAS[library]}]'"


def missing_package(error: BaseException) -> MissingPackage | None:
    """Return a `MissingPackage` error if a missing optional library caused an exception, else None.

    Optional libraries are imported in many places, so the `ImportError` can be raised anywhere, and another
    exception may wrap it.
    """
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, MissingPackage):
            return cause
        if isinstance(cause, ModuleNotFoundError) and cause.name is not None:
            library = cause.name.partition(".")[0]
            if library in EXTRAS:
                return MissingPackage(library)
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return None


@contextmanager
def named_extras() -> Iterator[None]:
    """If the block fails because an optional library is missing, raise `MissingPackage` instead."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = missing_package(error)
        if missing is None or missing is error:
            raise
        raise missing from error


def require_package(library: str) -> None:
    """Raise `MissingPackage` unless the optional library is installed. The library is not imported."""
    if find_spec(library) is None:
        raise MissingPackage(library)
