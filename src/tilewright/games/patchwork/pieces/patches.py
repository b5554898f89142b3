"""The sets of patches: the patches in the box, and the patches of the published program.

The sets differ only in the shapes of some patches. Ids, numbers of copies, prices, times and incomes are the
same in all sets.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from importlib import resources
from reprlib import repr as shorten

from tilewright.errors import BadInput
from tilewright.geometry import Polyomino

__all__ = [
    "BOX",
    "ONE_BY_ONE",
    "ONE_BY_ONE_COPIES",
    "PAPER",
    "PATCH_COUNT",
    "PATCH_SETS",
    "SIDE",
    "TILES",
    "Patch",
    "PatchSet",
    "patch_of_tile",
    "patch_set",
    "tiles_of",
]

SIDE = 9
"""The number of rows, and also of columns, of a quilt."""

ONE_BY_ONE = 0
"""The id of the 1x1 patch."""


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


@dataclass(frozen=True, slots=True)
class PatchSet:
    """A named set of patches; the id of a patch is its index."""

    name: str
    patches: tuple[Patch, ...] = field(repr=False, hash=False)

    def __getitem__(self, patch: int) -> Patch:
        return self.patches[patch]

    def __iter__(self) -> Iterator[Patch]:
        return iter(self.patches)

    def __len__(self) -> int:
        return len(self.patches)


def _read() -> dict[str, PatchSet]:
    data = json.loads(resources.files(__package__).joinpath("pieces.json").read_text("utf-8"))
    box = tuple(
        Patch(
            entry["id"],
            Polyomino.from_rows(entry["rows"]),
            entry["copies"],
            entry["buttons"],
            entry["time"],
            entry["income"],
        )
        for entry in data["patches"]
    )
    sets = {"box": PatchSet("box", box)}
    for name, difference in data["other_sets"].items():
        shapes = {int(patch): Polyomino.from_rows(rows) for patch, rows in difference["rows"].items()}
        patches = (replace(patch, shape=shapes.get(patch.id, patch.shape)) for patch in box)
        sets[name] = PatchSet(name, tuple(patches))
    return sets


PATCH_SETS = _read()
"""All sets of patches, by name."""

BOX = PATCH_SETS["box"]
"""The patches in the box of the game."""

PAPER = PATCH_SETS["paper"]
"""The patches of the published program; patch 4 is a corner of three squares."""

PATCH_COUNT = len(BOX)
"""The number of patches in each set; ids go from 0 to 33."""

ONE_BY_ONE_COPIES = BOX[ONE_BY_ONE].copies
"""The number of copies of the 1x1 patch; all other patches have one copy."""

TILES = sum(patch.copies for patch in BOX)
"""The number of tiles that the published experiment shuffles: five 1x1 patches and 33 others."""


def patch_set(name: object) -> PatchSet:
    """Return a set of patches by its name; raise `BadInput` if there is no such set."""
    if isinstance(name, str) and name in PATCH_SETS:
        return PATCH_SETS[name]
    raise BadInput(f"patches: there is no set {shorten(name)}; expected {' or '.join(PATCH_SETS)}")


def patch_of_tile(tile: int) -> int:
    """Return the id of the patch of a tile: tiles 0 to 4 are the 1x1 patches, tile t > 4 is patch t - 4."""
    return max(0, tile - ONE_BY_ONE_COPIES + 1)


def tiles_of(order: Iterable[int]) -> tuple[int, ...]:
    """Return the tile numbers of an order of patches; its 1x1 patches become tiles 0, 1, 2, ... in turn."""
    next_single = 0
    tiles = []
    for patch in order:
        if patch == ONE_BY_ONE:
            tiles.append(next_single)
            next_single += 1
        else:
            tiles.append(patch + ONE_BY_ONE_COPIES - 1)
    return tuple(tiles)
