"""The instance generator of the placement study, re-exported from ``quilt``.

Deals of the two-player game are generated in ``state``.
"""

from tilewright.games.patchwork.quilt.generate import generate

__all__ = ["generate"]
