"""Strategies: a policy offers placements of a patch, an evaluation chooses among them.

A policy is one function in ``policies.py`` or ``learning.py``, an evaluation one function in ``evaluations.py``
or ``beyond.py``; the decorator above it gives its name. A strategy is called by both names:
``bl/lb-every+regret``.
"""

from __future__ import annotations

from tilewright.games.patchwork.quilt.strategies.strategy_registry import (
    Strategy,
    find_strategy,
    strategy_names,
)

__all__ = ["Strategy", "find_strategy", "strategy_names"]
