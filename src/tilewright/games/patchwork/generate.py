"""The generator of the placement study, exported from ``quilt``. ``state`` deals the game of two."""

from tilewright.games.patchwork.quilt.generate import generate

__all__ = ["generate"]
