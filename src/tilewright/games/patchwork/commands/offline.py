"""`quilts offline`: find how many squares could be covered if the order of the tiles were known."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event
from typing import TYPE_CHECKING, Annotated

from tilewright.console import LiveLine, interruptible, parse_argument, print_json, print_table, say
from tilewright.console.command_options import Json, Seed, Where, option
from tilewright.game import Run
from tilewright.games.patchwork.commands.options import OrdersFile, PatchSetName

if TYPE_CHECKING:
    from tilewright.games.patchwork.quilt.offline_results_of_orders import OrderBound

__all__ = ["offline"]


def offline(
    orders: OrdersFile = "",
    first: Annotated[int, option("Use only the first N orders; 0: all orders.", "N", min=0)] = 50,
    strategies: Annotated[str, option("Strategies to compare with the best quilts.", "A,B,...")] = "all+regret",
    time_limit: Annotated[float, option("Limit on the wall time per order.", "SECONDS")] = 60.0,
    patches: PatchSetName = "paper",
    seed: Seed = 0,
    where: Where = "here",
    json: Json = False,
) -> int:
    """Find the best quilt for each order, given the whole order in advance, and compare it with strategies.

    For each order, the solver proves an upper bound on the number of squares that can be covered. The bound
    also applies to strategies, which do not know the whole order in advance.

    \b
    Examples:
      tilewright quilts offline
      tilewright quilts offline --patches box
      tilewright quilts offline --first 0 --strategies all+regret,first-fail-every+regret --json
      tilewright quilts offline --first 0 --time-limit 10 --where processes:2
    """
    from tilewright.games.patchwork.pieces.patches import patch_set
    from tilewright.games.patchwork.quilt.offline_results_of_orders import offline_bounds, summarise
    from tilewright.games.patchwork.quilt.tile_orders import parse_orders, published_orders
    from tilewright.running import executor_named

    chosen_patches = patch_set(patches)
    all_orders = parse_argument(orders, parse_orders, "orders") if orders else published_orders()
    chosen_orders = all_orders.tiles[: first or None]
    names = [name.strip() for name in strategies.split(",") if name.strip()]
    executor = None if where == "here" else executor_named(where)

    def work(cancel: Event) -> list[OrderBound]:
        run = Run(progress=line, cancel=cancel)
        return offline_bounds(chosen_patches, chosen_orders, names, time_limit, seed, run, executor)

    with LiveLine(quiet=json) as line:
        bounds, interrupted = interruptible(work)
    if json:
        print_json({"summary": summarise(bounds), "orders": [bound.to_json() for bound in bounds]})
    elif bounds:
        _print(bounds)
    return interrupted


def _print(bounds: Sequence[OrderBound]) -> None:
    from tilewright.games.patchwork.quilt.offline_results_of_orders import summarise

    summary = summarise(bounds)
    rows: list[list[object]] = [[name, f"{area:.2f}"] for name, area in summary["areas"].items()]
    rows += [["offline", f"{summary['offline']:.2f}"], ["bound", f"{summary['bound']:.2f}"]]
    print_table(["", "mean area"], rows, title=f"number of orders: {summary['runs']}")
    say(f"{summary['proved']} of {summary['runs']} quilts proved optimal, {summary['seconds']:.1f} s")
