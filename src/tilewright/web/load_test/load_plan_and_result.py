"""The settings and the result of a load run."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tilewright.errors import BadInput

__all__ = ["LoadPlan", "LoadResult", "Times"]

MAX_CLIENTS = 1000
MAX_SECONDS = 3600.0
MAX_SEED = 10**9


@dataclass(frozen=True, slots=True)
class LoadPlan:
    """The settings of a load run. If `games` is empty, all games are used."""

    clients: int = 50
    seconds: float = 30.0
    seed: int = 0
    pause: float = 1.0
    restart: bool = False
    games: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.clients <= MAX_CLIENTS:
            raise BadInput(f"the number of clients must be between 1 and {MAX_CLIENTS}, not {self.clients}")
        if not 0 < self.seconds <= MAX_SECONDS:
            raise BadInput(
                f"the duration must be greater than 0 and at most {MAX_SECONDS:g} seconds, not {self.seconds:g}"
            )
        if not 0 <= self.pause <= MAX_SECONDS:
            raise BadInput(f"the pause must be between 0 and {MAX_SECONDS:g} seconds, not {self.pause:g}")
        if not 0 <= self.seed <= MAX_SEED:
            raise BadInput(f"the seed must be between 0 and {MAX_SEED}, not {self.seed}")


@dataclass(frozen=True, slots=True)
class Times:
    """The number and the quantiles of measured times, in seconds."""

    count: int
    median: float
    p90: float
    p99: float
    longest: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Times:
        """Return the quantiles (nearest-rank method) of one or more measurements."""
        ranked = sorted(seconds)

        def quantile(share: float) -> float:
            return ranked[max(0, math.ceil(share * len(ranked)) - 1)]

        return cls(len(ranked), quantile(0.5), quantile(0.9), quantile(0.99), ranked[-1])

    @property
    def figures(self) -> tuple[float, float, float, float]:
        return self.median, self.p90, self.p99, self.longest


@dataclass(frozen=True, slots=True)
class LoadResult:
    """The result of a load run. Times are in seconds."""

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
        """All times: for all page actions together, for each kind of page action, and for each kind of job."""
        overall = {} if self.page_actions is None else {"all page actions": self.page_actions}
        return overall | dict(self.kinds) | {f"job: {kind}": times for kind, times in self.jobs.items()}

    def findings(self, median_at_most: float | None = None) -> list[str]:
        """Return the findings as lines: errors, processes left running, and a median above `median_at_most`."""
        findings = list(self.errors)
        if self.error_count > len(self.errors):
            findings.append(f"further errors, not listed: {self.error_count - len(self.errors)}")
        findings += [f"process left running: {command}" for command in self.processes_left]
        median = None if self.page_actions is None else self.page_actions.median
        if median_at_most is not None and (median is None or median > median_at_most):
            measured = "there were no page actions" if median is None else f"it is {median:.3f} s"
            findings.append(
                f"the median time of page actions must be at most {median_at_most:g} s, but {measured}"
            )
        return findings

    def to_json(self) -> dict[str, Any]:
        """Return the settings except the games, and the result with rounded numbers."""
        result = asdict(self)
        plan = result.pop("plan")
        del plan["games"]
        times = ("page_actions", "kinds", "jobs")
        return {**plan, **{key: _rounded(value, 4 if key in times else 2) for key, value in result.items()}}

    def footnote(self) -> str:
        """Return a paragraph with the counts and conditions that the table of times does not show."""
        sentences = [
            f"Requests: {self.requests:,}; page actions: {self.actions:,}; solves: {self.solves}; "
            f"agent moves: {self.agents}; cancelled jobs: {self.cancelled}; "
            f'"busy" responses: {self.busy}; errors: {self.error_count}.',
            f"The mean pause between two clicks was {self.plan.pause:g} s. "
            f"The warm-up took {self.warm_up_seconds:.1f} s; "
            f"the server became idle {self.settled_seconds:.1f} s after the clients had disconnected.",
        ]
        if self.recovered_seconds is not None:
            sentences.append(
                f"The server was killed; {self.recovered_seconds:.1f} s later, every client had received "
                "a response. "
                f"Page actions that waited for the restart and are excluded from the times: {self.interrupted}."
            )
        sentences.append(
            f"Load average before the run: {self.load_average:.2f}. {self.machine['processor']}, "
            f"{self.machine['cores']} cores."
        )
        return " ".join(sentences)


def _rounded(value: Any, digits: int) -> Any:
    """Return the value for JSON, with all floats in it rounded."""
    if isinstance(value, dict):
        return {key: _rounded(item, digits) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_rounded(item, digits) for item in value]
    return round(value, digits) if isinstance(value, float) else value
