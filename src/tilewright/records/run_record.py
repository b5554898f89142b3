"""The record of one run: the columns of the table `runs`, their types and descriptions."""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, fields
from datetime import datetime
from typing import Annotated, Any, get_type_hints

__all__ = ["COLUMNS", "VERSION", "Column", "RunRecord"]

VERSION = "1"
"""The version of the table. It is increased when the meaning of a column changes, not when one is added."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table `runs`; `type` is its DuckDB type."""

    name: str
    type: str
    meaning: str
    required: bool = False
    """Whether the column has a value in the record of every run."""


Text = Annotated[str, "VARCHAR"]
MaybeText = Annotated[str | None, "VARCHAR"]
Whole = Annotated[int, "BIGINT"]
MaybeWhole = Annotated[int | None, "BIGINT"]
MaybeLarge = Annotated[int | None, "DECIMAL(38,0)"]
MaybeReal = Annotated[float | None, "DOUBLE"]
MaybeFlag = Annotated[bool | None, "BOOLEAN"]
Moment = Annotated[datetime, "TIMESTAMP"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """One run of a solver or a command of a suite: its settings, result, resource usage and environment."""

    run: Annotated[Text, "identifier of the run, and name of its record and solution files"]
    key: Annotated[Text, "SHA-256 of the run's inputs: a run with the same key need not be repeated"]
    sitting: Annotated[Text, "identifier of the call of `bench run` that carried out the run"]
    kind: Annotated[Text, "`solve`, or `command` for a timed command"]
    suite: Annotated[Text, "name of the suite"]
    game: Annotated[MaybeText, "name of the game"] = None
    instance: Annotated[Text, "label of the instance or command in the suite"]
    instance_sha256: Annotated[MaybeText, "SHA-256 of the text of the instance"] = None
    parts: Annotated[MaybeWhole, "number of parts of the instance, such as stones, cells or tiles"] = None
    size: Annotated[
        MaybeReal, "size of the instance: the value of the key that the suite specifies, or the number of parts"
    ] = None
    solver: Annotated[MaybeText, "name of the solver"] = None
    label: Annotated[Text, "label of the solver or command in the suite"]
    options: Annotated[Text, "options of the solver, or arguments of the command, as JSON"]
    seed: Annotated[MaybeWhole, "random seed of the solver"] = None
    threads: Annotated[MaybeWhole, "maximum number of threads of the solver"] = None
    time_limit: Annotated[MaybeReal, "time limit of the solver or command in seconds"] = None
    memory_limit: Annotated[MaybeWhole, "memory limit for all processes of the run together, in bytes"] = None
    repeat: Annotated[Whole, "number of the pass over the suite, counted from 0"]
    status: Annotated[Text, "status of the result, or `failed`; for a command, `done` or `failed`"]
    failure: Annotated[MaybeText, "error message on one line"] = None
    failure_kind: Annotated[MaybeText, "class of the error, such as EngineFailure or WrongAnswer"] = None
    objective: Annotated[MaybeLarge, "objective of the result if it is an integer of at most 38 digits"] = None
    bound: Annotated[MaybeLarge, "bound of the result if it is an integer of at most 38 digits"] = None
    objective_real: Annotated[MaybeReal, "objective of the result, rounded to the nearest double"] = None
    bound_real: Annotated[MaybeReal, "bound of the result, rounded to the nearest double"] = None
    verified: Annotated[MaybeFlag, "whether the checker accepts the solution"] = None
    seconds: Annotated[MaybeReal, "wall time of the solver alone, or of the whole command"] = None
    cpu_seconds: Annotated[MaybeReal, "CPU time of the solver or command, including child processes"] = None
    wall_seconds: Annotated[MaybeReal, "wall time of the whole process"] = None
    import_seconds: Annotated[MaybeReal, "time to import the game and the solver"] = None
    read_seconds: Annotated[MaybeReal, "time to read the instance"] = None
    prepare_seconds: Annotated[MaybeReal, "time to prepare the solver, for example to compile kernels"] = None
    kernels: Annotated[
        MaybeText,
        "state of the kernels before a command: `cold`, `compiled`, or `warm` (the command has already run)",
    ] = None
    import_cpu_seconds: Annotated[
        MaybeReal, "CPU time that a command takes to start Python and to import modules"
    ] = None
    compile_cpu_seconds: Annotated[
        MaybeReal, "CPU time that a command takes to compile kernels and to save them"
    ] = None
    load_cpu_seconds: Annotated[MaybeReal, "CPU time that a command takes to load compiled kernels"] = None
    work_cpu_seconds: Annotated[
        MaybeReal,
        "CPU time that a command takes for other work: reading, solving, checking, writing, child processes",
    ] = None
    compiled_functions: Annotated[
        MaybeWhole, "number of functions that a command compiled, including Numba's own functions"
    ] = None
    loaded_kernels: Annotated[MaybeWhole, "number of compiled kernels that a command loaded"] = None
    peak_bytes: Annotated[MaybeWhole, "peak memory of all processes of the run together, in bytes"] = None
    result: Annotated[
        MaybeText, "the result as JSON with its statistics, without the instance or the solution"
    ] = None
    instance_file: Annotated[MaybeText, "path of the instance file, relative to the records folder"] = None
    solution_file: Annotated[MaybeText, "path of the solution file, relative to the records folder"] = None
    started_at: Annotated[Moment, "start of the run (UTC)"]
    tilewright: Annotated[Text, "version of Tilewright"]
    code: Annotated[
        MaybeText, "SHA-256 of the code, the data files and the versions that the run depends on"
    ] = None
    commit: Annotated[MaybeText, "Git commit of Tilewright, with `-dirty` if there are uncommitted changes"] = (
        None
    )
    versions: Annotated[Text, "versions of Python, packages and external programs, as JSON"]
    machine: Annotated[Text, "processor, cores, memory and operating system, as JSON"]

    @property
    def elapsed(self) -> float | None:
        """The time of the solver or command in seconds; for a failed run, of its whole process, if known."""
        return self.wall_seconds if self.seconds is None else self.seconds

    @property
    def answer(self) -> dict[str, Any]:
        """The parsed JSON of the column `result`; an empty dictionary if there is no result."""
        answer: dict[str, Any] = json.loads(self.result) if self.result else {}
        return answer


def _columns() -> tuple[Column, ...]:
    hints = get_type_hints(RunRecord, include_extras=True)
    required = {field.name for field in fields(RunRecord) if field.default is MISSING}
    return tuple(
        Column(name, kind, meaning, name in required)
        for name, (kind, meaning) in ((name, hint.__metadata__) for name, hint in hints.items())
    )


COLUMNS = _columns()
