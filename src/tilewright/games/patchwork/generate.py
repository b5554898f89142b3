"""Seeded instances of the placement study. Deals of the game of two are in ``state``."""

from tilewright.games.patchwork.quilt.generate import generate

__all__ = ["generate"]
