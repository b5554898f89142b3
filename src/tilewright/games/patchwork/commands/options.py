"""Options that several commands of Patchwork share."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["Data", "Json", "OrdersFile", "Quiet", "RandomOrders", "RandomSeed", "Where"]

Json = Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print no progress and no messages.")]
Data = Annotated[
    str | None, typer.Option("--data", metavar="DIR", help="The data folder, in which results are stored.")
]
OrdersFile = Annotated[
    str,
    typer.Option(
        "--orders", metavar="FILE", help="Orders of tiles, one per line (default: the 1000 published orders)."
    ),
]
RandomOrders = Annotated[
    int, typer.Option("--runs", metavar="N", help="Use N random orders instead of the published ones.", min=0)
]
RandomSeed = Annotated[int, typer.Option("--seed", metavar="S", help="Seed of the random orders.", min=0)]
Where = Annotated[
    str, typer.Option("--where", metavar="PLACE", help="Where to run: here, processes:N or dask.")
]
