"""The interface of the two-player game to the play framework: deals, positions and moves.

The rules are in ``duel``. A deal is a circle of the 33 patches with patch 1 last; the marker starts just after
patch 1.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from tilewright.errors import BadInput
from tilewright.games.patchwork.duel.moves import Advance, Buy, Move, Special
from tilewright.games.patchwork.duel.notation import circle_from_json, parse_circle, parse_state
from tilewright.games.patchwork.duel.notation import parse_move as _parse_move
from tilewright.games.patchwork.duel.rules import PatchworkState, Side, opening
from tilewright.games.patchwork.pieces.patches import PATCHES

__all__ = [
    "Advance",
    "Buy",
    "Circle",
    "Move",
    "PatchworkState",
    "Side",
    "Special",
    "deal",
    "deal_from_json",
    "deal_to_json",
    "parse_deal",
    "parse_move",
    "parse_state",
    "start",
]

Circle = tuple[int, ...]


def deal(seed: int, keys: Mapping[str, str] | None = None) -> Circle:
    """Return a random circle: patches 2 to 33 in random order, then patch 1."""
    _refuse_keys(keys)
    others = [patch.id for patch in PATCHES[2:]]
    random.Random(seed).shuffle(others)
    return (*others, 1)


def parse_deal(text: str, keys: Mapping[str, str] | None = None) -> Circle:
    """Parse a circle given as numbers separated by commas, as a JSON list, or as ``{"circle": [...]}``."""
    _refuse_keys(keys)
    return parse_circle(text)


def deal_to_json(circle: Circle) -> dict[str, Any]:
    return {"circle": list(circle)}


def deal_from_json(data: Mapping[str, Any]) -> Circle:
    return circle_from_json(dict(data))


def start(circle: Circle) -> PatchworkState:
    """Return the position of a circle before the first move."""
    return opening(circle)


def parse_move(state: PatchworkState, text: str) -> Move:
    """Parse a move in the notation of `str(move)`, or as JSON."""
    return _parse_move(text)


def _refuse_keys(keys: Mapping[str, str] | None) -> None:
    for key in keys or ():
        raise BadInput(f"a deal of patchwork consists of its circle only; there is no key {key[:40]!r}")
