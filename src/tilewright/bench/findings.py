"""Findings: what no run of a suite should ever show. They are loud.

Two solvers that contradict each other, an answer that the checker rejects, a command that breaks its promise.
A solution worth 14 with a bound of 20 says that the best lies between the two, whether large or small is good;
so two such claims with nothing in common contradict each other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

from tilewright.bench.suite import Suite
from tilewright.game import Status
from tilewright.records import RunRecord

__all__ = ["Failure", "Finding", "failures", "findings"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that must be looked into."""

    kind: str
    instance: str
    message: str

    def to_json(self) -> dict[str, str]:
        return {"kind": self.kind, "instance": self.instance, "message": self.message}


@dataclass(frozen=True, slots=True)
class Failure:
    """Why runs of a solver came to no answer: the first instance, and how many runs in all."""

    label: str
    instance: str
    runs: int
    message: str

    def __str__(self) -> str:
        more = "" if self.runs == 1 else f" and in {self.runs - 1} more {'run' if self.runs == 2 else 'runs'}"
        return f"{self.label} failed on {self.instance}{more}: {self.message}"


def failures(rows: Sequence[RunRecord]) -> list[Failure]:
    """The solves that failed, those of one solver for one reason told together."""
    found: dict[tuple[str, str], list[RunRecord]] = {}
    for row in rows:
        if row.kind == "solve" and row.failure is not None:
            found.setdefault((row.label, row.failure), []).append(row)
    return [Failure(label, own[0].instance, len(own), why) for (label, why), own in found.items()]


def findings(suite: Suite, rows: Sequence[RunRecord]) -> list[Finding]:
    """All findings among the runs of a suite, each told once."""
    found: dict[Finding, None] = {}
    solves = [row for row in rows if row.kind == "solve"]
    for row in solves:
        if row.failure_kind == "WrongAnswer":
            found[Finding("wrong-answer", row.instance, row.failure or "")] = None
    largest_is_best = _direction(solves)
    by_instance: dict[str, list[RunRecord]] = {}
    for row in solves:
        by_instance.setdefault(row.instance, []).append(row)
    for instance, group in by_instance.items():
        for message in _disagreements(group, largest_is_best):
            found[Finding("disagreement", instance, message)] = None
    found |= dict.fromkeys(_broken_promises(suite, [row for row in rows if row.kind == "command"]))
    return list(found)


def _direction(rows: Iterable[RunRecord]) -> bool | None:
    """Whether a larger objective is better, as far as the bounds tell with one voice."""
    told = set()
    for row in rows:
        answer = row.answer
        objective, bound = answer.get("objective"), answer.get("bound")
        if objective is not None and bound is not None and objective != bound:
            told.add(bound > objective)
    return told.pop() if len(told) == 1 else None


def _interval(row: RunRecord, largest_is_best: bool | None) -> tuple[float, float] | None:
    """Between which numbers the best lies, if the run is right; None when it says nothing of that."""
    answer = row.answer
    objective, bound = answer.get("objective"), answer.get("bound")
    if objective is None:
        # Who has found nothing may still have proved something.
        if row.status != Status.UNKNOWN or bound is None or largest_is_best is None:
            return None
        return (-math.inf, bound) if largest_is_best else (bound, math.inf)
    if row.status == Status.OPTIMAL:
        return objective, objective
    if bound is not None:
        return min(objective, bound), max(objective, bound)
    if largest_is_best is None:
        return None
    return (objective, math.inf) if largest_is_best else (-math.inf, objective)


def _disagreements(rows: Sequence[RunRecord], largest_is_best: bool | None) -> Iterator[str]:
    for one, other in combinations(sorted(rows, key=lambda row: row.label), 2):
        for denier, shower in ((one, other), (other, one)):
            if denier.status == Status.INFEASIBLE and shower.verified:
                yield f"{denier.label} says that there is no solution, {shower.label} shows one"
        first, second = _interval(one, largest_is_best), _interval(other, largest_is_best)
        if first and second and max(first[0], second[0]) > min(first[1], second[1]):
            yield f"{one.label} {_claim(one)}, {other.label} {_claim(other)}"


def _claim(row: RunRecord) -> str:
    answer = row.answer
    if row.status == Status.OPTIMAL:
        return f"says that {answer['objective']} is best"
    if answer["objective"] is None:
        return f"has found nothing and bounds it by {answer['bound']}"
    if answer["bound"] is None:
        return f"shows a solution worth {answer['objective']}"
    return f"shows {answer['objective']} and bounds it by {answer['bound']}"


def _broken_promises(suite: Suite, rows: Sequence[RunRecord]) -> Iterator[Finding]:
    for command in suite.commands:
        group = [row for row in rows if row.instance == command.label]
        for row in group:
            if row.failure is not None:
                yield Finding("failed-command", command.label, row.failure)
        cpu = [row.cpu_seconds for row in group if row.failure is None and row.cpu_seconds is not None]
        if cpu and command.cpu_at_most is not None and median(cpu) > command.cpu_at_most:
            line = f"takes {median(cpu):.2f} s of CPU time, more than {command.cpu_at_most:g} s"
            yield Finding("slow-command", command.label, line)
