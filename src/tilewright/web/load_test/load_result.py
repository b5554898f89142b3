"""What a load run asks for, and what it shows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.errors import BadInput

__all__ = ["LoadPlan", "LoadResult", "Times"]

MOST_CLIENTS = 1000
LONGEST = 3600.0
LARGEST_SEED = 10**9


@dataclass(frozen=True, slots=True)
class LoadPlan:
    """How many clients stay for how long, and what happens to them. `games` are all, if none is named."""

    clients: int = 50
    seconds: float = 30.0
    seed: int = 0
    pause: float = 1.0
    restart: bool = False
    games: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.clients <= MOST_CLIENTS:
            raise BadInput(f"clients must lie between 1 and {MOST_CLIENTS}, not {self.clients}")
        if not 0 < self.seconds <= LONGEST:
            raise BadInput(f"seconds must lie above 0 and be at most {LONGEST:g}, not {self.seconds:g}")
        if not 0 <= self.pause <= LONGEST:
            raise BadInput(f"the pause must lie between 0 and {LONGEST:g} seconds, not {self.pause:g}")

        if not 0 <= self.seed <= LARGEST_SEED:
            raise BadInput(f"the seed must lie between 0 and {LARGEST_SEED}, not {self.seed}")

    def to_json(self) -> dict[str, Any]:
        keys = ("clients", "seconds", "seed", "pause", "restart")
        return {key: getattr(self, key) for key in keys}


@dataclass(frozen=True, slots=True)
class Times:
    """How long something took, in seconds."""

    count: int
    median: float
    p90: float
    p99: float
    longest: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Times:
        """The figures of at least one measurement: each is one of them, the smallest that so many reach."""
        ranked = sorted(seconds)

        def quantile(share: float) -> float:
            return ranked[max(0, math.ceil(share * len(ranked)) - 1)]

        return cls(len(ranked), quantile(0.5), quantile(0.9), quantile(0.99), ranked[-1])

    @property
    def figures(self) -> tuple[float, float, float, float]:
        return self.median, self.p90, self.p99, self.longest

    def to_json(self) -> dict[str, Any]:
        keys = ("median", "p90", "p99", "longest")
        return {"count": self.count} | {key: round(getattr(self, key), 4) for key in keys}


@dataclass(frozen=True, slots=True)
class LoadResult:
    """What a load run showed. Times are in seconds."""

    plan: LoadPlan
    requests: int
    actions: int
    solves: int
    agents: int
    cancelled: int
    busy: int
    interrupted: int
    error_count: int
    errors: tuple[str, ...]
    page_actions: Times | None
    kinds: Mapping[str, Times]
    jobs: Mapping[str, Times]
    warm_up_seconds: float
    recovered_seconds: float | None
    settled_seconds: float
    processes_left: tuple[str, ...]
    load_average: float
    machine: Mapping[str, Any]

    @property
    def times(self) -> dict[str, Times]:
        """All figures by what they are of."""
        every = {} if self.page_actions is None else {"all page actions": self.page_actions}
        return every | dict(self.kinds) | {f"job: {kind}": times for kind, times in self.jobs.items()}

    def findings(self, median_at_most: float | None = None) -> list[str]:
        """What went wrong, in a line each."""
        found = list(self.errors)
        if self.error_count > len(self.errors):
            found.append(f"and {self.error_count - len(self.errors)} more errors")
        found += [f"left behind: {words}" for words in self.processes_left]
        median = None if self.page_actions is None else self.page_actions.median
        if median_at_most is not None and (median is None or median > median_at_most):
            told = "there was none" if median is None else f"the median is {median:.3f} s"
            found.append(f"page actions take at most {median_at_most:g} s at the median, but {told}")
        return found

    def to_json(self) -> dict[str, Any]:
        return {
            **self.plan.to_json(),
            **{
                key: getattr(self, key)
                for key in ("requests", "actions", "solves", "agents", "cancelled", "busy", "interrupted")
            },
            "error_count": self.error_count,
            "errors": list(self.errors),
            "page_actions": None if self.page_actions is None else self.page_actions.to_json(),
            "kinds": {kind: times.to_json() for kind, times in self.kinds.items()},
            "jobs": {kind: times.to_json() for kind, times in self.jobs.items()},
            "warm_up_seconds": round(self.warm_up_seconds, 2),
            "recovered_seconds": None if self.recovered_seconds is None else round(self.recovered_seconds, 2),
            "settled_seconds": round(self.settled_seconds, 2),
            "processes_left": list(self.processes_left),
            "load_average": round(self.load_average, 2),
            "machine": dict(self.machine),
        }

    def footnote(self) -> str:
        """What the figures do not tell, in a paragraph."""
        told = [
            f"{self.requests:,} requests: {self.actions:,} page actions, {self.solves} solves, "
            f"{self.agents} moves of agents, {self.cancelled} jobs cancelled; "
            f'{self.busy} answers "busy", {self.error_count} errors.',
            f"A person clicks every {self.plan.pause:g} s. The warm-up took {self.warm_up_seconds:.1f} s; "
            f"the jobs of those who left were over after {self.settled_seconds:.1f} s.",
        ]
        if self.recovered_seconds is not None:
            told.append(
                f"The server was killed; {self.recovered_seconds:.1f} s later all clients had answers again. "
                f"The {self.interrupted} actions that waited for it are not in the times."
            )
        told.append(
            f"Load average before: {self.load_average:.2f}. {self.machine['processor']}, "
            f"{self.machine['cores']} cores."
        )
        return " ".join(told)
