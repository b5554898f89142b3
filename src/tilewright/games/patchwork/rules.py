"""The rules that `check` applies: those of the placement study in ``quilt``. The game of two is in ``duel``."""

from tilewright.games.patchwork.quilt.rules import RULES, Placement, QuiltInstance, QuiltSolution, check

__all__ = ["RULES", "Placement", "QuiltInstance", "QuiltSolution", "check"]
