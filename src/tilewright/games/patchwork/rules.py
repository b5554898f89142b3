"""The rules of the placement study, exported from ``quilt``. Those of the two-player game are in ``duel``."""

from tilewright.games.patchwork.quilt.rules import RULES, Placement, QuiltInstance, QuiltSolution, check

__all__ = ["RULES", "Placement", "QuiltInstance", "QuiltSolution", "check"]
