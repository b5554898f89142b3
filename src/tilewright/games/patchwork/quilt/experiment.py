"""The experiment: strategies x orders, in shards that are kept, and what came of them.

A shard is one strategy on a thousand orders. The same call goes on where it was stopped, and gives what is kept
when all is there; a change of the orders, the strategies or their code makes the shards anew. Times are CPU
seconds of the thread that lays the quilts, compiling left aside, as they were when the shard was made.
"""

from __future__ import annotations

import hashlib
import json
import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tilewright
from tilewright.errors import BadInput
from tilewright.game import Progress
from tilewright.games.patchwork.pieces.patches import patch_of_tile
from tilewright.games.patchwork.quilt.orders import Orders
from tilewright.games.patchwork.quilt.placement_tables import shape_of
from tilewright.games.patchwork.quilt.run_strategy import run_strategy
from tilewright.games.patchwork.quilt.strategies import find_strategy
from tilewright.running import Executor, map_shards

__all__ = [
    "CHUNK",
    "Comparison",
    "Outcome",
    "compare",
    "home_of",
    "lay_orders",
    "published_table",
    "run_experiment",
]

CHUNK = 1000
"""Runs in a shard. Learning policies start anew with each."""

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a strategy reached on orders: a number for each run, and the seconds for all."""

    strategy: str
    area: Ints
    streak: Ints
    placed: Ints
    """Patches that were laid."""
    alternatives: Ints
    """Alternatives that were offered, in all."""
    seconds: float

    @property
    def runs(self) -> int:
        return len(self.area)

    @property
    def mean_alternatives(self) -> float:
        """One mean over all patches that were laid."""
        return float(self.alternatives.sum() / max(1, self.placed.sum()))

    @property
    def microseconds_per_placement(self) -> float:
        return self.seconds * 1e6 / max(1, int(self.placed.sum()))

    def to_json(self) -> dict[str, Any]:
        residual = self.alternatives - self.mean_alternatives * self.placed
        return {
            "runs": self.runs,
            "area": round(float(self.area.mean()), 4),
            "area_error": _rounded_error(self.area),
            "streak": round(float(self.streak.mean()), 4),
            "streak_error": _rounded_error(self.streak),
            "alternatives": round(self.mean_alternatives, 4),
            "alternatives_error": _rounded_error(residual, float(self.placed.mean())),
            "placements": round(float(self.placed.mean()), 4),
            "microseconds_per_run": round(self.seconds * 1e6 / self.runs, 3),
            "microseconds_per_placement": round(self.microseconds_per_placement, 3),
        }


def _rounded_error(values: NDArray[Any], scale: float = 1.0) -> float | None:
    """The standard error of a mean, or of a ratio whose residuals these are; None for one run."""
    if len(values) < 2 or not scale:
        return None
    return round(float(np.std(values, ddof=1)) / math.sqrt(len(values)) / scale, 4)


# --- Shards -------------------------------------------------------------------------------------------


def lay_orders(task: Mapping[str, Any]) -> bytes:
    """The work of one shard: a strategy on some orders; the numbers of each run as JSON."""
    strategy = find_strategy(task["strategy"])
    orders = np.array([line.split() for line in task["orders"].splitlines()], np.int64)
    shapes = np.array([shape_of(patch_of_tile(tile)) for tile in range(38)], np.int64)[orders]
    run_strategy(strategy, shapes[:0])  # compiled now, so that it is not timed
    started = time.thread_time()
    runs = run_strategy(strategy, shapes, task["first_run"])
    seconds = time.thread_time() - started
    data = {
        "area": runs.area.tolist(),
        "streak": runs.streak.tolist(),
        "placed": (runs.placements >= 0).sum(axis=1).tolist(),
        "alternatives": runs.alternatives.tolist(),
        "seconds": seconds,
    }
    return json.dumps(data).encode()


def run_experiment(
    orders: Orders,
    strategies: Sequence[str],
    folder: Path,
    *,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> list[Outcome] | None:
    """Every strategy on every order; None when cancelled before the end. Shards are kept below the folder."""
    names = list(dict.fromkeys(find_strategy(name).name for name in strategies))
    if not names:
        raise BadInput("expected at least one strategy")
    shards = {
        f"{name.replace('/', '=')}.{first}": {
            "strategy": name,
            "first_run": first,
            "orders": "\n".join(" ".join(map(str, order)) for order in orders.tiles[first : first + CHUNK]),
        }
        for name in names
        for first in range(0, len(orders), CHUNK)
    }
    home = home_of(orders, names, folder)
    version = f"{tilewright.__version__}-{_code_digest()}"
    manifest = map_shards(
        lay_orders,
        shards,
        home,
        version=version,
        suffix=".json",
        executor=executor,
        progress=progress,
        cancel=cancel,
    )
    if manifest is None:
        return None
    files = {shard.name: home / shard.file for shard in manifest.shards}
    return [
        _outcome(name, [files[shard] for shard in shards if shards[shard]["strategy"] == name])
        for name in names
    ]


def home_of(orders: Orders, strategies: Sequence[str], folder: Path) -> Path:
    """Where the shards of these strategies on these orders are kept."""
    names = sorted({find_strategy(name).name for name in strategies})
    work = hashlib.sha256(json.dumps([orders.digest, names]).encode()).hexdigest()[:16]
    return folder / "quilts" / work


def _outcome(strategy: str, files: Sequence[Path]) -> Outcome:
    parts = [json.loads(file.read_bytes()) for file in files]
    columns = ("area", "streak", "placed", "alternatives")
    joined = {key: np.array([value for part in parts for value in part[key]], np.int64) for key in columns}
    return Outcome(strategy, **joined, seconds=sum(part["seconds"] for part in parts))


_DECIDING = ("board_kernel.py", "domains_kernel.py", "placement_tables.py", "run_strategy.py")


@cache
def _code_digest() -> str:
    """A digest of the code that decides where patches go."""
    package = resources.files(__package__)
    ours = [file for file in package.iterdir() if file.name in _DECIDING]
    ours += [file for file in package.joinpath("strategies").iterdir() if file.name.endswith(".py")]
    digest = hashlib.sha256()
    for file in sorted(ours, key=lambda file: file.name):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


# --- The published table ------------------------------------------------------------------------------


@cache
def published_table() -> dict[str, dict[str, float]]:
    """Table 1 of the paper: for each strategy area, streak, alternatives and milliseconds for a run."""
    text = resources.files(__package__).joinpath("published.json").read_text("utf-8")
    table: dict[str, dict[str, float]] = json.loads(text)["strategies"]
    return table


# --- Two strategies on the same orders ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Comparison:
    """The paired difference of two strategies on the same orders: the second minus the first."""

    first: str
    second: str
    runs: int
    means: tuple[float, float]
    difference: float
    error: float
    """The standard error of the difference."""
    wins: int
    """Orders on which the second is better."""
    losses: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the difference: 1.96 standard errors to both sides."""
        return self.difference - 1.96 * self.error, self.difference + 1.96 * self.error

    @property
    def p_value(self) -> float:
        """Of the two-sided test that there is no difference; the mean of many runs is normal."""
        if self.error == 0:
            return 1.0 if self.difference == 0 else 0.0
        return math.erfc(abs(self.difference) / self.error / math.sqrt(2))

    @property
    def significant(self) -> bool:
        return self.p_value < 0.05

    def to_json(self) -> dict[str, Any]:
        return {
            "runs": self.runs,
            "means": {self.first: round(self.means[0], 4), self.second: round(self.means[1], 4)},
            "difference": round(self.difference, 4),
            "error": round(self.error, 4),
            "interval": [round(end, 4) for end in self.interval],
            "p_value": self.p_value,
            "significant": self.significant,
            "wins": self.wins,
            "losses": self.losses,
            "ties": self.runs - self.wins - self.losses,
        }


def compare(first: Outcome, second: Outcome, metric: str = "area") -> Comparison:
    """Two outcomes on the same orders, run by run, by their area or their streak."""
    one, two = getattr(first, metric), getattr(second, metric)
    if len(one) < 2:
        raise BadInput("a comparison needs at least two orders")
    difference = two - one
    return Comparison(
        first.strategy,
        second.strategy,
        len(one),
        (float(one.mean()), float(two.mean())),
        float(difference.mean()),
        float(np.std(difference, ddof=1)) / math.sqrt(len(one)),
        int((difference > 0).sum()),
        int((difference < 0).sum()),
    )
