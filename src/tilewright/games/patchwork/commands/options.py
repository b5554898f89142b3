"""Options that several commands of `tilewright quilts` share."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["OrdersFile", "PatchSetName", "PictureFile", "RandomOrders", "RandomSeed", "Where"]

OrdersFile = Annotated[
    str,
    typer.Option(
        "--orders", metavar="FILE", help="Orders of tiles, one per line (default: the 1000 published orders)."
    ),
]
PatchSetName = Annotated[
    str,
    typer.Option(
        "--patches",
        metavar="SET",
        help="The set of patches: paper (patch 4 is a corner of three squares) or box (a square of four).",
    ),
]
PictureFile = Annotated[
    str, typer.Option("--output", "-o", metavar="FILE", help="Draw the result into a .svg or .png file.")
]
RandomOrders = Annotated[
    int, typer.Option("--runs", metavar="N", help="Use N random orders instead of the published orders.", min=0)
]
RandomSeed = Annotated[int, typer.Option("--seed", metavar="S", help="Seed of the random orders.", min=0)]
Where = Annotated[
    str, typer.Option("--where", metavar="PLACE", help="Where to run: here, processes:N or dask.")
]
