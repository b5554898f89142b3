"""The two-player game as `tilewright.play` uses it: deals, positions and moves.

The rules are in ``duel``. A deal consists of a circle of the 33 patches, a set of patches and an edition. Patch
1 is last in the circle, because the marker starts just after it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from tilewright.games.patchwork.duel.moves import Advance, Buy, Move, Special
from tilewright.games.patchwork.duel.notation import (
    Deal,
    deal_of_record,
    deal_to_json,
    parse_state,
    variant_from_keys,
)
from tilewright.games.patchwork.duel.notation import parse_deal as _parse_deal
from tilewright.games.patchwork.duel.notation import parse_move as _parse_move
from tilewright.games.patchwork.duel.patch_set_and_edition import Variant
from tilewright.games.patchwork.duel.rules import PatchworkState, Side, opening
from tilewright.games.patchwork.pieces.patches import PATCH_COUNT

__all__ = [
    "Advance",
    "Buy",
    "Deal",
    "Move",
    "PatchworkState",
    "Side",
    "Special",
    "Variant",
    "deal",
    "deal_from_json",
    "deal_to_json",
    "parse_deal",
    "parse_move",
    "parse_state",
    "random_circle",
    "start",
]


def deal(seed: int, keys: Mapping[str, str] | None = None) -> Deal:
    """Return a random deal; the keys `patches` and `edition` choose the variant."""
    return Deal(random_circle(seed), variant_from_keys(keys or {}))


def random_circle(seed: int) -> tuple[int, ...]:
    """Return a random circle: patches 2 to 33 in random order, then patch 1."""
    others = list(range(2, PATCH_COUNT))
    random.Random(seed).shuffle(others)
    return (*others, 1)


def parse_deal(text: str, keys: Mapping[str, str] | None = None) -> Deal:
    """Parse a circle given as numbers separated by commas, as a JSON list, or as ``{"circle": [...]}``.

    The keys `patches` and `edition` choose the variant; values in `keys` replace those in the JSON.
    """
    return _parse_deal(text, keys or {})


def deal_from_json(data: Mapping[str, Any]) -> Deal:
    """Read the deal of a record; the defaults are the patches `paper` and the edition `classic`."""
    return deal_of_record(dict(data))


def start(deal: Deal) -> PatchworkState:
    """Return the position of a deal before the first move."""
    return opening(deal.circle, deal.variant)


def parse_move(state: PatchworkState, text: str) -> Move:
    """Parse a move in the notation of `str(move)`, or as JSON."""
    return _parse_move(text, state.patches)
