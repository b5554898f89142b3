"""The query and the result of a search for perfect quilts: boards that distinct patches cover completely.

Each of the 33 patches is used at most once. In addition, exactly the requested number of 1x1 patches is used.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tilewright.errors import BadInput
from tilewright.games.patchwork.pieces.patches import (
    ONE_BY_ONE,
    ONE_BY_ONE_COPIES,
    PATCH_COUNT,
    SIDE,
    PatchSet,
    patch_set,
)
from tilewright.games.patchwork.quilt.rules import Placement

__all__ = ["ALL_PATCHES", "PerfectQuery", "PerfectQuilts"]

ALL_PATCHES = tuple(patch for patch in range(PATCH_COUNT) if patch != ONE_BY_ONE)
"""The ids of all patches except the 1x1 patch."""


@dataclass(frozen=True, slots=True)
class PerfectQuery:
    """A query for perfect quilts: the patches that may or must be used, and the size of the board."""

    patches: tuple[int, ...] = ALL_PATCHES
    """The patches that may be used, each at most once."""
    count: int | None = None
    """The number of patches that must be used, not counting 1x1 patches; None: any number."""
    ones: int = 0
    """The number of 1x1 patches that must be used."""
    rows: int = SIDE
    cols: int = SIDE
    set_name: str = "paper"
    """The name of the set of patches, which determines the shapes of the patches."""

    def __post_init__(self) -> None:
        patch_set(self.set_name)
        for patch, times in Counter(self.patches).items():
            if patch not in ALL_PATCHES:
                raise BadInput(
                    f"patches: there is no patch {patch}; expected numbers from 1 to {ALL_PATCHES[-1]}"
                )
            if times > 1:
                raise BadInput(f"patches: patch {patch} may occur at most once")
        if not 0 <= self.ones <= ONE_BY_ONE_COPIES:
            raise BadInput(f"ones: expected a number from 0 to {ONE_BY_ONE_COPIES}, not {self.ones}")
        if self.count is not None and not 0 <= self.count <= len(self.patches):
            raise BadInput(f"count: expected a number from 0 to {len(self.patches)}, not {self.count}")
        if not (self.rows >= 1 and self.cols >= 1 and self.rows * self.cols <= 128):
            raise BadInput(f"a board of {self.rows} x {self.cols}: expected 1 to 128 squares")

    @property
    def patch_set(self) -> PatchSet:
        return patch_set(self.set_name)

    @property
    def all_patches(self) -> tuple[int, ...]:
        """The patches that may be used, including the 1x1 patches."""
        return (ONE_BY_ONE,) * self.ones + self.patches

    @property
    def area(self) -> int:
        """The total area of the patches that may be used, including the 1x1 patches."""
        return sum(self.patch_set[patch].area for patch in self.all_patches)


@dataclass(frozen=True, slots=True)
class PerfectQuilts:
    """The first quilts of a search, the number of quilts counted, and whether the search was completed."""

    query: PerfectQuery
    quilts: tuple[tuple[Placement, ...], ...]
    count: int
    complete: bool

    def to_json(self) -> dict[str, Any]:
        return {
            "patches": list(self.query.patches),
            "patch_set": self.query.set_name,
            "ones": self.query.ones,
            "count": self.count,
            "complete": self.complete,
            "quilts": [{"placements": [placement.to_json() for placement in quilt]} for quilt in self.quilts],
        }
