"""The variants of the two-player game: a set of patches, and an edition of the time board."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from reprlib import repr as shorten
from typing import Any

from tilewright.errors import BadInput
from tilewright.games.patchwork.pieces.patches import PATCH_SETS, PatchSet, patch_set

__all__ = ["EDITIONS", "OLD_RECORDS", "STANDARD", "Variant", "all_variants"]


def _read() -> dict[str, tuple[int, ...]]:
    data = json.loads(resources.files(__package__).joinpath("editions.json").read_text("utf-8"))
    return {name: tuple(edition["special_spaces"]) for name, edition in data["editions"].items()}


EDITIONS = _read()
"""For each edition: the spaces of the time board that have a 1x1 patch at the start of the game."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The names of the set of patches and of the edition; with the circle, they define the start of a game."""

    patches: str = "box"
    edition: str = "classic"

    def __post_init__(self) -> None:
        patch_set(self.patches)
        if not isinstance(self.edition, str) or self.edition not in EDITIONS:
            raise BadInput(
                f"edition: there is no edition {shorten(self.edition)}; expected {' or '.join(EDITIONS)}"
            )

    @classmethod
    def from_keys(cls, keys: Mapping[str, Any], default: Variant) -> Variant:
        """Read a variant from the keys `patches` and `edition`; a missing key takes the value of `default`."""
        return cls(keys.get("patches", default.patches), keys.get("edition", default.edition))

    @property
    def patch_set(self) -> PatchSet:
        return patch_set(self.patches)

    @property
    def special_spaces(self) -> tuple[int, ...]:
        """The spaces of the time board that have a 1x1 patch at the start of the game."""
        return EDITIONS[self.edition]

    def to_json(self) -> dict[str, str]:
        return {"patches": self.patches, "edition": self.edition}


STANDARD = Variant()
"""The default variant of new games: the patches in the box, and the time board of the first edition."""

OLD_RECORDS = Variant("paper", "classic")
"""The variant of records that do not name one, because they were written before there were variants."""


def all_variants() -> tuple[Variant, ...]:
    """Return every combination of a set of patches and an edition."""
    return tuple(Variant(patches, edition) for patches in PATCH_SETS for edition in EDITIONS)
