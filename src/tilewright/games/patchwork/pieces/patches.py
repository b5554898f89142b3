"""The patches of the game, and the tile numbers of the published experiment."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources

from tilewright.geometry import Polyomino

__all__ = ["ONE_BY_ONE", "PATCHES", "SIDE", "TILES", "Patch", "patch_of_tile", "tiles_of"]

SIDE = 9
"""The number of rows and of columns of a quilt."""

ONE_BY_ONE = 0
"""The id of the 1x1 patch, of which there are five copies."""


@dataclass(frozen=True, slots=True)
class Patch:
    """One kind of patch. Patches may be rotated and mirrored."""

    id: int
    shape: Polyomino
    copies: int
    buttons: int
    time: int
    income: int

    @property
    def area(self) -> int:
        return len(self.shape)

    @property
    def orientations(self) -> tuple[Polyomino, ...]:
        """The distinct orientations of the patch.

        They are in the order id, rot90, rot180, rot270, flipx, flipy, flipd1, flipd2.
        """
        return self.shape.orientations(mirror=True)


def _read() -> tuple[Patch, ...]:
    text = resources.files(__package__).joinpath("pieces.json").read_text("utf-8")
    return tuple(
        Patch(
            entry["id"],
            Polyomino.from_rows(entry["rows"]),
            entry["copies"],
            entry["buttons"],
            entry["time"],
            entry["income"],
        )
        for entry in json.loads(text)["patches"]
    )


PATCHES = _read()
"""All patches; the id of a patch is its index in this tuple."""

TILES = sum(patch.copies for patch in PATCHES)
"""The number of tiles that the published experiment shuffles: five 1x1 patches and 33 others."""


def patch_of_tile(tile: int) -> int:
    """Return the patch id of a tile number of the published orders: tiles 0 to 4 are the 1x1 patches."""
    return max(0, tile - PATCHES[ONE_BY_ONE].copies + 1)


def tiles_of(order: Iterable[int]) -> tuple[int, ...]:
    """Return the tile numbers of an order of patches; successive 1x1 patches become tiles 0, 1, 2, ..."""
    next_single = 0
    tiles = []
    for patch in order:
        if patch == ONE_BY_ONE:
            tiles.append(next_single)
            next_single += 1
        else:
            tiles.append(patch + PATCHES[ONE_BY_ONE].copies - 1)
    return tuple(tiles)
