"""The experiment of the paper: run strategies on many orders, store the results in shards, compare strategies.

A shard holds the results of one strategy on up to 1000 orders. Finished shards are stored, so an experiment
that is repeated after an interruption computes only the missing shards. Stored shards are no longer used if the
orders, the set of patches, the list of strategies, the version of Tilewright or the code that lays the patches
changes. Times are CPU seconds of the thread that lays the patches, without compilation, measured when the shard
was computed.
"""

from __future__ import annotations

import hashlib
import inspect
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
from tilewright.code_digest import digest_files
from tilewright.errors import BadInput
from tilewright.game import Progress
from tilewright.games.patchwork.pieces.patches import TILES, PatchSet, patch_of_tile, patch_set
from tilewright.games.patchwork.quilt.run_strategy import run_strategy
from tilewright.games.patchwork.quilt.strategies import find_strategy
from tilewright.games.patchwork.quilt.tile_orders import Orders
from tilewright.kernel_cache import dependencies
from tilewright.running import Executor, map_shards

__all__ = [
    "SHARD_SIZE",
    "Comparison",
    "StrategyResult",
    "compare_results",
    "compute_shard",
    "published_results",
    "run_experiment",
    "shard_folder",
]

SHARD_SIZE = 1000
"""The largest number of runs in a shard. Learning policies start with empty statistics in each shard."""

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class StrategyResult:
    """The results of a strategy: arrays with one number per run, and the total CPU seconds of all runs."""

    strategy: str
    area: Ints
    streak: Ints
    placed: Ints
    """For each run: the number of patches that were laid."""
    alternatives: Ints
    """For each run: the number of alternatives that the policy offered, summed over all patches."""
    seconds: float

    @property
    def runs(self) -> int:
        return len(self.area)

    @property
    def mean_alternatives(self) -> float:
        """The mean number of alternatives per laid patch, over all runs."""
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
    """Return the standard error of the mean of `values`, divided by `scale` and rounded to four decimals.

    Returns None if there are fewer than two values, or if `scale` is 0. For the error of a ratio of means, pass
    the residuals as `values` and the mean of the denominator as `scale`.
    """
    if len(values) < 2 or not scale:
        return None
    return round(float(np.std(values, ddof=1)) / math.sqrt(len(values)) / scale, 4)


# --- Shards -------------------------------------------------------------------------------------------


def compute_shard(task: Mapping[str, Any]) -> bytes:
    """Run the strategy of a shard on the orders of the shard; return the results of all runs as JSON."""
    strategy = find_strategy(task["strategy"])
    patches = patch_set(task["patches"])
    tiles = np.array([line.split() for line in task["orders"].splitlines()], np.int64)
    orders = np.array([patch_of_tile(tile) for tile in range(TILES)], np.int64)[tiles]
    run_strategy(strategy, patches, orders[:0])  # compile first, so that compilation is not timed
    started = time.thread_time()
    runs = run_strategy(strategy, patches, orders, task["first_run"])
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
    patches: PatchSet,
    *,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> list[StrategyResult] | None:
    """Run every strategy on every order with a set of patches, and store the shards below `folder`.

    Returns one result per strategy, or None if the experiment is cancelled.
    """
    names = list(dict.fromkeys(find_strategy(name).name for name in strategies))
    if not names:
        raise BadInput("expected at least one strategy")
    shards = {
        f"{name.replace('/', '=')}.{first}": {
            "strategy": name,
            "patches": patches.name,
            "first_run": first,
            "orders": "\n".join(
                " ".join(map(str, order)) for order in orders.tiles[first : first + SHARD_SIZE]
            ),
        }
        for name in names
        for first in range(0, len(orders), SHARD_SIZE)
    }
    shards_folder = shard_folder(orders, names, folder, patches)
    version = f"{tilewright.__version__}-{_code_digest()}"
    manifest = map_shards(
        compute_shard,
        shards,
        shards_folder,
        version=version,
        suffix=".json",
        executor=executor,
        progress=progress,
        cancel=cancel,
    )
    if manifest is None:
        return None
    files = {shard.name: shards_folder / shard.file for shard in manifest.shards}
    return [
        _read_result(name, [files[shard] for shard in shards if shards[shard]["strategy"] == name])
        for name in names
    ]


def shard_folder(orders: Orders, strategies: Sequence[str], folder: Path, patches: PatchSet) -> Path:
    """Return the folder for the shards of the given strategies on the given orders and set of patches."""
    names = sorted({find_strategy(name).name for name in strategies})
    digest = hashlib.sha256(json.dumps([orders.digest, names, patches.name]).encode()).hexdigest()[:16]
    return folder / "quilts" / digest


def _read_result(strategy: str, files: Sequence[Path]) -> StrategyResult:
    parts = [json.loads(file.read_bytes()) for file in files]
    columns = ("area", "streak", "placed", "alternatives")
    joined = {key: np.array([value for part in parts for value in part[key]], np.int64) for key in columns}
    return StrategyResult(strategy, **joined, seconds=sum(part["seconds"] for part in parts))


@cache
def _code_digest() -> str:
    """Return a digest of the code and data on which the placements depend.

    These are the module that runs a strategy and everything that it imports from the game and from the package
    `geometry`. The other packages do not affect placements.
    """
    package = Path(tilewright.__file__).parent
    module = Path(inspect.getfile(run_strategy))
    files = {file.relative_to(package): file for file in dependencies(module)}
    deciding = [path for path in files if path.parts[0] in ("games", "geometry")]
    return digest_files((path.as_posix(), files[path].read_bytes()) for path in deciding)[:12]


# --- Published results --------------------------------------------------------------------------------


@cache
def published_results() -> dict[str, dict[str, float]]:
    """Return Table 1 of the paper: area, streak, alternatives and milliseconds per run of each strategy."""
    text = resources.files(__package__).joinpath("published.json").read_text("utf-8")
    results: dict[str, dict[str, float]] = json.loads(text)["strategies"]
    return results


# --- Comparison of two strategies ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Comparison:
    """The paired difference between two strategies on the same orders: the second minus the first."""

    first: str
    second: str
    runs: int
    means: tuple[float, float]
    difference: float
    error: float
    """The standard error of the difference."""
    wins: int
    """The number of orders on which the second strategy is better."""
    losses: int
    """The number of orders on which the first strategy is better."""

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the difference: 1.96 standard errors on either side."""
        return self.difference - 1.96 * self.error, self.difference + 1.96 * self.error

    @property
    def p_value(self) -> float:
        """The p-value of a two-sided z-test of the hypothesis that there is no difference.

        The test assumes that the mean of many runs is approximately normally distributed.
        """
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


def compare_results(first: StrategyResult, second: StrategyResult, metric: str = "area") -> Comparison:
    """Compare the values of `metric` (`area` or `streak`) that two strategies reached on the same orders."""
    first_values, second_values = getattr(first, metric), getattr(second, metric)
    runs = len(first_values)
    if runs < 2:
        raise BadInput("a comparison needs at least two orders")
    difference = second_values - first_values
    return Comparison(
        first.strategy,
        second.strategy,
        runs,
        (float(first_values.mean()), float(second_values.mean())),
        float(difference.mean()),
        float(np.std(difference, ddof=1)) / math.sqrt(runs),
        int((difference > 0).sum()),
        int((difference < 0).sum()),
    )
