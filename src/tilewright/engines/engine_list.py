"""The list of engines, each with its purpose, its installed version and the command that installs it."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.engines import minizinc, prolog
from tilewright.engines.engine_versions import package_version, program_version
from tilewright.optional_packages import install_line

__all__ = ["ENGINES", "Engine"]


@dataclass(frozen=True, slots=True)
class Engine:
    """One engine: a Python package or an external program, with the command that installs it."""

    name: str
    summary: str
    install: str
    package: str = ""
    program: str = ""

    def version(self) -> str | None:
        """Return the installed version, or None if the engine is not installed or does not report a version."""
        return program_version(self.program) if self.program else package_version(self.package)


ENGINES: tuple[Engine, ...] = (
    Engine("cpsat", "constraints and optimisation: CP-SAT", install_line("ortools"), package="ortools"),
    Engine(
        "sat",
        "incremental SAT with cardinality constraints: PySAT",
        "pip install python-sat",
        package="python-sat",
    ),
    Engine("clingo", "answer set programming: clingo", install_line("clingo"), package="clingo"),
    Engine("minizinc", "MiniZinc models, solved by Gecode", minizinc.INSTALL, program="minizinc"),
    Engine("prolog", "Prolog programs: SWI-Prolog", prolog.INSTALL, program="swipl"),
)
