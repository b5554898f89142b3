"""The generator of the placement study, exported from ``quilt``. ``state`` deals the two-player game."""

from tilewright.games.patchwork.quilt.generate import generate

__all__ = ["generate"]
