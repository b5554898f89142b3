"""The offline result of an order: the best area found by a search that knows the order, and an upper bound."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import Any

from tilewright.game import Limits, Run
from tilewright.games.patchwork.pieces.patches import PatchSet, patch_of_tile, patch_set
from tilewright.running import Executor, InProcess, finished_tasks

__all__ = ["OrderBound", "offline_bounds", "summarise"]


@dataclass(frozen=True, slots=True)
class OrderBound:
    """The offline result for one order, and the areas that strategies cover."""

    order: int
    """The index of the order in the list of orders."""
    areas: dict[str, int]
    """For each strategy: the number of squares that the strategy covers."""
    best: int
    """The number of squares that the best known quilt for the order covers."""
    bound: int
    """The proved upper bound on the number of covered squares."""
    seconds: float
    found_by: str
    """The method that found the best quilt."""

    def to_json(self) -> dict[str, Any]:
        return {
            "order": self.order,
            "areas": self.areas,
            "offline": self.best,
            "bound": self.bound,
            "seconds": round(self.seconds, 4),
            "found_by": self.found_by,
        }


def offline_bounds(
    patches: PatchSet,
    orders: Sequence[Sequence[int]],
    strategies: Sequence[str],
    time_limit: float | None,
    seed: int,
    run: Run,
    executor: Executor | None = None,
) -> list[OrderBound]:
    """Return the offline result of each order of tiles.

    If the run is cancelled, only the results of the finished orders are returned. `time_limit`, in seconds,
    applies to each order separately. Without an executor, the work is done in this process.
    """
    areas = {name: _areas(name, patches, orders) for name in strategies}
    tasks = {f"order {index}": (patches.name, order, time_limit, seed) for index, order in enumerate(orders)}
    index_of = {name: index for index, name in enumerate(tasks)}
    bounds: list[OrderBound] = []
    if executor is None:
        outcomes = InProcess().run(partial(_solve_order, cancel=run.cancel), tasks, run.cancel)
    else:
        outcomes = executor.run(_solve_order, tasks, run.cancel)
    with closing(finished_tasks(outcomes, len(orders), "orders")) as finished:
        for outcome in finished:
            index = index_of[outcome.name]
            areas_of_order = {name: by_order[index] for name, by_order in areas.items()}
            bounds.append(OrderBound(index, areas_of_order, *outcome.result))
            run.report(note=f"{len(bounds)} of {len(orders)} orders")
    return sorted(bounds, key=lambda bound: bound.order)


def summarise(bounds: Sequence[OrderBound]) -> dict[str, Any]:
    """Return the means over all orders, the number of quilts that are proved optimal, and the total seconds."""
    count = len(bounds)
    if not count:
        return {"runs": 0}
    return {
        "runs": count,
        "areas": {name: sum(bound.areas[name] for bound in bounds) / count for name in bounds[0].areas},
        "offline": sum(bound.best for bound in bounds) / count,
        "bound": sum(bound.bound for bound in bounds) / count,
        "proved": sum(bound.best == bound.bound for bound in bounds),
        "seconds": round(sum(bound.seconds for bound in bounds), 3),
    }


def _solve_order(
    task: tuple[str, Sequence[int], float | None, int], cancel: Event | None = None
) -> tuple[int, int, float, str]:
    """Return the area of the best quilt for an order of tiles, the bound, the seconds, and the method."""
    from tilewright.games.patchwork.quilt.offline_search import best_quilt, prepare

    name, order, time_limit, seed = task
    patches = patch_set(name)
    prepare(patches)
    run = Run(Limits(time_limit, seed=seed), cancel=cancel)
    quilt = best_quilt(patches, [patch_of_tile(tile) for tile in order], run)
    return quilt.area, quilt.bound, run.elapsed, quilt.found_by


def _areas(name: str, patches: PatchSet, orders: Sequence[Sequence[int]]) -> list[int]:
    """Return, for each order of tiles, the number of squares that a strategy covers."""
    import numpy as np

    from tilewright.games.patchwork.quilt.run_strategy import run_strategy
    from tilewright.games.patchwork.quilt.strategies import find_strategy

    by_patch = np.array([[patch_of_tile(tile) for tile in order] for order in orders], np.int64)
    return [int(area) for area in run_strategy(find_strategy(name), patches, by_patch).area]
