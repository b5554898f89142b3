"""The rules of the placement study, re-exported from ``quilt``.

``duel`` holds the rules of the two-player game.
"""

from tilewright.games.patchwork.quilt.rules import RULES, Placement, QuiltInstance, QuiltSolution, check

__all__ = ["RULES", "Placement", "QuiltInstance", "QuiltSolution", "check"]
