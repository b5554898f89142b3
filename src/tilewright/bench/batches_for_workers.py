"""Batches of runs for the workers of an executor.

A batch consists of the runs of one instance or one command in one pass. One worker carries out these runs one
after the other, so that the times that a report compares are measured on the same machine within a short
period. The record of each run names the machine. A worker with different code, or with different versions of
Python, the libraries or the engines, refuses the batch, because the results of another version must not be
recorded under the planned version.
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
from tilewright.bench import provenance
from tilewright.bench.run_plan import Call, Codes, Planned, Solve
from tilewright.bench.single_run import MissingSolver, RunMaker
from tilewright.bench.suite import Suite
from tilewright.errors import EngineFailure
from tilewright.records import RunRecord

__all__ = ["Batch", "BatchResult", "make_batches", "run_batch", "waves"]


@dataclass(frozen=True, slots=True)
class Batch:
    """Runs for one worker, and `facts`, the columns whose values are the same for all these runs."""

    suite: Suite
    codes: Codes
    facts: Mapping[str, Any]
    runs: tuple[Planned, ...]


@dataclass(frozen=True, slots=True)
class BatchResult:
    """The rows of a batch, and the texts of the instance and the solutions, which the caller stores."""

    made: tuple[RunRecord | MissingSolver, ...]
    instance: str | None = None
    solutions: Mapping[str, bytes] = field(default_factory=dict)


def waves(suite: Suite, plan: Sequence[Planned]) -> Iterator[Sequence[Planned]]:
    """Yield groups of runs that may run at the same time.

    Without a time budget, all runs form one group. With a time budget, the commands form the first group, and
    the runs of each instance form a group of their own. So before a group starts, it is known how much of its
    time budget each solver has used.
    """
    if suite.batch is None:
        yield plan
        return
    yield [run for run in plan if isinstance(run, Call)]
    for instance in suite.instances:
        yield [run for run in plan if isinstance(run, Solve) and run.instance == instance]


def make_batches(
    suite: Suite, codes: Codes, shared: Mapping[str, Any], runs: Iterable[Planned]
) -> dict[str, Batch]:
    """Group the runs into batches by instance or command and by pass; return the batches by name."""
    groups: dict[str, list[Planned]] = {}
    for run in runs:
        name = f"command {run.command.label}" if isinstance(run, Call) else run.instance.label
        groups.setdefault(f"{name}, pass {run.repeat + 1}", []).append(run)
    return {
        name: Batch(_slim(suite), codes, shared, tuple(map(_with_text, group)))
        for name, group in groups.items()
    }


def _slim(suite: Suite) -> Suite:
    """Return the suite without the parts that a single run does not need."""
    return replace(suite, instances=(), solvers=(), commands=(), baseline=None, published=())


def _with_text(run: Planned) -> Planned:
    """Return the run with its instance as text, because a remote worker cannot read the instance file."""
    if isinstance(run, Call) or run.instance.file is None:
        return run
    return replace(run, instance=replace(run.instance, spec=run.instance.written(), file=None))


@functools.cache
def _own_facts() -> dict[str, str | None]:
    """Return the provenance of this worker, cached because a worker runs many batches."""
    return provenance.columns()


def run_batch(batch: Batch) -> BatchResult:
    """Carry out the runs of a batch in a worker, and return their rows."""
    game = None if batch.suite.game is None else registry.game(batch.suite.game)
    own = _own_facts()
    if Codes.of(game, json.loads(own["versions"] or "{}")) != batch.codes:
        raise EngineFailure(
            f"the worker has a different build of Tilewright {__version__}, or different versions of Python, "
            "the libraries or the engines"
        )
    made: list[RunRecord | MissingSolver] = []
    instance: str | None = None
    with (
        RunMaker(batch.suite, batch.codes, {**batch.facts, **own}, threading.Event()) as maker,
        TemporaryDirectory(prefix="tilewright-") as folder,
    ):
        for run in batch.runs:
            if isinstance(run, Solve):
                instance = maker.load(run.instance).text
            row = maker.make(run, lambda name: Path(folder) / f"{name}.json")
            assert row is not None, "this run cannot be cancelled"
            made.append(row)
        solutions = {file.stem: file.read_bytes() for file in Path(folder).iterdir()}
    return BatchResult(tuple(made), instance, solutions)
