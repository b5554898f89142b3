"""The rules of the placement study, exported from ``quilt``. The rules of the game of two are in ``duel``."""

from tilewright.games.patchwork.quilt.rules import RULES, Placement, QuiltInstance, QuiltSolution, check

__all__ = ["RULES", "Placement", "QuiltInstance", "QuiltSolution", "check"]
