"""`quilts speed`: measure the speed of the compiled code of the two-player game."""

from __future__ import annotations

from typing import Annotated

from tilewright.console import print_json, print_table
from tilewright.console.command_options import Json, option
from tilewright.errors import BadInput
from tilewright.games.patchwork.duel.speed_measurement import WORKLOADS, measure

__all__ = ["speed"]


def speed(
    only: Annotated[
        str, option(f"Measure only these workloads, out of {', '.join(WORKLOADS)}.", "A,B")
    ] = ",".join(WORKLOADS),
    times: Annotated[float, option("Do X times the usual amount of work.", "X", min=0.0, max=1000.0)] = 1.0,
    json: Json = False,
) -> int:
    """Measure the speed of the compiled game: playouts, search iterations, and steps of many games at once.

    \b
    Examples:
      tilewright quilts speed
      tilewright quilts speed --only playouts,mcts --times 3
    """
    names = [name.strip() for name in only.split(",") if name.strip()]
    for name in names:
        if name not in WORKLOADS:
            raise BadInput(f"--only {name[:40]!r}: expected one or more of {', '.join(WORKLOADS)}")
    measurements = [measure(name, times) for name in names]
    if json:
        print_json([measurement.to_json() for measurement in measurements])
    else:
        rows = [
            [
                measurement.title,
                f"{measurement.units:,}",
                f"{measurement.units / measurement.seconds:,.0f}",
                f"{measurement.units / measurement.cpu_seconds:,.0f}",
            ]
            for measurement in measurements
        ]
        print_table(["", "done", "per second", "per CPU second"], rows)
    return 0
