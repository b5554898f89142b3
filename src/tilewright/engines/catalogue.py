"""The engines that there are: what each is for, its version here, and how to install what is missing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of

from tilewright.engines import minizinc, prolog

__all__ = ["ENGINES", "Engine"]


@dataclass(frozen=True, slots=True)
class Engine:
    """One engine; `program` is the outside program that it needs, empty where a Python package is enough."""

    name: str
    summary: str
    program: str
    install: str
    _version: Callable[[], str | None]

    def version(self) -> str | None:
        """The version that is installed here; None without one."""
        return self._version()


def _package(name: str) -> Callable[[], str | None]:
    def version() -> str | None:
        try:
            return version_of(name)
        except PackageNotFoundError:
            return None

    return version


ENGINES: tuple[Engine, ...] = (
    Engine(
        "cpsat", "OR-Tools CP-SAT: constraints and optimisation", "", "pip install ortools", _package("ortools")
    ),
    Engine(
        "sat", "PySAT: incremental SAT with cardinality", "", "pip install python-sat", _package("python-sat")
    ),
    Engine("clingo", "clingo: answer set programming", "", "pip install clingo", _package("clingo")),
    Engine("minizinc", "MiniZinc with Gecode", "minizinc", minizinc.INSTALL, minizinc.version),
    Engine("prolog", "SWI-Prolog", "swipl", prolog.INSTALL, prolog.version),
)
