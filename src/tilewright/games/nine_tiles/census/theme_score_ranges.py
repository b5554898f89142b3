"""The range of scores in each theme."""

from __future__ import annotations

__all__ = ["HIGHEST", "LOWEST", "THEMES"]

THEMES = 26

LOWEST = (0, 0, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, -6, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0)
HIGHEST = (4, 4, 5, 0, 11, 11, 6, 20, 5, 6, 3, 6, 5, 4, -1, 7, 8, 4, 4, 3, 9, 6, 5, 5, 3, 4)
"""`LOWEST` and `HIGHEST`: the lowest and the highest score that a packed vector can hold in each theme."""
