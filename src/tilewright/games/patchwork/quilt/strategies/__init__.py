"""Strategies: a policy offers placements of a patch, and an evaluation chooses one of them.

A policy is a function in ``policies_kernel.py`` or ``learning_policies_kernel.py``; an evaluation
is a function in ``evaluations_kernel.py`` or ``unpublished_evaluations_kernel.py``. A decorator registers the
function under the name of the policy or evaluation. The name of a strategy consists of the name of its
policy, a plus sign and the name of its evaluation: ``bl/lb-every+regret``.
"""

from __future__ import annotations

from tilewright.games.patchwork.quilt.strategies.strategy_registry import (
    Strategy,
    find_strategy,
    strategy_names,
)

__all__ = ["Strategy", "find_strategy", "strategy_names"]
