"""Strategies: a policy offers placements of a patch, an evaluation chooses among them.

A policy is one function in ``policies_kernel.py`` or ``learning_policies_kernel.py``, an evaluation one
function in ``evaluations_kernel.py`` or ``unpublished_evaluations_kernel.py``; a decorator registers it under
its name. The name of a strategy joins both names: ``bl/lb-every+regret``.
"""

from __future__ import annotations

from tilewright.games.patchwork.quilt.strategies.strategy_registry import (
    Strategy,
    find_strategy,
    strategy_names,
)

__all__ = ["Strategy", "find_strategy", "strategy_names"]
