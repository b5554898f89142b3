"""Findings (results that indicate an error) and failed solves.

A finding is reported if two runs on an instance contradict each other, if the checker rejects an answer, or if
a command fails or exceeds its CPU time limit. A solver that reports an objective of 14 and a bound of 20 (or
the reverse) claims that the optimum is between 14 and 20. Two such claims contradict each other if the
intervals are disjoint.
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
    """A result that must be investigated."""

    kind: str
    instance: str
    message: str


@dataclass(frozen=True, slots=True)
class Failure:
    """All failed runs of one solver with the same error message; `instance` is that of the first run."""

    label: str
    instance: str
    runs: int
    message: str

    def __str__(self) -> str:
        more = "" if self.runs == 1 else f" and in {self.runs - 1} more {'run' if self.runs == 2 else 'runs'}"
        return f"{self.label} failed on {self.instance}{more}: {self.message}"


def failures(rows: Sequence[RunRecord]) -> list[Failure]:
    """Return the failed solves, grouped by solver and error message."""
    groups: dict[tuple[str, str], list[RunRecord]] = {}
    for row in rows:
        if row.kind == "solve" and row.failure is not None:
            groups.setdefault((row.label, row.failure), []).append(row)
    return [Failure(label, runs[0].instance, len(runs), message) for (label, message), runs in groups.items()]


def findings(suite: Suite, rows: Sequence[RunRecord]) -> list[Finding]:
    """Return all findings among the runs of a suite, without duplicates."""
    solves = [row for row in rows if row.kind == "solve"]
    commands = [row for row in rows if row.kind == "command"]
    wrong = [
        Finding("wrong-answer", row.instance, row.failure or "")
        for row in solves
        if row.failure_kind == "WrongAnswer"
    ]
    largest_is_best = _direction(solves)
    by_instance: dict[str, list[RunRecord]] = {}
    for row in solves:
        by_instance.setdefault(row.instance, []).append(row)
    contradictions = [
        Finding("disagreement", instance, message)
        for instance, group in by_instance.items()
        for message in _disagreements(group, largest_is_best)
    ]
    return list(dict.fromkeys([*wrong, *contradictions, *_exceeded_limits(suite, commands)]))


def _direction(rows: Iterable[RunRecord]) -> bool | None:
    """Return whether a larger objective is better, inferred from the bounds; None if it cannot be inferred."""
    directions = set()
    for row in rows:
        answer = row.answer
        objective, bound = answer.get("objective"), answer.get("bound")
        if objective is not None and bound is not None and objective != bound:
            directions.add(bound > objective)
    return directions.pop() if len(directions) == 1 else None


def _interval(row: RunRecord, largest_is_best: bool | None) -> tuple[float, float] | None:
    """Return the interval that, if the run is correct, contains the optimum; None if the run implies none."""
    answer = row.answer
    objective, bound = answer.get("objective"), answer.get("bound")
    if objective is None:
        # A run without a solution may still have proved a bound.
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
    """Yield a message for each contradiction between two runs on the same instance."""
    for one, other in combinations(sorted(rows, key=lambda row: row.label), 2):
        for refuting, solving in ((one, other), (other, one)):
            if refuting.status == Status.INFEASIBLE and solving.verified:
                yield f"{refuting.label} claims that there is no solution, but {solving.label} has one"
        first, second = _interval(one, largest_is_best), _interval(other, largest_is_best)
        if first and second and max(first[0], second[0]) > min(first[1], second[1]):
            yield f"{one.label} {_claim(one)}, but {other.label} {_claim(other)}"


def _claim(row: RunRecord) -> str:
    answer = row.answer
    if row.status == Status.OPTIMAL:
        return f"claims that {answer['objective']} is optimal"
    if answer["objective"] is None:
        return f"proves the bound {answer['bound']} without a solution"
    if answer["bound"] is None:
        return f"has a solution with objective {answer['objective']}"
    return f"has the objective {answer['objective']} and the bound {answer['bound']}"


def _exceeded_limits(suite: Suite, rows: Sequence[RunRecord]) -> Iterator[Finding]:
    """Yield a finding for each failed run of a command and each command whose median CPU time is too long."""
    for command in suite.commands:
        group = [row for row in rows if row.instance == command.label]
        for row in group:
            if row.failure is not None:
                yield Finding("failed-command", command.label, row.failure)
        cpu = [row.cpu_seconds for row in group if row.failure is None and row.cpu_seconds is not None]
        if cpu and command.cpu_at_most is not None and median(cpu) > command.cpu_at_most:
            message = f"takes {median(cpu):.2f} s of CPU time (median); the limit is {command.cpu_at_most:g} s"
            yield Finding("slow-command", command.label, message)
