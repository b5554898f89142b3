"""Generate instances from a seed: a few different exponents, a base and a mode."""

from __future__ import annotations

from random import Random

from tilewright.errors import BadInput
from tilewright.games.powers.rules import MODES, PowersInstance

__all__ = ["generate"]


def generate(
    seed: int, *, base: int = 10, exponents: int = 2, largest: int = 6, digits: str = "any"
) -> PowersInstance:
    """Generate an instance with distinct exponents from 1 to `largest`, in increasing order."""
    if base == 1:
        raise BadInput("base=1: expected 2 to 36, or 0 for a random base")
    rng = Random(seed)
    chosen = sorted(rng.sample(range(1, largest + 1), exponents))
    mode = rng.choice(MODES) if digits == "any" else digits
    return PowersInstance(tuple(chosen), base or rng.randint(4, 16), mode)
