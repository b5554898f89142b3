"""One run as a row: its columns, their types and their meanings."""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, fields
from datetime import datetime
from typing import Annotated, Any, get_type_hints

__all__ = ["COLUMNS", "VERSION", "Column", "RunRecord"]

VERSION = "1"
"""The version of the table. A new column leaves it; a column that changes its meaning raises it."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table `runs`: `type` is the type that DuckDB shows."""

    name: str
    type: str
    meaning: str
    required: bool = False
    """Whether every run has it."""


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
    """One run of a suite: what was asked of whom, what came of it, what it cost, and where it ran."""

    run: Annotated[Text, "the run's own name; its file and its solution's file are called so"]
    key: Annotated[Text, "SHA-256 of all that was asked: a run with the same key need not be made again"]
    sitting: Annotated[Text, "the call of `bench run` that made the run"]
    kind: Annotated[Text, "`solve`, or `command` for a command that was timed"]
    suite: Annotated[Text, "the suite's name"]
    game: Annotated[MaybeText, "the game's name"] = None
    instance: Annotated[Text, "the instance's label in the suite, or the command's"]
    instance_sha256: Annotated[MaybeText, "SHA-256 of the instance's text"] = None
    parts: Annotated[MaybeWhole, "how many parts the instance has: stones, cells, tiles"] = None
    size: Annotated[MaybeReal, "the instance's size: the key that the suite names, else its parts"] = None
    solver: Annotated[MaybeText, "the solver's name"] = None
    label: Annotated[Text, "what the suite calls the solver with its options"]
    options: Annotated[Text, "the solver's options as JSON; the words of a command"]
    seed: Annotated[MaybeWhole, "the seed given to the solver"] = None
    threads: Annotated[MaybeWhole, "threads that the solver might use"] = None
    time_limit: Annotated[MaybeReal, "seconds that the solver might use"] = None
    memory_limit: Annotated[MaybeWhole, "bytes that the run's processes might hold"] = None
    repeat: Annotated[Whole, "0 in the first pass over the suite, 1 in the second"]
    status: Annotated[Text, "the result's status, or `failed`; for a command `done` or `failed`"]
    failure: Annotated[MaybeText, "what went wrong, in one line"] = None
    failure_kind: Annotated[MaybeText, "the kind of failure: EngineFailure, OutOfResources, WrongAnswer"] = None
    objective: Annotated[MaybeLarge, "the result's objective if it is a whole number of up to 38 digits"] = None
    bound: Annotated[MaybeLarge, "the result's bound if it is a whole number of up to 38 digits"] = None
    objective_real: Annotated[MaybeReal, "the result's objective to the nearest double, fractions too"] = None
    bound_real: Annotated[MaybeReal, "the result's bound to the nearest double, fractions too"] = None
    verified: Annotated[MaybeFlag, "the checker's word on the solution"] = None
    seconds: Annotated[MaybeReal, "wall time of the solver alone; of the whole command"] = None
    cpu_seconds: Annotated[MaybeReal, "CPU time of the same, children included"] = None
    wall_seconds: Annotated[MaybeReal, "wall time of the whole process"] = None
    import_seconds: Annotated[MaybeReal, "time to import the game and the solver"] = None
    read_seconds: Annotated[MaybeReal, "time to read the instance"] = None
    prepare_seconds: Annotated[MaybeReal, "time to warm up compiled code"] = None
    peak_bytes: Annotated[MaybeWhole, "the most memory that the run's processes held at once"] = None
    result: Annotated[MaybeText, "the result as JSON, stats and all, without instance and solution"] = None
    instance_file: Annotated[MaybeText, "the instance's file, below the folder of the records"] = None
    solution_file: Annotated[MaybeText, "the solution's file, below the folder of the records"] = None
    started_at: Annotated[Moment, "when the run began, UTC"]
    tilewright: Annotated[Text, "the version of Tilewright"]
    code: Annotated[MaybeText, "SHA-256 of what the run depends on: the game's files and the versions"] = None
    commit: Annotated[MaybeText, "Tilewright's Git commit, with `-dirty` if files were changed since"] = None
    versions: Annotated[Text, "versions of Python, the packages and the programs, as JSON"]
    machine: Annotated[Text, "processor, cores, memory and system, as JSON"]

    @property
    def answer(self) -> dict[str, Any]:
        """The column `result` read; empty where there is none."""
        answer: dict[str, Any] = json.loads(self.result) if self.result else {}
        return answer


def _columns() -> tuple[Column, ...]:
    hints = get_type_hints(RunRecord, include_extras=True)
    always = {field.name for field in fields(RunRecord) if field.default is MISSING}
    return tuple(
        Column(name, kind, meaning, name in always)
        for name, (kind, meaning) in ((name, hint.__metadata__) for name, hint in hints.items())
    )


COLUMNS = _columns()
