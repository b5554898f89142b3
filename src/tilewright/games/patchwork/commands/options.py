"""Options that several commands of `tilewright quilts` share."""

from __future__ import annotations

from typing import Annotated

from tilewright.console.command_options import option, output_option

__all__ = ["OrdersFile", "PatchSetName", "PictureFile", "RandomOrders", "RandomSeed"]

OrdersFile = Annotated[
    str, option("Orders of tiles, one per line (default: the 1000 published orders).", "FILE")
]
PatchSetName = Annotated[
    str,
    option(
        "The set of patches: 'paper' (patch 4 is a corner of three squares)"
        " or 'box' (patch 4 is a 2 x 2 square).",
        "SET",
    ),
]
PictureFile = Annotated[str, output_option("Write a picture of the result to this .svg or .png file.")]
RandomOrders = Annotated[int, option("Use N random orders instead of the published orders.", "N", min=0)]
RandomSeed = Annotated[int, option("Seed of the random orders.", "S", min=0)]
