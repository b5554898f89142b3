"""The ceiling over all strategies: what could be covered if the order were known. The command."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import Annotated, Any

import typer

from tilewright.console import LiveLine, interruptible, parse_argument, print_json, print_table, say
from tilewright.errors import EngineFailure
from tilewright.game import Limits, Run
from tilewright.games.patchwork.pieces.patches import patch_of_tile
from tilewright.games.patchwork.quilt.orders import parse_orders, published_orders
from tilewright.running import Executor, InProcess, TaskFailed, describe_failures, executor_named

__all__ = ["Ceiling", "offline", "raise_ceiling"]


@dataclass(frozen=True, slots=True)
class Ceiling:
    """One order: what each strategy covers, the best quilt that was found, and the proved bound."""

    order: int
    """Its number in the list of orders."""
    areas: dict[str, int]
    best: int
    bound: int
    seconds: float
    found_by: str

    def to_json(self) -> dict[str, Any]:
        return {
            "order": self.order,
            "areas": self.areas,
            "offline": self.best,
            "bound": self.bound,
            "seconds": round(self.seconds, 4),
            "found_by": self.found_by,
        }


def raise_ceiling(
    orders: Sequence[Sequence[int]],
    strategies: Sequence[str],
    time_limit: float | None,
    seed: int,
    run: Run,
    executor: Executor | None = None,
) -> list[Ceiling]:
    """The ceiling of each order of tiles, as far as the run allows; `time_limit` holds for each order."""
    areas = {name: _areas(name, orders) for name in strategies}
    tasks = {f"order {number}": (order, time_limit, seed) for number, order in enumerate(orders)}
    numbers = {name: number for number, name in enumerate(tasks)}
    found: list[Ceiling] = []
    failures: list[TaskFailed] = []
    if executor is None:
        outcomes = InProcess().run(partial(_hunt, cancel=run.cancel), tasks, run.cancel)
    else:
        outcomes = executor.run(_hunt, tasks, run.cancel)
    with closing(outcomes):
        for outcome in outcomes:
            if isinstance(outcome, TaskFailed):
                failures.append(outcome)
                continue
            number = numbers[outcome.name]
            own = {name: each[number] for name, each in areas.items()}
            found.append(Ceiling(number, own, *outcome.result))
            run.report(note=f"{len(found)} of {len(orders)} orders")
    if failures:
        raise EngineFailure(describe_failures(failures, len(orders), "orders"))
    return sorted(found, key=lambda each: each.order)


def _hunt(
    task: tuple[Sequence[int], float | None, int], cancel: Event | None = None
) -> tuple[int, int, float, str]:
    """The best quilt of one order: area, bound, seconds, and who found it."""
    from tilewright.games.patchwork.quilt.offline_search import best_quilt, prepare

    prepare()
    order, time_limit, seed = task
    run = Run(Limits(time_limit, seed=seed), cancel=cancel)
    quilt = best_quilt([patch_of_tile(tile) for tile in order], run)
    return quilt.area, quilt.bound, run.elapsed, quilt.found_by


def _areas(name: str, orders: Sequence[Sequence[int]]) -> list[int]:
    """What a strategy covers, for each order of tiles."""
    import numpy as np

    from tilewright.games.patchwork.quilt.placement_tables import shape_of
    from tilewright.games.patchwork.quilt.run_strategy import run_strategy
    from tilewright.games.patchwork.quilt.strategies import find_strategy

    shapes = np.array([[shape_of(patch_of_tile(tile)) for tile in order] for order in orders])
    return [int(area) for area in run_strategy(find_strategy(name), shapes).area]


def offline(
    orders: Annotated[
        str, typer.Option("--orders", metavar="FILE", help="Orders of tiles, one a line (the published ones).")
    ] = "",
    first: Annotated[
        int, typer.Option("--first", metavar="N", help="Only the first so many of them; 0: all.", min=0)
    ] = 50,
    strategies: Annotated[
        str, typer.Option("--strategies", metavar="A,B,...", help="Strategies to compare with.")
    ] = "all+regret",
    time_limit: Annotated[
        float, typer.Option("--time-limit", metavar="SECONDS", help="Wall time for each order.")
    ] = 60.0,
    seed: Annotated[int, typer.Option("--seed", help="Seed of every random choice.")] = 0,
    where: Annotated[
        str, typer.Option("--where", metavar="PLACE", help="Where orders are laid: here, processes:N, dask.")
    ] = "here",
    json: Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")] = False,
) -> int:
    """The best quilt of each order when the order is known, beside what strategies cover that do not know it.

    \b
    Examples:
      tilewright quilts offline
      tilewright quilts offline --first 0 --strategies all+regret,first-fail-every+regret --json
      tilewright quilts offline --first 0 --time-limit 10 --where processes:2
    """
    given = parse_argument(orders, parse_orders, "orders") if orders else published_orders()
    chosen = given.tiles[: first or None]
    names = [name.strip() for name in strategies.split(",") if name.strip()]
    executor = None if where == "here" else executor_named(where)
    line = LiveLine(quiet=json)

    def work(cancel: Event) -> list[Ceiling]:
        return raise_ceiling(chosen, names, time_limit, seed, Run(progress=line, cancel=cancel), executor)

    found, interrupted = interruptible(work)
    line.clear()
    if json:
        print_json({"summary": _summary(found), "orders": [each.to_json() for each in found]})
    elif found:
        _tell(found)
    return interrupted


def _summary(found: Sequence[Ceiling]) -> dict[str, Any]:
    count = len(found)
    if not count:
        return {"runs": 0}
    return {
        "runs": count,
        "areas": {name: sum(each.areas[name] for each in found) / count for name in found[0].areas},
        "offline": sum(each.best for each in found) / count,
        "bound": sum(each.bound for each in found) / count,
        "proved": sum(each.best == each.bound for each in found),
        "seconds": round(sum(each.seconds for each in found), 3),
    }


def _tell(found: Sequence[Ceiling]) -> None:
    summary = _summary(found)
    rows: list[list[object]] = [[name, f"{area:.2f}"] for name, area in summary["areas"].items()]
    rows += [["offline", f"{summary['offline']:.2f}"], ["bound", f"{summary['bound']:.2f}"]]
    print_table(["", "mean area"], rows, title=f"{summary['runs']} orders")
    say(f"{summary['proved']} of {summary['runs']} quilts proved best, {summary['seconds']:.1f} s")
