"""Runs that are made elsewhere: sheets that go out empty and come back filled.

A sheet holds the runs of one instance in one pass. They are made by one worker, one after the other, so that
what a report compares was measured on one machine in one stretch. The rows tell which machine it was. A worker
with another program or other engines refuses its sheet: its runs would not be the ones that were asked for.
"""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tilewright import __version__, registry
from tilewright.bench import provenance as facts
from tilewright.bench.run_plan import Call, Codes, Planned, Solve
from tilewright.bench.single_run import Absent, Desk
from tilewright.bench.suite import Suite
from tilewright.errors import EngineFailure
from tilewright.records import RunRecord

__all__ = ["Filled", "Sheet", "fill", "sheets", "waves"]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Runs that belong together, and what their rows have in common."""

    suite: Suite
    codes: Codes
    facts: Mapping[str, Any]
    runs: tuple[Planned, ...]


@dataclass(frozen=True, slots=True)
class Filled:
    """What came of a sheet: rows without the files that only their keeper has, and what goes into the files."""

    made: tuple[RunRecord | Absent, ...]
    instance: str | None = None
    solutions: Mapping[str, bytes] = field(default_factory=dict)


def waves(suite: Suite, plan: Sequence[Planned]) -> Iterator[Sequence[Planned]]:
    """What may run at the same time: all, unless a batch makes harder instances depend on easier ones."""
    if suite.batch is None:
        yield plan
        return
    yield [run for run in plan if isinstance(run, Call)]
    for instance in suite.instances:
        yield [run for run in plan if isinstance(run, Solve) and run.instance == instance]


def sheets(suite: Suite, codes: Codes, shared: Mapping[str, Any], runs: Iterable[Planned]) -> dict[str, Sheet]:
    """The runs on sheets, by names that people know."""
    together: dict[str, list[Planned]] = {}
    for run in runs:
        what = f"command {run.command.label}" if isinstance(run, Call) else run.instance.label
        together.setdefault(f"{what}, pass {run.repeat + 1}", []).append(run)
    return {
        name: Sheet(_slim(suite), codes, shared, tuple(map(_carried, group)))
        for name, group in together.items()
    }


def _slim(suite: Suite) -> Suite:
    """The suite without what a single run need not know."""
    return replace(suite, instances=(), solvers=(), commands=(), baseline=None, published=())


def _carried(run: Planned) -> Planned:
    """A run that brings its instance's text along: the far side has not our files."""
    if isinstance(run, Call) or run.instance.file is None:
        return run
    return replace(run, instance=replace(run.instance, spec=run.instance.written(), file=None))


@functools.cache
def _own_facts() -> dict[str, str | None]:
    """The facts of a worker, which lives for many sheets."""
    return facts.columns()


def fill(sheet: Sheet) -> Filled:
    """Make the runs of a sheet, wherever this is called."""
    game = None if sheet.suite.game is None else registry.game(sheet.suite.game)
    own = _own_facts()
    if Codes.of(game, json.loads(own["versions"] or "{}")) != sheet.codes:
        raise EngineFailure(f"the worker has another Tilewright {__version__}, or other engines")
    desk = Desk(sheet.suite, sheet.codes, {**sheet.facts, **own}, threading.Event())
    made: list[RunRecord | Absent] = []
    instance: str | None = None
    with TemporaryDirectory(prefix="tilewright-") as folder:
        for run in sheet.runs:
            if isinstance(run, Solve):
                instance = desk.given(run.instance).text
            row = desk.make(run, lambda name: Path(folder) / f"{name}.json")
            assert row is not None, "nobody cancels here"
            made.append(row)
        solutions = {file.stem: file.read_bytes() for file in Path(folder).iterdir()}
    return Filled(tuple(made), instance, solutions)
