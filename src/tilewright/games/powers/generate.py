"""Seeded instances: a few different exponents, a base and a mode, small enough to be answered in a moment."""

from __future__ import annotations

from random import Random

from tilewright.errors import BadInput
from tilewright.games.powers.rules import MODES, PowersInstance

__all__ = ["generate"]


def generate(
    seed: int, *, base: int = 10, exponents: int = 2, largest: int = 6, digits: str = "any"
) -> PowersInstance:
    """Exponents from 1 to `largest`, all different and in order."""
    if base == 1:
        raise BadInput("base=1: expected 2 to 36, or 0 for one that is drawn")
    chance = Random(seed)
    chosen = sorted(chance.sample(range(1, largest + 1), exponents))
    mode = chance.choice(MODES) if digits == "any" else digits
    return PowersInstance(tuple(chosen), base or chance.randint(4, 16), mode)
